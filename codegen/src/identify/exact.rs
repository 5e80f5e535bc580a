//! The exact coefficients of a relation between columns of the regressor: solved at rational points.
//!
//! A residue does not determine its rational (most residues are those of some small fraction, so no check in the same field
//! can refute a wrong one). So the columns are evaluated at points of small rationals, over a graph whose constructors
//! fold constants: all its values are numbers. Full rank makes the solution unique, and the residues must be those that
//! both fields found.

use super::parameter::InertialParameter;
use super::regressor::regressor;
use crate::exact::element::{FieldElement, PrimeField};
use crate::exact::number::Number;
use crate::exact::residue::{Field, Residue};
use crate::function::FIELDS;
use crate::graph::{Expr, Graph, Mode};
use crate::leaves::Solve;
use crate::leaves::{Argument, Input, JointAngle, Leaves};
use crate::mechanism::Mechanism;
use crate::prove::{draw, quaternion_places};

/// Numbers beyond this are not worth the relation they would give, bits.
const MOST_BITS: usize = 1 << 14;

/// Points at which a relation may be solved: enough for a support of any size, as every point adds to the rank.
const MOST_POINTS: usize = 64;

/// Exact rows of the regressor, made point by point.
pub(super) struct ExactRows<'m> {
    mechanism: &'m Mechanism,
    parameters: Vec<InertialParameter>,
    fields: [Field; FIELDS],
    points: Vec<Vec<Vec<Number>>>,
    exhausted: bool,
}

impl<'m> ExactRows<'m> {
    pub(super) fn new(
        mechanism: &'m Mechanism,
        parameters: Vec<InertialParameter>,
        fields: [Field; FIELDS],
    ) -> Self {
        Self {
            mechanism,
            parameters,
            fields,
            points: Vec::new(),
            exhausted: false,
        }
    }

    /// The rows at a point; `None` when numbers grow too large.
    fn point(&mut self, index: usize) -> Option<&[Vec<Number>]> {
        while self.points.len() <= index && !self.exhausted {
            match rows(self.mechanism, &self.parameters, self.points.len()) {
                Some(rows) => self.points.push(rows),
                None => self.exhausted = true,
            }
        }
        self.points.get(index).map(Vec::as_slice)
    }

    /// The exact coefficients c with column = Σ c_k support_k, whose residues are known. `None` when they cannot be
    /// made exact.
    pub(super) fn solve(
        &mut self,
        column: InertialParameter,
        support: &[(InertialParameter, [Residue; FIELDS])],
    ) -> Option<Vec<Number>> {
        let place = |of: &InertialParameter| self.parameters.iter().position(|one| one == of);
        let mut columns: Vec<usize> = support
            .iter()
            .map(|(one, _)| place(one))
            .collect::<Option<_>>()?;
        columns.push(place(&column)?);
        let mut system = LinearSystem::new(support.len());
        for index in 0..MOST_POINTS {
            for row in self.point(index)? {
                let row = columns.iter().map(|&k| row[k].clone()).collect();
                if !system.insert(row) {
                    return None;
                }
            }
            if let Some(solution) = system.solution() {
                let same = |number: &Number, residues: &[Residue; FIELDS]| {
                    let mut both = self.fields.iter().zip(residues);
                    both.all(|(field, &residue)| (field.of(number) - residue).is_zero())
                };
                let mut all = solution.iter().zip(support);
                let all_same = all.all(|(number, (_, residues))| same(number, residues));
                return all_same.then_some(solution);
            }
        }
        None
    }
}

/// The regressor at the point of a seed.
fn rows(
    mechanism: &Mechanism,
    parameters: &[InertialParameter],
    seed: usize,
) -> Option<Vec<Vec<Number>>> {
    let graph: Graph = Graph::new(Mode::Pruned);
    let leaves = RationalPoint {
        graph: &graph,
        seed: seed as u64,
        quaternions: quaternion_places(mechanism),
    };
    let rows = regressor(mechanism, parameters, &leaves);
    if graph.constant_bits() > MOST_BITS {
        return None;
    }
    let number = |value: &Expr<'_>| graph.value(value.reference(&graph));
    rows.iter()
        .map(|row| row.iter().map(number).collect())
        .collect()
}

/// Linear equations over the rationals, the right-hand side last; in reduced echelon form.
pub(super) struct LinearSystem {
    rows: Vec<Option<Vec<Number>>>,
}

impl LinearSystem {
    pub(super) fn new(unknowns: usize) -> Self {
        Self {
            rows: vec![None; unknowns],
        }
    }

    /// Takes an equation in; whether it can be met together with the others.
    pub(super) fn insert(&mut self, mut row: Vec<Number>) -> bool {
        let unknowns = self.rows.len();
        for column in 0..unknowns {
            if row[column].is_zero() {
                continue;
            }
            match &self.rows[column] {
                Some(known) => subtract(&mut row, known, column),
                None => {
                    let Some(inverse) = row[column].inverse() else {
                        return false;
                    };
                    row.iter_mut().for_each(|entry| *entry = &*entry * &inverse);
                    self.rows[column] = Some(row);
                    return true;
                }
            }
        }
        row[unknowns].is_zero()
    }

    /// The solution, once it is unique.
    pub(super) fn solution(&self) -> Option<Vec<Number>> {
        let rows: Vec<&Vec<Number>> = self
            .rows
            .iter()
            .map(Option::as_ref)
            .collect::<Option<_>>()?;
        let n = rows.len();
        let mut solution = vec![Number::ZERO; n];
        for (k, row) in rows.iter().enumerate().rev() {
            solution[k] = (k + 1..n).fold(row[n].clone(), |rest, j| rest - &row[j] * &solution[j]);
        }
        Some(solution)
    }
}

/// row − row[column] · known.
fn subtract(row: &mut [Number], known: &[Number], column: usize) {
    let factor = row[column].clone();
    for (entry, leading) in row.iter_mut().zip(known) {
        if !leading.is_zero() {
            *entry -= &(&factor * leading);
        }
    }
}

/// A point of small rationals.
struct RationalPoint<'g> {
    graph: &'g Graph,
    seed: u64,
    quaternions: Vec<usize>,
}

impl<'g> RationalPoint<'g> {
    /// A small integer.
    fn draw(&self, input: Input, purpose: u64) -> i64 {
        (draw(self.seed, input, purpose) % 13) as i64 - 6
    }

    fn number(&self, value: &Number) -> Expr<'g> {
        Expr::Node(self.graph, self.graph.constant(value))
    }

    /// Component k of p²/|p|² for a quaternion p of small integers.
    fn quaternion(&self, start: usize, k: usize) -> Number {
        let part = |k: usize| {
            let input = Input {
                argument: Argument::Q,
                index: start + k,
            };
            self.draw(input, 2)
        };
        // Never the zero quaternion.
        let p = [part(0), part(1), part(2), 2 * part(3) + 1];
        let vector = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
        let component = match k {
            3 => p[3] * p[3] - vector,
            _ => 2 * p[3] * p[k],
        };
        Number::from(component) / Number::from(p[3] * p[3] + vector)
    }
}

impl<'g> Leaves for RationalPoint<'g> {
    type S = Expr<'g>;

    fn constant(&self, value: &Number) -> Expr<'g> {
        self.number(value)
    }

    fn input(&self, input: Input) -> Expr<'g> {
        let within = |&&start: &&usize| (start..start + 4).contains(&input.index);
        match self.quaternions.iter().find(within) {
            Some(&start) if input.argument == Argument::Q => {
                self.number(&self.quaternion(start, input.index - start))
            }
            _ => self.number(&Number::from(self.draw(input, 0))),
        }
    }

    fn solve(&self, solve: Solve, matrix: &[Vec<Expr<'g>>], right: &[Expr<'g>]) -> Vec<Expr<'g>> {
        Leaves::solve(&self.graph, solve, matrix, right)
    }

    fn guard(&self, margins: &[Expr<'g>]) {
        Leaves::guard(&self.graph, margins);
    }

    fn circle(&self, angles: &[JointAngle]) -> (Expr<'g>, Expr<'g>) {
        let mut turn = (Number::ONE, Number::ZERO);
        let mut by = |cos: &Number, sin: &Number| {
            turn = (&turn.0 * cos - &turn.1 * sin, &turn.1 * cos + &turn.0 * sin);
        };
        for angle in angles {
            let sign = Number::from(if angle.negative { -1 } else { 1 });
            // The half-angle tangent t = a/b, b ≠ 0.
            let (a, b) = (
                self.draw(angle.coordinate, 1),
                self.draw(angle.coordinate, 3).rem_euclid(2) + 1,
            );
            let (square, other) = (Number::from(b * b + a * a), Number::from(b * b - a * a));
            by(
                &(other / &square),
                &(&sign * Number::from(2 * a * b) / &square),
            );
            let constant = angle.offset.circle();
            by(&constant.cos, &(&sign * &constant.sin));
        }
        (self.number(&turn.0), self.number(&turn.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_exactly_or_refused() {
        let n = |x: i64| Number::from(x);
        let mut system = LinearSystem::new(2);
        assert!(system.insert(vec![n(2), n(1), n(4)]));
        assert!(system.solution().is_none());
        assert!(system.insert(vec![n(4), n(5), n(11)]));
        let solution = system.solution().expect("full rank");
        assert_eq!(solution, [n(3) / n(2), n(1)]);
        assert!(system.insert(vec![n(6), n(6), n(15)]));
        assert!(!system.insert(vec![n(1), n(0), n(1)]));
    }
}
