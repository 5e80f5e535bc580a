//! First moments of the bodies behind every joint.

use crate::leaves::Leaves;
use crate::recursion::System;
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// First moment and mass of the bodies behind every joint, in the frame of its body; and the total mass.
pub(in crate::recursion) fn first_moments<L: Leaves>(
    system: &System<L::S>,
    leaves: &L,
) -> (Vec<(Vec3<L::S>, L::S)>, L::S) {
    let mut moments: Vec<(Vec3<L::S>, L::S)> = system
        .links
        .iter()
        .map(|link| (link.mass.first_moment, link.mass.mass))
        .collect();
    let mut total = L::S::zero();
    for (i, link) in system.inward(leaves, "composite first moment") {
        match link.parent {
            Some(parent) => {
                let (moment, mass) = moment_onto_parent(system, i, moments[i]);
                moments[parent] = (moments[parent].0 + moment, moments[parent].1 + mass);
            }
            None => total = total + moments[i].1,
        }
    }
    (moments, total)
}

/// A first moment of link i with its mass, about the parent's origin.
pub(in crate::recursion) fn moment_onto_parent<S: Scalar>(
    system: &System<S>,
    i: usize,
    (moment, mass): (Vec3<S>, S),
) -> (Vec3<S>, S) {
    let link = &system.links[i];
    let slid = if link.slide.is_some() {
        moment + link.slid() * mass
    } else {
        moment
    };
    (link.outward(slid) + link.offset * mass, mass)
}
