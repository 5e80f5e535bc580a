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

#[cfg(test)]
mod tests {
    use super::double;

    /// What there is without the feature `simd`.
    #[allow(
        dead_code,
        unreachable_pub,
        reason = "the test calls one of its functions"
    )]
    mod arrays {
        include!("f64.rs");
        include!("lanes.rs");
        include!("arrays.rs");
    }

    fn assert_same<const N: usize>() {
        let angles: [f64; N] = core::array::from_fn(|k| 0.7 + 1.3 * k as f64);
        let tails: [f64; N] = core::array::from_fn(|k| 3e-17 - 2e-17 * k as f64);
        let (mut sin, mut cos) = ([f64::NAN; N], [f64::NAN; N]);
        arrays::sincos_with_tails(&angles, &tails, &mut sin, &mut cos);
        for k in 0..N {
            let one = double::sin_cos_with_tail(angles[k], tails[k]);
            assert_eq!((sin[k], cos[k]), one, "{k} of {N}");
        }
    }

    /// Groups of four, and all that can be left behind them.
    #[test]
    fn arrays_give_the_bits_of_single_angles() {
        assert_same::<1>();
        assert_same::<2>();
        assert_same::<3>();
        assert_same::<4>();
        assert_same::<5>();
        assert_same::<8>();
        assert_same::<11>();
    }
}
