//! Factoring: common factors and sums are taken out as long as that costs nothing.
//!
//! The moves of the [search](super::search) without any that cost more, for a number of proposals that grows with the
//! program: savings that the recursions leave, at a price that every compilation can pay.

use super::search::{Heat, Settings, search};
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
        ..Settings::default()
    };
    search(program, settings, &|_| ())
}
