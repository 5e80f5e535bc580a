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

use crate::mechanism::{Inertia, Joint, Mechanism, Sym3};
use crate::number::Number;

/// Which entry of a body's inertia K_zz of its base parameters makes zero. (K_zz of a point mass on the axis adds to
/// J_xx and J_yy alike.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Basis {
    /// K_zz = 0.
    #[default]
    EulerZz,
    /// J_yy = 0.
    TensorYy,
    /// J_xx = 0.
    TensorXx,
}

impl Basis {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::EulerZz, Self::TensorYy, Self::TensorXx];
}

/// The mechanism (with elementary joints) in base parameters; `basis` gives the basis of every body. Exact.
#[must_use]
pub fn base_parameters(mechanism: &Mechanism, basis: impl Fn(usize) -> Basis) -> Mechanism {
    let mut result = mechanism.clone();
    for index in (0..result.bodies.len()).rev() {
        let body = &mut result.bodies[index];
        let moved = movable(&body.joint, &body.inertia, basis(index));
        body.inertia = body.inertia.plus(&negated(&moved));
        if let Some(parent) = body.parent {
            let seen = moved.seen_through(&body.placement);
            let parent = &mut result.bodies[parent.0];
            parent.inertia = parent.inertia.plus(&seen);
        }
    }
    result
}

/// The part of an inertia that the joint leaves where it is, in the joint's frame.
fn movable(joint: &Joint, inertia: &Inertia, basis: Basis) -> Inertia {
    match joint {
        Joint::Revolute { .. } => {
            let [.., z] = &inertia.first_moment;
            Inertia {
                mass: inertia.mass.clone(),
                first_moment: [Number::ZERO, Number::ZERO, z.clone()],
                tensor: along_axis(inertia, basis),
            }
        }
        Joint::Helical { .. } => Inertia {
            tensor: along_axis(inertia, basis),
            ..Inertia::default()
        },
        Joint::Prismatic { .. } => Inertia {
            tensor: inertia.tensor.clone(),
            ..Inertia::default()
        },
        Joint::Spherical => Inertia {
            mass: inertia.mass.clone(),
            ..Inertia::default()
        },
        // Others are split into these, or fix nothing.
        _ => Inertia::default(),
    }
}

/// The tensor of K = diag(0, 0, x): J = diag(x, x, 0).
fn along_axis(inertia: &Inertia, basis: Basis) -> Sym3 {
    let x = match basis {
        Basis::EulerZz => inertia.euler_tensor().zz,
        Basis::TensorYy => inertia.tensor.yy.clone(),
        Basis::TensorXx => inertia.tensor.xx.clone(),
    };
    Sym3 {
        xx: x.clone(),
        yy: x,
        ..Sym3::default()
    }
}

fn negated(inertia: &Inertia) -> Inertia {
    Inertia {
        mass: -&inertia.mass,
        first_moment: core::array::from_fn(|k| -&inertia.first_moment[k]),
        tensor: Sym3::from_fn(|i, j| -inertia.tensor.at(i, j)),
    }
}
