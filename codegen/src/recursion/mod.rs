//! The recursions, each written once, generic over the scalar, in its paper's notation.
//!
//! A mechanism is *lifted* to a [`System`]: its numbers become scalars, its joints rotations and unit twists. A
//! recursion reads the system and the inputs and returns values; whether these are numbers or nodes of a graph it
//! does not know.

mod denoc;
mod luh;
mod mass_centre;
mod system;
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

/// The elements of every output array of `quantity`, computed by `formulation`.
pub fn run<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let system = System::lift(mechanism, leaves);
    let all = |argument| -> Vec<L::S> {
        (0..quantity.input_len(argument, mechanism))
            .map(|index| leaves.input(Input { argument, index }))
            .collect()
    };
    match quantity {
        Quantity::InverseDynamics => {
            let motion = Motion {
                rates: all(Argument::Qd),
                accelerations: all(Argument::Qdd),
            };
            vec![inverse_dynamics(&system, &motion, formulation, leaves)]
        }
    }
}

fn inverse_dynamics<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    match formulation {
        Formulation::Denoc => denoc::inverse_dynamics(system, motion, leaves),
        Formulation::MassCentre => mass_centre::inverse_dynamics(system, motion, leaves),
        Formulation::Luh => luh::inverse_dynamics(system, motion, leaves),
        Formulation::UProducts => {
            u_form::inverse_dynamics(system, motion, u_form::moment_from_products, leaves)
        }
        Formulation::UEuler => {
            u_form::inverse_dynamics(system, motion, u_form::moment_from_euler_tensor, leaves)
        }
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
