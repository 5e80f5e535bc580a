//! `<option>`: gravity, and which forces are on.

use super::element::Element;
use super::reader::MjcfReader;
use crate::exact::number::Number;

/// Which forces of a model are on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Acting {
    pub(super) springs: bool,
    pub(super) dampers: bool,
    pub(super) friction: bool,
    pub(super) equalities: bool,
}

impl Default for Acting {
    fn default() -> Self {
        Self {
            springs: true,
            dampers: true,
            friction: true,
            equalities: true,
        }
    }
}

/// Reads all `<option>`s: what they say of forces goes to `reader`; gravitational acceleration, m/s², is returned.
pub(super) fn read(root: &Element, reader: &mut MjcfReader) -> [Number; 3] {
    let mut gravity = [0, 0, -981].map(|n| Number::from(n) / Number::from(100));
    let mut weightless = false;
    for element in root.elements("option") {
        if let Some(given) = reader.vector(element, "gravity") {
            gravity = given;
        }
        for key in ["density", "viscosity"] {
            let Some(given) = reader.nonzero(element, key) else {
                continue;
            };
            let why = "forces of a medium on the shapes of bodies are not computed";
            let help = "remove it: the dynamics are those of the bodies alone";
            reader.refuse(&given.at, &format!("`{key}` of <option>"), why, help);
        }
        for flags in element.elements("flag") {
            let mut off = |key| reader.word(flags, key, &["disable", "enable"]) == Some(0);
            let (passive, constraint) = (off("passive"), off("constraint"));
            let (springs, dampers) = (off("spring") || passive, off("damper") || passive);
            let (friction, equalities) = (
                off("frictionloss") || constraint,
                off("equality") || constraint,
            );
            weightless |= off("gravity");
            let acting = &mut reader.acting;
            acting.springs &= !springs;
            acting.dampers &= !dampers;
            acting.friction &= !friction;
            acting.equalities &= !equalities;
        }
    }
    if weightless {
        return Default::default();
    }
    gravity
}
