//! α scaling: along a chain of twisted joints the z component of a vector is carried over a running constant.
//!
//! With v_z = z v̂_z and t = tan α the transposed Rx(α) is y = v_y + t z v̂_z, z' v̂_z' = c z (v̂_z − (t/z) v_y): two products,
//! and the factor c of y goes into c cos q and c sin q, which all vectors of the joint share. Outwards alike:
//! Y = c (s_q v_x + c_q v_y), v_y' = Y − t c z v̂_z, v̂_z' = v̂_z + t/(c z) Y. The new constant is z' = c z in both
//! directions. Valid where a revolute joint's placement turns about x by an angle away from multiples of a quarter turn; at other
//! joints, and where z has left [2⁻²⁰, 2²⁰], it starts again from 1. It is used for accelerations, forces and
//! moments; ω and ω̇ are needed as they are, and take the constant c back at once.

use super::gauge::is_moderate;
use super::screws::is_twisted;
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::{Body, Mechanism};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// Rx(α) of a twisted joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct TwistedJoint<S> {
    /// cos α.
    pub cos: S,
    /// tan α.
    pub tan: S,
}

/// The twisted joints of a mechanism and the scales of z.
pub(super) struct TwistedJoints<S> {
    /// Joints that carry motion inwards, from the parent to the body, in scaled coordinates.
    pub inward: Vec<Option<TwistedJoint<S>>>,
    /// Scale of the z component of accelerations, by body.
    pub motion_z: Vec<S>,
    /// Joints that carry wrenches outwards, from the body to its parent, in scaled coordinates.
    pub outward: Vec<Option<TwistedJoint<S>>>,
    /// Scale of the z components of wrenches, by body.
    pub wrench_z: Vec<S>,
}

impl<S: Scalar> TwistedJoints<S> {
    pub(super) fn lift<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let bodies = &mechanism.bodies;
        let n = bodies.len();
        let (mut inward, mut outward) = (vec![None; n], vec![None; n]);
        let mut motion_z = vec![Number::ONE; n];
        for (i, body) in bodies.iter().enumerate() {
            let Some((joint, parent)) = twisted(body) else {
                continue;
            };
            let z = &motion_z[parent] * joint[0];
            if is_moderate(&z) {
                motion_z[i] = z;
                inward[i] = Some(TwistedJoint::lift(joint, leaves));
            }
        }
        // The scale a body has from the joints it carries; `None`: it carries none that is twisted.
        let mut given: Vec<Option<Number>> = vec![None; n];
        let mut wrench_z = vec![Number::ONE; n];
        let mut is_leaf = vec![true; n];
        for (i, body) in bodies.iter().enumerate().rev() {
            if let Some(parent) = body.parent {
                is_leaf[parent.0] = false;
            }
            if let Some(z) = &given[i] {
                wrench_z[i] = z.clone();
            }
            let Some((joint, parent)) = twisted(body) else {
                continue;
            };
            if is_leaf[i] {
                // Free: t c z = 1.
                wrench_z[i] = Number::ONE / joint[1];
            }
            let z = &wrench_z[i] * joint[0];
            if is_moderate(&z) {
                outward[i] = Some(TwistedJoint::lift(joint, leaves));
                given[parent].get_or_insert(z);
            } else if is_leaf[i] {
                wrench_z[i] = Number::ONE;
            }
        }
        let lifted = |scales: &[Number]| scales.iter().map(|z| leaves.constant(z)).collect();
        Self {
            inward,
            motion_z: lifted(&motion_z),
            outward,
            wrench_z: lifted(&wrench_z),
        }
    }
}

/// cos α, sin α and the parent of a twisted joint.
fn twisted(body: &Body) -> Option<([&Number; 2], usize)> {
    let r = &body.placement.rotation.0;
    let is_revolute = body.joint.is_rotation();
    let parent = body
        .parent
        .filter(|_| is_revolute && is_twisted(&body.placement))?;
    Some(([&r[1][1], &r[2][1]], parent.0))
}

impl<S: Scalar> TwistedJoint<S> {
    fn lift<L: Leaves<S = S>>([cos, sin]: [&Number; 2], leaves: &L) -> Self {
        Self {
            cos: leaves.constant(cos),
            tan: leaves.constant(&(sin / cos)),
        }
    }

    /// A vector of the parent, its z component over z, in the body's axes, its z component over c z.
    pub(super) fn inward(&self, (c, s): (S, S), v: Vec3<S>, z: S) -> Vec3<S> {
        let [v_x, v_y, v_z] = v.0;
        let y = v_y + (self.tan * z) * v_z;
        let z = v_z - (self.tan / z) * v_y;
        Vec3([
            c * v_x + (self.cos * s) * y,
            (self.cos * c) * y - s * v_x,
            z,
        ])
    }

    /// A vector of the body, its z component over z, in the parent's axes, its z component over c z.
    pub(super) fn outward(&self, (c, s): (S, S), v: Vec3<S>, z: S) -> Vec3<S> {
        let [v_x, v_y, v_z] = v.0;
        let y = (self.cos * s) * v_x + (self.cos * c) * v_y;
        let outer = self.cos * z;
        Vec3([
            c * v_x - s * v_y,
            y - (self.tan * outer) * v_z,
            v_z + (self.tan / outer) * y,
        ])
    }
}
