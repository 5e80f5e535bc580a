//! The quantities that solve the equations of loops: what they take and give, and by which formulations.

use super::Quantity;
use crate::closed::{Legs, Subsystems};
use crate::formulation::Formulation;
use crate::leaves::Argument;
use crate::mechanism::{Loops, Mechanism};
use crate::program::Shape;

impl Quantity {
    /// Whether equations of loops are solved for this quantity of a mechanism: for all but what its tree alone tells.
    #[must_use]
    pub fn solves_loops(self, mechanism: &Mechanism) -> bool {
        mechanism.loops.is_some()
            && matches!(
                self,
                Self::InverseDynamics
                    | Self::InverseDynamicsWithForces
                    | Self::ForwardDynamics
                    | Self::ConstraintForces
                    | Self::JointWrenches
                    | Self::ForwardDynamicsOverStep
                    | Self::ConstraintForcesOverStep
                    | Self::DependentRates
            )
    }

    /// Whether a mechanism with loops has this quantity: inverse dynamics needs as many unknowns as equations, or a solution of
    /// least norm.
    #[must_use]
    pub fn is_determinate(self, mechanism: &Mechanism) -> bool {
        !self.solves_loops(mechanism) || !formulations(self, mechanism).is_empty()
    }
}

/// One line of documentation, where it is not that of a tree.
pub(super) fn summary(quantity: Quantity) -> Option<&'static str> {
    match quantity {
        Quantity::InverseDynamics => Some(
            "Generalised forces tau (Nm, N) of the actuated joints that produce the accelerations qdd.",
        ),
        Quantity::ForwardDynamics => Some(
            "Accelerations qdd (rad/s², m/s²) under the generalised forces tau of the actuated joints; \
             qdd_independent are those of the independent velocities.",
        ),
        _ => None,
    }
}

/// Input arrays.
pub(super) fn arguments(quantity: Quantity) -> &'static [Argument] {
    use Argument::{Independent, Q, Qd, Qdd, StepSize, Tau};
    match quantity {
        Quantity::InverseDynamics | Quantity::InverseDynamicsWithForces => &[Q, Qd, Qdd],
        Quantity::ForwardDynamics | Quantity::ConstraintForces | Quantity::JointWrenches => {
            &[Q, Qd, Tau]
        }
        Quantity::ForwardDynamicsOverStep | Quantity::ConstraintForcesOverStep => {
            &[Q, Qd, Tau, StepSize]
        }
        Quantity::DependentRates => &[Q, Independent],
        _ => &[],
    }
}

/// Output arrays.
pub(super) fn outputs(quantity: Quantity, mechanism: &Mechanism) -> Vec<(&'static str, Shape)> {
    let loops = mechanism.loops.as_ref();
    let actuated = Shape::Vector(loops.map_or(0, |loops| loops.actuated.len()));
    let forces = Shape::Matrix(loops.map_or(0, |loops| loops.closures.len()), 6);
    let velocities = Shape::Vector(mechanism.nv());
    match quantity {
        Quantity::InverseDynamics => vec![("tau", actuated)],
        Quantity::InverseDynamicsWithForces => vec![("tau", actuated), ("f", forces)],
        Quantity::ForwardDynamics | Quantity::ForwardDynamicsOverStep => {
            let independent = Shape::Vector(loops.map_or(0, Loops::freedom));
            vec![("qdd", velocities), ("qdd_independent", independent)]
        }
        Quantity::ConstraintForces | Quantity::ConstraintForcesOverStep => vec![("f", forces)],
        Quantity::JointWrenches => vec![("w", Shape::Matrix(mechanism.model_bodies().count(), 6))],
        Quantity::DependentRates => vec![("qd", velocities)],
        _ => Vec::new(),
    }
}

/// The formulations a mechanism has of a quantity, the general one first.
pub(super) fn formulations(quantity: Quantity, mechanism: &Mechanism) -> Vec<Formulation> {
    use Formulation::{
        Multipliers, Parallel, SecondOrder, Secondary, SpatialOperator, SpatialOperatorExplicit,
        WholeTree,
    };
    let parallel = Legs::of(mechanism).is_some();
    match quantity {
        Quantity::InverseDynamics | Quantity::InverseDynamicsWithForces => {
            let mut all = vec![WholeTree];
            match Subsystems::of(mechanism) {
                Ok(_) => all.push(Formulation::Subsystems),
                // What is not determinate has a solution of least norm as a whole.
                Err(_) if solves_with_least_norm(mechanism) => {}
                Err(_) => return Vec::new(),
            }
            if parallel && quantity == Quantity::InverseDynamics {
                all.push(Parallel);
            }
            all
        }
        Quantity::ForwardDynamics | Quantity::ConstraintForces | Quantity::JointWrenches => {
            let mobility = mechanism.loops.as_ref().map(|loops| &loops.mobility);
            let mut all = vec![Multipliers, SpatialOperatorExplicit, SpatialOperator];
            if mobility.is_some_and(|found| !found.secondary.is_empty()) {
                all.push(Secondary);
            }
            if parallel && quantity == Quantity::ForwardDynamics {
                all.push(Parallel);
            }
            all
        }
        Quantity::ForwardDynamicsOverStep | Quantity::ConstraintForcesOverStep => {
            vec![SecondOrder]
        }
        Quantity::DependentRates if parallel => vec![WholeTree, Parallel],
        Quantity::DependentRates => vec![WholeTree],
        _ => Vec::new(),
    }
}

/// Those among which the cheapest is chosen. Not subsystems with least norm: what the solution of one leaves open may be
/// what the next needs.
pub(super) fn choices(quantity: Quantity, mechanism: &Mechanism) -> Vec<Formulation> {
    let mut all = formulations(quantity, mechanism);
    if solves_with_least_norm(mechanism) {
        all.retain(|&one| one != Formulation::Subsystems);
    }
    all
}

/// Whether equations of its loops are solved with least norm.
fn solves_with_least_norm(mechanism: &Mechanism) -> bool {
    let loops = mechanism.loops.as_ref();
    loops.is_some_and(|loops| loops.minimum_norm.is_some())
}
