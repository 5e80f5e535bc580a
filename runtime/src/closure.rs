//! Closed loops: coordinates of the tree from which loops were cut → coordinates, and velocities, that close them.
//!
//! A cut leaves equations: the closure Φ(q) = 0, M numbers, m or rad, and its rate Φ̇ = G(q) q̇, where G has M rows.
//! Both functions here take them as closures, and so fit generated functions and those written by hand:
//!
//! ```
//! use denoc::closure::{add, assemble, project};
//!
//! // A crank of 1 m and a coupler of 3.5 m; their end is the end of a rocker of 3 m, 4 m away from the crank.
//! let closure = |q: &[f64; 3]| {
//!     let (crank, coupler, rocker) = (q[0], q[0] + q[1], q[2]);
//!     [
//!         crank.cos() + 3.5 * coupler.cos() - 4.0 - 3.0 * rocker.cos(),
//!         crank.sin() + 3.5 * coupler.sin() - 3.0 * rocker.sin(),
//!     ]
//! };
//! let jacobian = |q: &[f64; 3]| {
//!     let (crank, coupler, rocker) = (q[0], q[0] + q[1], q[2]);
//!     let (x, y) = (3.5 * coupler.cos(), 3.5 * coupler.sin());
//!     [
//!         [-crank.sin() - y, -y, 3.0 * rocker.sin()],
//!         [crank.cos() + x, x, -3.0 * rocker.cos()],
//!     ]
//! };
//!
//! let q = assemble(&[1.0, -0.5, 1.5], closure, jacobian, add)?; // as on a sketch
//! assert!(closure(&q).iter().all(|gap| gap.abs() < 1e-12));
//!
//! // The crank is driven at 1 rad/s: which motion is nearest to that of the crank alone?
//! let (_, qd) = project(&q, &[1.0, 0.0, 0.0], closure, jacobian, add)?;
//! let rates = jacobian(&q).map(|row| row[0] * qd[0] + row[1] * qd[1] + row[2] * qd[2]);
//! assert!(rates.iter().all(|rate| rate.abs() < 1e-12));
//! # Ok::<(), denoc::Status>(())
//! ```
//!
//! Steps are the shortest that the linear equations ask for, of [`minimum_norm`] with a cut-off of 1e-9: loops may be
//! redundant, as those of planar mechanisms in space are, and configurations singular. "Short" mixes radians with
//! metres, as coordinates do.

use crate::Status;
use crate::linear::double::minimum_norm;

/// Singular values of G up to this share of the largest count as 0.
const CUTOFF: f64 = 1e-9;

/// Loops with a gap of this share of 1 + max |G| are closed.
const CLOSED: f64 = 1e-13;

/// Where no step makes the gap smaller, so are those with this one: it is one of rounding.
const STAGNANT: f64 = 1e-10;

/// Newton's steps, at most.
const STEPS: usize = 100;

/// How often a step is halved, at most.
const HALVINGS: usize = 40;

/// q + step, the `integrate` of models with as many coordinates as velocities.
#[must_use]
pub fn add<const N: usize>(q: &[f64; N], step: &[f64; N]) -> [f64; N] {
    let mut sum = *q;
    for (sum, step) in sum.iter_mut().zip(step) {
        *sum += step;
    }
    sum
}

/// Coordinates near `q` that close the loops: Newton's iteration q ← q ⊞ (−G⁺ Φ), its steps halved until |Φ| falls.
///
/// `closure(q)` is Φ, `jacobian(q)` is G, row by row, and `integrate(q, step)` is q ⊞ step: [`add`], or, for models with
/// quaternions, the generated `integrate` over a unit of time.
///
/// Ends when max |Φ| ≤ 1e-13 (1 + max |G|), or when no step makes |Φ| smaller, or after 100 steps. Then 1e-10
/// (1 + max |G|) is enough: far from the base, rounding is larger.
///
/// # Errors
///
/// [`Status::Open`] with max |Φ| when the loops are still open then, and when Φ or G is not finite. The links are too
/// short, or `q` is a dead point (stretched, say, where G⁺ Φ is 0 while Φ is not): begin elsewhere.
pub fn assemble<const NQ: usize, const NV: usize, const M: usize>(
    q: &[f64; NQ],
    closure: impl Fn(&[f64; NQ]) -> [f64; M],
    jacobian: impl Fn(&[f64; NQ]) -> [[f64; NV]; M],
    integrate: impl Fn(&[f64; NQ], &[f64; NV]) -> [f64; NQ],
) -> Result<[f64; NQ], Status> {
    let (mut q, mut gap) = (*q, closure(q));
    for _ in 0..STEPS {
        let g = jacobian(&q);
        if largest(&gap) <= CLOSED * unit(&g) {
            return Ok(q);
        }
        let step = shortest(g, gap).ok_or(Status::Open(largest(&gap)))?;
        let back = step.map(|element| -element);
        match smaller(&q, &gap, back, &closure, &integrate) {
            Some(next) => (q, gap) = next,
            None => break,
        }
    }
    let rounding = STAGNANT * unit(&jacobian(&q));
    let left = largest(&gap);
    (left <= rounding).then_some(q).ok_or(Status::Open(left))
}

/// The state near `q`, `qd` that closes the loops: coordinates as [`assemble`] finds them, velocities q̇ − G⁺ (G q̇).
///
/// Removes the drift of an integration, step by step, and computes its first state. The coordinates of closed
/// loops stay as they are.
///
/// # Errors
///
/// [`Status::Open`] as in [`assemble`]; [`Status::Singular`] when velocities are not finite.
pub fn project<const NQ: usize, const NV: usize, const M: usize>(
    q: &[f64; NQ],
    qd: &[f64; NV],
    closure: impl Fn(&[f64; NQ]) -> [f64; M],
    jacobian: impl Fn(&[f64; NQ]) -> [[f64; NV]; M],
    integrate: impl Fn(&[f64; NQ], &[f64; NV]) -> [f64; NQ],
) -> Result<([f64; NQ], [f64; NV]), Status> {
    let q = assemble(q, closure, &jacobian, integrate)?;
    let g = jacobian(&q);
    let rate = g.map(|row| row.iter().zip(qd).map(|(g, v)| g * v).sum());
    let excess = shortest(g, rate).ok_or(Status::Singular)?;
    let mut qd = *qd;
    for (qd, excess) in qd.iter_mut().zip(&excess) {
        *qd -= excess;
    }
    Ok((q, qd))
}

/// G⁺ b; `None` where something is not finite.
fn shortest<const NV: usize, const M: usize>(
    mut g: [[f64; NV]; M],
    mut b: [f64; M],
) -> Option<[f64; NV]> {
    let mut x = [0.0; NV];
    minimum_norm(M, NV, g.as_flattened_mut(), &mut b, CUTOFF, &mut x).then_some(x)
}

/// Coordinates and their gap after the step, or the first of its halves, quarters, … with a smaller |Φ|.
fn smaller<const NQ: usize, const NV: usize, const M: usize>(
    q: &[f64; NQ],
    gap: &[f64; M],
    mut step: [f64; NV],
    closure: impl Fn(&[f64; NQ]) -> [f64; M],
    integrate: impl Fn(&[f64; NQ], &[f64; NV]) -> [f64; NQ],
) -> Option<([f64; NQ], [f64; M])> {
    for _ in 0..=HALVINGS {
        let next = integrate(q, &step);
        let left = closure(&next);
        if square(&left) < square(gap) {
            return Some((next, left));
        }
        step = step.map(|element| 0.5 * element);
    }
    None
}

fn square(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum()
}

/// 1 + max |G|; NaN, beside which nothing is small, where G is not finite.
fn unit<const NV: usize>(g: &[[f64; NV]]) -> f64 {
    let unit = 1.0 + largest(g.as_flattened());
    if unit.is_finite() { unit } else { f64::NAN }
}

/// The largest magnitude; NaN is larger than all.
fn largest(values: &[f64]) -> f64 {
    let mut largest = 0.0;
    for value in values {
        if value.abs() > largest || value.is_nan() {
            largest = value.abs();
        }
    }
    largest
}
