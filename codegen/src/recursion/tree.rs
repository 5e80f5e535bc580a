//! Every quantity in the coordinates of the tree, by the recursion of its formulation, and with what acts in the joints.

use super::inputs::{Inputs, Motion};
use super::joint_physics::JointPhysics;
use super::{
    System, composite, coriolis, denoc, external, factor, forward, gravity, hamiltonian, inverse,
    luh, mass_centre, momentum, operational, scaled, tip, u_form,
};
use crate::formulation::Formulation;
use crate::leaves::{Argument, Leaves};
use crate::mechanism::Mechanism;
use crate::quantity::Quantity;

/// A lifted mechanism, and how it is to be computed.
pub(super) struct Tree<'a, L: Leaves> {
    pub mechanism: &'a Mechanism,
    pub system: &'a System<L::S>,
    pub formulation: Formulation,
    pub joints: &'a JointPhysics<L::S>,
    pub leaves: &'a L,
}

impl<L: Leaves> Tree<'_, L> {
    /// The elements of every output array of `quantity`.
    pub(super) fn run(&self, quantity: Quantity, inputs: &Inputs<'_, L>) -> Vec<Vec<L::S>> {
        let Self {
            mechanism,
            system,
            formulation,
            joints,
            leaves,
        } = *self;
        match quantity {
            Quantity::InverseDynamics => vec![self.inverse_dynamics(inputs.motion())],
            Quantity::InverseDynamicsWithWrenches => {
                let wrenches = inputs.array(Argument::Wrenches);
                vec![external::subtract(
                    system,
                    mechanism,
                    self.inverse_dynamics(inputs.motion()),
                    &wrenches,
                    leaves,
                )]
            }
            Quantity::Bias => {
                let motion = inputs.bias_motion();
                let h = self.moving(&motion);
                vec![self.joints.with_resistance(h, &motion.rates)]
            }
            Quantity::Gravity => vec![match formulation {
                Formulation::FirstMoments => {
                    gravity::holding_forces(&system.in_group_axes().system, leaves)
                }
                _ => self.moving(&inputs.rest()),
            }],
            Quantity::JointWrenches => {
                let loads = u_form::loads(system, &inputs.motion(), leaves);
                vec![external::in_user_frames(
                    system,
                    mechanism,
                    &u_form::joint_wrenches(system, loads, leaves),
                )]
            }
            Quantity::ForwardDynamics => vec![self.forward_dynamics(inputs)],
            Quantity::AccelerationFromPhi => vec![match formulation {
                Formulation::DenocScaled => {
                    scaled::from_phi(mechanism, &inputs.of_tree(Argument::Tau), leaves)
                }
                _ => acceleration_from_phi(system, inputs, formulation, leaves),
            }],
            Quantity::MassMatrix => {
                vec![composite::mass_matrix(&system.in_group_axes().system, leaves).concat()]
            }
            Quantity::MassMatrixInverse => vec![
                match formulation {
                    Formulation::Composite => inverse::composite(system, leaves),
                    _ => inverse::spatial_operator(system, leaves),
                }
                .concat(),
            ],
            Quantity::MassMatrixFactor => factors(system, formulation, leaves),
            Quantity::CoriolisMatrix => {
                vec![coriolis::matrix(system, &inputs.rates(), leaves).concat()]
            }
            Quantity::KineticEnergy => vec![vec![self.kinetic_energy(&inputs.rates())]],
            Quantity::PotentialEnergy => {
                let weight = gravity::potential_energy(system, leaves);
                vec![vec![self.joints.with_potential(weight, system.half)]]
            }
            Quantity::TipPose(frame) => tip::tip_pose(system, &inputs.tip(frame), leaves).into(),
            Quantity::TipJacobian(frame) => vec![
                match formulation {
                    Formulation::BaseAxes => {
                        tip::tip_jacobian_in_base_axes(system, &inputs.tip(frame), leaves)
                    }
                    _ => tip::tip_jacobian(system, &inputs.tip(frame), leaves),
                }
                .concat(),
            ],
            Quantity::TipTwist(frame) => vec![tip::tip_twist(
                system,
                &inputs.tip(frame),
                &inputs.rates(),
                leaves,
            )],
            Quantity::TipBiasAcceleration(frame) => {
                vec![tip::tip_bias_acceleration(
                    system,
                    &inputs.tip(frame),
                    &inputs.bias_motion(),
                    leaves,
                )]
            }
            Quantity::Admittance => vec![admittance(system, inputs, formulation, leaves).concat()],
            Quantity::OperationalInertia => {
                vec![
                    operational::inverted(admittance(system, inputs, formulation, leaves)).concat(),
                ]
            }
            Quantity::Momenta => {
                let rates = inputs.rates();
                let p = momentum::canonical(&system.in_group_axes().system, &rates, leaves);
                vec![self.joints.with_rotors(p, &rates)]
            }
            Quantity::CentroidalMomentum => {
                vec![momentum::centroidal(system, &inputs.rates(), leaves)]
            }
            Quantity::HamiltonianRates => match formulation {
                Formulation::Composite => {
                    hamiltonian::composite(system, &inputs.hamiltonian_state(), joints, leaves)
                }
                Formulation::NaudetScaled => {
                    scaled::naudet(mechanism, &inputs.hamiltonian_state(), leaves)
                }
                _ => hamiltonian::naudet(system, &inputs.hamiltonian_state(), joints, leaves),
            }
            .into(),
            // Nothing of a tree.
            Quantity::InverseDynamicsWithForces
            | Quantity::ConstraintForces
            | Quantity::DependentRates
            | Quantity::ForwardDynamicsOverStep
            | Quantity::ConstraintForcesOverStep
            | Quantity::Closure
            | Quantity::ClosureJacobian
            | Quantity::ClosureBias => Vec::new(),
        }
    }

    /// τ of the bodies and of the joints.
    fn inverse_dynamics(&self, motion: Motion<L::S>) -> Vec<L::S> {
        let τ = self.moving(&motion);
        let τ = self.joints.with_resistance(τ, &motion.rates);
        self.joints.with_rotors(τ, &motion.accelerations)
    }

    /// τ of the bodies.
    fn moving(&self, motion: &Motion<L::S>) -> Vec<L::S> {
        match self.formulation {
            Formulation::UScaled => scaled::inverse_dynamics(self.mechanism, motion, self.leaves),
            _ => inverse_dynamics(self.system, motion, self.formulation, self.leaves),
        }
    }

    fn forward_dynamics(&self, inputs: &Inputs<'_, L>) -> Vec<L::S> {
        let motion = inputs.bias_motion();
        let τ = inputs.of_tree(Argument::Tau);
        let τ = self.joints.less_resistance(τ, &motion.rates);
        match self.formulation {
            Formulation::MergedScaled => scaled::merged(self.mechanism, &motion, &τ, self.leaves),
            _ => forward_dynamics(self.system, &motion, &τ, self.formulation, self.leaves),
        }
    }

    fn kinetic_energy(&self, rates: &[L::S]) -> L::S {
        let system = &self.system.in_group_axes().system;
        let bodies = match self.formulation {
            Formulation::Momenta => {
                momentum::kinetic_energy_from_momenta(system, rates, self.leaves)
            }
            _ => momentum::kinetic_energy(system, rates, self.leaves),
        };
        self.joints.with_kinetic(bodies, system.half, rates)
    }
}

fn inverse_dynamics<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    match formulation {
        Formulation::MassCentre => mass_centre::inverse_dynamics(system, motion, leaves),
        Formulation::Luh => luh::inverse_dynamics(system, motion, leaves),
        Formulation::UForm => u_form::inverse_dynamics(system, motion, leaves),
        _ => denoc::inverse_dynamics(system, motion, leaves),
    }
}

fn forward_dynamics<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    τ: &[L::S],
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    match formulation {
        Formulation::SpatialOperator => forward::spatial_operator(system, motion, τ, leaves),
        Formulation::Composite => forward::composite(system, motion, τ, leaves),
        Formulation::Merged => forward::merged(system, motion, τ, leaves),
        _ => forward::denoc(system, motion, τ, leaves),
    }
}

fn acceleration_from_phi<L: Leaves>(
    system: &System<L::S>,
    inputs: &Inputs<'_, L>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    let φ = inputs.of_tree(Argument::Tau);
    match formulation {
        Formulation::Composite => factor::solve(
            &inverse::composite_factors(system, leaves),
            φ,
            &factor::ancestry(system),
        ),
        _ => forward::from_phi(system, &φ, leaves),
    }
}

/// U, D, det M.
fn factors<L: Leaves>(
    system: &System<L::S>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    inverse::of_factors(match formulation {
        Formulation::Composite => inverse::composite_factors(system, leaves),
        _ => inverse::articulated_factors(system, leaves),
    })
}

fn admittance<L: Leaves>(
    system: &System<L::S>,
    inputs: &Inputs<'_, L>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    match formulation {
        Formulation::Jacobian => {
            operational::admittance_from_jacobian(system, &inputs.tips(), leaves)
        }
        _ => operational::admittance(system, &inputs.tips(), leaves),
    }
}
