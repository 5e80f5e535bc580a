//! Forward dynamics with scaled articulated inertias: φ = τ − h given (Saha (19)-(21)), or merged with the bias.

use super::articulated::eliminate;
use super::eliminated::{ForwardSweep, backward, forward};
use super::loads::{Loads, Reference, loads};
use super::screws::on_screws;
use super::system::Scaled;
use super::twisted::TwistedJoints;
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::recursion::{Motion, System};
use crate::spatial::Wrench;

/// q̈ = M⁻¹ φ.
pub(in crate::recursion) fn from_phi<L: Leaves>(
    mechanism: &Mechanism,
    φ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let scaled = &Scaled::lift(mechanism, leaves);
    let eliminations = eliminate(scaled, leaves).eliminations;
    let unloaded = vec![Wrench::zero(); scaled.system.links.len()];
    let φ_tilde = backward(scaled, &eliminations, φ, unloaded, leaves).φ_tilde;
    forward(scaled, &eliminations, &φ_tilde, None, leaves).rates
}

/// q̈(q, q̇, τ): the wrenches of a reference motion and the eliminations go back together, the difference to the
/// reference comes forward. `motion` is the motion with q̈ = 0.
///
/// Any accelerations serve as reference. With ω̇_z = −ω_x ω_y on every body with a revolute joint the entry U_10
/// vanishes and U_01 = 2 ω_x ω_y.
///
/// Articulated inertias come from the parameters as they are, loads from spread ones. The two sets differ by inertia
/// that the joints cannot distinguish: generalised forces and M are those of either, and the recursion is linear in
/// the loads and sees of them their generalised forces only.
pub(in crate::recursion) fn merged<L: Leaves>(
    mechanism: &Mechanism,
    motion: &Motion<L::S>,
    τ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let scaled = &Scaled::lift(mechanism, leaves);
    let screws = on_screws(mechanism);
    let slide = |body: usize| screws.slides[body].clone();
    let system = System::lift_spread(&screws.mechanism, slide, leaves);
    let twists = TwistedJoints::lift(&screws.mechanism, leaves);
    let mut loads = loads(
        &system,
        &twists,
        motion,
        Reference::Symmetric,
        |i| scaled.inverse(i),
        leaves,
    );
    let wrenches = core::mem::take(&mut loads.wrenches);
    let eliminations = eliminate(scaled, leaves).eliminations;
    let x_tilde = backward(scaled, &eliminations, τ, wrenches, leaves).φ_tilde;
    let swept = forward(scaled, &eliminations, &x_tilde, None, leaves);
    accelerations(scaled, &twists, &loads, &swept, leaves)
}

/// q̈ from the difference to the reference motion. At a scaled joint from the sum of both motions: with ω̇ the whole,
/// q̈ = ω̇_z − (c ω̇_z − s ω̇_y) of body and parent; elsewhere the sum of both rates.
fn accelerations<L: Leaves>(
    scaled: &Scaled<L::S>,
    twists: &TwistedJoints<L::S>,
    reference: &Loads<L::S>,
    swept: &ForwardSweep<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let whole = |i: usize| reference.angular[i] + scaled.twist(i, swept.twists[i]).angular;
    let mut accelerations = swept.rates.clone();
    for (i, link) in scaled.system.outward(leaves, "reference and difference") {
        let joint = scaled.joint(i).and(twists.inward[i]);
        for dof in &link.dofs {
            let v = dof.velocity;
            accelerations[v] = match (joint, link.parent) {
                (Some(twist), Some(parent)) => {
                    let outer = whole(parent);
                    whole(i)[2] - twist.cos * (outer[2] - twist.tan * outer[1])
                }
                _ => swept.rates[v] + reference.ahead[v],
            };
        }
    }
    accelerations
}
