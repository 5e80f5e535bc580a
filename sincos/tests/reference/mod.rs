//! Sine and cosine to 250 bits in fixed point, errors in ulps, and reproducible random points.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "a helper of which each test file uses its part"
)]

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest, DivEuclid, RemEuclid};
use std::sync::LazyLock;

/// Bits after the point.
pub const FRACTION: usize = 320;

static HALF_PI: LazyLock<IBig> = LazyLock::new(|| {
    // Machin: π/4 = 4 atan(1/5) − atan(1/239)
    let atan_of_inverse = |q: i64| {
        let mut power = (IBig::ONE << FRACTION) / q;
        let (mut sum, mut k) = (IBig::ZERO, 1_i64);
        while power != IBig::ZERO {
            let term = &power / k;
            sum += if k % 4 == 1 { term } else { -term };
            power /= q * q;
            k += 2;
        }
        sum
    };
    (atan_of_inverse(5) * 4 - atan_of_inverse(239)) * 2
});

/// `x` exactly; |x| is 0 or at least 2⁻²⁰⁰.
pub fn fixed(x: f64) -> IBig {
    let bits = x.to_bits();
    let exponent = usize::try_from(bits >> 52 & 0x7ff).expect("11 bits");
    let mantissa = IBig::from(bits & ((1 << 52) - 1) | 1 << 52);
    if x == 0.0 {
        return IBig::ZERO;
    }
    let magnitude = mantissa << (exponent + FRACTION - 1075);
    if x < 0.0 { -magnitude } else { magnitude }
}

/// Sine and cosine of `x`, |x| < 2³⁰ and 0 or at least 2⁻²⁰⁰.
pub fn sin_cos(x: f64) -> (IBig, IBig) {
    sin_cos_of(&fixed(x))
}

/// Sine and cosine of an angle below 2³⁰.
pub fn sin_cos_of(x: &IBig) -> (IBig, IBig) {
    let n = ((x << 1) + &*HALF_PI).div_euclid(&*HALF_PI << 1);
    let y = x - &n * &*HALF_PI;
    let quadrant = i64::try_from(n.rem_euclid(IBig::from(4))).expect("below 4");
    let (mut sin, mut cos) = (IBig::ZERO, IBig::ONE << FRACTION);
    let (mut term, mut k) = (cos.clone(), 0_i64);
    while term != IBig::ZERO {
        k += 1;
        term = ((term * &y) >> FRACTION) / k;
        let signed = if k & 2 == 0 { term.clone() } else { -&term };
        *(if k & 1 == 0 { &mut cos } else { &mut sin }) += signed;
        if term == -IBig::ONE {
            break; // >> rounds down, so a negative term ends here
        }
    }
    match quadrant {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// |result − exact| in units of the last of `precision` bits of `exact`.
fn ulps(result: f64, exact: &IBig, precision: usize) -> f64 {
    let below_ulp = exact.bit_len() - precision;
    let difference = (fixed(result) - exact).abs() >> (below_ulp - 40);
    difference.to_f64().value() / f64::from(2).powi(40)
}

/// |result − exact|.
pub fn difference(result: f64, exact: &IBig) -> f64 {
    let difference = (fixed(result) - exact).abs() >> (FRACTION - 100);
    difference.to_f64().value() / f64::from(2).powi(100)
}

/// The largest errors seen so far, with their arguments.
#[derive(Default)]
pub struct Worst {
    pub sin: (f64, f64),
    pub cos: (f64, f64),
}

impl Worst {
    /// Compares `(sin, cos)` of `x` with the reference; `precision` is 53 or 24.
    pub fn record(&mut self, x: f64, (sin, cos): (f64, f64), precision: usize) {
        let exact = sin_cos(x);
        if x != 0.0 {
            self.sin = max(self.sin, (ulps(sin, &exact.0, precision), x));
        }
        self.cos = max(self.cos, (ulps(cos, &exact.1, precision), x));
    }

    /// Fails above `bound` ulps.
    pub fn assert_below(&self, bound: f64, what: &str) {
        let Self { sin, cos } = self;
        println!(
            "{what}: sin {:.3} ulp at {:?}, cos {:.3} ulp at {:?}",
            sin.0, sin.1, cos.0, cos.1
        );
        assert!(
            sin.0 < bound && cos.0 < bound,
            "{what}: sin {sin:?}, cos {cos:?}"
        );
    }
}

fn max(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    if b.0 > a.0 || b.0.is_nan() { b } else { a }
}

/// SplitMix64: the same points in every run.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in ±`limit`.
    pub fn within(&mut self, limit: f64) -> f64 {
        (self.bits() as i64 as f64) / f64::from(2).powi(63) * limit
    }
}
