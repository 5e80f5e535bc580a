//! Exact rotations: about an axis, from a quaternion, onto a direction, nearest to a matrix of decimals.

use crate::exact::angle::Angle;
use crate::exact::circle::Circle;
use crate::exact::number::Number;
use crate::exact::pose::Rotation;

/// A coordinate axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// x.
    X,
    /// y.
    Y,
    /// z.
    Z,
}

/// Significant bits of a quaternion that stands for a direction or a matrix.
const QUATERNION_BITS: usize = 100;
/// Fractional bits of the steps towards the nearest orthogonal matrix.
const NEWTON_BITS: usize = 256;

impl Rotation {
    /// The rotation about `axis` to the point `circle`.
    #[must_use]
    pub fn about(axis: Axis, circle: &Circle) -> Self {
        let (c, s) = (circle.cos.clone(), circle.sin.clone());
        let (o, i) = (Number::ZERO, Number::ONE);
        let n = -&s;
        let z = || o.clone();
        Self(match axis {
            Axis::X => [[i, z(), z()], [z(), c.clone(), n], [z(), s, c]],
            Axis::Y => [[c.clone(), z(), s], [z(), i, z()], [n, z(), c]],
            Axis::Z => [[c.clone(), n, z()], [s, c, z()], [z(), z(), i]],
        })
    }

    /// The rotation of a quaternion (x, y, z, w) of any length, divided by its squared norm; `None` for zero.
    #[must_use]
    pub fn from_quaternion([x, y, z, w]: &[Number; 4]) -> Option<Self> {
        let scale = Number::from(2) * (x * x + y * y + z * z + w * w).inverse()?;
        let off = |a: &Number, b: &Number, c: &Number, d: &Number| &scale * (a * b + c * d);
        let on = |a: &Number, b: &Number| Number::ONE - &scale * (a * a + b * b);
        let m = -w;
        Some(Self([
            [on(y, z), off(x, y, &m, z), off(x, z, w, y)],
            [off(x, y, w, z), on(x, z), off(y, z, &m, x)],
            [off(x, z, &m, y), off(y, z, w, x), on(x, y)],
        ]))
    }

    /// A rotation A with `A e_z = axis/|axis|`, within 2^-90: exact when the axis' length is rational, and a signed
    /// permutation for the coordinate axes. `None` for the zero axis.
    #[must_use]
    pub fn taking_z_to(axis: &[Number; 3]) -> Option<Self> {
        let [x, y, z] = axis;
        if let Some(turn) = Self::quarter_taking_z_to(axis) {
            return Some(turn);
        }
        if z.is_negative() {
            // Half a turn about x takes z to -z, and the rest takes -z to the axis.
            let back = Self::taking_z_to(&[-x, -y, -z])?;
            return Some(back.times(&Self::about(Axis::X, &Circle::of_quarter_turns(2))));
        }
        let squared = x * x + y * y + z * z;
        let norm = squared.sqrt_rounded(QUATERNION_BITS)?;
        // Half way between z and the axis: (z × axis, |axis| + z·axis).
        let half = [-y, x.clone(), Number::ZERO, z + &norm];
        if &norm * &norm == squared {
            return Self::from_quaternion(&half);
        }
        Self::from_quaternion(&half.map(|part| part.rounded(QUATERNION_BITS)))
    }

    /// The signed permutation for a coordinate axis.
    fn quarter_taking_z_to([x, y, z]: &[Number; 3]) -> Option<Self> {
        let turn = |axis, count| Some(Self::about(axis, &Circle::of_quarter_turns(count)));
        let sign = |n: &Number| if n.is_negative() { -1 } else { 1 };
        match (x.is_zero(), y.is_zero(), z.is_zero()) {
            (true, true, false) => turn(Axis::X, 1 - sign(z)),
            (false, true, true) => turn(Axis::Y, sign(x)),
            (true, false, true) => turn(Axis::X, -sign(y)),
            _ => None,
        }
    }

    /// The rotation nearest to `matrix`, which must be a rotation up to small errors; `None` when it is singular.
    /// An exact rotation stays as it is; entries within 1e-12 of 0 and ±1 are those.
    #[must_use]
    pub fn nearest(matrix: &[[Number; 3]; 3]) -> Option<Self> {
        let given = Self(matrix.clone());
        if given.times(&given.transposed()) == Self::identity() {
            return Some(given);
        }
        // Newton's iteration for the orthogonal polar factor, X ← (X + X⁻ᵀ)/2: it squares the error.
        let clean = given.without_rounding().0;
        let mut x = clean.clone();
        for _ in 0..6 {
            let inverse = inverse_transposed(&x)?;
            let half = |i: usize, j: usize| (&x[i][j] + &inverse[i][j]) / Number::from(2);
            let next = |i, j| Number::dyadic(half(i, j).scaled(NEWTON_BITS), NEWTON_BITS);
            x = std::array::from_fn(|i| std::array::from_fn(|j| next(i, j)));
        }
        if let Some(two_turns) = two_turns(&clean, &x) {
            return Some(two_turns.snapped());
        }
        let quaternion = quaternion_of(&x).map(|part| part.rounded(QUATERNION_BITS));
        Some(Self::from_quaternion(&quaternion)?.snapped())
    }

    /// A rotation of short numbers within 2^-70, with the zeros of this one; `None` is never met.
    pub(crate) fn shortened(&self) -> Option<Self> {
        two_turns(&self.0, &self.0).or_else(|| {
            Self::from_quaternion(&quaternion_of(&self.0).map(|part| part.rounded(QUATERNION_BITS)))
        })
    }

    /// The signed permutation that this rotation is within 1e-12, or itself: what is closer is rounding.
    #[must_use]
    pub fn snapped(self) -> Self {
        let snapped = self.clone().without_rounding();
        let permutation = (snapped.0.iter().flatten()).all(|entry| entry.to_integer().is_some());
        if permutation { snapped } else { self }
    }

    /// Entries within 1e-12 of 0 and ±1 replaced by those.
    fn without_rounding(self) -> Self {
        let rounding = Number::ONE / Number::from(1_000_000_000_000);
        let clean = |entry: Number| {
            let whole = Number::from(entry.scaled(0));
            if (&entry - &whole).abs() < rounding {
                whole
            } else {
                entry
            }
        };
        Self(self.0.map(|row| row.map(clean)))
    }
}

/// The inverse of the transpose: cofactors over the determinant.
fn inverse_transposed(m: &[[Number; 3]; 3]) -> Option<[[Number; 3]; 3]> {
    let cofactor = |i: usize, j: usize| {
        let (a, b, c, d) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        &m[a][c] * &m[b][d] - &m[a][d] * &m[b][c]
    };
    let scale = (0..3)
        .fold(Number::ZERO, |sum, j| sum + &m[0][j] * cofactor(0, j))
        .inverse()?;
    Some(std::array::from_fn(|i| {
        std::array::from_fn(|j| cofactor(i, j) * &scale)
    }))
}

/// The orthogonal matrix `m`, where `given` has a 0 off its diagonal, at (i, j), as R_i(α) R_j(γ), which keeps that 0
/// (Newton's iteration loses it). Its column j is
/// cos α e_j + sin α e_i × e_j, its row i is cos γ e_i + sin γ e_i × e_j.
fn two_turns(given: &[[Number; 3]; 3], m: &[[Number; 3]; 3]) -> Option<Rotation> {
    const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
    let places = (0..3).flat_map(|i| (1..3).map(move |step| (i, step)));
    let (i, step) = places
        .into_iter()
        .find(|&(i, step)| given[i][(i + step) % 3].is_zero())?;
    let (j, k) = ((i + step) % 3, (i + 3 - step) % 3);
    // e_i × e_j = ± e_k
    let signed = |entry: &Number| if step == 1 { entry.clone() } else { -entry };
    let first = Angle::of_direction(&m[j][j], &signed(&m[k][j])).circle();
    let second = Angle::of_direction(&m[i][i], &signed(&m[i][k])).circle();
    Some(Rotation::about(AXES[i], &first).times(&Rotation::about(AXES[j], &second)))
}

/// A quaternion (x, y, z, w), of any length, of an orthogonal matrix, from its largest component (Shepperd).
fn quaternion_of(m: &[[Number; 3]; 3]) -> [Number; 4] {
    let trace = &m[0][0] + &m[1][1] + &m[2][2];
    let skew = |i: usize| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &m[k][j] - &m[j][k]
    };
    let largest = (0..3).max_by(|&i, &j| m[i][i].cmp(&m[j][j])).unwrap_or(0);
    if trace >= m[largest][largest] {
        return [skew(0), skew(1), skew(2), Number::ONE + trace];
    }
    let (i, j, k) = (largest, (largest + 1) % 3, (largest + 2) % 3);
    let mut quaternion: [Number; 4] = Default::default();
    quaternion[i] = Number::ONE + &m[i][i] - &m[j][j] - &m[k][k];
    quaternion[j] = &m[i][j] + &m[j][i];
    quaternion[k] = &m[i][k] + &m[k][i];
    quaternion[3] = skew(i);
    quaternion
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).expect(text)
    }

    fn vector(text: [&str; 3]) -> [Number; 3] {
        text.map(number)
    }

    fn assert_is_rotation(r: &Rotation) {
        assert_eq!(r.times(&r.transposed()), Rotation::identity());
        let inverse = inverse_transposed(&r.0).expect("regular");
        assert_eq!(Rotation(inverse), *r, "determinant -1");
    }

    #[test]
    fn rotations_about_axes_turn_the_right_way() {
        let quarter = Circle::of_quarter_turns(1);
        let e = |i: i64| [0, 1, 2].map(|j| Number::from(i64::from(i == j)));
        assert_eq!(Rotation::about(Axis::X, &quarter).apply(&e(1)), e(2));
        assert_eq!(Rotation::about(Axis::Y, &quarter).apply(&e(2)), e(0));
        assert_eq!(Rotation::about(Axis::Z, &quarter).apply(&e(0)), e(1));
    }

    #[test]
    fn quaternions_are_divided_by_their_squared_norm() {
        let q = [1, 2, 3, 4].map(Number::from);
        assert_is_rotation(&Rotation::from_quaternion(&q).expect("not zero"));
        let half = Rotation::from_quaternion(&[0, 0, 5, 5].map(Number::from)).expect("not zero");
        assert_eq!(half, Rotation::about(Axis::Z, &Circle::of_quarter_turns(1)));
        assert_eq!(Rotation::from_quaternion(&Default::default()), None);
    }

    #[test]
    fn z_is_taken_to_any_axis() {
        for axis in [
            ["0", "0", "1"],
            ["0", "0", "-2"],
            ["3", "0", "0"],
            ["-1", "0", "0"],
            ["0", "1", "0"],
            ["0", "-1", "0"],
            ["0.6", "0", "0.8"],
            ["0.6", "0", "-0.8"],
            ["1", "2", "-2"],
            ["0.57117453", "-0.18110", "0.8006"],
            ["1e-9", "0", "-1"],
            ["1", "1", "0"],
            ["1e-150", "2e-150", "-1e-150"],
        ] {
            let axis = vector(axis);
            let a = Rotation::taking_z_to(&axis).expect("not zero");
            assert_is_rotation(&a);
            let norm = (0..3)
                .fold(Number::ZERO, |s, i| s + &axis[i] * &axis[i])
                .sqrt_rounded(200)
                .expect("positive");
            for i in 0..3 {
                let error = (&a.0[i][2] - &axis[i] / &norm).abs();
                assert!(error < Number::dyadic(1.into(), 90), "{axis:?}");
            }
        }
        assert_eq!(Rotation::taking_z_to(&Default::default()), None);
    }

    #[test]
    fn the_nearest_rotation_of_a_rounded_one_is_that_one() {
        for angles in [
            ["0.3", "1.1", "-2"],
            ["0", "0.01", "0"],
            ["3.1", "0.01", "0"],
            ["0.4", "0", "2"],
            ["0", "-1", "0.5"],
            ["0", "0", "2.9"],
            ["-1.5708", "3.14", "1"],
        ] {
            let turn =
                |axis, text| Rotation::about(axis, &Angle::parse(text).expect("angle").circle());
            let exact = turn(Axis::Z, angles[2])
                .times(&turn(Axis::Y, angles[1]))
                .times(&turn(Axis::X, angles[0]));
            let rounded = exact
                .0
                .clone()
                .map(|row| row.map(|x| Number::from_f64(x.to_f64()).expect("finite")));
            let nearest = Rotation::nearest(&rounded).expect("regular");
            assert_is_rotation(&nearest);
            for (a, b) in nearest.0.iter().flatten().zip(exact.0.iter().flatten()) {
                assert!((a - b).abs().to_f64() < 2e-16);
                assert_eq!(a.is_zero(), b.is_zero(), "a zero was lost");
            }
        }
    }

    #[test]
    fn exact_rotations_stay_and_near_permutations_become_exact() {
        let exact = [["0.6", "-0.8", "0"], ["0.8", "0.6", "0"], ["0", "0", "1"]].map(vector);
        assert_eq!(Rotation::nearest(&exact), Some(Rotation(exact.clone())));
        let near = [
            ["6e-17", "-1", "0"],
            ["1", "6e-17", "1e-14"],
            ["0", "0", "1"],
        ]
        .map(vector);
        let quarter = Rotation::about(Axis::Z, &Circle::of_quarter_turns(1));
        assert_eq!(Rotation::nearest(&near), Some(quarter));
    }
}
