//! Expressions in numbers and parameters: `"m2 + payload"`, `"l2/2"`, `"alpha + pi/2"`.

use crate::exact::number::Number;

/// Parentheses within parentheses.
const DEPTH: usize = 64;

/// A value `plain + turns · π`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Amount {
    pub(super) plain: Number,
    pub(super) turns: Number,
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
}

impl Flaw {
    /// Whether this is no expression at all.
    pub(super) fn is_syntax(&self) -> bool {
        matches!(self, Self::Syntax(_))
    }
}

/// Evaluates an expression; `lookup` knows the names.
///
/// # Errors
/// The first flaw.
pub(super) fn evaluate(
    text: &str,
    lookup: &mut dyn FnMut(&str) -> Option<Number>,
) -> Result<Amount, Flaw> {
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

/// The names in a text, whether it is an expression or not.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        .filter(|word| *word != "pi")
}

struct Parser<'t, 'l> {
    text: &'t str,
    at: usize,
    depth: usize,
    lookup: &'l mut dyn FnMut(&str) -> Option<Number>,
}

impl<'t> Parser<'t, '_> {
    /// `product { (+ | −) product }`
    fn sum(&mut self) -> Result<Amount, Flaw> {
        let mut value = self.product()?;
        while let Some(sign @ ('+' | '-')) = self.peek() {
            self.at += 1;
            let term = self.product()?;
            let term = if sign == '-' { term.negated() } else { term };
            value = Amount {
                plain: value.plain + term.plain,
                turns: value.turns + term.turns,
            };
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
                    });
                }
                let value = (self.lookup)(name);
                value
                    .map(Amount::of)
                    .ok_or_else(|| Flaw::Unknown(name.to_owned()))
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
        number.map(Amount::of).ok_or(Flaw::Syntax(start))
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
    fn of(plain: Number) -> Self {
        Self {
            plain,
            turns: Number::ZERO,
        }
    }

    fn negated(self) -> Self {
        Self {
            plain: -self.plain,
            turns: -self.turns,
        }
    }

    /// (a + b π)(c + d π) with b d = 0.
    fn times(&self, other: &Self) -> Result<Self, Flaw> {
        if !self.turns.is_zero() && !other.turns.is_zero() {
            return Err(Flaw::Pi);
        }
        Ok(Self {
            plain: &self.plain * &other.plain,
            turns: &self.plain * &other.turns + &self.turns * &other.plain,
        })
    }

    fn divided_by(&self, other: &Self) -> Result<Self, Flaw> {
        if !other.turns.is_zero() {
            return Err(Flaw::Pi);
        }
        let inverse = other.plain.inverse().ok_or(Flaw::Division)?;
        Ok(Self {
            plain: &self.plain * &inverse,
            turns: &self.turns * &inverse,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Result<f64, Flaw> {
        let known = |name: &str| (name == "m").then(|| Number::from(3));
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
        assert_eq!(plain(&"(".repeat(100_000)), Err(Flaw::Syntax(64)));
    }

    #[test]
    fn names_are_found_in_any_text() {
        let found: Vec<&str> = names("l1*sin + 2e3/(m_2 - pi)").collect();
        assert_eq!(found, ["l1", "sin", "m_2"]);
    }
}
