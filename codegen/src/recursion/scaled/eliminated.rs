//! The sweeps over eliminated joints, scaled: generalised forces inwards, rates outwards.

use super::scaled_joint::Transverse;
use super::system::Scaled;
use crate::leaves::Leaves;
use crate::recursion::articulated::Elimination;
use crate::recursion::eliminated::resolve;
use crate::recursion::zeros;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};

/// The scaled results of the backward sweep.
pub(super) struct BackwardSweep<S> {
    /// φ̃.
    pub φ_tilde: Vec<S>,
    /// η of every body behind its joint, unsheared.
    pub wrenches: Vec<Wrench<S>>,
    /// Its parts transverse to the axes of scaled joints.
    pub transverse: Vec<Option<Transverse<S>>>,
}

/// The backward sweep, Saha (19a), (19b), (20), with unsheared `loads` on the bodies.
pub(super) fn backward<L: Leaves>(
    scaled: &Scaled<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    φ: &[L::S],
    mut loads: Vec<Wrench<L::S>>,
    leaves: &L,
) -> BackwardSweep<L::S> {
    let mut φ_tilde = zeros(scaled.system.nv);
    let mut transverse = vec![None; loads.len()];
    // The wrench of the bodies behind a body on it, sheared.
    let mut left = vec![Wrench::zero(); loads.len()];
    for (i, link) in scaled
        .system
        .inward(leaves, "Saha (19a), (19b), (20), scaled")
    {
        match (scaled.shear(i), &eliminations[i][..]) {
            (Some(shear), [elimination]) => {
                let v = elimination.dof.velocity;
                let φ = scaled.about_axis(i, φ[v]);
                (loads[i], φ_tilde[v]) = loaded(elimination, shear, left[i], loads[i], φ);
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
            transverse[i] = parts;
        }
    }
    BackwardSweep {
        φ_tilde,
        wrenches: loads,
        transverse,
    }
}

/// η of a sheared body behind its joint, in unsheared coordinates, and φ̃.
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

/// The results of the forward sweep.
pub(super) struct ForwardSweep<S> {
    /// The rates, not scaled.
    pub rates: Vec<S>,
    /// The scaled, sheared twist of every body without its joint's own.
    pub carried: Vec<Twist<S>>,
    /// The scaled, sheared twist of every body.
    pub twists: Vec<Twist<S>>,
    /// Its parts transverse to the axes of scaled joints.
    pub transverse: Vec<Option<Transverse<S>>>,
}

/// The forward sweep, Saha (21a), (21b), with a scaled twist imposed on every joint besides.
pub(super) fn forward<L: Leaves>(
    scaled: &Scaled<L::S>,
    eliminations: &[Vec<Elimination<L::S>>],
    x_tilde: &[L::S],
    imposed: Option<&[Twist<L::S>]>,
    leaves: &L,
) -> ForwardSweep<L::S> {
    let links = &scaled.system.links;
    let mut swept = ForwardSweep {
        rates: zeros(scaled.system.nv),
        carried: Vec::with_capacity(links.len()),
        twists: Vec::with_capacity(links.len()),
        transverse: Vec::with_capacity(links.len()),
    };
    for (i, link) in scaled.system.outward(leaves, "Saha (21a), (21b), scaled") {
        let (carried, transverse) = link.parent.map_or((Twist::zero(), None), |parent| {
            scaled.carried_inward(i, parent, swept.twists[parent])
        });
        let carried = imposed.map_or(carried, |imposed| carried + imposed[i]);
        let twist = resolve(&eliminations[i], carried, x_tilde, &mut swept.rates);
        for dof in &link.dofs {
            swept.rates[dof.velocity] = scaled.about_axis(i, swept.rates[dof.velocity]);
        }
        swept.carried.push(carried);
        swept.twists.push(twist);
        swept.transverse.push(transverse);
    }
    swept
}
