//! Free motions of `tests/golden/flex`, by the compiled forward dynamics.

use denoc_codegen::compile::Options;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::simulate::{
    Dynamics, Instant, Run, Settings, Start, StateVariables, Torque, simulate, to_the_end,
};
use serde_json::Value;

use crate::flexible::models::{self, golden, numbers};

/// Of the largest coordinate.
const TOLERANCE: f64 = 1e-9;

/// Of the largest energy.
const DRIFT: f64 = 1e-10;

fn mechanism(name: &str, motion: &Value) -> Mechanism {
    let level = motion["level"].as_str().expect("a level");
    let mut text = models::model(name, level);
    if motion["damping"] == Value::Bool(false) {
        let undamped = |line: &str| match line.split_once("damping = ") {
            Some((before, after)) => {
                let rest = after.find([',', ' ']).map_or("", |end| &after[end..]);
                format!("{before}damping = 0.0{rest}")
            }
            None => line.to_owned(),
        };
        text = text.lines().map(undamped).collect::<Vec<_>>().join("\n");
    }
    model::parse("flexible.toml", &text)
        .expect("a sound model")
        .mechanism
}

fn run(mechanism: &Mechanism, motion: &Value, form: StateVariables) -> Run {
    let dynamics = Dynamics::compile(mechanism, form, &Options::default()).expect("compiles");
    let times = numbers(&motion["t"]);
    let start = Start {
        q: Some(numbers(&motion["q"][0])),
        qd: Some(numbers(&motion["qd"][0])),
    };
    let settings = Settings {
        duration: times[times.len() - 1],
        step: times[1],
        ..Settings::default()
    };
    let torque = Torque::constant(mechanism, &numbers(&motion["tau"])).expect("torques");
    simulate(&dynamics, &start, &torque, &settings, &mut to_the_end).expect("a motion")
}

/// The largest difference of rows, and the largest number in them.
fn apart(instants: &[Instant], expected: &Value, of: fn(&Instant) -> &Vec<f64>) -> (f64, f64) {
    let expected = expected.as_array().expect("rows");
    assert_eq!(instants.len(), expected.len());
    let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
    for (instant, row) in instants.iter().zip(expected) {
        for (found, value) in of(instant).iter().zip(numbers(row)) {
            worst = worst.max((found - value).abs());
            largest = largest.max(value.abs());
        }
    }
    (worst, largest)
}

fn follows(name: &str) {
    let data = golden(name);
    for motion in data["trajectories"].as_array().expect("motions") {
        let mechanism = mechanism(name, motion);
        let level = &motion["level"];
        let conserves = !mechanism.is_undeformed();
        let canonical = conserves && mechanism.loops.is_none();
        let forms = match canonical {
            true => &[StateVariables::Lagrangian, StateVariables::Hamiltonian][..],
            false => &[StateVariables::Lagrangian],
        };
        for form in forms {
            let found = run(&mechanism, motion, *form);
            let (worst, largest) = apart(&found.instants, &motion["q"], |one| &one.q);
            println!(
                "{name} {level} {form:?}: {worst:e} of {largest}, {:?}",
                found.balance
            );
            assert!(
                worst <= TOLERANCE * largest,
                "{name} {level} {form:?}: {worst:e}"
            );
            let kinetic = numbers(&motion["kinetic_energy"]);
            let scale = kinetic.iter().copied().fold(1e-9, f64::max);
            for (instant, kinetic) in found.instants.iter().zip(kinetic) {
                let off = (instant.kinetic - kinetic).abs();
                assert!(
                    off <= 1e-8 * scale,
                    "{name} {level} at {}: {off:e}",
                    instant.t
                );
            }
            assert_eq!(found.balance.start.is_some(), conserves);
            let drift = found.balance.drift.abs();
            assert!(drift <= DRIFT * scale, "{name} {level} {form:?}: {drift:e}");
            if !motion["dissipated"].is_null() {
                let dissipated = numbers(&motion["dissipated"]);
                let end = dissipated[dissipated.len() - 1];
                let off = (found.balance.exchange.dissipated - end).abs();
                assert!(
                    off <= 1e-9 * end,
                    "{name} {level}: dissipated {off:e} of {end}"
                );
            }
        }
    }
}

#[test]
fn a_rotating_beam_moves_as_the_data() {
    follows("rotating_beam");
}

#[test]
fn a_planar_arm_moves_as_the_data() {
    follows("planar_2link");
}

#[test]
fn a_spatial_arm_moves_as_the_data() {
    follows("spatial_3r");
}

#[test]
fn a_slider_crank_moves_as_the_data() {
    follows("slider_crank");
}

#[test]
fn a_spacecraft_moves_as_the_data() {
    follows("spacecraft");
}

/// The fall of `nodes_planar_arm`, all of whose nodal displacements are modes: up to some kHz, in the plane of the arm.
#[test]
fn an_arm_by_nodes_falls_as_the_data() {
    let data = golden("nodes_planar_arm");
    let fall = &data["fall"];
    let mechanism = models::mechanism("nodes_planar_arm", "exact");
    let found = run(&mechanism, fall, StateVariables::Lagrangian);
    for (what, key, of) in [
        ("q", "q", (|one| &one.q) as fn(&Instant) -> &Vec<f64>),
        ("q̇", "qd", |one| &one.qd),
    ] {
        let (worst, largest) = apart(&found.instants, &fall[key], of);
        println!("{what}: {worst:e} of {largest}, {:?}", found.balance);
        assert!(worst <= TOLERANCE * largest, "{what}: {worst:e}");
    }
    let energy = fall["energy"].as_f64().expect("a number");
    let start = found.balance.start.expect("an energy");
    assert!((start - energy).abs() <= 1e-12 * energy.abs(), "{start}");
    assert!(found.balance.drift.abs() <= DRIFT * energy.abs());
}
