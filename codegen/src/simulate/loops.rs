//! Loops in motion: coordinates and velocities → the nearest with which the loops are closed.
//!
//! A given state is changed by the least norm, G⁺ r, in rad and m. A state that was integrated is changed by the impulse
//! of the constraints, M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁺ r, the change x with the least xᵀ M x: it does no work to first order, where G⁺ does.
//! That matters near singular configurations, where a gap of rounding makes a change of 1e-9: four-bars that pass flat positions
//! drift by up to 4e-4 J in seconds with G⁺, and stay within 1e-9 J so.

use denoc_sincos::linear::double::{minimum_norm, solve};

use super::functions::{CompiledFunctions, Trouble};
use crate::leaves::Argument;
use crate::leaves::CUTOFF;
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;
use crate::state::integrate;

/// Keeps the loops of a mechanism closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopClosure<'a> {
    mechanism: &'a Mechanism,
    functions: &'a CompiledFunctions,
    cutoff: f64,
}

/// The functions that this evaluates.
pub(super) const QUANTITIES: [Quantity; 3] = [
    Quantity::Closure,
    Quantity::ClosureJacobian,
    Quantity::MassMatrix,
];

/// Newton's steps converge in two or three from an integrated state.
const STEPS: usize = 20;

impl<'a> LoopClosure<'a> {
    /// Those of a mechanism, if it has any; [`QUANTITIES`] are among the functions.
    pub(super) fn of(mechanism: &'a Mechanism, functions: &'a CompiledFunctions) -> Option<Self> {
        let loops = mechanism.loops.as_ref()?;
        let own = (loops.minimum_norm.as_ref()).map(crate::exact::number::Number::to_f64);
        Some(Self {
            mechanism,
            functions,
            cutoff: own.unwrap_or(CUTOFF),
        })
    }

    /// Φ(q).
    pub(super) fn residual(&self, q: &[f64]) -> Result<Vec<f64>, Trouble> {
        self.functions.first(Quantity::Closure, &[(Argument::Q, q)])
    }

    /// G(q), a row an equation.
    pub(super) fn jacobian(&self, q: &[f64]) -> Result<Vec<Vec<f64>>, Trouble> {
        let state = [(Argument::Q, q)];
        let entries = self.functions.first(Quantity::ClosureJacobian, &state)?;
        let columns = self.mechanism.nv().max(1);
        Ok(entries.chunks(columns).map(<[f64]>::to_vec).collect())
    }

    /// The change x of the velocities at `places`, the shortest with the least |G x − right|; 0 elsewhere.
    pub(super) fn least(
        &self,
        jacobian: &[Vec<f64>],
        places: &[usize],
        right: &[f64],
    ) -> Result<Vec<f64>, Trouble> {
        let entries = |row: &Vec<f64>| places.iter().map(|&v| row[v]).collect::<Vec<f64>>();
        let mut matrix: Vec<f64> = jacobian.iter().flat_map(entries).collect();
        let (mut right, mut solution) = (right.to_vec(), vec![0.0; places.len()]);
        let (rows, columns) = (right.len(), places.len());
        let solved = minimum_norm(
            rows,
            columns,
            &mut matrix,
            &mut right,
            self.cutoff,
            &mut solution,
        );
        if !solved {
            return Err(Trouble::NotFinite);
        }
        let mut all = vec![0.0; self.mechanism.nv()];
        for (&v, change) in places.iter().zip(solution) {
            all[v] = change;
        }
        Ok(all)
    }

    /// The change x with the least xᵀ M x that has the least |G x − right|.
    fn impulse(
        &self,
        q: &[f64],
        jacobian: &[Vec<f64>],
        right: &[f64],
    ) -> Result<Vec<f64>, Trouble> {
        let mass = self
            .functions
            .first(Quantity::MassMatrix, &[(Argument::Q, q)])?;
        // A row of G M⁻¹ for every row of G.
        let mut moved = jacobian.to_vec();
        for row in &mut moved {
            if !solve(row.len(), 1, &mut mass.clone(), row) {
                return Err(Trouble::Singular);
            }
        }
        let (mut right, mut multipliers) = (right.to_vec(), vec![0.0; right.len()]);
        let mut matrix: Vec<f64> = (jacobian.iter())
            .flat_map(|row| apply(&moved, row))
            .collect();
        let rows = right.len();
        let cutoff = self.cutoff;
        if !minimum_norm(
            rows,
            rows,
            &mut matrix,
            &mut right,
            cutoff,
            &mut multipliers,
        ) {
            return Err(Trouble::NotFinite);
        }
        let mut change = vec![0.0; self.mechanism.nv()];
        for (row, multiplier) in moved.iter().zip(multipliers) {
            for (change, entry) in change.iter_mut().zip(row) {
                *change += multiplier * entry;
            }
        }
        Ok(change)
    }

    /// The coordinates after Newton's steps, as long as they help, and the gap that remains; `step` finds the step of (q, G, Φ).
    fn newton(
        &self,
        q: &[f64],
        step: impl Fn(&[f64], &[Vec<f64>], &[f64]) -> Result<Vec<f64>, Trouble>,
    ) -> Result<(Vec<f64>, f64), Trouble> {
        let mut q = q.to_vec();
        let mut residual = self.residual(&q)?;
        for _ in 0..STEPS {
            if largest(&residual) <= f64::EPSILON {
                break;
            }
            let step = step(&q, &self.jacobian(&q)?, &residual)?;
            let tried = integrate(self.mechanism, &q, &step, -1.0);
            let left = self.residual(&tried)?;
            if largest(&left) >= largest(&residual) {
                break;
            }
            (q, residual) = (tried, left);
        }
        Ok((q, largest(&residual)))
    }

    /// The coordinates closed by the velocities at `places`, and the gap that remains.
    pub(super) fn closed_by(
        &self,
        q: &[f64],
        places: &[usize],
    ) -> Result<(Vec<f64>, f64), Trouble> {
        self.newton(q, |_, jacobian, residual| {
            self.least(jacobian, places, residual)
        })
    }

    /// The velocities less G⁺ G q̇, those of modes as they are where the others alone can close the loops.
    pub(super) fn rates(&self, q: &[f64], qd: &[f64]) -> Result<Vec<f64>, Trouble> {
        let jacobian = self.jacobian(q)?;
        let inner = self.mechanism.inner_velocities();
        let joints: Vec<usize> = (0..self.mechanism.nv())
            .filter(|v| !inner.contains(v))
            .collect();
        let open = apply(&jacobian, qd);
        let rigid = less(qd, &self.least(&jacobian, &joints, &open)?);
        let left = largest(&apply(&jacobian, &rigid));
        if inner.is_empty() || left <= CUTOFF * largest(&open) {
            return Ok(rigid);
        }
        let change = self.least(&jacobian, &self.all(), &open)?;
        Ok(less(qd, &change))
    }

    /// Coordinates and velocities after impulses of the constraints.
    pub(super) fn corrected(&self, q: &[f64], qd: &[f64]) -> Result<(Vec<f64>, Vec<f64>), Trouble> {
        let step = |q: &[f64], jacobian: &[Vec<f64>], residual: &[f64]| {
            self.impulse(q, jacobian, residual)
        };
        let (q, _) = self.newton(q, step)?;
        let jacobian = self.jacobian(&q)?;
        let change = self.impulse(&q, &jacobian, &apply(&jacobian, qd))?;
        Ok((q, less(qd, &change)))
    }

    pub(super) fn mechanism(&self) -> &'a Mechanism {
        self.mechanism
    }

    pub(super) fn functions(&self) -> &'a CompiledFunctions {
        self.functions
    }

    /// All places of velocities.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.mechanism.nv()).collect()
    }
}

/// G x.
pub(super) fn apply(jacobian: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    let row = |row: &Vec<f64>| row.iter().zip(x).map(|(a, x)| a * x).sum();
    jacobian.iter().map(row).collect()
}

/// The largest magnitude, NaN where there is one.
pub(super) fn largest(values: &[f64]) -> f64 {
    let sizes = values.iter().map(|x| x.abs());
    sizes.fold(0.0, |most, x| if x > most || x.is_nan() { x } else { most })
}

/// a − b.
fn less(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}
