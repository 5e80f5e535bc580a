//! Groups of parallel revolute axes: orientations of whole groups.

use super::rotation::RotationalMotion;
use crate::leaves::{Coordinate, JointAngle, Leaves};
use crate::mechanism::Body;
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// A member of a group of parallel revolute axes: with G the joint frame of the group's first body, before its turn,
/// R = Rz(Q) F takes its axes to G; Q is a signed sum of joint angles, F the identity or half a turn about x.
#[derive(Clone, Copy, Debug)]
pub struct Member<S> {
    /// The first body of the group.
    pub base: usize,
    /// (cos Q, sin Q).
    turn: (S, S),
    /// Whether F is half a turn.
    pub(super) flipped: bool,
    /// Whether the axis is opposite to the parent's.
    pub opposite: bool,
}

impl<S: Scalar> Member<S> {
    /// Rᵀ v: a vector in the axes of G, in body axes.
    #[must_use]
    pub fn inward(&self, v: Vec3<S>) -> Vec3<S> {
        let ([x, y, z], (c, s)) = (v.0, self.turn);
        let [x, y] = [c * x + s * y, c * y - s * x];
        Vec3(if self.flipped { [x, -y, -z] } else { [x, y, z] })
    }

    /// R z: the axis of this body in the axes of G.
    pub(super) fn axis(&self) -> Vec3<S> {
        let z = Vec3::unit(2);
        if self.flipped { -z } else { z }
    }

    /// The part across the axis of R v: a vector in body axes, in the axes of G.
    #[must_use]
    pub fn outward_across(&self, v: Vec3<S>) -> Vec3<S> {
        let ([x, y, _], (c, s)) = (v.0, self.turn);
        let y = if self.flipped { -y } else { y };
        Vec3([c * x - s * y, s * x + c * y, S::zero()])
    }

    /// Rate and acceleration about z of this body against its group's first joint frame, from its own and its parent's.
    pub(super) fn turning(&self, own: (S, S), parent: (S, S)) -> (S, S) {
        if self.opposite {
            (own.0 - parent.0, own.1 - parent.1)
        } else {
            (own.0 + parent.0, own.1 + parent.1)
        }
    }

    /// ω = Rᵀ ω_G + z Ω with the sum Ω of the group's rates, and ω̇.
    pub(super) fn rotation(
        &self,
        (ω_group, ω_dot_group): (Vec3<S>, Vec3<S>),
        turning: (S, S),
    ) -> RotationalMotion<S> {
        let z = Vec3::unit(2);
        let ω = self.inward(ω_group) + z * turning.0;
        let ω_dot = self.inward(ω_dot_group) + ω.cross(z * turning.0) + z * turning.1;
        RotationalMotion::new(ω, ω_dot)
    }

    /// The turn about z from body axes to those of G F: by ±Q.
    pub(super) fn about_own_axis(&self) -> (S, S) {
        let (c, s) = self.turn;
        if self.flipped { (c, -s) } else { (c, s) }
    }
}

/// The orientation of a body in its group, gathered while lifting.
pub(super) struct GroupTurn {
    /// Signed joint angles from the group's first body on.
    angles: Vec<JointAngle>,
    flipped: bool,
    opposite: bool,
}

impl GroupTurn {
    pub(super) fn of(body: &Body, q: &[Coordinate], parent: Option<&Self>) -> Self {
        let mut turn = Self {
            angles: Vec::new(),
            flipped: false,
            opposite: false,
        };
        if let (Some(_), Some(parent)) = (body.choices.group, parent) {
            turn.angles.clone_from(&parent.angles);
            turn.opposite = body.placement.rotation.0[2][2].is_negative();
            turn.flipped = parent.flipped ^ turn.opposite;
        }
        if let Some(offset) = body.joint.rotation() {
            // F Rz(θ) = Rz(−θ) F
            let own = q.first().map(|q| q.angles(offset)).unwrap_or_default();
            let signed = |own: JointAngle| if turn.flipped { own.reversed() } else { own };
            turn.angles.extend(own.into_iter().map(signed));
        }
        turn
    }

    /// The body as a member of its group, if it is in one.
    pub(super) fn member<L: Leaves>(&self, body: &Body, leaves: &L) -> Option<Member<L::S>> {
        body.choices.group.map(|base| Member {
            base: base.0,
            turn: leaves.circle(&self.angles),
            flipped: self.flipped,
            opposite: self.opposite,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_turned_inward_comes_back_across_the_axis() {
        for flipped in [false, true] {
            let member = Member {
                base: 0,
                turn: (0.6, 0.8),
                flipped,
                opposite: false,
            };
            let found = member.outward_across(member.inward(Vec3([1.0, 2.0, 3.0])));
            for (found, expected) in found.0.into_iter().zip([1.0, 2.0, 0.0]) {
                let apart: f64 = found - expected;
                assert!(apart.abs() < 1e-14, "{flipped}: {found}");
            }
        }
    }
}
