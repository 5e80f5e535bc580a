//! Identities between quantities with everything on, by every formulation.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::State;
use denoc_codegen::state;

use super::models;
use super::tools::{apply, assert_close, by, dot, mechanism, plus, value};

fn all() -> Vec<Mechanism> {
    let texts = [
        models::tree(),
        models::floating(),
        models::hand(false),
        models::wrist(true),
    ];
    texts.iter().map(|text| mechanism(text)).collect()
}

/// Every formulation of a quantity gives the values of the literal one.
#[test]
fn formulations_agree() {
    for mechanism in all() {
        for seed in 1..=2 {
            let state = State::sample(&mechanism, seed);
            for quantity in Quantity::all(&mechanism) {
                let literal = by(&mechanism, quantity, quantity.literal(&mechanism), &state);
                for formulation in quantity.formulations_on(&mechanism) {
                    let found = by(&mechanism, quantity, formulation, &state);
                    let what = format!("{} {quantity:?} {formulation:?}", mechanism.name);
                    assert_close(&found.concat(), &literal.concat(), 1e-9, &what);
                }
            }
        }
    }
}

#[test]
fn forward_dynamics_undoes_inverse_dynamics() {
    for mechanism in all() {
        let state = State::sample(&mechanism, 3);
        let τ = value(&mechanism, Quantity::InverseDynamics, &state);
        let state = state.with(Argument::Tau, τ);
        let quantity = Quantity::ForwardDynamics;
        for formulation in quantity.formulations_on(&mechanism) {
            let found = &by(&mechanism, quantity, formulation, &state)[0];
            let what = format!("{} {formulation:?}", mechanism.name);
            assert_close(found, state.array(Argument::Qdd), 1e-9, &what);
        }
    }
}

#[test]
fn inertia_is_the_force_of_unit_accelerations() {
    for mechanism in all() {
        let nv = mechanism.nv();
        let state = State::sample(&mechanism, 4).with(Argument::Qdd, vec![0.0; nv]);
        let matrix = value(&mechanism, Quantity::MassMatrix, &state);
        let bias = value(&mechanism, Quantity::Bias, &state);
        let at_rest = value(&mechanism, Quantity::InverseDynamics, &state);
        assert_close(&bias, &at_rest, 1e-12, "bias");
        for k in 0..nv {
            let mut unit = vec![0.0; nv];
            unit[k] = 1.0;
            let state = state.clone().with(Argument::Qdd, unit.clone());
            let τ = value(&mechanism, Quantity::InverseDynamics, &state);
            let column = apply(&matrix, &unit);
            assert_close(&plus(&τ, -1.0, &bias), &column, 1e-10, &mechanism.name);
        }
        let inverse = value(&mechanism, Quantity::MassMatrixInverse, &state);
        let qd = state.array(Argument::Qd);
        let back = apply(&inverse, &apply(&matrix, qd));
        assert_close(&back, qd, 1e-9, &mechanism.name);
        let p = value(&mechanism, Quantity::Momenta, &state);
        assert_close(&p, &apply(&matrix, qd), 1e-10, &mechanism.name);
        for formulation in Quantity::KineticEnergy.formulations_on(&mechanism) {
            let energy = by(&mechanism, Quantity::KineticEnergy, formulation, &state);
            assert_close(&energy[0], &[dot(qd, &p) / 2.0], 1e-12, &mechanism.name);
        }
    }
}

/// M = U D Uᵀ.
#[test]
fn factors_multiply_to_the_mass_matrix() {
    for mechanism in all() {
        let (nv, state) = (mechanism.nv(), State::sample(&mechanism, 5));
        let quantity = Quantity::MassMatrixFactor;
        let matrix = value(&mechanism, Quantity::MassMatrix, &state);
        for formulation in quantity.formulations_on(&mechanism) {
            let factors = by(&mechanism, quantity, formulation, &state);
            let (u, d) = (&factors[0], &factors[1]);
            let entry = |i: usize, j: usize| -> f64 {
                let terms = (0..nv).map(|k| u[i * nv + k] * d[k] * u[j * nv + k]);
                terms.sum()
            };
            let product: Vec<f64> = (0..nv * nv).map(|ij| entry(ij / nv, ij % nv)).collect();
            assert_close(&product, &matrix, 1e-10, &mechanism.name);
            assert!((0..nv).all(|i| (0..i).all(|j| u[i * nv + j] == 0.0)));
        }
    }
}

/// A state moved along q̇ for the time h.
fn moved(mechanism: &Mechanism, state: &State, h: f64) -> State {
    let (q, qd) = (state.array(Argument::Q), state.array(Argument::Qd));
    state
        .clone()
        .with(Argument::Q, state::integrate(mechanism, q, qd, h))
        .with(Argument::Qd, plus(qd, h, state.array(Argument::Qdd)))
}

/// The rate of a quantity along a motion, by differences.
fn rate(mechanism: &Mechanism, quantity: Quantity, state: &State) -> Vec<f64> {
    const H: f64 = 1e-5;
    let at = |h| value(mechanism, quantity, &moved(mechanism, state, h));
    plus(&at(H), -1.0, &at(-H))
        .iter()
        .map(|x| x / (2.0 * H))
        .collect()
}

/// Gravity is gravity alone; the potential energy has the springs, too: dV/dt = q̇ᵀ(g + springs).
#[test]
fn potential_energy_has_weight_and_springs() {
    for mechanism in all() {
        let nv = mechanism.nv();
        let state = State::sample(&mechanism, 6).with(Argument::Qdd, vec![0.0; nv]);
        let resting = state.clone().with(Argument::Qd, vec![0.0; nv]);
        let held = value(&mechanism, Quantity::Bias, &resting);
        let power = rate(&mechanism, Quantity::PotentialEnergy, &state);
        let expected = dot(&held, state.array(Argument::Qd));
        assert_close(&power, &[expected], 1e-7, &mechanism.name);
        let plain = without_physics(&mechanism);
        for quantity in [Quantity::Gravity, Quantity::CoriolisMatrix] {
            let (with, without) = (
                value(&mechanism, quantity, &state),
                value(&plain, quantity, &state),
            );
            assert_close(&with, &without, 1e-13, &mechanism.name);
        }
    }
}

fn without_physics(mechanism: &Mechanism) -> Mechanism {
    let mut plain = mechanism.clone();
    plain
        .bodies
        .iter_mut()
        .for_each(|body| body.physics.clear());
    if let Some(coordinates) = &mut plain.coordinates {
        coordinates.motors.clear();
    }
    plain
}

/// ṗ of Hamilton's equations is the rate of p = M q̇ along the motion of forward dynamics.
#[test]
fn hamiltonian_rates_follow_forward_dynamics() {
    for mechanism in all().into_iter().filter(|one| one.nq() == one.nv()) {
        let state = State::sample(&mechanism, 7);
        let qdd = value(&mechanism, Quantity::ForwardDynamics, &state);
        let p = value(&mechanism, Quantity::Momenta, &state);
        let state = state.with(Argument::Qdd, qdd).with(Argument::P, p);
        let p_dot = rate(&mechanism, Quantity::Momenta, &state);
        let quantity = Quantity::HamiltonianRates;
        for formulation in quantity.formulations_on(&mechanism) {
            let rates = by(&mechanism, quantity, formulation, &state);
            let what = format!("{} {formulation:?}", mechanism.name);
            assert_close(&rates[0], state.array(Argument::Qd), 1e-9, &what);
            assert_close(&rates[1], &p_dot, 1e-6, &what);
        }
    }
}

/// d(T + V)/dt = q̇ᵀ τ less what damping and friction take, which is never negative.
#[test]
fn power_is_balanced() {
    for mechanism in all() {
        let state = State::sample(&mechanism, 8);
        let qdd = value(&mechanism, Quantity::ForwardDynamics, &state);
        let state = state.with(Argument::Qdd, qdd);
        let energy = [Quantity::KineticEnergy, Quantity::PotentialEnergy]
            .map(|quantity| rate(&mechanism, quantity, &state)[0]);
        let bias = value(&mechanism, Quantity::Bias, &state);
        let smooth = value(&without_friction(&mechanism), Quantity::Bias, &state);
        let qd = state.array(Argument::Qd);
        let lost = dot(qd, &plus(&bias, -1.0, &smooth));
        assert!(lost > 0.0, "{}: {lost}", mechanism.name);
        let given = dot(qd, state.array(Argument::Tau));
        assert_close(
            &[energy[0] + energy[1]],
            &[given - lost],
            1e-6,
            &mechanism.name,
        );
    }
}

fn without_friction(mechanism: &Mechanism) -> Mechanism {
    let mut smooth = mechanism.clone();
    let motors = smooth
        .coordinates
        .iter_mut()
        .flat_map(|one| &mut one.motors);
    let joints = smooth.bodies.iter_mut().flat_map(|body| &mut body.physics);
    for dof in joints.chain(motors) {
        dof.damping = Default::default();
        dof.friction = Default::default();
    }
    smooth
}

/// The law as written: ½ rotor gear² …
#[test]
fn one_joint_has_the_written_laws() {
    let text = "name = \"one\"\ngravity = [0, 0, 0]\n[[body]]\nname = \"a\"\nparent = \"base\"\n\
        joint = { type = \"revolute\", axis = [0, 0, 1], rotor_inertia = 0.01, gear = 10, damping = 0.5, friction = 2, friction_rate = 0.1, stiffness = 3, rest = 0.25 }\n\
        mass = 1\ninertia = { xx = 1, yy = 1, zz = 1 }\n";
    let one = mechanism(text);
    let state = State::default()
        .with(Argument::Q, vec![0.75])
        .with(Argument::Qd, vec![-0.3])
        .with(Argument::Qdd, vec![2.0]);
    let friction = 2.0 * -0.3 / (0.09_f64 + 0.01).sqrt();
    let resistance = 0.5 * -0.3 + friction + 3.0 * 0.5;
    for (quantity, expected) in [
        (Quantity::InverseDynamics, 2.0 * 2.0 + resistance),
        (Quantity::Bias, resistance),
        (Quantity::Gravity, 0.0),
        (Quantity::MassMatrix, 2.0),
        (Quantity::KineticEnergy, 0.09),
        (Quantity::PotentialEnergy, 0.5 * 3.0 * 0.25),
    ] {
        assert_close(
            &value(&one, quantity, &state),
            &[expected],
            1e-15,
            &format!("{quantity:?}"),
        );
    }
}

/// Derivatives of the inverse dynamics are the same by every formulation, and the one by accelerations is M with all rotors.
#[test]
fn derivatives_agree_and_that_by_accelerations_is_the_mass_matrix() {
    let quantity = Quantity::InverseDynamicsDerivativesWithMassMatrix;
    for text in [models::tree(), models::floating()] {
        let mechanism = mechanism(&text);
        let state = State::sample(&mechanism, 11);
        let inertia = value(&mechanism, Quantity::MassMatrix, &state);
        let formulations = quantity.formulations_on(&mechanism);
        assert!(formulations.len() > 3, "{formulations:?}");
        let literal = by(&mechanism, quantity, formulations[0], &state);
        for formulation in formulations {
            let found = by(&mechanism, quantity, formulation, &state);
            let what = format!("{} {formulation:?}", mechanism.name);
            for (found, expected) in found.iter().zip(&literal) {
                assert_close(found, expected, 1e-9, &what);
            }
            assert_close(&found[2], &inertia, 1e-9, &what);
        }
    }
}

/// The coordinates of one orientation do not commute: a second derivative is the slope of a first one, in the order of the two.
#[test]
fn second_derivatives_of_a_ball_joint_are_slopes_of_first_ones() {
    const STEP: f64 = 1e-5;
    let mechanism = mechanism(&models::ball());
    let nv = mechanism.nv();
    let start = State::sample(&mechanism, 12);
    let moved = |k: usize, step: f64| {
        let mut along = vec![0.0; nv];
        along[k] = 1.0;
        let q = state::integrate(&mechanism, start.array(Argument::Q), &along, step);
        let first = start.clone().with(Argument::Q, q);
        value(&mechanism, Quantity::ForwardDynamicsDerivatives, &first)
    };
    // By q_k, element (i, j) of ∂q̈/∂q.
    let slopes: Vec<Vec<f64>> = (0..nv)
        .map(|k| plus(&moved(k, STEP), -1.0, &moved(k, -STEP)))
        .collect();
    let expected: Vec<f64> = (0..nv * nv * nv)
        .map(|place| slopes[place % nv][place / nv] / (2.0 * STEP))
        .collect();
    let quantity = Quantity::ForwardDynamicsSecondDerivatives;
    for formulation in quantity.formulations_on(&mechanism) {
        let found = &by(&mechanism, quantity, formulation, &start)[0];
        assert_close(found, &expected, 1e-6, &format!("{formulation:?}"));
    }
}
