//! Step (D) of SOA in its other form: the secondary system (what is grasped: bodies on the base that nothing actuates) is
//! solved for before the multipliers.
//!
//! With S_P = A_P Λ_P A_Pᵀ of the primary system alone, block-diagonal where its parts do not touch:
//! [M_S + G_Sᵀ S_P⁻¹ G_S] q̈_S = φ_S + G_Sᵀ S_P⁻¹ r, then S_P λ = r − G_S q̈_S with r = −γ − G_P M_P⁻¹ φ_P.

use super::constraint::Constraints;
use super::forces::Solved;
use super::{Closing, at, dot};
use crate::recursion::factor;
use crate::recursion::inputs::Inputs;
use crate::recursion::{composite, zeros};
use crate::scalar::Leaves;

impl<L: Leaves> Closing<'_, L> {
    pub(super) fn secondary(
        &self,
        inputs: &Inputs<'_, L>,
        constraints: &Constraints<L::S>,
    ) -> (Solved<L::S>, Vec<L::S>) {
        let secondary = self.loops().map_or(&[][..], |one| &one.mobility.secondary);
        let n = self.system.nv;
        let primary: Vec<usize> = (0..n).filter(|v| !secondary.contains(v)).collect();
        let φ = self.φ(inputs);
        let γ = self.stabilised(constraints, &inputs.rates());
        let matrix = composite::mass_matrix(&self.system.in_group_axes().system, self.leaves);
        self.mark("Saha (18), primary");
        let part = |rows: &[usize]| -> Vec<Vec<L::S>> {
            rows.iter().map(|&row| at(&matrix[row], rows)).collect()
        };
        let ancestry = ancestry(&factor::ancestry(self.system), &primary);
        let factors = factor::factorise(part(&primary), &ancestry);
        let rows = constraints.jacobian();
        let (on_primary, on_secondary): (Vec<_>, Vec<_>) = rows
            .iter()
            .map(|row| (at(row, &primary), at(row, secondary)))
            .unzip();
        let solve = |vector: Vec<L::S>| factor::solve(&factors, vector, &ancestry);
        let free = solve(at(&φ, &primary));
        let columns: Vec<Vec<L::S>> = on_primary.iter().cloned().map(solve).collect();
        self.mark("A_P Λ_P A_Pᵀ");
        let m = rows.len();
        let mut admittance = vec![zeros(m); m];
        for i in 0..m {
            for j in 0..=i {
                let entry = dot(&on_primary[j], &columns[i]);
                admittance[i][j] = entry;
                admittance[j][i] = entry;
            }
        }
        let right: Vec<L::S> = (0..m).map(|i| -γ[i] - dot(&on_primary[i], &free)).collect();
        let dense = factor::dense(m);
        let of_primary = factor::factorise(admittance.clone(), &dense);
        self.mark("SOA (D), secondary");
        let by_column = |k: usize| on_secondary.iter().map(|row| row[k]).collect::<Vec<_>>();
        let reflected: Vec<Vec<L::S>> = (0..secondary.len())
            .map(|k| factor::solve(&of_primary, by_column(k), &dense))
            .collect();
        let mut effective = part(secondary);
        for i in 0..secondary.len() {
            for j in 0..=i {
                let entry = effective[i][j] + dot(&by_column(j), &reflected[i]);
                effective[i][j] = entry;
                effective[j][i] = entry;
            }
        }
        let total: Vec<L::S> = (secondary.iter().enumerate())
            .map(|(k, &v)| φ[v] + dot(&reflected[k], &right))
            .collect();
        let (moved, pivots) = super::multipliers::definite(&effective, &total);
        let left = (0..m).map(|i| right[i] - dot(&on_secondary[i], &moved));
        let λ = factor::solve(&of_primary, left.collect(), &dense);
        let mut qdd = zeros(n);
        for (k, &velocity) in primary.iter().enumerate() {
            let pulled = columns.iter().zip(&λ);
            qdd[velocity] = pulled.fold(free[k], |sum, (column, &λ)| sum + column[k] * λ);
        }
        for (&velocity, &acceleration) in secondary.iter().zip(&moved) {
            qdd[velocity] = acceleration;
        }
        let diagonal = |matrix: &[Vec<L::S>]| -> Vec<L::S> {
            (0..matrix.len()).map(|k| matrix[k][k]).collect()
        };
        let mut margins = self.margins(&of_primary.diagonal, &diagonal(&admittance));
        margins.extend(self.margins(&pivots, &diagonal(&effective)));
        (Solved { qdd, λ }, margins)
    }
}

/// The ancestry of some velocities among themselves.
fn ancestry(all: &[Vec<usize>], kept: &[usize]) -> Vec<Vec<usize>> {
    let place = |velocity: &usize| kept.iter().position(|one| one == velocity);
    let before = |&velocity: &usize| all[velocity].iter().filter_map(place).collect();
    kept.iter().map(before).collect()
}
