//! Robots: what they refuse, parameters, threads, single precision, batches.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use denoc_codegen::assembly::inconsistency;
use denoc_jit::{Engine, Error, Options, Robot, Rows, RowsMut};

fn model(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../models")
        .join(name)
}

fn arm() -> Robot {
    Robot::load_with(model("ur5.toml"), Options::quick()).expect("a model")
}

const STRETCH: &str = include_str!("stretch.toml");

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
fn frames_are_called_as_the_model_calls_them() {
    for frame in ["static", "6dof", "Tool (left)"] {
        let placed = format!("[[frame]]\nname = \"{frame}\"\nbody = \"arm\"\n");
        let text = STRETCH.to_owned() + &placed;
        let robot = Robot::parse("stretch.toml", &text, Options::quick()).expect("a model");
        let (mut rotation, mut position) = ([0.0; 9], [1.0; 3]);
        robot
            .tip_pose(frame, &[0.0], &mut rotation, &mut position)
            .expect("a pose");
        assert_eq!(position, [0.0; 3]);
        let mut jacobian = [0.0; 6];
        robot.tip_jacobian(frame, &[0.0], &mut jacobian).expect("J");
        assert_eq!(jacobian, [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    }
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
fn a_mechanism_may_have_the_values_of_the_parameters_for_good() {
    let robot = Robot::parse("stretch.toml", STRETCH, Options::default()).expect("a model");
    let heavy = robot.prepare(&[4.0, 0.25]).expect("values");
    let masses = [&robot, &heavy].map(|robot| {
        let closed = robot.at_parameters().expect("a mechanism");
        assert!(closed.parameters.is_empty());
        closed.bodies[0].inertia.mass.to_f64()
    });
    assert_eq!(masses, [1.5, 4.0]);
    let text = STRETCH.replace("\"length\", 0, 0", "\"1/length\", 0, 0");
    let robot = Robot::parse("stretch.toml", &text, Options::default()).expect("a model");
    let nowhere = robot.prepare(&[1.5, 0.0]).expect("no condition says so");
    let error = nowhere.at_parameters().expect_err("a division by 0");
    assert!(error.to_string().contains("divides by 0"), "{error}");
}

#[test]
fn loops_are_closed_with_the_values_of_the_parameters() {
    let text = std::fs::read_to_string(model("loops/five_bar.toml")).expect("a model");
    let text = text.replacen("[1.2, 0, 0]", "[\"distance\", 0, 0]", 1);
    let text = text.replacen("[assembly]", "[parameters]\ndistance = 1.2\n[assembly]", 1);
    let robot = Robot::parse("five_bar.toml", &text, Options::quick()).expect("a model");
    let nearer = robot.prepare(&[1.0]).expect("values");
    let closed = nearer.at_parameters().expect("a mechanism");
    let own = &closed.loops.as_ref().expect("loops").mobility;
    let gap = |q: &[f64]| inconsistency(&closed, q, &[0.0; 4]).0;
    assert!(gap(&own.q) < 1e-9);
    let before = &robot.mechanism().loops.as_ref().expect("loops").mobility;
    assert!(gap(&before.q) > 0.1);
    let apart = robot.prepare(&[9.0]).expect("values");
    let error = apart.at_parameters().expect_err("too far");
    assert!(
        error.to_string().contains("the loops do not close"),
        "{error}"
    );
}

#[test]
fn formulations_of_functions_that_there_are_not_are_a_fault() {
    let mut options = Options::quick();
    options.compilation.formulations = vec![("gravitation".into(), "denoc".into())];
    let error = Robot::load_with(model("ur5.toml"), options).expect_err("no such function");
    assert!(error.to_string().contains("`gravitation`"), "{error}");
}

#[test]
fn what_was_searched_beside_a_model_is_taken_unless_another_level_is_asked_for() {
    let operations = |options: Options| {
        let robot = Robot::load_with(model("puma.toml"), options).expect("a model");
        let function = robot.function("inverse_dynamics").expect("a function");
        assert_eq!(function.warnings(), [""; 0]);
        function.counts().total()
    };
    let [searched, asked, other] = [
        Options::default(),
        Options::default().with_level(3),
        Options::default().with_level(2),
    ]
    .map(operations);
    assert_eq!(searched, asked);
    assert!(searched < other, "{searched} and {other}");

    let folder = tempfile::tempdir().expect("a folder");
    let moved = |name: &str| std::fs::copy(model(name), folder.path().join("puma.toml.opt3"));
    std::fs::copy(model("puma.toml"), folder.path().join("puma.toml")).expect("a copy");
    moved("ur5.toml.opt3").expect("results of another model");
    let robot = Robot::load(folder.path().join("puma.toml")).expect("a model");
    let function = robot.function("inverse_dynamics").expect("a function");
    let warnings = function.warnings().concat();
    assert!(warnings.contains("puma.toml.opt3"), "{warnings}");
    assert_eq!(function.counts().total(), other);
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

/// In two halves of halves, each state by itself: the states that fail are numbered through.
#[test]
fn states_without_a_solution_are_told_among_many() {
    const STATES: usize = 1100;
    const WITHOUT: [usize; 3] = [5, 700, 1099];
    let robot = Robot::load_with(model("loops/five_bar.toml"), Options::quick()).expect("a model");
    let function = robot.function("forward_dynamics").expect("a function");
    let lengths: Vec<usize> = function.inputs().iter().map(|one| one.len()).collect();
    let mut tables: Vec<Vec<f64>> = lengths
        .iter()
        .map(|&len| (0..STATES * len).map(|k| (k as f64 * 0.37).sin()).collect())
        .collect();
    // All links in a line: the loop says nothing about the direction along it.
    for state in WITHOUT {
        tables[0][state * lengths[0]..][..lengths[0]].fill(0.0);
    }
    let rows: Vec<Rows<'_, f64>> = tables
        .iter()
        .zip(&lengths)
        .map(|(table, &len)| Rows::new(table, STATES, len).expect("rows"))
        .collect();
    let results: Vec<usize> = function.outputs().iter().map(|one| one.len()).collect();
    for parallel in [true, false] {
        let mut found: Vec<Vec<f64>> = results.iter().map(|len| vec![7.0; STATES * len]).collect();
        let mut written: Vec<RowsMut<'_, f64>> = found
            .iter_mut()
            .zip(&results)
            .map(|(array, &len)| RowsMut::new(array, STATES, len).expect("rows"))
            .collect();
        let done = match parallel {
            true => function.call_batch_parallel(&rows, &mut written),
            false => function.call_batch(&rows, &mut written),
        };
        assert_eq!(done, Err(Error::States(WITHOUT.into())));
        for state in 0..STATES {
            let mut own: Vec<Vec<f64>> = results.iter().map(|&len| vec![7.0; len]).collect();
            let mut slices: Vec<&mut [f64]> = own.iter_mut().map(Vec::as_mut_slice).collect();
            let inputs: Vec<&[f64]> = tables
                .iter()
                .zip(&lengths)
                .map(|(table, &len)| &table[state * len..][..len])
                .collect();
            let done = function.call(&inputs, &mut slices);
            assert_eq!(done.is_err(), WITHOUT.contains(&state), "{state}");
            let row = |(array, &len): (&Vec<f64>, &usize)| array[state * len..][..len].to_vec();
            let of_state: Vec<Vec<f64>> = found.iter().zip(&results).map(row).collect();
            assert_eq!(of_state, own, "{state}");
        }
    }
}

/// More than a block of them, and some that fill no vector.
#[test]
fn many_states_in_single_precision_have_the_bits_of_single_calls() {
    const STATES: usize = 203;
    let function = arm().function_f32("inverse_dynamics").expect("a function");
    let tables = [0.37, 0.61, 0.83].map(|step| -> Vec<f32> {
        let angles = (0..STATES * 6).map(|k| (k as f32 * step).sin());
        angles.collect()
    });
    let rows = tables.each_ref();
    let rows = rows.map(|table| Rows::new(table, STATES, 6).expect("rows"));
    let mut found = vec![0.0_f32; STATES * 6];
    let results = RowsMut::new(&mut found, STATES, 6).expect("rows");
    function.call_batch(&rows, &mut [results]).expect("torques");
    for (state, found) in found.chunks(6).enumerate() {
        let inputs = tables.each_ref().map(|table| &table[6 * state..][..6]);
        let mut own = [0.0_f32; 6];
        function.call(&inputs, &mut [&mut own]).expect("torques");
        assert_eq!(found, own, "{state}");
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

#[test]
fn methods_agree_with_each_other() {
    let robot = Robot::load_with(model("ur5.toml"), Options::quick()).expect("a model");
    let (q, qd, qdd) = ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0.7; 6], [0.3; 6]);
    let product = |matrix: &[f64], vector: &[f64]| -> Vec<f64> {
        let rows = matrix.chunks(vector.len());
        let dot = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
        rows.map(dot).collect()
    };
    let near = |a: &[f64], b: &[f64]| {
        assert_eq!(a.len(), b.len());
        let scale = a.iter().fold(1.0_f64, |most, a| most.max(a.abs()));
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).abs() <= 1e-12 * scale, "{a} and {b}");
        }
    };
    let (mut mass, mut upper, mut inverse) = ([0.0; 36], [0.0; 21], [0.0; 36]);
    robot.mass_matrix(&q, &mut mass).expect("M");
    robot
        .mass_matrix_upper(&q, &mut upper)
        .expect("its triangle");
    robot.mass_matrix_inverse(&q, &mut inverse).expect("M⁻¹");
    let rows = mass.chunks(6).enumerate();
    near(
        &rows
            .flat_map(|(i, row)| row[i..].to_vec())
            .collect::<Vec<_>>(),
        &upper,
    );
    near(&product(&inverse, &product(&mass, &qd)), &qd);

    let (mut tau, mut bias, mut gravity, mut back) = ([0.0; 6], [0.0; 6], [0.0; 6], [0.0; 6]);
    robot.inverse_dynamics(&q, &qd, &qdd, &mut tau).expect("τ");
    robot.bias(&q, &qd, &mut bias).expect("h");
    robot.gravity(&q, &mut gravity).expect("g");
    robot.forward_dynamics(&q, &qd, &tau, &mut back).expect("q̈");
    near(&back, &qdd);
    let sum = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + b).collect() };
    near(&sum(&product(&mass, &qdd), &bias), &tau);
    let mut coriolis = [0.0; 36];
    robot.coriolis_matrix(&q, &qd, &mut coriolis).expect("C");
    near(&sum(&product(&coriolis, &qd), &gravity), &bias);
    let wrenches = vec![0.0; 6 * robot.mechanism().bodies.len()];
    let mut same = [0.0; 6];
    robot
        .inverse_dynamics_with_wrenches(&q, &qd, &qdd, &wrenches, &mut same)
        .expect("τ");
    near(&same, &tau);

    let mut momenta = [0.0; 6];
    robot.momenta(&q, &qd, &mut momenta).expect("p");
    near(&product(&mass, &qd), &momenta);
    let kinetic = robot.kinetic_energy(&q, &qd).expect("T");
    near(&product(&momenta, &qd), &[2.0 * kinetic]);
    let step = q.map(|q| q + 1e-6);
    let potential = |q: &[f64]| robot.potential_energy(q).expect("V");
    let slope: f64 = gravity.iter().sum();
    assert!(((potential(&step) - potential(&q)) / 1e-6 - slope).abs() < 1e-3);
    let mut momentum = [0.0; 6];
    robot
        .centroidal_momentum(&q, &qd, &mut momentum)
        .expect("h");
    assert!(momentum.iter().all(|h| h.is_finite() && *h != 0.0));

    let [mut by_q, mut by_qd, mut by_tau, mut of_gravity] = [[0.0; 36]; 4];
    robot
        .inverse_dynamics_derivatives(&q, &[0.0; 6], &[0.0; 6], [&mut by_q, &mut by_qd])
        .expect("∂τ");
    robot.gravity_derivative(&q, &mut of_gravity).expect("∂g");
    near(&by_q, &of_gravity);
    near(&by_qd, &[0.0; 36]);
    robot
        .forward_dynamics_derivatives(
            &q,
            &qd,
            &tau,
            [&mut by_q, &mut by_qd, &mut by_tau, &mut back],
        )
        .expect("∂q̈");
    near(&back, &qdd);
    near(&by_tau, &inverse);

    let function = robot.function("base_regressor").expect("Y");
    let mut base = vec![0.0; function.outputs()[0].len()];
    robot.base_regressor(&q, &qd, &qdd, &mut base).expect("Y");
    let function = robot.function("regressor").expect("Y");
    let mut all = vec![0.0; function.outputs()[0].len()];
    robot.regressor(&q, &qd, &qdd, &mut all).expect("Y");
    assert!(base.len() < all.len() && base.iter().all(|number| number.is_finite()));

    let frame = &robot.mechanism().frames[0].name.clone();
    let (mut jacobian, mut twist) = ([0.0; 36], [0.0; 6]);
    let (mut rotation, mut position) = ([0.0; 9], [0.0; 3]);
    robot.tip_jacobian(frame, &q, &mut jacobian).expect("J");
    robot.tip_twist(frame, &q, &qd, &mut twist).expect("t");
    near(&product(&jacobian, &qd), &twist);
    robot
        .tip_pose(frame, &q, &mut rotation, &mut position)
        .expect("a pose");
    near(
        &product(&rotation, &rotation[..3]),
        &[1.0, 0.0, 0.0].map(|one: f64| one + 0.0),
    );
    assert!(
        robot
            .tip_pose("nothing", &q, &mut rotation, &mut position)
            .is_err()
    );
}
