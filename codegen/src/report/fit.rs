//! Formulas in n: exact counts at several n → the polynomial of the lowest degree that meets them, exactly.

use core::fmt;

use crate::exact::number::Number;

/// A polynomial in n with exact rational coefficients.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polynomial {
    /// Coefficient of n^k at place k.
    pub coefficients: Vec<Number>,
}

/// A polynomial and where it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The formula.
    pub polynomial: Polynomial,
    /// The smallest sampled n from which every sample is met.
    pub from: i64,
}

/// Samples that must confirm a formula beyond those that determine it.
const CONFIRMATIONS: usize = 2;

/// The polynomial of the lowest degree, at most `max_degree`, that meets the last samples exactly.
///
/// `samples` are pairs (n, count) of ascending n. A formula through k samples is only believed when two more
/// samples meet it; `None` when no degree gets there.
#[must_use]
pub fn fit(samples: &[(i64, i64)], max_degree: usize) -> Option<Fit> {
    (0..=max_degree).find_map(|degree| {
        let start = samples.len().checked_sub(degree + 1)?;
        let polynomial = Polynomial::through(&samples[start..]);
        let met = samples
            .iter()
            .rev()
            .take_while(|(n, count)| polynomial.at(*n) == Number::from(*count))
            .count();
        let (from, _) = samples.get(samples.len() - met)?;
        (met > degree + CONFIRMATIONS).then_some(Fit {
            polynomial,
            from: *from,
        })
    })
}

/// The growth of counts with n.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Growth {
    /// By a formula.
    Formula(Fit),
    /// By none of the degrees tried: the least and the most that one more adds, over all samples.
    Uneven {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
}

impl Growth {
    /// The growth of the counts of `samples`, as [`fit`] takes them.
    #[must_use]
    pub fn of(samples: &[(i64, i64)], max_degree: usize) -> Self {
        if let Some(fit) = fit(samples, max_degree) {
            return Self::Formula(fit);
        }
        let steps = samples.windows(2).map(|pair| pair[1].1 - pair[0].1);
        Self::Uneven {
            least: steps.clone().min().unwrap_or(0),
            most: steps.max().unwrap_or(0),
        }
    }

    /// The formula, if there is one.
    #[must_use]
    pub fn formula(&self) -> Option<&Fit> {
        match self {
            Self::Formula(fit) => Some(fit),
            Self::Uneven { .. } => None,
        }
    }

    /// The formula, or `+74 to +81 a joint`.
    #[must_use]
    pub fn per(&self, what: &str) -> String {
        match self {
            Self::Formula(fit) => fit.polynomial.to_string(),
            Self::Uneven { least, most } => format!("+{least} to +{most} a {what}"),
        }
    }
}

impl Polynomial {
    /// The polynomial with coefficients `numerator / denominator`, constant term first; a zero denominator counts
    /// as 1.
    #[must_use]
    pub fn of(coefficients: &[(i64, i64)]) -> Self {
        let ratio = |&(numerator, denominator): &(i64, i64)| {
            Number::ratio(numerator.into(), denominator.into())
                .unwrap_or_else(|| Number::from(numerator))
        };
        Self {
            coefficients: coefficients.iter().map(ratio).collect(),
        }
    }

    /// The value at n.
    #[must_use]
    pub fn at(&self, n: i64) -> Number {
        let n = Number::from(n);
        self.coefficients
            .iter()
            .rev()
            .fold(Number::ZERO, |sum, coefficient| &sum * &n + coefficient)
    }

    /// The interpolating polynomial, by Newton's divided differences.
    fn through(samples: &[(i64, i64)]) -> Self {
        let mut differences: Vec<Number> = samples.iter().map(|s| Number::from(s.1)).collect();
        for order in 1..samples.len() {
            for k in (order..samples.len()).rev() {
                let width = Number::from(samples[k].0 - samples[k - order].0);
                differences[k] = (&differences[k] - &differences[k - 1]) / width;
            }
        }
        // Horner's rule over (n − n_k), from the highest difference down.
        let mut coefficients: Vec<Number> = Vec::new();
        for (k, difference) in differences.iter().enumerate().rev() {
            let root = Number::from(samples[k].0);
            let mut next = vec![Number::ZERO; coefficients.len() + 1];
            for (power, coefficient) in coefficients.iter().enumerate() {
                next[power + 1] += coefficient;
                next[power] -= &(coefficient * &root);
            }
            next[0] += difference;
            coefficients = next;
        }
        while coefficients.len() > 1 && coefficients.last().is_some_and(Number::is_zero) {
            coefficients.pop();
        }
        Self { coefficients }
    }
}

impl fmt::Display for Polynomial {
    /// `1/6n³ + 23/2n² − 47` as `1/6n^3 + 23/2n^2 - 47`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = true;
        for (power, coefficient) in self.coefficients.iter().enumerate().rev() {
            if coefficient.is_zero() {
                continue;
            }
            f.write_str(match (empty, coefficient.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            })?;
            empty = false;
            let size = coefficient.abs();
            if power == 0 || !size.is_one() {
                write!(f, "{size}")?;
            }
            match power {
                0 => {}
                1 => f.write_str("n")?,
                _ => write!(f, "n^{power}")?,
            }
        }
        if empty { f.write_str("0") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(from: i64, to: i64, count: impl Fn(i64) -> i64) -> Vec<(i64, i64)> {
        (from..=to).map(|n| (n, count(n))).collect()
    }

    #[test]
    fn lines_and_their_start_are_found() {
        let samples = sampled(4, 12, |n| if n < 6 { 7 } else { 93 * n - 69 });
        let fit = fit(&samples, 3).expect("a line");
        assert_eq!(fit.polynomial.to_string(), "93n - 69");
        assert_eq!(fit.from, 6);
    }

    #[test]
    fn cubics_have_rational_coefficients() {
        let walker_orin = Polynomial::of(&[(-47, 1), (115, 3), (23, 2), (1, 6)]);
        let samples = sampled(4, 12, |n| {
            walker_orin.at(n).to_integer().expect("a whole count")
        });
        let fit = fit(&samples, 3).expect("a cubic");
        assert_eq!(fit.polynomial, walker_orin);
        assert_eq!(fit.polynomial.to_string(), "1/6n^3 + 23/2n^2 + 115/3n - 47");
        assert_eq!(fit.from, 4);
    }

    #[test]
    fn counts_that_are_no_polynomial_are_not_fitted() {
        assert_eq!(fit(&sampled(4, 12, |n| 1 << n), 3), None);
        assert_eq!(fit(&[(4, 1), (5, 1)], 3), None);
        assert_eq!(fit(&[], 3), None);
    }

    #[test]
    fn uneven_growth_is_printed_as_a_range() {
        let samples = [(4, 201), (5, 279), (6, 353), (7, 430), (8, 509), (9, 590)];
        let growth = Growth::of(&samples, 3);
        assert_eq!(growth.per("joint"), "+74 to +81 a joint");
        assert_eq!(growth.formula(), None);
        let growth = Growth::of(&sampled(4, 12, |n| 73 * n - 94), 3);
        assert_eq!(growth.per("joint"), "73n - 94");
    }

    #[test]
    fn constants_and_zero_print() {
        let fit = fit(&sampled(4, 12, |_| 0), 3).expect("a constant");
        assert_eq!(fit.polynomial.to_string(), "0");
        assert_eq!(Polynomial::of(&[(0, 1), (-1, 1)]).to_string(), "-n");
    }
}
