//! The physics of a joint or of motors → the physics of each velocity.

use super::jointed::Jointed;
use crate::exact::number::Number;
use crate::mechanism::DofPhysics;
use crate::model::faults::Faults;
use crate::model::raw::{At, PerVelocity, RawPhysics};

/// The rate at which friction turns from one sign to the other, where none is given: 0.01 rad/s or m/s.
fn default_rate() -> Number {
    Number::ONE / Number::from(100)
}

/// The physics of a joint, by velocity; empty when nothing acts. Faults are reported.
pub(super) fn of_joint(joint: &Jointed, faults: &mut Faults) -> Vec<DofPhysics> {
    let owner = format!("joint \"{}\"", joint.name.value);
    let given = given(joint.physics);
    if let Some((key, value)) = given.first() {
        if joint.nv == 0 {
            let message = format!("`{key}` of {owner} has no effect: the joint is fixed");
            faults.warning(&value.at, message, "remove it");
            return Vec::new();
        }
        if joint.driven.is_some() {
            let message = format!("`{key}` of {owner} has no effect: the joint is driven");
            faults.error(&value.at, message, "remove it: its motion is an input");
            return Vec::new();
        }
    }
    if let Some(stiffness) = joint
        .physics
        .stiffness
        .as_ref()
        .filter(|_| joint.has_quaternion())
    {
        let message = format!("{owner} has a quaternion: it cannot have a spring");
        let help = "compose it of revolute and prismatic joints, each with its `stiffness`";
        faults.error(&stiffness.at, message, help);
        return Vec::new();
    }
    of_velocities(joint.physics, joint.nv, &owner, faults)
}

/// The physics of `nv` velocities; empty when nothing acts. Faults are reported.
pub(super) fn of_velocities(
    raw: &RawPhysics,
    nv: usize,
    owner: &str,
    faults: &mut Faults,
) -> Vec<DofPhysics> {
    for (key, value) in given(raw) {
        check_sizes(key, value, nv, owner, faults);
        check_signs(key, value, owner, faults);
    }
    check_needed(raw, owner, faults);
    let all: Vec<DofPhysics> = (0..nv).map(|k| of_velocity(raw, k)).collect();
    if all.iter().all(DofPhysics::is_off) {
        return Vec::new();
    }
    all
}

fn of_velocity(raw: &RawPhysics, k: usize) -> DofPhysics {
    let number = |value: &Option<At<PerVelocity>>| match value.as_ref().map(|one| &one.value) {
        Some(PerVelocity::Same(number)) => Some(number.clone()),
        Some(PerVelocity::Each(numbers)) => numbers.get(k).cloned(),
        None => None,
    };
    let gear = number(&raw.gear).unwrap_or(Number::ONE);
    let friction = number(&raw.friction).unwrap_or_default();
    let friction_rate = if friction.is_zero() {
        Number::ZERO
    } else {
        number(&raw.friction_rate).unwrap_or_else(default_rate)
    };
    DofPhysics {
        rotor_inertia: number(&raw.rotor_inertia).unwrap_or_default() * (&gear * &gear),
        damping: number(&raw.damping).unwrap_or_default(),
        friction,
        friction_rate,
        stiffness: number(&raw.stiffness).unwrap_or_default(),
        rest: number(&raw.rest).unwrap_or_default(),
    }
}

/// The keys that are given, in order.
fn given(raw: &RawPhysics) -> Vec<(&'static str, &At<PerVelocity>)> {
    let all = [
        ("rotor_inertia", &raw.rotor_inertia),
        ("gear", &raw.gear),
        ("damping", &raw.damping),
        ("friction", &raw.friction),
        ("friction_rate", &raw.friction_rate),
        ("stiffness", &raw.stiffness),
        ("rest", &raw.rest),
    ];
    let given = all
        .into_iter()
        .filter_map(|(key, value)| Some((key, value.as_ref()?)));
    given.collect()
}

fn check_sizes(key: &str, value: &At<PerVelocity>, nv: usize, owner: &str, faults: &mut Faults) {
    if let PerVelocity::Each(numbers) = &value.value
        && numbers.len() != nv
    {
        let message = format!(
            "`{key}` of {owner} has {} numbers instead of {nv}",
            numbers.len()
        );
        faults.error(
            &value.at,
            message,
            "write one number for each velocity, or one for all",
        );
    }
}

fn check_signs(key: &str, value: &At<PerVelocity>, owner: &str, faults: &mut Faults) {
    let numbers = match &value.value {
        PerVelocity::Same(number) => core::slice::from_ref(number),
        PerVelocity::Each(numbers) => numbers,
    };
    let (wrong, help): (fn(&Number) -> bool, &str) = match key {
        "rest" => return,
        "gear" => (
            Number::is_zero,
            "write the turns of the rotor for a turn of the joint, like 100",
        ),
        "friction_rate" => (
            |one| one.is_zero() || one.is_negative(),
            "write the rate at which friction turns over, > 0, like 0.01",
        ),
        _ => (Number::is_negative, "write a number >= 0"),
    };
    if let Some(number) = numbers.iter().find(|number| wrong(number)) {
        let message = format!("`{key}` of {owner} is {:?}", number.to_f64());
        faults.error(&value.at, message, help);
    }
}

/// Keys that say nothing without another.
fn check_needed(raw: &RawPhysics, owner: &str, faults: &mut Faults) {
    for (key, value, needed, other) in [
        ("gear", &raw.gear, &raw.rotor_inertia, "rotor_inertia"),
        (
            "friction_rate",
            &raw.friction_rate,
            &raw.friction,
            "friction",
        ),
        ("rest", &raw.rest, &raw.stiffness, "stiffness"),
    ] {
        if let (Some(value), None) = (value, needed) {
            let message = format!("`{key}` of {owner} has no effect without `{other}`");
            faults.error(&value.at, message, format!("add `{other}`, or remove it"));
        }
    }
}
