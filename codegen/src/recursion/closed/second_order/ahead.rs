//! Frames and rows of cut joints at the end of a step.

use crate::mechanism::ConstraintRow;
use crate::recursion::closed::relative::EndFrame;
use crate::recursion::zeros;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3};

/// A frame at the end of a step, without and for the unknown forces.
pub(super) struct Ahead<S> {
    /// r + U, (13a).
    origin: Vec3<S>,
    /// q + P of the three axes, (19a).
    axes: [Vec3<S>; 3],
    /// The effect of a unit acceleration of every velocity, except for the factor ½ Δt²: to the origin, and to the axes.
    added: Vec<(usize, Vec3<S>, [Vec3<S>; 3])>,
}

/// A row at the end of a step: residual, and what unit accelerations add to it, except for the factor ½ Δt².
pub(super) struct RowAhead<S> {
    pub(super) residual: S,
    pub(super) added: Vec<S>,
}

impl<S: Scalar> Ahead<S> {
    /// The frame after the step Δt, accelerations those of the tree alone.
    pub(super) fn new(end: &EndFrame<S>, free: &[S], step: S, half_square: S) -> Self {
        let twist_rate = end
            .columns
            .iter()
            .fold(end.bias, |sum, (velocity, column)| Twist {
                angular: sum.angular + column.angular * free[*velocity],
                linear: sum.linear + column.linear * free[*velocity],
            });
        let (ω, α) = (end.twist.angular, twist_rate.angular);
        let axes = columns(&end.axes);
        let moved = |q: Vec3<S>| {
            let swept = α.cross(q) + ω.cross(ω.cross(q));
            q + ω.cross(q) * step + swept * half_square
        };
        let added = end.columns.iter().map(|(velocity, column)| {
            let turned = axes.map(|axis| column.angular.cross(axis));
            (*velocity, column.linear, turned)
        });
        Self {
            origin: end.origin + end.twist.linear * step + twist_rate.linear * half_square,
            axes: axes.map(moved),
            added: added.collect(),
        }
    }
}

fn columns<S: Scalar>(axes: &Mat3<S>) -> [Vec3<S>; 3] {
    [0, 1, 2].map(|k| axes.column(k))
}

/// Both frames of a cut joint at the end of a step.
pub(super) struct SidesAhead<S> {
    pub(super) from: Ahead<S>,
    pub(super) to: Ahead<S>,
    pub(super) nv: usize,
    pub(super) half: S,
}

impl<S: Scalar> SidesAhead<S> {
    pub(super) fn row(&self, row: ConstraintRow) -> RowAhead<S> {
        let gap = self.to.origin - self.from.origin;
        match row {
            ConstraintRow::Point(k) => {
                self.linear(
                    gap[k],
                    |linear, _, sign| {
                        if sign { -linear[k] } else { linear[k] }
                    },
                )
            }
            ConstraintRow::Along(k) => {
                let axis = self.from.axes[k];
                self.linear(axis.dot(gap), |linear, turned, sign| {
                    if sign {
                        turned[k].dot(gap) - axis.dot(linear)
                    } else {
                        axis.dot(linear)
                    }
                })
            }
            // (z_from × z_to) about x is −z_to · y, about y z_to · x.
            ConstraintRow::Tilt(0) => self.between(1, 2, true),
            ConstraintRow::Tilt(_) => self.between(0, 2, false),
            ConstraintRow::Square => self.between(2, 2, false),
            ConstraintRow::Turn(k) => self.turn(k),
        }
    }

    /// ± axis i of `from` times axis j of `to`.
    fn between(&self, i: usize, j: usize, negative: bool) -> RowAhead<S> {
        let (a, b) = (self.from.axes[i], self.to.axes[j]);
        let signed = |x: S| if negative { -x } else { x };
        self.linear(signed(a.dot(b)), |_, turned, of_from| {
            signed(if of_from {
                turned[i].dot(b)
            } else {
                a.dot(turned[j])
            })
        })
    }

    /// ½ Σ x_from × x_to along an axis of the root.
    fn turn(&self, k: usize) -> RowAhead<S> {
        let along = |axes: [Vec3<S>; 3], others: [Vec3<S>; 3]| {
            let products = axes.into_iter().zip(others);
            products.fold(S::zero(), |sum, (a, b)| sum + a.cross(b)[k]) * self.half
        };
        let (from, to) = (self.from.axes, self.to.axes);
        self.linear(along(from, to), |_, turned, of_from| {
            if of_from {
                along(turned, to)
            } else {
                along(from, turned)
            }
        })
    }

    /// A row from what each velocity of each side adds; the last argument marks the side `from`.
    fn linear(&self, residual: S, adds: impl Fn(Vec3<S>, [Vec3<S>; 3], bool) -> S) -> RowAhead<S> {
        let mut added = zeros(self.nv);
        for (side, of_from) in [(&self.from, true), (&self.to, false)] {
            for &(velocity, linear, turned) in &side.added {
                added[velocity] = added[velocity] + adds(linear, turned, of_from);
            }
        }
        RowAhead { residual, added }
    }
}
