//! The motion of carriers: the links of groups of parallel axes in axes that do not turn with the group.

use crate::recursion::System;
use crate::recursion::groups::Grouped;
use crate::recursion::system::about_z;
use crate::recursion::u_form::LinkMotion;
use crate::scalar::Scalar;

impl<S: Scalar> Grouped<S> {
    /// The motion of every link here, carriers among them, from that of the links of the original system.
    pub(super) fn motions(&self, system: &System<S>, own: &[LinkMotion<S>]) -> Vec<LinkMotion<S>> {
        let mut all = Vec::with_capacity(self.system.links.len());
        for (i, (link, motion)) in system.links.iter().zip(own).enumerate() {
            if let Some((c, s)) = self.turns[i] {
                let base = link.group.map_or(i, |member| member.base);
                let flipped = link.group.is_some_and(|member| member.flipped);
                let mut carrier = *motion;
                carrier.rotation = own[base].rotation_of_carrier(flipped, motion.turning);
                carrier.a = about_z(c, s, motion.a);
                all.push(carrier);
            }
            all.push(*motion);
        }
        all
    }
}
