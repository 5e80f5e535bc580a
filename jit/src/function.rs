//! A function of a robot in memory: what it takes and gives, and calls of it.

use std::sync::Arc;

use denoc_codegen::compile::Preparation;
use denoc_codegen::evaluate::Found;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::program::Shape;
use denoc_codegen::{Compiled, Counts};

use crate::error::Error;
use crate::options::Engine;
use crate::part::Part;
use crate::real::Real;
use crate::rows::{Rows, RowsMut};

/// An array that a function takes or gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    /// Its name: `q`.
    pub name: &'static str,
    /// Its shape; matrices are row-major.
    pub shape: Shape,
}

impl Array {
    /// Number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shape.is_empty()
    }
}

/// A function of a robot, for the values of the robot's parameters.
///
/// It has no state: any number of threads may call it at once.
pub struct Function<T: Real = f64> {
    code: Arc<Code<T>>,
    prepared: Vec<T>,
}

/// What all values of parameters share.
pub(crate) struct Code<T: Real> {
    function: denoc_codegen::Function,
    preparation: Option<Preparation>,
    inputs: Vec<Array>,
    outputs: Vec<Array>,
    parts: Vec<Part<T>>,
    /// Whether one call of one program is all there is to do.
    plain: bool,
    warnings: Vec<String>,
}

impl<T: Real + Into<f64>> Code<T> {
    /// The function of what was compiled for its sake alone.
    pub(crate) fn new(
        mut compiled: Compiled,
        mechanism: &Mechanism,
        engine: Engine,
    ) -> Option<Self> {
        let function = compiled.functions.pop()?;
        let given = |argument: Argument| argument != Argument::Prepared;
        let ports = function.inputs().iter();
        let ports = ports.filter(|port| given(port.argument));
        let inputs = ports.map(|port| Array {
            name: port.argument.name(),
            shape: port.argument.extent().on(mechanism),
        });
        let inputs: Vec<Array> = inputs.collect();
        let outputs = function.outputs().iter().map(|output| Array {
            name: output.name,
            shape: output.shape,
        });
        let outputs = outputs.collect();
        let programs = function.programs();
        let parts: Vec<Part<T>> = programs.map(|one| Part::new(one.clone(), engine)).collect();
        Some(Self {
            plain: !function.can_fail() && inputs.len() == function.inputs().len(),
            preparation: compiled.preparation,
            warnings: compiled.warnings,
            function,
            inputs,
            outputs,
            parts,
        })
    }

    /// The function for values of the parameters, in the order of the model.
    pub(crate) fn prepare(self: &Arc<Self>, parameters: &[f64]) -> Function<T> {
        let prepared = self.preparation.as_ref().map_or_else(Vec::new, |one| {
            let parameters: Vec<T> = parameters.iter().map(|&value| T::from_f64(value)).collect();
            one.prepared(&parameters)
        });
        Function {
            code: Arc::clone(self),
            prepared,
        }
    }
}

impl<T: Real> Function<T> {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.code.function.name
    }

    /// One line about it: what it computes, units.
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.code.function.summary
    }

    /// The formulation that was taken.
    #[must_use]
    pub fn formulation(&self) -> &str {
        self.code.function.formulation
    }

    /// Its operations.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.code.function.counts()
    }

    /// Search results beside the model that are not used, and why.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.code.warnings
    }

    /// What runs single states.
    #[must_use]
    pub fn engine(&self) -> Engine {
        let mut parts = self.code.parts.iter();
        match parts.all(|part| part.engine() == Engine::Native) {
            true => Engine::Native,
            false => Engine::Interpreted,
        }
    }

    /// The arrays that it takes, in their order.
    #[must_use]
    pub fn inputs(&self) -> &[Array] {
        &self.code.inputs
    }

    /// The arrays that it gives, in their order.
    #[must_use]
    pub fn outputs(&self) -> &[Array] {
        &self.code.outputs
    }

    /// Whether a call can fail: equations are solved in it.
    #[must_use]
    pub fn can_fail(&self) -> bool {
        self.code.function.can_fail()
    }

    /// Calls it for one state: arrays in the order of [`inputs`](Self::inputs) and [`outputs`](Self::outputs), matrices row by row.
    ///
    /// # Errors
    /// [`Error::Arrays`] for other arrays than it has, [`Error::Singular`] where equations have no solution. Outputs are then
    /// as they were.
    #[inline]
    pub fn call(&self, inputs: &[&[T]], outputs: &mut [&mut [T]]) -> Result<(), Error> {
        if self.code.plain {
            return match self.code.parts[0].call(inputs, outputs) {
                true => Ok(()),
                false => Err(self.arrays(
                    inputs.iter().map(|one| one.len()),
                    outputs.iter().map(|one| one.len()),
                )),
            };
        }
        self.call_parts(inputs, outputs)
    }

    /// A function with prepared values, of several programs, or that can fail: then results are stored when they are all there.
    fn call_parts(&self, inputs: &[&[T]], outputs: &mut [&mut [T]]) -> Result<(), Error> {
        self.check(
            inputs.iter().map(|one| one.len()),
            outputs.iter().map(|one| one.len()),
        )?;
        let (function, parts) = (&self.code.function, &self.code.parts);
        if !self.can_fail() {
            parts[0].call(
                &self.arrays_of(&parts[0], inputs, &Found::default()),
                outputs,
            );
            return Ok(());
        }
        let run = |index: usize, found: &Found<T>| {
            let part: &Part<T> = &parts[index];
            part.run(&self.arrays_of(part, inputs, found))
        };
        let results = function.run_parts(run).map_err(|_| Error::Singular)?;
        for (output, result) in outputs.iter_mut().zip(results) {
            output.copy_from_slice(&result);
        }
        Ok(())
    }

    /// The input arrays of a program.
    fn arrays_of<'a>(
        &'a self,
        part: &Part<T>,
        inputs: &[&'a [T]],
        found: &'a Found<T>,
    ) -> Vec<&'a [T]> {
        let mut given = inputs.iter();
        let arrays = part.program.inputs.iter().map(|port| match port.argument {
            Argument::Prepared => &self.prepared[..],
            Argument::Carried => &found.carried[..],
            Argument::Solved => &found.solved[..],
            _ => given.next().copied().unwrap_or_default(),
        });
        arrays.collect()
    }

    /// Calls it for many states, on this thread: the bits of single calls, in about half of their time.
    ///
    /// # Errors
    /// [`Error::Arrays`] for other rows than it has; [`Error::States`] where equations of states have no solution: their outputs are then
    /// as they were, those of all others are there.
    pub fn call_batch(
        &self,
        inputs: &[Rows<'_, T>],
        outputs: &mut [RowsMut<'_, T>],
    ) -> Result<(), Error> {
        let states = self.states(inputs, outputs)?;
        let failed = self.call_states(states, inputs, outputs);
        match failed.is_empty() {
            true => Ok(()),
            false => Err(Error::States(failed)),
        }
    }

    /// As [`call_batch`](Self::call_batch), on all threads of the current pool of `rayon`; on this one without the feature `parallel`.
    ///
    /// # Errors
    /// As [`call_batch`](Self::call_batch).
    pub fn call_batch_parallel(
        &self,
        inputs: &[Rows<'_, T>],
        outputs: &mut [RowsMut<'_, T>],
    ) -> Result<(), Error> {
        let states = self.states(inputs, outputs)?;
        let outputs = outputs.iter_mut().map(RowsMut::reborrow).collect();
        let failed = self.in_halves(states, inputs, outputs);
        match failed.is_empty() {
            true => Ok(()),
            false => Err(Error::States(failed)),
        }
    }

    /// The states that failed.
    fn in_halves(
        &self,
        states: usize,
        inputs: &[Rows<'_, T>],
        mut outputs: Vec<RowsMut<'_, T>>,
    ) -> Vec<usize> {
        if states <= SMALL_BATCH {
            return self.call_states(states, inputs, &mut outputs);
        }
        let middle = (states / 2).next_multiple_of(crate::rows::BLOCK);
        let (first, second): (Vec<_>, Vec<_>) =
            inputs.iter().map(|rows| rows.split_at(middle)).unzip();
        let (before, behind): (Vec<_>, Vec<_>) = outputs
            .into_iter()
            .map(|rows| rows.split_at(middle))
            .unzip();
        let (mut failed, late) = join(
            || self.in_halves(middle, &first, before),
            || self.in_halves(states - middle, &second, behind),
        );
        failed.extend(late.into_iter().map(|state| middle + state));
        failed
    }

    /// Runs states of which the rows are known to be sound; those that failed.
    fn call_states(
        &self,
        states: usize,
        inputs: &[Rows<'_, T>],
        outputs: &mut [RowsMut<'_, T>],
    ) -> Vec<usize> {
        if self.can_fail() {
            let single = |&state: &usize| {
                let inputs: Vec<&[T]> = inputs.iter().map(|rows| rows.row(state)).collect();
                let mut outputs: Vec<&mut [T]> =
                    outputs.iter_mut().map(|rows| rows.row(state)).collect();
                self.call(&inputs, &mut outputs).is_err()
            };
            return (0..states).filter(single).collect();
        }
        let part = &self.code.parts[0];
        let mut given = inputs.iter();
        let rows = part.program.inputs.iter().map(|port| match port.argument {
            Argument::Prepared => Rows::same(&self.prepared, states),
            _ => given.next().copied().unwrap_or(Rows::same(&[], states)),
        });
        let rows: Vec<Rows<'_, T>> = rows.collect();
        part.call_batch(states, &rows, outputs);
        Vec::new()
    }

    /// The number of states of rows that are those of the function.
    fn states(&self, inputs: &[Rows<'_, T>], outputs: &[RowsMut<'_, T>]) -> Result<usize, Error> {
        self.check(
            inputs.iter().map(|rows| rows.layout.len),
            outputs.iter().map(|rows| rows.layout.len),
        )?;
        let all = inputs.iter().map(|rows| rows.layout.states);
        let mut all = all.chain(outputs.iter().map(|rows| rows.layout.states));
        let states = all.next().unwrap_or(0);
        match all.all(|other| other == states) {
            true => Ok(states),
            false => Err(Error::Arrays(format!(
                "the arrays of `{}` have rows for different numbers of states",
                self.name()
            ))),
        }
    }

    /// Compares arrays with those of the function.
    fn check(
        &self,
        inputs: impl ExactSizeIterator<Item = usize> + Clone,
        outputs: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> Result<(), Error> {
        let known = inputs.clone().eq(self.inputs().iter().map(Array::len))
            && outputs.clone().eq(self.outputs().iter().map(Array::len));
        match known {
            true => Ok(()),
            false => Err(self.arrays(inputs, outputs)),
        }
    }

    /// The error of arrays that are not those of the function.
    #[cold]
    fn arrays(
        &self,
        inputs: impl Iterator<Item = usize>,
        outputs: impl Iterator<Item = usize>,
    ) -> Error {
        let list = |lens: Vec<String>| lens.join(", ");
        let known = |arrays: &[Array]| {
            list(
                arrays
                    .iter()
                    .map(|one| format!("{}[{}]", one.name, one.len()))
                    .collect(),
            )
        };
        Error::Arrays(format!(
            "`{}` takes {} and gives {}; arrays of {} and of {} elements were given",
            self.name(),
            known(self.inputs()),
            known(self.outputs()),
            list(inputs.map(|len| len.to_string()).collect()),
            list(outputs.map(|len| len.to_string()).collect()),
        ))
    }
}

/// Most states that [`Function::call_batch_parallel`] computes on one thread: to hand fewer to others takes longer than it saves.
pub const SMALL_BATCH: usize = 8 * crate::rows::BLOCK;

/// Runs both, at once where threads may be used.
fn join<A: Send, B: Send>(a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
    #[cfg(feature = "parallel")]
    return rayon::join(a, b);
    #[cfg(not(feature = "parallel"))]
    (a(), b())
}

impl<T: Real> Part<T> {
    /// The results in arrays of their own.
    fn run(&self, inputs: &[&[T]]) -> Vec<Vec<T>> {
        let outputs = self.program.outputs.iter();
        let mut results: Vec<Vec<T>> = outputs
            .map(|one| vec![T::default(); one.elements.len()])
            .collect();
        let mut slices: Vec<&mut [T]> = results.iter_mut().map(Vec::as_mut_slice).collect();
        self.call(inputs, &mut slices);
        results
    }
}

impl<T: Real> core::fmt::Debug for Function<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Function")
            .field("name", &self.name())
            .field("inputs", &self.inputs())
            .field("outputs", &self.outputs())
            .field("engine", &self.engine())
            .finish_non_exhaustive()
    }
}
