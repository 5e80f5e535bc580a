//! The parameters: their defaults, and what takes them by name and says which condition they violate.

use super::cursor::Cursor;
use super::{Fault, Language, Text};
use crate::compile::{Compiled, Precision};
use crate::mechanism::{Condition, Parameter};

/// Of a model with parameters, the defaults and `prepare` in a text.
///
/// # Errors
/// The first token that is another.
pub(super) fn check(text: &Text, compiled: &Compiled, prefix: &str) -> Result<(), Fault> {
    let preparation = Preparation {
        text,
        prefix,
        parameters: &compiled.mechanism.parameters,
        conditions: &compiled.mechanism.conditions,
    };
    match text.language {
        Language::C => {
            preparation.defaults_in_c()?;
            preparation.prepare_in_c()
        }
        Language::Rust => {
            preparation.defaults_in_rust()?;
            preparation.prepare_in_rust()
        }
        Language::JavaScript => Ok(()),
    }
}

struct Preparation<'t> {
    text: &'t Text<'t>,
    prefix: &'t str,
    parameters: &'t [Parameter],
    conditions: &'t [Condition],
}

impl<'t> Preparation<'t> {
    /// The body of a function.
    fn body(&self, name: &str) -> Result<Cursor<'t>, Fault> {
        let found = self.text.outline.get(name);
        let found = found.ok_or(Fault::new(0, "a function of the parameters is missing"))?;
        Ok(Cursor::new(&self.text.tokens, found.body.clone()))
    }

    /// A number is the default of a parameter, with its sign.
    fn default(&self, body: &mut Cursor, parameter: &Parameter) -> Result<(), Fault> {
        let at = body.at;
        let sign = if body.eat("-") { -1.0 } else { 1.0 };
        let text = self.text.digits(body.next()).unwrap_or_default();
        let is_it = match self.text.precision {
            Precision::F64 => text.parse() == Ok(sign * parameter.default.to_f64()),
            Precision::F32 => text.parse() == Ok(sign as f32 * parameter.default.to_f32()),
        };
        match is_it {
            true => Ok(()),
            false => Err(Fault::new(at, "it is not the default of the parameter")),
        }
    }

    /// `NAME_parameters parameters; parameters.mass = 1.5; … return parameters;`
    fn defaults_in_c(&self) -> Result<(), Fault> {
        let mut body = self.body(&format!("{}parameters_default", self.prefix))?;
        body.expect(&[&format!("{}parameters", self.prefix), "parameters", ";"])?;
        for parameter in self.parameters {
            body.expect(&["parameters", ".", &parameter.name, "="])?;
            self.default(&mut body, parameter)?;
            body.expect(&[";"])?;
        }
        body.expect(&["return", "parameters", ";"])?;
        done(&body)
    }

    /// The parameters into an array, the conditions in their order, and the result last.
    fn prepare_in_c(&self) -> Result<(), Fault> {
        let mut body = self.body(&format!("{}prepare", self.prefix))?;
        let (scalar, zero) = match self.text.precision {
            Precision::F64 => ("double", "0.0"),
            Precision::F32 => ("float", "0.0f"),
        };
        let count = format!("{}PARAMETERS", self.prefix.to_ascii_uppercase());
        let conditions = self.conditions.len().to_string();
        let prepared = format!("{}prepared", self.prefix);
        body.expect(&[scalar, "values", "[", &count, "]", ";"])?;
        if !self.conditions.is_empty() {
            body.expect(&[scalar, "conditions", "[", &conditions, "]", ";"])?;
            body.expect(&[&prepared, "result", ";"])?;
        }
        for (place, parameter) in self.parameters.iter().enumerate() {
            let place = place.to_string();
            body.expect(&["values", "[", &place, "]", "="])?;
            body.expect(&["parameters", "-", ">", &parameter.name, ";"])?;
        }
        body.expect(&[
            &format!("{}prepare_values", self.prefix),
            "(",
            "values",
            ",",
        ])?;
        if self.conditions.is_empty() {
            body.expect(&["prepared", "-", ">", "value", ")", ";"])?;
        } else {
            body.expect(&["result", ".", "value", ",", "conditions", ")", ";"])?;
            for place in 0..self.conditions.len() {
                let (place, status) = (place.to_string(), (place + 1).to_string());
                body.expect(&["if", "(", "!", "(", "conditions", "[", &place, "]"])?;
                body.expect(&[">", "=", zero, ")", ")", "{", "return", &status, ";", "}"])?;
            }
            body.expect(&["*", "prepared", "=", "result", ";"])?;
        }
        body.expect(&["return", "0", ";"])?;
        done(&body)
    }

    /// `fn default() -> Self { Self { mass: 1.5, … } }` in the implementation of `Default`.
    fn defaults_in_rust(&self) -> Result<(), Fault> {
        let all = &self.text.tokens;
        let head = [
            "impl", ":", ":", "core", ":", ":", "default", ":", ":", "Default", "for",
        ];
        let starts =
            (0..all.all.len()).find(|&at| (at..).zip(head).all(|(at, word)| all.text(at) == word));
        let start = starts.ok_or(Fault::new(0, "the defaults are missing"))?;
        let mut body = Cursor::new(all, start + head.len()..all.all.len());
        body.next();
        let mut body = body.inside("{")?;
        body.expect(&["fn", "default", "(", ")", "-", ">", "Self"])?;
        let mut inside = body.inside("{")?;
        inside.expect(&["Self"])?;
        let mut fields = inside.inside("{")?;
        for parameter in self.parameters {
            fields.expect(&[&parameter.name, ":"])?;
            self.default(&mut fields, parameter)?;
            fields.expect(&[","])?;
        }
        done(&fields)?;
        done(&inside)?;
        done(&body)
    }

    /// The parameters as they are, the conditions in their order, and the result last.
    fn prepare_in_rust(&self) -> Result<(), Fault> {
        let mut body = self.body("prepare")?;
        match self.conditions.is_empty() {
            true => body.expect(&["let", "value", "="])?,
            false => body.expect(&["let", "(", "value", ",", "conditions", ")", "="])?,
        }
        body.expect(&["Self", ":", ":", "prepare_values", "(", "&", "["])?;
        for (place, parameter) in self.parameters.iter().enumerate() {
            if place > 0 {
                body.expect(&[","])?;
            }
            body.expect(&["self", ".", &parameter.name])?;
        }
        body.eat(",");
        body.expect(&["]"])?;
        body.eat(",");
        body.expect(&[")", ";"])?;
        for (place, condition) in self.conditions.iter().enumerate() {
            let place = place.to_string();
            let value = ["conditions", "[", &place, "]"];
            body.expect(&["if"])?;
            body.expect(&value)?;
            body.expect(&[".", "is_nan", "(", ")", "|", "|"])?;
            body.expect(&value)?;
            body.expect(&["<", "0.0", "{", "return", "Err", "("])?;
            while body.eat(":") || body.eat("denoc") {}
            let what = format!("{:?}", condition.what);
            body.expect(&[
                "Status", ":", ":", "Negative", "(", &what, ")", ")", ";", "}",
            ])?;
        }
        body.expect(&["Ok", "("])?;
        body.name()?;
        body.expect(&["{", "value", "}", ")"])?;
        done(&body)
    }
}

/// Nothing is left.
fn done(body: &Cursor) -> Result<(), Fault> {
    match body.is_done() {
        true => Ok(()),
        false => Err(body.fault()),
    }
}
