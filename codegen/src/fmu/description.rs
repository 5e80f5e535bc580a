//! modelDescription.xml and sources/buildDescription.xml.

use crate::compile::Compiled;
use crate::emit::fmi::{self, Kind, TOKEN};
use crate::mechanism::{BlockKind, Mechanism};
use crate::recursion::Quantity;

use super::VERSION;
use super::variable::{UNITS, Variable, Variables};
use super::xml::Xml;

/// The attributes of an element.
type Attributes<'a> = Vec<(&'a str, &'a str)>;

/// The comment by which denoc knows its files again, as in pictures.
fn generator() -> String {
    format!("Generator: denoc {}", env!("CARGO_PKG_VERSION"))
}

/// modelDescription.xml, with [`TOKEN`] for the token.
pub(super) fn model(compiled: &Compiled) -> String {
    let mechanism = &compiled.mechanism;
    let variables = Variables::of(mechanism);
    let tool = format!("denoc {}", env!("CARGO_PKG_VERSION"));
    let convention = match variables.is_structured {
        true => "structured",
        false => "flat",
    };
    let mut xml = Xml::new(&generator());
    let attributes = [
        ("fmiVersion", VERSION),
        ("modelName", &mechanism.name),
        ("instantiationToken", TOKEN),
        ("description", "Multibody dynamics"),
        ("generationTool", &tool),
        ("variableNamingConvention", convention),
    ];
    xml.parent("fmiModelDescription", &attributes, |xml| {
        interfaces(xml, compiled);
        units(xml, &variables);
        categories(xml);
        xml.element(
            "DefaultExperiment",
            &[
                ("startTime", "0"),
                ("stopTime", "1"),
                ("tolerance", "1e-12"),
                ("stepSize", "0.01"),
            ],
        );
        let states = States::of(mechanism);
        xml.parent("ModelVariables", &[], |xml| {
            for one in &variables.all {
                variable(xml, &variables, one, states);
            }
        });
        xml.parent("ModelStructure", &[], |xml| {
            structure(xml, &variables, mechanism, states);
        });
    });
    xml.into_text()
}

/// The two types of interface, which differ in a word.
fn interfaces(xml: &mut Xml, compiled: &Compiled) {
    let mechanism = &compiled.mechanism;
    let truth = |is: bool| if is { "true" } else { "false" };
    let derivatives = truth(fmi::has_products(mechanism));
    let settles = mechanism.loops.is_some() || mechanism.nq() != mechanism.nv();
    for (name, own) in [
        (
            "ModelExchange",
            ("needsCompletedIntegratorStep", truth(settles)),
        ),
        (
            "CoSimulation",
            ("canHandleVariableCommunicationStepSize", "true"),
        ),
    ] {
        let attributes = [
            ("modelIdentifier", compiled.name.as_str()),
            ("canGetAndSetFMUState", "true"),
            ("canSerializeFMUState", "true"),
            ("providesDirectionalDerivatives", derivatives),
            own,
        ];
        xml.element(name, &attributes);
    }
}

/// The units of the variables.
fn units(xml: &mut Xml, variables: &Variables) {
    xml.parent("UnitDefinitions", &[], |xml| {
        let is_used = |name| {
            let mut all = variables.all.iter();
            all.any(|one| one.unit.is_some_and(|unit| unit.name == name))
        };
        for unit in UNITS.iter().filter(|unit| is_used(unit.name)) {
            xml.parent("Unit", &[("name", unit.name)], |xml| {
                xml.element("BaseUnit", unit.powers);
            });
        }
    });
}

/// What is logged.
fn categories(xml: &mut Xml) {
    xml.parent("LogCategories", &[], |xml| {
        for (name, about) in [
            ("logStatusDiscard", "What was refused; all is as it was"),
            ("logStatusError", "Calls that are not allowed"),
        ] {
            xml.element("Category", &[("name", name), ("description", about)]);
        }
    });
}

/// What the start values of states are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum States {
    /// Those of the start.
    Exact,
    /// Guesses, from which loops are closed.
    Approximate,
}

impl States {
    fn of(mechanism: &Mechanism) -> Self {
        match mechanism.loops {
            Some(_) => Self::Approximate,
            None => Self::Exact,
        }
    }
}

/// An element of `ModelVariables`.
fn variable(xml: &mut Xml, variables: &Variables, one: &Variable, states: States) {
    let reference = variables.reference(one).to_string();
    let start = one.start.map(|start| format!("{start:?}"));
    let state = match one.kind {
        Kind::Rate => Some(Kind::Coordinate),
        Kind::Acceleration => Some(Kind::Velocity),
        _ => None,
    };
    let state = state.map(|kind| variables.layout.reference(kind, one.place).to_string());
    let mut attributes: Attributes = vec![
        ("name", &one.name),
        ("valueReference", &reference),
        ("description", &one.about),
    ];
    let of_states = match states {
        States::Exact => "exact",
        States::Approximate => "approx",
    };
    let (causality, variability, initial) = match one.kind {
        Kind::Time => ("independent", "continuous", None),
        Kind::Torque => ("input", "continuous", None),
        Kind::Coordinate | Kind::Velocity => ("output", "continuous", Some(of_states)),
        Kind::Rate | Kind::Acceleration => ("local", "continuous", Some("calculated")),
        Kind::Output => ("output", "continuous", Some("calculated")),
        Kind::Parameter => ("parameter", "tunable", Some("exact")),
    };
    attributes.extend([("causality", causality), ("variability", variability)]);
    attributes.extend(initial.map(|initial| ("initial", initial)));
    attributes.extend(one.unit.map(|unit| ("unit", unit.name)));
    attributes.extend(start.as_deref().map(|start| ("start", start)));
    attributes.extend(state.as_deref().map(|state| ("derivative", state)));
    xml.element("Float64", &attributes);
}

/// The elements of `ModelStructure`.
fn structure(xml: &mut Xml, variables: &Variables, mechanism: &Mechanism, states: States) {
    let of_kinds = |kinds: &[Kind]| {
        let kinds = kinds.to_vec();
        let all = variables.all.iter();
        all.filter(move |one| kinds.contains(&one.kind))
    };
    const OUTPUTS: [Kind; 3] = [Kind::Coordinate, Kind::Velocity, Kind::Output];
    const RATES: [Kind; 2] = [Kind::Rate, Kind::Acceleration];
    let known = |one: &Variable| dependencies(variables, mechanism, one);
    for one in of_kinds(&OUTPUTS) {
        unknown(xml, "Output", variables.reference(one), &known(one));
    }
    for one in of_kinds(&RATES) {
        let name = "ContinuousStateDerivative";
        unknown(xml, name, variables.reference(one), &known(one));
    }
    // Parameters are known at the start, too; loops are closed from all coordinates or velocities.
    let parameters: Vec<usize> = of_kinds(&[Kind::Parameter])
        .map(|one| variables.reference(one))
        .collect();
    for one in of_kinds(&[OUTPUTS.as_slice(), &RATES].concat()) {
        let is_state = matches!(one.kind, Kind::Coordinate | Kind::Velocity);
        if is_state && states == States::Exact {
            continue;
        }
        let mut all = match states {
            States::Exact => known(one),
            States::Approximate => of_kinds(&[Kind::Torque])
                .map(|one| variables.reference(one))
                .collect(),
        };
        all.extend(&parameters);
        unknown(xml, "InitialUnknown", variables.reference(one), &all);
    }
}

/// An unknown, and what it is computed from.
fn unknown(xml: &mut Xml, name: &str, reference: usize, dependencies: &[usize]) {
    let reference = reference.to_string();
    let list: Vec<String> = dependencies.iter().map(ToString::to_string).collect();
    let list = list.join(" ");
    xml.element(
        name,
        &[("valueReference", &reference), ("dependencies", &list)],
    );
}

/// The states and torques that an output or a rate is computed from.
fn dependencies(variables: &Variables, mechanism: &Mechanism, one: &Variable) -> Vec<usize> {
    let layout = &variables.layout;
    let all = |kind: Kind| (0..layout.len(kind)).map(move |place| layout.reference(kind, place));
    match one.kind {
        Kind::Coordinate | Kind::Velocity => vec![variables.reference(one)],
        Kind::Rate => followed(mechanism, one.place)
            .into_iter()
            .map(|(kind, place)| layout.reference(kind, place))
            .collect(),
        Kind::Output if one.quantity == Some(Quantity::KineticEnergy) => {
            all(Kind::Coordinate).chain(all(Kind::Velocity)).collect()
        }
        Kind::Output => all(Kind::Coordinate).collect(),
        _ => all(Kind::Torque)
            .chain(all(Kind::Coordinate))
            .chain(all(Kind::Velocity))
            .collect(),
    }
}

/// What the rate of a coordinate follows from: its velocity, or the quaternion and the velocities of its joint.
fn followed(mechanism: &Mechanism, coordinate: usize) -> Vec<(Kind, usize)> {
    let mut blocks = mechanism.blocks().into_iter();
    let own = blocks.find(|one| (one.q..one.q + one.coordinates.len()).contains(&coordinate));
    let Some(block) = own else {
        return vec![(Kind::Velocity, coordinate)];
    };
    let (q, v) = match block.kind {
        BlockKind::Rates => {
            return vec![(Kind::Velocity, block.v + coordinate - block.q)];
        }
        BlockKind::Quaternion => (block.q..block.q + 4, block.v..block.v + 3),
        BlockKind::Pose if coordinate < block.q + 3 => {
            (block.q + 3..block.q + 7, block.v..block.v + 3)
        }
        BlockKind::Pose => (block.q + 3..block.q + 7, block.v + 3..block.v + 6),
    };
    let coordinates = q.map(|place| (Kind::Coordinate, place));
    let velocities = v.map(|place| (Kind::Velocity, place));
    coordinates.chain(velocities).collect()
}

/// sources/buildDescription.xml.
pub(super) fn build(identifier: &str) -> String {
    let source = format!("{identifier}.c");
    let mut xml = Xml::new(&generator());
    xml.parent("fmiBuildDescription", &[("fmiVersion", VERSION)], |xml| {
        let configuration = [("modelIdentifier", identifier)];
        xml.parent("BuildConfiguration", &configuration, |xml| {
            xml.parent("SourceFileSet", &[("language", "C99")], |xml| {
                xml.element("SourceFile", &[("name", &source)]);
            });
        });
    });
    xml.into_text()
}
