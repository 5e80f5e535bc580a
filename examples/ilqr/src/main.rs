//! Optimal control: the PUMA from one posture to another with little torque, by iterative linear-quadratic regulation (iLQR).
//!
//! ```text
//!  x = (q, q̇)     q̇⁺ = q̇ + h q̈(q, q̇, τ)     q⁺ = q + h q̇⁺                a step of h seconds
//!  cost            Σ ½ h ρ |τ − τ_held|² + ½ a |q_N − q_goal|² + ½ b |q̇_N|²
//! ```
//!
//! Every iteration linearises the steps along the motion so far, x⁺ = A x + B τ with the derivatives of the forward dynamics,
//! finds feedback gains backward in time, and takes them as far as the cost falls.

use nalgebra::{SMatrix, SVector};

#[denoc::multibody(
    model = "../../models/puma.toml",
    functions = ["gravity", "forward_dynamics", "forward_dynamics_derivatives"]
)]
struct Puma;

/// Number of joints, and of states.
const N: usize = Puma::NV;
const STATES: usize = 2 * N;

/// A step, s, and how many there are.
const STEP: f64 = 0.01;
const STEPS: usize = 100;

/// Weights of torques, of the posture and of the rates at the end.
const TORQUE: f64 = 1e-3;
const POSTURE: f64 = 1e5;
const RATE: f64 = 1e3;

const ITERATIONS: usize = 50;

const START: [f64; N] = [0.0; N];
const GOAL: [f64; N] = [1.0, -0.8, 0.6, 0.5, -0.4, 0.3];

type Joints = SVector<f64, N>;
type State = SVector<f64, STATES>;
type Square = SMatrix<f64, N, N>;
type Gain = SMatrix<f64, N, STATES>;

fn parts(x: &State) -> ([f64; N], [f64; N]) {
    let part = |first: usize| core::array::from_fn(|joint| x[first + joint]);
    (part(0), part(N))
}

/// The state after a step.
fn step(x: &State, tau: &Joints) -> State {
    let (q, qd) = parts(x);
    let qdd = Puma::forward_dynamics(&q, &qd, &(*tau).into());
    let rates = Joints::from(qd) + Joints::from(qdd) * STEP;
    let mut after = State::zeros();
    after
        .fixed_rows_mut::<N>(0)
        .copy_from(&(Joints::from(q) + rates * STEP));
    after.fixed_rows_mut::<N>(N).copy_from(&rates);
    after
}

/// A and B of the step from x.
fn linearised(x: &State, tau: &Joints) -> (SMatrix<f64, STATES, STATES>, SMatrix<f64, STATES, N>) {
    let (q, qd) = parts(x);
    let (by_q, by_qd, minv, _) = Puma::forward_dynamics_derivatives(&q, &qd, &(*tau).into());
    let matrix = |rows: [[f64; N]; N]| Square::from_fn(|i, j| STEP * rows[i][j]);
    // What the rates after the step change by.
    let [by_q, by_qd, by_tau] = [by_q, by_qd, minv].map(matrix);
    let by_qd = Square::identity() + by_qd;
    let mut a: SMatrix<f64, STATES, STATES> = SMatrix::identity();
    a.fixed_view_mut::<N, N>(N, 0).copy_from(&by_q);
    a.fixed_view_mut::<N, N>(N, N).copy_from(&by_qd);
    a.fixed_view_mut::<N, N>(0, 0)
        .copy_from(&(Square::identity() + by_q * STEP));
    a.fixed_view_mut::<N, N>(0, N).copy_from(&(by_qd * STEP));
    let mut b: SMatrix<f64, STATES, N> = SMatrix::zeros();
    b.fixed_view_mut::<N, N>(N, 0).copy_from(&by_tau);
    b.fixed_view_mut::<N, N>(0, 0).copy_from(&(by_tau * STEP));
    (a, b)
}

/// What is left to the goal, with the rates.
fn left(x: &State) -> State {
    State::from_fn(|k, _| x[k] - GOAL.get(k).copied().unwrap_or(0.0))
}

/// The weights of the end, as a diagonal.
fn end() -> State {
    State::from_fn(|k, _| if k < N { POSTURE } else { RATE })
}

/// A motion with its torques.
struct Motion {
    states: Vec<State>,
    torques: Vec<Joints>,
}

impl Motion {
    /// The motion from the start under a feedback law: the torques of a step from its number and state.
    fn under(law: impl Fn(usize, &State) -> Joints) -> Self {
        let mut states = vec![State::zeros()];
        states[0]
            .fixed_rows_mut::<N>(0)
            .copy_from(&Joints::from(START));
        let mut torques = Vec::new();
        for k in 0..STEPS {
            let tau = law(k, &states[k]);
            states.push(step(&states[k], &tau));
            torques.push(tau);
        }
        Self { states, torques }
    }

    fn last(&self) -> State {
        self.states[STEPS]
    }

    fn cost(&self, held: &Joints) -> f64 {
        let of_torques = self.torques.iter().map(|tau| (tau - held).norm_squared());
        let left = left(&self.last());
        0.5 * (STEP * TORQUE * of_torques.sum::<f64>() + left.component_mul(&left).dot(&end()))
    }

    /// The change of the torques of every step, and the feedback on its state, that are best for the linearised steps.
    fn improved(&self, held: &Joints) -> Vec<(Joints, Gain)> {
        let mut gradient = left(&self.last()).component_mul(&end());
        let mut hessian = SMatrix::from_diagonal(&end());
        let mut gains = Vec::new();
        for (x, tau) in self.states[..STEPS].iter().zip(&self.torques).rev() {
            let (a, b) = linearised(x, tau);
            let by_tau = (tau - held) * (STEP * TORQUE) + b.transpose() * gradient;
            let by_x = a.transpose() * gradient;
            let tau_x = b.transpose() * hessian * a;
            let tau_tau = Square::identity() * (STEP * TORQUE) + b.transpose() * hessian * b;
            // It is the sum of a multiple of 1 and of a matrix with squares on its diagonal.
            let inverse = tau_tau.try_inverse().unwrap_or_else(Square::zeros);
            let (change, gain) = (-inverse * by_tau, -inverse * tau_x);
            gradient = by_x + tau_x.transpose() * change;
            hessian = a.transpose() * hessian * a + tau_x.transpose() * gain;
            hessian = (hessian + hessian.transpose()) * 0.5;
            gains.push((change, gain));
        }
        gains.reverse();
        gains
    }
}

fn main() {
    let held = Joints::from(Puma::gravity(&START));
    let mut motion = Motion::under(|_, _| held);
    let mut cost = motion.cost(&held);
    println!("iteration  cost");
    println!("{:9}  {cost:.6}", 0);
    for iteration in 1..=ITERATIONS {
        let gains = motion.improved(&held);
        let along = |part: f64| {
            Motion::under(|k, x| {
                let (change, gain) = &gains[k];
                motion.torques[k] + change * part + gain * (x - motion.states[k])
            })
        };
        let parts = (0..12).map(|halvings| 0.5_f64.powi(halvings));
        let tried = parts.map(|part| {
            let motion = along(part);
            (motion.cost(&held), motion)
        });
        let mut better = tried.skip_while(|(found, _)| found.is_nan() || *found >= cost);
        let Some((found, next)) = better.next() else {
            break;
        };
        let gained = cost - found;
        (cost, motion) = (found, next);
        println!("{iteration:9}  {cost:.6}");
        if gained < 1e-9 * cost {
            break;
        }
    }
    let left = left(&motion.last());
    let posture = left.fixed_rows::<N>(0).amax();
    let rate = left.fixed_rows::<N>(N).amax();
    println!("at the end: {posture:.6} rad from the goal, {rate:.6} rad/s");
    assert!(posture < 1e-2, "the arm is {posture} rad from its goal");
    assert!(rate < 1e-1, "the arm moves at {rate} rad/s");
}
