//! A program of a function, ready to run: machine code, or a tape.

use std::sync::OnceLock;

use denoc_codegen::program::Program;

use crate::constants::Constants;
use crate::interpreted::{self, Tape};
#[cfg(feature = "native")]
use crate::native::{BatchCode, SingleCode};
use crate::options::Engine;
use crate::real::Real;
use crate::rows::{Rows, RowsMut};

/// A program, and what runs it.
pub(crate) struct Part<T: Real> {
    pub(crate) program: Program,
    constants: Constants,
    #[cfg(feature = "native")]
    engine: Engine,
    #[cfg(feature = "native")]
    single: Option<SingleCode<T>>,
    /// Made when the first batch is run; `None` in it: interpreted.
    #[cfg(feature = "native")]
    batch: OnceLock<Option<BatchCode<T>>>,
    tape: OnceLock<Tape>,
    _number: core::marker::PhantomData<T>,
}

impl<T: Real + Into<f64>> Part<T> {
    pub(crate) fn new(program: Program, engine: Engine) -> Self {
        let constants = Constants::of::<T>(&program);
        #[cfg(not(feature = "native"))]
        let _ = engine;
        Self {
            #[cfg(feature = "native")]
            single: match engine {
                Engine::Native => SingleCode::new(&program, &constants).ok(),
                Engine::Interpreted => None,
            },
            #[cfg(feature = "native")]
            batch: OnceLock::new(),
            #[cfg(feature = "native")]
            engine,
            program,
            constants,
            tape: OnceLock::new(),
            _number: core::marker::PhantomData,
        }
    }
}

impl<T: Real> Part<T> {
    /// What runs a single state.
    pub(crate) fn engine(&self) -> Engine {
        #[cfg(feature = "native")]
        if self.single.is_some() {
            return Engine::Native;
        }
        Engine::Interpreted
    }

    /// Runs one state. Whether arrays have the lengths of the program.
    #[inline]
    pub(crate) fn call(&self, inputs: &[&[T]], outputs: &mut [&mut [T]]) -> bool {
        #[cfg(feature = "native")]
        if let Some(code) = &self.single {
            return code.call(inputs, outputs);
        }
        let rows: Vec<Rows<'_, T>> = inputs.iter().map(|array| Rows::same(array, 1)).collect();
        let found = outputs.iter_mut().map(|array| {
            let len = array.len();
            RowsMut::new(array, 1, len)
        });
        let Some(mut found) = found.collect::<Option<Vec<RowsMut<'_, T>>>>() else {
            return false;
        };
        self.interpret(1, &rows, &mut found)
    }

    /// Runs many states. Whether rows have the lengths of the program.
    pub(crate) fn call_batch(
        &self,
        states: usize,
        inputs: &[Rows<'_, T>],
        outputs: &mut [RowsMut<'_, T>],
    ) -> bool {
        let done = self.in_vectors(states, inputs, outputs);
        if done == states {
            return true;
        }
        let rest: Vec<Rows<'_, T>> = inputs.iter().map(|rows| rows.split_at(done).1).collect();
        let found = outputs.iter_mut();
        let mut found: Vec<RowsMut<'_, T>> =
            found.map(|rows| rows.reborrow().split_at(done).1).collect();
        #[cfg(feature = "native")]
        if self.batch().is_some() {
            return (0..states - done).all(|state| {
                let inputs: Vec<&[T]> = rest.iter().map(|rows| rows.row(state)).collect();
                let mut outputs: Vec<&mut [T]> =
                    found.iter_mut().map(|rows| rows.row(state)).collect();
                self.call(&inputs, &mut outputs)
            });
        }
        self.interpret(states - done, &rest, &mut found)
    }

    /// Runs the leading states that fill vectors; how many those are.
    #[cfg(feature = "native")]
    fn in_vectors(
        &self,
        states: usize,
        inputs: &[Rows<'_, T>],
        outputs: &mut [RowsMut<'_, T>],
    ) -> usize {
        let code = self.batch();
        code.map_or(0, |code| code.call(states, inputs, outputs))
    }

    /// The same without machine code.
    #[cfg(not(feature = "native"))]
    fn in_vectors(&self, _: usize, _: &[Rows<'_, T>], _: &mut [RowsMut<'_, T>]) -> usize {
        0
    }

    /// The machine code of batches.
    #[cfg(feature = "native")]
    fn batch(&self) -> Option<&BatchCode<T>> {
        let compile = || match self.engine {
            Engine::Native => BatchCode::new(&self.program, &self.constants).ok(),
            Engine::Interpreted => None,
        };
        self.batch.get_or_init(compile).as_ref()
    }

    fn interpret(
        &self,
        states: usize,
        inputs: &[Rows<'_, T>],
        outputs: &mut [RowsMut<'_, T>],
    ) -> bool {
        let (ports, results) = (&self.program.inputs, &self.program.outputs);
        let known = inputs.len() == ports.len()
            && outputs.len() == results.len()
            && inputs
                .iter()
                .zip(ports)
                .all(|(rows, port)| rows.layout.has(states, port.len))
            && (outputs.iter().zip(results))
                .all(|(rows, output)| rows.layout.has(states, output.elements.len()));
        if !known {
            return false;
        }
        let tape = self
            .tape
            .get_or_init(|| Tape::of(&self.program, &self.constants));
        interpreted::run(tape, states, inputs, outputs);
        true
    }
}

#[cfg(test)]
mod tests;
