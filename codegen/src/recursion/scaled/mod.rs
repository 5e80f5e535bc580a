//! Recursions in scaled coordinates (`OPERATIONS.md`, 3.8): constants of the joints that become 1 cost nothing.
//!
//! Every wrench coordinate of a link is carried divided by a constant, its scale; the twist coordinate it works on is
//! carried multiplied by it, and an inertia divided by the scales of its row and column. Power, eliminations and the
//! zeros behind them are the same in any scales, so a recursion reads as it does without. Two sets of scales:
//!
//! - [`gauge`]: all six coordinates, for articulated inertias (`articulated`, `hamiltonian`),
//! - [`twisted`]: z alone, for Newton and Euler in U form (`u_form`), where moments need the products
//!   ω_j ω_k and x and y stay as they are.
//!
//! Scales come from the model and are exact. Joints to which they do not apply are crossed in scales of 1, by the
//! functions of [`Link`](super::Link): the results are right on every mechanism.

mod articulated;
mod constants;
mod eliminated;
mod forward;
mod gauge;
mod gravity;
mod hamiltonian;
mod inertia;
mod link_motion;
mod loads;
mod scale;
mod scaled_joint;
mod screws;
mod system;
mod transport;
mod twisted;
mod u_form;

pub(super) use forward::{from_phi, merged};
pub(super) use hamiltonian::naudet;
pub(super) use u_form::inverse_dynamics;
