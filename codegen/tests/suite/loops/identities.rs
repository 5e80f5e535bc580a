//! Physical identities, at closed states of all models.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::state::integrate;
use denoc_codegen::transform::elementary;

use super::assembled::{MODELS, Manifold, block_on_arm, loops, random};
use super::rotation::cross;
use super::tools::{
    Program, apply, assert_close, assert_within, largest, mechanism, minus, moving, plus, program,
    programs,
};

const SEEDS: core::ops::Range<u64> = 1..3;

/// Shipped models, and cut joints of the types that these do not have.
fn all() -> Vec<Mechanism> {
    let cut = [
        r#"{ type = "revolute", axis = [0.36, 0.48, 0.8] }"#,
        r#"{ type = "prismatic", axis = [0.36, 0.48, 0.8] }"#,
        r#"{ type = "cylindrical", axis = [0, 1, 0] }"#,
        r#"{ type = "universal", axis = [0, 1, 0], axis2 = [0, 0, 1] }"#,
        r#"{ type = "planar" }"#,
        r#"{ type = "fixed" }"#,
    ];
    let shipped = MODELS.iter().map(|name| mechanism(name));
    shipped.chain(cut.map(block_on_arm)).collect()
}

/// Every mechanism with some closed states, and what to call it.
fn everywhere(check: impl Fn(&Mechanism, &Manifold<'_>, &[State], &str)) {
    for (index, mechanism) in all().iter().enumerate() {
        let manifold = Manifold::new(mechanism);
        let states: Vec<State> = SEEDS.map(|seed| manifold.state(seed)).collect();
        let what = format!("{index}, {}", mechanism.name);
        check(mechanism, &manifold, &states, &what);
    }
}

fn scaled(a: &[f64], s: f64) -> Vec<f64> {
    a.iter().map(|a| a * s).collect()
}

/// (b − a) / 2h.
fn central(a: &[f64], b: &[f64], h: f64) -> Vec<f64> {
    scaled(&plus(b, &minus(a)), 0.5 / h)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn the_jacobian_is_the_derivative_of_the_residual_where_loops_are_closed() {
    const H: f64 = 1e-5;
    everywhere(|mechanism, manifold, states, what| {
        let closure = program(mechanism, "closure");
        for state in states {
            let q = state.array(Argument::Q);
            let at = |v: &[f64], h: f64| {
                let q = integrate(mechanism, q, v, h);
                closure.run(&State::default().with(Argument::Q, q)).concat()
            };
            // In any direction, and in those that keep loops closed.
            let any = random(mechanism.nv(), 7);
            for v in [&any[..], state.array(Argument::Qd)] {
                let found = apply(&manifold.jacobian(q), v);
                let expected = central(&at(v, -H), &at(v, H), H);
                assert_within(&found, &expected, 1e-8 * largest(v).max(1.0), what);
            }
        }
    });
}

#[test]
fn the_bias_is_the_derivative_of_the_jacobian_along_motions_that_keep_loops_closed() {
    const H: f64 = 1e-5;
    everywhere(|mechanism, manifold, states, what| {
        let biases = programs(mechanism, "closure_bias");
        for state in states {
            let (q, qd) = (state.array(Argument::Q), state.array(Argument::Qd));
            let rates = |h: f64| {
                let q = manifold.closed(&integrate(mechanism, q, qd, h));
                apply(&manifold.jacobian(&q), qd)
            };
            let expected = central(&rates(-H), &rates(H), H);
            for bias in &biases {
                let found = bias.run(state).swap_remove(0);
                assert_within(&found, &expected, 1e-8 * largest(qd).powi(2).max(1.0), what);
            }
        }
    });
}

/// Generalised forces of the wrenches at cut joints.
struct Forces {
    /// `from` and `to` of every cut joint: position, Jacobian.
    ends: Vec<[[Program; 2]; 2]>,
}

impl Forces {
    fn new(mechanism: &Mechanism) -> Self {
        let mut framed = mechanism.clone();
        let closures = loops(mechanism).closures.iter().enumerate();
        for (index, closure) in closures {
            for (side, end) in ["from", "to"].iter().zip(&closure.ends) {
                let mut frame = end.clone();
                frame.name = format!("cut_{side}{index}");
                framed.frames.push(frame);
            }
        }
        let end = |index: usize, side: &str| {
            ["tip_pose", "tip_jacobian"]
                .map(|function| program(&framed, &format!("{function}_cut_{side}{index}")))
        };
        let closures = 0..loops(mechanism).closures.len();
        Self {
            ends: closures
                .map(|index| ["from", "to"].map(|side| end(index, side)))
                .collect(),
        }
    }

    /// What the wrenches do on the tree: on `to`, and against it on `from`.
    fn of(&self, state: &State, wrenches: &[f64]) -> Vec<f64> {
        let mut total = vec![0.0; state.array(Argument::Qd).len()];
        for (ends, wrench) in self.ends.iter().zip(wrenches.chunks(6)) {
            let [from, to] = ends
                .each_ref()
                .map(|[pose, _]| pose.run(state).swap_remove(1));
            let (moment, force) = wrench.split_at(3);
            let arm = plus(&to, &minus(&from));
            let on_from = [plus(moment, &cross(&arm, force)), force.to_vec()].concat();
            for ([_, jacobian], wrench) in ends.iter().zip([minus(&on_from), wrench.to_vec()]) {
                let rows = jacobian.run(state).swap_remove(0);
                for (row, x) in rows.chunks(total.len()).zip(wrench) {
                    total = plus(&total, &scaled(row, x));
                }
            }
        }
        total
    }
}

/// The forces of the actuated joints in those of the tree.
fn on_tree(mechanism: &Mechanism, tau: &[f64]) -> Vec<f64> {
    let mut all = vec![0.0; mechanism.nv()];
    for (&velocity, &tau) in loops(mechanism).actuated.iter().zip(tau) {
        all[velocity] = tau;
    }
    all
}

#[test]
fn wrenches_of_cut_joints_balance_the_tree_and_do_no_work() {
    everywhere(|mechanism, _, states, what| {
        let forces = Forces::new(mechanism);
        let [mass, bias, forward] =
            ["mass_matrix", "bias", "forward_dynamics"].map(|name| program(mechanism, name));
        let wrenches = programs(mechanism, "constraint_forces");
        for state in states {
            let first = |program: &Program| program.run(state).swap_remove(0);
            let (qd, bias) = (state.array(Argument::Qd), first(&bias));
            let tau = on_tree(mechanism, state.array(Argument::Tau));
            let moved = plus(&apply(&first(&mass), &first(&forward)), &bias);
            let needed = plus(&moved, &minus(&tau));
            let scale = largest(&needed).max(largest(&bias));
            for wrenches in &wrenches {
                let given = forces.of(state, &first(wrenches));
                let what = format!("{what}: {}", wrenches.what);
                assert_within(&given, &needed, 1e-9 * scale, &what);
                let (power, most) = (dot(&given, qd), 1e-9 * scale * largest(qd).max(1.0));
                assert!(power.abs() < most, "{what}: {power}");
            }
        }
    });
}

#[test]
fn dependent_rates_keep_the_loops_closed() {
    everywhere(|mechanism, manifold, states, what| {
        let independent = &loops(mechanism).mobility.independent;
        let rates = random(independent.len(), 11);
        for (dependent, state) in programs(mechanism, "dependent_rates")
            .iter()
            .flat_map(|one| states.iter().map(move |state| (one, state)))
        {
            let state = state.clone().with(Argument::Independent, rates.clone());
            let jacobian = manifold.jacobian(state.array(Argument::Q));
            let qd = dependent.run(&state).swap_remove(0);
            let zero = vec![0.0; jacobian.len() / qd.len()];
            assert_within(
                &apply(&jacobian, &qd),
                &zero,
                1e-10 * largest(&qd).max(1.0),
                &dependent.what,
            );
            let kept: Vec<f64> = independent.iter().map(|&v| qd[v]).collect();
            assert_within(&kept, &rates, 1e-12, what);
        }
    });
}

#[test]
fn inverse_dynamics_of_forward_dynamics_gives_the_torques_back() {
    let mut count = 0;
    for (index, mechanism) in all().iter().enumerate() {
        let loops = loops(mechanism);
        if loops.actuated.len() != loops.freedom() || loops.actuated.is_empty() {
            continue;
        }
        count += 1;
        let manifold = Manifold::new(mechanism);
        let [forward, bias] = ["forward_dynamics", "bias"].map(|name| program(mechanism, name));
        let inverses = programs(mechanism, "inverse_dynamics");
        for seed in SEEDS {
            let state = manifold.state(seed);
            let qdd = forward.run(&state).swap_remove(0);
            let (tau, given) = (state.array(Argument::Tau), qdd.clone());
            let bias = bias.run(&state).swap_remove(0);
            let scale = largest(tau).max(largest(&bias));
            for inverse in &inverses {
                let state = state.clone().with(Argument::Qdd, qdd.clone());
                let found = inverse.run(&state).swap_remove(0);
                let what = format!("{index}, seed {seed}: {}", inverse.what);
                assert_within(&found, tau, 1e-9 * scale, &what);
                let again = forward.run(&state.with(Argument::Tau, found));
                assert_close(&again[0], &given, 1e-8, &what);
            }
        }
    }
    assert!(count >= 9, "{count}");
}

/// Where a cut joint leaves a way free its ends are apart: a force on one has a moment about the other.
#[test]
fn joints_of_the_tree_transmit_what_acts_in_them_and_no_more() {
    const AXIS: [f64; 3] = [0.6, 0.0, 0.8];
    for joint in [
        r#"{ type = "prismatic", axis = [0.36, 0.48, 0.8] }"#,
        r#"{ type = "cylindrical", axis = [0, 1, 0] }"#,
        r#"{ type = "planar" }"#,
    ] {
        let mechanism = elementary(&block_on_arm(joint));
        let still = vec![0.0; mechanism.nv()];
        let state = moving(loops(&mechanism).mobility.q.clone(), still);
        let state = state.with(Argument::Tau, vec![1.3]);
        let quantity = Quantity::TreeJointWrenches;
        for formulation in quantity.formulations_on(&mechanism) {
            let found = reference(&mechanism, quantity, formulation, &state).swap_remove(0);
            let (on_arm, on_block) = found.split_at(6);
            let what = format!("{joint}, {formulation:?}");
            assert_within(&[dot(&AXIS, &on_arm[..3])], &[1.3], 1e-9, &what);
            // The block is free: the cut joint alone holds it.
            assert_within(on_block, &[0.0; 6], 1e-9, &what);
        }
    }
}
