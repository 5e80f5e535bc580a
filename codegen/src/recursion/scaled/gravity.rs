//! Forces and directions, first moments, and the weight of the bodies behind every joint, scaled.

use super::scale::times;
use super::system::Scaled;
use crate::leaves::Leaves;
use crate::recursion::gravity;
use crate::scalar::Scalar;
use crate::spatial::{Vec3, Wrench};

impl<S: Scalar> Scaled<S> {
    /// The force of a scaled one.
    pub(super) fn force(&self, i: usize, scaled: Vec3<S>) -> Vec3<S> {
        self.scale(i)
            .map_or(scaled, |scale| times(scaled, scale.of.force))
    }

    /// A force, scaled.
    pub(super) fn scaled_force(&self, i: usize, force: Vec3<S>) -> Vec3<S> {
        self.scale(i)
            .map_or(force, |scale| times(force, scale.inverse.force))
    }

    /// The direction of one scaled as a linear velocity.
    pub(super) fn direction(&self, i: usize, scaled: Vec3<S>) -> Vec3<S> {
        self.scale(i)
            .map_or(scaled, |scale| times(scaled, scale.inverse.force))
    }

    /// A direction, scaled as a linear velocity.
    pub(super) fn scaled_direction(&self, i: usize, direction: Vec3<S>) -> Vec3<S> {
        self.scale(i)
            .map_or(direction, |scale| times(direction, scale.of.force))
    }

    /// A first moment of link i with its mass, scaled as a force, about the parent's origin; for a scaled joint with
    /// its part transverse to the axis.
    pub(super) fn first_moment_onto_parent(
        &self,
        i: usize,
        parent: usize,
        moment: Vec3<S>,
        mass: S,
    ) -> (Vec3<S>, Option<[S; 2]>) {
        let link = self.link(i);
        let slid = moment + self.scaled_force(i, link.slid() * mass);
        let arm = self.scaled_force(parent, link.offset * mass);
        match self.joint(i) {
            Some((joint, turn)) => {
                let (moment, transverse) = joint.force_outward(*turn, slid);
                (moment + arm, Some(transverse))
            }
            None => {
                let moment = link.outward(self.force(i, slid));
                (self.scaled_force(parent, moment) + arm, None)
            }
        }
    }
}

/// x_x y_y − x_y y_x.
fn turned<S: Scalar>(x: [S; 2], y: [S; 2]) -> S {
    x[0] * y[1] - x[1] * y[0]
}

/// The weight of the bodies behind every joint, about the origin of its body; at a scaled joint its moment about the
/// axis alone.
pub(super) fn weights<L: Leaves>(scaled: &Scaled<L::S>, leaves: &L) -> Vec<Wrench<L::S>> {
    let links = &scaled.system.links;
    // Gravity by links, and across the axes of scaled joints.
    let mut g: Vec<Vec3<L::S>> = Vec::with_capacity(links.len());
    let mut g_across: Vec<Option<[L::S; 2]>> = Vec::with_capacity(links.len());
    for (i, link) in scaled
        .system
        .outward(leaves, "gravity in body axes, scaled")
    {
        let (direction, transverse) = match (link.parent, scaled.joint(i)) {
            (Some(parent), Some((joint, turn))) => {
                let (direction, transverse) = joint.direction_inward(*turn, g[parent]);
                (direction, Some(transverse))
            }
            (parent, _) => {
                let outer = parent.map_or(scaled.system.gravity, |parent| {
                    scaled.direction(parent, g[parent])
                });
                (scaled.scaled_direction(i, link.inward(outer)), None)
            }
        };
        g.push(direction);
        g_across.push(transverse);
    }
    let mut masses: Vec<L::S> = links.iter().map(|link| link.mass.mass).collect();
    let mut moments: Vec<Vec3<L::S>> = links
        .iter()
        .enumerate()
        .map(|(i, link)| scaled.scaled_force(i, link.mass.first_moment))
        .collect();
    let mut weights = vec![Wrench::zero(); links.len()];
    for (i, link) in scaled
        .system
        .inward(leaves, "composite first moment, scaled")
    {
        let mut seen = None;
        if let Some(parent) = link.parent {
            let (moment, transverse) =
                scaled.first_moment_onto_parent(i, parent, moments[i], masses[i]);
            moments[parent] = moments[parent] + moment;
            masses[parent] = masses[parent] + masses[i];
            seen = transverse;
        }
        weights[i] = match (seen, g_across[i]) {
            (Some(moment), Some(g)) => Wrench::new(
                Vec3([L::S::zero(), L::S::zero(), turned(moment, g)]),
                Vec3::zero(),
            ),
            _ => gravity::weight(
                (scaled.force(i, moments[i]), masses[i]),
                scaled.direction(i, g[i]),
            ),
        };
    }
    weights
}
