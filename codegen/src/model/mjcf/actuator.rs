//! `<actuator>`: forces are inputs here. What changes the dynamics is refused, and which joints are actuated is kept for loops.

use super::defaults::MAIN;
use super::element::Element;
use super::reader::{MjcfReader, described};
use crate::model::raw::At;

/// The actuators of a model.
#[derive(Default)]
pub(super) struct Actuators {
    /// The first of all.
    pub(super) first: Option<core::ops::Range<usize>>,
    /// The joints on which they act, each once; `None`: one acts on something else.
    pub(super) joints: Option<Vec<At<String>>>,
}

/// Reads the actuators.
pub(super) fn read(root: &Element, reader: &mut MjcfReader) -> Actuators {
    let mut joints: Vec<At<String>> = Vec::new();
    let mut actuators = Actuators::default();
    let mut elsewhere = false;
    for element in root.elements("actuator").flat_map(|all| &all.children) {
        let element = &reader.whole(element, &element.tag, MAIN);
        actuators.first.get_or_insert_with(|| element.at.clone());
        refuse(element, reader);
        let joint = reader.reference(element, "joint");
        match joint.or_else(|| reader.reference(element, "jointinparent")) {
            Some(joint) if joints.iter().all(|known| known.value != joint.value) => {
                joints.push(joint)
            }
            Some(_) => {}
            None => elsewhere = true,
        }
    }
    actuators.joints = (!elsewhere && !joints.is_empty()).then_some(joints);
    actuators
}

fn refuse(element: &Element, reader: &mut MjcfReader) {
    let types = ["dyntype", "gaintype", "biastype"];
    let says = |key: &&str| {
        element
            .attribute(key)
            .is_some_and(|one| one.value == "muscle")
    };
    if element.tag == "muscle" || types.iter().any(says) {
        let why = "muscles, whose force depends on length and rate, are not computed";
        let help = "remove it: the forces of actuators are inputs here";
        reader.refuse(&element.at, &element.what(), why, help);
    }
    for (key, help) in [
        (
            "armature",
            "give it to the joint: `armature` times the square of the gear",
        ),
        (
            "damping",
            "give it to the joint: `damping` times the square of the gear",
        ),
    ] {
        let numbers = reader.numbers(element, key).unwrap_or_default();
        if let Some(given) = numbers.into_iter().find(|at| !at.value.is_zero()) {
            let why = "what an actuator adds to its joint is not read";
            reader.refuse(&given.at, &described(element, key), why, help);
        }
    }
}
