//! The first difference between a text and its program, in words.

use core::fmt;

use super::fact::{Fact, NO_TAIL, Scanned, Value};
use super::token::Tokens;
use super::{Fault, Text};
use crate::function::Function;
use crate::program::Operation;

/// A text that is not what it was printed from: an error of the printers, never of the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misprint {
    /// The name of the file.
    pub file: String,
    /// The line in it, from 1; 0 where something is missing.
    pub line: usize,
    /// The function.
    pub function: String,
    /// The text of the statement.
    pub found: String,
    /// What is wrong with it, if it is not another statement.
    pub why: &'static str,
    /// The statement as it was compiled.
    pub expected: String,
}

/// Where facts differ.
pub(super) struct Difference {
    /// The place in the list of facts.
    index: usize,
    /// The token, unless the text ends too soon.
    fault: Option<Fault>,
}

/// The first difference, or what was not understood before there was one.
pub(super) fn first(
    found: &Scanned,
    expected: &Scanned,
    fault: Option<Fault>,
) -> Option<Difference> {
    let pairs = found.facts.iter().zip(&expected.facts);
    let index = pairs.take_while(|(found, expected)| found == expected);
    let index = index.count();
    let differs = found.tokens.get(index).map(|&at| Fault::new(at, ""));
    let fault = differs.or(fault);
    let ends = fault.is_none() && index == expected.facts.len();
    (!ends).then_some(Difference { index, fault })
}

impl Misprint {
    pub(super) fn of(
        text: &Text,
        (name, function): (&str, Option<&Function>),
        expected: &Scanned,
        Difference { index, fault }: Difference,
    ) -> Self {
        let (line, found) = located(&text.tokens, fault.as_ref());
        Self {
            file: String::new(),
            line,
            function: name.into(),
            found,
            why: fault.map_or("", |fault| fault.why),
            expected: words(function, &expected.facts, index),
        }
    }

    /// The same in a file of this name.
    pub(super) fn of_file(self, file: &str) -> Self {
        Self {
            file: file.into(),
            ..self
        }
    }

    /// A text that is not understood.
    pub(super) fn unread(source: &str, function: &str, fault: Fault) -> Self {
        let (line, found) = match Tokens::of(source) {
            Ok(tokens) => located(&tokens, Some(&fault)),
            Err(_) => (0, String::new()),
        };
        Self {
            file: String::new(),
            line,
            function: function.into(),
            found,
            why: fault.why,
            expected: String::new(),
        }
    }
}

/// The line of a token, and the text of its statement.
fn located(tokens: &Tokens, fault: Option<&Fault>) -> (usize, String) {
    let start = fault.and_then(|fault| tokens.all.get(fault.at).map(|token| (fault.at, token.at)));
    let Some((index, start)) = start else {
        return (0, String::new());
    };
    let mut last = index;
    while !matches!(tokens.text(last), "" | ";" | "," | "{" | "}" | ")" | "]") {
        last = tokens.closing[last] + 1;
    }
    let end = tokens
        .all
        .get(last)
        .map_or(tokens.source.len(), |one| one.at);
    let line = 1 + tokens.source[..start].matches('\n').count();
    let words: Vec<&str> = tokens.source[start..end].split_whitespace().collect();
    (line, shortened(words.join(" ")))
}

/// A text that fits into a message.
fn shortened(text: String) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A fact in words.
fn words(function: Option<&Function>, facts: &[Fact], index: usize) -> String {
    let Some(fact) = facts.get(index) else {
        return String::new();
    };
    let mut step = 0;
    let mut slot = 0;
    for fact in &facts[..index] {
        match fact {
            Fact::Step(next) => (step, slot) = (*next, 0),
            Fact::Statement(..) | Fact::Fused(..) => slot += 1,
            _ => {}
        }
    }
    let program = function.and_then(|one| one.programs().nth(step));
    let text = match fact {
        Fact::Step(step) => format!("a call of step {step}"),
        Fact::Given(place, values) => {
            let port = program.and_then(|program| program.inputs.get(*place));
            let name = port.map_or("?", |port| port.argument.name());
            let values: Vec<String> = values.iter().map(Value::to_string).collect();
            format!("{name} of step {step} = [{}]", values.join(", "))
        }
        Fact::Tail(of, five) => {
            let values: Vec<String> = five.iter().map(in_words).collect();
            format!("the tail of a {}({})", of.name(), values.join(", "))
        }
        Fact::Angle(angle, NO_TAIL) => format!("sine and cosine of {angle}"),
        Fact::Angle(angle, tail) => {
            format!(
                "sine and cosine of {angle} with the tail {}",
                in_words(tail)
            )
        }
        Fact::Statement(operation, a, b) => match sign(*operation) {
            Some(sign) => format!("t{slot} = {a} {sign} {b}"),
            None => format!("t{slot} = saturate({a}, {b})"),
        },
        Fact::Fused(form, [a, b, addend]) => {
            let minus = |negative| if negative { "-" } else { "" };
            let of_product = minus(form.negates_product());
            let of_addend = minus(form.negates_addend());
            format!("t{slot} = fused({of_product}{a}, {b}, {of_addend}{addend})")
        }
        Fact::Element(output, element, negative, value) => {
            let outputs = match (value, program) {
                (Value::Result(..), _) | (_, None) => function.map_or(&[][..], Function::outputs),
                (_, Some(program)) => &program.outputs,
            };
            let name = outputs.get(*output).map_or("?", |output| output.name);
            let sign = if *negative { "-" } else { "" };
            format!("{name}[{element}] = {sign}{value}")
        }
        Fact::Equations { rows, columns, .. } => {
            format!("{rows} x {columns} equations of step {step}, to be solved")
        }
        Fact::Positive(value) => format!("{value} > 0"),
        Fact::Joint(kernel, values) => {
            let values: Vec<String> = values.iter().map(Value::to_string).collect();
            format!("{kernel}({})", values.join(", "))
        }
    };
    shortened(text)
}

/// A value with its sign.
fn in_words((negative, value): &(bool, Value)) -> String {
    format!("{}{value}", if *negative { "-" } else { "" })
}

fn sign(operation: Operation) -> Option<char> {
    match operation {
        Operation::Add => Some('+'),
        Operation::Sub => Some('-'),
        Operation::Mul => Some('*'),
        Operation::Div => Some('/'),
        Operation::Saturate | Operation::Fused(_) => None,
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Self::Input(name, index) => write!(f, "{name}[{index}]"),
            Self::Cosine(index) => write!(f, "cos[{index}]"),
            Self::Sine(index) => write!(f, "sin[{index}]"),
            Self::Slot(slot) => write!(f, "t{slot}"),
            Self::Tail(place) => write!(f, "tail {place}"),
            Self::Result(step, output, index) => {
                write!(f, "result {output} of step {step} [{index}]")
            }
            Self::Solved(index) => write!(f, "solved[{index}]"),
            Self::Joint(place, index) => write!(f, "joint {place} [{index}]"),
        }
    }
}

impl fmt::Display for Misprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            function,
            found,
            why,
            expected,
        } = self;
        write!(f, "internal error: {file}")?;
        if *line > 0 {
            write!(f, ":{line}")?;
        }
        write!(f, ": `{function}` is not printed as it was compiled: ")?;
        match (found.as_str(), *why) {
            ("", "") => write!(f, "the text ends")?,
            ("", why) => write!(f, "{why}")?,
            (found, "") => write!(f, "the text is `{found}`")?,
            (found, why) => write!(f, "the text is `{found}`, where {why}")?,
        }
        match expected.as_str() {
            "" => write!(f, ", and the program has nothing more")?,
            expected => write!(f, ", the program is `{expected}`")?,
        }
        write!(
            f,
            "; nothing was written, please report this model (it is not at fault)"
        )
    }
}

impl std::error::Error for Misprint {}
