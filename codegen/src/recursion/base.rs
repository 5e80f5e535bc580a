//! Base inertial parameters in closed form: inertia that a joint cannot tell from its parent's goes to the parent.
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
//! What reaches the base is gone. Generalised forces, M and what follows from it keep their values; wrenches inside
//! joints, the momentum of the whole and the zero of the potential energy do not.

use super::System;
use crate::joint::Turn;
use crate::mechanism::{Basis, Joint, Mechanism};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mass, Mat3, Vec3};

impl<S: Scalar> System<S> {
    /// The same links (of a mechanism with elementary joints) with the base parameters that its bodies' choices name.
    #[must_use]
    pub fn in_base_parameters(mut self, mechanism: &Mechanism) -> Self {
        for i in (0..self.links.len()).rev() {
            let body = &mechanism.bodies[self.links[i].body.0];
            let Some(basis) = body.choices.basis else {
                continue;
            };
            let link = &mut self.links[i];
            let moved = movable(&body.joint, &link.composite, basis);
            link.composite = link.composite.without(&moved);
            link.mass = Mass::from(link.composite);
            let Some(parent) = link.parent else { continue };
            // The joint leaves it where it is: its motion is left out.
            let mut fixed = link.clone();
            fixed.turn = Turn::Fixed;
            if !matches!(body.joint, Joint::Revolute { .. }) {
                fixed.slide = None;
            }
            let seen = fixed.composite_onto_parent(moved, self.half);
            let parent = &mut self.links[parent];
            parent.composite = parent.composite + seen;
            parent.mass = Mass::from(parent.composite);
        }
        self
    }
}

/// The part of an inertia that the joint leaves where it is, in the joint's frame.
fn movable<S: Scalar>(joint: &Joint, body: &Composite<S>, basis: Basis) -> Composite<S> {
    let none = Composite::zero();
    match joint {
        Joint::Revolute { .. } => Composite {
            euler: along_axis(body, basis),
            first_moment: Vec3([S::zero(), S::zero(), body.first_moment[2]]),
            mass: body.mass,
        },
        Joint::Helical { .. } => Composite {
            euler: along_axis(body, basis),
            ..none
        },
        Joint::Prismatic { .. } => Composite {
            euler: body.euler,
            ..none
        },
        Joint::Spherical => Composite {
            mass: body.mass,
            ..none
        },
        // Others are split into these, or fix nothing.
        _ => none,
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
