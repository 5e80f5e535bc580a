//! What is timed: compiled functions with their batches, and the states at which they are called.

use std::path::Path;

use denoc_codegen::assembly::{CLOSED, assemble};
use denoc_codegen::compile::{Compiled, Precision, Sincos};
use denoc_codegen::emit::c99::stack;
use denoc_codegen::emit::stack::Stack;
use denoc_codegen::emit::{EMITTERS, Printing, packed};
use denoc_codegen::function::Function;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::output::{self, File};
use denoc_codegen::pass::machine::cycles;
use denoc_codegen::program::Port;
use denoc_codegen::reference::State;
use denoc_codegen::state::integrate;

use crate::failure::Failure;

use super::{c, rust};

/// States at which functions are called in turn.
pub(super) const STATES: usize = 16;

/// States of a batch, a multiple of the lanes of a block.
pub(super) const BATCH: usize = 256;

/// Cycles that the sines and cosines of a function take, whatever their number: 11 ns at 3.6 GHz, as docs/speed.md has them.
const SINES: usize = 40;

/// Compiled functions, what is written of them, and states.
pub(super) struct Work {
    /// With batches, as it is printed: packed where that was asked for.
    pub(super) compiled: Compiled,
    /// Bytes of other data between cold calls, where these are timed.
    pub(super) cold: Option<usize>,
    /// The generated code.
    files: Vec<File>,
    states: Vec<State>,
}

/// An input of functions: the array and its values at every state.
pub(super) struct Input {
    pub(super) port: Port,
    pub(super) values: Vec<Vec<f64>>,
}

impl Work {
    /// Renders the code with batches of what has any, Rust as `standalone` text or with the crate `denoc`.
    ///
    /// # Errors
    /// An error of a printer.
    pub(super) fn new(
        mut compiled: Compiled,
        standalone: bool,
        cold: Option<usize>,
    ) -> Result<Self, Failure> {
        // Set by now: the compiler refuses batches of functions that can fail, and printers leave these out.
        compiled.options.batch = true;
        let printing = Printing { standalone };
        let mut emitters = EMITTERS.to_vec();
        emitters.retain(|one| ["c", "rust"].contains(&one.name));
        let files = output::render(&compiled, &emitters, printing)
            .map_err(|error| Failure::Message(error.to_string()))?;
        let states = (1..=STATES as u64).map(|seed| state(&compiled.mechanism, seed));
        Ok(Self {
            cold,
            files,
            states: states.collect(),
            compiled: packed(&compiled).into_owned(),
        })
    }

    /// Writes the code and the timing programs around it into a folder.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Failure> {
        let program = |name: &str, text: String| File {
            name: name.into(),
            text,
        };
        let mut files = self.files.clone();
        files.push(program(c::FILE, c::program(self)));
        files.push(program(rust::FILE, rust::program(self)));
        let written = output::write(folder, &files);
        written.map_err(|error| Failure::Message(error.to_string()))?;
        Ok(())
    }

    /// The functions.
    pub(super) fn functions(&self) -> &[Function] {
        &self.compiled.functions
    }

    /// The distinct inputs of all functions, without what is prepared of parameters.
    pub(super) fn inputs(&self) -> Vec<Input> {
        let mut ports: Vec<Port> = Vec::new();
        for port in self.functions().iter().flat_map(Function::inputs) {
            if port.argument != Argument::Prepared && !ports.contains(port) {
                ports.push(*port);
            }
        }
        let values = |port: Port| {
            let states = (1..).zip(&self.states);
            states
                .map(|(seed, state)| values(state, port, seed))
                .collect()
        };
        let input = |port| Input {
            port,
            values: values(port),
        };
        ports.into_iter().map(input).collect()
    }

    /// The number of an input among [`Self::inputs`], as timing programs name it.
    pub(super) fn name(port: Port) -> String {
        format!("{}_{}", port.argument.name(), port.len)
    }

    /// Cycles by the model of the processor; none where equations are solved or the platform computes sines, which it does not know.
    pub(super) fn cycles(&self, function: &Function) -> Option<usize> {
        let has_angles = !function.program.angles.is_empty();
        if !function.stages.is_empty() || has_angles && self.compiled.options.sincos == Sincos::Libm
        {
            return None;
        }
        let sines = if has_angles { SINES } else { 0 };
        Some(cycles(&function.program) + sines)
    }

    /// The bounds on the stack in the header.
    pub(super) fn stack(&self, function: &Function) -> Stack {
        stack(&self.compiled, function)
    }

    /// `double` and `f64`, or the same of single precision.
    pub(super) fn scalars(&self) -> [&'static str; 2] {
        match self.compiled.options.precision {
            Precision::F64 => ["double", "f64"],
            Precision::F32 => ["float", "f32"],
        }
    }
}

/// Whether a function has a batch: one that can fail has none.
pub(super) fn has_batch(function: &Function) -> bool {
    !function.can_fail()
}

/// A random state of moderate size; loops are closed.
fn state(mechanism: &Mechanism, seed: u64) -> State {
    /// Of a step from the assembled configuration, s.
    const STEP: f64 = 0.05;
    let state = State::sample(mechanism, seed);
    let Some(loops) = &mechanism.loops else {
        return state;
    };
    let assembled = &loops.mobility.q;
    let guess = integrate(mechanism, assembled, state.array(Argument::Qd), STEP);
    let found = assemble(mechanism, &guess);
    let q = match found.gap <= CLOSED {
        true => found.q,
        false => assembled.clone(),
    };
    state.with(Argument::Q, q)
}

/// The values of an array at a state, drawn where the state has none.
fn values(state: &State, port: Port, seed: u64) -> Vec<f64> {
    let known = state.array(port.argument);
    if known.len() == port.len {
        return known.to_vec();
    }
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut draw = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        ((x >> 11) as f64 / (1_u64 << 53) as f64).mul_add(3.0, -1.5)
    };
    (0..port.len).map(|_| draw()).collect()
}
