//! The platform's sine and cosine, for `--sincos libm`.
#![cfg(any(feature = "std", feature = "libm"))]

use denoc_sincos::{sin_cos, sin_cos_libm, sin_cosf, sin_cosf_libm};

#[test]
fn the_platform_agrees_within_two_ulps() {
    for i in -1000..1000 {
        let x = f64::from(i) * 0.01;
        let ((sin, cos), (s, c)) = (sin_cos(x), sin_cos_libm(x));
        assert!(
            (sin - s).abs() <= 2.3e-16 && (cos - c).abs() <= 2.3e-16,
            "{x}"
        );
        let ((sin, cos), (s, c)) = (sin_cosf(x as f32), sin_cosf_libm(x as f32));
        assert!(
            (sin - s).abs() <= 1.2e-7 && (cos - c).abs() <= 1.2e-7,
            "{x}"
        );
    }
}
