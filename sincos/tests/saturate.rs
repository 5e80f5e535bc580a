//! `saturate` against integer square roots, and its edges.

mod reference;

use dashu_int::ops::{Abs, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};
use denoc_sincos::state::{double, single};
use reference::{FRACTION, Random, fixed};

/// a / √(a² + b²) in fixed point, a > 0.
fn exact(a: f64, b: f64) -> IBig {
    let (a, b) = (fixed(a), fixed(b));
    let squared: UBig = (&a * &a + &b * &b).unsigned_abs();
    (a << FRACTION) / IBig::from(squared.sqrt())
}

/// The difference from the exact value in units of `ulp` of the value found.
fn error(found: f64, exact: &IBig, ulp: f64) -> f64 {
    let difference = (fixed(found) - exact).abs().to_f64().value();
    difference / 2_f64.powi(FRACTION as i32) / (2_f64.powi(found.abs().log2().floor() as i32) * ulp)
}

/// Rates of both signs and many sizes, about the scale.
fn arguments(count: usize) -> impl Iterator<Item = (f64, f64)> {
    let mut random = Random(31);
    (0..count).map(move |_| {
        let scale = 10_f64.powf(random.within(6.0));
        (scale * 10_f64.powf(random.within(4.0)), scale)
    })
}

#[test]
fn double_precision_is_within_three_ulp() {
    let mut worst = 0.0_f64;
    for (a, b) in arguments(200_000) {
        let found = double::saturate(a, b);
        worst = worst.max(error(found, &exact(a, b), f64::EPSILON));
        assert_eq!(double::saturate(-a, b), -found);
        assert_eq!(double::saturate(a, -b), found);
    }
    println!("worst error {worst:.2} ulp");
    assert!(worst < 3.0, "{worst}");
}

#[test]
fn single_precision_is_within_three_ulp() {
    let mut worst = 0.0_f64;
    for (a, b) in arguments(200_000) {
        let (a, b) = (a as f32, b as f32);
        let found = f64::from(single::saturate(a, b));
        let exact = exact(f64::from(a), f64::from(b));
        worst = worst.max(error(found, &exact, f64::from(f32::EPSILON)));
    }
    println!("worst error {worst:.2} ulp");
    assert!(worst < 3.0, "{worst}");
}

#[test]
fn saturation_is_a_number_at_every_rate() {
    for b in [1e-150, 1e-12, 0.01, 1.0, 1e9, 1e150] {
        assert_eq!(double::saturate(0.0, b).to_bits(), 0);
        assert_eq!(double::saturate(-0.0, b).to_bits(), (-0.0_f64).to_bits());
        for a in [5e-324, 1e-310, 1e-200, 1e-30, 1.0, 1e30, 1e150] {
            let found = double::saturate(a, b);
            let expected = a / a.hypot(b);
            let small = a.hypot(b) < 1e-140;
            assert!(
                found.is_finite() && found.abs() <= 1.0 + f64::EPSILON,
                "{a} {b}"
            );
            assert!(
                small || (found - expected).abs() <= 1e-15 * expected,
                "{a} {b}: {found}"
            );
        }
    }
    for b in [1e-20, 1e-12, 0.01, 1.0, 1e9, 1e18_f32] {
        for a in [0.0, 1e-45, 1e-38, 1e-20, 1.0, 1e18] {
            let found = single::saturate(a, b);
            assert!(
                found.is_finite() && found.abs() <= 1.0 + f32::EPSILON,
                "{a} {b}"
            );
        }
    }
    assert_eq!(double::saturate(0.0, 0.0), 0.0);
}
