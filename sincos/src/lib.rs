//! The kernels of generated code. The crate is named after the first of them:
//!
//! | item | contents |
//! |---|---|
//! | [`sincos()`], [`sincosf`] | sine and cosine of an array of angles |
//! | [`sincos_with_tails`], [`sincosf_with_tails`] | the same of sums of angles, with what rounding took from the sums |
//! | [`state`] | integration and difference of states with quaternions, and the saturation of dry friction |
//! | [`linear`] | systems of linear equations of closed loops: square ones, and those of least norm |
//! | [`Status`] | the result of a generated function that can fail |
//! | [`source`] | the text of these kernels, for generated files that carry their own |
//!
//! # Sine and cosine
//!
//! Sine and cosine of all joint angles at once: an array → two arrays, four angles at a time in vectors (`wide`); where the processor has
//! none, each by itself.
//!
//! IEEE `+`, `−`, `×` and integer bit operations only: no branch, no table, no call, no state. Every processor,
//! compiler and optimisation level gives the same bits, and so do the twins that `denoc` prints into generated C and
//! JavaScript (`codegen/src/emit/c99/kernels`, `codegen/src/emit/javascript/kernels`). Generated Rust that stands alone carries
//! the text of this crate: [`source`].
//!
//! | | domain | worst error found | looked for at |
//! |---|---|---|---|
//! | [`sincos()`] | \|x\| ≤ 2·10⁸ | 0.79 ulp | 2·10⁷ random points, neighbours of all multiples of π/2 (there 0.50 ulp) |
//! | [`sincosf`] | \|x\| ≤ 51 200 | 0.81 ulp | all `f32` of the domain |
//!
//! # Sums of angles
//!
//! Rounding a sum of angles costs half a unit in its last place, which is no small angle after many turns: 7·10⁻¹² rad at 10⁵ rad.
//! [`sum_tail`] and [`product_tail`] are what rounding took from a sum and from a multiple, and [`sincos_with_tails`] takes sine
//! and cosine of the sums with it: their error then is that of a small angle, whatever the number of turns.
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
pub use sine::double::{product_tail, sum_tail};
pub use sine::single::LIMIT as LIMIT_F32;
pub use sine::single::{product_tail as product_tailf, sum_tail as sum_tailf};
pub use status::Status;

/// `sin[i]` and `cos[i]` of `angles[i]`, in radians.
///
/// Any `N` works; multiples of 4 fill the vectors. Error below 1 ulp for |x| ≤ [`LIMIT`], the fixed
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

/// `sin[i]` and `cos[i]` of `angles[i] + tails[i]`, in radians: [`sincos`] of sums of angles, with what rounding took from them.
///
/// ```
/// use denoc_sincos::{sincos_with_tails, sum_tail};
/// let (a, b) = (1e5, 0.1);
/// let sum = a + b;
/// let (mut sin, mut cos) = ([0.0], [0.0]);
/// sincos_with_tails(&[sum], &[sum_tail(a, b, sum, 0.0, 0.0)], &mut sin, &mut cos);
/// assert!((sin[0] - (a.sin() * b.cos() + a.cos() * b.sin())).abs() < 2e-16);
/// assert!((sin[0] - sum.sin()).abs() > 1e-12);
/// ```
#[inline(always)]
pub fn sincos_with_tails<const N: usize>(
    angles: &[f64; N],
    tails: &[f64; N],
    sin: &mut [f64; N],
    cos: &mut [f64; N],
) {
    sine::double::sincos_with_tails(angles, tails, sin, cos);
}

/// [`sincos_with_tails`] in single precision throughout.
#[inline(always)]
pub fn sincosf_with_tails<const N: usize>(
    angles: &[f32; N],
    tails: &[f32; N],
    sin: &mut [f32; N],
    cos: &mut [f32; N],
) {
    sine::single::sincos_with_tails(angles, tails, sin, cos);
}

/// One lane of [`sincos`], the same bits: `(sin x, cos x)`.
#[inline(always)]
pub fn sin_cos(x: f64) -> (f64, f64) {
    sine::double::sin_cos(x)
}

/// One lane of [`sincosf`], the same bits: `(sin x, cos x)`.
#[inline(always)]
pub fn sin_cosf(x: f32) -> (f32, f32) {
    sine::single::sin_cos(x)
}

/// One lane of [`sincos_with_tails`], the same bits.
#[inline(always)]
pub fn sin_cos_with_tail(x: f64, tail: f64) -> (f64, f64) {
    sine::double::sin_cos_with_tail(x, tail)
}

/// One lane of [`sincosf_with_tails`], the same bits.
#[inline(always)]
pub fn sin_cosf_with_tail(x: f32, tail: f32) -> (f32, f32) {
    sine::single::sin_cos_with_tail(x, tail)
}
