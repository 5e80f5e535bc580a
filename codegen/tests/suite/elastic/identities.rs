//! Identities that need no data, on arms in space, in tables, afloat, following others and on flexible beams.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::emit::{EMITTERS, Printing};
use denoc_codegen::leaves::Argument;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::State;
use denoc_codegen::state::integrate;

use crate::elastic::models::{all, assert_close, by, times, value};

/// Every formulation of a quantity gives the values of the literal one.
#[test]
fn formulations_agree() {
    for mechanism in all() {
        let state = State::sample(&mechanism, 1);
        for quantity in Quantity::all(&mechanism) {
            let literal = value(&mechanism, quantity, &state);
            for formulation in quantity.formulations_on(&mechanism) {
                let found = by(&mechanism, quantity, formulation, &state);
                let what = format!("{} {quantity:?} {formulation:?}", mechanism.name);
                assert_close(&found, &literal, 1e-9, &what);
            }
        }
    }
}

#[test]
fn forward_dynamics_undoes_inverse_dynamics() {
    for mechanism in all() {
        let state = State::sample(&mechanism, 2);
        let τ = value(&mechanism, Quantity::InverseDynamics, &state);
        let state = state.with(Argument::Tau, τ);
        let quantity = Quantity::ForwardDynamics;
        for formulation in quantity.formulations_on(&mechanism) {
            let found = by(&mechanism, quantity, formulation, &state);
            let what = format!("{} {formulation:?}", mechanism.name);
            assert_close(&found, state.array(Argument::Qdd), 1e-9, &what);
        }
    }
}

/// M is symmetric, positive along q̇, block diagonal with the reflected inertias, and Ṁ = C + Cᵀ.
#[test]
fn inertia_and_coriolis_matrix() {
    for mechanism in all() {
        let n = mechanism.nv();
        let state = State::sample(&mechanism, 3);
        let (q, rates) = (state.array(Argument::Q), state.array(Argument::Qd));
        let mass = value(&mechanism, Quantity::MassMatrix, &state);
        let transposed =
            |a: &[f64]| -> Vec<f64> { (0..n * n).map(|k| a[(k % n) * n + k / n]).collect() };
        assert_close(&transposed(&mass), &mass, 1e-15, "M = Mᵀ");
        let p = times(&mass, rates);
        let double: f64 = p.iter().zip(rates).map(|(p, rate)| p * rate).sum();
        assert!(double > 0.0, "{}", mechanism.name);
        let energy = value(&mechanism, Quantity::KineticEnergy, &state);
        assert_close(&energy, &[0.5 * double], 1e-12, "T");
        assert_close(
            &value(&mechanism, Quantity::Momenta, &state),
            &p,
            1e-12,
            "p",
        );
        let blocks = mechanism.blocks();
        for joint in mechanism.elastic_joints() {
            let name = &joint.motor.joint_name;
            let block = blocks.iter().find(|block| block.name == *name);
            let v = block.expect("a motor has a coordinate").v;
            let row: Vec<f64> = (0..n)
                .map(|k| if k == v { joint.reflected_inertia } else { 0.0 })
                .collect();
            assert_close(&mass[v * n..(v + 1) * n], &row, 1e-15, name);
        }
        let c = value(&mechanism, Quantity::CoriolisMatrix, &state);
        let step = 1e-6;
        let moved = |sign: f64| {
            let q = integrate(&mechanism, q, rates, sign * step);
            value(
                &mechanism,
                Quantity::MassMatrix,
                &state.clone().with(Argument::Q, q),
            )
        };
        let (after, before) = (moved(1.0), moved(-1.0));
        let pairs = after.iter().zip(&before);
        let rate: Vec<f64> = pairs.map(|(a, b)| (a - b) / (2.0 * step)).collect();
        let pairs = c.iter().zip(transposed(&c));
        let both: Vec<f64> = pairs.map(|(a, b)| a + b).collect();
        assert_close(&both, &rate, 1e-7, "C + Cᵀ = dM/dt");
    }
}

/// q̇ᵀ (τ − Q) = d(T + V)/dt along the accelerations that the torques τ cause, Q what damping takes; ṗ is that of the momenta.
#[test]
fn energy_changes_by_the_power_of_torques_and_losses() {
    for mechanism in all() {
        let state = State::sample(&mechanism, 4);
        let (q, rates) = (state.array(Argument::Q), state.array(Argument::Qd));
        let n = mechanism.nv();
        let q_ddot = value(&mechanism, Quantity::ForwardDynamics, &state);
        let step = 1e-6;
        let moved = |sign: f64| {
            let q = integrate(&mechanism, q, rates, sign * step);
            let pairs = rates.iter().zip(&q_ddot);
            let qd = pairs.map(|(v, a)| v + sign * step * a).collect();
            state.clone().with(Argument::Q, q).with(Argument::Qd, qd)
        };
        let [after, before] = [moved(1.0), moved(-1.0)];
        let energy = |at: &State| {
            value(&mechanism, Quantity::KineticEnergy, at)[0]
                + value(&mechanism, Quantity::PotentialEnergy, at)[0]
        };
        let found = (energy(&after) - energy(&before)) / (2.0 * step);
        // h(q, q̇) has the losses, C q̇ has none, and forces that are left at rest have a potential.
        let bias = |at: &State| value(&mechanism, Quantity::Bias, at);
        let still = state.clone().with(Argument::Qd, vec![0.0; n]);
        let c = value(&mechanism, Quantity::CoriolisMatrix, &state);
        let convective = times(&c, rates);
        let (moving, held) = (bias(&state), bias(&still));
        let tau = state.array(Argument::Tau);
        let power = |k: usize| rates[k] * (tau[k] - (moving[k] - held[k] - convective[k]));
        let expected: f64 = (0..n).map(power).sum();
        let terms: f64 = (0..n)
            .map(|k| (rates[k] * tau[k]).abs() + (rates[k] * held[k]).abs())
            .sum();
        assert!(
            (found - expected).abs() <= 1e-7 * terms.max(1.0),
            "{}: {found} and {expected} of {terms}",
            mechanism.name
        );
        let momenta = |at: &State| value(&mechanism, Quantity::Momenta, at);
        if mechanism.nq() == n {
            let pairs = momenta(&after).into_iter().zip(momenta(&before));
            let slope: Vec<f64> = pairs.map(|(a, b)| (a - b) / (2.0 * step)).collect();
            let canonical = state.clone().with(Argument::P, momenta(&state));
            let quantity = Quantity::HamiltonianRates;
            for formulation in quantity.formulations_on(&mechanism) {
                let both = by(&mechanism, quantity, formulation, &canonical);
                let what = format!("{} {formulation:?}", mechanism.name);
                assert_close(&both[..n], rates, 1e-9, &what);
                assert_close(&both[n..], &slope, 1e-6, &what);
            }
        }
    }
}

/// The derivative of M(q) a by q is that of differences, whatever the rates, which are none of its inputs: every formulation.
#[test]
fn the_product_of_the_mass_matrix_is_differentiated_at_rest() {
    const STEP: f64 = 1e-6;
    for mechanism in all() {
        let state = State::sample(&mechanism, 4);
        let n = mechanism.nv();
        let a = state.array(Argument::Qdd).to_vec();
        let product = |v: usize, step: f64| {
            let mut rates = vec![0.0; n];
            rates[v] = 1.0;
            let q = integrate(&mechanism, state.array(Argument::Q), &rates, step);
            let at = state.clone().with(Argument::Q, q);
            times(&value(&mechanism, Quantity::MassMatrix, &at), &a)
        };
        let columns: Vec<Vec<f64>> = (0..n)
            .map(|v| {
                let (on, back) = (product(v, STEP), product(v, -STEP));
                let slopes = on.iter().zip(&back);
                slopes
                    .map(|(on, back)| (on - back) / (2.0 * STEP))
                    .collect()
            })
            .collect();
        let expected: Vec<f64> = (0..n * n).map(|k| columns[k % n][k / n]).collect();
        let quantity = Quantity::MassMatrixProductDerivative;
        for formulation in quantity.formulations_on(&mechanism) {
            let found = by(&mechanism, quantity, formulation, &state);
            let what = format!("{} {formulation:?}", mechanism.name);
            assert_close(&found, &expected, 1e-6, &what);
        }
    }
}

/// What a function reads it declares: its text is read back.
#[test]
fn derivatives_are_printed() {
    for mechanism in all() {
        let options = Options {
            functions: Some(vec!["mass_matrix_product_derivative".into()]),
            opt: 1,
            ..Options::default()
        };
        let compiled = compile(&mechanism, &options).expect("it compiles");
        for emitter in EMITTERS {
            let printed = emitter.print(&compiled, Printing::default());
            assert!(printed.is_ok(), "{}", mechanism.name);
        }
    }
}
