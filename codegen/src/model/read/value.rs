//! Values: exact numbers, angles, vectors and strings, each fault reported where it is.

use core::ops::Range;

use dashu_int::IBig;
use toml::de::{DeInteger, DeValue};

use super::expression::{Amount, Flaw};
use super::parameters::{self, ParameterScope};

use super::table::{TomlTable, Value};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::model::faults::Faults;
use crate::model::literal::Literals;
use crate::model::{MOST_BODIES, magnitude};
use crate::name::visible;

/// More digits than any number needs; a longer one is a mistake or an attack.
const DIGITS: usize = 400;

/// The context shared by all readers of a file.
pub(super) struct ModelReader<'f> {
    /// The collector of faults.
    pub(super) faults: &'f mut Faults,
    /// The reader of numbers of radians.
    pub(super) literals: Literals,
    /// The values of names in expressions.
    pub(super) parameters: ParameterScope,
}

impl ModelReader<'_> {
    /// An exact number: the decimal as written, a parameter, or an expression in parameters.
    pub(super) fn number(&mut self, value: &Value, what: &str) -> Option<Number> {
        let number = self.any_number(value, what)?;
        self.of_sound_size(number, value, what)
    }

    /// The number, if its size is one that a model may have.
    fn of_sound_size(&mut self, number: Number, value: &Value, what: &str) -> Option<Number> {
        let Some((fault, help)) = magnitude::fault(&number) else {
            return Some(number);
        };
        (self.faults).error(&value.span(), format!("{what} {fault}"), help);
        None
    }

    fn any_number(&mut self, value: &Value, what: &str) -> Option<Number> {
        match value.get_ref() {
            DeValue::String(text) => {
                let (parameters, faults) = (&self.parameters, &mut *self.faults);
                if parameters.is_empty()
                    && parameters
                        .evaluate(text)
                        .is_err_and(|flaw: Flaw| !flaw.is_of_size())
                {
                    // Nobody thinks of expressions here.
                    self.wrong_type(value, what, "a number", "1.5");
                    return None;
                }
                parameters.plain(text, &value.span(), what, faults)
            }
            DeValue::Table(table) if table.contains_key("param") => {
                parameters::inline(value, what, self)
            }
            DeValue::Table(_) => {
                self.wrong_type(value, what, "a number", "1.5");
                None
            }
            _ => self.written_number(value, what),
        }
    }

    /// A number that cannot depend on parameters.
    pub(super) fn fixed_number(&mut self, value: &Value, what: &str) -> Option<Number> {
        let number = self.written_number(value, what)?;
        self.of_sound_size(number, value, what)
    }

    fn written_number(&mut self, value: &Value, what: &str) -> Option<Number> {
        let number = match value.get_ref() {
            DeValue::Integer(_) => decimal(value.get_ref()),
            DeValue::Float(float) if float.as_str().contains(['n', 'N']) => {
                self.faults.error(
                    &value.span(),
                    format!("{what} is not finite"),
                    "write a finite decimal number",
                );
                return None;
            }
            DeValue::Float(_) => decimal(value.get_ref()),
            DeValue::String(_) | DeValue::Table(_) => {
                self.faults.error(
                    &value.span(),
                    format!("{what} cannot depend on parameters"),
                    "write a number, like 1.5",
                );
                return None;
            }
            _ => {
                self.wrong_type(value, what, "a number", "1.5");
                return None;
            }
        };
        if number.is_none() {
            let message =
                format!("{what} has more than {DIGITS} digits, or an exponent beyond 400");
            self.faults
                .error(&value.span(), message, "write a number that fits a double");
        }
        number
    }

    /// An angle: a number of radians, or an expression in pi or degrees.
    pub(super) fn angle(&mut self, value: &Value, what: &str) -> Option<Angle> {
        let angle = match value.get_ref() {
            DeValue::String(text) => match Angle::as_written(text) {
                Some(angle) => angle,
                None => self.angle_expression(text, &value.span(), what)?,
            },
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Table(_) => {
                Angle::of_radians(self.number(value, what)?)
            }
            _ => {
                self.wrong_type(value, what, "an angle", "\"pi/2\"");
                return None;
            }
        };
        let number = self.of_sound_size(angle.to_number(), value, what)?;
        if number.abs() > Number::from(1_000_000) {
            self.faults.error(
                &value.span(),
                format!("{what} is beyond a million radians"),
                "write the angle in radians",
            );
            return None;
        }
        let (at, faults) = (value.span(), &mut *self.faults);
        Some(self.literals.angle(angle, &at, what, faults))
    }

    /// An angle as an expression in parameters and pi.
    fn angle_expression(&mut self, text: &str, at: &Range<usize>, what: &str) -> Option<Angle> {
        match self.parameters.evaluate(text) {
            Ok(Amount { plain, turns, .. }) if !turns.is_formula() => {
                Some(Angle::of_half_turns(turns) + Angle::of_radians(plain))
            }
            Ok(_) => {
                let message = format!("{what} multiplies pi by a parameter");
                let help = "let the parameter be in radians";
                self.faults.error(at, message, help);
                None
            }
            Err(flaw) if flaw.is_syntax() || self.parameters.is_empty() && !flaw.is_of_size() => {
                let shown: String = text.chars().take(40).collect();
                let message = format!("{what} is not an angle: \"{shown}\"");
                let help = "write a number of radians, a multiple of pi (\"-3*pi/4\"), degrees (\"-90deg\") or an \
                            expression in parameters (\"tilt + pi/2\")";
                self.faults.error(at, message, help);
                None
            }
            Err(flaw) => {
                let (parameters, faults) = (&self.parameters, &mut *self.faults);
                parameters.report(&flaw, text, at, what, faults);
                None
            }
        }
    }

    /// Three numbers that cannot depend on parameters.
    pub(super) fn fixed_vector3(&mut self, value: &Value, what: &str) -> Option<[Number; 3]> {
        self.array(value, what, "[0, 0, 1]", Self::fixed_number)
    }

    /// Three numbers.
    pub(super) fn vector3(&mut self, value: &Value, what: &str) -> Option<[Number; 3]> {
        self.array(value, what, "[0, 0, 1]", Self::number)
    }

    /// `N` elements, each read by `element`; all of their faults are reported.
    pub(super) fn array<T, const N: usize>(
        &mut self,
        value: &Value,
        what: &str,
        example: &str,
        element: impl Fn(&mut Self, &Value, &str) -> Option<T>,
    ) -> Option<[T; N]> {
        let DeValue::Array(values) = value.get_ref() else {
            self.wrong_type(value, what, &format!("an array of {N}"), example);
            return None;
        };
        if values.len() != N {
            let message = format!("{what} has {} elements instead of {N}", values.len());
            self.faults.error(
                &value.span(),
                message,
                format!("write {N} elements: {example}"),
            );
            return None;
        }
        self.elements(values, what, element)?.try_into().ok()
    }

    fn elements<T>(
        &mut self,
        values: &[Value],
        what: &str,
        element: impl Fn(&mut Self, &Value, &str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let read: Vec<Option<T>> = (values.iter().enumerate())
            .map(|(i, value)| element(self, value, &format!("element {} of {what}", i + 1)))
            .collect();
        read.into_iter().collect()
    }

    /// Elements in a number that lies in `count`; all of their faults are reported.
    pub(super) fn list<T>(
        &mut self,
        value: &Value,
        what: &str,
        example: &str,
        count: core::ops::RangeInclusive<usize>,
        element: impl Fn(&mut Self, &Value, &str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let DeValue::Array(values) = value.get_ref() else {
            self.wrong_type(value, what, "an array", example);
            return None;
        };
        if !count.contains(&values.len()) {
            let (least, most) = (count.start(), count.end());
            let wanted = match least == most {
                true => most.to_string(),
                false => format!("{least} to {most}"),
            };
            let message = format!("{what} has {} elements instead of {wanted}", values.len());
            self.faults
                .error(&value.span(), message, format!("write it like {example}"));
            return None;
        }
        self.elements(values, what, element)
    }

    /// True or false.
    pub(super) fn boolean(&mut self, value: &Value, what: &str) -> Option<bool> {
        let DeValue::Boolean(boolean) = value.get_ref() else {
            self.wrong_type(value, what, "a boolean", "true");
            return None;
        };
        Some(*boolean)
    }

    /// A string that is a name or a word: [`visible`].
    pub(super) fn string(&mut self, value: &Value, what: &str) -> Option<String> {
        self.path(value, what)
            .map(|text| visible(&text).into_owned())
    }

    /// A string as it is written, to name a file.
    pub(super) fn path(&mut self, value: &Value, what: &str) -> Option<String> {
        let DeValue::String(text) = value.get_ref() else {
            self.wrong_type(value, what, "a string", "\"arm\"");
            return None;
        };
        Some(text.to_string())
    }

    /// A name: a string with a letter or a digit, and not too long.
    pub(super) fn name(&mut self, value: &Value, what: &str) -> Option<String> {
        let name = self.path(value, what)?;
        let Some(fault) = crate::name::fault(&name) else {
            return Some(visible(&name).into_owned());
        };
        self.faults.error(
            &value.span(),
            format!("{what} {fault}"),
            "names become C identifiers: write one like \"upper_arm\"",
        );
        None
    }

    /// A table, to be read as `what`.
    pub(super) fn table<'v>(
        &mut self,
        value: &'v Value<'v>,
        what: String,
        example: &str,
    ) -> Option<TomlTable<'v>> {
        let DeValue::Table(table) = value.get_ref() else {
            self.wrong_type(value, &what, "a table", example);
            return None;
        };
        Some(TomlTable::new(table, value.span(), what))
    }

    /// The elements of an array of tables (`[[body]]`); none when they are too many, which is reported.
    pub(super) fn tables<'v>(&mut self, value: &'v Value<'v>, key: &str) -> Vec<&'v Value<'v>> {
        let DeValue::Array(values) = value.get_ref() else {
            self.wrong_type(
                value,
                &format!("`{key}`"),
                "an array of tables",
                &format!("[[{key}]]"),
            );
            return Vec::new();
        };
        if values.len() > MOST_BODIES {
            let message = format!("the model has {} [[{key}]] tables", values.len());
            let help = format!("a model has at most {MOST_BODIES} of them");
            self.faults.error(&value.span(), message, help);
            return Vec::new();
        }
        values.iter().collect()
    }

    fn wrong_type(&mut self, value: &Value, what: &str, wanted: &str, example: &str) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        let message = format!("{what} is {found} instead of {wanted}");
        self.faults.error(
            &value.span(),
            message,
            format!("write {wanted}, like {example}"),
        );
    }
}

/// The exact value of an integer or a decimal; `None` for what is neither, not finite or too long.
pub(super) fn decimal(value: &DeValue) -> Option<Number> {
    match value {
        DeValue::Integer(integer) => integer_value(integer),
        DeValue::Float(float) if float.as_str().len() <= DIGITS => Number::parse(float.as_str()),
        _ => None,
    }
}

/// The value of an integer in any of TOML's four notations.
fn integer_value(integer: &DeInteger) -> Option<Number> {
    let digits = integer.as_str().replace('_', "");
    if digits.len() > DIGITS {
        return None;
    }
    match integer.radix() {
        10 => Number::parse(&digits),
        radix => IBig::from_str_radix(&digits, radix).ok().map(Number::from),
    }
}
