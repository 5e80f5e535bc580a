//! The motion of a link in U form, accelerations with scaled z components.

use super::twisted::TwistedJoints;
use crate::joint::JointRotation;
use crate::recursion::rotation::{RotationalMotion, joint_acceleration};
use crate::recursion::{Motion, System};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// The motion of a link, as far as the links behind it need it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkMotion<S> {
    pub rotation: RotationalMotion<S>,
    /// Acceleration of the origin, gravity subtracted, in body axes, its z component scaled.
    pub a: Vec3<S>,
}

/// The motion of a link from that of its parent; at a twisted joint without the slide of its own frame.
pub(super) fn advance<S: Scalar>(
    system: &System<S>,
    twists: &TwistedJoints<S>,
    motion: &Motion<S>,
    i: usize,
    motions: &[LinkMotion<S>],
) -> LinkMotion<S> {
    let link = &system.links[i];
    let (parent, a, z) = link
        .parent
        .map_or((RotationalMotion::rest(), -system.gravity, S::one()), |p| {
            (motions[p].rotation, motions[p].a, twists.motion_z[p])
        });
    let joint = link.joint_twist(&motion.rates);
    let joint_rate = link.joint_twist(&motion.accelerations);
    let turned = |ω: Vec3<S>, ω_dot: Vec3<S>| {
        let ω = ω + joint.angular;
        RotationalMotion::new(ω, ω_dot + ω.cross(joint.angular) + joint_rate.angular)
    };
    if let (Some(twist), JointRotation::AboutZ(c, s)) = (twists.inward[i], link.turn) {
        let one = S::one();
        let inward = |v: Vec3<S>| {
            let [x, y, z] = twist.inward((c, s), v, one).0;
            Vec3([x, y, twist.cos * z])
        };
        let scaled_offset = [link.offset, link.offset, link.offset * (one / z)];
        let swept = Vec3(core::array::from_fn(|k| {
            Vec3(parent.u[k]).dot(scaled_offset[k])
        }));
        return LinkMotion {
            rotation: turned(inward(parent.ω), inward(parent.ω_dot)),
            a: twist.inward((c, s), a + swept, z),
        };
    }
    let a = Vec3([a[0], a[1], z * a[2]]);
    let rotation = turned(link.inward(parent.ω), link.inward(parent.ω_dot));
    let at_joint = link.inward(a + parent.u * link.offset);
    let carried = link.inward_before_turn(parent.ω);
    LinkMotion {
        rotation,
        a: joint_acceleration(link, at_joint, carried, &rotation, joint) + joint_rate.linear,
    }
}
