//! The functions that machine code calls, and the sines of batches: as they are for every processor, and once more for those that have wider
//! vectors, which this file asks for at run time.
//! Angles come in registers: stored one by one and loaded as a vector they would stall the
//! processor for as long as their sines take.

use denoc_sincos::sine::{double, single};
use denoc_sincos::state;

/// Sines and cosines of some angles.
macro_rules! lanes {
    // Vectors of the crate `wide`, which the least of processors has.
    (wide, $kernels:ident, $angles:expr, $tails:expr, $circle:expr) => {{
        let [sin, cos] = $circle;
        $kernels::sincos_with_tails(&$angles, &$tails, sin, cos);
    }};
    // One by one: LLVM makes vectors of that where there are wide ones, and nowhere else.
    (arrays, $kernels:ident, $angles:expr, $tails:expr, $circle:expr) => {{
        let [sin, cos] = $circle;
        let (angles, tails) = ($angles, $tails);
        for lane in 0..angles.len() {
            (sin[lane], cos[lane]) = $kernels::sin_cos_with_tail(angles[lane], tails[lane]);
        }
    }};
}

macro_rules! kernels {
    ($(#[$feature:meta])? $vectors:ident, $float:ty, $kernels:ident, $state:ident) => {
        /// The sines, then the cosines, of four angles.
        $(#[$feature])?
        pub(in super::super) extern "C" fn four(
            a: $float,
            b: $float,
            c: $float,
            d: $float,
            circle: &mut [[$float; 4]; 2],
        ) {
            lanes!($vectors, $kernels, [a, b, c, d], [0.0; 4], circle);
        }

        /// The sines, then the cosines, of two angles.
        $(#[$feature])?
        pub(in super::super) extern "C" fn two(a: $float, b: $float, circle: &mut [[$float; 2]; 2]) {
            lanes!($vectors, $kernels, [a, b], [0.0; 2], circle);
        }

        /// The sines, then the cosines, of four angles with their tails.
        #[allow(clippy::too_many_arguments, reason = "registers")]
        $(#[$feature])?
        pub(in super::super) extern "C" fn four_with_tails(
            a: $float,
            b: $float,
            c: $float,
            d: $float,
            a_tail: $float,
            b_tail: $float,
            c_tail: $float,
            d_tail: $float,
            circle: &mut [[$float; 4]; 2],
        ) {
            let tails = [a_tail, b_tail, c_tail, d_tail];
            lanes!($vectors, $kernels, [a, b, c, d], tails, circle);
        }

        /// The sines, then the cosines, of two angles with their tails.
        $(#[$feature])?
        pub(in super::super) extern "C" fn two_with_tails(
            a: $float,
            b: $float,
            a_tail: $float,
            b_tail: $float,
            circle: &mut [[$float; 2]; 2],
        ) {
            lanes!($vectors, $kernels, [a, b], [a_tail, b_tail], circle);
        }

        /// a / √(a² + b²).
        $(#[$feature])?
        pub(in super::super) extern "C" fn saturate(a: $float, b: $float) -> $float {
            state::$state::saturate(a, b)
        }
    };
}

/// In double precision.
pub(super) mod doubles {
    use super::*;
    kernels!(wide, f64, double, double);
}

/// In single precision.
pub(super) mod singles {
    use super::*;
    kernels!(wide, f32, single, single);
}

/// In double precision, in vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
pub(super) mod doubles_avx2 {
    use super::*;
    kernels!(
        #[target_feature(enable = "avx2")]
        arrays,
        f64,
        double,
        double
    );
}
