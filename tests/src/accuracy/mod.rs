//! Accuracy: the rounding of functions of random chains and of shipped robots, by size, level and range of inputs.
//!
//! ```text
//!  n, seed ──► chain ──compile, --opt 0, 1, 2──► functions ┐
//!  shipped robot ──compile, --opt 0 … 3──► functions ──────┴─at random states, against 106 bits──► Cell
//! ```
//!
//! `src/bin/accuracy.rs` prints the tables of docs/accuracy.md, `tests/suite/accuracy.rs` checks a slice.

mod cell;
mod range;

use std::path::Path;

use denoc_codegen::accuracy::condition;
use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::{BlockKind, Mechanism};
use denoc_codegen::model::load;
use denoc_codegen::transform::elementary;
use denoc_codegen::verify::error_at;
use denoc_codegen::{Quantity, State, reference};

pub use cell::{Cell, Summary};
pub use range::{RANGES, Range};

use crate::random::{Random, chain};

/// The functions that are measured.
const FUNCTIONS: [&str; 3] = ["inverse_dynamics", "gravity", "forward_dynamics"];

/// The chain of a size and a seed: one joint in five is prismatic, the others are revolute.
#[must_use]
pub fn random_chain(n: usize, seed: u64) -> Mechanism {
    let random = &mut Random(seed);
    let prismatic: Vec<bool> = (0..n).map(|_| random.below(5) == 0).collect();
    chain(&prismatic, seed)
}

/// The errors of a mechanism at a level: for every range, those at so many states.
///
/// # Errors
/// What does not compile, in words.
pub fn measure(mechanism: &Mechanism, opt: u8, states: u64) -> Result<Vec<Cell>, String> {
    let options = Options {
        opt,
        ..Options::default()
    };
    measure_with(mechanism, options, states)
}

/// The same of a shipped robot, whose search results are beside it.
///
/// # Errors
/// As [`measure`].
pub fn measure_robot(name: &str, opt: u8, states: u64) -> Result<Vec<Cell>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../models/{name}.toml"));
    let mechanism = load(&path).map_err(|faults| faults.to_string())?.mechanism;
    let mut options = Options::default();
    options.take_level(Some(opt), &path, name);
    measure_with(&mechanism, options, states)
}

fn measure_with(mechanism: &Mechanism, options: Options, states: u64) -> Result<Vec<Cell>, String> {
    let options = Options {
        functions: Some(FUNCTIONS.map(String::from).into()),
        ..options
    };
    let compiled = compile(mechanism, &options).map_err(|error| error.to_string())?;
    let literal = elementary(mechanism);
    let cell = |range: &Range| {
        let mut cell = Cell::default();
        for seed in 0..states {
            add(
                &mut cell,
                &compiled,
                &literal,
                &state(mechanism, range, seed),
            )?;
        }
        Ok(cell)
    };
    RANGES.iter().map(cell).collect()
}

/// Adds the errors at a state.
fn add(
    cell: &mut Cell,
    compiled: &Compiled,
    literal: &Mechanism,
    state: &State,
) -> Result<(), String> {
    for function in &compiled.functions {
        let error = error_at(compiled, function, state).map_err(|error| error.to_string())?;
        match function.name.as_str() {
            "inverse_dynamics" => cell.inverse.push(error),
            "gravity" => cell.gravity.push(error),
            _ => {
                let quantity = Quantity::MassMatrix;
                let mass = reference(literal, quantity, quantity.literal(literal), state);
                cell.forward.push(error / condition(&mass.concat()));
            }
        }
    }
    Ok(())
}

/// A state in a range: coordinates that are lengths are within 1 m.
fn state(mechanism: &Mechanism, range: &Range, seed: u64) -> State {
    let random = &mut Random(seed ^ 0xacc0);
    let turns = turning(mechanism);
    let q = turns.iter().map(|&turns| match turns {
        true => random.within(range.angle),
        false => random.within(1.0),
    });
    let mut state = State::default().with(Argument::Q, q.collect());
    for (argument, size) in [
        (Argument::Qd, range.rate),
        (Argument::Qdd, range.rate),
        (Argument::Tau, 10.0),
    ] {
        let values = turns.iter().map(|_| random.within(size)).collect();
        state = state.with(argument, values);
    }
    state
}

/// For every coordinate, whether it is an angle: none of a quaternion here.
fn turning(mechanism: &Mechanism) -> Vec<bool> {
    debug_assert!(
        mechanism
            .blocks()
            .iter()
            .all(|one| one.kind == BlockKind::Rates)
    );
    let free = mechanism.bodies.iter().filter(|body| !body.driven);
    free.flat_map(|body| vec![body.joint.type_name() != "prismatic"; body.joint.nq()])
        .collect()
}
