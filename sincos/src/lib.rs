//! The kernels of generated code. The crate is named after the first of them:
//!
//! | item | contents |
//! |---|---|
//! | [`sincos()`], [`sincosf`] | sine and cosine of an array of angles |
//! | [`state`] | integration and difference of states with quaternions, and the saturation of dry friction |
//! | [`linear`] | systems of linear equations of closed loops: square ones, and those of least norm |
//! | [`Status`] | the result of a generated function that can fail |
//! | [`source`] | the text of these kernels, for generated files that carry their own |
//!
//! # Sine and cosine
//!
//! Sine and cosine of all joint angles at once: padded array → two arrays, in two loops of constant length that the
//! compiler vectorises.
//!
//! IEEE `+`, `−`, `×` and integer bit operations only: no branch, no table, no call, no state. Every processor,
//! compiler and optimisation level gives the same bits, and so do the twins that `denoc` prints into generated C and
//! JavaScript (`codegen/src/emit/c99/kernels`, `codegen/src/emit/javascript/kernels`). Generated Rust that stands alone carries
//! the text of this crate: [`source`].
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
//!   `codegen/src/emit/c99/kernels/guard.c`.
//! - Angles that are stored one by one and then loaded as one vector stall the processor by some 15 ns. That is why
//!   both functions are always inlined: the array then stays in registers.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

#[cfg(any(feature = "std", feature = "libm"))]
mod library;
pub mod linear;
pub mod sine;
pub mod source;
pub mod state;
mod status;

#[cfg(any(feature = "std", feature = "libm"))]
pub use library::{sin_cos_libm, sin_cosf_libm};
pub use sine::double::LIMIT;
pub use sine::single::LIMIT as LIMIT_F32;
pub use status::Status;

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
    sine::double::sincos(angles, sin, cos);
}

/// [`sincos`] in single precision throughout. Error below 1 ulp for |x| ≤ [`LIMIT_F32`], the fixed NaN beyond it.
#[inline(always)]
pub fn sincosf<const N: usize>(angles: &[f32; N], sin: &mut [f32; N], cos: &mut [f32; N]) {
    sine::single::sincos(angles, sin, cos);
}

/// One lane of [`sincos`], the same bits: `(sin x, cos x)`.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    sine::double::sin_cos(x)
}

/// One lane of [`sincosf`], the same bits: `(sin x, cos x)`.
#[inline]
pub fn sin_cosf(x: f32) -> (f32, f32) {
    sine::single::sin_cos(x)
}
