//! Which quantities a mechanism has.

use crate::mechanism::Mechanism;
use crate::prove;
use crate::quantity::Quantity;

impl Quantity {
    /// All quantities of a mechanism that are generated, in the order of the contract.
    #[must_use]
    pub fn all(mechanism: &Mechanism) -> Vec<Self> {
        use Quantity::*;
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
        for frame in 0..mechanism.frames.len() {
            all.extend([
                TipPose(frame),
                TipJacobian(frame),
                TipTwist(frame),
                TipBiasAcceleration(frame),
            ]);
        }
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

/// Whether the frames' Jacobians together have full row rank somewhere: counted along the branches, a frame needs six
/// degrees of freedom of its own.
fn has_operational_inertia(mechanism: &Mechanism) -> bool {
    !mechanism.frames.is_empty()
        && mechanism.nv() >= 6 * mechanism.frames.len()
        && prove::jacobian_rank(mechanism) == 6 * mechanism.frames.len()
}
