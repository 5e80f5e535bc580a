//! The recursions, each written once, generic over the scalar, in its paper's notation.
//!
//! A mechanism is *lifted* to a [`System`]: its numbers become scalars, its joints rotations and unit twists. A
//! recursion reads the system and the inputs and returns values; whether these are numbers or nodes of a graph it
//! does not know. [`run`] chooses the recursion of a quantity and a formulation.

mod articulated;
mod base;

mod closed;
mod compliance;
mod composite;
mod convective;
mod coriolis;
mod coupled;
mod coupling;
mod denoc;
mod eliminated;
mod external;
mod factor;
mod forward;
mod gravity;
mod groups;
mod hamiltonian;
mod inputs;
mod inverse;
mod jacobian;
mod joint_physics;
mod luh;
mod mapped;
mod mass_centre;
mod member;
mod momentum;
mod operational;
mod resistance;
mod rotation;
mod scaled;
mod spread;
mod sweep;
mod system;
mod tip;
mod tree;
mod u_form;

use crate::formulation::Formulation;
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::quantity::Quantity;
use crate::scalar::Scalar;
use crate::spatial::Vec3;

use coupled::Coupled;
use inputs::Inputs;
pub use inputs::Motion;
pub use system::{Link, System};
use tree::Tree;

/// The elements of every output array of `quantity`, computed by `formulation`. The mechanism has elementary joints
/// only ([`elementary`](crate::transform::elementary)).
///
/// Recursions know the coordinates of the tree alone; the user's come in and go out here.
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
    let coupled = &Coupled::new(mechanism, system, leaves);
    if mechanism.loops.is_some() {
        let closing = closed::Closing {
            mechanism,
            system,
            joints: &coupled.joints,
            leaves,
        };
        if let Some(found) = closing.run(quantity, formulation, &inputs) {
            return found;
        }
    }
    if quantity.takes_user_coordinates(mechanism)
        && let Some(solved) = coupled.solve(quantity, &inputs)
    {
        return solved;
    }
    let tree = Tree {
        mechanism,
        system,
        formulation,
        joints: &coupled.joints,
        leaves,
    };
    let results = tree.run(quantity, &inputs);
    let results = mapped::to_user(quantity, results, &coupled.coupling, system.nv);
    mapped::with_motors(quantity, results, &coupled.motors, &inputs, system.half)
}

/// The pivots of M by the user's velocities, of M as a whole; their product is det M.
pub fn user_pivots<L: Leaves>(mechanism: &Mechanism, leaves: &L) -> Vec<L::S> {
    let system = System::lift(mechanism, leaves);
    Coupled::new(mechanism, &system, leaves).pivots()
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

/// A vector of zeros of length `n`, to be filled by index.
fn zeros<S: Scalar>(n: usize) -> Vec<S> {
    vec![S::zero(); n]
}

/// ω̇ × x + ω × (ω × x): the acceleration of a point x of a turning body against its origin.
fn swept<S: Scalar>(ω: Vec3<S>, ω_dot: Vec3<S>, x: Vec3<S>) -> Vec3<S> {
    ω_dot.cross(x) + ω.cross(ω.cross(x))
}
