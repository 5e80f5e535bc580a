//! Sequences of constant turns, and poses made of them: turns about one axis are added as angles.

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::pose::{Pose, Rotation};
use crate::exact::rotation::Axis;

/// Numbers of a placement with more bits are rounded where another is placed in it: no robot but a chain of some ten bodies,
/// each fixed askew on the one before, has them.
const LONGEST: usize = 8192;

/// The same once a rotation was rounded.
const NEAR: usize = 512;

/// A product of constant rotations. `Rx(.1) Rx(.2) Rx(-.3)` is the identity exactly, which the product of three
/// circle points would miss.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Vec<Turn>);

#[derive(Clone, Debug)]
enum Turn {
    About(Axis, Angle),
    By(Rotation),
    /// A rotation that was rounded: what follows it is rounded with it at once.
    Near(Rotation),
}

impl Turns {
    /// One turn about an axis.
    pub(crate) fn about(axis: Axis, angle: Angle) -> Self {
        Self(Vec::new()).then(&Self(vec![Turn::About(axis, angle)]))
    }

    /// `Rz(yaw) Ry(pitch) Rx(roll)`.
    pub(crate) fn of_rpy([roll, pitch, yaw]: [Angle; 3]) -> Self {
        Self::about(Axis::Z, yaw)
            .then(&Self::about(Axis::Y, pitch))
            .then(&Self::about(Axis::X, roll))
    }

    /// One rotation.
    pub(crate) fn by(rotation: Rotation) -> Self {
        Self(Vec::new()).then(&Self(vec![Turn::By(rotation)]))
    }

    /// A rotation that takes z to `axis` (as [`Rotation::taking_z_to`]); quarter turns stay angles.
    pub(crate) fn taking_z_to(axis: &[Number; 3]) -> Option<Self> {
        let [x, y, z] = axis;
        let sign = |n: &Number| if n.is_negative() { -1 } else { 1 };
        let about = |axis, count| Some(Self::about(axis, Angle::of_quarter_turns(count)));
        match (x.is_zero(), y.is_zero(), z.is_zero()) {
            (true, true, false) => about(Axis::X, 1 - sign(z)),
            (false, true, true) => about(Axis::Y, sign(x)),
            (true, false, true) => about(Axis::X, -sign(y)),
            _ => Rotation::taking_z_to(axis).map(Self::by),
        }
    }

    /// `self · other`.
    pub(crate) fn then(mut self, other: &Self) -> Self {
        for turn in &other.0 {
            self.push(turn.clone());
        }
        self
    }

    /// The same rotation within 2^-70, the constant turns at its end replaced by one of short numbers where it has long
    /// ones: each turn adds hundreds of bits, and a chain may have thousands.
    fn shortened(&self) -> Option<Self> {
        let formulas = self.0.iter().rposition(Turn::is_formula);
        let (kept, constant) = self.0.split_at(formulas.map_or(0, |last| last + 1));
        let product = Self(constant.to_vec()).rotation();
        let long = |number: &Number| number.bits() > LONGEST;
        let is_long =
            (self.is_near() && constant.len() > 1) || product.0.iter().flatten().any(long);
        let near = Turn::Near(product.shortened().filter(|_| is_long)?);
        Some(Self(kept.iter().cloned().chain([near]).collect()))
    }

    /// Whether numbers of it were rounded.
    fn is_near(&self) -> bool {
        self.0.iter().any(|turn| matches!(turn, Turn::Near(_)))
    }

    fn push(&mut self, turn: Turn) {
        let merged = match (self.0.last(), &turn) {
            (Some(Turn::About(a, x)), Turn::About(b, y)) if a == b => {
                Turn::About(*a, x.clone() + y.clone())
            }
            (Some(Turn::By(r)), Turn::By(s)) => Turn::By(r.times(s)),
            _ => {
                if !turn.is_identity() {
                    self.0.push(turn);
                }
                return;
            }
        };
        self.0.pop();
        if !merged.is_identity() {
            self.0.push(merged);
        }
    }

    /// The inverse.
    pub(crate) fn inverse(&self) -> Self {
        let invert = |turn: &Turn| match turn {
            Turn::About(axis, angle) => Turn::About(*axis, -angle.clone()),
            Turn::By(rotation) => Turn::By(rotation.transposed()),
            Turn::Near(rotation) => Turn::Near(rotation.transposed()),
        };
        Self(self.0.iter().rev().map(invert).collect())
    }

    /// The rotation matrix.
    pub(crate) fn rotation(&self) -> Rotation {
        let matrix = |turn: &Turn| match turn {
            Turn::About(axis, angle) => Rotation::about(*axis, &angle.circle()),
            Turn::By(rotation) | Turn::Near(rotation) => rotation.clone(),
        };
        let mut turns = self.0.iter().map(matrix);
        let Some(first) = turns.next() else {
            return Rotation::identity();
        };
        turns.fold(first, |product, next| product.times(&next))
    }
}

impl Turn {
    /// Whether it depends on parameters.
    fn is_formula(&self) -> bool {
        match self {
            Self::About(_, angle) => angle.half_turns.is_formula() || angle.radians.is_formula(),
            Self::By(rotation) | Self::Near(rotation) => {
                rotation.0.iter().flatten().any(Number::is_formula)
            }
        }
    }

    fn is_identity(&self) -> bool {
        match self {
            Self::About(_, angle) => angle.quarter_turns().is_some_and(|count| count % 4 == 0),
            Self::By(rotation) | Self::Near(rotation) => *rotation == Rotation::identity(),
        }
    }
}

/// A constant pose whose rotation is still a sequence of turns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placement {
    /// Axes of the inner frame in the outer.
    pub(crate) turns: Turns,
    /// Origin of the inner frame in the outer, m.
    pub(crate) xyz: [Number; 3],
}

impl Placement {
    /// A turn without a shift.
    pub(crate) fn turned(turns: Turns) -> Self {
        Self {
            turns,
            xyz: Default::default(),
        }
    }

    /// A shift without a turn.
    pub(crate) fn shifted(x: &Number, y: &Number, z: &Number) -> Self {
        Self {
            turns: Turns::default(),
            xyz: [x.clone(), y.clone(), z.clone()],
        }
    }

    /// A shift along z.
    pub(crate) fn along_z(distance: &Number) -> Self {
        Self::shifted(&Number::ZERO, &Number::ZERO, distance)
    }

    /// The placement of a pose.
    pub(crate) fn of(pose: &Pose) -> Self {
        Self {
            turns: Turns::by(pose.rotation.clone()),
            xyz: pose.translation.clone(),
        }
    }

    /// `self · other`; numbers of more than a thousand digits are rounded, rotations stay orthogonal.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let turns = (self.turns.shortened()).unwrap_or_else(|| self.turns.clone());
        let moved = turns.rotation().apply(&other.xyz);
        let longest = if turns.is_near() { NEAR } else { LONGEST };
        let xyz = |i: usize| (&moved[i] + &self.xyz[i]).without_excess(longest);
        Self {
            turns: turns.then(&other.turns),
            xyz: std::array::from_fn(xyz),
        }
    }

    /// Whether numbers of it were rounded.
    pub(crate) fn is_near(&self) -> bool {
        self.turns.is_near()
    }

    /// The inverse.
    pub(crate) fn inverse(&self) -> Self {
        let turns = self.turns.inverse();
        let back = turns.rotation().apply(&self.xyz);
        Self {
            turns,
            xyz: back.map(|x| -x),
        }
    }

    /// The pose.
    pub(crate) fn pose(&self) -> Pose {
        Pose {
            rotation: self.turns.rotation(),
            translation: self.xyz.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(axis: Axis, text: &str) -> Turns {
        Turns::about(axis, Angle::parse(text).expect(text))
    }

    #[test]
    fn turns_about_one_axis_cancel_exactly() {
        let sum = (turn(Axis::X, "0.1").then(&turn(Axis::X, "0.2"))).then(&turn(Axis::X, "-0.3"));
        assert_eq!(sum.rotation(), Rotation::identity());
        let nested = turn(Axis::X, "0.1")
            .then(&turn(Axis::Z, "2"))
            .then(&turn(Axis::Z, "-2"))
            .then(&turn(Axis::X, "-0.1"));
        assert!(nested.0.is_empty());
    }

    #[test]
    fn a_sequence_times_its_inverse_is_the_identity() {
        let angles = ["0.1", "0.2", "pi/2"].map(|text| Angle::parse(text).expect(text));
        let turns = Turns::of_rpy(angles).then(&Turns::by(turn(Axis::Y, "1").rotation()));
        assert_eq!(
            turns.rotation().times(&turns.inverse().rotation()),
            Rotation::identity()
        );
        assert!(turns.clone().then(&turns.inverse()).0.is_empty());
    }

    /// Ten degrees or so about each axis and a shift, `count` times.
    fn chain(count: usize) -> Placement {
        let angles = ["0.1", "0.2", "0.3"].map(|text| Angle::parse(text).expect(text));
        let [x, y] = ["1", "0.3"].map(|text| Number::parse(text).expect(text));
        let link = Placement {
            turns: Turns::of_rpy(angles),
            xyz: [x, y, Number::ZERO],
        };
        (0..count).fold(Placement::default(), |whole, _| whole.times(&link))
    }

    #[test]
    fn a_long_chain_has_short_numbers_and_is_still_a_rotation() {
        let pose = chain(400).pose();
        assert_eq!(
            pose.rotation.times(&pose.rotation.transposed()),
            Rotation::identity()
        );
        assert!(pose.numbers().all(|number| number.bits() < 3 * LONGEST));
        // The same product in floating point.
        let link = chain(1).pose();
        let (mut r, mut p) = (
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [0.0; 3],
        );
        let step = link.rotation.0.map(|row| row.map(|entry| entry.to_f64()));
        let shift = link.translation.map(|entry| entry.to_f64());
        for _ in 0..400 {
            let dot = |row: [f64; 3], column: [f64; 3]| -> f64 {
                row.iter().zip(column).map(|(a, b)| a * b).sum()
            };
            p = std::array::from_fn(|i| p[i] + dot(r[i], shift));
            r = r.map(|row| std::array::from_fn(|j| dot(row, step.map(|line| line[j]))));
        }
        for (exact, float) in pose.numbers().zip(r.iter().flatten().chain(&p)) {
            assert!((exact.to_f64() - float).abs() < 1e-11, "{exact:?} {float}");
        }
    }

    #[test]
    fn a_short_chain_is_exact() {
        let (there, link) = (chain(8), chain(1).pose());
        let exact = (0..8).fold(Pose::identity(), |whole, _| whole.times(&link));
        assert_eq!(there.pose(), exact);
    }

    #[test]
    fn a_long_rotation_about_one_axis_keeps_its_zeros() {
        let about = turn(Axis::X, "0.1").rotation();
        let long = (0..40).fold(about.clone(), |whole, _| whole.times(&about));
        let short = long.shortened().expect("no zero");
        let digits = |r: &Rotation| r.0.iter().flatten().map(Number::bits).max();
        assert!(digits(&short) < digits(&long));
        for (a, b) in short.0.iter().flatten().zip(long.0.iter().flatten()) {
            assert_eq!(a.to_f64(), b.to_f64());
            assert_eq!(a.is_zero(), b.is_zero());
        }
    }

    /// The turn of a parameter stays a formula; what follows it becomes short.
    #[test]
    fn turns_of_parameters_stay_in_a_long_chain() {
        let parameter = Angle::of_radians(Number::parameter(0, &Number::ONE));
        let start = Placement::turned(Turns::about(Axis::Z, parameter));
        let links = chain(1);
        let whole = (0..40).fold(start, |whole, _| whole.times(&links));
        assert!(matches!(&whole.turns.0[0], Turn::About(_, angle) if angle.radians.is_formula()));
        let rotation = whole.turns.rotation();
        assert!(rotation.0.iter().flatten().all(|n| n.bits() < 3 * LONGEST));
    }

    #[test]
    fn coordinate_axes_are_reached_by_quarter_turns() {
        for axis in [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
            [-1, 0, 0],
            [0, -1, 0],
            [0, 0, -1],
        ] {
            let axis = axis.map(Number::from);
            let turns = Turns::taking_z_to(&axis).map(|turns| turns.rotation());
            assert_eq!(turns, Rotation::taking_z_to(&axis));
        }
    }
}
