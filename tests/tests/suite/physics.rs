//! Physical identities on random chains of revolute and prismatic joints. Seeds are fixed; a failure prints its case.

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_tests::random::{chain, state};
use denoc_tests::subject::evaluate;
use nalgebra::{DMatrix, DVector};
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, proptest};
use proptest::test_runner::RngSeed;

/// Step of central differences; their error is about its square times the third derivative.
const STEP: f64 = 1e-5;
const BY_DIFFERENCES: f64 = 1e-6;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20_261_121),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A chain and a state, from the joints' types and a seed.
#[derive(Clone, Debug)]
struct Case {
    prismatic: Vec<bool>,
    seed: u64,
}

impl Case {
    fn mechanism(&self) -> Mechanism {
        chain(&self.prismatic, self.seed)
    }

    fn state(&self) -> State {
        state(self.prismatic.len(), self.seed)
    }
}

fn cases() -> impl Strategy<Value = Case> {
    let joints = proptest::collection::vec(proptest::bool::weighted(0.3), 1..8);
    (joints, any::<u64>()).prop_map(|(prismatic, seed)| Case { prismatic, seed })
}

/// The outputs of a quantity by its literal formulation.
fn run(mechanism: &Mechanism, quantity: Quantity, state: &State) -> Vec<Vec<f64>> {
    reference(mechanism, quantity, quantity.formulations()[0], state)
}

fn vector(mechanism: &Mechanism, quantity: Quantity, state: &State) -> DVector<f64> {
    DVector::from_vec(run(mechanism, quantity, state).swap_remove(0))
}

fn matrix(mechanism: &Mechanism, quantity: Quantity, state: &State, rows: usize) -> DMatrix<f64> {
    let elements = run(mechanism, quantity, state).swap_remove(0);
    DMatrix::from_row_slice(rows, elements.len() / rows, &elements)
}

fn array(state: &State, argument: Argument) -> DVector<f64> {
    DVector::from_column_slice(state.array(argument))
}

fn with(state: &State, argument: Argument, values: &DVector<f64>) -> State {
    state
        .clone()
        .with(argument, values.iter().copied().collect())
}

/// The state without large angles, whose rounding differences would amplify.
fn tame(state: &State) -> State {
    let q = array(state, Argument::Q).map(|q| q % core::f64::consts::TAU);
    with(state, Argument::Q, &q)
}

/// The state `t` seconds on, at the accelerations it holds.
fn later(state: &State, t: f64) -> State {
    let [q, qd, qdd] =
        [Argument::Q, Argument::Qd, Argument::Qdd].map(|argument| array(state, argument));
    let moved = with(state, Argument::Q, &(q + &qd * t + &qdd * (0.5 * t * t)));
    with(&moved, Argument::Qd, &(qd + qdd * t))
}

/// d/dt of a function of the state along its motion.
fn rate(state: &State, f: impl Fn(&State) -> DVector<f64>) -> DVector<f64> {
    (f(&later(state, STEP)) - f(&later(state, -STEP))) / (2.0 * STEP)
}

/// Largest difference relative to the larger array, at least 1.
fn apart(a: &DVector<f64>, b: &DVector<f64>) -> f64 {
    (a - b).amax() / a.amax().max(b.amax()).max(1.0)
}

/// What dividing by M may cost: a slide of 10⁴ m beside turns is as badly conditioned as it sounds.
fn quotient_tolerance(mechanism: &Mechanism, state: &State) -> f64 {
    let values = matrix(mechanism, Quantity::MassMatrix, state, mechanism.nv())
        .svd(false, false)
        .singular_values;
    (1e-13 * values.max() / values.min()).max(1e-12)
}

fn flat(matrix: &DMatrix<f64>) -> DVector<f64> {
    DVector::from_column_slice(matrix.as_slice())
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn inverse_dynamics_is_affine_in_accelerations_with_the_mass_matrix(case in cases()) {
        let (mechanism, state) = (case.mechanism(), case.state());
        let m = matrix(&mechanism, Quantity::MassMatrix, &state, mechanism.nv());
        let bias = vector(&mechanism, Quantity::Bias, &state);
        let torque = vector(&mechanism, Quantity::InverseDynamics, &state);
        prop_assert!(apart(&torque, &(&m * array(&state, Argument::Qdd) + bias)) < 1e-12);
        prop_assert!(apart(&flat(&m), &flat(&m.transpose())) < 1e-14);
        prop_assert!(m.cholesky().is_some(), "M is positive definite");
    }

    #[test]
    fn all_formulations_of_all_quantities_agree(case in cases()) {
        let (mechanism, state) = (case.mechanism(), case.state());
        for quantity in Quantity::all(&mechanism) {
            let literal = run(&mechanism, quantity, &state);
            for &formulation in &quantity.formulations()[1..] {
                let other = reference(&mechanism, quantity, formulation, &state);
                let tolerance =
                    if quantity.divides_by_mass() { quotient_tolerance(&mechanism, &state) } else { 1e-12 };
                for (a, b) in literal.iter().zip(other) {
                    let (a, b) = (DVector::from_column_slice(a), DVector::from_vec(b));
                    prop_assert!(
                        apart(&a, &b) < tolerance,
                        "{} {} {a} {b}", quantity.name(&mechanism), formulation.name()
                    );
                }
            }
        }
    }

    #[test]
    fn forward_dynamics_undoes_inverse_dynamics(case in cases()) {
        let (mechanism, state) = (case.mechanism(), case.state());
        let torque = vector(&mechanism, Quantity::InverseDynamics, &state);
        let found = vector(&mechanism, Quantity::ForwardDynamics, &with(&state, Argument::Tau, &torque));
        let tolerance = quotient_tolerance(&mechanism, &state);
        prop_assert!(apart(&found, &array(&state, Argument::Qdd)) < tolerance, "{found} {tolerance:e}");
    }

    #[test]
    fn without_gravity_a_chain_at_rest_needs_no_torque(case in cases()) {
        let mut mechanism = case.mechanism();
        mechanism.gravity = Default::default();
        let zero = DVector::zeros(mechanism.nv());
        let rest = with(&with(&case.state(), Argument::Qd, &zero), Argument::Qdd, &zero);
        prop_assert!(vector(&mechanism, Quantity::InverseDynamics, &rest).iter().all(|torque| *torque == 0.0));
    }

    #[test]
    fn energy_and_momenta_come_from_the_mass_matrix(case in cases()) {
        let (mechanism, state) = (case.mechanism(), case.state());
        let m = matrix(&mechanism, Quantity::MassMatrix, &state, mechanism.nv());
        let rates = array(&state, Argument::Qd);
        let momenta = &m * &rates;
        prop_assert!(apart(&vector(&mechanism, Quantity::Momenta, &state), &momenta) < 1e-12);
        let energy = DVector::from_element(1, 0.5 * rates.dot(&momenta));
        prop_assert!(apart(&vector(&mechanism, Quantity::KineticEnergy, &state), &energy) < 1e-12);
        let inverse = matrix(&mechanism, Quantity::MassMatrixInverse, &state, mechanism.nv());
        let identity = DMatrix::identity(mechanism.nv(), mechanism.nv());
        let tolerance = quotient_tolerance(&mechanism, &state);
        prop_assert!(apart(&flat(&(inverse * m)), &flat(&identity)) < tolerance);
    }

    #[test]
    fn the_power_of_the_torques_is_the_rate_of_energy(case in cases()) {
        let (mechanism, state) = (case.mechanism(), tame(&case.state()));
        let power = vector(&mechanism, Quantity::InverseDynamics, &state).dot(&array(&state, Argument::Qd));
        let energy = |state: &State| {
            vector(&mechanism, Quantity::KineticEnergy, state) + vector(&mechanism, Quantity::PotentialEnergy, state)
        };
        prop_assert!(apart(&rate(&state, energy), &DVector::from_element(1, power)) < BY_DIFFERENCES);
    }

    #[test]
    fn gravity_is_the_gradient_of_the_potential(case in cases()) {
        let (mechanism, state) = (case.mechanism(), tame(&case.state()));
        let q = array(&state, Argument::Q);
        let gradient = DVector::from_fn(mechanism.nv(), |k, _| {
            let at = |step: f64| {
                let mut moved = q.clone();
                moved[k] += step;
                vector(&mechanism, Quantity::PotentialEnergy, &with(&state, Argument::Q, &moved))[0]
            };
            (at(STEP) - at(-STEP)) / (2.0 * STEP)
        });
        prop_assert!(apart(&vector(&mechanism, Quantity::Gravity, &state), &gradient) < BY_DIFFERENCES);
    }

    #[test]
    fn the_rate_of_the_mass_matrix_less_twice_coriolis_is_skew(case in cases()) {
        let (mechanism, state) = (case.mechanism(), tame(&case.state()));
        let nv = mechanism.nv();
        let c = matrix(&mechanism, Quantity::CoriolisMatrix, &state, nv);
        let rate = rate(&state, |state| flat(&matrix(&mechanism, Quantity::MassMatrix, state, nv)));
        let symmetric = flat(&(&c + c.transpose()));
        prop_assert!(apart(&rate, &symmetric) < BY_DIFFERENCES);
        let rates = array(&state, Argument::Qd);
        let velocity_part =
            vector(&mechanism, Quantity::Bias, &state) - vector(&mechanism, Quantity::Gravity, &state);
        prop_assert!(apart(&(c * rates), &velocity_part) < 1e-12);
    }

    #[test]
    fn hamiltonian_rates_are_those_of_forward_dynamics(case in cases()) {
        let (mechanism, state) = (case.mechanism(), tame(&case.state()));
        let momenta = vector(&mechanism, Quantity::Momenta, &state);
        let found = run(&mechanism, Quantity::HamiltonianRates, &with(&state, Argument::P, &momenta));
        prop_assert!(apart(&DVector::from_column_slice(&found[0]), &array(&state, Argument::Qd)) < 1e-8);
        let accelerations = vector(&mechanism, Quantity::ForwardDynamics, &state);
        let moving = with(&state, Argument::Qdd, &accelerations);
        // ṗ = Ṁ q̇ + M q̈: the rate of M q̇ at constant q̇, so that large accelerations do not spoil the differences.
        let coasting = with(&state, Argument::Qdd, &DVector::zeros(mechanism.nv()));
        let m = matrix(&mechanism, Quantity::MassMatrix, &state, mechanism.nv());
        let rates = rate(&coasting, |state| vector(&mechanism, Quantity::Momenta, state))
            + m * array(&moving, Argument::Qdd);
        prop_assert!(apart(&DVector::from_column_slice(&found[1]), &rates) < BY_DIFFERENCES);
    }

    #[test]
    fn twist_and_acceleration_of_the_tip_come_from_its_jacobian(case in cases()) {
        let (mechanism, state) = (case.mechanism(), tame(&case.state()));
        let jacobian = |state: &State| matrix(&mechanism, Quantity::TipJacobian(0), state, 6);
        let rates = array(&state, Argument::Qd);
        let twist = vector(&mechanism, Quantity::TipTwist(0), &state);
        prop_assert!(apart(&twist, &(jacobian(&state) * &rates)) < 1e-12);
        let coasting = with(&state, Argument::Qdd, &DVector::zeros(mechanism.nv()));
        let rate = rate(&coasting, |state| jacobian(state) * &rates);
        prop_assert!(apart(&vector(&mechanism, Quantity::TipBiasAcceleration(0), &state), &rate) < BY_DIFFERENCES);
    }

    #[test]
    fn a_wrench_on_the_last_body_acts_through_the_jacobian(case in cases()) {
        let (mechanism, state) = (case.mechanism(), case.state());
        let last = 6 * (mechanism.nv() - 1);
        let mut wrenches = array(&state, Argument::Wrenches);
        wrenches.rows_mut(0, last).fill(0.0);
        let state = with(&state, Argument::Wrenches, &wrenches);
        let pose = run(&mechanism, Quantity::TipPose(0), &state);
        let axes = DMatrix::from_row_slice(3, 3, &pose[0]);
        let mut in_base = DVector::zeros(6);
        in_base.rows_mut(0, 3).copy_from(&(&axes * wrenches.rows(last, 3)));
        in_base.rows_mut(3, 3).copy_from(&(&axes * wrenches.rows(last + 3, 3)));
        let through = matrix(&mechanism, Quantity::TipJacobian(0), &state, 6).transpose() * in_base;
        let without = vector(&mechanism, Quantity::InverseDynamics, &state);
        let found = vector(&mechanism, Quantity::InverseDynamicsWithWrenches, &state);
        prop_assert!(apart(&found, &(without - through)) < 1e-12);
    }

    #[test]
    fn the_power_of_gravity_is_that_of_the_centroidal_momentum(case in cases()) {
        let (mechanism, state) = (case.mechanism(), case.state());
        let momentum = vector(&mechanism, Quantity::CentroidalMomentum, &state);
        let gravity = DVector::from_iterator(3, mechanism.gravity.iter().map(|g| g.to_f64()));
        let power = vector(&mechanism, Quantity::Gravity, &state).dot(&array(&state, Argument::Qd));
        let expected = DVector::from_element(1, -gravity.dot(&momentum.rows(3, 3)));
        prop_assert!(apart(&DVector::from_element(1, power), &expected) < 1e-12);
    }

    #[test]
    fn operational_inertia_is_the_inverse_of_the_admittance(case in cases()) {
        let (mechanism, state) = (case.mechanism(), case.state());
        if Quantity::all(&mechanism).contains(&Quantity::OperationalInertia) {
            let admittance = matrix(&mechanism, Quantity::Admittance, &state, 6);
            // Near a singular configuration there is nothing to compare.
            let singular = admittance.clone().svd(false, false).singular_values;
            if singular.min() > 1e-6 * singular.max() {
                let inertia = matrix(&mechanism, Quantity::OperationalInertia, &state, 6);
                prop_assert!(apart(&flat(&(inertia * admittance)), &flat(&DMatrix::identity(6, 6))) < 1e-7);
            }
        }
    }
}

proptest! {
    #![proptest_config(config(6))]

    #[test]
    fn programs_of_random_chains_agree_with_the_reference(case in cases()) {
        let (mechanism, state) = (case.mechanism(), case.state());
        let options = Options { opt: 1, ..Options::default() };
        let compiled = compile(&mechanism, &options).map_err(|error| error.to_string());
        let compiled = compiled.expect("a random chain compiles");
        for (function, quantity) in compiled.functions.iter().zip(Quantity::all(&mechanism)) {
            let (found, expected) = (evaluate(&function.program, &state), run(&mechanism, quantity, &state));
            // Another C, the same C q̇: the golden data has it.
            if quantity == Quantity::CoriolisMatrix {
                continue;
            }
            let tolerance =
                if quantity.divides_by_mass() { quotient_tolerance(&mechanism, &state) } else { 1e-11 };
            for (a, b) in found.iter().zip(expected) {
                let (a, b) = (DVector::from_column_slice(a), DVector::from_vec(b));
                prop_assert!(apart(&a, &b) < tolerance, "{} {a} {b}", function.name);
            }
        }
    }
}
