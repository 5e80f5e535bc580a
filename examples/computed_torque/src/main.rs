//! Computed-torque control of the PUMA arm: inverse dynamics in the controller, forward dynamics as the arm.

use denoc::integrate::rk4;

#[denoc::multibody(
    model = "../../models/puma.toml",
    functions = ["inverse_dynamics", "forward_dynamics"]
)]
struct Puma;

type Joints = [f64; Puma::NV];

/// Cycle of the controller, s.
const STEP: f64 = 1e-3;

/// Cycles that are simulated.
const CYCLES: u32 = 2000;

/// Gains of the error dynamics ë + 20 ė + 100 e = 0: critically damped, 10 rad/s.
const STIFFNESS: f64 = 100.0;
const DAMPING: f64 = 20.0;

/// The motion to follow at the time `t`: position, rate and acceleration of every joint.
fn reference(t: f64) -> (Joints, Joints, Joints) {
    let wave = |derivative: fn(f64, f64) -> f64| {
        core::array::from_fn(|joint| {
            let frequency = 1.0 + 0.3 * joint as f64; // rad/s
            0.5 * derivative(frequency, t)
        })
    };
    (
        wave(|w, t| (w * t).sin()),
        wave(|w, t| w * (w * t).cos()),
        wave(|w, t| -w * w * (w * t).sin()),
    )
}

/// Torques, Nm, with which the error follows its own linear equation, whatever the arm's configuration.
fn controller(t: f64, q: &Joints, qd: &Joints) -> Joints {
    let (position, rate, acceleration) = reference(t);
    let wanted = core::array::from_fn(|joint| {
        acceleration[joint]
            + DAMPING * (rate[joint] - qd[joint])
            + STIFFNESS * (position[joint] - q[joint])
    });
    Puma::inverse_dynamics(q, qd, &wanted)
}

/// The largest error of a joint at the time `t`, rad.
fn error(t: f64, q: &Joints) -> f64 {
    let (position, ..) = reference(t);
    let errors = position.iter().zip(q).map(|(wanted, q)| (wanted - q).abs());
    errors.fold(0.0, f64::max)
}

fn main() {
    let (mut q, mut qd) = ([0.2; Puma::NQ], [0.0; Puma::NV]);
    let mut errors = vec![error(0.0, &q)];
    println!("time, s  largest error, rad");
    for cycle in 0..CYCLES {
        let t = f64::from(cycle) * STEP;
        if cycle % 250 == 0 {
            println!("{t:7.2}  {:18.6}", error(t, &q));
        }
        let tau = controller(t, &q, &qd); // held for the cycle
        (q, qd) = rk4(&q, &qd, STEP, |q, qd| Puma::forward_dynamics(q, qd, &tau));
        errors.push(error(t + STEP, &q));
    }
    let (first, last) = (errors[0], errors[errors.len() - 1]);
    println!("{:7.2}  {last:18.6}", f64::from(CYCLES) * STEP);

    let largest = errors.iter().copied().fold(0.0, f64::max);
    assert!(largest < 2.0 * first, "the error grew to {largest} rad");
    assert!(last < 0.01 * first, "an error of {last} rad remains");
}
