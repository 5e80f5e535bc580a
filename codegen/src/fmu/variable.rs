//! The variables of an FMU: mechanism → names, units, starts, in the order of their value references.

use crate::emit::fmi::{self, Kind, Layout};
use crate::joint::Measure;
use crate::mechanism::Mechanism;
use crate::name;
use crate::recursion::Quantity;
use crate::simulate::{Column, coordinates, forces, velocities};

/// A variable.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Variable {
    pub(super) kind: Kind,
    /// Its place among those of its kind.
    pub(super) place: usize,
    pub(super) name: String,
    pub(super) about: String,
    pub(super) unit: Option<&'static Unit>,
    /// Where it starts; `None` of what is computed.
    pub(super) start: Option<f64>,
    /// Of an output that is computed: what it belongs to.
    pub(super) quantity: Option<Quantity>,
}

/// A unit by powers of base units.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Unit {
    pub(super) name: &'static str,
    /// Base units and their exponents.
    pub(super) powers: &'static [(&'static str, &'static str)],
}

const TURN: Unit = Unit {
    name: "rad",
    powers: &[("rad", "1")],
};
const TURN_RATE: Unit = Unit {
    name: "rad/s",
    powers: &[("s", "-1"), ("rad", "1")],
};
const TURN_ACCELERATION: Unit = Unit {
    name: "rad/s2",
    powers: &[("s", "-2"), ("rad", "1")],
};
const SHIFT: Unit = Unit {
    name: "m",
    powers: &[("m", "1")],
};
const SHIFT_RATE: Unit = Unit {
    name: "m/s",
    powers: &[("m", "1"), ("s", "-1")],
};
const SHIFT_ACCELERATION: Unit = Unit {
    name: "m/s2",
    powers: &[("m", "1"), ("s", "-2")],
};
const QUATERNION_RATE: Unit = Unit {
    name: "1/s",
    powers: &[("s", "-1")],
};
const TORQUE: Unit = Unit {
    name: "N.m",
    powers: &[("kg", "1"), ("m", "2"), ("s", "-2")],
};
const FORCE: Unit = Unit {
    name: "N",
    powers: &[("kg", "1"), ("m", "1"), ("s", "-2")],
};
const ENERGY: Unit = Unit {
    name: "J",
    powers: &[("kg", "1"), ("m", "2"), ("s", "-2")],
};
const TIME: Unit = Unit {
    name: "s",
    powers: &[("s", "1")],
};

/// All units, in the order in which they are defined.
pub(super) static UNITS: [&Unit; 11] = [
    &TIME,
    &TURN,
    &TURN_RATE,
    &TURN_ACCELERATION,
    &SHIFT,
    &SHIFT_RATE,
    &SHIFT_ACCELERATION,
    &QUATERNION_RATE,
    &TORQUE,
    &FORCE,
    &ENERGY,
];

/// The unit of what has a measure: a coordinate, its rate, its acceleration, or its force. Modal coordinates have none.
fn unit(kind: Kind, measure: Measure) -> Option<&'static Unit> {
    Some(match (kind, measure) {
        (Kind::Coordinate, Measure::Turn) => &TURN,
        (Kind::Coordinate, Measure::Shift) => &SHIFT,
        (Kind::Velocity | Kind::Rate, Measure::Turn) => &TURN_RATE,
        (Kind::Velocity | Kind::Rate, Measure::Shift) => &SHIFT_RATE,
        (Kind::Rate, Measure::Quaternion) => &QUATERNION_RATE,
        (Kind::Acceleration, Measure::Turn) => &TURN_ACCELERATION,
        (Kind::Acceleration, Measure::Shift) => &SHIFT_ACCELERATION,
        (Kind::Torque, Measure::Turn) => &TORQUE,
        (Kind::Torque, Measure::Shift) => &FORCE,
        _ => return None,
    })
}

/// The names of all variables as they would be written, and whether they are structured: those with a character that structured names have
/// not are flat.
pub(super) struct Variables {
    pub(super) all: Vec<Variable>,
    pub(super) layout: Layout,
    pub(super) is_structured: bool,
}

impl Variables {
    /// Those of a mechanism.
    pub(super) fn of(mechanism: &Mechanism) -> Self {
        let mut list = List::default();
        list.time();
        list.columns(Kind::Torque, &forces(mechanism), Some(&[]));
        list.columns(
            Kind::Coordinate,
            &coordinates(mechanism),
            Some(&fmi::start(mechanism)),
        );
        list.columns(Kind::Velocity, &velocities(mechanism), Some(&[]));
        list.columns(Kind::Rate, &coordinates(mechanism), None);
        list.columns(Kind::Acceleration, &velocities(mechanism), None);
        list.outputs(mechanism);
        for parameter in &mechanism.parameters {
            let about = "parameter of the model, in its units".into();
            let name = format!("parameters.{}", parameter.name);
            list.add(
                Kind::Parameter,
                (name, about),
                None,
                Some(parameter.default.to_f64()),
            );
        }
        let names = name::unique(list.all.iter().map(|one| one.name.clone()));
        for (one, name) in list.all.iter_mut().zip(names) {
            one.name = name;
        }
        Self {
            is_structured: list.all.iter().all(|one| is_printable(&one.name)),
            all: list.all,
            layout: Layout::of(mechanism),
        }
    }

    /// The value reference of a variable.
    pub(super) fn reference(&self, variable: &Variable) -> usize {
        self.layout.reference(variable.kind, variable.place)
    }
}

/// Whether a text has only characters that structured names may have.
fn is_printable(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Variables as they come.
#[derive(Default)]
struct List {
    all: Vec<Variable>,
}

impl List {
    fn add(
        &mut self,
        kind: Kind,
        (name, about): (String, String),
        unit: Option<&'static Unit>,
        start: Option<f64>,
    ) {
        let place = self.all.iter().filter(|one| one.kind == kind).count();
        self.all.push(Variable {
            kind,
            place,
            name,
            about,
            unit,
            start,
            quantity: None,
        });
    }

    fn time(&mut self) {
        let named = ("time".into(), "time".into());
        self.add(Kind::Time, named, Some(&TIME), None);
    }

    /// The columns of a table; `starts`: where they start, at 0 behind its end.
    fn columns(&mut self, kind: Kind, columns: &[Column], starts: Option<&[f64]>) {
        for (place, column) in columns.iter().enumerate() {
            let own = structured(&column.name);
            let (name, about) = match kind {
                Kind::Torque => (format!("tau.{own}"), "generalised force of"),
                Kind::Velocity => (format!("v.{own}"), "velocity of"),
                Kind::Rate => (format!("der(q.{own})"), "rate of the coordinate"),
                Kind::Acceleration => (format!("der(v.{own})"), "acceleration of"),
                _ => (format!("q.{own}"), "coordinate"),
            };
            let start = starts.map(|all| all.get(place).copied().unwrap_or(0.0));
            let about = format!("{about} {}", column.name);
            self.add(kind, (name, about), unit(kind, column.measure), start);
        }
    }

    fn outputs(&mut self, mechanism: &Mechanism) {
        for quantity in fmi::outputs(mechanism) {
            let first = self.all.len();
            self.outputs_of(mechanism, quantity);
            for own in &mut self.all[first..] {
                own.quantity = Some(quantity);
            }
        }
    }

    fn outputs_of(&mut self, mechanism: &Mechanism, quantity: Quantity) {
        if let Quantity::TipPose(frame) = quantity {
            return self.pose(&mechanism.frames[frame].name);
        }
        let (name, about) = match quantity {
            Quantity::KineticEnergy => ("energy.kinetic", "kinetic energy"),
            _ => (
                "energy.potential",
                "potential energy, 0 with all mass at the origin of the base",
            ),
        };
        let named = (name.into(), about.into());
        self.add(Kind::Output, named, Some(&ENERGY), None);
    }

    /// p, then R row by row, counted from 1.
    fn pose(&mut self, frame: &str) {
        let own = structured(frame);
        for k in 1..=3 {
            let about = format!("position of the frame {frame} in the base frame");
            let name = format!("pose.{own}.p[{k}]");
            self.add(Kind::Output, (name, about), Some(&SHIFT), None);
        }
        for (row, column) in (1..=3).flat_map(|row| (1..=3).map(move |column| (row, column))) {
            let about =
                format!("orientation of the frame {frame} in the base frame, columns are its axes");
            let name = format!("pose.{own}.R[{row},{column}]");
            self.add(Kind::Output, (name, about), None, None);
        }
    }
}

/// A part of a structured name in quotes.
fn quoted(part: &str) -> String {
    let mut quoted = String::from("'");
    for c in part.chars() {
        if matches!(c, '\'' | '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted + "'"
}

/// A name of the model in structured names: parts between dots are identifiers, or in quotes.
fn structured(name: &str) -> String {
    let part = |part: &str| {
        let mut chars = part.chars();
        let starts = chars
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if starts && chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return part.to_owned();
        }
        quoted(part)
    };
    let parts: Vec<&str> = name.split('.').collect();
    if parts.contains(&"") {
        return quoted(name);
    }
    let parts: Vec<String> = parts.into_iter().map(part).collect();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_structured() {
        for (name, expected) in [
            ("shoulder", "shoulder"),
            ("base.x", "base.x"),
            ("left-hip", "'left-hip'"),
            ("2nd.qx", "'2nd'.qx"),
            ("a'b", "'a\\'b'"),
            ("motor/1", "'motor/1'"),
            ("a..b", "'a..b'"),
            ("end.", "'end.'"),
        ] {
            assert_eq!(structured(name), expected);
        }
    }
}
