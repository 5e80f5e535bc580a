//! x → reduced angle and quadrant → sine and cosine: one source for both precisions, less the constants. Its twin in C is
//! `codegen/src/emit/c99/kernels/sincos.c`, in JavaScript `codegen/src/emit/javascript/kernels/sincos.js`.
//!
//! Groups of angles are vectors of the crate `wide` (feature `simd`). Without it, and in files that stand alone, they are
//! [arrays](crate::source::SINE_ARRAYS).

/// In double precision.
pub mod double {
    include!("f64.rs");
    include!("lanes.rs");
    #[cfg(not(feature = "simd"))]
    include!("arrays.rs");
    #[cfg(feature = "simd")]
    include!("vectors.rs");

    #[cfg(feature = "simd")]
    vector!(four, f64x4, u64x4, 4);
    #[cfg(feature = "simd")]
    vector!(two, f64x2, u64x2, 2);
}

/// In single precision throughout.
pub mod single {
    include!("f32.rs");
    include!("lanes.rs");
    #[cfg(not(feature = "simd"))]
    include!("arrays.rs");
    #[cfg(feature = "simd")]
    include!("vectors.rs");

    #[cfg(feature = "simd")]
    vector!(four, f32x4, u32x4, 4);
    // The shortest vector has four lanes.
    #[cfg(feature = "simd")]
    use four as two;
}
