//! Links of groups of parallel axes in axes that do not turn with the group.

use super::System;
use super::system::{ConstantRotation, Link, about_z};
use crate::joint::JointRotation;
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mass, Vec3, Wrench};

/// The result of [`System::in_group_axes`].
#[derive(Clone, Debug)]
pub struct Grouped<S> {
    /// The links, carriers among them.
    pub system: System<S>,
    /// For every link of the original system, its body here.
    pub(super) bodies: Vec<usize>,
    /// For every link of the original system that has a carrier, the turn about its axis from body axes to those of the carrier.
    pub(super) turns: Vec<Option<(S, S)>>,
}

impl<S: Scalar> Grouped<S> {
    /// Wrenches on the bodies, as wrenches on all links.
    #[must_use]
    pub fn wrenches(&self, wrenches: Vec<Wrench<S>>) -> Vec<Wrench<S>> {
        let mut all = vec![Wrench::zero(); self.system.links.len()];
        for (&body, wrench) in self.bodies.iter().zip(wrenches) {
            all[body] = wrench;
        }
        all
    }
}

impl<S: Scalar> System<S> {
    /// The links as they are, none with a carrier.
    #[must_use]
    pub fn in_own_axes(&self) -> Grouped<S> {
        let mut system = self.clone();
        system.links.iter_mut().for_each(|link| link.group = None);
        Grouped {
            bodies: (0..system.links.len()).collect(),
            turns: vec![None; system.links.len()],
            system,
        }
    }

    /// The same mechanism with two links for every body of a group: a massless *carrier*, which has the joint but axes
    /// that do not turn with the group (those of its first joint frame G, half a turn about x aside), and the body
    /// itself, turned on the carrier about the common axis by its angle in the group. Between carriers there are only
    /// shifts. For recursions that take the axes of a link at an instant, not their motion.
    #[must_use]
    pub fn in_group_axes(&self) -> Grouped<S> {
        let turns = self.group_turns();
        let mut links: Vec<Link<S>> = Vec::with_capacity(2 * self.links.len());
        let mut bodies: Vec<usize> = Vec::with_capacity(self.links.len());
        for (link, turn) in self.links.iter().zip(&turns) {
            let mut first = link.clone();
            // A carrier is right before its body.
            let carrier = |parent: usize| bodies[parent] - 1;
            first.parent = match (link.parent, link.group) {
                (Some(parent), Some(_)) => Some(carrier(parent)),
                (parent, _) => parent.map(|parent| bodies[parent]),
            };
            if let (Some(_), Some((c, s))) = (link.group, link.parent.and_then(|p| turns[p])) {
                first.offset = about_z(c, s, link.offset);
                first.offset_in_plane = false;
            }
            first.group = None;
            let Some((c, s)) = *turn else {
                bodies.push(links.len());
                links.push(first);
                continue;
            };
            first.turn = JointRotation::Fixed;
            let body = first.split_body(links.len(), JointRotation::AboutZ(c, s));
            bodies.push(links.len() + 1);
            links.extend([first, body]);
        }
        Grouped {
            system: Self {
                links,
                ..self.clone()
            },
            bodies,
            turns,
        }
    }

    /// For every link of a group, the turn about its axis from body axes to those of its carrier.
    fn group_turns(&self) -> Vec<Option<(S, S)>> {
        let mut turns = vec![None; self.links.len()];
        for (i, link) in self.links.iter().enumerate() {
            let Some(member) = link.group else { continue };
            turns[i] = Some(member.about_own_axis());
            if let JointRotation::AboutZ(c, s) = self.links[member.base].turn {
                turns[member.base] = Some((c, s));
            }
        }
        turns
    }
}

impl<S: Scalar> Link<S> {
    /// Takes the inertia off this link and puts it on a body turned on it, which is returned; `place` is the index of
    /// this link.
    fn split_body(&mut self, place: usize, turn: JointRotation<S>) -> Self {
        let body = Self {
            parent: Some(place),
            placement: ConstantRotation::identity(),
            offset: Vec3::zero(),
            offset_in_plane: false,
            turn,
            slide: None,
            dofs: Vec::new(),
            driven: Vec::new(),
            ..self.clone()
        };
        self.mass = Mass::zero();
        self.modal = None;
        self.composite = Composite::zero();
        body
    }
}
