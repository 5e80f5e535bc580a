//! Base inertial parameters in closed form: inertia that a joint cannot distinguish from its parent's goes to the parent.
//!
//! With the pseudo-inertia P = [[K, ms], [msᵀ, m]] (K the Euler tensor) the kinetic energy of a body at pose T is
//! ½ tr(Ṫ P Ṫᵀ). A part δ = Σ x xᵀ of P whose points and directions x a joint leaves where they are, J(q) x = x, moves
//! with the parent: it can be added there as T δ Tᵀ, T the joint's placement. From the tips to the base:
//!
//! | joint | fixed | moved to the parent |
//! |---|---|---|
//! | revolute | points on the axis | m, m z, K_zz |
//! | helical | the direction of the axis | K_zz |
//! | prismatic | all directions | K |
//! | spherical | the centre | m |
//! | free | nothing | nothing |
//!
//! Inertia that reaches the base is dropped. Generalised forces, M and what follows from it keep their values; wrenches inside
//! joints, the momentum of the whole and the zero of the potential energy do not.
//!
//! What is moved has as many digits more for every body it passes: of generated code, every 32nd body of a chain keeps its inertia
//! ([`keeping`]).

use super::{Link, System};
use crate::joint::{Invariant, JointRotation};
use crate::mechanism::{Basis, Joint, Mechanism};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mass, Mat3, Vec3};

/// Bodies of a chain, one behind the other, of which the last keeps its inertia.
const CHAIN: usize = 32;

/// For every body of a mechanism, whether it keeps what it could move to its parent: so exact numbers are no longer than those of a
/// chain of [`CHAIN`] bodies, and the time for a chain is in proportion to its length.
pub(crate) fn keeping(mechanism: &Mechanism) -> Vec<bool> {
    let keeps = |depth: usize| depth > 1 && depth % CHAIN == 1;
    mechanism.depths().into_iter().map(keeps).collect()
}

impl<S: Scalar> System<S> {
    /// The same links (of a mechanism with elementary joints) with the base parameters that its bodies' choices name.
    #[must_use]
    pub fn in_base_parameters(mut self, mechanism: &Mechanism) -> Self {
        for i in (0..self.links.len()).rev() {
            let body = &mechanism.bodies[self.links[i].body.0];
            let Some(basis) = body.choices.basis else {
                continue;
            };
            let moved = movable(&body.joint, &self.links[i].composite, basis);
            self.move_to_parent(i, &body.joint, moved);
        }
        self
    }

    /// Moves a part of a link's inertia, which its joint leaves where it is, to its parent.
    pub(super) fn move_to_parent(&mut self, i: usize, joint: &Joint, moved: Composite<S>) {
        let left = self.links[i].composite.without(&moved);
        self.links[i].set_inertia(left);
        let Some(parent) = self.links[i].parent else {
            return;
        };
        let is_revolute = joint.is_rotation();
        let seen = self.seen_before_turn(i, is_revolute, moved);
        let taken = self.links[parent].composite + seen;
        self.links[parent].set_inertia(taken);
    }

    /// A part of a link's inertia, seen by its parent with the joint at 0: its motion is left out, not the constant
    /// slide behind the turn of a revolute joint.
    pub(super) fn seen_before_turn(
        &self,
        i: usize,
        is_revolute: bool,
        part: Composite<S>,
    ) -> Composite<S> {
        let mut fixed = self.links[i].clone();
        fixed.turn = JointRotation::Fixed;
        if !is_revolute {
            fixed.slide = None;
        }
        fixed.composite_onto_parent(part, self.half)
    }
}

impl<S: Scalar> Link<S> {
    /// Gives the body another inertia, about the same origin.
    pub(super) fn set_inertia(&mut self, inertia: Composite<S>) {
        self.composite = inertia;
        self.mass = Mass::from(inertia);
    }
}

/// The part of an inertia that the joint leaves where it is, in the joint's frame.
pub(super) fn movable<S: Scalar>(joint: &Joint, body: &Composite<S>, basis: Basis) -> Composite<S> {
    let none = Composite::zero();
    match joint.invariant() {
        Invariant::Axis => Composite {
            euler: along_axis(body, basis),
            first_moment: Vec3([S::zero(), S::zero(), body.first_moment[2]]),
            mass: body.mass,
        },
        Invariant::AxisDirection => Composite {
            euler: along_axis(body, basis),
            ..none
        },
        Invariant::Directions => Composite {
            euler: body.euler,
            ..none
        },
        Invariant::Centre => Composite {
            mass: body.mass,
            ..none
        },
        Invariant::Nothing => none,
    }
}

/// diag(0, 0, x) with the x that makes the entry of the basis zero. J_xx = K_yy + K_zz, J_yy = K_xx + K_zz.
fn along_axis<S: Scalar>(body: &Composite<S>, basis: Basis) -> Mat3<S> {
    let k = body.euler;
    let x = match basis {
        Basis::EulerZz => k[2][2],
        Basis::TensorYy => k[0][0] + k[2][2],
        Basis::TensorXx => k[1][1] + k[2][2],
    };
    Mat3::from_fn(|i, j| if i == 2 && j == 2 { x } else { S::zero() })
}
