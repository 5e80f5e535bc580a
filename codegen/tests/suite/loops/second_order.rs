//! Huang's forces over a step: the order of convergence, the limit of small steps, and gaps that close.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::reference::State;
use denoc_codegen::state::integrate;

use super::assembled::{Manifold, block_on_arm, random};
use super::double_pendulum;
use super::tools::{
    Program, golden, largest, mechanism, minus, moving, numbers, plus, program, rows,
};

const OVER_STEP: &str = "forward_dynamics_over_step";

/// a + b s.
fn ahead(a: &[f64], b: &[f64], s: f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b * s).collect()
}

fn with_step(q: &[f64], qd: &[f64], step: f64) -> State {
    moving(q.to_vec(), qd.to_vec())
        .with(Argument::Tau, Vec::new())
        .with(Argument::StepSize, vec![step])
}

/// How velocities follow from accelerations over a step.
#[derive(Clone, Copy, PartialEq)]
enum Velocities {
    /// q̇ + q̈ Δt, as in the paper.
    Paper,
    /// q̇ + ½ (q̈ + q̈') Δt, q̈' those of the mechanism at the end.
    Averaged,
}

/// Coordinates and velocities of the double pendulum after `steps` steps.
fn fallen(
    [over_step, at_once]: &[Program; 2],
    start: &State,
    (time, steps): (f64, u32),
    velocities: Velocities,
) -> [Vec<f64>; 2] {
    let step = time / f64::from(steps);
    let [mut q, mut qd] = [Argument::Q, Argument::Qd].map(|array| start.array(array).to_vec());
    for _ in 0..steps {
        let acceleration = over_step.run(&with_step(&q, &qd, step)).swap_remove(0);
        q = ahead(&ahead(&q, &qd, step), &acceleration, 0.5 * step * step);
        let paper = ahead(&qd, &acceleration, step);
        qd = if velocities == Velocities::Paper {
            paper
        } else {
            let end = at_once.run(&with_step(&q, &paper, step)).swap_remove(0);
            ahead(&qd, &plus(&acceleration, &end), 0.5 * step)
        };
    }
    [q, qd]
}

/// Errors of the coordinates after a second, as Δt is halved. Meanwhile the links pass θ₁ = θ₂ twice, and once.
fn errors(name: &str, velocities: Velocities) -> Vec<f64> {
    let mechanism = mechanism("double_pendulum_loops");
    let programs = [OVER_STEP, "forward_dynamics"].map(|name| program(&mechanism, name));
    let golden = golden(name);
    let [theta, omega] = ["theta", "omega"].map(|key| rows(&golden[key]));
    let state = |k: usize| double_pendulum::state(&theta[k], &omega[k], &[0.0; 2]);
    let last = 20;
    let gaps = theta[..=last].iter().map(|angles| angles[0] - angles[1]);
    let above: Vec<bool> = gaps.map(|gap| gap > 0.0).collect();
    assert!(above.windows(2).any(|both| both[0] != both[1]), "{name}");
    let time = numbers(&golden["t"])[last];
    let error = |halvings: u32| {
        let steps = 100 << halvings;
        let [q, _] = fallen(&programs, &state(0), (time, steps), velocities);
        let end = state(last);
        largest(&plus(&q, &minus(end.array(Argument::Q))))
    };
    (0..5).map(error).collect()
}

/// Velocities from the mean of the accelerations at both ends of a step are of second order, and so are positions. The
/// acceleration at the end may be taken over the next step, too: positions then are as good, but velocities alternate about
/// the right ones with errors of first order. The paper's velocities are of first order, and positions with them: next test.
#[test]
fn the_double_pendulum_passes_a_straight_line_with_second_order() {
    for name in ["double_pendulum", "double_pendulum_b"] {
        let errors = errors(name, Velocities::Averaged);
        let ratios: Vec<f64> = errors.windows(2).map(|both| both[0] / both[1]).collect();
        assert!(
            ratios.iter().all(|&ratio| ratio >= 3.5),
            "{name}: {ratios:?}"
        );
        assert!(errors[4] < 2e-5, "{name}: {errors:?}");
    }
}

#[test]
fn velocities_as_in_the_paper_are_of_first_order() {
    for name in ["double_pendulum", "double_pendulum_b"] {
        let errors = errors(name, Velocities::Paper);
        let ratio = errors[3] / errors[4];
        assert!((1.9..2.2).contains(&ratio), "{name}: {errors:?}");
    }
}

/// Models whose equations are regular, with cut joints of every type.
fn regular() -> Vec<Mechanism> {
    let shipped = [
        "carpet_scraper",
        "double_pendulum_loops",
        "five_bar",
        "three_leg_platform",
        "two_pumas",
    ];
    let cut = [
        r#"{ type = "revolute", axis = [0.36, 0.48, 0.8] }"#,
        r#"{ type = "prismatic", axis = [0.36, 0.48, 0.8] }"#,
        r#"{ type = "cylindrical", axis = [0, 1, 0] }"#,
        r#"{ type = "universal", axis = [0, 1, 0], axis2 = [0, 0, 1] }"#,
        r#"{ type = "spherical" }"#,
        r#"{ type = "planar" }"#,
        r#"{ type = "fixed" }"#,
    ];
    let shipped = shipped.iter().map(|name| mechanism(name));
    shipped.chain(cut.map(block_on_arm)).collect()
}

#[test]
fn accelerations_over_ever_smaller_steps_are_those_at_once() {
    for (index, mechanism) in regular().iter().enumerate() {
        let [over_step, at_once] = [OVER_STEP, "forward_dynamics"].map(|f| program(mechanism, f));
        let manifold = Manifold::new(mechanism);
        for seed in 1..4 {
            let state = manifold.state(seed);
            let expected = at_once.run(&state).swap_remove(0);
            let error = |step: f64| {
                let state = state.clone().with(Argument::StepSize, vec![step]);
                let found = over_step.run(&state).swap_remove(0);
                largest(&plus(&found, &minus(&expected))) / largest(&expected)
            };
            // Of first order in the step, by a factor that the rates make. Coordinates are closed to 1e-15; 2/Δt² of that
            // shows in accelerations.
            let [coarse, fine] = [1e-3, 1e-4].map(error);
            assert!(coarse < 5e-3, "{index}: {coarse}");
            assert!(fine < 0.11 * coarse + 1e-6, "{index}: {coarse}, {fine}");
        }
    }
}

#[test]
fn a_step_closes_gaps() {
    for (index, mechanism) in regular().iter().enumerate() {
        let over_step = program(mechanism, OVER_STEP);
        let manifold = Manifold::new(mechanism);
        for seed in 1..4 {
            let state = manifold.state(seed);
            let away = random(mechanism.nv(), seed + 400);
            let q = integrate(mechanism, state.array(Argument::Q), &away, 1e-6);
            for rate in [0.0, 1.0] {
                let qd = ahead(&vec![0.0; away.len()], state.array(Argument::Qd), rate);
                let (qd, step) = (&qd[..], 1e-3);
                let moving = state.clone().with(Argument::Qd, qd.to_vec());
                let moving = moving
                    .with(Argument::Q, q.clone())
                    .with(Argument::StepSize, vec![step]);
                let acceleration = over_step.run(&moving).swap_remove(0);
                let mean = ahead(qd, &acceleration, 0.5 * step);
                let [before, after] =
                    [0.0, step].map(|time| manifold.gap(&integrate(mechanism, &q, &mean, time)));
                // The third order of the motion remains.
                let most = 1e-3 * before + 50.0 * rate * step.powi(3);
                assert!(after < most, "{index}: {before} to {after}");
            }
        }
    }
}
