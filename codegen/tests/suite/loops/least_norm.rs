//! Equations solved with least norm, by every formulation: where they are regular they are solved as without, where they are not
//! the motion is the same by all.

use std::f64::consts::PI;

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::evaluate::Libm;
use denoc_codegen::exact::number::Number;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::{Loops, Mechanism};
use denoc_codegen::model;
use denoc_codegen::reference::State;

use super::assembled::{Manifold, block_on_arm, loops, random};
use super::tools::{
    assert_close, assert_within, formulations, largest, mechanism, moving, program_by, programs,
};

const FUNCTIONS: [&str; 6] = [
    "inverse_dynamics",
    "inverse_dynamics_with_forces",
    "forward_dynamics",
    "constraint_forces",
    "joint_wrenches",
    "dependent_rates",
];

/// Of the largest element.
const TOLERANCE: f64 = 1e-9;

/// The shipped model, read with `minimum_norm`.
fn with_least_norm(name: &str) -> Mechanism {
    let path = format!("{}/../models/loops/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("a model");
    let text = text.replacen("\nactuated", "\nminimum_norm = true\nactuated", 1);
    let loaded = model::parse(&path, &text).unwrap_or_else(|error| panic!("{error}"));
    assert!(loops(&loaded.mechanism).minimum_norm.is_some(), "{name}");
    loaded.mechanism
}

/// All formulations of these functions give the results of the first formulation of `reference`.
fn assert_agree(reference: &Mechanism, other: &Mechanism, functions: &[&str], states: &[State]) {
    for function in functions {
        let first = formulations(reference, function)[0];
        let first = program_by(reference, function, first);
        for program in programs(other, function) {
            for state in states {
                let expected = first.run(state);
                for (found, expected) in program.run(state).iter().zip(&expected) {
                    let tolerance = TOLERANCE * largest(expected).max(1.0);
                    assert_within(found, expected, tolerance, &program.what);
                }
            }
        }
    }
}

fn states(mechanism: &Mechanism) -> Vec<State> {
    let manifold = Manifold::new(mechanism);
    (1..3).map(|seed| manifold.state(seed)).collect()
}

#[test]
fn every_formulation_has_least_norm() {
    let expected = [
        (
            "five_bar",
            "inverse_dynamics",
            &["whole_tree", "subsystems", "parallel"][..],
        ),
        (
            "five_bar",
            "forward_dynamics",
            &["multipliers", "soa_explicit", "soa", "parallel"],
        ),
        ("five_bar", "dependent_rates", &["whole_tree", "parallel"]),
        (
            "carpet_scraper",
            "inverse_dynamics",
            &["whole_tree", "subsystems"],
        ),
        (
            "two_pumas",
            "forward_dynamics",
            &["multipliers", "soa_explicit", "soa", "soa_secondary"],
        ),
        ("two_pumas", "forward_dynamics_over_step", &["second_order"]),
    ];
    for (name, function, expected) in expected {
        let found = formulations(&with_least_norm(name), function);
        assert_eq!(found, expected, "{name}: {function}");
    }
}

#[test]
fn least_norm_changes_nothing_in_regular_states() {
    for name in ["five_bar", "five_bar_narrow", "carpet_scraper", "andrews"] {
        let (regular, least) = (mechanism(name), with_least_norm(name));
        let states = states(&regular);
        // All joints of Andrews' mechanism are actuated: no inverse dynamics.
        let inverse = if name == "andrews" { 2 } else { 0 };
        assert_agree(&regular, &least, &FUNCTIONS[inverse..], &states);
    }
}

#[test]
fn least_norm_changes_nothing_in_regular_states_in_space() {
    let regular = mechanism("three_leg_platform");
    let states = states(&regular);
    assert_agree(
        &regular,
        &with_least_norm("three_leg_platform"),
        &FUNCTIONS,
        &states,
    );
}

#[test]
fn least_norm_changes_nothing_where_a_box_is_held() {
    let regular = mechanism("two_pumas");
    let states = states(&regular);
    let functions = ["forward_dynamics", "constraint_forces", "joint_wrenches"];
    assert_agree(&regular, &with_least_norm("two_pumas"), &functions, &states);
}

/// An arm of one joint cannot bear the six equations of its grasp alone: S_P has rank 1.
#[test]
fn what_is_grasped_may_bear_what_the_arm_does_not() {
    let mut regular = block_on_arm(r#"{ type = "fixed" }"#);
    let states = states(&regular);
    let secondary = (1..regular.nv()).collect();
    let mut least = regular.clone();
    let change = |loops: &mut Loops| {
        loops.minimum_norm = Some(Number::ONE / Number::from(1_000_000_000));
        loops.mobility.secondary = secondary;
    };
    change(least.loops.as_mut().expect("loops"));
    assert!(formulations(&least, "forward_dynamics").contains(&"soa_secondary"));
    regular.loops.as_mut().expect("loops").minimum_norm = None;
    let functions = ["forward_dynamics", "constraint_forces"];
    assert_agree(&regular, &least, &functions, &states);
}

#[test]
fn redundant_constraints_have_one_motion_by_every_formulation() {
    for name in ["bricard", "parallelogram", "n_four_bar"] {
        let mechanism = mechanism(name);
        let manifold = Manifold::new(&mechanism);
        // The wrenches too: of least norm over the same rows.
        let states: Vec<State> = (1..3).map(|seed| manifold.state(seed)).collect();
        let functions = ["forward_dynamics", "constraint_forces", "joint_wrenches"];
        assert_agree(&mechanism, &mechanism, &functions, &states);
    }
}

#[test]
fn a_flat_parallelogram_moves_alike_by_every_formulation() {
    let mechanism = mechanism("parallelogram");
    let flat = moving(vec![0.0; 3], vec![1.5, -1.5, 1.5]).with(Argument::Tau, vec![0.3]);
    let functions = ["forward_dynamics", "constraint_forces"];
    assert_agree(&mechanism, &mechanism, &functions, &[flat]);
}

/// The five-bar with its couplers in a line: the feet do not tell how it moves, the forces do.
fn in_line(mechanism: &Mechanism) -> State {
    let knees = |second: f64| {
        let one = [-0.6, 0.0];
        let other = [0.7f64.mul_add(second.cos(), 1.2), 0.7 * second.sin()];
        [other[0] - one[0], other[1] - one[1]]
    };
    // The knees are as far apart as both couplers are long.
    let (mut near, mut far) = (PI, 0.0);
    for _ in 0..80 {
        let middle = f64::midpoint(near, far);
        let [x, y] = knees(middle);
        if x.hypot(y) > 2.3 {
            far = middle;
        } else {
            near = middle;
        }
    }
    let [x, y] = knees(near);
    let along = y.atan2(x);
    let q = vec![PI, along - PI, near, along + PI - near];
    let manifold = Manifold::new(mechanism);
    let qd = manifold.along(&q, &random(4, 5));
    moving(q, qd).with(Argument::Tau, vec![3.0, -2.0])
}

#[test]
fn parallel_passes_the_singular_configuration_of_its_feet() {
    let (regular, least) = (mechanism("five_bar"), with_least_norm("five_bar"));
    let state = in_line(&regular);
    assert_agree(
        &regular,
        &least,
        &["forward_dynamics"],
        std::slice::from_ref(&state),
    );
    // Without least norm it is the one that fails there.
    let fixed = program_by(&regular, "forward_dynamics", "parallel");
    assert!(fixed.fails(&state));
}

/// Three legs with three joints each, in a plane; the platform is shared out between them.
fn three_legs(head: &str) -> Mechanism {
    let bases = [(0.0, 0.0), (1.0, 0.0), (0.5, 0.9)];
    let guesses = [
        (1.62, -2.14, 1.05),
        (1.52, 2.14, -1.05),
        (-0.52, -2.09, 1.05),
    ];
    let turns = [-0.52, -2.62, 1.57];
    let mut bodies = String::new();
    let mut assembly = String::from("[assembly]\n");
    for (k, ((x, y), (crank, coupler, plate))) in bases.into_iter().zip(guesses).enumerate() {
        assembly += &format!("crank{k} = {crank}\ncoupler{k} = {coupler}\nplate{k} = {plate}\n");
        let parts = [
            (
                format!("crank{k}"),
                "base".into(),
                format!("[{x:?}, {y:?}, 0]"),
                "[0.2, 0.01, 0]",
            ),
            (
                format!("coupler{k}"),
                format!("crank{k}"),
                "[0.4, 0, 0]".into(),
                "[0.19, 0, 0]",
            ),
            (
                format!("plate{k}"),
                format!("coupler{k}"),
                "[0.4, 0.02, 0]".into(),
                "[0.1, 0.02, 0]",
            ),
        ];
        for (name, parent, at, com) in parts {
            bodies += &format!(
                "[[body]]\nname = \"{name}\"\nparent = \"{parent}\"\n\
                 joint = {{ type = \"revolute\", axis = [0, 0, 1] }}\nplacement = {{ xyz = {at} }}\n\
                 mass = {}\ncom = {com}\ninertia = {{ xx = 0.01, yy = 0.02, zz = 0.03 }}\n",
                k as f64 * 0.3 + 1.0
            );
        }
    }
    let mut closures = String::new();
    for k in 1..3 {
        closures += &format!(
            "[[loop]]\nname = \"platform{k}\"\njoint = {{ type = \"fixed\" }}\n\
             from = {{ body = \"plate0\", placement = {{ xyz = [0.2, 0, 0], rpy = [0, 0, {}] }} }}\n\
             to = {{ body = \"plate{k}\", placement = {{ xyz = [0.2, 0, 0], rpy = [0, 0, {}] }} }}\n",
            turns[0], turns[k]
        );
    }
    let text = format!(
        "name = \"three_legs\"\ngravity = [0, -9.81, 0]\nsnap = 0\n\
         actuated = [\"crank0\", \"crank1\", \"crank2\"]\n{head}\n{assembly}{bodies}{closures}"
    );
    let loaded = model::parse("three_legs.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.warnings, []);
    loaded.mechanism
}

#[test]
fn legs_with_three_joints_are_projected_one_after_the_other() {
    let regular = three_legs("");
    let states = states(&regular);
    let functions = ["inverse_dynamics", "forward_dynamics", "dependent_rates"];
    for function in functions {
        assert!(formulations(&regular, function).contains(&"parallel"));
    }
    assert_agree(&regular, &regular, &functions, &states);
    assert_agree(
        &regular,
        &three_legs("minimum_norm = true"),
        &functions,
        &states,
    );
}

/// Off the closed loops, where the gap and its rate count.
#[test]
fn parallel_mechanisms_are_stabilised_by_every_formulation() {
    let mut five_bar = mechanism("five_bar");
    let gains = [Number::from(20), Number::from(30)];
    five_bar.loops.as_mut().expect("loops").stabilisation = Some(gains.clone());
    for mechanism in [five_bar, three_legs("stabilisation = [20.0, 30.0]")] {
        let nv = mechanism.nv();
        let mut q = loops(&mechanism).mobility.q.clone();
        q.iter_mut()
            .zip(random(nv, 3))
            .for_each(|(q, x)| *q += 0.02 * x);
        let tau = random(loops(&mechanism).actuated.len(), 4);
        let state = moving(q, random(nv, 5)).with(Argument::Tau, tau);
        for head in [None, Some(Number::ONE / Number::from(1_000_000_000))] {
            let mut other = mechanism.clone();
            other.loops.as_mut().expect("loops").minimum_norm = head;
            let all = programs(&other, "forward_dynamics");
            let expected = all[0].run(&state);
            for program in &all {
                assert_close(
                    &program.run(&state)[0],
                    &expected[0],
                    TOLERANCE,
                    &program.what,
                );
            }
        }
    }
}

#[test]
fn with_the_sines_of_the_platform_the_same_equations_are_solved() {
    for (mechanism, by) in [
        (mechanism("five_bar"), "multipliers"),
        (with_least_norm("five_bar"), "multipliers"),
        (mechanism("five_bar"), "parallel"),
    ] {
        let name = "forward_dynamics".to_owned();
        let options = Options {
            functions: Some(vec![name.clone()]),
            formulations: vec![(name, by.into())],
            opt: 1,
            ..Options::default()
        };
        let compiled = compile(&mechanism, &options).expect("it compiles");
        let function = &compiled.functions[0];
        for state in states(&mechanism) {
            let expected = function.run(|input| state.get(input)).expect("regular");
            let found = function.run(|input| Libm(state.get(input)));
            let found = found.expect("regular").concat();
            let found: Vec<f64> = found.into_iter().map(|one| one.0).collect();
            assert_close(&found, &expected.concat(), TOLERANCE, by);
        }
    }
}
