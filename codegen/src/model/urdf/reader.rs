//! Values: exact numbers, vectors, angles and names, each fault reported where it is.

use crate::name::visible;
use core::ops::Range;

use super::Settings;
use super::document::XACRO;
use super::element::{AttributeText, Element};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::model::faults::Faults;
use crate::model::literal::Literals;
use crate::model::magnitude;
use crate::model::raw::At;

/// More digits than any number needs; a longer one is a mistake or an attack.
const DIGITS: usize = 400;

/// The context shared by all readers of a file.
pub(super) struct UrdfReader<'f> {
    /// The collector of faults.
    pub(super) faults: &'f mut Faults,
    /// How the user wants the file to be read.
    pub(super) settings: &'f Settings,
    /// The reader of numbers of radians.
    pub(super) literals: Literals,
    /// Address of the file's first byte.
    pub(super) start: usize,
    /// The first damping or friction that is left off although the user did not say so.
    pub(super) unused_dynamics: Option<Range<usize>>,
}

impl UrdfReader<'_> {
    /// The address of a byte range of the file.
    pub(super) fn address(&self, at: Range<usize>) -> Range<usize> {
        self.start + at.start..self.start + at.end
    }

    /// An exact number: the decimal as written.
    pub(super) fn number(&mut self, text: &AttributeText) -> Option<Number> {
        let [number] = self.numbers(text, "\"0.5\"")?;
        Some(number)
    }

    /// Three numbers with blanks between them.
    pub(super) fn vector(&mut self, text: &AttributeText) -> Option<[Number; 3]> {
        self.numbers(text, "\"0 0 1\"")
    }

    /// `N` numbers with blanks between them; all of their faults are reported.
    fn numbers<const N: usize>(
        &mut self,
        text: &AttributeText,
        example: &str,
    ) -> Option<[Number; N]> {
        let words: Vec<(usize, &str)> = words(text.value).collect();
        let read: Vec<Option<Number>> = (words.iter())
            .map(|&(offset, word)| self.decimal(word, &within(text, offset, word), &text.what))
            .collect();
        let read: Vec<Number> = read.into_iter().collect::<Option<_>>()?;
        let count = read.len();
        let numbers = read.try_into().ok();
        if numbers.is_none() {
            let message = format!("{} has {count} numbers instead of {N}", text.what);
            (self.faults).error(&text.at, message, format!("write it like {example}"));
        }
        numbers
    }

    fn decimal(&mut self, word: &str, at: &Range<usize>, what: &str) -> Option<Number> {
        let short = word.len() <= DIGITS && !word.contains('_');
        let number = short.then(|| Number::parse(word)).flatten();
        if number.is_none() {
            let (fault, help) = not_a_number(word);
            self.faults.error(at, format!("{what} {fault}"), help);
        }
        if let Some((fault, help)) = number.as_ref().and_then(magnitude::fault) {
            self.faults.error(at, format!("{what} {fault}"), help);
            return None;
        }
        number
    }

    /// Three angles.
    pub(super) fn angles(&mut self, text: &AttributeText) -> Option<[Angle; 3]> {
        let numbers = self.vector(text)?;
        if numbers.iter().any(|n| n.abs() > Number::from(1_000_000)) {
            let message = format!("{} is beyond a million radians", text.what);
            (self.faults).error(&text.at, message, "write the angles in radians");
            return None;
        }
        let places: Vec<Range<usize>> = words(text.value)
            .map(|(offset, word)| within(text, offset, word))
            .collect();
        let mut places = places.into_iter();
        let what = format!("an angle of {}", text.what);
        Some(numbers.map(|radians| {
            let at = places.next().unwrap_or_else(|| text.at.clone());
            self.angle(radians, &at, &what)
        }))
    }

    /// The angle that a number of radians stands for.
    pub(super) fn angle(&mut self, radians: Number, at: &Range<usize>, what: &str) -> Angle {
        self.literals.radians(radians, at, what, self.faults)
    }

    /// The name of an element, which must have one; `None` after a fault.
    pub(super) fn name(&mut self, element: &Element) -> Option<At<String>> {
        self.reference(element, "name")
    }

    /// A name under the attribute `key`, which must be there; `None` after a fault.
    pub(super) fn reference(&mut self, element: &Element, key: &str) -> Option<At<String>> {
        let text = element.require(key, &format!("{key}=\"upper_arm\""), self)?;
        let fault = match text.value.len() {
            0 => "is empty",
            1..=200 => {
                return Some(At {
                    value: visible(text.value).into_owned(),
                    at: text.at,
                });
            }
            _ => "is longer than 200 bytes",
        };
        let message = format!("{} {fault}", text.what);
        (self.faults).error(&text.at, message, "write a name like \"upper_arm\"");
        None
    }
}

/// The words of a text with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace()
        .map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
}

/// The place of a word; of the whole value where character references moved it.
fn within(text: &AttributeText, offset: usize, word: &str) -> Range<usize> {
    if text.at.len() == text.value.len() {
        let start = text.at.start + offset;
        start..start + word.len()
    } else {
        text.at.clone()
    }
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
