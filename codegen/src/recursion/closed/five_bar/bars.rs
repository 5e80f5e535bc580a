//! The bars of a five-bar as the mechanism has them.

use super::{FiveBar, Products};
use crate::closed::{Leg, Legs};
use crate::exact::number::Number;
use crate::leaves::{JointAngle, Leaves};
use crate::mechanism::Rotation;
use crate::recursion::closed::ClosedSystem;
use crate::recursion::inputs::Places;
use crate::scalar::Scalar;

/// A vector at rest in a body.
struct Bar {
    /// As it is in the base where no joint has turned, m.
    unturned: [Number; 3],
    /// Its angle about z, as a sum of joint angles.
    angles: Vec<JointAngle>,
}

/// A leg.
struct FiveBarLeg {
    /// Crank and coupler.
    bars: [Bar; 2],
    /// Velocities of their joints.
    velocities: [usize; 2],
    /// Whether these turn about −z.
    opposite: [bool; 2],
}

impl<L: Leaves> ClosedSystem<'_, L> {
    /// The five-bar that the mechanism is, if it is one. It is singular where the couplers are in one line: sin² of the angle
    /// between them must not vanish.
    pub(in crate::recursion::closed) fn five_bar(&self) -> Option<FiveBar<L::S>> {
        let legs = Legs::of(self.mechanism)?;
        if !legs.is_five_bar(self.mechanism) {
            return None;
        }
        self.mark("Saha (24), (25)");
        let z = column(&self.foot_axes(&legs.0[0])?);
        let legs = [
            self.five_bar_leg(&legs.0[0], &z)?,
            self.five_bar_leg(&legs.0[1], &z)?,
        ];
        let products = |u: &Bar, v: &Bar| self.products(&z, u, v);
        let [l1, l2] = [&legs[0].bars[1], &legs[1].bars[1]];
        let couplers = products(l1, l2);
        let squares = [l1, l2].map(|l| products(l, l).along);
        let five_bar = FiveBar {
            velocities: legs.each_ref().map(|leg| leg.velocities),
            opposite: legs.each_ref().map(|leg| leg.opposite),
            cranks: legs
                .each_ref()
                .map(|leg| [l1, l2].map(|l| products(&leg.bars[0], l))),
            couplers,
            squares,
            inverse: L::S::one() / couplers.across,
        };
        let sine = couplers.across * couplers.across;
        self.guard(&[sine], &[squares[0] * squares[1]]);
        Some(five_bar)
    }

    /// Axes of a leg's first joint before it turns.
    fn foot_axes(&self, leg: &Leg) -> Option<Rotation> {
        let [crank, _] = leg.bars(self.mechanism)?;
        Some(self.mechanism.bodies[crank.0].placement.rotation.clone())
    }

    fn five_bar_leg(&self, leg: &Leg, z: &[Number; 3]) -> Option<FiveBarLeg> {
        let ids = leg.bars(self.mechanism)?;
        let coupler = &self.mechanism.bodies[ids[1].0];
        let end = &self.loops()?.closures[leg.closure].ends[leg.side];
        let of_crank = self.foot_axes(leg)?;
        let of_coupler = of_crank.times(&coupler.placement.rotation);
        let opposite = [&of_crank, &of_coupler].map(|axes| dot(&column(axes), z).is_negative());
        let mut angles = Vec::new();
        let mut turned = |k: usize| {
            angles.extend(self.turn(ids[k].0, opposite[k]));
            angles.clone()
        };
        let bars = [
            Bar {
                unturned: of_crank.apply(&coupler.placement.translation),
                angles: turned(0),
            },
            Bar {
                unturned: of_coupler.apply(&end.pose.translation),
                angles: turned(1),
            },
        ];
        Some(FiveBarLeg {
            bars,
            velocities: [leg.velocities[0], leg.velocities[1]],
            opposite,
        })
    }

    /// The angle of a revolute joint about z.
    fn turn(&self, body: usize, opposite: bool) -> Vec<JointAngle> {
        let mut places = Places::new(self.mechanism);
        let bodies = self.mechanism.bodies.iter();
        let coordinates = bodies.map(|body| places.next(body).0).nth(body);
        let coordinate = coordinates.unwrap_or_default().into_iter().next();
        let Some(offset) = self.mechanism.bodies[body].joint.rotation() else {
            return Vec::new();
        };
        let angles = coordinate.map(|q| q.angles(offset)).unwrap_or_default();
        let signed = |angle: JointAngle| if opposite { angle.reversed() } else { angle };
        angles.into_iter().map(signed).collect()
    }

    /// Of u and v as they have turned.
    fn products(&self, z: &[Number; 3], u: &Bar, v: &Bar) -> Products<L::S> {
        let (p, r) = (&u.unturned, &v.unturned);
        let across = self.leaves.constant(&dot(z, &cross(p, r)));
        let along = dot(p, r) - dot(p, z) * dot(r, z);
        let along = self.leaves.constant(&along);
        let turn = difference(&v.angles, &u.angles);
        if turn.is_empty() {
            return Products { across, along };
        }
        // u × Rv and u · Rv with R v = c v + s z × v.
        let (c, s) = self.leaves.circle(&turn);
        Products {
            across: c * across + s * along,
            along: c * along - s * across,
        }
    }
}

/// a − b, what both have left out.
fn difference(a: &[JointAngle], b: &[JointAngle]) -> Vec<JointAngle> {
    let own = a.iter().filter(|one| !b.contains(one)).cloned();
    let other = b.iter().filter(|one| !a.contains(one)).cloned();
    own.chain(other.map(JointAngle::reversed)).collect()
}

/// The axis z.
fn column(axes: &Rotation) -> [Number; 3] {
    core::array::from_fn(|i| axes.0[i][2].clone())
}

fn dot(a: &[Number; 3], b: &[Number; 3]) -> Number {
    (0..3).fold(Number::ZERO, |sum, k| sum + &a[k] * &b[k])
}

fn cross(a: &[Number; 3], b: &[Number; 3]) -> [Number; 3] {
    let entry = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [entry(1, 2), entry(2, 0), entry(0, 1)]
}
