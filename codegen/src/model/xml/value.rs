//! Numbers in the value of an attribute: exact decimals with blanks between them, each fault reported where it is.

use core::ops::Range;

use super::document::XACRO;
use crate::exact::number::Number;
use crate::model::faults::Faults;
use crate::model::magnitude;
use crate::model::raw::At;

/// More digits than any number needs; a longer one is a mistake or an attack.
const DIGITS: usize = 400;

/// A value of an attribute.
#[derive(Clone, Copy)]
pub(in crate::model) struct Text<'a> {
    pub(in crate::model) value: &'a str,
    /// Its place, without the quotes.
    pub(in crate::model) at: &'a Range<usize>,
    /// Its name in messages: `` `xyz` of <origin> of joint "elbow" ``.
    pub(in crate::model) what: &'a str,
}

impl Text<'_> {
    /// Its numbers, each with its place; all of their faults are reported, and none is returned then.
    pub(in crate::model) fn numbers(self, faults: &mut Faults) -> Option<Vec<At<Number>>> {
        let read: Vec<Option<At<Number>>> = words(self.value)
            .map(|(offset, word)| self.number(offset, word, faults))
            .collect();
        read.into_iter().collect()
    }

    fn number(self, offset: usize, word: &str, faults: &mut Faults) -> Option<At<Number>> {
        let (at, what) = (self.within(offset, word), self.what);
        let short = word.len() <= DIGITS && !word.contains('_');
        let Some(value) = short.then(|| Number::parse(word)).flatten() else {
            let (fault, help) = not_a_number(word);
            faults.error(&at, format!("{what} {fault}"), help);
            return None;
        };
        if let Some((fault, help)) = magnitude::fault(&value) {
            faults.error(&at, format!("{what} {fault}"), help);
            return None;
        }
        Some(At { value, at })
    }

    /// The place of a word; of the whole value where character references moved it.
    fn within(self, offset: usize, word: &str) -> Range<usize> {
        if self.at.len() == self.value.len() {
            let start = self.at.start + offset;
            start..start + word.len()
        } else {
            self.at.clone()
        }
    }
}

/// The words of a text with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace()
        .map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
}

/// The fault of a word that is no number, and a correction.
fn not_a_number(word: &str) -> (String, &'static str) {
    let shown: String = word.chars().take(40).collect();
    let lower = word.to_ascii_lowercase();
    let unsigned = lower.trim_start_matches(['+', '-']);
    if ["nan", "inf", "1.#"]
        .iter()
        .any(|form| unsigned.starts_with(form))
    {
        let fault = format!("is not finite: \"{shown}\"");
        return (fault, "write a finite decimal number");
    }
    if word.contains("${") || word.contains("$(") {
        return (format!("is xacro: \"{shown}\""), XACRO);
    }
    let help = if word.contains(',') {
        "write a point before the decimals and blanks between numbers, \"0.5 0 1\", in every country"
    } else {
        "write a decimal number like 0.5 or 5e-1, of at most 400 digits and an exponent of at most 400"
    };
    (format!("is not a number: \"{shown}\""), help)
}
