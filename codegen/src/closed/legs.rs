//! Parallel mechanisms: serial legs on the base that meet, with one actuated joint at the foot of each, Saha 3.2.

use super::subsystems::branches;
use crate::mechanism::{BodyId, Closure, ConstraintRow, Loops, Mechanism};

/// A leg.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// A closure that it ends in.
    pub closure: usize,
    /// On which side: 0 `from`, 1 `to`.
    pub side: usize,
    /// Velocities of its joints from the base on, the actuated one first.
    pub velocities: Vec<usize>,
}

impl Leg {
    /// Crank and coupler of a leg of two bodies on revolute joints.
    #[must_use]
    pub fn bars(&self, mechanism: &Mechanism) -> Option<[BodyId; 2]> {
        let loops = mechanism.loops.as_ref()?;
        let coupler = loops.closures[self.closure].ends[self.side].body?;
        let crank = mechanism.bodies[coupler.0].parent?;
        let turns = |id: &BodyId| {
            let body = &mechanism.bodies[id.0];
            body.joint.is_rotation() && !body.driven
        };
        let bars = [crank, coupler];
        let on_base = mechanism.bodies[crank.0].parent.is_none();
        (on_base && bars.iter().all(turns)).then_some(bars)
    }
}

/// The legs of a parallel mechanism.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legs(pub Vec<Leg>);

impl Legs {
    /// The legs of a mechanism, if it is parallel: all closures start from one frame on one leg and forbid the same there, the
    /// feet are what is actuated, and equations and unknowns are equally many.
    #[must_use]
    pub fn of(mechanism: &Mechanism) -> Option<Self> {
        let loops =
            (mechanism.loops.as_ref()).filter(|_| mechanism.inner_velocities().is_empty())?;
        let (first, others) = loops.closures.split_first()?;
        let same = |one: &Closure| {
            one.ends[0].body == first.ends[0].body
                && one.ends[0].pose == first.ends[0].pose
                && one.rows == first.rows
        };
        let in_root =
            |row: &ConstraintRow| matches!(row, ConstraintRow::Point(_) | ConstraintRow::Turn(_));
        if !others.iter().all(same) || !(others.is_empty() || first.rows.iter().all(in_root)) {
            return None;
        }
        let branches = branches(mechanism);
        let leg = |closure: usize, side: usize| -> Option<Leg> {
            let body = loops.closures[closure].ends[side].body?;
            let branch = branches.iter().find(|branch| branch.has(body))?;
            // Serial: every body carries the next, and the last one meets the others.
            let bodies = branch.bodies.clone();
            let serial = bodies.clone().skip(1).all(|index| {
                let parent = mechanism.bodies[index].parent;
                parent.is_some_and(|parent| parent.0 + 1 == index)
            });
            let foot = branch.velocities.first()?;
            let own = |v: &&usize| loops.actuated.contains(v);
            let actuated = branch.velocities.iter().filter(own).count();
            let sound = serial
                && body.0 + 1 == bodies.end
                && actuated == 1
                && loops.actuated.contains(foot);
            sound.then(|| Leg {
                closure,
                side,
                velocities: branch.velocities.clone(),
            })
        };
        let outer = (0..loops.closures.len()).map(|closure| leg(closure, 1));
        let legs: Vec<Leg> = core::iter::once(leg(0, 0))
            .chain(outer)
            .collect::<Option<_>>()?;
        let distinct = legs.iter().enumerate().all(|(k, leg)| {
            let before = &legs[..k];
            before.iter().all(|one| one.velocities != leg.velocities)
        });
        let passive = mechanism.nv() - loops.actuated.len();
        let whole = legs.len() == branches.len() && loops.actuated.len() == legs.len();
        let determinate = passive == loops.rows() && is_independent(loops);
        (distinct && whole && determinate).then_some(Self(legs))
    }

    /// Whether it is a five-bar: two legs of two bars each, the ends of which are at one point of a plane. (One that is
    /// stabilised needs the gap between them, and counts as any other.)
    #[must_use]
    pub fn is_five_bar(&self, mechanism: &Mechanism) -> bool {
        let Some(loops) = &mechanism.loops else {
            return false;
        };
        let bars = |leg: &Leg| leg.velocities.len() == 2 && leg.bars(mechanism).is_some();
        let rows = &loops.closures[0].rows;
        let at_point = rows
            .iter()
            .all(|row| matches!(row, ConstraintRow::Point(_)));
        self.0.len() == 2
            && self.0.iter().all(bars)
            && self.directions(mechanism) == 2
            && at_point
            && loops.stabilisation.is_none()
    }

    /// Number of directions in which the twist where the legs meet counts.
    #[must_use]
    pub fn directions(&self, mechanism: &Mechanism) -> usize {
        let first = mechanism.loops.iter().flat_map(|one| &one.closures).next();
        first.map_or(0, |closure| closure.rows.len())
    }
}

/// Whether the actuated velocities determine the others.
fn is_independent(loops: &Loops) -> bool {
    loops.mobility.independent == loops.actuated
}
