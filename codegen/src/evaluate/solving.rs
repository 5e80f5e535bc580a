//! Functions that solve equations, as generated code runs them: programs with solvers between them.

use denoc_sincos::Status;
use denoc_sincos::linear::{double, single};

use super::{Constants, Float, Libm};
use crate::function::Function;
use crate::leaves::{Argument, Input};
use crate::program::Program;

/// A lane that equations can be solved in.
pub trait Solving: Float {
    /// [`double::solve`] or its twin.
    fn solve(sizes: (usize, usize), matrix: &mut [Self], right: &mut [Self]) -> bool;

    /// [`double::minimum_norm`] or its twin, with the cut-off rounded once, as it is printed.
    fn minimum_norm(
        sizes: (usize, usize),
        matrix: &mut [Self],
        right: &mut [Self],
        cutoff: f64,
        solution: &mut [Self],
    ) -> bool;

    /// Whether it is a number above 0.
    fn is_positive(self) -> bool;
}

macro_rules! solving {
    ($float:ty, $kernels:ident) => {
        impl Solving for $float {
            fn solve((n, sides): (usize, usize), matrix: &mut [Self], right: &mut [Self]) -> bool {
                $kernels::solve(n, sides, matrix, right)
            }

            fn minimum_norm(
                (rows, columns): (usize, usize),
                matrix: &mut [Self],
                right: &mut [Self],
                cutoff: f64,
                solution: &mut [Self],
            ) -> bool {
                $kernels::minimum_norm(rows, columns, matrix, right, cutoff as $float, solution)
            }

            fn is_positive(self) -> bool {
                self > 0.0
            }
        }

        impl Solving for Libm<$float> {
            fn solve(sizes: (usize, usize), matrix: &mut [Self], right: &mut [Self]) -> bool {
                let (mut plain, mut solved) = (unwrapped(matrix), unwrapped(right));
                let done = <$float>::solve(sizes, &mut plain, &mut solved);
                right
                    .iter_mut()
                    .zip(solved)
                    .for_each(|(to, from)| to.0 = from);
                done
            }

            fn minimum_norm(
                sizes: (usize, usize),
                matrix: &mut [Self],
                right: &mut [Self],
                cutoff: f64,
                solution: &mut [Self],
            ) -> bool {
                let (mut plain, mut rest) = (unwrapped(matrix), unwrapped(right));
                let mut solved = unwrapped(solution);
                let done =
                    <$float>::minimum_norm(sizes, &mut plain, &mut rest, cutoff, &mut solved);
                solution
                    .iter_mut()
                    .zip(solved)
                    .for_each(|(to, from)| to.0 = from);
                done
            }

            fn is_positive(self) -> bool {
                self.0 > 0.0
            }
        }
    };
}
solving!(f64, double);
solving!(f32, single);

fn unwrapped<T: Copy>(values: &[Libm<T>]) -> Vec<T> {
    values.iter().map(|value| value.0).collect()
}

impl Function {
    /// The output arrays for given inputs, in the order of [`Function::outputs`].
    ///
    /// # Errors
    /// [`Status::Singular`].
    pub fn run<L: Solving>(&self, input: impl Fn(Input) -> L) -> Result<Vec<Vec<L>>, Status> {
        self.run_with(&self.rounded_constants(), input)
    }

    /// The constants of all programs, rounded to the lane: for those who run many times.
    #[must_use]
    pub fn rounded_constants<L: Float>(&self) -> Vec<Constants<L>> {
        self.programs().map(Program::rounded_constants).collect()
    }

    /// As [`Function::run`], with the function's own [`rounded_constants`](Function::rounded_constants).
    ///
    /// # Errors
    /// [`Status::Singular`].
    pub fn run_with<L: Solving>(
        &self,
        constants: &[Constants<L>],
        input: impl Fn(Input) -> L,
    ) -> Result<Vec<Vec<L>>, Status> {
        let programs: Vec<&Program> = self.programs().collect();
        self.run_parts(|index, found| {
            programs[index].evaluate_with(&constants[index], |element| match element.argument {
                Argument::Carried => found.carried[element.index],
                Argument::Solved => found.solved[element.index],
                _ => input(element),
            })
        })
    }

    /// The protocol of its programs, whoever runs them: `run` gives the output arrays of the program of that place. Equations are solved
    /// in between, and margins are looked at.
    ///
    /// # Errors
    /// [`Status::Singular`].
    pub fn run_parts<L: Solving>(
        &self,
        mut run: impl FnMut(usize, &Found<L>) -> Vec<Vec<L>>,
    ) -> Result<Vec<Vec<L>>, Status> {
        let mut found = Found {
            carried: Vec::new(),
            solved: Vec::new(),
        };
        let mut outputs = run(0, &found);
        if self.has_margins() {
            let margins = outputs.pop().unwrap_or_default();
            if !margins.into_iter().all(Solving::is_positive) {
                return Err(Status::Singular);
            }
        }
        for (index, stage) in self.stages.iter().enumerate() {
            let mut right = outputs.pop().unwrap_or_default();
            let mut matrix = outputs.pop().unwrap_or_default();
            if index == 0 {
                found.carried = outputs.pop().unwrap_or_default();
            }
            let (rows, columns) = (stage.solve.rows, stage.solve.columns);
            let done = match stage.solve.least_norm {
                None => L::solve((rows, stage.solve.sides), &mut matrix, &mut right),
                Some(cutoff) => {
                    let mut solution = vec![L::zero(); columns];
                    let sizes = (rows, columns);
                    let done =
                        L::minimum_norm(sizes, &mut matrix, &mut right, cutoff, &mut solution);
                    right = solution;
                    done
                }
            };
            if !done {
                return Err(Status::Singular);
            }
            found.solved.extend(right);
            outputs = run(index + 1, &found);
        }
        Ok(outputs)
    }
}

/// What the programs of a function have found for those after them.
#[derive(Clone, Default, Debug)]
pub struct Found<L> {
    /// Values of the first program: the input [`Argument::Carried`] of the others.
    pub carried: Vec<L>,
    /// All solutions so far: their input [`Argument::Solved`].
    pub solved: Vec<L>,
}
