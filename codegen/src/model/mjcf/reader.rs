//! Values: numbers, vectors, words, angles and names, each fault reported where it is.

use core::ops::Range;

use super::compiler::Compiler;
use super::defaults::Defaults;
use super::element::{Attribute, Element, short};
use super::option::Acting;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::model::faults::Faults;
use crate::model::literal::Literals;
use crate::model::raw::At;
use crate::model::reading::Snap;
use crate::model::xml::value::Text;
use crate::name::{nearest, visible};

/// The context shared by all readers of a model.
pub(super) struct MjcfReader<'f> {
    /// The collector of faults.
    pub(super) faults: &'f mut Faults,
    /// The reader of angles and directions.
    pub(super) literals: Literals,
    /// `<compiler>`.
    pub(super) compiler: Compiler,
    /// Which forces `<option>` leaves on.
    pub(super) acting: Acting,
    /// `<default>`.
    pub(super) defaults: Defaults,
}

impl<'f> MjcfReader<'f> {
    /// A reader of a model that nothing was read of.
    pub(super) fn new(snap: Option<Snap>, faults: &'f mut Faults) -> Self {
        Self {
            faults,
            literals: Literals::new(snap),
            compiler: Compiler::default(),
            acting: Acting::default(),
            defaults: Defaults::default(),
        }
    }
}

impl MjcfReader<'_> {
    /// An error at an element.
    pub(super) fn error(&mut self, element: &Element, message: String, help: impl Into<String>) {
        self.faults.error(&element.at, message, help);
    }

    /// Any number of numbers; `None` without the attribute, and after a fault.
    pub(super) fn numbers(&mut self, element: &Element, key: &str) -> Option<Vec<At<Number>>> {
        let attribute = element.attribute(key)?;
        let text = Text {
            value: &attribute.value,
            at: &attribute.at,
            what: &described(element, key),
        };
        text.numbers(self.faults)
    }

    /// `N` numbers.
    pub(super) fn array<const N: usize>(
        &mut self,
        element: &Element,
        key: &str,
    ) -> Option<[At<Number>; N]> {
        let numbers = self.numbers(element, key)?;
        let count = numbers.len();
        let array = numbers.try_into().ok();
        if let (None, Some(attribute)) = (&array, element.attribute(key)) {
            let what = described(element, key);
            let message = format!("{what} has {count} numbers instead of {N}");
            let help = format!("write {N} with blanks between them");
            self.faults.error(&attribute.at, message, help);
        }
        array
    }

    /// `N` numbers without their places.
    pub(super) fn vector<const N: usize>(
        &mut self,
        element: &Element,
        key: &str,
    ) -> Option<[Number; N]> {
        self.array(element, key)
            .map(|array| array.map(|one| one.value))
    }

    /// One number.
    pub(super) fn number(&mut self, element: &Element, key: &str) -> Option<At<Number>> {
        self.array(element, key).map(|[number]| number)
    }

    /// One number that is not 0.
    pub(super) fn nonzero(&mut self, element: &Element, key: &str) -> Option<At<Number>> {
        (self.number(element, key)).filter(|number| !number.value.is_zero())
    }

    /// One of some words, by its index.
    pub(super) fn word(&mut self, element: &Element, key: &str, words: &[&str]) -> Option<usize> {
        let Attribute { value, at, .. } = element.attribute(key)?;
        let found = words.iter().position(|word| word == value);
        if found.is_none() {
            let shown = short(value);
            let message = format!("{} is \"{shown}\"", described(element, key));
            let help = match nearest(value, words.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("write one of: {}", words.join(", ")),
            };
            self.faults.error(at, message, help);
        }
        found
    }

    /// `true` or `false`.
    pub(super) fn boolean(&mut self, element: &Element, key: &str) -> Option<bool> {
        self.word(element, key, &["false", "true"])
            .map(|index| index == 1)
    }

    /// A whole number.
    pub(super) fn integer(&mut self, element: &Element, key: &str) -> Option<i64> {
        let At { value, at } = self.number(element, key)?;
        let integer = value.to_integer();
        if integer.is_none() {
            let message = format!("{} is not a whole number", described(element, key));
            self.faults.error(&at, message, "write one like 3");
        }
        integer
    }

    /// The angle that a number stands for in the unit of the model; `what` is it in messages.
    pub(super) fn angle(&mut self, number: At<Number>, what: &str) -> Angle {
        let At { value, at } = number;
        let most = if self.compiler.degrees {
            Number::from(50_000_000)
        } else {
            Number::from(1_000_000)
        };
        if value.abs() > most {
            let message = format!("{what} is beyond a million radians");
            let help = "write it in the unit that `angle` of <compiler> says, degrees by default";
            self.faults.error(&at, message, help);
            return Angle::default();
        }
        if self.compiler.degrees {
            let angle = Angle::of_half_turns(value / Number::from(180));
            self.literals.angle(angle, &at, what, self.faults)
        } else {
            self.literals.radians(value, &at, what, self.faults)
        }
    }

    /// The name of an element, if it has one.
    pub(super) fn name(&mut self, element: &Element) -> Option<At<String>> {
        self.reference(element, "name")
    }

    /// A name under the attribute `key`, if it is there and not empty.
    pub(super) fn reference(&mut self, element: &Element, key: &str) -> Option<At<String>> {
        let Attribute { value, at, .. } = element.attribute(key)?;
        if value.is_empty() {
            return None;
        }
        if value.len() > 200 {
            let message = format!("{} is longer than 200 bytes", described(element, key));
            (self.faults).error(at, message, "write a name like \"upper_arm\"");
            return None;
        }
        Some(At {
            value: visible(value).into_owned(),
            at: at.clone(),
        })
    }

    /// A name that must be there.
    pub(super) fn require(&mut self, element: &Element, key: &str) -> Option<At<String>> {
        let missing = element
            .attribute(key)
            .is_none_or(|one| one.value.is_empty());
        if missing {
            let message = format!("{} has no `{key}`", element.what());
            self.error(element, message, format!("add {key}=\"NAME\""));
        }
        self.reference(element, key)
    }

    /// Reports an element that nothing here stands for.
    pub(super) fn refuse(&mut self, at: &Range<usize>, what: &str, why: &str, help: &str) {
        self.faults.error(at, format!("{what}: {why}"), help);
    }

    /// Reports attributes that MuJoCo does not know: a mistyped one would be lost.
    pub(super) fn report_unknown(&mut self, element: &Element, known: &[&[&str]]) {
        for attribute in element.attributes.iter().filter(|one| !one.inherited) {
            let name = attribute.name.as_str();
            let mut all = known.iter().flat_map(|some| some.iter().copied());
            if all.clone().any(|one| one == name) {
                continue;
            }
            let message = format!("unknown `{}` of {}", short(name), element.what());
            let help = match nearest(name, all.by_ref()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "remove it".to_owned(),
            };
            self.faults.error(&attribute.name_at, message, help);
        }
    }

    /// Reports children of other names than those.
    pub(super) fn report_unknown_children(&mut self, element: &Element, known: &[&[&str]]) {
        for child in &element.children {
            let mut all = known.iter().flat_map(|some| some.iter().copied());
            if all.clone().any(|one| one == child.tag) {
                continue;
            }
            let message = format!("unknown <{}> in {}", short(&child.tag), element.what());
            let help = match nearest(&child.tag, all.by_ref()) {
                Some(near) => format!("did you mean <{near}>?"),
                None => "remove it".to_owned(),
            };
            self.error(child, message, help);
        }
    }
}

/// An attribute in messages: `` `pos` of joint "elbow" ``.
pub(super) fn described(element: &Element, key: &str) -> String {
    format!("`{key}` of {}", element.what())
}
