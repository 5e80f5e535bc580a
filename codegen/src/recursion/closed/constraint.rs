//! The constraints of cut joints: residual Φ(q), constraint Jacobian G with Φ̇ = G q̇, and bias γ = Ġ q̇, row by row.
//!
//! G = A J in SOA's words: J are the Jacobians of both ends, A picks what the joint forbids. Rows of angles are the
//! derivatives of their residuals where the loop is closed, and take the constraint of all rows for granted, which spares the
//! terms that vanish there.
//!
//! The ends are found in the coordinates of the tree; its rows are mapped to the user's where they are made.

mod rows;
mod sides;

pub(super) use self::sides::{Sides, sides};
use super::ClosedSystem;
use super::dense::dot;
use crate::leaves::Leaves;
use crate::recursion::System;
use crate::recursion::inputs::Motion;
use crate::scalar::Scalar;
use crate::spatial::{Vec3, Wrench};

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

impl<L: Leaves> ClosedSystem<'_, L> {
    /// The rows of all closures in a motion of the tree, whose rates are literal zeros where no bias is wanted; its
    /// accelerations are those that the tree has for q̈ = 0.
    pub(super) fn constraints(&self, motion: &Motion<L::S>) -> Constraints<L::S> {
        let closures = self.loops().into_iter().flat_map(|loops| &loops.closures);
        let all = sides(self.mechanism, self.system, &motion.rates, self.leaves);
        let (mut rows, mut gaps) = (Vec::new(), Vec::new());
        for (index, (closure, sides)) in closures.zip(all).enumerate() {
            self.mark("closure, G = A J");
            rows.extend(closure.rows.iter().map(|&row| {
                let of_tree = sides.row(row, self.system.nv, self.system.half);
                Constraint {
                    closure: index,
                    ..self.by_user(of_tree, &motion.accelerations)
                }
            }));
            gaps.push(if closure.slides() {
                sides.gap
            } else {
                Vec3::zero()
            });
        }
        Constraints {
            rows,
            gaps,
            nv: self.nv(),
        }
    }

    /// A row of the tree in the user's coordinates: G_t G_c, and G_t Ġ_c q̇ joins the bias.
    fn by_user(&self, row: Constraint<L::S>, accelerations: &[L::S]) -> Constraint<L::S> {
        let [from, to] = &row.sides;
        let added = [from, to].map(|side| dot(side, accelerations));
        Constraint {
            bias: [row.bias[0] + added[0], row.bias[1] + added[1]],
            sides: row.sides.map(|side| self.coupling.forces(side)),
            ..row
        }
    }
}

/// A vector in the axes of a root, in base axes.
pub(super) fn in_base<S: Scalar>(system: &System<S>, root: Option<usize>, v: Vec3<S>) -> Vec3<S> {
    let path = root.into_iter().flat_map(|link| system.path(link));
    path.fold(v, |v, link| system.links[link].outward(v))
}
