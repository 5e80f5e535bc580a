//! The equations and margins of a recursion whose values are no numbers: what is solved for becomes inputs.

use core::cell::RefCell;

use super::{Argument, Input};
use crate::leaves::Solve;

/// A X = B.
#[derive(Clone, Debug)]
pub struct Equations<S> {
    /// Size, and how it is solved.
    pub solve: Solve,
    /// A, row-major.
    pub matrix: Vec<S>,
    /// B, row-major.
    pub right: Vec<S>,
}

/// The equations and guards of a recursion, in their order.
#[derive(Clone, Debug)]
pub struct Record<S> {
    equations: RefCell<Vec<Equations<S>>>,
    margins: RefCell<Vec<S>>,
}

impl<S> Default for Record<S> {
    fn default() -> Self {
        Self {
            equations: RefCell::default(),
            margins: RefCell::default(),
        }
    }
}

impl<S: Copy> Record<S> {
    /// Keeps equations; the inputs that their solution is.
    pub fn solve(
        &self,
        solve: Solve,
        matrix: &[Vec<S>],
        right: &[S],
    ) -> impl Iterator<Item = Input> + use<S> {
        debug_assert_eq!(
            (matrix.len(), right.len()),
            (solve.rows, solve.rows * solve.sides)
        );
        let mut equations = self.equations.borrow_mut();
        let before: usize = equations.iter().map(|one| one.solve.unknowns()).sum();
        equations.push(Equations {
            solve,
            matrix: matrix.concat(),
            right: right.to_vec(),
        });
        (before..before + solve.unknowns()).map(|index| Input {
            argument: Argument::Solved,
            index,
        })
    }

    /// Keeps margins.
    pub fn guard(&self, margins: &[S]) {
        self.margins.borrow_mut().extend_from_slice(margins);
    }

    /// The arrays that a function computes by programs: the matrix and the right side of all equations, the results, and
    /// the margins where there are any.
    #[must_use]
    pub fn arrays(&self, results: Vec<Vec<S>>) -> Vec<Vec<S>> {
        let equations = self.equations().into_iter();
        let equations = equations.flat_map(|one| [one.matrix, one.right]);
        let margins = Some(self.margins()).filter(|margins| !margins.is_empty());
        equations.chain(results).chain(margins).collect()
    }

    /// The equations so far.
    #[must_use]
    pub fn equations(&self) -> Vec<Equations<S>> {
        self.equations.borrow().clone()
    }

    /// The margins so far.
    #[must_use]
    pub fn margins(&self) -> Vec<S> {
        self.margins.borrow().clone()
    }
}
