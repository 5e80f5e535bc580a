//! The limbs of a mechanism: branches with the same joints, or with the same numbers too.

use core::ops::Range;

use crate::leaves::{Argument, Input};
use crate::mechanism::{Body, BodyId, Combination, Mechanism};
use crate::program::Shape;

/// Limbs that are told apart: a set of them is a word of this many bits, one of which stands for everything else.
const MOST: usize = 63;

/// Disjoint branches, in groups of equal ones.
#[derive(Debug)]
pub(super) struct Limbs {
    /// The limbs of every group, by their numbers.
    pub(super) groups: Vec<Vec<usize>>,
    /// The body next to the trunk, of every limb.
    pub(super) roots: Vec<BodyId>,
    /// The limb of every coordinate and of every velocity of the user.
    coordinates: Vec<Option<usize>>,
    velocities: Vec<Option<usize>>,
    /// The limb of every body of the model.
    bodies: Vec<Option<usize>>,
}

impl Limbs {
    /// The largest branches of which there are several: with the same joints, or with the same numbers to the last digit.
    pub(super) fn of(mechanism: &Mechanism, numbers: bool) -> Self {
        let bodies = &mechanism.bodies;
        let (mut groups, mut roots) = (Vec::new(), Vec::new());
        let mut limb_of = vec![None; bodies.len()];
        for first in 0..bodies.len() {
            if limb_of[first].is_some() {
                continue;
            }
            let end = end(bodies, first);
            let others = (end..bodies.len()).filter(|&other| {
                limb_of[other].is_none() && equal(bodies, (first, other), numbers)
            });
            let mut members = vec![first];
            for other in others {
                // A branch of a branch that is there already is none of its own.
                let last = members.last().copied().unwrap_or(first);
                if other >= self::end(bodies, last) {
                    members.push(other);
                }
            }
            if members.len() < 2 || roots.len() + members.len() > MOST {
                continue;
            }
            let numbers = roots.len()..roots.len() + members.len();
            for (limb, &root) in numbers.clone().zip(&members) {
                limb_of[root..self::end(bodies, root)].fill(Some(limb));
                roots.push(BodyId(root));
            }
            groups.push(numbers.collect());
        }
        let mut limbs = Self {
            groups,
            roots,
            coordinates: vec![None; mechanism.nq()],
            velocities: vec![None; mechanism.nv()],
            bodies: Vec::new(),
        };
        limbs.places(mechanism, &limb_of);
        limbs
    }

    /// The bodies of a limb.
    pub(super) fn bodies_of(&self, mechanism: &Mechanism, limb: usize) -> Range<usize> {
        let root = self.roots[limb].0;
        root..end(&mechanism.bodies, root)
    }

    /// Notes to which limbs inputs and outputs belong.
    fn places(&mut self, mechanism: &Mechanism, limb_of: &[Option<usize>]) {
        let (mut q, mut v) = (0, 0);
        let user = mechanism.coordinates.as_ref();
        let plain = |row: Option<&Combination>, place: usize| match row {
            Some(row) => row.plain(),
            None => Some(place),
        };
        for (body, limb) in mechanism.bodies.iter().zip(limb_of) {
            if body.driven {
                continue;
            }
            for _ in 0..body.joint.nq() {
                let row = user.and_then(|user| user.positions.get(q));
                if let Some(held) = plain(row, q).and_then(|q| self.coordinates.get_mut(q)) {
                    *held = *limb;
                }
                q += 1;
            }
            for _ in 0..body.joint.nv() {
                let row = user.and_then(|user| user.velocities.get(v));
                if let Some(held) = plain(row, v).and_then(|v| self.velocities.get_mut(v)) {
                    *held = *limb;
                }
                v += 1;
            }
        }
        let model = mechanism.model_bodies();
        self.bodies = model.map(|body| limb_of[body.0]).collect();
    }

    /// The limb that an input belongs to.
    pub(super) fn of_input(&self, input: Input) -> Option<usize> {
        let (owners, each) = self.owners(input.argument)?;
        owners.get(input.index / each).copied().flatten()
    }

    /// The place of an input among those of its limb.
    pub(super) fn place_of(&self, input: Input, limb: usize) -> Option<usize> {
        let (owners, each) = self.owners(input.argument)?;
        let at = input.index / each;
        let own = owners.get(at)? == &Some(limb);
        let before = owners.iter().take(at).filter(|one| **one == Some(limb));
        own.then(|| before.count() * each + input.index % each)
    }

    /// The limbs of the elements of an input, so many of which belong together.
    fn owners(&self, argument: Argument) -> Option<(&[Option<usize>], usize)> {
        match argument {
            Argument::Q => Some((&self.coordinates, 1)),
            Argument::Wrenches | Argument::DirectionWrenches => Some((&self.bodies, 6)),
            Argument::Qd
            | Argument::Qdd
            | Argument::Tau
            | Argument::P
            | Argument::DirectionQ
            | Argument::DirectionQd
            | Argument::DirectionQdd
            | Argument::DirectionTau
            | Argument::DirectionP => Some((&self.velocities, 1)),
            _ => None,
        }
    }

    /// The limbs that an element of an output belongs to: as rows and columns say, where there are as many as velocities.
    pub(super) fn of_element(&self, shape: Shape, element: usize) -> [Option<usize>; 2] {
        let of = |place: usize, len: usize| match len == self.velocities.len() {
            true => self.velocities.get(place).copied().flatten(),
            false => None,
        };
        match shape {
            Shape::Scalar => [None; 2],
            Shape::Vector(len) => [of(element, len), None],
            Shape::Matrix(rows, columns) => {
                [of(element / columns, rows), of(element % columns, columns)]
            }
        }
    }
}

/// The first body behind the branch of a body.
fn end(bodies: &[Body], root: usize) -> usize {
    let inside = |&at: &usize| bodies[at].parent.is_some_and(|parent| parent.0 >= root);
    let behind = (root + 1..bodies.len()).take_while(inside);
    behind.last().map_or(root + 1, |last| last + 1)
}

/// Whether two branches are the same wherever they are mounted.
fn equal(bodies: &[Body], (one, other): (usize, usize), numbers: bool) -> bool {
    let len = end(bodies, one) - one;
    if end(bodies, other) - other != len {
        return false;
    }
    (0..len).all(|k| {
        let (a, b) = (&bodies[one + k], &bodies[other + k]);
        let parents =
            |body: &Body, root: usize| body.parent.map(|parent| parent.0.wrapping_sub(root));
        let hangs = k == 0 || parents(a, one) == parents(b, other);
        let alike = (k == 0 || a.placement == b.placement)
            && a.joint.number() == b.joint.number()
            && a.inertia == b.inertia
            && a.physics == b.physics;
        let rigid = [a, b]
            .iter()
            .all(|body| body.deformation.is_none() && body.spring.is_none());
        hangs
            && rigid
            && (alike || !numbers)
            && a.joint.joint_type().name == b.joint.joint_type().name
            && a.driven == b.driven
            && a.auxiliary == b.auxiliary
    })
}
