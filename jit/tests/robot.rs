//! Robots: what they refuse, parameters, threads, single precision, batches.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use denoc_jit::{Engine, Error, Options, Robot, Rows, RowsMut};

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../models")
        .join(name)
}

fn arm() -> Robot {
    Robot::load_with(model("ur5.toml"), Options::quick()).expect("a model")
}

const STRETCH: &str = r#"
name = "stretch"
[parameters]
payload = 1.5
length = 0.5
[[body]]
name = "arm"
parent = "base"
joint = { type = "revolute", axis = [0, 1, 0] }
mass = "payload"
com = ["length", 0, 0]
inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }
"#;

#[test]
fn faults_of_a_model_have_their_places() {
    let text = STRETCH.replace("mass = \"payload\"", "mass = -1");
    let error = Robot::parse("stretch.toml", &text, Options::default()).expect_err("a fault");
    assert!(matches!(error, Error::Model(_)), "{error}");
    assert!(error.to_string().contains("stretch.toml:10:8"), "{error}");
    let missing = Robot::load("no_such_model.urdf").expect_err("no file");
    assert!(
        missing.to_string().contains("no_such_model.urdf"),
        "{missing}"
    );
}

#[test]
fn a_function_that_is_not_there_is_answered_with_those_that_are() {
    let error = arm()
        .function("inverse_dynamic")
        .expect_err("no such function");
    let message = error.to_string();
    assert!(
        message.contains("unknown function `inverse_dynamic`"),
        "{message}"
    );
    assert!(message.contains("inverse_dynamics"), "{message}");
    assert!(
        arm().function("derivatives").is_err(),
        "a family is no function"
    );
}

#[test]
fn arrays_of_other_lengths_are_named_and_outputs_left_alone() {
    let robot = arm();
    let mut tau = [7.0; 6];
    let error = robot.inverse_dynamics(&[0.0; 5], &[0.0; 6], &[0.0; 6], &mut tau);
    let message = error.expect_err("a wrong length").to_string();
    assert_eq!(
        message,
        "`inverse_dynamics` takes q[6], qd[6], qdd[6] and gives tau[6]; arrays of 5, 6, 6 and of 6 elements were given"
    );
    assert_eq!(tau, [7.0; 6]);
    let gravity = robot.function("gravity").expect("a function");
    assert!(Rows::new(&[0.0; 11], 2, 6).is_none());
    assert!(
        Rows::apart(&[0.0; 6], 1 << 60, 6, 1 << 10).is_none(),
        "an overflow"
    );
    let q = [0.0; 12];
    let rows = Rows::new(&q, 2, 6).expect("rows");
    let mut three = [0.0; 18];
    let results = RowsMut::new(&mut three, 3, 6).expect("rows");
    let error = gravity
        .call_batch(&[rows], &mut [results])
        .expect_err("other numbers of states");
    assert!(
        error.to_string().contains("different numbers of states"),
        "{error}"
    );
}

#[test]
fn options_of_printed_code_are_refused() {
    let mut options = Options::default();
    options.compilation.sparse = true;
    let error = Robot::load_with(model("ur5.toml"), options).expect_err("an option");
    assert!(matches!(error, Error::Option(_)));
}

#[test]
fn parameters_are_prepared_and_what_is_compiled_is_shared() {
    let robot = Robot::parse("stretch.toml", STRETCH, Options::default()).expect("a model");
    let torque = |robot: &Robot| {
        let mut tau = [0.0];
        robot.gravity(&[0.0], &mut tau).expect("a torque");
        tau[0]
    };
    assert!((torque(&robot) + 1.5 * 0.5 * 9.81).abs() < 1e-12);
    let heavy = robot.prepare(&[4.0, 0.25]).expect("values");
    assert!((torque(&heavy) + 9.81).abs() < 1e-12);
    assert_eq!(heavy.parameters(), [4.0, 0.25]);
    assert!(
        (torque(&robot) + 1.5 * 0.5 * 9.81).abs() < 1e-12,
        "the first is as it was"
    );
    let error = robot.prepare(&[-1.0, 0.25]).expect_err("a negative mass");
    assert!(
        error.to_string().contains("is negative or not a number"),
        "{error}"
    );
    let error = robot.prepare(&[1.0]).expect_err("too few");
    assert!(error.to_string().contains("[payload, length]"), "{error}");
}

#[test]
fn many_threads_call_and_compile_at_once() {
    let robot = Arc::new(arm());
    let wanted = {
        let mut mass = [0.0; 36];
        robot.mass_matrix(&[0.3; 6], &mut mass).expect("a matrix");
        mass
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let robot = Arc::clone(&robot);
            scope.spawn(move || {
                for name in ["gravity", "bias", "coriolis_matrix", "mass_matrix"] {
                    robot.function(name).expect("a function");
                }
                for _ in 0..1000 {
                    let mut mass = [0.0; 36];
                    robot.mass_matrix(&[0.3; 6], &mut mass).expect("a matrix");
                    assert_eq!(mass, wanted);
                }
            });
        }
    });
}

#[test]
fn a_function_outlives_its_robot() {
    let function = arm().function("gravity").expect("a function");
    let mut tau = [0.0; 6];
    function
        .call(&[&[0.1; 6]], &mut [&mut tau])
        .expect("torques");
    assert!(tau.iter().any(|&torque| torque != 0.0));
}

#[test]
fn single_precision_is_near_to_double_precision() {
    let robot = arm();
    let double = robot.function("gravity").expect("a function");
    let single = robot.function_f32("gravity").expect("a function");
    let (mut a, mut b) = ([0.0; 6], [0.0_f32; 6]);
    double.call(&[&[0.5; 6]], &mut [&mut a]).expect("torques");
    single
        .call(&[&[0.5_f32; 6]], &mut [&mut b])
        .expect("torques");
    for (a, b) in a.iter().zip(b) {
        assert!((a - f64::from(b)).abs() < 1e-4, "{a} {b}");
    }
}

/// Rows further apart than their elements, arrays that are the same for all states, on all threads: the bits of single calls.
#[test]
fn batches_take_rows_as_they_lie() {
    const STATES: usize = 3001;
    let robot = arm();
    for engine in [Engine::Native, Engine::Interpreted] {
        let options = Options::quick().with_engine(engine);
        let function = Robot::load_with(model("ur5.toml"), options).expect("a model");
        let function = function.function("inverse_dynamics").expect("a function");
        let table: Vec<f64> = (0..STATES * 15).map(|k| (k as f64 * 0.37).sin()).collect();
        let qdd = [0.5; 6];
        let mut found = vec![0.0; STATES * 6];
        let inputs = [
            Rows::apart(&table, STATES, 6, 15).expect("rows"),
            Rows::apart(&table[7..], STATES, 6, 15).expect("rows"),
            Rows::same(&qdd, STATES),
        ];
        let rows = RowsMut::new(&mut found, STATES, 6).expect("rows");
        function
            .call_batch_parallel(&inputs, &mut [rows])
            .expect("torques");
        for state in 0..STATES {
            let row = &table[15 * state..];
            let mut tau = [0.0; 6];
            robot
                .inverse_dynamics(&row[..6], &row[7..13], &qdd, &mut tau)
                .expect("torques");
            assert_eq!(found[6 * state..][..6], tau);
        }
    }
}

/// A NaN, an infinity or an angle beyond the domain in one state changes no other.
#[test]
fn a_state_that_makes_no_sense_leaves_the_others_alone() {
    const STATES: usize = 64;
    let robot = arm();
    let function = robot.function("bias").expect("a function");
    let states = |odd: Option<f64>| {
        let mut q = vec![0.2; STATES * 6];
        if let Some(odd) = odd {
            q[31 * 6 + 2] = odd;
        }
        let qd = vec![0.1; STATES * 6];
        let mut tau = vec![0.0; STATES * 6];
        let inputs = [
            Rows::new(&q, STATES, 6).expect("rows"),
            Rows::new(&qd, STATES, 6).expect("rows"),
        ];
        let rows = RowsMut::new(&mut tau, STATES, 6).expect("rows");
        function.call_batch(&inputs, &mut [rows]).expect("torques");
        tau
    };
    let wanted = states(None);
    for odd in [f64::NAN, f64::INFINITY, 1e300] {
        let found = states(Some(odd));
        for (place, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            if place / 6 != 31 {
                assert_eq!(found, wanted);
            }
        }
        assert!(found[31 * 6..][..6].iter().any(|one| one.is_nan()));
    }
}

#[test]
fn coordinates_are_integrated() {
    let robot = arm();
    let q = robot
        .integrate(&[0.1; 6], &[2.0; 6], 0.5)
        .expect("coordinates");
    assert!(q.iter().all(|&q| (q - 1.1).abs() < 1e-15));
    let back = robot.difference(&[0.1; 6], &q).expect("velocities");
    assert!(back.iter().all(|&v| (v - 1.0).abs() < 1e-15));
    assert!(robot.integrate(&[0.1; 5], &[2.0; 6], 0.5).is_err());
}

#[test]
fn functions_that_take_more_than_a_method_say_so() {
    let robot = Robot::load_with(model("loops/five_bar.toml"), Options::quick()).expect("a model");
    let error = robot.forward_dynamics(&[0.0; 4], &[0.0; 4], &[0.0; 2], &mut [0.0; 4]);
    assert!(matches!(error, Err(Error::Signature(_))), "{error:?}");
}
