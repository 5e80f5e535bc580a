//! Fixed-point functions on big integers: an integer x stands for x·2^-bits.

use std::sync::LazyLock;

use dashu_base::SquareRoot;
use dashu_int::IBig;

/// Bits that absorb the rounding of the steps below.
const GUARD: usize = 32;

/// Bits of π that are computed once: more than angles of a usual model need.
const KNOWN: usize = 1024;
static PI: LazyLock<IBig> = LazyLock::new(|| machin(KNOWN));

/// π to within one unit.
pub(crate) fn pi(bits: usize) -> IBig {
    match KNOWN.checked_sub(bits) {
        Some(more) => &*PI >> more,
        None => machin(bits),
    }
}

/// π = 16 atan(1/5) − 4 atan(1/239).
fn machin(bits: usize) -> IBig {
    let one = IBig::ONE << (bits + GUARD);
    (IBig::from(16) * atan_inverse(5, &one) - IBig::from(4) * atan_inverse(239, &one)) >> GUARD
}

/// atan(1/n) = Σ (−1)^k / ((2k+1) n^(2k+1)).
fn atan_inverse(n: i64, one: &IBig) -> IBig {
    let square = IBig::from(n * n);
    let mut power = one / IBig::from(n);
    let (mut sum, mut odd) = (IBig::ZERO, 1_i64);
    while power != IBig::ZERO {
        let term = &power / IBig::from(odd);
        sum = if odd % 4 == 1 { sum + term } else { sum - term };
        power /= &square;
        odd += 2;
    }
    sum
}

/// tan x for 0 ≤ x ≤ 1, by the series of sine and cosine, to within a few units.
pub(crate) fn tan(x: &IBig, bits: usize) -> IBig {
    let (mut sin, mut cos) = (IBig::ZERO, IBig::ZERO);
    let mut term = IBig::ONE << bits;
    let mut n = 0_i64;
    while term != IBig::ZERO {
        match n % 4 {
            0 => cos += &term,
            1 => sin += &term,
            2 => cos -= &term,
            _ => sin -= &term,
        }
        n += 1;
        term = ((term * x) >> bits) / IBig::from(n);
    }
    (sin << bits) / cos
}

/// atan x for 0 ≤ x ≤ 1, to within 2^10 units.
pub(crate) fn atan(x: &IBig, bits: usize) -> IBig {
    const HALVINGS: usize = 6;
    let one = IBig::ONE << bits;
    let mut x = x.clone();
    for _ in 0..HALVINGS {
        // atan x = 2 atan(x / (1 + √(1 + x²)))
        let root = IBig::from((&one * &one + &x * &x).sqrt());
        x = (x << bits) / (&one + root);
    }
    let square = (&x * &x) >> bits;
    let (mut sum, mut power, mut odd) = (IBig::ZERO, x, 1_i64);
    while power != IBig::ZERO {
        let term = &power / IBig::from(odd);
        sum = if odd % 4 == 1 { sum + term } else { sum - term };
        power = (power * &square) >> bits;
        odd += 2;
    }
    sum << HALVINGS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::number::Number;

    #[test]
    fn pi_has_its_digits() {
        let exact =
            Number::parse("3.14159265358979323846264338327950288419716939937510582097494459")
                .expect("decimal");
        let error = (Number::dyadic(pi(200), 200) - exact).abs();
        assert!(error < Number::dyadic(IBig::ONE, 198));
    }

    #[test]
    fn tangent_and_arctangent_are_inverse_and_agree_with_the_machine() {
        for value in [0.0, 1e-9, 0.1, 0.39, 0.7] {
            let x = Number::from_f64(value).expect("finite").scaled(200);
            let t = tan(&x, 200);
            assert!((Number::dyadic(t.clone(), 200).to_f64() - value.tan()).abs() < 1e-15);
            let error = Number::dyadic(atan(&t, 200) - x, 200).abs();
            assert!(error < Number::dyadic(IBig::ONE, 188));
        }
    }
}
