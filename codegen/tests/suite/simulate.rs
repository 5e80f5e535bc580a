//! Simulations and inverse dynamics against golden motions, and the laws that any motion keeps.

use std::ops::ControlFlow;
use std::path::Path;

use denoc_codegen::compile::Options;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::simulate::{
    Cycloid, Dynamics, Exchange, Instant, Inverse, Method, Run, Settings, SimulateError, Start,
    StateVariables, Torque, Trajectory, coordinates, simulate, to_csv, to_the_end,
};
use serde_json::Value;

const FORMS: [StateVariables; 2] = [StateVariables::Lagrangian, StateVariables::Hamiltonian];

/// A model of the tests' house.
fn mechanism(name: &str) -> Mechanism {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    model::load(&folder.join(format!("{name}.toml")))
        .expect(name)
        .mechanism
}

fn golden(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect(name);
    serde_json::from_str(&text).expect("JSON")
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter()
        .map(|number| number.as_f64().expect("a number"))
        .collect()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(numbers)
        .collect()
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

fn largest(a: &[f64]) -> f64 {
    a.iter().map(|x| x.abs()).fold(0.0, f64::max)
}

fn run(
    mechanism: &Mechanism,
    form: StateVariables,
    start: &Start,
    torque: &Torque,
    settings: &Settings,
) -> Run {
    let dynamics = Dynamics::compile(mechanism, form, &Options::default()).expect("compiles");
    simulate(&dynamics, start, torque, settings, &mut to_the_end).expect("moves")
}

#[test]
fn free_fall_of_puma_and_stanford_matches_golden_in_both_states() {
    for name in ["dh/puma_saha", "dh/stanford_saha", "dh/planar2r"] {
        let mechanism = mechanism(name);
        for fall in golden(name)["free_fall"].as_array().expect("falls") {
            let start = Start {
                q: Some(numbers(&fall["q0"])),
                qd: None,
            };
            for form in FORMS {
                let found = run(
                    &mechanism,
                    form,
                    &start,
                    &Torque::none(&mechanism),
                    &Settings::default(),
                );
                let expected = rows(&fall["q"]);
                assert_eq!(found.instants.len(), expected.len());
                let pairs = found.instants.iter().zip(&expected);
                let worst = pairs
                    .map(|(found, expected)| apart(&found.q, expected))
                    .fold(0.0, f64::max);
                let label = &fall["label"];
                println!(
                    "{name} {label} {form:?}: {worst:e} drift {:e} {:?}",
                    found.balance.drift, found.effort
                );
                assert!(worst < 1e-9, "{name} {label} {form:?}: {worst:e}");
                assert!(
                    found.balance.drift.abs() < 1e-9,
                    "{name} {form:?}: {:?}",
                    found.balance
                );
                let times: Vec<f64> = found.instants.iter().map(|instant| instant.t).collect();
                assert!(apart(&times, &numbers(&fall["t"])) < 1e-15);
            }
        }
    }
}

#[test]
fn torques_along_the_cycloid_match_golden() {
    use core::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI};
    let stanford = [
        FRAC_PI_3,
        FRAC_PI_3 - FRAC_PI_2,
        0.1,
        FRAC_PI_3,
        FRAC_PI_3,
        FRAC_PI_3,
    ];
    let cases = [
        ("dh/puma_saha", vec![0.0; 6], vec![PI]),
        (
            "dh/stanford_saha",
            vec![0.0, FRAC_PI_2, 0.0, 0.0, 0.0, 0.0],
            stanford.to_vec(),
        ),
    ];
    for (name, start, amplitude) in cases {
        let mechanism = mechanism(name);
        let cycloid = Cycloid::of(&mechanism, Some(&start), Some(&amplitude)).expect("a cycloid");
        let settings = Settings {
            duration: 10.0,
            step: 0.1,
            ..Settings::default()
        };
        let found = inverse(&mechanism, &cycloid.sampled(&settings).expect("samples"));
        let samples = golden(name);
        let samples = samples["trajectory"].as_array().expect("samples");
        assert_eq!(found.len(), samples.len());
        for (found, sample) in found.iter().zip(samples) {
            for (found, key) in [
                (&found.q, "q"),
                (&found.qd, "qd"),
                (&found.qdd, "qdd"),
                (&found.tau, "tau"),
            ] {
                let expected = numbers(&sample[key]);
                let error = apart(found, &expected) / largest(&expected).max(1.0);
                assert!(error < 1e-12, "{name} {key}: {error:e}");
            }
        }
    }
}

fn inverse(mechanism: &Mechanism, trajectory: &Trajectory) -> Vec<Instant> {
    let inverse = Inverse::compile(mechanism, &Options::default()).expect("compiles");
    inverse
        .torques(trajectory, &mut to_the_end)
        .expect("finite torques")
}

#[test]
fn a_table_of_a_simulation_is_a_trajectory_with_its_torques() {
    let mechanism = mechanism("dh/puma_saha");
    let torque = Torque::constant(&mechanism, &[3.0, -60.0, 1.0, 0.1, -0.2, 0.05]).expect("six");
    let settings = Settings {
        duration: 0.5,
        ..Settings::default()
    };
    let moved = run(
        &mechanism,
        StateVariables::Lagrangian,
        &Start::default(),
        &torque,
        &settings,
    );
    assert!(
        moved.balance.exchange.work.abs() > 1.0,
        "{:?}",
        moved.balance
    );
    assert!(moved.balance.drift.abs() < 1e-9, "{:?}", moved.balance);
    let table = to_csv(&mechanism, &moved.instants);
    let trajectory = Trajectory::parse(&mechanism, "moved.csv", &table).expect("a trajectory");
    let back = inverse(&mechanism, &trajectory);
    for (forth, back) in moved.instants.iter().zip(&back) {
        assert!(apart(&forth.tau, &back.tau) < 1e-10);
    }
    // And the torques of the inverse drive the same motion again: constant torques are linear between rows.
    let again = Torque::parse(&mechanism, "back.csv", &to_csv(&mechanism, &back)).expect("torques");
    let again = run(
        &mechanism,
        StateVariables::Hamiltonian,
        &Start::default(),
        &again,
        &settings,
    );
    for (forth, again) in moved.instants.iter().zip(&again.instants) {
        assert!(apart(&forth.q, &again.q) < 1e-9);
    }
}

#[test]
fn quaternions_keep_their_length_and_the_energy() {
    for name in ["mech/one_spherical", "mech/one_free", "mech/tree_mixed_06"] {
        let mechanism = mechanism(name);
        let rates = (0..mechanism.nv())
            .map(|k| 0.4 + 0.3 * (k as f64).sin())
            .collect();
        let start = Start {
            q: None,
            qd: Some(rates),
        };
        let torque = vec![0.1; mechanism.nv()];
        let torque = Torque::constant(&mechanism, &torque).expect("torques");
        let settings = Settings {
            duration: 2.0,
            ..Settings::default()
        };
        let [first, second] = FORMS.map(|form| run(&mechanism, form, &start, &torque, &settings));
        for run in [&first, &second] {
            println!("{name} {:?} {:?}", run.balance, run.effort);
            assert!(run.balance.drift.abs() < 1e-8, "{name}: {:?}", run.balance);
        }
        for (a, b) in first.instants.iter().zip(&second.instants) {
            assert!(apart(&a.q, &b.q) < 1e-8, "{name} at {}", a.t);
            assert!(apart(&a.qd, &b.qd) < 1e-8, "{name} at {}", a.t);
        }
    }
}

#[test]
fn tighter_tolerances_take_more_steps_and_give_more_digits() {
    let mechanism = mechanism("dh/puma_saha");
    let fall = |method, rtol| {
        let settings = Settings {
            method,
            rtol,
            atol: rtol,
            ..Settings::default()
        };
        run(
            &mechanism,
            StateVariables::Lagrangian,
            &Start::default(),
            &Torque::none(&mechanism),
            &settings,
        )
    };
    let [loose, tight, low, stiff] = [
        fall(Method::Dop853, 1e-4),
        fall(Method::Dop853, 1e-12),
        fall(Method::Dopri5, 1e-10),
        fall(Method::Radau5, 1e-10),
    ];
    assert!(loose.effort.steps < tight.effort.steps);
    assert!(tight.effort.steps < low.effort.steps);
    assert!(loose.balance.drift.abs() > tight.balance.drift.abs());
    for (other, tolerance) in [(low, 1e-8), (stiff, 1e-4)] {
        let ends = [&tight, &other].map(|run| run.instants.last().expect("an end").q.clone());
        let error = apart(&ends[0], &ends[1]);
        assert!(error < tolerance, "{error:e} {:?}", other.effort);
    }
}

/// The callback may end the motion: the part reached equals that of the whole motion.
#[test]
fn an_ended_motion_has_the_rows_that_it_reached() {
    let mechanism = mechanism("mech/one_prismatic");
    let settings = Settings::default();
    let dynamics = Dynamics::compile(&mechanism, StateVariables::Lagrangian, &Options::default())
        .expect("compiles");
    let torque = Torque::constant(&mechanism, &vec![1.0; mechanism.nv()]).expect("forces");
    let start = Start::default();
    let whole = simulate(&dynamics, &start, &torque, &settings, &mut to_the_end).expect("moves");
    assert_eq!(whole.ended, None);
    for share in [0.0, 0.05, 0.3] {
        let mut until = |t: f64| match t < share {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let part = simulate(&dynamics, &start, &torque, &settings, &mut until).expect("moves");
        let rows = part.instants.len();
        assert!(rows > 0 && rows < whole.instants.len());
        assert_eq!(part.instants, whole.instants[..rows]);
        let ended = part.ended.expect("ended early");
        assert!(ended >= share && ended >= part.instants[rows - 1].t);
    }
}

#[test]
fn the_callback_may_end_the_computation_of_torques() {
    let mechanism = mechanism("puma");
    let inverse = Inverse::compile(&mechanism, &Options::default()).expect("compiles");
    let cycloid = Cycloid::of(&mechanism, None, None).expect("a motion");
    let motion = cycloid.sampled(&Settings::default()).expect("times");
    let mut until = |t: f64| match t < 0.5 {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let part = inverse.torques(&motion, &mut until).expect("torques");
    assert_eq!(part.len(), 51);
    let whole = inverse.torques(&motion, &mut to_the_end).expect("torques");
    assert_eq!(part, whole[..51]);
}

#[test]
fn a_motion_that_outgrows_the_numbers_stops_with_its_time() {
    let mechanism = mechanism("mech/one_prismatic");
    let dynamics = Dynamics::compile(&mechanism, StateVariables::Lagrangian, &Options::default())
        .expect("compiles");
    let torque = Torque::constant(&mechanism, &vec![1e308; mechanism.nv()]).expect("forces");
    let settings = Settings {
        duration: 1e6,
        step: 1e3,
        ..Settings::default()
    };
    let stopped = simulate(
        &dynamics,
        &Start::default(),
        &torque,
        &settings,
        &mut to_the_end,
    );
    assert!(
        matches!(stopped, Err(SimulateError::NotFinite(_))),
        "{stopped:?}"
    );
}

/// An arm with friction in a turn, damping in a slide, a spring, a follower, and its joints in another order.
const RUBBED: &str = r#"name = "rubbed"
order = ["slide", "turn"]
[[body]]
name = "upper"
parent = "base"
joint = { name = "turn", type = "revolute", axis = [0, 1, 0], friction = 2.0, friction_rate = 0.05, rotor_inertia = 0.01, gear = 3 }
mass = 2.0
com = [0.2, 0, 0.1]
inertia = { xx = 0.1, yy = 0.2, zz = 0.15 }
[[body]]
name = "lower"
parent = "upper"
joint = { name = "slide", type = "prismatic", axis = [1, 0, 0], damping = 4.0, stiffness = 80.0, rest = 0.1 }
placement = { xyz = [0.3, 0, 0] }
mass = 1.0
inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }
[[body]]
name = "tip"
parent = "lower"
joint = { name = "follower", type = "revolute", axis = [0, 1, 0], damping = 0.3, mimic = { joint = "turn", factor = -2.0 } }
mass = 0.5
com = [0.1, 0, 0]
inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }
"#;

#[test]
fn dissipation_in_joints_is_in_the_balance_and_in_the_table() {
    let mechanism = model::parse("rubbed.toml", RUBBED)
        .expect("a model")
        .mechanism;
    let start = Start {
        q: None,
        qd: Some(vec![0.5, -3.0]),
    };
    let torque = Torque::constant(&mechanism, &[0.2, 6.0]).expect("torques");
    for form in FORMS {
        let moved = run(&mechanism, form, &start, &torque, &Settings::default());
        let Exchange { dissipated, .. } = moved.balance.exchange;
        assert!(dissipated > 1.0, "{:?}", moved.balance);
        assert!(
            moved.balance.drift.abs() < 1e-9,
            "{form:?} {:?}",
            moved.balance
        );
        let table = to_csv(&mechanism, &moved.instants);
        let header = table.lines().next().expect("a header");
        let expected = "t,q:slide,q:turn,qd:slide,qd:turn,qdd:slide,qdd:turn,tau:slide,tau:turn,T,V,work,dissipated,balance";
        assert_eq!(header, expected);
        let units = coordinates(&mechanism)
            .iter()
            .map(|column| column.measure.unit())
            .collect::<Vec<_>>();
        assert_eq!(units, ["m", "rad"]);
    }
}
