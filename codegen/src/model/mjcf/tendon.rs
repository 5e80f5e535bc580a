//! `<tendon>`: fixed ones are sums of coordinates, which `<equality>` may tie; spatial ones are paths of actuators, and read over.

use std::collections::HashMap;

use super::defaults::MAIN;
use super::element::Element;
use super::reader::{MjcfReader, described};
use crate::exact::number::Number;
use crate::model::raw::At;

/// The attributes of a tendon.
const ATTRIBUTES: [&str; 21] = [
    "name",
    "class",
    "group",
    "limited",
    "range",
    "solreflimit",
    "solimplimit",
    "solreffriction",
    "solimpfriction",
    "margin",
    "frictionloss",
    "springlength",
    "stiffness",
    "damping",
    "armature",
    "actuatorfrcrange",
    "actuatorfrclimited",
    "user",
    "width",
    "material",
    "rgba",
];

/// One that springs may have besides.
const YIELD: [&str; 1] = ["springyield"];

/// A length: coefficients times the coordinates of joints, by name.
pub(super) type Sum = Vec<(At<String>, Number)>;

/// The fixed tendons by name; what acts in a tendon is refused.
pub(super) fn read(root: &Element, reader: &mut MjcfReader) -> HashMap<String, Sum> {
    let mut fixed = HashMap::new();
    for element in root.elements("tendon").flat_map(|all| &all.children) {
        let element = &reader.whole(element, "tendon", MAIN);
        reader.report_unknown(element, &[&ATTRIBUTES, &YIELD]);
        refuse(element, reader);
        if element.tag != "fixed" {
            continue;
        }
        let mut sum = Sum::new();
        for part in element.elements("joint") {
            reader.report_unknown(part, &[&["joint", "coef"]]);
            let factor = reader
                .number(part, "coef")
                .map_or(Number::ONE, |at| at.value);
            sum.extend(reader.require(part, "joint").map(|name| (name, factor)));
        }
        if let Some(name) = reader.require(element, "name") {
            fixed.insert(name.value, sum);
        }
    }
    fixed
}

/// Springs, dampers, friction and inertia of a tendon act in several joints at once.
fn refuse(element: &Element, reader: &mut MjcfReader) {
    let acting = reader.acting;
    let keys = [
        ("stiffness", acting.springs),
        ("damping", acting.dampers),
        ("frictionloss", acting.friction),
        ("armature", true),
    ];
    for (key, on) in keys {
        let numbers = reader.numbers(element, key).unwrap_or_default();
        let given = numbers.into_iter().find(|at| !at.value.is_zero());
        let Some(given) = given.filter(|_| on) else {
            continue;
        };
        let why = "what acts in a tendon is not computed";
        let help = "remove it; springs, damping and friction of single joints are read";
        reader.refuse(&given.at, &described(element, key), why, help);
    }
}
