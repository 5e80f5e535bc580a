//! Hamiltonian rates (q̇, ṗ) from (q, p, τ) in scaled coordinates, Naudet (26)-(48).
//!
//! q̇ as in `../hamiltonian.rs`. ṗ = τ − Eᵀ(Ω × P*) needs the articulated momenta P*; no recursion does: with the
//! reduced inertia M̄, the twist t the body is carried with and the remainder η behind its joint, P* = M̄ t + η. At a
//! scaled joint Ω × P* about the axis is taken before the joint's turn, where x and y have the same scale. There it
//! is the derivative of ½ tᵀ M̄ t + tᵀ η along the turn, which takes of M̄ only what turns:
//!
//! ω_x (A_xy ω_x − D_A ω_y + Σ v_x − D_H v_y + H_yz v_z + η_ny) − ω_y (A_xy ω_y + Σ v_y + D_H v_x + H_xz v_z + η_nx)
//! + v_x (M_xy v_x − D_M v_y + M_yz v_z + η_fy) − v_y (M_xy v_y + M_xz v_z + η_fx)
//!
//! with D = xx − yy of each block and Σ = H_xy + H_yx.

use super::articulated::eliminate;
use super::eliminated::{backward, forward};
use super::gravity::weights;
use super::scaled_joint::Transverse;
use super::system::Scaled;
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::recursion::hamiltonian::{CanonicalState, crossed, with_component};
use crate::recursion::zeros;
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Vec3, Wrench};

/// Naudet: q̇ by articulated masses and remainder vectors (45), ṗ by (35).
pub(in crate::recursion) fn naudet<L: Leaves>(
    mechanism: &Mechanism,
    state: &CanonicalState<L::S>,
    leaves: &L,
) -> [Vec<L::S>; 2] {
    let scaled = &Scaled::lift(mechanism, leaves);
    let articulation = eliminate(scaled, leaves);
    // Links with driven joints have scales of 1.
    let links = scaled.system.links.iter();
    let driven: Vec<_> = links.map(|link| link.driven_twist(&state.driven)).collect();
    let remainders = articulation.inertias.iter().zip(&driven);
    let remainders = remainders
        .map(|(&inertia, &driven)| inertia * driven)
        .collect();
    let eliminations = &articulation.eliminations;
    let gathered = backward(scaled, eliminations, &state.p, remainders, leaves);
    let reduced = &gathered.φ_tilde;
    let swept = forward(scaled, eliminations, reduced, Some(&driven), leaves);
    let weights = weights(scaled, leaves);
    let mut p_dot = zeros(scaled.system.nv);
    for (i, link) in scaled.system.outward(leaves, "Naudet (35), P* = M̄ t + η") {
        let (inertia, t) = (articulation.reduced[i], swept.carried[i]);
        let crossed = match (scaled.joint(i), swept.transverse[i], gathered.transverse[i]) {
            (Some((joint, turn)), Some(transverse), Some(η)) => {
                let turned = joint.turned(*turn, inertia);
                let about_z = crossed_about_z(turned, transverse, t.linear[2], η);
                Wrench::new(Vec3([L::S::zero(), L::S::zero(), about_z]), Vec3::zero())
            }
            _ => {
                let mut momentum = scaled.wrench(i, inertia * t + gathered.wrenches[i]);
                for dof in &link.dofs {
                    momentum = with_component(momentum, dof, state.p[dof.velocity]); // (34)
                }
                crossed(scaled.twist(i, swept.twists[i]), momentum)
            }
        };
        for dof in &link.dofs {
            let v = dof.velocity;
            p_dot[v] = (state.τ[v] + dof.component(weights[i])) - dof.component(crossed);
        }
    }
    [swept.rates, p_dot]
}

/// The z component of Ω × (M̄ t + η), see above.
fn crossed_about_z<S: Scalar>(
    inertia: Articulated<S>,
    t: Transverse<S>,
    v_z: S,
    η: Transverse<S>,
) -> S {
    let (a, h, m) = (inertia.moment, inertia.coupling, inertia.force);
    let ([ω_x, ω_y], [v_x, v_y]) = (t.moment, t.force);
    let ([η_nx, η_ny], [η_fx, η_fy]) = (η.moment, η.force);
    let (d_a, d_h, d_m) = (a[0][0] - a[1][1], h[0][0] - h[1][1], m[0][0] - m[1][1]);
    let sum = h[0][1] + h[1][0];
    let n_y = a[0][1] * ω_x - d_a * ω_y + sum * v_x - d_h * v_y + h[1][2] * v_z + η_ny;
    let n_x = a[0][1] * ω_y + sum * v_y + d_h * v_x + h[0][2] * v_z + η_nx;
    let f_y = m[0][1] * v_x - d_m * v_y + m[1][2] * v_z + η_fy;
    let f_x = m[0][1] * v_y + m[0][2] * v_z + η_fx;
    ω_x * n_y - ω_y * n_x + v_x * f_y - v_y * f_x
}
