//! One primary system, several closure sets: steps (A) to (C) of SOA are functions of a mechanism without its loops, and
//! step (D) alone knows which loops are closed.

use denoc_codegen::assembly::mobility;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::reference::{State, distance};
use denoc_sincos::linear::double::solve;

use super::tools::{Program, apply, mechanism, moving, program};

/// Two arms and a box with the first `count` of their grasps.
fn grasped(count: usize) -> Mechanism {
    let mut mechanism = mechanism("two_pumas");
    let loops = mechanism.loops.as_mut().expect("grasps");
    loops.closures.truncate(count);
    let loops = loops.clone();
    let found = mobility(&mechanism, &loops, loops.mobility.q.clone());
    mechanism.loops = Some(loops);
    mechanism.loops.as_mut().expect("grasps").mobility = found;
    mechanism
}

/// Arms and box apart, with a frame at each end of every grasp.
fn apart(closed: &Mechanism) -> Mechanism {
    let mut open = closed.clone();
    let loops = open.loops.take().expect("grasps");
    let ends = loops.closures.into_iter().flat_map(|closure| closure.ends);
    open.frames = ends.collect();
    for (index, frame) in open.frames.iter_mut().enumerate() {
        frame.name = format!("end{index}");
    }
    open
}

/// The generated functions of the primary and the secondary system; no closure is in them.
struct Apart {
    acceleration: Program,
    admittance: Program,
    jacobians: Vec<Program>,
    biases: Vec<Program>,
}

impl Apart {
    fn of(open: &Mechanism) -> Self {
        let of_frames = |what: &str| {
            let named = (0..open.frames.len()).map(|index| format!("{what}_end{index}"));
            named.map(|name| program(open, &name)).collect()
        };
        Self {
            acceleration: program(open, "forward_dynamics"),
            admittance: program(open, "admittance"),
            jacobians: of_frames("tip_jacobian"),
            biases: of_frames("tip_bias_acceleration"),
        }
    }

    /// q̈ with the grasps that these pairs of ends make.
    fn closed(&self, grasps: &[[usize; 2]], state: &State) -> Vec<f64> {
        let first = |program: &Program| program.run(state).swap_remove(0);
        let nv = state.array(Argument::Qd).len();
        let free = first(&self.acceleration);
        let admittance = first(&self.admittance);
        let ends = self.jacobians.len();
        // A takes `from` from `to`, six rows for every grasp.
        let mut right = Vec::new();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for &[from, to] in grasps {
            let [j_from, j_to] = [from, to].map(|end| first(&self.jacobians[end]));
            let [b_from, b_to] = [from, to].map(|end| first(&self.biases[end]));
            let (a_from, a_to) = (apply(&j_from, &free), apply(&j_to, &free));
            for k in 0..6 {
                right.push(-(a_to[k] - a_from[k]) - (b_to[k] - b_from[k]));
                let mut row = vec![0.0; 6 * ends];
                (row[6 * from + k], row[6 * to + k]) = (-1.0, 1.0);
                rows.push(row);
            }
        }
        let seen: Vec<Vec<f64>> = rows.iter().map(|row| apply(&admittance, row)).collect();
        let mut matrix: Vec<f64> = rows
            .iter()
            .flat_map(|row| apply(&seen.concat(), row))
            .collect();
        assert!(solve(right.len(), 1, &mut matrix, &mut right), "regular");
        // (E): the forces at the ends, as forces in the joints.
        let mut tau = state.array(Argument::Tau).to_vec();
        for (row, f) in rows.iter().zip(&right) {
            for (end, jacobian) in self.jacobians.iter().enumerate() {
                let jacobian = first(jacobian);
                for k in (0..6).filter(|k| row[6 * end + k] != 0.0) {
                    for (tau, j) in tau.iter_mut().zip(&jacobian[k * nv..]) {
                        *tau += row[6 * end + k] * f * j;
                    }
                }
            }
        }
        let pushed = state.clone().with(Argument::Tau, tau);
        self.acceleration.run(&pushed).swap_remove(0)
    }
}

#[test]
fn one_primary_serves_several_closure_sets() {
    let primary = Apart::of(&apart(&grasped(2)));
    for count in [1, 2] {
        let closed = grasped(count);
        let loops = closed.loops.as_ref().expect("grasps");
        let q = loops.mobility.q.clone();
        let rates: Vec<f64> = (0..loops.freedom()).map(|k| 0.3 - 0.1 * k as f64).collect();
        let state = moving(q, Vec::new()).with(Argument::Independent, rates);
        let qd = program(&closed, "dependent_rates")
            .run(&state)
            .swap_remove(0);
        let tau: Vec<f64> = (0..12).map(|k| 20.0 - 3.0 * f64::from(k)).collect();
        let state = state.with(Argument::Qd, qd);
        let expected = state.clone().with(Argument::Tau, tau.clone());
        let expected = program(&closed, "forward_dynamics")
            .run(&expected)
            .swap_remove(0);
        let apart = state.with(Argument::Tau, [tau, vec![0.0; 6]].concat());
        let grasps = [[0, 1], [2, 3]];
        let found = primary.closed(&grasps[..count], &apart);
        let error = distance(&expected, &found, 1.0);
        assert!(error < 1e-9, "{count} grasps: {error:.1e}");
    }
}
