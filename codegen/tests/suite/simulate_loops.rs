//! Motions of mechanisms with loops: against golden data, through singular configurations, and back from torques.

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::loops::rotation::{about, conjugate, product, unit};
use denoc_codegen::assembly::{Assembly, assemble};
use denoc_codegen::compile::{Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::simulate::{
    Cycloid, Dynamics, Instant, Inverse, Run, Settings, SimulateError, Start, StateVariables,
    Torque, Trajectory, TrajectoryPoint, simulate, to_csv, to_the_end,
};
use serde_json::Value;

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn mechanism(name: &str) -> Mechanism {
    let path = root(&format!("models/loops/{name}.toml"));
    model::load(&path).expect(name).mechanism
}

fn golden(name: &str) -> Value {
    let path = root(&format!("tests/golden/loops/{name}.json"));
    let text = std::fs::read_to_string(path).expect("golden data");
    serde_json::from_str(&text).expect("JSON")
}

fn numbers(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(list) => list.iter().flat_map(numbers).collect(),
        None => vec![value.as_f64().expect("a number")],
    }
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    let list = value.as_array().expect("a list");
    list.iter().map(numbers).collect()
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f64::max)
}

/// The largest difference over all samples; `of` gives the compared value of each instant.
fn worst(found: &[Instant], expected: &[Vec<f64>], of: impl Fn(&Instant) -> Vec<f64>) -> f64 {
    assert!(found.len() <= expected.len());
    let both = found.iter().zip(expected);
    let differences = both.map(|(instant, expected)| apart(&of(instant), expected));
    differences.fold(0.0, f64::max)
}

fn settings(duration: f64, step: f64) -> Settings {
    Settings {
        duration,
        step,
        rtol: 1e-12,
        atol: 1e-13,
        ..Settings::default()
    }
}

fn at(q: Vec<f64>, qd: Vec<f64>) -> Start {
    Start {
        q: Some(q),
        qd: Some(qd),
    }
}

fn run(mechanism: &Mechanism, start: &Start, torque: &Torque, settings: &Settings) -> Run {
    let dynamics = Dynamics::compile(mechanism, StateVariables::Lagrangian, &Options::default());
    let dynamics = dynamics.unwrap_or_else(|error| panic!("{error}"));
    let run = simulate(&dynamics, start, torque, settings, &mut to_the_end);
    let run = run.unwrap_or_else(|error| panic!("{}: {error}", mechanism.name));
    println!(
        "{}: drift {:e}, {:?}, {:?}",
        mechanism.name, run.balance.drift, run.closing, run.effort
    );
    run
}

/// From rest, without torques; also on from 1.3667 s, where the couplers are in a line and the actuated angles do not determine
/// the others.
#[test]
fn the_five_bar_falls_as_in_golden_and_through_the_singular_configuration() {
    for (name, end) in [("five_bar", 2.0), ("five_bar_narrow", 1.0)] {
        let (mechanism, golden) = (mechanism(name), golden(name));
        let fall = &golden["free_fall"];
        let (q, qd) = (rows(&fall["joint_angle"]), rows(&fall["joint_rate"]));
        let start = at(q[0].clone(), qd[0].clone());
        let torque = Torque::none(&mechanism);
        let found = run(&mechanism, &start, &torque, &settings(end, 0.01));
        // 1.3 s is row 130; singular between rows 136 and 137.
        let (early, late) = found.instants.split_at(131.min(found.instants.len()));
        let (before, after) = q.split_at(early.len());
        let errors = [
            worst(early, before, |instant| instant.q.clone()),
            worst(late, after, |instant| instant.q.clone()),
        ];
        println!("{name}: {errors:?}");
        assert!(
            errors.iter().all(|&error| error < 1e-10),
            "{name}: {errors:?}"
        );
        assert!(found.balance.drift.abs() < 1e-10, "{name}");
    }
}

/// Cranks start upright and turn through flat positions, where the constraints lose N ranks.
#[test]
fn cranks_of_four_bars_stay_parallel_through_flat_positions() {
    for (name, loops, step) in [
        ("parallelogram", 1, 0.02),
        ("parallelogram_b", 1, 0.02),
        ("n_four_bar", 2, 0.04),
    ] {
        let (mechanism, golden) = (mechanism(name), golden(name));
        let [theta, omega] = ["theta_exact", "omega_exact"].map(|key| numbers(&golden[key]));
        let joints = [&[1.0][..], &[-1.0, 1.0].repeat(loops)].concat();
        let all = |x: f64| -> Vec<f64> { joints.iter().map(|sign| sign * x).collect() };
        let torque = Torque::none(&mechanism);
        let start = at(all(theta[0]), all(omega[0]));
        let found = run(&mechanism, &start, &torque, &settings(3.0, step));
        let singular = numbers(&golden["singular_times"]);
        assert!(singular.iter().filter(|&&t| t < 3.0).count() >= 3, "{name}");
        let cranks = |instant: &Instant| {
            let others = instant.q.iter().step_by(2);
            others.fold(0.0, |most: f64, q| most.max((q - instant.q[0]).abs()))
        };
        let skew = found.instants.iter().map(cranks).fold(0.0, f64::max);
        let exact: Vec<Vec<f64>> = theta.iter().map(|&theta| all(theta)).collect();
        let error = worst(&found.instants, &exact, |instant| instant.q.clone());
        println!("{name}: skew {skew:e}, error {error:e}");
        assert!(skew < 1e-12, "{name}: {skew:e}");
        assert!(error < 1e-9, "{name}: {error:e}");
        assert!(
            found.balance.drift.abs() < 1e-8,
            "{name}: {:?}",
            found.balance
        );
    }
}

/// Places of β, Θ, γ, Φ, δ, Ω, ε, as the test set orders them, in the order of the tree.
const PLACES: [usize; 7] = [0, 1, 2, 4, 3, 6, 5];

/// The torque of Andrews' spring in the joint of k3: see the model.
fn spring(gamma: f64) -> f64 {
    let (stiffness, rest) = (4530.0, 0.07785);
    let ([sc, sd], [xb, yb], [xc, yc]) = ([0.018, 0.02], [-0.03635, 0.03273], [0.014, 0.072]);
    let (sin, cos) = gamma.sin_cos();
    let arm = [sd * cos + sc * sin, sd * sin - sc * cos];
    let [x, y] = [xb + arm[0] - xc, yb + arm[1] - yc];
    let length = x.hypot(y);
    let force = -stiffness * (length - rest) / length;
    force * (arm[0] * y - arm[1] * x)
}

#[test]
fn andrews_squeezer_meets_the_published_digits() {
    let (mechanism, golden) = (mechanism("andrews"), golden("andrews"));
    let in_tree = |values: &[f64]| -> Vec<f64> { PLACES.map(|place| values[place]).to_vec() };
    let start = at(
        in_tree(&rows(&golden["q"])[0]),
        in_tree(&rows(&golden["qd"])[0]),
    );
    let motor = Torque::Law(Arc::new(|_, q, _| vec![0.033, spring(q[2])]));
    let found = run(&mechanism, &start, &motor, &settings(0.03, 0.001));
    let published = numbers(&golden["published_at_0_03"]);
    let last = found.instants.last().expect("an end");
    let off = |found: &[f64], published: &[f64]| {
        let pairs = found.iter().zip(in_tree(published));
        let differences = pairs.map(|(found, published)| ((found - published) / published).abs());
        differences.fold(0.0, f64::max)
    };
    let errors = [
        off(&last.q, &published[..7]),
        off(&last.qd, &published[7..14]),
    ];
    let expected: Vec<Vec<f64>> = rows(&golden["q"]).iter().map(|q| in_tree(q)).collect();
    let between = worst(&found.instants, &expected, |instant| instant.q.clone());
    println!("andrews: {errors:?}, golden samples {between:e}");
    assert!(errors[0] < 1e-9 && errors[1] < 1e-7, "{errors:?}");
    assert!(between < 1e-8, "{between:e}");
}

#[test]
fn bricard_moves_as_in_golden_with_a_redundant_equation() {
    let (mechanism, golden) = (mechanism("bricard"), golden("bricard"));
    let torque = Torque::none(&mechanism);
    let (found, q) = (
        run(&mechanism, &Start::default(), &torque, &settings(1.0, 0.04)),
        rows(&golden["joint_angle"]),
    );
    let error = worst(&found.instants, &q, |instant| instant.q.clone());
    println!("bricard: {error:e}");
    assert!(error < 1e-10, "{error:e}");
    assert!(found.balance.drift.abs() < 1e-9);
}

/// The coordinates of a sample: see `loops/platform.rs`.
fn platform(motors: &[f64], hinges: &[f64], wxyz: &[f64]) -> Vec<f64> {
    let shaft = about([0.0, -0.97, 0.26], motors[0]);
    let leg = product(shaft, about([1.0, 0.0, 0.0], hinges[0]));
    let platform = [wxyz[1], wxyz[2], wxyz[3], wxyz[0]];
    let quarter = about([1.0, 0.0, 0.0], -FRAC_PI_2);
    let [x, y, z, w] = unit(product(conjugate(leg), product(platform, quarter)));
    vec![
        motors[0], hinges[0], x, y, z, w, motors[1], hinges[1], motors[2], hinges[2],
    ]
}

#[test]
fn the_three_leg_platform_moves_under_its_motors_as_in_golden() {
    let name = "three_leg_platform";
    let (mechanism, golden) = (mechanism(name), golden(name));
    let torque = Torque::constant(&mechanism, &numbers(&golden["motor_torque"])).expect("three");
    let found = run(&mechanism, &Start::default(), &torque, &settings(2.0, 0.04));
    let keys = ["motor_angle", "hinge_angle", "platform_quaternion_wxyz"];
    let [motors, hinges, turns] = keys.map(|key| rows(&golden[key]));
    let all = (0..motors.len()).map(|k| platform(&motors[k], &hinges[k], &turns[k]));
    let mut all: Vec<Vec<f64>> = all.collect();
    for (expected, instant) in all.iter_mut().zip(&found.instants) {
        // A quaternion and its negative are one turn; golden angles are within half a turn.
        let product: f64 = (2..6).map(|k| expected[k] * instant.q[k]).sum();
        let turn = &mut expected[2..6];
        turn.iter_mut().for_each(|x| *x *= product.signum());
        for angle in [0, 1, 6, 7, 8, 9] {
            let turns = ((instant.q[angle] - expected[angle]) / TAU).round();
            expected[angle] += turns * TAU;
        }
    }
    let joints = worst(&found.instants, &all, |instant| instant.q.clone());
    let centres = rows(&golden["platform_position"]);
    let centre = worst(&found.instants, &centres, centre_of(&mechanism));
    let energies: Vec<Vec<f64>> = ["kinetic", "potential", "motor_work"]
        .map(|key| numbers(&golden[key]))
        .iter()
        .fold(vec![Vec::new(); motors.len()], |mut rows, column| {
            rows.iter_mut()
                .zip(column)
                .for_each(|(row, value)| row.push(*value));
            rows
        });
    let energy = worst(&found.instants, &energies, |instant| {
        let work = instant.exchange.unwrap_or_default().work;
        vec![instant.kinetic, instant.potential.unwrap_or(f64::NAN), work]
    });
    println!("{name}: joints {joints:e}, centre {centre:e}, energy {energy:e}");
    assert!(joints < 1e-9 && centre < 1e-9, "{joints:e} {centre:e}");
    assert!(found.balance.drift.abs() < 1e-8, "{:?}", found.balance);
    assert!(energy < 1e-7, "{energy:e}");
}

/// The position of the frame `centre`.
fn centre_of(mechanism: &Mechanism) -> impl Fn(&Instant) -> Vec<f64> {
    let options = Options {
        functions: Some(vec!["tip_pose_centre".into()]),
        ..Options::default()
    };
    let mut compiled = compile(mechanism, &options).expect("compiles");
    let pose = compiled.functions.swap_remove(0);
    move |instant| {
        let found = pose.run(|input| match input.argument {
            Argument::Q => instant.q[input.index],
            _ => f64::NAN,
        });
        found.expect("a pose").swap_remove(1)
    }
}

/// Saha (35): cranks from 30° to 90° and 70.3° in 20 s.
#[test]
fn torques_of_a_cycloid_of_the_cranks_meet_golden() {
    let (mechanism, golden) = (mechanism("five_bar"), golden("five_bar"));
    let part = &golden["inverse_dynamics"];
    let start = [30.0_f64; 2].map(f64::to_radians).to_vec();
    let amplitude = [60.0_f64, 40.3].map(f64::to_radians).to_vec();
    let cycloid = Cycloid::of(&mechanism, Some(&start), Some(&amplitude)).expect("a cycloid");
    let inverse = Inverse::compile(&mechanism, &Options::default()).expect("compiles");
    let sampled = cycloid.sampled(&settings(20.0, 0.4)).expect("samples");
    let found = inverse
        .torques(&sampled, &mut to_the_end)
        .unwrap_or_else(|error| panic!("{error}"));
    type Of = fn(&Instant) -> Vec<f64>;
    let compared: [(&str, Of); 4] = [
        ("joint_angle", |instant| instant.q.clone()),
        ("joint_rate", |instant| instant.qd.clone()),
        ("joint_acc", |instant| instant.qdd.clone()),
        ("tau", |instant| instant.tau.clone()),
    ];
    for (key, of) in compared {
        let expected = rows(&part[key]);
        assert_eq!(found.len(), expected.len());
        let error = worst(&found, &expected, of);
        assert!(error < 1e-9, "{key}: {error:e}");
    }
}

#[test]
fn a_table_of_a_motion_with_loops_gives_its_torques_back() {
    let mechanism = mechanism("five_bar");
    let torque = Torque::constant(&mechanism, &[2.0, -1.0]).expect("two");
    let moved = run(&mechanism, &Start::default(), &torque, &settings(0.5, 0.05));
    let table = to_csv(&mechanism, &moved.instants);
    let header = table.lines().next().expect("a header");
    assert!(
        header.contains("qdd:coupler2,tau:crank1,tau:crank2,T,V"),
        "{header}"
    );
    let inverse = Inverse::compile(&mechanism, &Options::default()).expect("compiles");
    let of_cranks: String = columns_of(&table, |name| {
        !name.contains("coupler") && !name.starts_with("tau")
    });
    for text in [&table, &of_cranks] {
        let trajectory = Trajectory::parse(&mechanism, "moved.csv", text).expect("a trajectory");
        let back = inverse
            .torques(&trajectory, &mut to_the_end)
            .unwrap_or_else(|error| panic!("{error}"));
        for (forth, back) in moved.instants.iter().zip(&back) {
            assert!(apart(&forth.q, &back.q) < 1e-10);
            assert!(apart(&forth.tau, &back.tau) < 1e-9, "{:?}", back.tau);
        }
    }
}

/// A table without the other columns.
fn columns_of(table: &str, wanted: impl Fn(&str) -> bool) -> String {
    let header: Vec<&str> = table.lines().next().expect("a header").split(',').collect();
    let pick = |line: &str| {
        let fields = line.split(',').zip(&header);
        let kept: Vec<&str> = fields
            .filter(|(_, name)| wanted(name))
            .map(|(field, _)| field)
            .collect();
        kept.join(",") + "\n"
    };
    table.lines().map(pick).collect()
}

#[test]
fn starts_are_closed_and_those_that_cannot_be_are_reported() {
    let mechanism = mechanism("five_bar");
    let compiled = |form| Dynamics::compile(&mechanism, form, &Options::default());
    let refused = compiled(StateVariables::Hamiltonian).expect_err("no momenta");
    assert!(refused.to_string().contains("--state lagrangian"));
    let dynamics = compiled(StateVariables::Lagrangian).expect("compiles");
    let torque = Torque::none(&mechanism);
    let go = |start: &Start| {
        simulate(
            &dynamics,
            start,
            &torque,
            &settings(0.1, 0.05),
            &mut to_the_end,
        )
    };
    let rough = Start {
        q: Some(vec![0.5, -1.5, 0.5, -2.7]),
        qd: Some(vec![1.0, 0.0, 0.0, 0.0]),
    };
    let closing = go(&rough).expect("moves").closing.expect("loops");
    assert!(
        closing.moved > 1e-3 && closing.changed > 1e-2,
        "{closing:?}"
    );
    // Both legs stretched, away from each other: no small turn brings them nearer.
    let nowhere = Start {
        q: Some(vec![PI, 0.0, 0.0, 0.0]),
        qd: None,
    };
    let error = go(&nowhere).expect_err("open").to_string();
    assert!(error.contains("a gap of 4.800 remains"), "{error}");
    let four = Torque::constant(&mechanism, &[1.0; 4]);
    assert!(matches!(four, Err(SimulateError::Input(_))));
}

/// One redundant equation, solved as it is: nothing determines its multiplier.
#[test]
fn the_error_of_a_singular_start_says_what_to_write() {
    let mut mechanism = mechanism("parallelogram");
    if let Some(loops) = &mut mechanism.loops {
        loops.minimum_norm = None;
    }
    let dynamics = Dynamics::compile(&mechanism, StateVariables::Lagrangian, &Options::default());
    let dynamics = dynamics.expect("compiles");
    let flat = Start {
        q: Some(vec![0.0; 3]),
        qd: Some(vec![1.0, -1.0, 1.0]),
    };
    let torque = Torque::none(&mechanism);
    let stopped = simulate(
        &dynamics,
        &flat,
        &torque,
        &settings(0.1, 0.05),
        &mut to_the_end,
    );
    let error = stopped.expect_err("singular");
    assert!(matches!(error, SimulateError::Singular(0.0)), "{error:?}");
    assert!(error.to_string().contains("minimum_norm = true"));
}

/// A quaternion of any length is the turn along it, where loops are closed as elsewhere.
#[test]
fn quaternions_of_any_length_close_the_loops() {
    let path = root("models/loops/three_leg_platform.toml");
    let text = std::fs::read_to_string(path).expect("a model");
    let motors = "actuated = [\"shaft1\", \"shaft2\", \"shaft3\"]";
    assert!(text.contains(motors));
    let by_platform = text.replace(motors, "actuated = [\"platform\"]");
    let [by_motors, by_platform] = [&text, &by_platform].map(|text| {
        let loaded = model::parse("platform.toml", text);
        loaded.unwrap_or_else(|error| panic!("{error}")).mechanism
    });
    let turned = [0.3, 0.2, 0.1, 0.0, 0.0, 1.0, -0.2, 0.1, 0.1, -0.1];
    let Assembly { q: unit, gap } = assemble(&by_motors, &turned);
    assert!(
        gap < 1e-12 && unit[2..5].iter().any(|x| x.abs() > 0.04),
        "{gap:e}, {unit:?}"
    );
    let scaled = |by: f64| {
        let mut q = unit.clone();
        q[2..6].iter_mut().for_each(|x| *x *= by);
        q
    };
    let options = Options {
        opt: 1,
        ..Options::default()
    };
    // All joints are given, or the actuated one alone.
    for (mechanism, given) in [(&by_motors, 0..10), (&by_platform, 2..6)] {
        let inverse = Inverse::compile(mechanism, &options).expect("compiles");
        let rates = vec![0.0; if given.len() == 4 { 3 } else { 9 }];
        let held = |q: &[f64]| {
            let still = Trajectory(vec![TrajectoryPoint {
                t: 0.0,
                q: q[given.clone()].to_vec(),
                qd: rates.clone(),
                qdd: rates.clone(),
            }]);
            let held = inverse.torques(&still, &mut to_the_end);
            let held = held.unwrap_or_else(|error| panic!("{error}"));
            [held[0].q.clone(), held[0].tau.clone()].concat()
        };
        let expected = held(&unit);
        for by in [2.0, 1.0 + 1e-4] {
            let found = apart(&held(&scaled(by)), &expected);
            assert!(found < 1e-9, "{given:?}, {by}: {found:e}");
        }
    }
    let dynamics = Dynamics::compile(&by_motors, StateVariables::Lagrangian, &options);
    let dynamics = dynamics.expect("compiles");
    let torque = Torque::none(&by_motors);
    for by in [2.0, 1.0 + 1e-4] {
        let start = Start {
            q: Some(scaled(by)),
            qd: None,
        };
        let brief = settings(1e-3, 1e-3);
        let run = simulate(&dynamics, &start, &torque, &brief, &mut to_the_end);
        let run = run.unwrap_or_else(|error| panic!("{error}"));
        assert!(apart(&run.instants[0].q, &unit) < 1e-12);
        assert!(run.closing.expect("loops").moved < 1e-12);
    }
}
