//! Values: exact numbers, vectors, angles and names, each fault reported where it is.

use crate::name::visible;
use core::ops::Range;

use super::Settings;
use super::element::{AttributeText, Element};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::model::faults::Faults;
use crate::model::literal::Literals;
use crate::model::raw::At;

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
        self.placed(text, example)
            .map(|numbers| numbers.map(|at| at.value))
    }

    fn placed<const N: usize>(
        &mut self,
        text: &AttributeText,
        example: &str,
    ) -> Option<[At<Number>; N]> {
        let read = text.text().numbers(self.faults)?;
        let count = read.len();
        let numbers = read.try_into().ok();
        if numbers.is_none() {
            let message = format!("{} has {count} numbers instead of {N}", text.what);
            (self.faults).error(&text.at, message, format!("write it like {example}"));
        }
        numbers
    }

    /// Three angles.
    pub(super) fn angles(&mut self, text: &AttributeText) -> Option<[Angle; 3]> {
        let numbers: [At<Number>; 3] = self.placed(text, "\"0 0 1\"")?;
        let most = Number::from(1_000_000);
        if numbers.iter().any(|n| n.value.abs() > most) {
            let message = format!("{} is beyond a million radians", text.what);
            (self.faults).error(&text.at, message, "write the angles in radians");
            return None;
        }
        let what = format!("an angle of {}", text.what);
        Some(numbers.map(|radians| self.angle(radians.value, &radians.at, &what)))
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
