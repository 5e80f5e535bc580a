//! Derivatives along the manifold of closed positions: golden data, differences of generated functions, and identities.

use denoc_codegen::compile::find;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::reference::State;
use denoc_codegen::state::integrate;
use serde_json::Value;

use super::assembled::{MODELS, Manifold, loops, random};
use super::tools::{
    Program, apply, assert_within, golden, largest, mechanism, minus, moving, numbers, plus,
    program, programs, text,
};

/// Of the models that have products of all functions, the one that compiles fastest.
const SMALLEST: &str = "five_bar_narrow";

/// Of golden data, for the coordinates of the tree, their places in the data.
struct Places(Vec<usize>);

impl Places {
    fn of(mechanism: &Mechanism, golden: &Value) -> Self {
        let names = golden["coordinates"].as_array().expect("names");
        let place = |name: &str| names.iter().position(|one| one == name);
        let bodies = mechanism.bodies.iter();
        Self(bodies.filter_map(|body| place(&body.name)).collect())
    }

    /// An array with an element, or a row of so many columns, for every coordinate.
    fn rows(&self, values: &[f64], columns: usize) -> Vec<f64> {
        let row = |&place: &usize| values[place * columns..(place + 1) * columns].to_vec();
        self.0.iter().flat_map(row).collect()
    }

    /// The columns that belong to these coordinates of the tree.
    fn columns(&self, values: &[f64], of: &[usize]) -> Vec<f64> {
        let rows = values.chunks(self.0.len());
        rows.flat_map(|row| of.iter().map(|&v| row[self.0[v]]).collect::<Vec<_>>())
            .collect()
    }
}

/// Within max(1e-12, 100 noise) of the largest element.
fn assert_golden(found: &[f64], state: &Value, key: &str, expected: &[f64], what: &str) {
    let noise = state["noise"][key].as_f64().expect("a number");
    let tolerance = (100.0 * noise).max(1e-12) * largest(expected);
    assert_within(found, expected, tolerance, &format!("{what}: {key}"));
}

/// The accelerations, the rates and their derivatives of one model.
fn forward_meets_golden(name: &str, all: &[State], data: &Value, mechanism: &Mechanism) {
    let places = Places::of(mechanism, data);
    let states = data["states"].as_array().expect("states");
    let freedom = loops(mechanism).mobility.independent.len();
    let actuated = &loops(mechanism).actuated;
    let get =
        |state: &Value, key: &str, columns: usize| places.rows(&numbers(&state[key]), columns);
    for program in programs(mechanism, "forward_dynamics_derivatives") {
        for (state, golden) in all.iter().zip(states) {
            let found = program.run(state);
            for (found, key) in found.iter().zip(["dqdd_du", "dqdd_dud"]) {
                assert_golden(found, golden, key, &get(golden, key, freedom), name);
            }
            let by_forces = get(golden, "dqdd_dtau", places.0.len());
            let by_forces = places.columns(&by_forces, actuated);
            assert_golden(&found[2], golden, "dqdd_dtau", &by_forces, name);
            assert_golden(&found[3], golden, "qdd", &get(golden, "qdd", 1), name);
        }
    }
    for program in programs(mechanism, "dependent_rates_derivatives") {
        for (state, golden) in all.iter().zip(states) {
            let found = program.run(state);
            for (found, key) in found.iter().zip(["dqd_du", "N"]) {
                assert_golden(found, golden, key, &get(golden, key, freedom), name);
            }
        }
    }
}

/// The derivatives of the inverse dynamics of one model, at the accelerations that the data has for it.
fn inverse_meets_golden(name: &str, all: &[State], data: &Value, mechanism: &Mechanism) {
    let places = Places::of(mechanism, data);
    let states = data["states"].as_array().expect("states");
    for program in programs(mechanism, "inverse_dynamics_derivatives_with_mass_matrix") {
        for (state, golden) in all.iter().zip(states) {
            let qdd = places.rows(&numbers(&golden["qdd_of_inverse"]), 1);
            let found = program.run(&state.clone().with(Argument::Qdd, qdd));
            for (found, key) in found.iter().zip(["dtau_du", "dtau_dud", "dtau_dudd"]) {
                assert_golden(found, golden, key, &numbers(&golden[key]), name);
            }
        }
    }
}

fn states(data: &Value, mechanism: &Mechanism) -> Vec<State> {
    let places = Places::of(mechanism, data);
    let get = |state: &Value, key: &str| places.rows(&numbers(&state[key]), 1);
    let state = |one: &Value| {
        let forces = get(one, "tau");
        let actuated = loops(mechanism).actuated.iter();
        moving(get(one, "q"), get(one, "qd"))
            .with(Argument::Tau, actuated.map(|&v| forces[v]).collect())
            .with(Argument::Independent, numbers(&one["ud"]))
    };
    let states = data["states"].as_array().expect("states");
    assert!(states.len() >= 3);
    states.iter().map(state).collect()
}

#[test]
fn of_five_bars_they_meet_golden() {
    for name in ["five_bar", "five_bar_narrow"] {
        let (mechanism, data) = (
            mechanism(name),
            golden(&format!("../derivatives/loops/{name}")),
        );
        let states = states(&data, &mechanism);
        forward_meets_golden(name, &states, &data, &mechanism);
        inverse_meets_golden(name, &states, &data, &mechanism);
    }
}

/// Two forces on one degree of freedom leave the inverse dynamics open: there they are those of the crank alone.
#[test]
fn of_the_squeezer_they_meet_golden() {
    let (mechanism, data) = (mechanism("andrews"), golden("../derivatives/loops/andrews"));
    forward_meets_golden("andrews", &states(&data, &mechanism), &data, &mechanism);
    assert!(find(&mechanism, "inverse_dynamics_derivatives").is_err());

    let text = text("andrews").replace(r#"actuated = ["k1", "k3"]"#, r#"actuated = ["k1"]"#);
    let crank = model::parse("andrews.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    let crank = crank.mechanism;
    inverse_meets_golden("andrews", &states(&data, &crank), &data, &crank);
}

/// Of a matrix with so many columns, one of them.
fn column(matrix: &[f64], columns: usize, k: usize) -> Vec<f64> {
    matrix.iter().skip(k).step_by(columns).copied().collect()
}

/// What a function of the state gives a step on and a step back, by the steps; and what rounding takes from that.
fn slope(value: impl Fn(f64) -> Vec<f64>, step: f64) -> (Vec<f64>, f64) {
    let (on, back) = (value(step), value(-step));
    let difference = plus(&on, &minus(&back));
    let rounding = 1e-13 * largest(&on) / step;
    (
        difference.iter().map(|x| x / (2.0 * step)).collect(),
        rounding,
    )
}

/// Neighbours on the manifold are closed again by Newton's method; what that moves is of second order, the same on both sides.
#[test]
fn they_are_slopes_of_what_is_generated() {
    let mut compared = 0;
    for name in MODELS {
        let mechanism = mechanism(name);
        // Those of two PUMAs take half a minute to compile, and are of the kind of the platform.
        if name == "two_pumas" || find(&mechanism, "forward_dynamics_derivatives").is_err() {
            continue;
        }
        // They are of second order in rates.
        compare_with_slopes(name, &mechanism, 1e-2);
        compared += 1;
    }
    // Four of the twelve ask for solutions of least norm, and one is left out.
    assert_eq!(compared, MODELS.len() - 5);
}

/// Derivatives and differences over steps, of rates over these.
fn compare_with_slopes(name: &str, mechanism: &Mechanism, of_rates_step: f64) {
    const STEP: f64 = 1e-5;
    let manifold = Manifold::new(mechanism);
    let [accelerations, rates, derivatives, of_rates] = [
        "forward_dynamics",
        "dependent_rates",
        "forward_dynamics_derivatives",
        "dependent_rates_derivatives",
    ]
    .map(|function| program(mechanism, function));
    let state = manifold.state(5);
    let (found, found_rates) = (derivatives.run(&state), of_rates.run(&state));
    let given = state.array(Argument::Independent).to_vec();
    let moved_rates = |state: &State, q: &[f64], given: &[f64]| {
        let at = state.clone().with(Argument::Q, q.to_vec());
        rates.run(&at.with(Argument::Independent, given.to_vec()))[0].clone()
    };
    let check = |(expected, rounding): (Vec<f64>, f64), found: Vec<f64>, what: &str| {
        let tolerance = 1e-6 * largest(&expected) + rounding;
        assert_within(&found, &expected, tolerance, &format!("{name}: {what}"));
    };
    let n = given.len();
    for k in 0..n {
        let natural = column(&found_rates[1], n, k);
        let at = |step: f64| {
            let q = integrate(mechanism, state.array(Argument::Q), &natural, step);
            manifold.closed(&q)
        };
        let turned = |step: f64| moved_rates(&state, &at(step), &given);
        check(
            slope(turned, STEP),
            column(&found_rates[0], n, k),
            "rates by coordinates",
        );
        let moved = |step: f64| {
            let (q, qd) = (at(step), turned(step));
            let state = state.clone().with(Argument::Q, q).with(Argument::Qd, qd);
            accelerations.run(&state)[0].clone()
        };
        check(
            slope(moved, STEP),
            column(&found[0], n, k),
            "accelerations by coordinates",
        );
        let faster = |step: f64| {
            let mut given = given.clone();
            given[k] += step;
            let qd = moved_rates(&state, state.array(Argument::Q), &given);
            let state = state.clone().with(Argument::Qd, qd);
            accelerations.run(&state)[0].clone()
        };
        check(
            slope(faster, of_rates_step),
            column(&found[1], n, k),
            "accelerations by rates",
        );
    }
    let forces = state.array(Argument::Tau).to_vec();
    for k in 0..forces.len() {
        let pushed = |step: f64| {
            let mut forces = forces.clone();
            forces[k] += step;
            accelerations.run(&state.clone().with(Argument::Tau, forces))[0].clone()
        };
        // They are linear in forces.
        let by_forces = column(&found[2], forces.len(), k);
        check(slope(pushed, 1.0), by_forces, "accelerations by forces");
    }
}

/// At τ(q̈), ∂τ/∂ü ∂ü/∂u = −∂τ/∂u, likewise by rates, and ∂τ/∂ü ∂ü/∂τ = 1.
#[test]
fn those_of_forces_and_of_accelerations_belong_together() {
    let mut compared = 0;
    for name in MODELS {
        let mechanism = mechanism(name);
        let loops = loops(&mechanism);
        let independent = &loops.mobility.independent;
        if loops.actuated.len() != independent.len()
            || find(&mechanism, "inverse_dynamics_derivatives").is_err()
        {
            continue;
        }
        let state = Manifold::new(&mechanism).state(7);
        let [forward, inverse, alone] = [
            "forward_dynamics_derivatives",
            "inverse_dynamics_derivatives_with_mass_matrix",
            "inverse_dynamics_derivatives",
        ]
        .map(|function| program(&mechanism, function));
        let found = forward.run(&state);
        let state = state.with(Argument::Qdd, found[3].clone());
        let forces = inverse.run(&state);
        assert_same(&alone, &state, &forces, name);
        let n = independent.len();
        let own = |matrix: &[f64]| -> Vec<f64> {
            let rows = independent.iter();
            rows.flat_map(|&v| matrix[v * n..(v + 1) * n].to_vec())
                .collect()
        };
        let product = |matrix: &[f64]| {
            let columns = (0..n).map(|k| apply(&forces[2], &column(matrix, n, k)));
            let columns: Vec<Vec<f64>> = columns.collect();
            (0..n * n)
                .map(|k| columns[k % n][k / n])
                .collect::<Vec<_>>()
        };
        for (accelerations, forces) in found.iter().zip(&forces[..2]) {
            let tolerance = 1e-9 * largest(forces).max(1e-3);
            assert_within(
                &product(&own(accelerations)),
                &minus(forces),
                tolerance,
                name,
            );
        }
        let identity: Vec<f64> = (0..n * n)
            .map(|k| f64::from(u8::from(k % n == k / n)))
            .collect();
        assert_within(&product(&own(&found[2])), &identity, 1e-9, name);
        compared += 1;
    }
    assert!(compared >= 5, "{compared}");
}

/// The function without the last output gives the same.
fn assert_same(alone: &Program, state: &State, forces: &[Vec<f64>], name: &str) {
    for (found, expected) in alone.run(state).iter().zip(forces) {
        assert_within(found, expected, 1e-12 * largest(expected), name);
    }
}

/// Products along directions are matrices times these, gradients are weights times matrices, by every formulation. Returns the number of
/// functions whose products were compared.
fn compare_products(name: &str) -> usize {
    const SETS: [(&str, &str, &[Argument]); 3] = [
        (
            "forward_dynamics",
            "forward_dynamics_derivatives",
            &[
                Argument::DirectionQ,
                Argument::DirectionQd,
                Argument::DirectionTau,
            ],
        ),
        (
            "inverse_dynamics",
            "inverse_dynamics_derivatives_with_mass_matrix",
            &[
                Argument::DirectionQ,
                Argument::DirectionQd,
                Argument::DirectionQdd,
            ],
        ),
        (
            "dependent_rates",
            "dependent_rates_derivatives",
            &[Argument::DirectionQ, Argument::DirectionIndependent],
        ),
    ];
    let mut compared = 0;
    let mechanism = mechanism(name);
    for (of, matrices, directions) in SETS {
        let product = |suffix: &str| format!("{of}_{suffix}");
        let has = [matrices.to_owned(), product("jvp"), product("vjp")]
            .map(|function| find(&mechanism, &function).is_ok());
        assert!(has == [has[0]; 3], "{name}: {of}");
        // Those of other platforms and of two PUMAs take half a minute to compile each, and are of the kind of the first.
        if name == "two_pumas" || name.starts_with("three_leg_platform_") || !has[0] {
            continue;
        }
        let len = |argument: Argument| argument.port(&mechanism).len;
        let weights = find(&mechanism, &product("vjp")).expect("a product");
        let weights = weights.signature().inputs.iter().copied();
        let weights = weights.filter(|one| matches!(one, Argument::Weights(_)));
        let given = directions.iter().copied().chain(weights.clone());
        let drawn =
            |state: State, (seed, one): (u64, Argument)| state.with(one, random(len(one), seed));
        let state = (1..)
            .zip(given)
            .fold(Manifold::new(&mechanism).state(9), drawn);
        let found = program(&mechanism, matrices).run(&state);
        let values = program(&mechanism, of).run(&state).swap_remove(0);
        let mut change = vec![0.0; values.len()];
        for (matrix, argument) in found.iter().zip(directions) {
            // Of forces where nothing is actuated there are none.
            if !matrix.is_empty() {
                change = plus(&change, &apply(matrix, state.array(*argument)));
            }
        }
        let within = |found: &[f64], expected: &[f64], what: &str| {
            let tolerance = 1e-9 * largest(expected).max(1e-3);
            assert_within(found, expected, tolerance, &format!("{name}: {of}, {what}"));
        };
        // Large ones take half a minute each.
        let all = |function: &str| match name {
            "three_leg_platform" => vec![program(&mechanism, function)],
            _ => programs(&mechanism, function),
        };
        for along in all(&product("jvp")) {
            let along = along.run(&state);
            within(&along[0], &values, "value along");
            within(&along[1], &change, "along");
        }
        let weights: Vec<f64> = weights.flat_map(|one| state.array(one).to_vec()).collect();
        for weighted in all(&product("vjp")) {
            let weighted = weighted.run(&state);
            within(&weighted[0], &values, "value weighted");
            assert_eq!(weighted.len(), 1 + directions.len(), "{name}: {of}");
            for (k, gradient) in weighted[1..].iter().enumerate() {
                let n = gradient.len();
                let of_weights = |j| -> f64 {
                    let column = column(&found[k], n, j);
                    column.iter().zip(&weights).map(|(a, b)| a * b).sum()
                };
                let expected: Vec<f64> = (0..n).map(of_weights).collect();
                within(gradient, &expected, "weighted");
            }
        }
        compared += 1;
    }
    compared
}

#[test]
fn products_of_a_small_mechanism_are_those_of_the_matrices() {
    assert_eq!(compare_products(SMALLEST), 3);
}

#[test]
fn products_are_those_of_the_matrices() {
    let others = MODELS.into_iter().filter(|name| *name != SMALLEST);
    let compared: usize = others.map(compare_products).sum();
    assert!(compared >= 9, "{compared}");
}

/// A solution of least norm has no derivative where the rank changes.
#[test]
fn what_has_none_is_named() {
    let message = |mechanism: &Mechanism, name: &str| {
        find(mechanism, name)
            .map(|_| ())
            .expect_err("no function")
            .to_string()
    };
    let text = text("five_bar").replace("actuated = ", "minimum_norm = true\nactuated = ");
    let least = model::parse("five_bar.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    let found = message(&least.mechanism, "forward_dynamics_derivatives");
    assert!(found.contains("least norm"), "{found}");
    let found = message(&least.mechanism, "forward_dynamics_vjp");
    assert!(found.contains("least norm"), "{found}");
    let found = message(&mechanism("five_bar"), "bias_derivatives");
    assert!(found.contains("of trees alone"), "{found}");
    let found = message(&least.mechanism, "bias_derivatives");
    assert!(found.contains("of trees alone"), "{found}");
    let found = message(&mechanism("andrews"), "inverse_dynamics_dq");
    assert!(found.contains("inverse_dynamics_dq"), "{found}");
    assert!(
        found.contains("is not determined by the actuated joints"),
        "{found}"
    );
}

#[test]
fn friction_in_a_loop_is_differentiated() {
    let rubbed = "axis = [0, 0, 1], damping = 0.3, friction = 0.5, friction_rate = 0.1 }";
    let text = text("five_bar").replacen("axis = [0, 0, 1] }", rubbed, 1);
    let loaded = model::parse("rubbed.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    compare_with_slopes("a five-bar with friction", &loaded.mechanism, 1e-5);
    // Its proof is that it compiles.
    program(&loaded.mechanism, "inverse_dynamics_derivatives");
}

/// Offsets that are no quarter turns do not add up in a field: every joint keeps its own where a function is differentiated as a graph.
#[test]
fn offsets_in_a_loop_are_those_of_their_joints() {
    let mut text = text("five_bar");
    for (joint, offset) in [("crank1", 0.3), ("coupler1", 0.5)] {
        let start = text.find(&format!("name = \"{joint}\"")).expect("a body");
        let (before, own) = text.split_at(start);
        let own = own.replacen(
            "axis = [0, 0, 1]",
            &format!("axis = [0, 0, 1], offset = {offset}"),
            1,
        );
        text = format!("{before}{own}");
    }
    let loaded = model::parse("turned.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    let (mechanism, plain) = (&loaded.mechanism, mechanism("five_bar"));
    let function = "forward_dynamics_derivatives";
    let [turned, known] = [mechanism, &plain].map(|one| program(one, function));
    // Where its coordinates are those of the other less the offsets, it is the other.
    let manifold = Manifold::new(&plain);
    for seed in 1..3 {
        let state = manifold.state(seed);
        let mut q = state.array(Argument::Q).to_vec();
        for (joint, offset) in [("crank1", 0.3), ("coupler1", 0.5)] {
            let place = plain.bodies.iter().position(|body| body.name == joint);
            q[place.expect("a body")] -= offset;
        }
        let found = turned.run(&state.clone().with(Argument::Q, q));
        for (found, expected) in found.iter().zip(&known.run(&state)) {
            assert_within(found, expected, 1e-9 * largest(expected), function);
        }
    }
}
