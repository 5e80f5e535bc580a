//! Results in the tree's coordinates → results in the user's, with what acts in motors.

use super::coupling::Coupling;
use super::inputs::Inputs;
use super::joint_physics::JointPhysics;
use crate::leaves::{Argument, Leaves};
use crate::quantity::Quantity;

/// Arrays by the tree's velocities, by the user's.
pub(super) fn to_user<L: Leaves>(
    quantity: Quantity,
    arrays: Vec<Vec<L::S>>,
    coupling: &Coupling<'_, L>,
    nv: usize,
) -> Vec<Vec<L::S>> {
    let rows = |array: Vec<L::S>| array.chunks(nv.max(1)).map(<[L::S]>::to_vec).collect();
    let arrays = arrays.into_iter();
    match quantity {
        Quantity::InverseDynamics
        | Quantity::InverseDynamicsWithWrenches
        | Quantity::ForwardDynamics
        | Quantity::AccelerationFromPhi
        | Quantity::Bias
        | Quantity::Gravity
        | Quantity::Momenta
        | Quantity::HamiltonianRates => arrays.map(|array| coupling.forces(array)).collect(),
        Quantity::MassMatrix | Quantity::MassMatrixInverse | Quantity::CoriolisMatrix => arrays
            .map(|array| coupling.square(rows(array)).concat())
            .collect(),
        Quantity::TipJacobian(_) => arrays
            .map(|array| coupling.columns(rows(array)).concat())
            .collect(),
        Quantity::MassMatrixFactor
        | Quantity::KineticEnergy
        | Quantity::PotentialEnergy
        | Quantity::TipPose(_)
        | Quantity::TipTwist(_)
        | Quantity::TipBiasAcceleration(_)
        | Quantity::OperationalInertia
        | Quantity::Admittance
        | Quantity::JointWrenches
        | Quantity::CentroidalMomentum
        | Quantity::InverseDynamicsWithForces
        | Quantity::ConstraintForces
        | Quantity::DependentRates
        | Quantity::ForwardDynamicsOverStep
        | Quantity::ConstraintForcesOverStep
        | Quantity::Closure
        | Quantity::ClosureJacobian
        | Quantity::ClosureBias => arrays.collect(),
    }
}

/// Results by the user's velocities, with what acts in motors. (What is solved for has them inside.)
pub(super) fn with_motors<L: Leaves>(
    quantity: Quantity,
    mut arrays: Vec<Vec<L::S>>,
    motors: &JointPhysics<L::S>,
    inputs: &Inputs<'_, L>,
    half: L::S,
) -> Vec<Vec<L::S>> {
    let rates = || inputs.array(Argument::Qd);
    let with = |own: Vec<L::S>| match quantity {
        Quantity::InverseDynamics | Quantity::InverseDynamicsWithWrenches => {
            let resisted = motors.with_resistance(own, &rates());
            motors.with_rotors(resisted, &inputs.array(Argument::Qdd))
        }
        Quantity::Bias => motors.with_resistance(own, &rates()),
        Quantity::Momenta => motors.with_rotors(own, &rates()),
        Quantity::KineticEnergy => vec![motors.with_kinetic(own[0], half, &rates())],
        Quantity::PotentialEnergy => vec![motors.with_potential(own[0], half)],
        _ => own,
    };
    if motors.any() {
        arrays = arrays.into_iter().map(with).collect();
    }
    arrays
}
