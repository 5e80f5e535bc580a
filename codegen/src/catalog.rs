//! Which quantities a mechanism has.

use crate::mechanism::{Inertialess, Mechanism};
use crate::prove;
use crate::quantity::Quantity;

impl Quantity {
    /// All quantities of a mechanism that are generated, in the order of the contract.
    #[must_use]
    pub fn all(mechanism: &Mechanism) -> Vec<Self> {
        let mut all = Self::known(mechanism);
        all.retain(|quantity| quantity.missing_inertia(mechanism).is_none());
        all
    }

    /// What moves against no inertia, if this quantity therefore does not exist.
    #[must_use]
    pub fn missing_inertia(self, mechanism: &Mechanism) -> Option<&Inertialess> {
        let inertialess = mechanism.inertialess.as_ref();
        inertialess.filter(|_| self.solves_for_motion(mechanism))
    }

    /// All quantities of a mechanism whose mass matrix is regular.
    pub(crate) fn known(mechanism: &Mechanism) -> Vec<Self> {
        use Quantity::*;
        if mechanism.loops.is_some() {
            return of_loops(mechanism);
        }
        let mut all = vec![
            InverseDynamics,
            InverseDynamicsWithWrenches,
            ForwardDynamics,
            MassMatrix,
            MassMatrixInverse,
            MassMatrixFactor,
            Bias,
            Gravity,
            CoriolisMatrix,
            KineticEnergy,
            PotentialEnergy,
        ];
        all.extend(of_frames(mechanism));
        if !mechanism.frames.is_empty() {
            all.push(Admittance);
        }
        if has_operational_inertia(mechanism) {
            all.push(OperationalInertia);
        }
        all.extend([JointWrenches, Momenta]);
        if mechanism
            .bodies
            .iter()
            .any(|body| !body.inertia.mass.is_zero())
        {
            all.push(CentroidalMomentum);
        }
        all.push(HamiltonianRates);
        all
    }
}

/// The quantities of a mechanism with loops. Those that solve for nothing are those of its tree.
fn of_loops(mechanism: &Mechanism) -> Vec<Quantity> {
    use Quantity::*;
    let mut all = Vec::new();
    if InverseDynamics.is_determinate(mechanism) {
        all.extend([InverseDynamics, InverseDynamicsWithForces]);
    }
    all.extend([
        ForwardDynamics,
        ConstraintForces,
        JointWrenches,
        ForwardDynamicsOverStep,
        ConstraintForcesOverStep,
        Closure,
        ClosureJacobian,
        ClosureBias,
        DependentRates,
        MassMatrix,
        Bias,
        Gravity,
        KineticEnergy,
        PotentialEnergy,
    ]);
    all.extend(of_frames(mechanism));
    if !mechanism.frames.is_empty() {
        all.push(Admittance);
    }
    all.push(Momenta);
    all
}

/// What is known of every frame.
fn of_frames(mechanism: &Mechanism) -> impl Iterator<Item = Quantity> {
    (0..mechanism.frames.len()).flat_map(|frame| {
        [
            Quantity::TipPose(frame),
            Quantity::TipJacobian(frame),
            Quantity::TipTwist(frame),
            Quantity::TipBiasAcceleration(frame),
        ]
    })
}

/// Whether the frames' Jacobians together have full row rank somewhere: counted along the branches, a frame needs six
/// degrees of freedom of its own.
fn has_operational_inertia(mechanism: &Mechanism) -> bool {
    !mechanism.frames.is_empty()
        && mechanism.nv() >= 6 * mechanism.frames.len()
        && prove::jacobian_rank(mechanism) == 6 * mechanism.frames.len()
}
