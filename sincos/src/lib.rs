//! Sine and cosine of all joint angles at once: padded array → two arrays, in two loops of constant length that the
//! compiler vectorises.
//!
//! IEEE `+`, `−`, `×` and integer bit operations only: no branch, no table, no call, no state. Every processor,
//! compiler and optimisation level gives the same bits, and so do the C twins that `denoc` prints into generated C
//! (`codegen/src/emit/sincos_f64.c`, `sincos_f32.c`).
//!
//! | | domain | worst error found | looked for at |
//! |---|---|---|---|
//! | [`sincos()`] | \|x\| ≤ 409 600 | 0.82 ulp | 2·10⁷ random points, neighbours of all multiples of π/2 (there 0.50 ulp) |
//! | [`sincosf`] | \|x\| ≤ 12 800 | 0.80 ulp | all `f32` of the domain |
//!
//! Traps:
//! - Outside the domain, and for ±∞ and NaN, both results are the one quiet NaN with the sign bit and payload clear.
//! - sin(−0) is +0. All other zeros and subnormal numbers come out as they went in.
//! - Nothing here may be contracted to fused operations or reassociated. Rust never does; C needs
//!   `codegen/src/emit/guard.c`.
//! - Angles that are stored one by one and then loaded as one vector stall the processor by some 15 ns. That is why
//!   both functions are always inlined: the array then stays in registers.
//!
//! [`state`] has what is made of it: integration and difference of states with quaternions. [`linear`] has what closed
//! loops need: systems of linear equations.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod double;
#[cfg(any(feature = "std", feature = "libm"))]
mod library;
pub mod linear;
mod single;
pub mod state;
mod status;

pub use double::LIMIT;
#[cfg(any(feature = "std", feature = "libm"))]
pub use library::{sin_cos_libm, sin_cosf_libm};
pub use linear::source::{LINEAR_F32, LINEAR_F64};
pub use single::LIMIT as LIMIT_F32;
pub use status::Status;

/// The text of [`Status`], for generated files that stand alone.
pub const STATUS: &str = include_str!("status.rs");

/// `sin[i]` and `cos[i]` of `angles[i]`, in radians.
///
/// Any `N` works; multiples of 8 (pad with zeros) fill the vectors. Error below 1 ulp for |x| ≤ [`LIMIT`], the fixed
/// NaN beyond it; see the [module](self) for the traps.
///
/// ```
/// let (mut sin, mut cos) = ([0.0; 8], [0.0; 8]);
/// denoc_sincos::sincos(&[0.5; 8], &mut sin, &mut cos);
/// assert!((sin[0] - 0.479425538604203).abs() < 1e-15);
/// ```
#[inline(always)]
pub fn sincos<const N: usize>(angles: &[f64; N], sin: &mut [f64; N], cos: &mut [f64; N]) {
    // Two short loops keep more independent lanes in flight than one long one (27 and 38 ns at N = 8 with SSE2).
    let (mut y, mut tail) = ([0.0; N], [0.0; N]);
    let (mut quadrant, mut no_result) = ([0; N], [0; N]);
    for i in 0..N {
        (y[i], tail[i], quadrant[i], no_result[i]) = double::reduce(angles[i]);
    }
    for i in 0..N {
        (sin[i], cos[i]) = double::evaluate(y[i], tail[i], quadrant[i], no_result[i]);
    }
}

/// [`sincos`] in single precision throughout. Error below 1 ulp for |x| ≤ [`LIMIT_F32`], the fixed NaN beyond it.
#[inline(always)]
pub fn sincosf<const N: usize>(angles: &[f32; N], sin: &mut [f32; N], cos: &mut [f32; N]) {
    let (mut y, mut tail) = ([0.0; N], [0.0; N]);
    let (mut quadrant, mut no_result) = ([0; N], [0; N]);
    for i in 0..N {
        (y[i], tail[i], quadrant[i], no_result[i]) = single::reduce(angles[i]);
    }
    for i in 0..N {
        (sin[i], cos[i]) = single::evaluate(y[i], tail[i], quadrant[i], no_result[i]);
    }
}

/// One lane of [`sincos`], the same bits: `(sin x, cos x)`.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    let (y, tail, quadrant, no_result) = double::reduce(x);
    double::evaluate(y, tail, quadrant, no_result)
}

/// One lane of [`sincosf`], the same bits: `(sin x, cos x)`.
#[inline]
pub fn sin_cosf(x: f32) -> (f32, f32) {
    let (y, tail, quadrant, no_result) = single::reduce(x);
    single::evaluate(y, tail, quadrant, no_result)
}
