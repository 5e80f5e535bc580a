//! Forward dynamics with scaled articulated inertias: φ = τ − h given (Saha (19)-(21)), or merged with the bias.

use super::gauge::{Unit, on_screws};
use super::scale::{Scaled, system_on};
use super::step::Across;
use super::twisted::Twists;
use super::u_form::{self, Reference};
use crate::mechanism::{Mechanism, MomentForm};
use crate::recursion::articulated::{Articulation, Elimination};
use crate::recursion::forward::resolve;
use crate::recursion::{Motion, zeros};
use crate::scalar::{Leaves, Origin};
use crate::spatial::{Twist, Wrench};
use crate::transform::{Basis, base_parameters};

/// q̈ = M⁻¹ φ.
pub(in crate::recursion) fn from_phi<L: Leaves>(
    mechanism: &Mechanism,
    φ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let scaled = &Scaled::lift(mechanism, Unit::Arm, leaves);
    let eliminations = eliminate(scaled, leaves).eliminations;
    let unloaded = vec![Wrench::zero(); scaled.system.links.len()];
    let φ_tilde = backward(scaled, &eliminations, φ, unloaded, leaves);
    forward(scaled, &eliminations, &φ_tilde, None, leaves).rates
}

/// q̈(q, q̇, τ): the wrenches of a reference motion and the eliminations go back together, the difference to the
/// reference comes forward. `motion` is the motion with q̈ = 0.
///
/// Any accelerations serve as reference. With ω̇_z = −ω_x ω_y on every body with a revolute joint the entry U_10
/// vanishes and U_01 = 2 ω_x ω_y.
///
/// Articulated inertias come from the parameters as they are, loads from base parameters with K_zz = 0. The two sets
/// differ by inertia that the joints cannot tell apart: generalised forces and M are those of either, and the
/// recursion is linear in the loads and sees of them their generalised forces only.
pub(in crate::recursion) fn merged<L: Leaves>(
    mechanism: &Mechanism,
    motion: &Motion<L::S>,
    τ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let scaled = &Scaled::lift(mechanism, Unit::Arm, leaves);
    let loaded = on_screws(&base_parameters(mechanism, |_| Basis::EulerZz));
    let system = system_on(&loaded, leaves);
    let twists = Twists::lift(&loaded.mechanism, leaves);
    let loads = u_form::loads(
        &system,
        &twists,
        motion,
        Reference::Symmetric,
        |_| MomentForm::EulerTensor,
        |i| scaled.inverse(i),
        leaves,
    );
    let wrenches = system.wrenches_in_group_axes(loads.wrenches);
    let eliminations = eliminate(scaled, leaves).eliminations;
    let x_tilde = backward(scaled, &eliminations, τ, wrenches, leaves);
    let behind = forward(scaled, &eliminations, &x_tilde, None, leaves).rates;
    let both = behind.into_iter().zip(loads.ahead);
    both.map(|(behind, ahead)| behind + ahead).collect()
}

/// Scaled articulated inertias from the tips to the base, Saha (19c), (19d).
pub(super) fn eliminate<L: Leaves>(scaled: &Scaled<L::S>, leaves: &L) -> Articulation<L::S> {
    let links = &scaled.system.links;
    let mut inertias: Vec<_> = (0..links.len()).map(|i| scaled.inertia(i)).collect();
    let mut eliminations = vec![Vec::new(); links.len()];
    for (i, link) in links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (19c), scaled",
        });
        let mut reduced = inertias[i];
        for dof in link.dofs.iter().rev() {
            let elimination = Elimination::new(reduced, *dof);
            reduced = elimination.reduce(reduced);
            eliminations[i].insert(0, elimination);
        }
        if let Some(parent) = link.parent {
            leaves.mark(Origin {
                body: Some(link.body),
                equation: "Saha (19d), scaled",
            });
            inertias[parent] = inertias[parent] + scaled.inertia_onto_parent(i, parent, reduced);
        }
    }
    Articulation {
        inertias,
        eliminations,
    }
}

/// The backward sweep, Saha (19a), (19b), (20); η starts from `loads`. Returns φ̃, scaled.
pub(super) fn backward<L: Leaves>(
    scaled: &Scaled<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    φ: &[L::S],
    mut η: Vec<Wrench<L::S>>,
    leaves: &L,
) -> Vec<L::S> {
    let mut φ_tilde = zeros(scaled.system.nv);
    for (i, link) in scaled.system.links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (19a), (19b), (20), scaled",
        });
        for elimination in eliminations[i].iter().rev() {
            let v = elimination.dof.velocity;
            let φ = scaled.about_axis(i, φ[v]);
            φ_tilde[v] = (φ - elimination.dof.component(η[i])) * elimination.inverse;
            η[i] = elimination.loaded(η[i], φ_tilde[v], φ);
        }
        if let Some(parent) = link.parent {
            η[parent] = η[parent] + scaled.onto_parent(i, parent, η[i]).0;
        }
    }
    φ_tilde
}

/// What the forward sweep finds.
pub(super) struct Swept<S> {
    /// The rates, not scaled.
    pub rates: Vec<S>,
    /// The scaled twist of every body.
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
        swept.twists.push(twist);
        swept.across.push(across);
    }
    swept
}
