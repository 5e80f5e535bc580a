//! What cut joints demand, by the poses of their two frames: Φ, its rates, and the wrenches of its multipliers.
//!
//! Poses are those seen from the last body that carries both frames. Φ is a function of them and so are its derivatives, but for rows
//! of angles: their rates are those of angles, d · (ω_to − ω_from) with d at rest in `from`, whatever is open.

use super::bodies::{Moved, Placed};
use super::dynamics::Dynamics;
use super::frames::{turn, turn_rate};
use super::hyper::Hyper;
use crate::leaves::Leaves;
use crate::mechanism::{Body, BodyId, Closure, ConstraintRow, Mechanism};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3};

/// The frames `from` and `to` of a cut joint.
#[derive(Clone, Copy)]
pub(super) struct Cut<S> {
    from: Placed<S>,
    to: Placed<S>,
}

/// What a unit multiplier does on `to`, about the origin of that frame.
struct Pull<S> {
    moment: Vec3<S>,
    force: Vec3<S>,
}

/// A wrench in base axes, about a point.
pub(super) struct Load<S> {
    /// The body that it acts on; `None`: the base.
    pub(super) body: Option<BodyId>,
    pub(super) point: Vec3<S>,
    pub(super) moment: Vec3<S>,
    pub(super) force: Vec3<S>,
}

impl<S: Scalar> Cut<S> {
    /// Φ of a row.
    pub(super) fn open(&self, row: ConstraintRow, half: S) -> S {
        let (from, to) = (self.from.rotation, self.to.rotation);
        let gap = self.gap();
        let seen = from.transposed() * to;
        match row {
            ConstraintRow::Point(k) => gap[k],
            ConstraintRow::Along(k) => from.column(k).dot(gap),
            ConstraintRow::Turn(k) => {
                let turned = to * from.transposed();
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                (turned[j][i] - turned[i][j]) * half
            }
            ConstraintRow::Tilt(0) => -seen[1][2],
            ConstraintRow::Tilt(_) => seen[0][2],
            ConstraintRow::Square => seen[2][2],
        }
    }

    /// From the origin of `from` to that of `to`.
    fn gap(&self) -> Vec3<S> {
        self.to.origin - self.from.origin
    }

    fn pull(&self, row: ConstraintRow) -> Pull<S> {
        let (from, to) = (self.from.rotation, self.to.rotation);
        let force = |force| Pull {
            moment: Vec3::zero(),
            force,
        };
        let moment = |moment| Pull {
            moment,
            force: Vec3::zero(),
        };
        match row {
            ConstraintRow::Point(k) => force(Vec3::unit(k)),
            ConstraintRow::Along(k) => force(from.column(k)),
            ConstraintRow::Turn(_) | ConstraintRow::Tilt(_) => moment(self.about(row)),
            ConstraintRow::Square => moment(to.column(2).cross(from.column(2))),
        }
    }

    /// d of a row of angles.
    fn about(&self, row: ConstraintRow) -> Vec3<S> {
        match row {
            ConstraintRow::Tilt(k) => self.from.rotation.column(k),
            ConstraintRow::Turn(k) | ConstraintRow::Point(k) | ConstraintRow::Along(k) => {
                Vec3::unit(k)
            }
            ConstraintRow::Square => Vec3::zero(),
        }
    }
}

impl<S: Scalar> Cut<Hyper<S>> {
    fn part(&self, of: impl Fn(Hyper<S>) -> S + Copy) -> Cut<S> {
        Cut {
            from: self.from.part(of),
            to: self.to.part(of),
        }
    }

    /// Φ̇ of a row along the first velocity.
    pub(super) fn rate(&self, row: ConstraintRow, half: S) -> S {
        if !is_of_angle(row) {
            return self.open(row, Hyper::fixed(half)).first;
        }
        let turned = |end: &Placed<Hyper<S>>| {
            turn(
                end.part(|x| x.first).rotation,
                end.part(|x| x.value).rotation,
            )
        };
        let d = self.part(|x| x.value).about(row);
        d.dot(turned(&self.to) - turned(&self.from))
    }

    /// Φ̈ of a row in a motion.
    pub(super) fn second_rate(&self, row: ConstraintRow, half: S) -> S {
        if !is_of_angle(row) {
            return self.open(row, Hyper::fixed(half)).both;
        }
        let [from, to] = [&self.from, &self.to].map(|end| {
            let (here, rate) = (end.part(|x| x.value), end.part(|x| x.second));
            (turn(rate.rotation, here.rotation), turn_rate(end))
        });
        let d = self.part(|x| x.value).about(row);
        let moving = from.0.cross(d);
        moving.dot(to.0 - from.0) + d.dot(to.1 - from.1)
    }

    /// At the end of a step h in this motion, to second order, with the derivatives there by the accelerations of a unit velocity.
    pub(super) fn ahead(&self, unit: &Self, step: S, half: S) -> Cut<Hyper<S>> {
        let square = half * step * step;
        let entry = |own: Hyper<S>, unit: Hyper<S>| Hyper {
            first: square * unit.first,
            ..Hyper::fixed(own.value + step * own.second + square * own.both)
        };
        let ahead = |own: &Placed<Hyper<S>>, unit: &Placed<Hyper<S>>| Placed {
            rotation: Mat3::from_fn(|i, j| entry(own.rotation[i][j], unit.rotation[i][j])),
            origin: Vec3(core::array::from_fn(|k| {
                entry(own.origin[k], unit.origin[k])
            })),
        };
        Cut {
            from: ahead(&self.from, &unit.from),
            to: ahead(&self.to, &unit.to),
        }
    }
}

fn is_of_angle(row: ConstraintRow) -> bool {
    matches!(row, ConstraintRow::Turn(_) | ConstraintRow::Tilt(_))
}

/// The last body that carries both ends of a cut joint; `None`: the base.
pub(super) fn root(bodies: &[Body], closure: &Closure) -> Option<BodyId> {
    let carriers = |end: Option<BodyId>| core::iter::successors(end, |&id| bodies[id.0].parent);
    let [from, to] = closure.ends.each_ref().map(|end| end.body);
    carriers(from).find(|&id| carriers(to).any(|other| other == id))
}

/// All closures of a mechanism.
pub(super) fn closures(mechanism: &Mechanism) -> impl Iterator<Item = &Closure> {
    mechanism.loops.iter().flat_map(|loops| &loops.closures)
}

impl<L: Leaves> Dynamics<'_, L> {
    /// The frames of a cut joint in a motion, seen from the last body that carries both.
    pub(super) fn cut(&self, moved: &Moved<L::S>, closure: &Closure) -> Cut<Hyper<L::S>> {
        let root = root(&self.mechanism.bodies, closure).map(|id| moved.bodies[id.0]);
        let [from, to] = closure.ends.each_ref().map(|end| {
            let placed = self.placed(moved, end.body, &end.pose);
            root.map_or(placed, |root| root.inverse().times(&placed))
        });
        Cut { from, to }
    }

    /// What the multipliers λ of all rows do to the bodies of the cut joints.
    pub(super) fn loads(&self, λ: &[L::S]) -> Vec<Load<L::S>> {
        let mut multipliers = λ.iter();
        let both = closures(self.mechanism).flat_map(|closure| {
            let own = closure.rows.iter().zip(multipliers.by_ref());
            self.loads_of(closure, own.map(|(&row, &λ)| (row, λ)))
        });
        both.collect()
    }

    fn loads_of(
        &self,
        closure: &Closure,
        multipliers: impl Iterator<Item = (ConstraintRow, L::S)>,
    ) -> [Load<L::S>; 2] {
        let value = |x: Hyper<L::S>| x.value;
        let cut = self.cut(&self.moved, closure).part(value);
        let root = root(&self.mechanism.bodies, closure);
        let axes = root.map_or(Mat3::identity(), |id| {
            self.moved.bodies[id.0].part(value).rotation
        });
        let (mut moment, mut force) = (Vec3::zero(), Vec3::zero());
        for (row, λ) in multipliers {
            let pull = cut.pull(row);
            moment = moment + axes * pull.moment * λ;
            force = force + axes * pull.force * λ;
        }
        let [from, to] = closure.ends.each_ref().map(|end| {
            let placed = self.placed(&self.moved, end.body, &end.pose);
            (end.body, placed.part(value).origin)
        });
        let back = Load {
            body: from.0,
            point: if closure.slides() { to.1 } else { from.1 },
            moment: -moment,
            force: -force,
        };
        let on = Load {
            body: to.0,
            point: to.1,
            moment,
            force,
        };
        [back, on]
    }
}
