//! The floating-point types that functions run in.

use denoc_codegen::Precision;
use denoc_codegen::evaluate::Solving;
use denoc_codegen::program::Constant;
use denoc_sincos::sine::{double, single};

/// `f64` or `f32`.
pub trait Real: Solving + Default + PartialOrd + Send + Sync + sealed::Sealed + 'static {
    /// Which.
    #[doc(hidden)]
    const PRECISION: Precision;

    /// A constant, rounded.
    #[doc(hidden)]
    fn of(constant: &Constant) -> Self;

    /// What rounding leaves of it.
    #[doc(hidden)]
    fn rest_of(constant: &Constant) -> Self;

    /// A number, rounded.
    #[doc(hidden)]
    fn from_f64(value: f64) -> Self;

    /// The bytes of a vector of 128 bits with the number in all lanes.
    #[doc(hidden)]
    fn vector(self) -> [u8; 16];

    /// Sine and cosine of an angle with its tail.
    #[doc(hidden)]
    fn sin_cos(angle: Self, tail: Self) -> (Self, Self);

    /// Sine and cosine of angles with their tails.
    #[doc(hidden)]
    fn sincos<const N: usize>(
        angles: &[Self; N],
        tails: &[Self; N],
        sin: &mut [Self; N],
        cos: &mut [Self; N],
    );
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for f64 {}
    impl Sealed for f32 {}
}

macro_rules! real {
    ($float:ty, $precision:expr, $rounded:ident, $rest:ident, $kernels:ident) => {
        impl Real for $float {
            const PRECISION: Precision = $precision;

            fn of(constant: &Constant) -> Self {
                constant.$rounded()
            }

            fn rest_of(constant: &Constant) -> Self {
                constant.$rest()
            }

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

            #[inline(always)]
            fn sincos<const N: usize>(
                angles: &[Self; N],
                tails: &[Self; N],
                sin: &mut [Self; N],
                cos: &mut [Self; N],
            ) {
                $kernels::sincos_with_tails(angles, tails, sin, cos);
            }
        }
    };
}
real!(f64, Precision::F64, to_f64, rest_f64, double);
real!(f32, Precision::F32, to_f32, rest_f32, single);
