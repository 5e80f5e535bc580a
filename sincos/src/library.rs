//! Sine and cosine of the platform, for code generated with `--sincos libm`.
//!
//! With feature `std` these are the platform's functions, otherwise those of the crate `libm`. Their bits differ
//! from one to the next.

/// `(sin x, cos x)` in double precision; NaN for ±∞ and NaN.
#[inline]
pub fn sin_cos_libm(x: f64) -> (f64, f64) {
    #[cfg(feature = "std")]
    return x.sin_cos();
    #[cfg(not(feature = "std"))]
    return libm::sincos(x);
}

/// `(sin x, cos x)` in single precision; NaN for ±∞ and NaN.
#[inline]
pub fn sin_cosf_libm(x: f32) -> (f32, f32) {
    #[cfg(feature = "std")]
    return x.sin_cos();
    #[cfg(not(feature = "std"))]
    return libm::sincosf(x);
}
