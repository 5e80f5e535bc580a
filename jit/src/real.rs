//! The floating-point types that functions run in.

use denoc_codegen::Precision;
use denoc_codegen::evaluate::Solving;
use denoc_sincos::sine::{double, single};

/// `f64` or `f32`.
pub trait Real: Solving + Default + PartialOrd + Send + Sync + sealed::Sealed + 'static {
    /// Which.
    #[doc(hidden)]
    const PRECISION: Precision;

    /// A number, rounded.
    #[doc(hidden)]
    fn from_f64(value: f64) -> Self;

    /// The bytes of a vector of 128 bits with the number in all lanes.
    #[doc(hidden)]
    fn vector(self) -> [u8; 16];

    /// Sine and cosine of an angle with its tail.
    #[doc(hidden)]
    fn sin_cos(angle: Self, tail: Self) -> (Self, Self);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f64 {}
    impl Sealed for f32 {}
}

macro_rules! real {
    ($float:ty, $precision:expr, $kernels:ident) => {
        impl Real for $float {
            const PRECISION: Precision = $precision;

            fn from_f64(value: f64) -> Self {
                value as $float
            }

            fn vector(self) -> [u8; 16] {
                let bytes = self.to_ne_bytes();
                core::array::from_fn(|place| bytes[place % bytes.len()])
            }

            #[inline(always)]
            fn sin_cos(angle: Self, tail: Self) -> (Self, Self) {
                $kernels::sin_cos_with_tail(angle, tail)
            }
        }
    };
}
real!(f64, Precision::F64, double);
real!(f32, Precision::F32, single);
