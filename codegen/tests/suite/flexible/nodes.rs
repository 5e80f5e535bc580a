//! Links by nodes, all of whose unit displacements are modes (SOA, section 4): the recursions on plain floats and the compiled programs at the states of
//! `tests/golden/flex/nodes_*.json`, whose makers know nothing of modes.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference, scale};
use denoc_codegen::rounding::terms_of;
use denoc_codegen::transform::elementary;
use serde_json::Value;

use crate::flexible::models::{golden, mechanism, numbers};

/// Least relative tolerance, of the largest element.
const TOLERANCE: f64 = 1e-12;

/// What the data have.
const QUANTITIES: [Quantity; 7] = [
    Quantity::InverseDynamics,
    Quantity::ForwardDynamics,
    Quantity::MassMatrix,
    Quantity::Bias,
    Quantity::Gravity,
    Quantity::KineticEnergy,
    Quantity::PotentialEnergy,
];

/// A level of geometry, and the letter that the data have for it.
type Level = (&'static str, char);

const EXACT: Level = ("exact", 'G');
const UNDEFORMED: Level = ("undeformed", 'U');

/// A quantity of a state, and its noise; `None` for what the data do not have at a level.
fn expected(
    quantity: Quantity,
    (data, state): (&Value, &Value),
    (name, letter): Level,
) -> Option<(Vec<f64>, f64)> {
    let of = |key: &str| numbers(&state[key]);
    let own = |key: &str| of(&format!("{key}_{letter}"));
    let noise = |key: &str| data["noise"][key].as_f64().expect("noise");
    let sum = |lists: &[Vec<f64>]| {
        let at = |k: usize| lists.iter().map(|list| list[k]).sum();
        (0..lists[0].len()).map(at).collect()
    };
    let conserves = name == "exact";
    Some(match quantity {
        Quantity::InverseDynamics => (of("tau"), noise(&format!("tau_{letter}"))),
        Quantity::ForwardDynamics => (own("qdd"), noise(&format!("qdd_{letter}"))),
        Quantity::MassMatrix => (of(if conserves { "M_G" } else { "Mf_U" }), noise("M")),
        Quantity::Bias => (sum(&[own("c"), own("grav"), of("Ku")]), noise("bias")),
        Quantity::Gravity => (own("grav"), noise("bias")),
        Quantity::KineticEnergy if conserves => (of("kinetic"), noise("M")),
        Quantity::PotentialEnergy if conserves => {
            (sum(&[of("potential_gravity"), of("potential_strain")]), 0.0)
        }
        _ => return None,
    })
}

fn inputs(state: &Value, letter: char) -> State {
    let array = |key: &str| numbers(&state[key]);
    State::default()
        .with(Argument::Q, array("q"))
        .with(Argument::Qd, array("qd"))
        .with(Argument::Qdd, array(&format!("qdd_{letter}")))
        .with(Argument::Tau, array("tau"))
}

/// What was computed of a quantity at a state, and by what.
type Found = (String, Vec<f64>);

/// Compares all that `compute` finds of the quantities with the data.
fn compare(
    (name, split): (&str, &Mechanism),
    level: Level,
    compute: impl Fn(Quantity, &State) -> Vec<Found>,
) {
    let data = golden(name);
    let mut compared = 0;
    let mut faults = Vec::new();
    for (index, state) in (data["states"].as_array().expect("states").iter()).enumerate() {
        let at = inputs(state, level.1);
        for quantity in QUANTITIES {
            let Some((expected, noise)) = expected(quantity, (&data, state), level) else {
                continue;
            };
            let terms = terms_of(split, quantity, quantity.literal(split), &at);
            let scale = scale(&expected, terms.into_iter().fold(0.0, f64::max));
            for (way, found) in compute(quantity, &at) {
                assert_eq!(found.len(), expected.len(), "{quantity:?}");
                let pairs = found.iter().zip(&expected);
                let off: Vec<f64> = pairs.map(|(a, b)| (a - b).abs()).collect();
                let tolerance = TOLERANCE.max(100.0 * noise) * scale;
                if !off.iter().all(|&off| off <= tolerance) {
                    let worst = off.into_iter().fold(0.0, f64::max);
                    faults.push(format!(
                        "{name} {} state {index}, {quantity:?} by {way}: {worst:e} of {scale:e}",
                        level.0
                    ));
                }
                compared += 1;
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(compared >= 20, "{compared}");
}

fn checked(name: &str, level: Level) -> Mechanism {
    let mechanism = mechanism(name, level.0);
    let names: Vec<String> = mechanism.blocks().into_iter().map(|one| one.name).collect();
    assert_eq!(names.len(), numbers(&golden(name)["states"][0]["q"]).len());
    mechanism
}

fn recursions_agree(name: &str, level: Level) {
    let split = elementary(&checked(name, level));
    compare((name, &split), level, |quantity, at| {
        let formulations = quantity.formulations_on(&split).into_iter();
        let value = |one| {
            let way = format!("{one:?}");
            (way, reference(&split, quantity, one, at).concat())
        };
        formulations.map(value).collect()
    });
}

fn programs_agree(name: &str, level: Level) {
    let mechanism = checked(name, level);
    let exist = Quantity::all(&mechanism);
    let wanted = QUANTITIES.iter().filter(|one| exist.contains(one));
    let options = Options {
        functions: Some(wanted.map(|one| one.name(&mechanism)).collect()),
        opt: 1,
        ..Options::default()
    };
    let compiled = compile(&mechanism, &options).expect("it compiles");
    compare((name, &elementary(&mechanism)), level, |quantity, at| {
        let name = quantity.name(&mechanism);
        let functions = compiled.functions.iter().filter(|one| one.name == name);
        let value = |one: &denoc_codegen::function::Function| {
            let found = one.run(|input| at.get(input)).expect("numbers");
            ("a program".to_owned(), found.concat())
        };
        functions.map(value).collect()
    });
}

macro_rules! agree {
    ($($test:ident: $check:ident $model:literal, $level:ident;)*) => {
        $(#[test]
        fn $test() {
            $check($model, $level);
        })*
    };
}

agree! {
    recursions_of_a_planar_arm_exact: recursions_agree "nodes_planar_arm", EXACT;
    recursions_of_a_planar_arm_undeformed: recursions_agree "nodes_planar_arm", UNDEFORMED;
    recursions_of_a_pendulum_exact: recursions_agree "nodes_spatial_pendulum", EXACT;
    recursions_of_a_pendulum_undeformed: recursions_agree "nodes_spatial_pendulum", UNDEFORMED;
    recursions_of_another_pendulum_exact: recursions_agree "nodes_spatial_pendulum_b", EXACT;
    recursions_of_another_pendulum_undeformed: recursions_agree "nodes_spatial_pendulum_b", UNDEFORMED;
    recursions_of_a_spatial_arm_exact: recursions_agree "nodes_spatial_2link", EXACT;
    recursions_of_a_spatial_arm_undeformed: recursions_agree "nodes_spatial_2link", UNDEFORMED;
    programs_of_a_planar_arm_exact: programs_agree "nodes_planar_arm", EXACT;
    programs_of_a_planar_arm_undeformed: programs_agree "nodes_planar_arm", UNDEFORMED;
    programs_of_a_pendulum_exact: programs_agree "nodes_spatial_pendulum", EXACT;
    programs_of_a_pendulum_undeformed: programs_agree "nodes_spatial_pendulum", UNDEFORMED;
    programs_of_another_pendulum_exact: programs_agree "nodes_spatial_pendulum_b", EXACT;
    programs_of_another_pendulum_undeformed: programs_agree "nodes_spatial_pendulum_b", UNDEFORMED;
    programs_of_a_spatial_arm_exact: programs_agree "nodes_spatial_2link", EXACT;
    programs_of_a_spatial_arm_undeformed: programs_agree "nodes_spatial_2link", UNDEFORMED;
}
