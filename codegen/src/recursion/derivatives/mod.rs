//! Derivatives of the inverse dynamics by coordinates and rates: a composite recursion in the links' own frames.
//!
//! Singh, Russell and Wensing, "Efficient analytical derivatives of rigid-body dynamics using spatial vector algebra" (2022), with
//! their composite matrix Bᶜ in 12 numbers. Forces do not change when everything moves on at a constant velocity: each
//! link is looked at from an observer with whom its origin is at rest, no linear velocity is ever computed, and
//!
//! ```text
//!  2B = [[Y − h_a~, 0], [−2 h_l~, 0]]       h = [h_a; h_l] the momentum, Y the rate of the inertia tensor, of the composite body
//!
//!  of a degree of freedom with unit twist Ψ (`unit_twist`):  Ψ̇, Ψ̈ as carried by its parent,  Φ = Ψ̇ + its own rate
//!  row      ρ = I Ψ,   σ = Y Ψ_a + h_a × Ψ_a + 2 h_l × Ψ_l                                  (`travelling`)
//!  column   c = 2B Ψ̇ + I Ψ̈ + Ψ ×* w,   d = 2B Ψ + I Φ          w the wrench of its joint    (`travelling`)
//!
//!  i behind j:  ∂τ_i/∂q_j = ρ · Ψ̈_j + σ · Ψ̇_j     ∂τ_i/∂q̇_j = ρ · Φ_j + σ · Ψ_j
//!               ∂τ_j/∂q_i = Ψ_j · c               ∂τ_j/∂q̇_i = Ψ_j · d             M_ij = Ψ_j · ρ
//! ```
//!
//! Rows and columns travel to the base as wrenches; in groups of parallel axes, in axes that do not turn with the group
//! ([`carried`]). A body marked as a *meeting frame* stops them: unit twists of joints before it travel outward and meet them there.
//!
//! With *relative rates* ([`OwnMotion::Apart`]) h and Y are those of the motion against the link alone, so that a body's own motion adds
//! nothing to them; what the motion of the link as a rigid whole gives for a revolute joint needs two products ([`rigid`]).

mod carried;
mod composite_motion;
mod derived;
mod differentiated;
mod dynamics;
mod forward;
mod outward;
mod pairs;
mod parameters;
mod primal;
mod products;
mod rigid;
mod second;
mod substituted;
mod travelling;
mod unit_twist;

pub(crate) use self::derived::derived;
pub(super) use self::differentiated::{Differentiation, direction, directions, slope};
pub(super) use self::dynamics::Part;
use self::pairs::derivatives;
pub(crate) use self::primal::{is_derivative, of_literal_graph};
pub(super) use self::substituted::Substituted;

/// The derivatives of generalised forces τ(q, q̇, q̈) in the tangent space: rows belong to forces, columns to velocities.
#[derive(Clone, Debug)]
pub(super) struct Derivatives<S> {
    /// ∂τ/∂q.
    pub by_coordinates: Vec<Vec<S>>,
    /// ∂τ/∂q̇.
    pub by_rates: Vec<Vec<S>>,
    /// ∂τ/∂q̈ = M.
    pub mass: Vec<Vec<S>>,
}

/// What the momentum of a composite body and the rate of its inertia are measured against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OwnMotion {
    /// Axes at rest: the motion of the link is in them.
    Included,
    /// The link itself: its motion as a rigid whole is added where it is needed.
    Apart,
}
