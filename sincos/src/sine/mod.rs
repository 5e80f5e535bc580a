//! x → reduced angle and quadrant → sine and cosine: one source for both precisions, less the constants. Its twin in C is
//! `codegen/src/emit/c99/kernels/sincos.c`, in JavaScript `codegen/src/emit/javascript/kernels/sincos.js`.

/// In double precision.
pub mod double {
    include!("f64.rs");
    include!("lanes.rs");
}

/// In single precision throughout.
pub mod single {
    include!("f32.rs");
    include!("lanes.rs");
}
