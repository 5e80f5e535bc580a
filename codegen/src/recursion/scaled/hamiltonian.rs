//! Hamiltonian rates (q̇, ṗ) from (q, p, τ) in scaled coordinates, Naudet (26)-(48).
//!
//! As `../hamiltonian.rs`. ṗ needs z components of products of a motion and a load, which are the same in any scales;
//! at a scaled joint they are taken before its turn, where x and y have the same scale.

use super::articulated::{backward, eliminate, forward};
use super::gauge::Unit;
use super::scale::Scaled;
use super::step::Across;
use crate::mechanism::Mechanism;
use crate::number::Number;
use crate::recursion::articulated::Articulation;
use crate::recursion::gravity;
use crate::recursion::hamiltonian::{State, crossed, with_component};
use crate::recursion::zeros;
use crate::scalar::{Leaves, Origin, Scalar};
use crate::spatial::{Vec3, Wrench};

/// Naudet: q̇ by articulated masses and remainder vectors (45), ṗ by (35).
pub(in crate::recursion) fn naudet<L: Leaves>(
    mechanism: &Mechanism,
    state: &State<L::S>,
    leaves: &L,
) -> [Vec<L::S>; 2] {
    let weightless = mechanism.gravity.iter().all(Number::is_zero);
    let unit = if weightless { Unit::Arm } else { Unit::Shear };
    let scaled = &Scaled::lift(mechanism, unit, leaves);
    let Articulation {
        inertias,
        eliminations,
    } = eliminate(scaled, leaves);
    // Links with driven joints have scales of 1.
    let links = scaled.system.links.iter();
    let driven: Vec<_> = links.map(|link| link.driven_twist(&state.driven)).collect();
    let remainders = inertias.iter().zip(&driven);
    let remainders = remainders
        .map(|(&inertia, &driven)| inertia * driven)
        .collect();
    let reduced = backward(scaled, &eliminations, &state.p, remainders, leaves);
    let swept = forward(scaled, &eliminations, &reduced, Some(&driven), leaves);
    let weights = weights(scaled, leaves);
    let mut momenta: Vec<Wrench<L::S>> = (swept.twists.iter().enumerate())
        .map(|(i, &t)| scaled.inertia(i) * t)
        .collect();
    let mut p_dot = zeros(scaled.system.nv);
    for (i, link) in scaled.system.links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Naudet (26), (35), scaled",
        });
        for dof in &link.dofs {
            let p = scaled.about_axis(i, state.p[dof.velocity]);
            momenta[i] = with_component(momenta[i], dof, p); // (34)
        }
        let mut across = None;
        if let Some(parent) = link.parent {
            let (momentum, parts) = scaled.onto_parent(i, parent, momenta[i]);
            momenta[parent] = momenta[parent] + momentum;
            across = parts;
        }
        let crossed = match (swept.across[i], across) {
            (Some(t), Some(momentum)) => Wrench {
                moment: Vec3([L::S::zero(), L::S::zero(), crossed_about_z(t, momentum)]),
                force: Vec3::zero(),
            },
            _ => crossed(
                scaled.twist(i, swept.twists[i]),
                scaled.wrench(i, momenta[i]),
            ),
        };
        for dof in &link.dofs {
            let v = dof.velocity;
            p_dot[v] = (state.τ[v] + dof.component(weights[i])) - dof.component(crossed);
        }
    }
    [swept.rates, p_dot]
}

/// The z component of ω × n + v × f.
fn crossed_about_z<S: Scalar>(t: Across<S>, w: Across<S>) -> S {
    turned(t.force, w.force) + turned(t.moment, w.moment)
}

/// x_x y_y − x_y y_x.
fn turned<S: Scalar>(x: [S; 2], y: [S; 2]) -> S {
    x[0] * y[1] - x[1] * y[0]
}

/// The weight of the bodies behind every joint, about the origin of its body; at a scaled joint its moment about the
/// axis alone.
fn weights<L: Leaves>(scaled: &Scaled<L::S>, leaves: &L) -> Vec<Wrench<L::S>> {
    let links = &scaled.system.links;
    // Gravity by links, and across the axes of scaled joints.
    let mut g: Vec<Vec3<L::S>> = Vec::with_capacity(links.len());
    let mut g_across: Vec<Option<[L::S; 2]>> = Vec::with_capacity(links.len());
    for (i, link) in links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "gravity in body axes, scaled",
        });
        let (direction, across) = match (link.parent, scaled.step(i)) {
            (Some(parent), Some((step, turn))) => {
                let (direction, across) = step.direction_inward(*turn, g[parent]);
                (direction, Some(across))
            }
            (parent, _) => {
                let outer = parent.map_or(scaled.system.gravity, |parent| {
                    scaled.direction(parent, g[parent])
                });
                (scaled.scaled_direction(i, link.inward(outer)), None)
            }
        };
        g.push(direction);
        g_across.push(across);
    }
    let mut masses: Vec<L::S> = links.iter().map(|link| link.mass.mass).collect();
    let mut moments: Vec<Vec3<L::S>> = links
        .iter()
        .enumerate()
        .map(|(i, link)| scaled.scaled_force(i, link.mass.first_moment))
        .collect();
    let mut weights = vec![Wrench::zero(); links.len()];
    for (i, link) in links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "composite first moment, scaled",
        });
        let mut seen = None;
        if let Some(parent) = link.parent {
            let (moment, across) =
                scaled.first_moment_onto_parent(i, parent, moments[i], masses[i]);
            moments[parent] = moments[parent] + moment;
            masses[parent] = masses[parent] + masses[i];
            seen = across;
        }
        weights[i] = match (seen, g_across[i]) {
            (Some(moment), Some(g)) => Wrench {
                moment: Vec3([L::S::zero(), L::S::zero(), turned(moment, g)]),
                force: Vec3::zero(),
            },
            _ => gravity::weight(
                (scaled.force(i, moments[i]), masses[i]),
                scaled.direction(i, g[i]),
            ),
        };
    }
    weights
}
