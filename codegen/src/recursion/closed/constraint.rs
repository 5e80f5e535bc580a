//! The constraints of cut joints: residual Φ(q), constraint Jacobian G with Φ̇ = G q̇, and bias γ = Ġ q̇, row by row.
//!
//! G = A J in SOA's words: J are the Jacobians of both ends, A picks what the joint forbids. Rows of angles are the
//! derivatives of their residuals where the loop is closed, and take the constraint of all rows for granted, which spares the
//! terms that vanish there.

use super::relative::{EndFrame, end};
use crate::leaves::{Leaves, Origin};
use crate::mechanism::{BodyId, Closure, ConstraintRow, Mechanism};
use crate::recursion::System;
use crate::recursion::groups::Grouped;
use crate::recursion::tip::Tip;
use crate::recursion::zeros;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// All rows of a mechanism.
#[derive(Clone, Debug)]
pub(in crate::recursion) struct Constraints<S> {
    pub(super) rows: Vec<Constraint<S>>,
    /// For every closure, from the origin of `from` to that of `to` in the axes of the root, where the cut joint slides; 0
    /// where it does not.
    pub gaps: Vec<Vec3<S>>,
    /// Number of velocities.
    pub nv: usize,
}

/// One row.
#[derive(Clone, Debug)]
pub(super) struct Constraint<S> {
    /// The closure it is of.
    pub closure: usize,
    /// Φ.
    pub residual: S,
    /// Row of G by velocity, for the sides `from` and `to` apart: that of `from` with the sign it has in G.
    pub sides: [Vec<S>; 2],
    /// γ of the sides, likewise.
    pub bias: [S; 2],
    /// The effect of a unit multiplier on `to`: a wrench about its origin, in the axes of the root.
    pub direction: Wrench<S>,
    /// The root.
    pub root: Option<usize>,
}

impl<S: Scalar> Constraint<S> {
    /// The row of G.
    pub(super) fn jacobian(&self) -> Vec<S> {
        let [from, to] = &self.sides;
        from.iter().zip(to).map(|(&from, &to)| from + to).collect()
    }

    /// γ.
    pub(super) fn bias(&self) -> S {
        self.bias[0] + self.bias[1]
    }
}

/// The rows of all closures, at rates that are literal zeros where no bias is wanted.
pub(super) fn constraints<L: Leaves>(
    mechanism: &Mechanism,
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Constraints<L::S> {
    let closures = mechanism.loops.iter().flat_map(|loops| &loops.closures);
    let all = sides(mechanism, system, rates, leaves);
    let (mut rows, mut gaps) = (Vec::new(), Vec::new());
    for (index, (closure, sides)) in closures.zip(all).enumerate() {
        leaves.mark(Origin {
            body: None,
            equation: "closure, G = A J",
        });
        rows.extend(closure.rows.iter().map(|&row| Constraint {
            closure: index,
            ..sides.row(row, system.nv, system.half)
        }));
        let slides = closure
            .rows
            .iter()
            .any(|row| matches!(row, ConstraintRow::Along(_)));
        gaps.push(if slides { sides.gap } else { Vec3::zero() });
    }
    Constraints {
        rows,
        gaps,
        nv: system.nv,
    }
}

/// Both ends of all cut joints.
pub(super) fn sides<L: Leaves>(
    mechanism: &Mechanism,
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Vec<Sides<L::S>> {
    let (grouped, plain) = (system.in_group_axes(), system.in_own_axes());
    let closures = mechanism.loops.iter().flat_map(|loops| &loops.closures);
    let sides = closures.map(|closure| {
        let root = root(mechanism, closure.ends.each_ref().map(|one| one.body));
        // A carrier's axes are not those of its body, which carries the other end.
        let on_group = root.is_some_and(|root| system.links[root].group.is_some());
        let system_of_path = if on_group { &plain } else { &grouped };
        Sides::new(closure, root, system_of_path, rates, leaves)
    });
    sides.collect()
}

/// The last body that carries both; `None`: the base.
fn root(mechanism: &Mechanism, [a, b]: [Option<BodyId>; 2]) -> Option<usize> {
    let path = |id: Option<BodyId>| {
        core::iter::successors(id, |&id| mechanism.bodies[id.0].parent).collect::<Vec<_>>()
    };
    let (inner, outer) = (path(a), path(b));
    inner
        .into_iter()
        .find(|id| outer.contains(id))
        .map(|id| id.0)
}

/// Both ends of a cut joint, and where one is from the other.
pub(super) struct Sides<S> {
    pub from: EndFrame<S>,
    pub to: EndFrame<S>,
    /// From the origin of `from` to that of `to`.
    gap: Vec3<S>,
    root: Option<usize>,
}

impl<S: Scalar> Sides<S> {
    fn new<L: Leaves<S = S>>(
        closure: &Closure,
        root: Option<usize>,
        grouped: &Grouped<S>,
        rates: &[S],
        leaves: &L,
    ) -> Self {
        let [from, to] = closure.ends.each_ref().map(|frame| {
            let tip = Tip::lift(frame, leaves);
            end(grouped, (root, &tip), rates, leaves)
        });
        Self {
            gap: to.origin - from.origin,
            from,
            to,
            root,
        }
    }

    fn row(&self, row: ConstraintRow, nv: usize, half: S) -> Constraint<S> {
        match row {
            ConstraintRow::Point(k) => self.linear(unit(k), nv, false),
            ConstraintRow::Along(k) => self.linear(self.from.axes.column(k), nv, true),
            ConstraintRow::Turn(k) => {
                let turned = self.turned(half);
                self.angular(unit(k), turned[k], nv)
            }
            ConstraintRow::Tilt(k) => {
                let axis = self.from.axes.column(k);
                let tilted = self.from.axes.column(2).cross(self.to.axes.column(2));
                self.angular(axis, axis.dot(tilted), nv)
            }
            ConstraintRow::Square => self.square(nv),
        }
    }

    /// ½ Σ x_from × x_to over the axes: the vector of a small turn from `from` to `to`.
    fn turned(&self, half: S) -> Vec3<S> {
        let cross = |k: usize| self.from.axes.column(k).cross(self.to.axes.column(k));
        (cross(0) + cross(1) + cross(2)) * half
    }

    /// d · (p_to − p_from) with d at rest in the root, or in `from`.
    fn linear(&self, d: Vec3<S>, nv: usize, turns: bool) -> Constraint<S> {
        // The point of `from` under the origin of `to`; where all of the gap vanishes, that is its origin.
        let under = |t: Twist<S>| {
            if turns {
                t.linear + t.angular.cross(self.gap)
            } else {
                t.linear
            }
        };
        let mut bias = [-d.dot(self.from.bias.linear), d.dot(self.to.bias.linear)];
        if turns {
            // d̈·gap and 2 ḋ·(v_to − v_from) with ḋ = ω × d.
            let ω = self.from.twist.angular;
            let swept = self.from.bias.angular.cross(self.gap) + ω.cross(ω.cross(self.gap));
            let relative = self.to.twist.linear - under(self.from.twist);
            let coriolis = ω.cross(relative);
            bias[0] = bias[0] - d.dot(swept) - d.dot(coriolis + coriolis);
        }
        Constraint {
            closure: 0,
            residual: d.dot(self.gap),
            sides: self.sides(nv, |t| -d.dot(under(t)), |t| d.dot(t.linear)),
            bias,
            direction: Wrench {
                moment: Vec3::zero(),
                force: d,
            },
            root: self.root,
        }
    }

    /// d · (ω_to − ω_from), d at rest in `from` (or any, where all of the turn vanishes).
    fn angular(&self, d: Vec3<S>, residual: S, nv: usize) -> Constraint<S> {
        let (from, to) = (&self.from, &self.to);
        // The rate of ω_to as seen from `from`.
        let seen = to.bias.angular - from.twist.angular.cross(to.twist.angular);
        Constraint {
            closure: 0,
            residual,
            sides: self.sides(nv, |t| -d.dot(t.angular), |t| d.dot(t.angular)),
            bias: [-d.dot(from.bias.angular), d.dot(seen)],
            direction: Wrench {
                moment: d,
                force: Vec3::zero(),
            },
            root: self.root,
        }
    }

    /// z_from · z_to, whose rate is (z_to × z_from) · (ω_to − ω_from).
    fn square(&self, nv: usize) -> Constraint<S> {
        let (from, to) = (&self.from, &self.to);
        let (z_from, z_to) = (from.axes.column(2), to.axes.column(2));
        let d = z_to.cross(z_from);
        let d_dot = to.twist.angular.cross(z_to).cross(z_from)
            + z_to.cross(from.twist.angular.cross(z_from));
        Constraint {
            closure: 0,
            residual: z_from.dot(z_to),
            sides: self.sides(nv, |t| -d.dot(t.angular), |t| d.dot(t.angular)),
            bias: [
                -d.dot(from.bias.angular),
                d.dot(to.bias.angular) + d_dot.dot(to.twist.angular - from.twist.angular),
            ],
            direction: Wrench {
                moment: d,
                force: Vec3::zero(),
            },
            root: self.root,
        }
    }

    /// Rows of both sides by velocity.
    fn sides(
        &self,
        nv: usize,
        from: impl Fn(Twist<S>) -> S,
        to: impl Fn(Twist<S>) -> S,
    ) -> [Vec<S>; 2] {
        let mut sides = [zeros(nv), zeros(nv)];
        for &(velocity, column) in &self.from.columns {
            sides[0][velocity] = from(column);
        }
        for &(velocity, column) in &self.to.columns {
            sides[1][velocity] = to(column);
        }
        sides
    }
}

fn unit<S: Scalar>(k: usize) -> Vec3<S> {
    Vec3::unit(k)
}

/// A vector in the axes of a root, in base axes.
pub(super) fn in_base<S: Scalar>(system: &System<S>, root: Option<usize>, v: Vec3<S>) -> Vec3<S> {
    let path = root.into_iter().flat_map(|link| system.path(link));
    path.fold(v, |v, link| system.links[link].outward(v))
}
