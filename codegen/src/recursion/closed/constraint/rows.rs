//! The rows of a cut joint from both of its ends.

use super::{Constraint, Sides};
use crate::mechanism::ConstraintRow;
use crate::recursion::zeros;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

impl<S: Scalar> Sides<S> {
    /// A row of the cut joint.
    pub(super) fn row(&self, row: ConstraintRow, nv: usize, half: S) -> Constraint<S> {
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
