//! Fixed steps: their orders, and the energy over long runs, of models in generated code.

use denoc::integrate::{midpoint, rk4, rk4_on};

#[denoc::multibody(
    model = "../models/puma.toml",
    functions = ["forward_dynamics", "kinetic_energy", "potential_energy", "momenta", "hamiltonian_rates"]
)]
struct Puma;

#[denoc::multibody(
    model = "../tests/models/mech/one_spherical.toml",
    functions = ["forward_dynamics", "kinetic_energy", "potential_energy"]
)]
struct Ball;

#[denoc::multibody(
    model = "../tests/models/mech/one_free.toml",
    functions = ["forward_dynamics", "kinetic_energy", "potential_energy"]
)]
struct Free;

#[denoc::multibody(model = "../tests/models/dh/planar2r.toml", functions = ["forward_dynamics"], scalar = f32)]
struct Planar;

const REST: [f64; 6] = [0.0; 6];
const POSE: [f64; 6] = [0.1, -0.4, 0.3, 0.2, 0.5, -0.1];

/// Coordinates and velocities of the arm after a second of free fall, in this many steps.
fn fallen(steps: u32) -> ([f64; 6], [f64; 6]) {
    let dt = 1.0 / f64::from(steps);
    (0..steps).fold((POSE, REST), |(q, qd), _| {
        rk4(&q, &qd, dt, |q, qd| Puma::forward_dynamics(q, qd, &REST))
    })
}

fn fallen_symplectically(steps: u32) -> [f64; 6] {
    let dt = 1.0 / f64::from(steps);
    let rates = |q: &[f64; 6], p: &[f64; 6]| Puma::hamiltonian_rates(q, p, &REST);
    let state = (POSE, REST);
    (0..steps)
        .fold(state, |(q, p), _| midpoint(&q, &p, dt, 12, rates))
        .0
}

fn apart<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

/// The order that two errors show when the second is at half the step.
fn order(errors: [f64; 2]) -> f64 {
    (errors[0] / errors[1]).log2()
}

#[test]
fn rk4_has_order_4_and_the_midpoint_rule_order_2() {
    let (exact, _) = fallen(4000);
    let fourth = order([100, 200].map(|steps| apart(&fallen(steps).0, &exact)));
    assert!((3.7..4.4).contains(&fourth), "{fourth}");
    let second = order([200, 400].map(|steps| apart(&fallen_symplectically(steps), &exact)));
    assert!((1.8..2.2).contains(&second), "{second}");
}

#[test]
fn on_coordinates_that_add_up_both_forms_are_one() {
    let accelerations = |q: &[f64; 6], qd: &[f64; 6]| Puma::forward_dynamics(q, qd, &REST);
    let integrate =
        |q: &[f64; 6], qd: &[f64; 6], dt: f64| core::array::from_fn(|k| q[k] + qd[k] * dt);
    let [a, b] = [
        rk4(&POSE, &POSE, 0.01, accelerations),
        rk4_on(&POSE, &POSE, 0.01, integrate, accelerations),
    ];
    assert_eq!(a, b);
}

#[test]
fn rk4_on_quaternions_has_order_4_and_keeps_their_length() {
    type State = ([f64; Ball::NQ], [f64; Ball::NV]);
    let tau = [0.3; Ball::NV];
    // The quaternion comes first.
    let mut q = [0.0; Ball::NQ];
    q[3] = 1.0;
    let spun = |steps: u32| -> State {
        let dt = 0.5 / f64::from(steps);
        (0..steps).fold((q, [0.7; Ball::NV]), |(q, qd), _| {
            rk4_on(&q, &qd, dt, Ball::integrate, |q, qd| {
                Ball::forward_dynamics(q, qd, &tau)
            })
        })
    };
    let (exact, _) = spun(4000);
    let errors = [400, 800].map(|steps| apart(&spun(steps).0, &exact));
    assert!((3.6..4.5).contains(&order(errors)), "{errors:?}");
    let length: f64 = exact[..4].iter().map(|x| x * x).sum();
    assert!((length - 1.0).abs() < 1e-14, "{length}");
}

#[test]
fn the_energy_of_a_free_body_with_a_tail_stays() {
    let mut q = [0.0; Free::NQ];
    q[6] = 1.0;
    let mut state = (q, [0.5; Free::NV]);
    let energy = |(q, qd): &([f64; Free::NQ], [f64; Free::NV])| {
        Free::kinetic_energy(q, qd) + Free::potential_energy(q)
    };
    let start = energy(&state);
    for _ in 0..2000 {
        let accelerations = |q: &[f64; Free::NQ], qd: &[f64; Free::NV]| {
            Free::forward_dynamics(q, qd, &[0.0; Free::NV])
        };
        state = rk4_on(&state.0, &state.1, 1e-3, Free::integrate, accelerations);
    }
    assert!((energy(&state) - start).abs() < 1e-8 * start.abs().max(1.0));
}

#[test]
fn the_midpoint_rule_does_not_drift_where_rk4_does() {
    // A pendulum of unit mass and length over some 2000 swings, at 5 steps a radian.
    let accelerations = |q: &[f64; 1], _: &[f64; 1]| [-q[0].sin()];
    let rates = |q: &[f64; 1], p: &[f64; 1]| ([p[0]], [-q[0].sin()]);
    let energy = |q: f64, p: f64| 0.5 * p * p - q.cos();
    let start = energy(2.0, 0.0);
    let (mut explicit, mut symplectic) = (([2.0], [0.0]), ([2.0], [0.0]));
    let mut worst = [0.0_f64; 2];
    for step in 0..100_000_u32 {
        explicit = rk4(&explicit.0, &explicit.1, 0.2, accelerations);
        symplectic = midpoint(&symplectic.0, &symplectic.1, 0.2, 20, rates);
        let half = usize::from(step >= 50_000);
        let drift = energy(symplectic.0[0], symplectic.1[0]) - start;
        worst[half] = worst[half].max(drift.abs());
    }
    // The energy swings with the step, as far in the second half as in the first.
    assert!(worst[0] < 0.02 && worst[1] < 1.01 * worst[0], "{worst:?}");
    let drift = energy(explicit.0[0], explicit.1[0]) - start;
    assert!(drift < -2.0 * worst[1], "{drift} {worst:?}");
}

#[test]
fn the_arm_keeps_its_energy_over_a_minute() {
    let rates = |q: &[f64; 6], p: &[f64; 6]| Puma::hamiltonian_rates(q, p, &REST);
    let energy = |q: &[f64; 6], p: &[f64; 6]| {
        let (qd, _) = rates(q, p);
        Puma::kinetic_energy(q, &qd) + Puma::potential_energy(q)
    };
    // A small swing about a rest that is stable: the arm hangs.
    let (mut q, mut p) = ([0.0, 1.5, -3.0, 0.0, 0.1, 0.0], REST);
    let start = energy(&q, &p);
    for _ in 0..60_000 {
        (q, p) = midpoint(&q, &p, 1e-3, 5, rates);
    }
    assert!(
        (energy(&q, &p) - start).abs() < 1e-2,
        "{} {start}",
        energy(&q, &p)
    );
}

#[test]
fn single_precision_steps_like_double() {
    let tau = [0.0_f32; 2];
    let mut state = ([0.1_f32, 0.2], [0.0_f32; 2]);
    for _ in 0..100 {
        state = rk4(&state.0, &state.1, 0.001, |q, qd| {
            Planar::forward_dynamics(q, qd, &tau)
        });
    }
    assert!(state.0.iter().all(|q| q.is_finite()) && state.0 != [0.1, 0.2]);
}
