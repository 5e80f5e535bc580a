//! The motion of a link in the U form, from that of its parent.

use crate::recursion::rotation::{RotationalMotion, joint_acceleration};
use crate::recursion::{Link, Motion, System};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// The motion of a link, as far as the links behind it need it.
#[derive(Clone, Copy, Debug)]
pub(in crate::recursion) struct LinkMotion<S> {
    pub(in crate::recursion) rotation: RotationalMotion<S>,
    /// Acceleration of the origin, gravity subtracted, in body axes.
    pub(in crate::recursion) a: Vec3<S>,
    /// ω and ω̇ without the joint's own rates, in body axes before the joint's turn.
    carried: (Vec3<S>, Vec3<S>),
    /// Rate and acceleration about z that the joints of a group of parallel axes add to those carried to its first.
    pub(in crate::recursion) turning: (S, S),
}

/// The motion of a link from that of its parent (and of the first link of its group).
pub(super) fn advance<S: Scalar>(
    system: &System<S>,
    motion: &Motion<S>,
    link: &Link<S>,
    motions: &[LinkMotion<S>],
) -> LinkMotion<S> {
    let parent = link.of_parent(motions, LinkMotion::base(system));
    let joint = link.joint_twist(&motion.rates);
    let joint_rate = link.joint_twist(&motion.accelerations);
    let (carried, rotation, turning) = match link.group {
        Some(member) => {
            let carried = motions[member.base].carried;
            let turning = member.turning((joint.angular[2], joint_rate.angular[2]), parent.turning);
            (carried, member.rotation(carried, turning), turning)
        }
        None => {
            let carried = (
                link.inward_before_turn(parent.rotation.ω),
                link.inward_before_turn(parent.rotation.ω_dot),
            );
            let ω = link.turned_inward(carried.0) + joint.angular;
            let ω_dot = link.turned_inward(carried.1) + ω.cross(joint.angular) + joint_rate.angular;
            let turning = (joint.angular[2], joint_rate.angular[2]);
            (carried, RotationalMotion::new(ω, ω_dot), turning)
        }
    };
    let at_joint = link.inward(parent.a + parent.rotation.u * link.offset);
    let a = joint_acceleration(link, at_joint, carried.0, &rotation, joint) + joint_rate.linear;
    LinkMotion {
        rotation,
        a,
        carried,
        turning,
    }
}

impl<S: Scalar> LinkMotion<S> {
    /// How the carrier of a link turns whose group begins with this link, `turning` about the common axis: see
    /// [`System::in_group_axes`].
    pub(in crate::recursion) fn rotation_of_carrier(
        &self,
        flipped: bool,
        (rate, acceleration): (S, S),
    ) -> RotationalMotion<S> {
        let flip = |v: Vec3<S>| {
            let [x, y, z] = v.0;
            Vec3(if flipped { [x, -y, -z] } else { [x, y, z] })
        };
        let z = Vec3::unit(2);
        let ω = flip(self.carried.0) + z * rate;
        let ω_dot = flip(self.carried.1) + ω.cross(z * rate) + z * acceleration;
        RotationalMotion::new(ω, ω_dot)
    }

    /// That of the base.
    fn base(system: &System<S>) -> Self {
        Self {
            rotation: RotationalMotion::rest(),
            a: -system.gravity,
            carried: (Vec3::zero(), Vec3::zero()),
            turning: (S::zero(), S::zero()),
        }
    }
}
