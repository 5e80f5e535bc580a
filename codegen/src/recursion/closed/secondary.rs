//! Step (D) of SOA in its other form: the secondary system (the grasped bodies: those on the base that nothing actuates) is
//! solved for before the multipliers.
//!
//! With S_P = A_P Λ_P A_Pᵀ of the primary system alone, block-diagonal where its parts do not touch:
//! [M_S + G_Sᵀ S_P⁻¹ G_S] q̈_S = φ_S + G_Sᵀ S_P⁻¹ r, then S_P λ = r − G_S q̈_S with r = −γ − G_P M_P⁻¹ φ_P.
//!
//! With least norm S_P may be singular, and both are solved for at once: [S_P, G_S; −G_Sᵀ, M_S] [λ; q̈_S] = [r; φ_S]. Where the
//! motion is unique so is q̈_S, and the least norm is that of λ.

mod partitioned;

use self::partitioned::PartitionedSystem;
use super::ClosedSystem;
use super::constraint::Constraints;
use super::dense::{at, combined, congruent, diagonal, dot, scattered};
use super::forces::Solved;
use super::solving::{Equations, definite};
use crate::leaves::Leaves;
use crate::recursion::factor;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// Velocities of the primary and of the secondary system.
    fn parts(&self) -> (Vec<usize>, &[usize]) {
        let secondary = self.loops().map_or(&[][..], |one| &one.mobility.secondary);
        let primary = (0..self.nv()).filter(|v| !secondary.contains(v));
        (primary.collect(), secondary)
    }

    fn partitioned(&self, constraints: &Constraints<L::S>) -> PartitionedSystem<L::S> {
        let (primary, secondary) = self.parts();
        let φ = self.φ();
        let γ = self.stabilised(constraints);
        let matrix = self.mass_matrix();
        self.mark("Saha (18), primary");
        let part = |rows: &[usize]| -> Vec<Vec<L::S>> {
            rows.iter().map(|&row| at(&matrix[row], rows)).collect()
        };
        let ancestry = ancestry(&factor::ancestry(self.system), &primary);
        let factors = factor::factorise(part(&primary), &ancestry);
        let (on_primary, rows): (Vec<_>, Vec<_>) = (constraints.jacobian().iter())
            .map(|row| (at(row, &primary), at(row, secondary)))
            .unzip();
        let solve = |vector: Vec<L::S>| factor::solve(&factors, vector, &ancestry);
        let free = solve(at(&φ, &primary));
        let columns: Vec<Vec<L::S>> = on_primary.iter().cloned().map(solve).collect();
        self.mark("A_P Λ_P A_Pᵀ");
        let right = (γ.iter().zip(&on_primary)).map(|(&γ, row)| -γ - dot(row, &free));
        PartitionedSystem {
            primary: Equations {
                matrix: congruent(&on_primary, &columns),
                right: right.collect(),
            },
            secondary: Equations {
                matrix: part(secondary),
                right: at(&φ, secondary),
            },
            free,
            columns,
            rows,
        }
    }

    pub(in crate::recursion) fn secondary(&self, constraints: &Constraints<L::S>) -> Solved<L::S> {
        let system = self.partitioned(constraints);
        let (λ, moved) = if self.least_norm().is_some() {
            self.at_once(&system)
        } else {
            self.secondary_first(&system)
        };
        self.mark("SOA (F)");
        // q̈ of the tree: M_P⁻¹ (φ_P + G_Pᵀ λ) and q̈_S.
        let (primary, secondary) = self.parts();
        let of_primary = combined(&system.free, &system.columns, &λ);
        let parts = [(&primary[..], &of_primary[..]), (secondary, &moved)];
        let qdd = scattered(self.nv(), &parts);
        Solved { qdd, λ }
    }

    /// λ and q̈_S together.
    fn at_once(&self, system: &PartitionedSystem<L::S>) -> (Vec<L::S>, Vec<L::S>) {
        self.mark("SOA (D), secondary");
        let mut λ = self.solve(&system.both());
        let moved = λ.split_off(system.rows.len());
        (λ, moved)
    }

    /// q̈_S, then λ.
    fn secondary_first(&self, system: &PartitionedSystem<L::S>) -> (Vec<L::S>, Vec<L::S>) {
        let Equations { matrix, right } = &system.primary;
        let m = right.len();
        let dense = factor::dense(m);
        let of_primary = factor::factorise(matrix.clone(), &dense);
        self.mark("SOA (D), secondary");
        let Equations {
            matrix: mut effective,
            right: φ,
        } = system.secondary.clone();
        let reflected: Vec<Vec<L::S>> = (0..φ.len())
            .map(|k| factor::solve(&of_primary, system.column(k), &dense))
            .collect();
        for i in 0..φ.len() {
            for j in 0..=i {
                let entry = effective[i][j] + dot(&system.column(j), &reflected[i]);
                effective[i][j] = entry;
                effective[j][i] = entry;
            }
        }
        let total = φ.iter().zip(&reflected);
        let effective = Equations {
            matrix: effective,
            right: total.map(|(&φ, column)| φ + dot(column, right)).collect(),
        };
        let (moved, pivots) = definite(&effective);
        let left = (0..m).map(|i| right[i] - dot(&system.rows[i], &moved));
        let λ = factor::solve(&of_primary, left.collect(), &dense);
        self.guard(&of_primary.diagonal, &diagonal(matrix));
        self.guard(&pivots, &diagonal(&effective.matrix));
        (λ, moved)
    }
}

/// The ancestry of some velocities among themselves.
fn ancestry(all: &[Vec<usize>], kept: &[usize]) -> Vec<Vec<usize>> {
    let place = |velocity: &usize| kept.iter().position(|one| one == velocity);
    let before = |&velocity: &usize| all[velocity].iter().filter_map(place).collect();
    kept.iter().map(before).collect()
}
