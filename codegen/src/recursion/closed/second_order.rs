//! Constraint forces from the second-order expansion of the motion over a step, Huang, Yan, Jeng and Cheing.
//!
//! A point moves by Δr = ṙ Δt + ½ r̈ Δt² (12), a vector fixed on a body by Δq = P + H (18), and the cut joint is to be closed
//! at the end of the step: (21) for points, (25) for parallel axes, (28) for a slide, (32) for what must not turn. What the
//! unknown forces add, W and H, enters linearly, (23), (27), (31), (33); the product of two such is left out. So velocities are
//! taken to the end of the step with the forces, and gaps are closed.
//!
//! The bodies' accelerations follow from the tree: q̈ = q̈ᶠ + M⁻¹ Gᵀ λ, with q̈ᶠ that of the tree alone. Where every joint is cut
//! this is the paper's form; joints that are kept in the tree need no forces.

use super::ClosedSystem;
use super::constraint::{Constraints, Sides};
use super::dense::{combined, times};
use super::forces::Solved;
use super::relative::EndFrame;
use super::solving::Equations;
use crate::leaves::{Argument, Leaves};
use crate::mechanism::ConstraintRow;
use crate::recursion::factor;
use crate::recursion::zeros;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3};

/// A frame at the end of a step, without and for the unknown forces.
struct Ahead<S> {
    /// r + U, (13a).
    origin: Vec3<S>,
    /// q + P of the three axes, (19a).
    axes: [Vec3<S>; 3],
    /// The effect of a unit acceleration of every velocity, except for the factor ½ Δt²: to the origin, and to the axes.
    added: Vec<(usize, Vec3<S>, [Vec3<S>; 3])>,
}

/// A row at the end of a step: residual, and what unit accelerations add to it, except for the factor ½ Δt².
struct RowAhead<S> {
    residual: S,
    added: Vec<S>,
}

impl<S: Scalar> Ahead<S> {
    /// The frame after the step Δt, accelerations those of the tree alone.
    fn new(end: &EndFrame<S>, free: &[S], step: S, half_square: S) -> Self {
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
struct SidesAhead<S> {
    from: Ahead<S>,
    to: Ahead<S>,
    nv: usize,
    half: S,
}

impl<S: Scalar> SidesAhead<S> {
    fn row(&self, row: ConstraintRow) -> RowAhead<S> {
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

impl<L: Leaves> ClosedSystem<'_, L> {
    /// The forces that close the cut joints at the end of the step, and the accelerations with them.
    pub(in crate::recursion) fn over_step(&self, constraints: &Constraints<L::S>) -> Solved<L::S> {
        let φ = self.φ();
        let (factors, ancestry) = self.tree_factors();
        self.mark("Huang (23), (27), (31), (33)");
        let solve = |vector: Vec<L::S>| factor::solve(&factors, vector, &ancestry);
        let free = solve(φ);
        let columns: Vec<Vec<L::S>> = constraints.jacobian().into_iter().map(solve).collect();
        let ahead = self.rows_ahead(&free);
        let step = self.inputs.array(Argument::StepSize)[0];
        let scale = (L::S::one() + L::S::one()) / (step * step);
        let entries = |row: &RowAhead<L::S>| times(&columns, &row.added);
        let λ = self.solve(&Equations {
            matrix: ahead.iter().map(entries).collect(),
            right: ahead.iter().map(|row| -(row.residual * scale)).collect(),
        });
        let qdd = combined(&free, &columns, &λ);
        Solved { qdd, λ }
    }

    /// All rows at the end of the step.
    fn rows_ahead(&self, free: &[L::S]) -> Vec<RowAhead<L::S>> {
        let step = self.inputs.array(Argument::StepSize)[0];
        let half_square = self.system.half * (step * step);
        let sides = super::constraint::sides(
            self.mechanism,
            self.system,
            &self.inputs.rates(),
            self.leaves,
        );
        let closures = self.loops().map_or(&[][..], |loops| &loops.closures);
        let rows = sides.iter().zip(closures).flat_map(|(sides, closure)| {
            let Sides { from, to, .. } = sides;
            let ahead = SidesAhead {
                from: Ahead::new(from, free, step, half_square),
                to: Ahead::new(to, free, step, half_square),
                nv: self.system.nv,
                half: self.system.half,
            };
            let rows = closure.rows.iter().map(|&row| ahead.row(row));
            rows.collect::<Vec<_>>()
        });
        rows.collect()
    }
}
