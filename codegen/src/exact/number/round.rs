//! Rounding: dyadic neighbours and square roots of exact numbers.

use dashu_base::{BitTest, Sign, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::Number;

impl Number {
    /// `mantissa · 2^-bits`.
    #[must_use]
    pub fn dyadic(mantissa: IBig, bits: usize) -> Self {
        let denominator = IBig::ONE << bits;
        Self::ratio(mantissa, denominator).unwrap_or_default()
    }

    /// The integer nearest to `self · 2^bits`, halves away from zero: `x` and `-x` round alike.
    #[must_use]
    pub fn scaled(&self, bits: usize) -> IBig {
        let (sign, magnitude) = (
            self.numerator().sign(),
            self.numerator().clone().unsigned_abs(),
        );
        let twice = magnitude << (bits + 1);
        let rounded = (twice + self.denominator()) / (self.denominator() << 1);
        match sign {
            Sign::Positive => IBig::from(rounded),
            Sign::Negative => -IBig::from(rounded),
        }
    }

    /// The nearest dyadic number with about `bits` significant bits. 0, `-x` and short dyadics keep their structure;
    /// formulas are not rounded.
    #[must_use]
    pub fn rounded(&self, bits: usize) -> Self {
        if self.is_formula() {
            return self.clone();
        }
        let (above, below) = (self.numerator().bit_len(), self.denominator().bit_len());
        if self.is_zero() || above > below + bits {
            return Self::from(self.scaled(0));
        }
        let shift = bits + below - above;
        Self::dyadic(self.scaled(shift), shift)
    }

    /// Itself, or rounded to 128 significant bits where it has more than `longest` bits.
    #[must_use]
    pub(crate) fn without_excess(self, longest: usize) -> Self {
        if self.bits() > longest {
            self.rounded(128)
        } else {
            self
        }
    }

    /// The square root: exact when it is rational, otherwise within a relative error of `2^-bits`.
    /// `None` for negative numbers.
    #[must_use]
    pub fn sqrt_rounded(&self, bits: usize) -> Option<Self> {
        if self.is_negative() {
            return None;
        }
        let (numerator, denominator) =
            (self.numerator().clone().unsigned_abs(), self.denominator());
        // √(n/d) = √(n d)/d; the root of n d 4^k has at least `bits` bits.
        let product = numerator * denominator;
        let root = product.sqrt();
        if &root * &root == product {
            return Self::ratio(IBig::from(root), IBig::from(denominator.clone()));
        }
        let shift = (bits + 2).saturating_sub(product.bit_len() / 2);
        let root: UBig = (product << (2 * shift)).sqrt();
        Self::ratio(IBig::from(root), IBig::from(denominator << shift))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).expect(text)
    }

    #[test]
    fn squares_of_rationals_have_exact_roots() {
        assert_eq!(number("0.0625").sqrt_rounded(10), Some(number("0.25")));
        assert_eq!(Number::ZERO.sqrt_rounded(10), Some(Number::ZERO));
        assert_eq!(number("-1").sqrt_rounded(10), None);
    }

    #[test]
    fn other_roots_are_within_their_bound() {
        for text in ["2", "3e-300", "1.7e200", "0.30000000000000004"] {
            let x = number(text);
            let root = x.sqrt_rounded(100).expect("positive");
            let error = (&root * &root - &x).abs() / x;
            assert!(error < Number::dyadic(IBig::from(2), 100), "{text}");
        }
    }

    #[test]
    fn rounding_keeps_zero_sign_and_short_dyadics() {
        assert!(Number::ZERO.rounded(72).is_zero());
        assert_eq!(number("-0.375").rounded(72), number("-0.375"));
        let third = number("1") / number("3");
        assert_eq!(-third.rounded(72), (-&third).rounded(72));
        assert!((third.rounded(72) - third).abs() < Number::dyadic(IBig::ONE, 72));
        assert_eq!(number("1e30").rounded(10), number("1e30"));
    }
}
