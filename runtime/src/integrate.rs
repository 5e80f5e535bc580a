//! Fixed steps in time for controllers: a Runge-Kutta step of order 4 and a symplectic one.
//!
//! Both take a state and a step, evaluate the model a fixed number of times and return the next state: no allocation, no branch on
//! values, no error. They are generic over the scalar (`f32`, `f64`) and take the model as closures, so that they fit the generated
//! functions as they are:
//!
//! ```
//! use denoc::integrate::{midpoint, rk4};
//!
//! // A pendulum of 1 kg at 1 m, in place of generated functions.
//! let accelerations = |q: &[f64; 1], _: &[f64; 1]| [-9.81 * q[0].sin()]; // |q, qd| Arm::forward_dynamics(q, qd, &tau)
//! let rates = |q: &[f64; 1], p: &[f64; 1]| ([p[0]], [-9.81 * q[0].sin()]); // |q, p| Arm::hamiltonian_rates(q, p, &tau)
//!
//! let (mut q, mut qd) = ([1.0], [0.0]);
//! let (mut r, mut p) = ([1.0], [0.0]);
//! for _ in 0..1000 {
//!     (q, qd) = rk4(&q, &qd, 1e-3, accelerations);
//!     (r, p) = midpoint(&r, &p, 1e-3, 5, rates);
//! }
//! assert!((q[0] - r[0]).abs() < 1e-5);
//! ```
//!
//! | step | order | evaluations | for |
//! |---|---|---|---|
//! | [`rk4`], [`rk4_on`] | 4 | 4 of the accelerations | the next milliseconds, as exact as possible |
//! | [`midpoint`] | 2 | `rounds` of the Hamiltonian rates | long runs: the energy swings, but does not drift away |
//!
//! Torques are whatever the closure uses; over one step a controller holds them.

use core::ops::{Add, Div, Mul, Sub};

/// A floating-point number that states are made of: `f32`, `f64`, and whatever computes like them.
pub trait Real:
    Copy + From<u8> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
}

impl<T> Real for T where
    T: Copy + From<u8> + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>
{
}

/// One Runge-Kutta step of order 4: coordinates and velocities after the time `dt`, s.
///
/// For models with as many coordinates as velocities; `accelerations(q, qd)` is called four times.
pub fn rk4<T: Real, const N: usize>(
    q: &[T; N],
    qd: &[T; N],
    dt: T,
    accelerations: impl FnMut(&[T; N], &[T; N]) -> [T; N],
) -> ([T; N], [T; N]) {
    rk4_on(q, qd, dt, |q, qd, dt| plus(q, qd, dt), accelerations)
}

/// The same for models with quaternions: `integrate(q, qd, dt)` is the generated function of that name.
///
/// The method is free of commutators (Celledoni, Marthinsen and Owren, *Commutator-free Lie group methods*, 2003): order 4 also
/// where rotations do not commute, with five calls of `integrate`, and unit quaternions out. Where coordinates just add up it is
/// the classical method, to rounding.
pub fn rk4_on<T: Real, const NQ: usize, const NV: usize>(
    q: &[T; NQ],
    qd: &[T; NV],
    dt: T,
    integrate: impl Fn(&[T; NQ], &[T; NV], T) -> [T; NQ],
    mut accelerations: impl FnMut(&[T; NQ], &[T; NV]) -> [T; NV],
) -> ([T; NQ], [T; NV]) {
    let [one, two, three] = [1, 2, 3].map(|value: u8| T::from(value));
    let half = dt / two;
    let (v1, a1) = (*qd, accelerations(q, qd));
    let (q2, v2) = (integrate(q, &v1, half), plus(qd, &a1, half));
    let a2 = accelerations(&q2, &v2);
    let (q3, v3) = (integrate(q, &v2, half), plus(qd, &a2, half));
    let a3 = accelerations(&q3, &v3);
    // Half a step of v1 lies behind q2: from there on by v3 − v1/2.
    let rest = plus(&v3, &v1, one / two - one);
    let (q4, v4) = (integrate(&q2, &rest, dt), plus(qd, &a3, dt));
    let a4 = accelerations(&q4, &v4);
    // Two turns by (3 v1 + 2 v2 + 2 v3 − v4)/12 and (3 v4 + 2 v2 + 2 v3 − v1)/12, together v1/6 + v2/3 + v3/3 + v4/6.
    let inner = plus(&plus(&v2, &v2, one), &plus(&v3, &v3, one), one);
    let weighted =
        |more: &[T; NV], less: &[T; NV]| plus(&plus(&inner, more, three), less, one - two);
    let part = dt / (three * (two * two));
    let q = integrate(
        &integrate(q, &weighted(&v1, &v4), part),
        &weighted(&v4, &v1),
        part,
    );
    let sum = plus(&plus(&plus(&a1, &a2, two), &a3, two), &a4, one);
    (q, plus(qd, &sum, dt / (two * three)))
}

/// One step of the implicit midpoint rule, order 2: coordinates and canonical momenta after the time `dt`, s.
///
/// `rates(q, p)` are q̇ and ṗ of Hamilton's equations. The rule is symplectic, for any Hamiltonian, also one like that of a
/// mechanism, which is no sum of a part of q and a part of p; its equation is solved by `rounds` of substitution, each an evaluation, whose
/// error shrinks by about `dt` times the stiffness in each. Five are enough for steps of a millisecond; 1 (or 0) is the explicit
/// Euler step, 2 the explicit midpoint rule, and both drift. For models with as many coordinates as velocities.
pub fn midpoint<T: Real, const N: usize>(
    q: &[T; N],
    p: &[T; N],
    dt: T,
    rounds: u32,
    mut rates: impl FnMut(&[T; N], &[T; N]) -> ([T; N], [T; N]),
) -> ([T; N], [T; N]) {
    let half = dt / T::from(2);
    let (mut qd, mut pd) = rates(q, p);
    for _ in 1..rounds {
        (qd, pd) = rates(&plus(q, &qd, half), &plus(p, &pd, half));
    }
    (plus(q, &qd, dt), plus(p, &pd, dt))
}

/// x + rate · factor.
fn plus<T: Real, const N: usize>(x: &[T; N], rate: &[T; N], factor: T) -> [T; N] {
    let mut sum = *x;
    for (sum, rate) in sum.iter_mut().zip(rate) {
        *sum = *sum + *rate * factor;
    }
    sum
}
