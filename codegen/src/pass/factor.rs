//! Factoring: common factors and sums are taken out as long as that costs nothing.
//!
//! The moves of the [search](super::search) without any that cost more, for a number of proposals that grows with the
//! program: savings that the recursions leave, at a price that every compilation can pay. Derivatives are sought a little longer, with moves
//! that cost more ([`factor_with_detours`]): some seconds for a large robot.

use super::search::{Heat, InputRange, Settings, search};
use crate::program::Program;

/// Proposals for each statement.
const PROPOSALS: u64 = 400;
/// Statements beyond which a program is left as it is: what proposals cost grows with the program, too.
const MOST: usize = 2000;

/// Whether a program of this length is factored at all.
#[must_use]
pub fn is_factored(statements: usize) -> bool {
    statements <= MOST
}

/// Proposals for each statement of a program that is searched briefly.
const DETOURS: u64 = 6000;

/// Statements up to which the result is searched once more ([`factor_again`]).
const MOST_AGAIN: usize = 5000;

/// Proposals for all statements of such a program, and of a longer one, where each takes longer.
const ALL_DETOURS: u64 = 20_000_000;
const ALL_OF_LONG: u64 = 8_000_000;

/// A program of the same values that costs no more, sought on ways that cost more at first: for large functions whose recursions
/// leave much, derivatives.
#[must_use]
pub fn factor_with_detours(program: &Program) -> Program {
    factor_again(&briefly(program, Heat::Annealed))
}

/// The same from a program that was searched, or that was derived from one: in longer parts at once and with moves that cost less.
#[must_use]
pub fn factor_again(program: &Program) -> Program {
    if program.statements.len() > MOST_AGAIN {
        return program.clone();
    }
    briefly(program, Heat::Gentle)
}

fn briefly(program: &Program, heat: Heat) -> Program {
    let statements = program.statements.len();
    let most = match statements <= MOST_AGAIN {
        true => ALL_DETOURS,
        false => ALL_OF_LONG,
    };
    let settings = Settings {
        proposals: most.min(DETOURS * statements as u64),
        heat,
        range: InputRange::Moderate,
        ..Settings::default()
    };
    search(program, settings, &|_| ())
}

/// A program of the same values that costs no more.
#[must_use]
pub fn factor(program: &Program) -> Program {
    let statements = program.statements.len();
    if !is_factored(statements) {
        return program.clone();
    }
    let settings = Settings {
        proposals: PROPOSALS * statements as u64,
        heat: Heat::None,
        range: InputRange::Moderate,
        ..Settings::default()
    };
    search(program, settings, &|_| ())
}
