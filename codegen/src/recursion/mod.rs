//! The recursions, each written once, generic over the scalar, in its paper's notation.
//!
//! A mechanism is *lifted* to a [`System`]: its numbers become scalars, its joints rotations and unit twists. A
//! recursion reads the system and the inputs and returns values; whether these are numbers or nodes of a graph it
//! does not know. [`run`] chooses the recursion of a quantity and a formulation.

mod articulated;
mod base;
mod composite;
mod coriolis;
mod denoc;
mod external;
mod factor;
mod forward;
mod gravity;
mod groups;
mod hamiltonian;
mod inputs;
mod inverse;
mod luh;
mod mass_centre;
mod momentum;
mod operational;
mod scaled;
mod system;
mod tip;
mod u_form;

use crate::formulation::Formulation;
use crate::mechanism::Mechanism;
use crate::quantity::Quantity;
use crate::scalar::{Argument, Leaves, Scalar};
use crate::spatial::Vec3;

use inputs::Inputs;
pub use inputs::Motion;
pub use scaled::has_twisted_joints;
pub use system::{Link, System};

/// The elements of every output array of `quantity`, computed by `formulation`. The mechanism has elementary joints
/// only ([`elementary`](crate::transform::elementary)).
pub fn run<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let mut system = System::lift(mechanism, leaves);
    if formulation.needs_mass_centres() {
        system = system.with_mass_centres(mechanism, leaves);
    }
    let system = &system;
    let inputs = Inputs::new(mechanism, quantity, leaves);
    let inverse = |motion: Motion<L::S>| match formulation {
        Formulation::UScaled => scaled::inverse_dynamics(mechanism, &motion, leaves),
        _ => inverse_dynamics(system, &motion, formulation, leaves),
    };
    match quantity {
        Quantity::InverseDynamics => vec![inverse(inputs.motion())],
        Quantity::InverseDynamicsWithWrenches => {
            let wrenches = inputs.array(Argument::Wrenches);
            vec![external::subtract(
                system,
                mechanism,
                inverse(inputs.motion()),
                &wrenches,
                leaves,
            )]
        }
        Quantity::Bias => vec![inverse(inputs.bias_motion())],
        Quantity::Gravity => vec![match formulation {
            Formulation::FirstMoments => {
                gravity::holding_forces(&system.in_group_axes().system, leaves)
            }
            _ => inverse(inputs.rest()),
        }],
        Quantity::JointWrenches => {
            let loads = u_form::loads(system, &inputs.motion(), leaves);
            vec![external::in_user_frames(
                system,
                mechanism,
                &u_form::joint_wrenches(system, loads, leaves),
            )]
        }
        Quantity::ForwardDynamics => vec![match formulation {
            Formulation::MergedScaled => {
                let τ = inputs.array(Argument::Tau);
                scaled::merged(mechanism, &inputs.bias_motion(), &τ, leaves)
            }
            _ => forward_dynamics(system, &inputs, formulation, leaves),
        }],
        Quantity::AccelerationFromPhi => vec![match formulation {
            Formulation::DenocScaled => {
                scaled::from_phi(mechanism, &inputs.array(Argument::Tau), leaves)
            }
            _ => acceleration_from_phi(system, &inputs, formulation, leaves),
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
        Quantity::KineticEnergy => vec![vec![match formulation {
            Formulation::Momenta => momentum::kinetic_energy_from_momenta(
                &system.in_group_axes().system,
                &inputs.rates(),
                leaves,
            ),
            _ => momentum::kinetic_energy(&system.in_group_axes().system, &inputs.rates(), leaves),
        }]],
        Quantity::PotentialEnergy => vec![vec![gravity::potential_energy(system, leaves)]],
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
        Quantity::Admittance => vec![admittance(system, &inputs, formulation, leaves).concat()],
        Quantity::OperationalInertia => {
            vec![operational::inverted(admittance(system, &inputs, formulation, leaves)).concat()]
        }
        Quantity::Momenta => vec![momentum::canonical(
            &system.in_group_axes().system,
            &inputs.rates(),
            leaves,
        )],
        Quantity::CentroidalMomentum => vec![momentum::centroidal(system, &inputs.rates(), leaves)],
        Quantity::HamiltonianRates => match formulation {
            Formulation::Composite => {
                hamiltonian::composite(system, &inputs.hamiltonian_state(), leaves)
            }
            Formulation::NaudetScaled => {
                scaled::naudet(mechanism, &inputs.hamiltonian_state(), leaves)
            }
            _ => hamiltonian::naudet(system, &inputs.hamiltonian_state(), leaves),
        }
        .into(),
    }
}

/// The pivots m̂ = pᵀ M̂ p of every body's joint, last degree of freedom last; their product is det M.
pub fn pivots<L: Leaves>(mechanism: &Mechanism, leaves: &L) -> Vec<Vec<L::S>> {
    let system = System::lift(mechanism, leaves);
    let eliminations = articulated::eliminate(&system, leaves).eliminations;
    eliminations
        .iter()
        .map(|joint| joint.iter().map(|one| one.m_hat).collect())
        .collect()
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
    inputs: &Inputs<'_, L>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    let (motion, τ) = (&inputs.bias_motion(), &inputs.array(Argument::Tau));
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
    let φ = inputs.array(Argument::Tau);
    match formulation {
        Formulation::Composite => factor::solve(
            &inverse::composite_factors(system, leaves),
            φ,
            &factor::ancestry(system),
        ),
        _ => forward::from_phi(system, &φ, leaves),
    }
}

/// U with its unit diagonal, D, det M.
fn factors<L: Leaves>(
    system: &System<L::S>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let mut factors = match formulation {
        Formulation::Composite => inverse::composite_factors(system, leaves),
        _ => inverse::articulated_factors(system, leaves),
    };
    for (k, row) in factors.upper.iter_mut().enumerate() {
        row[k] = L::S::one();
    }
    let determinant = inverse::determinant(&factors);
    vec![factors.upper.concat(), factors.diagonal, vec![determinant]]
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

/// A vector of zeros of length `n`, to be filled by index.
fn zeros<S: Scalar>(n: usize) -> Vec<S> {
    vec![S::zero(); n]
}

/// ω̇ × x + ω × (ω × x): the acceleration of a point x of a turning body against its origin.
fn swept<S: Scalar>(ω: Vec3<S>, ω_dot: Vec3<S>, x: Vec3<S>) -> Vec3<S> {
    ω_dot.cross(x) + ω.cross(ω.cross(x))
}
