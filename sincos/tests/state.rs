//! `state` against power series in 320-bit fixed point (products of quaternions and vectors alone, none of the closed
//! forms), and its edges.

mod reference;

use dashu_int::IBig;
use denoc_sincos::state::{double, single};
use reference::{FRACTION, Random, fixed};

type Big3 = [IBig; 3];
type Big4 = [IBig; 4];

fn mul(a: &IBig, b: &IBig) -> IBig {
    (a * b) >> FRACTION
}

fn float(x: &IBig) -> f64 {
    x.to_f64().value() / 2_f64.powi(FRACTION as i32)
}

fn cross(a: &Big3, b: &Big3) -> Big3 {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        mul(&a[j], &b[k]) - mul(&a[k], &b[j])
    })
}

fn product(a: &Big4, b: &Big4) -> Big4 {
    let vector = |q: &Big4| -> Big3 { std::array::from_fn(|i| q[i].clone()) };
    let across = cross(&vector(a), &vector(b));
    let w = (0..3).fold(mul(&a[3], &b[3]), |w, i| w - mul(&a[i], &b[i]));
    let [x, y, z] = std::array::from_fn(|i| mul(&a[3], &b[i]) + mul(&a[i], &b[3]) + &across[i]);
    [x, y, z, w]
}

fn conjugate(q: &Big4) -> Big4 {
    let [x, y, z, w] = q;
    [-x, -y, -z, w.clone()]
}

/// R(q) a = q ⊗ a ⊗ q⁻¹ of a unit quaternion.
fn rotated(q: &Big4, a: &Big3) -> Big3 {
    let [x, y, z] = a.clone();
    let [x, y, z, _] = product(&product(q, &[x, y, z, IBig::ZERO]), &conjugate(q));
    [x, y, z]
}

/// q / |q|, by Newton's iteration.
fn unit(q: &[f64]) -> Big4 {
    let exact: Big4 = std::array::from_fn(|i| fixed(q[i]));
    let squared = exact.iter().fold(IBig::ZERO, |sum, x| sum + mul(x, x));
    let mut inverse = fixed(1.0 / float(&squared).sqrt());
    for _ in 0..5 {
        let error = (IBig::ONE << FRACTION) - mul(&squared, &mul(&inverse, &inverse));
        inverse += mul(&inverse, &error) / 2;
    }
    exact.map(|x| mul(&x, &inverse))
}

/// exp of half a rotation vector: Σ (0, φ/2)ᵏ / k!.
fn exponential(phi: &Big3) -> Big4 {
    let [x, y, z] = phi.clone().map(|x| x / 2);
    let half = [x, y, z, IBig::ZERO];
    let one = [IBig::ZERO, IBig::ZERO, IBig::ZERO, IBig::ONE << FRACTION];
    let (mut sum, mut term) = (one.clone(), one);
    for k in 1..260_u32 {
        term = product(&term, &half).map(|x| x / k);
        for i in 0..4 {
            sum[i] += &term[i];
        }
    }
    sum
}

/// ∫ exp(s φ) a ds over 0 ≤ s ≤ 1: Σ φ̃ᵏ a / (k + 1)!.
fn path(phi: &Big3, a: &Big3) -> Big3 {
    let (mut sum, mut term) = (a.clone(), a.clone());
    for k in 2..260_u32 {
        term = cross(phi, &term).map(|x| x / k);
        for i in 0..3 {
            sum[i] += &term[i];
        }
    }
    sum
}

/// q · exp(v dt) of a pose.
fn integrated(q: &[f64; 7], v: &[f64; 6], dt: f64) -> (Big3, Big4) {
    let step: [IBig; 6] = std::array::from_fn(|i| mul(&fixed(v[i]), &fixed(dt)));
    let (straight, phi): (Big3, Big3) = (
        std::array::from_fn(|i| step[i].clone()),
        std::array::from_fn(|i| step[i + 3].clone()),
    );
    let from = unit(&q[3..]);
    let shift = rotated(&from, &path(&phi, &straight));
    let position = std::array::from_fn(|i| fixed(q[i]) + &shift[i]);
    (position, product(&from, &exponential(&phi)))
}

fn largest<const N: usize>(exact: &[IBig; N], found: &[f64]) -> f64 {
    let each = (0..N).map(|i| float(&(&exact[i] - fixed(found[i]))).abs());
    each.fold(0.0, f64::max)
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn vector<const N: usize>(random: &mut Random, length: f64) -> [f64; N] {
    let v: [f64; N] = std::array::from_fn(|_| random.within(1.0));
    let norm = norm(&v);
    v.map(|x| x / norm * length)
}

fn pose(random: &mut Random, length: f64) -> [f64; 7] {
    let (p, r): ([f64; 3], [f64; 4]) = (vector(random, 1.0), vector(random, length));
    [p[0], p[1], p[2], r[0], r[1], r[2], r[3]]
}

/// The worst of a quantity, with the angle it was found at.
#[derive(Default, Debug)]
struct Worst(f64, f64);

impl Worst {
    fn see(&mut self, error: f64, at: f64) {
        if error > self.0 || error.is_nan() {
            *self = Self(error, at);
        }
    }

    fn assert_below(&self, bound: f64, what: &str) {
        println!("{what}: {:.3e} at {:?}", self.0, self.1);
        assert!(self.0 < bound, "{what}: {self:?}");
    }
}

/// Angles of all sizes, around the half turn and the whole turn above all.
fn angles() -> impl Iterator<Item = f64> {
    use std::f64::consts::{PI, TAU};
    let small = (0..12).map(|k| 10_f64.powi(-k));
    let tiny = [0.0, 1e-15, 1e-20, 1e-40].into_iter();
    let near = [PI, TAU].into_iter().flat_map(|turn| {
        [0.0, 1e-12, 1e-8, 1e-4, 0.1]
            .into_iter()
            .flat_map(move |d| [turn - d, turn + d])
    });
    let spread = (0..40).map(|k| 0.16 * f64::from(k));
    small.chain(tiny).chain(near).chain(spread)
}

#[test]
fn integration_meets_the_power_series_at_every_angle() {
    let mut random = Random(21);
    let (mut turned, mut moved, mut length) =
        (Worst::default(), Worst::default(), Worst::default());
    for angle in angles() {
        for k in 0..6 {
            // Quaternions of unit length and of others.
            let q = pose(&mut random, [1.0, 1.0, 1e-3, 1e5, 1e-60, 1e60][k]);
            let q = if k < 4 {
                q
            } else {
                [q[0], q[1], q[2], 0.0, 0.0, 0.0, q[6]]
            };
            let (v, w): ([f64; 3], [f64; 3]) =
                (vector(&mut random, 2.0), vector(&mut random, angle * 8.0));
            let v = [v[0], v[1], v[2], w[0], w[1], w[2]];
            let dt = 0.125;
            let found = double::integrate_free(q, v, dt);
            let exact_q = if k < 4 {
                q
            } else {
                [q[0], q[1], q[2], 0.0, 0.0, 0.0, q[6].signum()]
            };
            let (position, quaternion) = integrated(&exact_q, &v, dt);
            // The rounding of v dt alone turns by half an ulp of the angle.
            turned.see(largest(&quaternion, &found[3..]) / (1.0 + angle), angle);
            moved.see(largest(&position, &found[..3]), angle);
            length.see((norm(&found[3..]) - 1.0).abs(), angle);
            let ball = double::integrate_spherical([q[3], q[4], q[5], q[6]], w, dt);
            assert_eq!(ball.as_slice(), &found[3..]);
        }
    }
    turned.assert_below(4e-16, "error of the quaternion / (1 + angle)");
    moved.assert_below(4e-16, "error of the position, |p| = 1, |v| dt = 0.25");
    length.assert_below(6e-16, "length of the quaternion");
}

#[test]
fn the_difference_leads_from_one_pose_to_the_other() {
    let mut random = Random(22);
    let (mut turned, mut moved) = (Worst::default(), Worst::default());
    for angle in angles().filter(|angle| *angle <= std::f64::consts::PI + 1e-9) {
        for k in 0..6 {
            let q0 = pose(&mut random, 1.0);
            let (v, w): ([f64; 3], [f64; 3]) =
                (vector(&mut random, 1.0), vector(&mut random, angle));
            let step = [v[0], v[1], v[2], w[0], w[1], w[2]];
            let mut q1 = double::integrate_free(q0, step, 1.0);
            let scale = [1.0, -1.0, 1e-3, -1e5, 1e-10, 1e20][k];
            for element in &mut q1[3..] {
                *element *= scale;
            }
            let found = double::difference_free(q0, q1);
            let (position, mut quaternion) = integrated(&q0, &found, 1.0);
            let goal = unit(&q1[3..]);
            // Both signs are the same rotation.
            let along = (0..4).fold(IBig::ZERO, |sum, i| sum + mul(&goal[i], &quaternion[i]));
            if along < IBig::ZERO {
                quaternion = quaternion.map(|x| -x);
            }
            let away = (0..4).map(|i| float(&(&quaternion[i] - &goal[i])).abs());
            turned.see(away.fold(0.0, f64::max), angle);
            moved.see(largest(&position, &q1[..3]), angle);
            assert!(norm(&found[3..]) < std::f64::consts::PI + 1e-14);
            let (a, b) = ([q0[3], q0[4], q0[5], q0[6]], [q1[3], q1[4], q1[5], q1[6]]);
            let ball = double::difference_spherical(a, b);
            for i in 0..3 {
                // The free joint's own quaternion is of unit length first.
                assert!((ball[i] - found[3 + i]).abs() < 2e-15);
            }
            // And in the joint's own integration.
            let back = double::integrate_free(q0, found, 1.0);
            for i in 0..3 {
                assert!((back[i] - q1[i]).abs() < 3e-15);
            }
        }
    }
    turned.assert_below(6e-16, "error of the quaternion");
    moved.assert_below(1e-15, "error of the position, |p| = |v| = 1");
}

#[test]
fn single_precision_is_double_precision_rounded() {
    let mut random = Random(23);
    let narrow = |x: f64| x as f32;
    let (mut integrated, mut differed) = (Worst::default(), Worst::default());
    for angle in angles() {
        for length in [1.0, 1.0, 1e-4, 1e4] {
            let q = pose(&mut random, length).map(narrow);
            let (v, w): ([f64; 3], [f64; 3]) =
                (vector(&mut random, 2.0), vector(&mut random, angle * 8.0));
            let v = [v[0], v[1], v[2], w[0], w[1], w[2]].map(narrow);
            let (found, exact) = (
                single::integrate_free(q, v, 0.125),
                double::integrate_free(q.map(f64::from), v.map(f64::from), 0.125),
            );
            for i in 0..7 {
                integrated.see(
                    (f64::from(found[i]) - exact[i]).abs() / (1.0 + angle),
                    angle,
                );
            }
            if angle < 3.0 {
                let (back, exact) = (
                    single::difference_free(q, found),
                    double::difference_free(q.map(f64::from), found.map(f64::from)),
                );
                for i in 0..6 {
                    differed.see((f64::from(back[i]) - exact[i]).abs(), angle);
                }
            }
        }
    }
    integrated.assert_below(2e-7, "error of integrate / (1 + angle)");
    differed.assert_below(6e-7, "error of difference");
}

#[test]
fn no_result_at_zero_is_nan() {
    let one = [0.0, 0.0, 0.0, 1.0];
    assert_eq!(double::integrate_spherical(one, [0.0; 3], 0.1), one);
    assert_eq!(double::integrate_spherical(one, [1.0, 2.0, 3.0], 0.0), one);
    assert_eq!(double::difference_spherical(one, one), [0.0; 3]);
    let still = [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0];
    assert_eq!(double::integrate_free(still, [0.0; 6], 1.0), still);
    assert_eq!(double::difference_free(still, still), [0.0; 6]);
    let moved = double::integrate_free(still, [1.0, 2.0, 3.0, 0.0, 0.0, 0.0], 0.5);
    assert_eq!(moved, [1.5, 3.0, 4.5, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(
        double::difference_free(still, moved),
        [0.5, 1.0, 1.5, 0.0, 0.0, 0.0]
    );

    // The quaternion 0 is no rotation.
    let nothing = [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0];
    let twist = [1.0, 2.0, 3.0, 0.1, 0.2, 0.3];
    let after = double::integrate_free(nothing, twist, 1.0);
    assert!(after.iter().all(|x| x.is_finite()));
    assert_eq!(after[3..], [0.0; 4]);
    for (a, b) in [(nothing, still), (still, nothing), (nothing, nothing)] {
        assert_eq!(double::difference_free(a, b), [0.0; 6]);
    }

    // Half a turn either way is half a turn, whatever the signs of the zeros.
    for w in [0.0, -0.0] {
        for x in [1.0, -1.0] {
            let half = double::difference_spherical(one, [x, 0.0, 0.0, w]);
            assert!(
                (half[0].abs() - std::f64::consts::PI).abs() < 1e-15,
                "{half:?}"
            );
            assert_eq!(half[1..].iter().map(|x| x.abs()).sum::<f64>(), 0.0);
        }
    }

    // The smallest numbers there are.
    for tiny in [5e-324, 1e-310, 1e-200, 1e-154, 1e-150, 1e-100] {
        let step = [1.0, 1.0, 1.0, tiny, -tiny, tiny];
        let moved = double::integrate_free(still, step, 1.0);
        assert_eq!(moved[..3], [2.0, 3.0, 4.0]);
        let back = double::difference_free(still, moved);
        for i in 0..6 {
            assert!(
                (back[i] - step[i]).abs() <= 1e-15 * step[i].abs() + 5e-324,
                "{tiny}: {back:?}"
            );
        }
    }
    for tiny in [1e-45, 1e-40, 1e-20, 1e-18, 1e-10_f32] {
        let still = [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0];
        let step = [1.0, 1.0, 1.0, tiny, -tiny, tiny];
        let moved = single::integrate_free(still, step, 1.0);
        let back = single::difference_free(still, moved);
        for i in 0..6 {
            assert!(
                (back[i] - step[i]).abs() <= 1e-6 * step[i].abs() + 1e-45,
                "{tiny}: {back:?}"
            );
        }
    }
}
