//! `<joint>` and `<freejoint>`: what moves how, and what acts in it.

use core::ops::Range;

use super::element::{Attribute, Element};
use super::reader::{MjcfReader, described};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::joint::{Free, Prismatic, Revolute, Spherical, Written};
use crate::mechanism::Limits;
use crate::model::raw::{At, PerVelocity, RawJoint, RawPhysics};

/// The attributes that are read.
const READ: [&str; 16] = [
    "name",
    "class",
    "type",
    "pos",
    "axis",
    "ref",
    "range",
    "limited",
    "stiffness",
    "springref",
    "springdamper",
    "damping",
    "armature",
    "frictionloss",
    "springyield",
    "align",
];

/// Those of limits, of actuators and of pictures.
const IGNORED: [&str; 9] = [
    "group",
    "margin",
    "user",
    "solreflimit",
    "solimplimit",
    "solreffriction",
    "solimpfriction",
    "actuatorfrcrange",
    "actuatorfrclimited",
];

/// Of no effect without `gravcomp`, which is refused.
const COMPENSATION: [&str; 1] = ["actuatorgravcomp"];

/// A type of joint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Free,
    Ball,
    Slide,
    Hinge,
}

/// A joint as written.
#[derive(Clone, Debug)]
pub(super) struct MjcfJoint {
    /// `None`: it has none.
    pub(super) name: Option<At<String>>,
    pub(super) at: Range<usize>,
    pub(super) kind: Kind,
    pub(super) motion: RawJoint,
    /// A point that it does not move, in the body's frame, m.
    pub(super) anchor: [Number; 3],
    pub(super) limits: Option<Limits>,
    pub(super) physics: RawPhysics,
    /// Its coordinate in the pose that the file shows: rad, or a number of metres.
    pub(super) reference: Angle,
    /// The place of its friction, which MuJoCo computes otherwise.
    pub(super) friction: Option<Range<usize>>,
}

/// A joint with what its class gives, written in the frame `frame` of its body.
pub(super) fn joint(element: &Element, frame: &Placement, reader: &mut MjcfReader) -> MjcfJoint {
    reader.report_unknown(element, &[&READ, &IGNORED, &COMPENSATION]);
    let kind = kind(element, reader);
    refuse(element, kind, reader);
    let reference = coordinate(element, "ref", kind, reader);
    let physics = physics(element, kind, reader);
    MjcfJoint {
        name: reader.name(element),
        at: element.at.clone(),
        kind,
        motion: motion(element, kind, &reference, frame, reader),
        anchor: match kind {
            Kind::Free => Default::default(),
            _ => {
                let [x, y, z] = reader.vector(element, "pos").unwrap_or_default();
                frame.times(&Placement::shifted(&x, &y, &z)).xyz
            }
        },
        limits: limits(element, kind, reader),
        friction: physics.friction.as_ref().map(|at| at.at.clone()),
        physics,
        reference,
    }
}

fn kind(element: &Element, reader: &mut MjcfReader) -> Kind {
    if element.tag == "freejoint" {
        return Kind::Free;
    }
    let kinds = [Kind::Free, Kind::Ball, Kind::Slide, Kind::Hinge];
    let found = reader.word(element, "type", &["free", "ball", "slide", "hinge"]);
    found.map_or(Kind::Hinge, |index| kinds[index])
}

fn motion(
    element: &Element,
    kind: Kind,
    reference: &Angle,
    frame: &Placement,
    reader: &mut MjcfReader,
) -> RawJoint {
    let along = |axis, joint: crate::joint::Joint| RawJoint::Moving(Written::along(axis, joint));
    match kind {
        Kind::Free => RawJoint::own(Free),
        Kind::Ball => RawJoint::own(Spherical),
        Kind::Slide => {
            let offset = -reference.to_number();
            along(axis(element, frame, reader), Prismatic { offset }.into())
        }
        Kind::Hinge => {
            let offset = -reference.clone();
            along(axis(element, frame, reader), Revolute { offset }.into())
        }
    }
}

/// The axis in the body's frame, z by default and after a fault.
fn axis(element: &Element, frame: &Placement, reader: &mut MjcfReader) -> At<[Number; 3]> {
    let along_z = || [0, 0, 1].map(Number::from);
    let at = element
        .attribute("axis")
        .map_or(&element.at, |given| &given.at);
    let mut axis = reader.vector(element, "axis").unwrap_or_else(along_z);
    if axis.iter().all(Number::is_zero) {
        let message = format!("{} is zero", described(element, "axis"));
        (reader.faults).error(at, message, "write a direction, like axis=\"0 0 1\"");
        axis = along_z();
    }
    let what = described(element, "axis");
    let axis = (reader.literals).direction(axis, at, &what, reader.faults);
    At {
        value: frame.turns.rotation().apply(&axis),
        at: at.clone(),
    }
}

/// A coordinate: rad, or a number of metres; 0 of a joint with a quaternion.
fn coordinate(element: &Element, key: &str, kind: Kind, reader: &mut MjcfReader) -> Angle {
    let given = match kind {
        Kind::Free | Kind::Ball => None,
        Kind::Slide | Kind::Hinge => reader.number(element, key),
    };
    match given {
        None => Angle::default(),
        Some(given) if kind == Kind::Slide => Angle::of_radians(given.value),
        Some(given) => reader.angle(given, &described(element, key)),
    }
}

/// How far a joint may go, where it is limited.
fn limits(element: &Element, kind: Kind, reader: &mut MjcfReader) -> Option<Limits> {
    let limited = reader.word(element, "limited", &["false", "true", "auto"]);
    let range = reader.array::<2>(element, "range")?;
    let auto = limited.is_none_or(|limited| limited == 2);
    if auto && !reader.compiler.autolimits {
        let message = format!(
            "{} has a `range`, and nothing says whether it is limited",
            element.what()
        );
        let help =
            "write limited=\"true\" or \"false\", or take autolimits=\"false\" out of <compiler>";
        reader.error(element, message, help);
    }
    if limited == Some(0) || matches!(kind, Kind::Free | Kind::Ball) {
        return None;
    }
    let what = described(element, "range");
    let [lower, upper] = range.map(|bound| match kind {
        Kind::Hinge => reader.angle(bound, &what).to_number(),
        _ => bound.value,
    });
    Some(Limits {
        lower: Some(lower),
        upper: Some(upper),
        effort: None,
        velocity: None,
    })
}

/// What acts in a joint, so far as `<option>` leaves it on.
fn physics(element: &Element, kind: Kind, reader: &mut MjcfReader) -> RawPhysics {
    let same = |at: At<Number>| At {
        value: PerVelocity::Same(at.value),
        at: at.at,
    };
    let stiffness = linear(element, "stiffness", reader).filter(|_| reader.acting.springs);
    let damping = linear(element, "damping", reader).filter(|_| reader.acting.dampers);
    let friction = positive(element, "frictionloss", reader).filter(|_| reader.acting.friction);
    let inertia = positive(element, "armature", reader);
    let rest = coordinate(element, "springref", kind, reader);
    let rest = stiffness
        .as_ref()
        .filter(|_| !rest.is_zero())
        .map(|stiffness| At {
            value: PerVelocity::Same(rest.to_number()),
            at: stiffness.at.clone(),
        });
    if let (Kind::Free | Kind::Ball, Some(spring)) = (kind, &stiffness) {
        let why = "a spring in a joint with a quaternion is not computed";
        let help = "remove it, or write three hinges about one point";
        let at = spring.at.clone();
        reader.refuse(&at, &described(element, "stiffness"), why, help);
        return RawPhysics::default();
    }
    RawPhysics {
        rotor_inertia: inertia.map(same),
        damping: damping.map(same),
        friction: friction.map(same),
        stiffness: stiffness.map(same),
        rest,
        ..RawPhysics::default()
    }
}

/// A coefficient that MuJoCo takes for a polynomial: the linear part, if there is one; others are refused.
fn linear(element: &Element, key: &str, reader: &mut MjcfReader) -> Option<At<Number>> {
    let mut numbers = reader.numbers(element, key)?.into_iter();
    let first = numbers.next();
    if let Some(higher) = numbers.find(|at| !at.value.is_zero()) {
        let why = "forces that are not linear are not computed";
        reader.refuse(
            &higher.at,
            &described(element, key),
            why,
            "keep its first number",
        );
    }
    first.and_then(|at| above_zero(at, element, key, reader))
}

/// A number that is not 0 and must not be negative.
fn positive(element: &Element, key: &str, reader: &mut MjcfReader) -> Option<At<Number>> {
    let number = reader.number(element, key)?;
    above_zero(number, element, key, reader)
}

/// A number unless it is 0, or negative, which is reported.
fn above_zero(
    number: At<Number>,
    element: &Element,
    key: &str,
    reader: &mut MjcfReader,
) -> Option<At<Number>> {
    if number.value.is_negative() {
        let message = format!("{} is negative", described(element, key));
        (reader.faults).error(&number.at, message, "write a number of 0 or more");
    }
    (number.value > Number::ZERO).then_some(number)
}

/// What nothing here stands for.
fn refuse(element: &Element, kind: Kind, reader: &mut MjcfReader) {
    let given = |reader: &mut MjcfReader, key: &str| {
        let numbers = reader.numbers(element, key)?;
        let given = numbers.iter().any(|at| !at.value.is_zero());
        element.attribute(key).filter(|_| given)
    };
    let mut attribute = |key: &str, why: &str, help: &str| {
        if let Some(Attribute { at, .. }) = given(reader, key) {
            reader.refuse(at, &described(element, key), why, help);
        }
    };
    attribute(
        "springdamper",
        "stiffness and damping that follow from the inertia are not computed",
        "write `stiffness` and `damping`: MuJoCo has them in `jnt_stiffness` and `dof_damping`",
    );
    attribute(
        "springyield",
        "springs that yield are not computed",
        "remove it",
    );
    if kind == Kind::Free {
        let help = "write 0: a default class may give it, and <freejoint> takes none";
        attribute(
            "armature",
            "inertia without a mass on a body that moves freely is not computed",
            help,
        );
        attribute(
            "frictionloss",
            "friction along the world's axes on a body that moves freely is not computed",
            help,
        );
    }
    if reader.word(element, "align", &["false", "true", "auto"]) == Some(1) {
        let why = "a frame that MuJoCo turns to the principal axes is not read";
        reader.refuse(
            &element.at,
            &described(element, "align"),
            why,
            "set it to false",
        );
    }
}
