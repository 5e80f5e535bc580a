//! A mechanism whose joints follow others is the free one, projected.

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::State;

use super::models;
use super::tools::{apply, apply_transposed, assert_close, by, mechanism, plus, value};

/// The state of the free mechanism that goes with one of the coupled, by rows of G.
fn tree_state(g: &[f64], offsets: &[f64], state: &State) -> State {
    let of = |argument| apply(g, state.array(argument));
    state
        .clone()
        .with(Argument::Q, plus(&of(Argument::Q), 1.0, offsets))
        .with(Argument::Qd, of(Argument::Qd))
        .with(Argument::Qdd, of(Argument::Qdd))
}

/// Gᵀ A G.
fn squared(g: &[f64], matrix: &[f64], nv: usize) -> Vec<f64> {
    let unit = |k: usize| {
        (0..nv)
            .map(|i| f64::from(u8::from(i == k)))
            .collect::<Vec<f64>>()
    };
    let row = |k: usize| apply_transposed(g, &apply(matrix, &apply(g, &unit(k))));
    // Columns of a matrix that need not be symmetric.
    let columns: Vec<Vec<f64>> = (0..nv).map(row).collect();
    (0..nv * nv).map(|ij| columns[ij % nv][ij / nv]).collect()
}

fn is_projected(coupled: &Mechanism, free: &Mechanism, g: &[f64], offsets: &[f64]) {
    let nv = coupled.nv();
    for seed in 1..=3 {
        let state = State::sample(coupled, seed);
        let tree = tree_state(g, offsets, &state);
        for quantity in [
            Quantity::InverseDynamics,
            Quantity::InverseDynamicsWithWrenches,
            Quantity::Bias,
            Quantity::Gravity,
            Quantity::Momenta,
        ] {
            let expected = apply_transposed(g, &value(free, quantity, &tree));
            let what = format!("{quantity:?}");
            assert_close(&value(coupled, quantity, &state), &expected, 1e-12, &what);
        }
        for quantity in [Quantity::MassMatrix, Quantity::CoriolisMatrix] {
            let expected = squared(g, &value(free, quantity, &tree), nv);
            let what = format!("{quantity:?}");
            assert_close(&value(coupled, quantity, &state), &expected, 1e-12, &what);
        }
        for quantity in [
            Quantity::KineticEnergy,
            Quantity::PotentialEnergy,
            Quantity::TipPose(0),
            Quantity::TipTwist(0),
            Quantity::TipBiasAcceleration(0),
            Quantity::CentroidalMomentum,
            Quantity::JointWrenches,
        ] {
            let expected = value(free, quantity, &tree);
            let what = format!("{quantity:?}");
            assert_close(&value(coupled, quantity, &state), &expected, 1e-12, &what);
        }
        let jacobian = value(free, Quantity::TipJacobian(0), &tree);
        let rows = jacobian.chunks(free.nv());
        let expected: Vec<f64> = rows.flat_map(|row| apply_transposed(g, row)).collect();
        let found = value(coupled, Quantity::TipJacobian(0), &state);
        assert_close(&found, &expected, 1e-12, "jacobian");
    }
}

#[test]
fn joints_that_follow_are_eliminated() {
    let (coupled, free) = (
        mechanism(&models::hand(false)),
        mechanism(&models::hand(true)),
    );
    assert_eq!((coupled.nq(), coupled.nv(), free.nv()), (2, 2, 6));
    let (rows, offsets) = models::HAND;
    is_projected(&coupled, &free, &rows.concat(), &offsets);
}

#[test]
fn a_transmission_maps_motors_to_joints() {
    let (mut coupled, free) = (
        mechanism(&models::wrist(true)),
        mechanism(&models::wrist(false)),
    );
    let coordinates = coupled.coordinates.as_mut().expect("motors");
    let names: Vec<&str> = coordinates
        .blocks
        .iter()
        .map(|block| block.name.as_str())
        .collect();
    assert_eq!(names, ["upper", "hand", "m1", "m2"]);
    coordinates.motors.clear();
    is_projected(&coupled, &free, &models::WRIST.concat(), &[0.0; 4]);
}

#[test]
fn motors_add_their_own_physics() {
    let geared = mechanism(&models::wrist(true));
    let mut plain = geared.clone();
    plain.coordinates.as_mut().expect("motors").motors.clear();
    let state = State::sample(&geared, 9);
    let difference = |quantity| {
        let (with, without) = (
            value(&geared, quantity, &state),
            value(&plain, quantity, &state),
        );
        plus(&with, -1.0, &without)
    };
    let (q, qd, qdd) = (
        state.array(Argument::Q),
        state.array(Argument::Qd),
        state.array(Argument::Qdd),
    );
    let resistance = [
        0.0,
        0.0,
        0.2 * qd[2] + 0.3 * qd[2] / qd[2].hypot(0.01) + (q[2] + 0.4),
        0.2 * qd[3] + (q[3] + 0.4),
    ];
    assert_close(&difference(Quantity::Bias), &resistance, 1e-9, "bias");
    let rotors = [0.0, 0.0, 0.1, 0.2];
    let inertia: Vec<f64> = rotors
        .iter()
        .zip(qdd)
        .map(|(rotor, qdd)| rotor * qdd)
        .collect();
    let τ = plus(&resistance, 1.0, &inertia);
    assert_close(&difference(Quantity::InverseDynamics), &τ, 1e-9, "torque");
    let p: Vec<f64> = rotors
        .iter()
        .zip(qd)
        .map(|(rotor, qd)| rotor * qd)
        .collect();
    assert_close(&difference(Quantity::Momenta), &p, 1e-9, "momenta");
    let springs = ((q[2] + 0.4).powi(2) + (q[3] + 0.4).powi(2)) / 2.0;
    assert_close(
        &difference(Quantity::PotentialEnergy),
        &[springs],
        1e-9,
        "energy",
    );
}

/// A chain of mimics resolves; a locked leader locks its followers.
#[test]
fn a_locked_leader_locks_its_followers() {
    let locked = format!("lock = {{ j_p1 = 0.4 }}\n{}", models::hand(false));
    let locked = mechanism(&locked);
    let coupled = mechanism(&models::hand(false));
    assert_eq!((locked.bodies.len(), locked.nv()), (1, 1));
    let state = State::sample(&locked, 2);
    let with = |own: &[f64], other: f64| vec![own[0], other];
    let whole = state
        .clone()
        .with(Argument::Q, with(state.array(Argument::Q), 0.4))
        .with(Argument::Qd, with(state.array(Argument::Qd), 0.0))
        .with(Argument::Qdd, with(state.array(Argument::Qdd), 0.0));
    for quantity in [Quantity::InverseDynamics, Quantity::Momenta] {
        let expected = &value(&coupled, quantity, &whole)[..1];
        assert_close(
            &value(&locked, quantity, &state),
            expected,
            1e-12,
            &format!("{quantity:?}"),
        );
    }
    let pose = |mechanism, state| value(mechanism, Quantity::TipPose(0), state);
    assert_close(
        &pose(&locked, &state),
        &pose(&coupled, &whole),
        1e-12,
        "pose",
    );
}

/// Arrays with one column, and joints whose motion is an input.
#[test]
fn one_joint_behind_a_gear_on_a_turntable_is_the_joint_alone() {
    let (coupled, free) = (
        mechanism(&models::turntable(true)),
        mechanism(&models::turntable(false)),
    );
    assert_eq!(
        (coupled.nv(), coupled.tree_nv(), coupled.driven()),
        (1, 1, 1)
    );
    is_projected(&coupled, &free, &[0.25], &[0.0]);
}

/// What the turntable contributes to the momentum of the motor is taken off before its rate is solved for.
#[test]
fn rates_follow_from_momenta_of_what_stands_on_a_turntable() {
    let geared = mechanism(&models::turntable(true));
    let state = State::sample(&geared, 5).with(Argument::DrivenQd, vec![1.5]);
    let p = value(&geared, Quantity::Momenta, &state);
    let at_rest = state.clone().with(Argument::DrivenQd, vec![0.0]);
    let own = value(&geared, Quantity::Momenta, &at_rest);
    assert!((p[0] - own[0]).abs() > 1e-4, "{p:?}, {own:?}");
    let state = state.with(Argument::P, p);
    let quantity = Quantity::HamiltonianRates;
    for formulation in quantity.formulations_on(&geared) {
        let rates = by(&geared, quantity, formulation, &state);
        let what = format!("{formulation:?}");
        assert_close(&rates[0], state.array(Argument::Qd), 1e-9, &what);
    }
}
