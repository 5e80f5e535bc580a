//! Printing: program → plan (cuts and live values, the same for every language) → text in one of the languages of
//! [`EMITTERS`].
//!
//! ```text
//!  Function ──chunk──► Plan ──body──► lines ◄── Language: what rust, c99 and javascript have of their own
//!           ──staged─► actions of what solves equations
//!  Compiled ──notes──► comments    ──kernel──► functions that the code calls
//!           ──packed─► Compiled without structural zeros, where sparse code is asked for
//!  c99, as a part of a file ──casadi──► what CasADi calls, and their derivatives
//!                           ──fmi──► the functions of FMI, for `fmu`
//!  c99 ──cpp──► a header of C++ that calls it
//! ```
//!
//! The printers are thin: what a statement reads is a [`chunk::ValueLocation`], and one walk, `body`, prints places one by one for
//! all of them. Every text with functions is read back by [`scan`] and compared with the programs before a file is written.

mod arrays;
mod body;
pub mod c99;
pub mod casadi;
pub mod chunk;
pub mod cpp;
mod emitter;
pub mod fmi;
pub mod javascript;
pub mod kernel;
mod lanes;
mod layout;
mod literal;
pub mod notes;
mod packed;
mod page;
pub mod preparation;
mod regressors;
pub mod rust;
pub mod scan;
mod selftest;
pub mod shared;
pub mod stack;
mod staged;
mod state;
#[cfg(test)]
mod tests;

pub use emitter::{Emitter, File, FileKind, PrintError, Printing, with_functions_besides};
pub use packed::packed;

/// All languages, in the order in which their files are written.
pub const EMITTERS: &[&Emitter] = &[
    &rust::EMITTER,
    &c99::EMITTER,
    &cpp::EMITTER,
    &c99::CDEF,
    &casadi::EMITTER,
    &javascript::EMITTER,
];
