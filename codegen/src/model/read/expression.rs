//! Expressions in numbers and parameters: `"m2 + payload"`, `"l2/2"`, `"alpha + pi/2"`.

use dashu_base::BitTest;

use crate::exact::number::Number;

/// Parentheses within parentheses.
const DEPTH: usize = 64;
/// The longest text, in bytes.
pub(super) const LONGEST: usize = 4096;
/// Bits of numerator and of denominator of a value: 800 digits, as many as a number of 400 digits with an exponent of 400 has. A value
/// that is multiplied by itself, again and again by its name, has twice as many each time.
const BITS: usize = 2658;
/// The size of values, besides 0: generated code computes formulas in floating-point numbers.
const RANGE: core::ops::RangeInclusive<f64> = 1e-300..=1e300;
/// The degree of a formula in parameters. Formulas are told apart by their values at random points of a field of 2⁶¹ numbers, which
/// tells little of polynomials of such a degree.
const DEGREE: u32 = 1024;
/// Operations of which each takes the result of another: what works on formulas goes down as far.
const NESTED: u32 = 4096;

/// A value `plain + turns · π`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Amount {
    pub(super) plain: Number,
    pub(super) turns: Number,
    pub(super) extent: Extent,
}

/// How large a formula is, as a rational function of the parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Extent {
    /// The degrees of numerator and denominator.
    degrees: [u32; 2],
    /// Operations of which each takes the result of another.
    nested: u32,
}

impl Extent {
    /// That of a parameter.
    pub(super) const PARAMETER: Self = Self {
        degrees: [1, 0],
        nested: 0,
    };

    fn with(self, other: Self, degrees: [u32; 2]) -> Self {
        Self {
            degrees,
            nested: self.nested.max(other.nested).saturating_add(1),
        }
    }

    fn plus(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.degrees, other.degrees);
        let numerator = a.saturating_add(d).max(b.saturating_add(c));
        self.with(other, [numerator, b.saturating_add(d)])
    }

    fn times(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.degrees, other.degrees);
        self.with(other, [a.saturating_add(c), b.saturating_add(d)])
    }

    fn inverted(self) -> Self {
        let [a, b] = self.degrees;
        Self {
            degrees: [b, a],
            ..self
        }
    }
}

/// The fault of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Flaw {
    /// Not an expression, from this byte on.
    Syntax(usize),
    /// A name that stands for nothing.
    Unknown(String),
    /// A division by zero, at the defaults of the parameters.
    Division,
    /// π times π, or something divided by π.
    Pi,
    /// The text is longer than [`LONGEST`].
    Long,
    /// The exact value of a part has too many digits.
    Digits,
    /// A part is, at the defaults of the parameters, beyond what floating-point numbers hold.
    Range,
    /// The degree in the parameters is too high.
    Degree,
    /// Too many operations of which each takes the result of another.
    Nested,
}

impl Flaw {
    /// Whether this is no expression at all.
    pub(super) fn is_syntax(&self) -> bool {
        matches!(self, Self::Syntax(_))
    }

    /// Whether this is an expression that is too large in some way.
    pub(super) fn is_of_size(&self) -> bool {
        match self {
            Self::Syntax(_) | Self::Unknown(_) | Self::Division | Self::Pi => false,
            Self::Long | Self::Digits | Self::Range | Self::Degree | Self::Nested => true,
        }
    }
}

/// Evaluates an expression; `lookup` knows the names.
///
/// # Errors
/// The first flaw.
pub(super) fn evaluate(
    text: &str,
    lookup: &mut dyn FnMut(&str) -> Option<(Number, Extent)>,
) -> Result<Amount, Flaw> {
    if text.len() > LONGEST {
        return Err(Flaw::Long);
    }
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
        lookup,
    };
    let value = parser.sum()?;
    match parser.peek() {
        None => Ok(value),
        Some(_) => Err(Flaw::Syntax(parser.at)),
    }
}

/// The names in a text, whether it is an expression or not; none in one that is too long.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let text = if text.len() > LONGEST { "" } else { text };
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        .filter(|word| *word != "pi")
}

struct Parser<'t, 'l> {
    text: &'t str,
    at: usize,
    depth: usize,
    lookup: &'l mut dyn FnMut(&str) -> Option<(Number, Extent)>,
}

impl<'t> Parser<'t, '_> {
    /// `product { (+ | −) product }`
    fn sum(&mut self) -> Result<Amount, Flaw> {
        let mut value = self.product()?;
        while let Some(sign @ ('+' | '-')) = self.peek() {
            self.at += 1;
            let term = self.product()?;
            let term = if sign == '-' { term.negated() } else { term };
            value = value.plus(term)?;
        }
        Ok(value)
    }

    /// `factor { (* | /) factor }`
    fn product(&mut self) -> Result<Amount, Flaw> {
        let mut value = self.factor()?;
        while let Some(sign @ ('*' | '/')) = self.peek() {
            self.at += 1;
            let factor = self.factor()?;
            value = if sign == '/' {
                value.divided_by(&factor)?
            } else {
                value.times(&factor)?
            };
        }
        Ok(value)
    }

    /// `number | name | ( sum ) | − factor`
    fn factor(&mut self) -> Result<Amount, Flaw> {
        let start = self.at;
        match self.peek() {
            Some('-') => self.nested(Self::factor).map(Amount::negated),
            Some('+') => self.nested(Self::factor),
            Some('(') => {
                let value = self.nested(Self::sum)?;
                if self.peek() != Some(')') {
                    return Err(Flaw::Syntax(self.at));
                }
                self.at += 1;
                Ok(value)
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                let name = self.word(|c| c.is_ascii_alphanumeric() || c == '_');
                if name == "pi" {
                    return Ok(Amount {
                        plain: Number::ZERO,
                        turns: Number::ONE,
                        extent: Extent::default(),
                    });
                }
                let value = (self.lookup)(name);
                let value = value.ok_or_else(|| Flaw::Unknown(name.to_owned()))?;
                Amount::of(value).within_limits()
            }
            _ => Err(Flaw::Syntax(start)),
        }
    }

    /// The expression after one character, a level deeper.
    fn nested(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<Amount, Flaw>,
    ) -> Result<Amount, Flaw> {
        if self.depth == DEPTH {
            return Err(Flaw::Syntax(self.at));
        }
        self.at += 1;
        self.depth += 1;
        let value = inner(self);
        self.depth -= 1;
        value
    }

    /// A decimal: `12`, `0.5`, `1e-3`.
    fn number(&mut self) -> Result<Amount, Flaw> {
        let start = self.at;
        self.word(|c| c.is_ascii_digit() || c == '.' || c == '_');
        let rest = &self.text[self.at..];
        let exponent = rest.strip_prefix(['e', 'E']).map(|rest| {
            let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
            (
                rest.len() - digits.len(),
                digits.bytes().take_while(u8::is_ascii_digit).count(),
            )
        });
        if let Some((sign, digits @ 1..)) = exponent {
            self.at += 1 + sign + digits;
        }
        let number = Number::parse(&self.text[start..self.at]);
        let number = number.ok_or(Flaw::Syntax(start))?;
        Amount::of((number, Extent::default())).within_limits()
    }

    /// The characters from here on that are `of` a kind.
    fn word(&mut self, of: impl Fn(char) -> bool) -> &'t str {
        let start = self.at;
        let rest = &self.text[start..];
        self.at += rest.find(|c| !of(c)).unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }
}

impl Amount {
    fn of((plain, extent): (Number, Extent)) -> Self {
        Self {
            plain,
            turns: Number::ZERO,
            extent,
        }
    }

    fn negated(self) -> Self {
        Self {
            plain: -self.plain,
            turns: -self.turns,
            extent: self.extent,
        }
    }

    fn plus(self, other: Self) -> Result<Self, Flaw> {
        let sum = Self {
            plain: self.plain + other.plain,
            turns: self.turns + other.turns,
            extent: self.extent.plus(other.extent),
        };
        sum.within_limits()
    }

    /// (a + b π)(c + d π) with b d = 0.
    fn times(&self, other: &Self) -> Result<Self, Flaw> {
        if !self.turns.is_zero() && !other.turns.is_zero() {
            return Err(Flaw::Pi);
        }
        let product = Self {
            plain: &self.plain * &other.plain,
            turns: &self.plain * &other.turns + &self.turns * &other.plain,
            extent: self.extent.times(other.extent),
        };
        product.within_limits()
    }

    fn divided_by(&self, other: &Self) -> Result<Self, Flaw> {
        if !other.turns.is_zero() {
            return Err(Flaw::Pi);
        }
        let inverse = Self {
            plain: other.plain.inverse().ok_or(Flaw::Division)?,
            turns: Number::ZERO,
            extent: other.extent.inverted(),
        };
        self.times(&inverse)
    }

    /// The same, if nothing about it is too large. What depends on no parameter is of no degree, and a mere number.
    fn within_limits(mut self) -> Result<Self, Flaw> {
        for number in [&self.plain, &self.turns] {
            let bits = number
                .numerator()
                .bit_len()
                .max(number.denominator().bit_len());
            if bits > BITS {
                return Err(Flaw::Digits);
            }
            let size = number.to_f64().abs();
            if !RANGE.contains(&size) && !number.at_defaults().is_zero() {
                return Err(Flaw::Range);
            }
        }
        if !self.plain.is_formula() && !self.turns.is_formula() {
            self.extent = Extent::default();
        }
        let Extent { degrees, nested } = self.extent;
        if degrees.into_iter().any(|degree| degree > DEGREE) {
            return Err(Flaw::Degree);
        }
        if nested > NESTED {
            return Err(Flaw::Nested);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Result<f64, Flaw> {
        let known = |name: &str| (name == "m").then(|| (Number::from(3), Extent::default()));
        evaluate(text, &mut { known }).map(|value| value.plain.to_f64())
    }

    #[test]
    fn expressions_have_the_usual_precedence() {
        assert_eq!(plain("1 + 2*m"), Ok(7.0));
        assert_eq!(plain("-(1 + 2)*m / 4"), Ok(-2.25));
        assert_eq!(plain("2 - 3 - 4"), Ok(-5.0));
        assert_eq!(plain("1.5e-1*m"), Ok(0.45));
        assert_eq!(plain("2 - -m"), Ok(5.0));
    }

    #[test]
    fn pi_is_kept_apart() {
        let value = evaluate("pi/2 - 2*(pi + 1)", &mut |_| None).expect("an expression");
        assert_eq!((value.plain.to_f64(), value.turns.to_f64()), (-2.0, -1.5));
        assert_eq!(evaluate("pi*pi", &mut |_| None), Err(Flaw::Pi));
        assert_eq!(evaluate("1/pi", &mut |_| None), Err(Flaw::Pi));
    }

    #[test]
    fn flaws_are_distinguished() {
        assert_eq!(plain("m +"), Err(Flaw::Syntax(3)));
        assert_eq!(plain("(m"), Err(Flaw::Syntax(2)));
        assert_eq!(plain("2 m"), Err(Flaw::Syntax(2)));
        assert_eq!(plain("k*m"), Err(Flaw::Unknown("k".into())));
        assert_eq!(plain("m/(3 - m)"), Err(Flaw::Division));
        assert_eq!(plain(""), Err(Flaw::Syntax(0)));
        assert_eq!(plain(&"(".repeat(1000)), Err(Flaw::Syntax(64)));
    }

    #[test]
    fn what_grows_without_end_is_a_flaw() {
        let limited = |text: &str| {
            let default = Number::ratio(3.into(), 2.into()).expect("a number");
            let parameter = Number::parameter(0, &default);
            let known = |name: &str| match name {
                "p" => Some((parameter.clone(), Extent::PARAMETER)),
                "deep" => {
                    let nested = NESTED - 1;
                    Some((
                        parameter.clone(),
                        Extent {
                            nested,
                            ..Extent::PARAMETER
                        },
                    ))
                }
                "steep" => Some((
                    parameter.clone(),
                    Extent {
                        degrees: [DEGREE - 1, 1],
                        nested: 0,
                    },
                )),
                _ => None,
            };
            evaluate(text, &mut { known }).map(|value| value.plain.to_f64())
        };
        let threes = format!("0.{}", "3".repeat(399));
        assert!(limited(&threes).is_ok());
        assert!(limited(&format!("{threes}*{threes}")).is_ok());
        assert_eq!(
            limited(&format!("{threes}*{threes}*{threes}")),
            Err(Flaw::Digits)
        );
        assert_eq!(
            limited(&format!("p*{threes}*{threes}*{threes}")),
            Err(Flaw::Digits)
        );
        assert_eq!(limited("1e200*1e200"), Err(Flaw::Range));
        assert_eq!(limited("p*1e310/1e310"), Err(Flaw::Range));
        assert_eq!(limited("p*1e-310*1e310"), Err(Flaw::Range));
        assert_eq!(limited("p - p + 0*p"), Ok(0.0));
        assert_eq!(limited("deep + p"), Ok(3.0));
        assert_eq!(limited("(deep + p) + p"), Err(Flaw::Nested));
        assert_eq!(limited("p/steep"), Ok(1.0));
        assert_eq!(limited("p/steep/p"), Ok(2.0 / 3.0));
        assert_eq!(limited("1/steep/p/p"), Err(Flaw::Degree));
        let powers = vec!["(p - 0.5)"; 400].join("*");
        assert_eq!(limited(&powers), Ok(1.0));
        let sums = vec!["p"; 2000].join("+");
        assert_eq!(limited(&sums), Ok(3000.0));
        assert_eq!(limited(&" ".repeat(LONGEST + 1)), Err(Flaw::Long));
    }

    #[test]
    fn names_are_found_in_any_text() {
        let found: Vec<&str> = names("l1*sin + 2e3/(m_2 - pi)").collect();
        assert_eq!(found, ["l1", "sin", "m_2"]);
    }
}
