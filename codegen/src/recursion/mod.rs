//! The recursions, each written once, generic over the scalar, in its paper's notation.
//!
//! A mechanism is *lifted* to a [`System`]: its numbers become scalars, its joints rotations and unit twists. A
//! recursion reads the system and the inputs and returns values; whether these are numbers or nodes of a graph it
//! does not know.

mod articulated;
mod composite;
mod coriolis;
mod denoc;
mod external;
mod factor;
mod forward;
mod gravity;
mod hamiltonian;
mod inverse;
mod luh;
mod mass_centre;
mod momentum;
mod operational;
mod system;
mod tip;
mod u_form;

use crate::mechanism::Mechanism;
use crate::quantity::{Formulation, Quantity};
use crate::scalar::{Argument, Input, Leaves, Scalar};
use crate::spatial::Vec3;

pub use system::{Link, System};

/// The joint motion a recursion is given: rates and accelerations by velocity index.
#[derive(Clone, Debug)]
pub struct Motion<S> {
    /// Generalised velocities q̇.
    pub rates: Vec<S>,
    /// Generalised accelerations q̈.
    pub accelerations: Vec<S>,
}

/// The elements of every output array of `quantity`, computed by `formulation`. The mechanism has elementary joints
/// only (`transform::elementary`).
pub fn run<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let system = System::lift(mechanism, leaves);
    let inputs = Inputs {
        mechanism,
        quantity,
        leaves,
    };
    let all = |argument| inputs.array(argument);
    let at_rest = |rates| Motion {
        rates,
        accelerations: zeros(system.nv),
    };
    match quantity {
        Quantity::InverseDynamics => vec![inverse_dynamics(
            &system,
            &inputs.motion(),
            formulation,
            leaves,
        )],
        Quantity::InverseDynamicsWithWrenches => {
            let τ = inverse_dynamics(&system, &inputs.motion(), formulation, leaves);
            vec![external::subtract(
                &system,
                mechanism,
                τ,
                &all(Argument::Wrenches),
                leaves,
            )]
        }
        Quantity::Bias => vec![inverse_dynamics(
            &system,
            &at_rest(all(Argument::Qd)),
            formulation,
            leaves,
        )],
        Quantity::Gravity if formulation == Formulation::FirstMoments => {
            vec![gravity::holding_forces(&system, leaves)]
        }
        Quantity::Gravity => vec![inverse_dynamics(
            &system,
            &at_rest(zeros(system.nv)),
            formulation,
            leaves,
        )],
        Quantity::JointWrenches => {
            let loads = u_form::loads(&system, &inputs.motion(), moment(formulation), leaves);
            let wrenches = u_form::joint_wrenches(&system, loads, leaves);
            vec![external::in_user_frames(&system, mechanism, &wrenches)]
        }
        Quantity::ForwardDynamics => {
            vec![forward_dynamics(
                &system,
                &all(Argument::Qd),
                &all(Argument::Tau),
                formulation,
                leaves,
            )]
        }
        Quantity::AccelerationFromPhi => vec![acceleration_from_phi(
            &system,
            all(Argument::Tau),
            formulation,
            leaves,
        )],
        Quantity::MassMatrix => vec![composite::mass_matrix(&system, leaves).concat()],
        Quantity::MassMatrixInverse => {
            vec![mass_matrix_inverse(&system, formulation, leaves).concat()]
        }
        Quantity::MassMatrixFactor => factors(&system, formulation, leaves),
        Quantity::CoriolisMatrix => {
            vec![coriolis::matrix(&system, &all(Argument::Qd), leaves).concat()]
        }
        Quantity::KineticEnergy => vec![vec![kinetic_energy(
            &system,
            &all(Argument::Qd),
            formulation,
            leaves,
        )]],
        Quantity::PotentialEnergy => vec![vec![gravity::potential_energy(&system, leaves)]],
        Quantity::TipPose(frame) => tip::tip_pose(&system, &inputs.tip(frame), leaves).into(),
        Quantity::TipJacobian(frame) => {
            vec![tip::tip_jacobian(&system, &inputs.tip(frame), leaves).concat()]
        }
        Quantity::TipTwist(frame) => vec![tip::tip_twist(
            &system,
            &inputs.tip(frame),
            &all(Argument::Qd),
            leaves,
        )],
        Quantity::TipBiasAcceleration(frame) => {
            vec![tip::tip_bias_acceleration(
                &system,
                &inputs.tip(frame),
                &all(Argument::Qd),
                leaves,
            )]
        }
        Quantity::Admittance => {
            vec![admittance(&system, &inputs.tips(), formulation, leaves).concat()]
        }
        Quantity::OperationalInertia => {
            vec![
                operational::inverted(admittance(&system, &inputs.tips(), formulation, leaves))
                    .concat(),
            ]
        }
        Quantity::Momenta => vec![momentum::canonical(&system, &all(Argument::Qd), leaves)],
        Quantity::CentroidalMomentum => {
            vec![momentum::centroidal(&system, &all(Argument::Qd), leaves)]
        }
        Quantity::HamiltonianRates => hamiltonian_rates(
            &system,
            &all(Argument::P),
            &all(Argument::Tau),
            formulation,
            leaves,
        )
        .into(),
    }
}

/// Where a quantity's inputs come from.
struct Inputs<'a, L> {
    mechanism: &'a Mechanism,
    quantity: Quantity,
    leaves: &'a L,
}

impl<L: Leaves> Inputs<'_, L> {
    fn array(&self, argument: Argument) -> Vec<L::S> {
        (0..self.quantity.input_len(argument, self.mechanism))
            .map(|index| self.leaves.input(Input { argument, index }))
            .collect()
    }

    fn motion(&self) -> Motion<L::S> {
        Motion {
            rates: self.array(Argument::Qd),
            accelerations: self.array(Argument::Qdd),
        }
    }

    fn tip(&self, frame: usize) -> tip::Tip<L::S> {
        tip::Tip::lift(&self.mechanism.frames[frame], self.leaves)
    }

    fn tips(&self) -> Vec<tip::Tip<L::S>> {
        (0..self.mechanism.frames.len())
            .map(|frame| self.tip(frame))
            .collect()
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
        Formulation::UProducts | Formulation::UEuler => {
            u_form::inverse_dynamics(system, motion, moment(formulation), leaves)
        }
        _ => denoc::inverse_dynamics(system, motion, leaves),
    }
}

/// The moment form of a formulation that uses the U form.
fn moment<S: Scalar>(formulation: Formulation) -> u_form::Moment<S> {
    match formulation {
        Formulation::UEuler | Formulation::CompositeEuler | Formulation::MergedEuler => {
            u_form::moment_from_euler_tensor
        }
        _ => u_form::moment_from_products,
    }
}

fn forward_dynamics<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    τ: &[L::S],
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    match formulation {
        Formulation::SpatialOperator => forward::spatial_operator(system, rates, τ, leaves),
        Formulation::Composite | Formulation::CompositeEuler => {
            forward::composite(system, rates, τ, moment(formulation), leaves)
        }
        Formulation::Merged | Formulation::MergedEuler => {
            forward::merged(system, rates, τ, moment(formulation), leaves)
        }
        _ => forward::denoc(system, rates, τ, leaves),
    }
}

fn acceleration_from_phi<L: Leaves>(
    system: &System<L::S>,
    φ: Vec<L::S>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    match formulation {
        Formulation::Composite => {
            let ancestry = factor::ancestry(system);
            factor::solve(&inverse::composite_factors(system, leaves), φ, &ancestry)
        }
        _ => forward::from_phi(system, &φ, leaves),
    }
}

fn mass_matrix_inverse<L: Leaves>(
    system: &System<L::S>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    match formulation {
        Formulation::Composite => inverse::composite(system, leaves),
        _ => inverse::spatial_operator(system, leaves),
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

fn kinetic_energy<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    formulation: Formulation,
    leaves: &L,
) -> L::S {
    match formulation {
        Formulation::Momenta => momentum::kinetic_energy_from_momenta(system, rates, leaves),
        _ => momentum::kinetic_energy(system, rates, leaves),
    }
}

fn admittance<L: Leaves>(
    system: &System<L::S>,
    tips: &[tip::Tip<L::S>],
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    match formulation {
        Formulation::Jacobian => operational::admittance_from_jacobian(system, tips, leaves),
        _ => operational::admittance(system, tips, leaves),
    }
}

fn hamiltonian_rates<L: Leaves>(
    system: &System<L::S>,
    p: &[L::S],
    τ: &[L::S],
    formulation: Formulation,
    leaves: &L,
) -> [Vec<L::S>; 2] {
    match formulation {
        Formulation::Composite => hamiltonian::composite(system, p, τ, leaves),
        _ => hamiltonian::naudet(system, p, τ, leaves),
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
