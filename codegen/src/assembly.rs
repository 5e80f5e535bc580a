//! Closing the loops of a mechanism in numbers, and how it can move then.

use denoc_sincos::linear::double::minimum_norm;

use crate::closed::secondary_velocities;
use crate::leaves::Argument;
use crate::leaves::CUTOFF;
use crate::mechanism::{Loops, Mechanism, Mobility};
use crate::recursion::Quantity;
use crate::reference::{State, reference};
use crate::state::integrate;
use crate::transform::elementary;

/// The result of closing the loops.
#[derive(Clone, PartialEq, Debug)]
pub struct Assembly {
    /// Coordinates.
    pub q: Vec<f64>,
    /// Largest residual there, m or without unit.
    pub gap: f64,
}

/// A gap below this, m, is rounding.
pub const CLOSED: f64 = 1e-9;

/// Newton steps until no loop gapes, or no step helps.
const STEPS: usize = 200;

/// The residuals at these coordinates, and the constraint Jacobian, rows first. `split` has elementary joints.
fn equations(split: &Mechanism, q: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let state = State::default()
        .with(Argument::Q, q.to_vec())
        .with(Argument::Parameters, Vec::new());
    let value = |quantity: Quantity| {
        let literal = quantity.literal(split);
        reference(split, quantity, literal, &state).concat()
    };
    (value(Quantity::Closure), value(Quantity::ClosureJacobian))
}

/// The distance of a state from closed loops: the largest residual, and the largest rate of one.
#[must_use]
pub fn inconsistency(mechanism: &Mechanism, q: &[f64], qd: &[f64]) -> (f64, f64) {
    let (residual, jacobian) = equations(&elementary(mechanism), q);
    let rate = |row: &[f64]| row.iter().zip(qd).map(|(g, qd)| g * qd).sum();
    let rates: Vec<f64> = jacobian.chunks(mechanism.nv().max(1)).map(rate).collect();
    (largest(&residual), largest(&rates))
}

fn largest(values: &[f64]) -> f64 {
    let sizes = values.iter().map(|x| x.abs());
    sizes.fold(
        0.0,
        |worst, x| if x > worst || x.is_nan() { x } else { worst },
    )
}

/// The residuals of all rows at these coordinates.
#[must_use]
pub fn residual(mechanism: &Mechanism, q: &[f64]) -> Vec<f64> {
    equations(&elementary(mechanism), q).0
}

/// Closes the loops from a guess, by Newton's steps of least norm, halved where they do not help: flexible bodies as they are in
/// the guess, and bent only where that does not close the loops.
#[must_use]
pub fn assemble(mechanism: &Mechanism, guess: &[f64]) -> Assembly {
    let inner = mechanism.inner_velocities();
    let rigid = approach(mechanism, guess, &inner);
    if inner.is_empty() || rigid.gap <= CLOSED {
        return rigid;
    }
    approach(mechanism, &rigid.q, &[])
}

/// Newton's steps that leave the velocities `held` at 0.
fn approach(mechanism: &Mechanism, guess: &[f64], held: &[usize]) -> Assembly {
    let split = elementary(mechanism);
    let mut q = guess.to_vec();
    let (mut residual, mut jacobian) = equations(&split, &q);
    let mut gap = largest(&residual);
    for _ in 0..STEPS {
        if gap <= 1e-15 {
            break;
        }
        for row in jacobian.chunks_mut(mechanism.nv().max(1)) {
            for &velocity in held {
                row[velocity] = 0.0;
            }
        }
        let step = step_of(&residual, &jacobian, mechanism.nv());
        let mut length = -1.0;
        let nearer = core::iter::from_fn(|| {
            let tried = integrate(mechanism, &q, &step, length);
            length *= 0.5;
            Some(tried)
        });
        let better = nearer.take(12).find_map(|tried| {
            let (residual, jacobian) = equations(&split, &tried);
            let now = largest(&residual);
            (now < gap).then_some((tried, residual, jacobian, now))
        });
        let Some((tried, new_residual, new_jacobian, now)) = better else {
            break;
        };
        (q, residual, jacobian, gap) = (tried, new_residual, new_jacobian, now);
    }
    Assembly { q, gap }
}

/// G⁺ Φ.
fn step_of(residual: &[f64], jacobian: &[f64], nv: usize) -> Vec<f64> {
    let (mut matrix, mut right) = (jacobian.to_vec(), residual.to_vec());
    let mut step = vec![0.0; nv];
    let rows = residual.len();
    if minimum_norm(rows, nv, &mut matrix, &mut right, CUTOFF, &mut step) {
        step
    } else {
        // Not finite: no step helps.
        vec![f64::NAN; nv]
    }
}

/// The mechanism with other values of its parameters for good, its loops closed from where they are with the defaults.
///
/// # Errors
/// What the values do not allow, in words that follow `with these parameters`.
pub fn at_values(mechanism: &Mechanism, values: &[f64]) -> Result<Mechanism, &'static str> {
    let closed = mechanism.at_values(values);
    let mut closed = closed.ok_or("the model divides by 0")?;
    if let Some(mut loops) = closed.loops.clone() {
        let Assembly { q, gap } = assemble(&closed, &loops.mobility.q);
        if gap.is_nan() || gap > CLOSED {
            return Err("the loops do not close");
        }
        let dependent = core::mem::take(&mut loops.mobility.dependent);
        loops.mobility = Mobility {
            dependent,
            ..mobility(&closed, &loops, q)
        };
        closed.loops = Some(loops);
    }
    Ok(closed)
}

/// Rank of the constraint Jacobian at `q`, and independent velocities: those of `actuated` where the others follow from them.
#[must_use]
pub fn mobility(mechanism: &Mechanism, loops: &Loops, q: Vec<f64>) -> Mobility {
    let nv = mechanism.nv();
    let (_, jacobian) = equations(&elementary(mechanism), &q);
    let rows: Vec<Vec<f64>> = jacobian.chunks(nv.max(1)).map(<[f64]>::to_vec).collect();
    let all: Vec<usize> = (0..nv).collect();
    let passive: Vec<usize> = all
        .iter()
        .copied()
        .filter(|v| !loops.actuated.contains(v))
        .collect();
    // What is not actuated depends on the rest as far as it can, and modes only where nothing else can.
    let inner = mechanism.inner_velocities();
    let joints: Vec<usize> = (loops.actuated.iter().copied())
        .filter(|v| !inner.contains(v))
        .collect();
    let dependent = pivots(&rows, &[&passive, &joints, &inner]);
    let rank = dependent.len();
    let mut secondary = secondary_velocities(mechanism, loops);
    let primary: Vec<usize> = all
        .iter()
        .copied()
        .filter(|v| !secondary.contains(v))
        .collect();
    // With least norm the primary system need not bear all equations.
    let bears = loops.minimum_norm.is_some() || pivots(&rows, &[&primary]).len() == rows.len();
    if !bears {
        secondary.clear();
    }
    let independent = all.into_iter().filter(|v| !dependent.contains(v));
    Mobility {
        q,
        rank,
        independent: independent.collect(),
        secondary,
        dependent: Vec::new(),
    }
}

/// The columns of pivots, by elimination with complete pivoting among one group of columns after the other.
fn pivots(rows: &[Vec<f64>], groups: &[&[usize]]) -> Vec<usize> {
    let mut rows = rows.to_vec();
    let largest = largest(&rows.concat());
    let mut pivots = Vec::new();
    for group in groups {
        let mut left = group.to_vec();
        while let Some((row, column)) = greatest(&rows, &left) {
            let pivot = rows[row][column];
            if pivot.abs() <= CUTOFF * largest {
                break;
            }
            let lead = rows.swap_remove(row);
            for other in &mut rows {
                let factor = other[column] / pivot;
                for (entry, &leading) in other.iter_mut().zip(&lead) {
                    *entry -= factor * leading;
                }
            }
            left.retain(|&one| one != column);
            pivots.push(column);
        }
    }
    pivots
}

/// The index of the greatest entry among some columns; the first of equals.
fn greatest(rows: &[Vec<f64>], columns: &[usize]) -> Option<(usize, usize)> {
    let places = (0..rows.len()).flat_map(|row| columns.iter().map(move |&column| (row, column)));
    let size = |&(row, column): &(usize, usize)| rows[row][column].abs();
    places.rev().max_by(|a, b| size(a).total_cmp(&size(b)))
}
