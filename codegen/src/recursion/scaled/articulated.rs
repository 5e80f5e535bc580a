//! Forward dynamics with scaled articulated inertias: φ = τ − h given (Saha (19)-(21)), or merged with the bias.

use super::gauge::on_screws;
use super::scale::Scaled;
use super::step::Across;
use super::twisted::Twists;
use super::u_form::{self, Loads, Reference};
use crate::leaves::{Leaves, Origin};
use crate::mechanism::Mechanism;
use crate::recursion::articulated::Elimination;
use crate::recursion::forward::resolve;
use crate::recursion::{Motion, System, zeros};
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Twist, Wrench};

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
/// that the joints cannot tell apart: generalised forces and M are those of either, and the recursion is linear in
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
    let twists = Twists::lift(&screws.mechanism, leaves);
    let mut loads = u_form::loads(
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
    twists: &Twists<L::S>,
    reference: &Loads<L::S>,
    swept: &Swept<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let whole = |i: usize| reference.angular[i] + scaled.twist(i, swept.twists[i]).angular;
    let mut accelerations = swept.rates.clone();
    for (i, link) in scaled.system.links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "reference and difference",
        });
        let step = scaled.step(i).and(twists.inward[i]);
        for dof in &link.dofs {
            let v = dof.velocity;
            accelerations[v] = match (step, link.parent) {
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

/// Scaled articulated inertias and what eliminations leave of them.
pub(super) struct Articulation<S> {
    /// M̂_i, before the joint of body i is eliminated.
    pub inertias: Vec<Articulated<S>>,
    /// M̄_i, after.
    pub reduced: Vec<Articulated<S>>,
    /// The eliminations of every link, in the order of its degrees of freedom.
    pub eliminations: Vec<Vec<Elimination<S>>>,
}

/// Scaled articulated inertias from the tips to the base, Saha (19c), (19d).
pub(super) fn eliminate<L: Leaves>(scaled: &Scaled<L::S>, leaves: &L) -> Articulation<L::S> {
    let links = &scaled.system.links;
    let mut inertias: Vec<_> = (0..links.len()).map(|i| scaled.inertia(i)).collect();
    let mut reduced = inertias.clone();
    let mut eliminations = vec![Vec::new(); links.len()];
    for (i, link) in links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (19c), scaled",
        });
        reduced[i] = inertias[i];
        for dof in link.dofs.iter().rev() {
            let elimination = Elimination::new(reduced[i], *dof);
            reduced[i] = elimination.reduce(reduced[i]);
            eliminations[i].insert(0, elimination);
        }
        if let Some(parent) = link.parent {
            leaves.mark(Origin {
                body: Some(link.body),
                equation: "Saha (19d), scaled",
            });
            inertias[parent] = inertias[parent] + scaled.inertia_onto_parent(i, parent, reduced[i]);
        }
    }
    Articulation {
        inertias,
        reduced,
        eliminations,
    }
}

/// What the backward sweep finds, scaled.
pub(super) struct Gathered<S> {
    /// φ̃.
    pub φ_tilde: Vec<S>,
    /// η of every body behind its joint, upright.
    pub wrenches: Vec<Wrench<S>>,
    /// Its parts across the axes of scaled joints.
    pub across: Vec<Option<Across<S>>>,
}

/// The backward sweep, Saha (19a), (19b), (20), with `loads` on the bodies, upright.
pub(super) fn backward<L: Leaves>(
    scaled: &Scaled<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    φ: &[L::S],
    mut loads: Vec<Wrench<L::S>>,
    leaves: &L,
) -> Gathered<L::S> {
    let mut φ_tilde = zeros(scaled.system.nv);
    let mut across = vec![None; loads.len()];
    // What the bodies behind a body leave on it, leaning.
    let mut left = vec![Wrench::zero(); loads.len()];
    for (i, link) in scaled.system.links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (19a), (19b), (20), scaled",
        });
        match (scaled.lean(i), &eliminations[i][..]) {
            (Some(lean), [elimination]) => {
                let v = elimination.dof.velocity;
                let φ = scaled.about_axis(i, φ[v]);
                (loads[i], φ_tilde[v]) = loaded(elimination, lean, left[i], loads[i], φ);
            }
            (_, eliminations) => {
                let mut η = left[i] + loads[i];
                for elimination in eliminations.iter().rev() {
                    let v = elimination.dof.velocity;
                    φ_tilde[v] = (φ[v] - elimination.dof.component(η)) * elimination.inverse;
                    η = elimination.loaded(η, φ_tilde[v], φ[v]);
                }
                loads[i] = η;
            }
        }
        if let Some(parent) = link.parent {
            let (seen, parts) = scaled.onto_parent(i, parent, loads[i]);
            left[parent] = left[parent] + seen;
            across[i] = parts;
        }
    }
    Gathered {
        φ_tilde,
        wrenches: loads,
        across,
    }
}

/// η of a body that leans behind its joint, upright, and φ̃.
///
/// With Y = n_y − κ n_z the load leaves l_y − κ l_z on Y, and behind the joint, where n_z = φ, n_y = Y + κ φ. Both take
/// one product, κ (φ − l_z).
fn loaded<S: Scalar>(
    elimination: &Elimination<S>,
    κ: S,
    left: Wrench<S>,
    mut load: Wrench<S>,
    φ: S,
) -> (Wrench<S>, S) {
    let free = φ - load.moment[2];
    let φ_tilde = (free - left.moment[2]) * elimination.inverse;
    let mut η = elimination.loaded(left, φ_tilde, φ);
    load.moment[2] = S::zero();
    η.moment[1] = η.moment[1] + κ * free;
    (η + load, φ_tilde)
}

/// What the forward sweep finds.
pub(super) struct Swept<S> {
    /// The rates, not scaled.
    pub rates: Vec<S>,
    /// The scaled twist of every body without its joint's own, leaning.
    pub carried: Vec<Twist<S>>,
    /// The scaled twist of every body, leaning.
    pub twists: Vec<Twist<S>>,
    /// Its parts across the axes of scaled joints.
    pub across: Vec<Option<Across<S>>>,
}

/// The forward sweep, Saha (21a), (21b), with a scaled twist imposed on every joint besides.
pub(super) fn forward<L: Leaves>(
    scaled: &Scaled<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    x_tilde: &[L::S],
    imposed: Option<&[Twist<L::S>]>,
    leaves: &L,
) -> Swept<L::S> {
    let links = &scaled.system.links;
    let mut swept = Swept {
        rates: zeros(scaled.system.nv),
        carried: Vec::with_capacity(links.len()),
        twists: Vec::with_capacity(links.len()),
        across: Vec::with_capacity(links.len()),
    };
    for (i, link) in links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (21a), (21b), scaled",
        });
        let (carried, across) = link.parent.map_or((Twist::zero(), None), |parent| {
            scaled.carried_inward(i, parent, swept.twists[parent])
        });
        let carried = imposed.map_or(carried, |imposed| carried + imposed[i]);
        let twist = resolve(&eliminations[i], carried, x_tilde, &mut swept.rates);
        for dof in &link.dofs {
            swept.rates[dof.velocity] = scaled.about_axis(i, swept.rates[dof.velocity]);
        }
        swept.carried.push(carried);
        swept.twists.push(twist);
        swept.across.push(across);
    }
    swept
}
