//! The parallelogram and the N-four-bar: exact motion with all cranks parallel, through flat positions where the constraints
//! lose N ranks.

use std::f64::consts::PI;

use denoc_codegen::leaves::Argument;
use denoc_codegen::reference::State;
use serde_json::Value;

use super::closed::{assert_closed, assert_determined_by};
use super::plane::{absolute, forces};
use super::tools::{
    apply, assert_close, assert_within, golden, mechanism, moving, numbers, plus, program,
    programs, tolerance,
};

/// Of what is exact.
const TOLERANCE: f64 = 1e-12;

/// Crank 0, then N times coupler and crank.
struct FourBars {
    name: &'static str,
    loops: usize,
}

const ALL: [FourBars; 3] = [
    FourBars {
        name: "parallelogram",
        loops: 1,
    },
    FourBars {
        name: "parallelogram_b",
        loops: 1,
    },
    FourBars {
        name: "n_four_bar",
        loops: 2,
    },
];

impl FourBars {
    /// Joint rates at unit rate of the cranks: couplers do not turn, so against their cranks they turn back.
    fn direction(&self) -> Vec<f64> {
        let coupler_and_crank = [-1.0, 1.0].repeat(self.loops);
        [&[1.0][..], &coupler_and_crank].concat()
    }

    /// A coupler 2k + 1 is carried by the crank before it.
    fn parents(&self) -> Vec<Option<usize>> {
        let bodies = 0..=2 * self.loops;
        bodies
            .map(|body| (body % 2 == 1).then(|| body - 1))
            .collect()
    }

    fn state(&self, theta: f64, omega: f64, alpha: f64) -> State {
        let times = |x: f64| self.direction().iter().map(|sign| sign * x).collect();
        moving(times(theta), times(omega))
            .with(Argument::Qdd, times(alpha))
            .with(Argument::Tau, vec![0.0])
    }

    /// The exact trajectory.
    fn trajectory(&self, golden: &Value) -> Vec<State> {
        let keys = ["theta_exact", "omega_exact", "alpha_exact"];
        let [theta, omega, alpha] = keys.map(|key| numbers(&golden[key]));
        (0..theta.len())
            .map(|k| self.state(theta[k], omega[k], alpha[k]))
            .collect()
    }

    /// Regular states with the multipliers of all joints: A0 … AN, then B and C of every coupler.
    fn regular(&self, golden: &Value) -> Vec<(State, Vec<f64>)> {
        let states = golden["regular_states"].as_array().expect("states");
        let read = |state: &Value| {
            let [theta, omega, alpha] =
                ["theta", "omega", "alpha"].map(|key| state[key].as_f64().expect("a number"));
            let multipliers = numbers(&state["lambda_by_joint"]);
            (self.state(theta, omega, alpha), multipliers)
        };
        states.iter().map(read).collect()
    }

    /// Multipliers by body (A of a crank, B of a coupler), and those of the cuts C.
    fn sorted(&self, multipliers: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let joint = |place: usize| &multipliers[2 * place..2 * place + 2];
        let (mut carried, mut cut) = (joint(0).to_vec(), Vec::new());
        for k in 0..self.loops {
            let coupler = self.loops + 1 + 2 * k;
            carried.extend_from_slice(joint(coupler));
            carried.extend_from_slice(joint(k + 1));
            cut.extend_from_slice(joint(coupler + 1));
        }
        (carried, cut)
    }

    /// α where all cranks stand at θ: −cos θ times this (the cranks' and the couplers' weight over their inertia).
    fn fall(&self, golden: &Value) -> f64 {
        let keys = ["bar_length", "coupler_length", "bar_mass"];
        let [bar, coupler, mass] = keys.map(|key| golden["model"][key].as_f64().expect("a number"));
        let (n, coupler_mass) = (self.loops as f64, mass * coupler / bar);
        let inertia = ((n + 1.0) * mass / 3.0 + n * coupler_mass) * bar * bar;
        9.81 * bar * ((n + 1.0) * mass / 2.0 + n * coupler_mass) / inertia
    }
}

#[test]
fn accelerations_along_the_exact_motion_meet_golden() {
    for bars in ALL {
        let (mechanism, golden) = (mechanism(bars.name), golden(bars.name));
        // α is what cos θ leaves of it.
        let within = (tolerance(&golden) * bars.fall(&golden)).min(1e-9);
        for program in programs(&mechanism, "forward_dynamics") {
            for state in bars.trajectory(&golden) {
                let (found, qdd) = (program.run(&state), state.array(Argument::Qdd));
                assert_within(&found[0], qdd, within, &program.what);
            }
        }
    }
}

#[test]
fn multipliers_of_all_joints_at_regular_states_meet_golden() {
    for bars in ALL {
        let (mechanism, golden) = (mechanism(bars.name), golden(bars.name));
        let tolerance = tolerance(&golden);
        for program in programs(&mechanism, "constraint_forces") {
            for (state, multipliers) in bars.regular(&golden) {
                let (_, cut) = bars.sorted(&multipliers);
                let found = program.run(&state).swap_remove(0);
                // Cut joints are given in base axes.
                let found = forces(&found, &vec![0.0; bars.loops]);
                assert_close(&found, &cut, tolerance, &program.what);
            }
        }
        for program in programs(&mechanism, "joint_wrenches") {
            for (state, multipliers) in bars.regular(&golden) {
                let (carried, _) = bars.sorted(&multipliers);
                let angles = absolute(state.array(Argument::Q), &bars.parents());
                let found = program.run(&state).swap_remove(0);
                assert_close(&forces(&found, &angles), &carried, tolerance, &program.what);
            }
        }
    }
}

/// Flat, both ways, and turned once more.
const FLAT: [f64; 4] = [0.0, PI, -PI, 3.0 * PI];
const RATES: [f64; 4] = [0.5, -1.0, 2.0, 0.0];

/// One loop is its own mirror image: what is lost there acts on nothing, and the least norm is the exact motion.
#[test]
fn a_parallelogram_accelerates_exactly_where_it_is_flat() {
    for bars in ALL.iter().filter(|bars| bars.loops == 1) {
        let (mechanism, golden) = (mechanism(bars.name), golden(bars.name));
        let fall = bars.fall(&golden);
        for program in programs(&mechanism, "forward_dynamics") {
            for theta in FLAT {
                for omega in RATES {
                    let state = bars.state(theta, omega, -fall * theta.cos());
                    let found = program.run(&state);
                    let qdd = state.array(Argument::Qdd);
                    assert_close(&found[0], qdd, TOLERANCE, &program.what);
                }
            }
        }
    }
}

/// Several loops are not: cranks that carry one coupler and cranks that carry two would fall apart, to first order. What is left is
/// consistent with the constraints, and the power of the exact motion.
#[test]
fn four_bars_accelerate_consistently_where_they_are_flat() {
    for bars in ALL {
        let mechanism = mechanism(bars.name);
        let [jacobian, bias, mass, weight] =
            ["closure_jacobian", "closure_bias", "mass_matrix", "bias"]
                .map(|function| program(&mechanism, function));
        for program in programs(&mechanism, "forward_dynamics") {
            for theta in FLAT {
                for omega in RATES {
                    let state = bars.state(theta, omega, 0.0);
                    let qdd = program.run(&state).swap_remove(0);
                    let [g, gamma] = [&jacobian, &bias].map(|one| one.run(&state).swap_remove(0));
                    let residual = plus(&apply(&g, &qdd), &gamma);
                    let zero = vec![0.0; residual.len()];
                    assert_within(&residual, &zero, TOLERANCE, &program.what);
                    let [m, h] = [&mass, &weight].map(|one| one.run(&state).swap_remove(0));
                    let power = apply(&bars.direction(), &plus(&apply(&m, &qdd), &h));
                    assert_within(&power, &[0.0], TOLERANCE, &program.what);
                }
            }
        }
    }
}

#[test]
fn the_loops_stay_closed() {
    for bars in ALL {
        let (mechanism, golden) = (mechanism(bars.name), golden(bars.name));
        assert_closed(&mechanism, &bars.trajectory(&golden), 1e-11);
        let regular = bars.regular(&golden).into_iter();
        let regular: Vec<State> = regular.map(|(state, _)| state).collect();
        assert_determined_by(&mechanism, &[0], &regular, 1e-9);
    }
}
