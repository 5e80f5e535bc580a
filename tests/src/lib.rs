//! What the tests share: models compiled in every way, and the lanes that run them.
//!
//! ```text
//!  models with golden data ──plan──┐              ┌─► reference ──► golden data
//!  loops, parameters, … ──case─────┴─► programs ──┼─► evaluator ──► golden data, or the reference
//!                                          │      ├─► Rust ───────► the bits of the evaluator
//!                                          └steps─┼─► C ──────────► the bits of the evaluator
//!                                                 └─► JavaScript ─► the bits of the evaluator
//! ```
//!
//! The matrix: every function of every model, in every lane. `tests/agreement` has one test for each; a lane that does not run
//! a function has a reason in [`reason::reason`].
//!
//! | models | double precision | single precision |
//! |---|---|---|
//! | open chains, robots, mimic joints (`tests/models`), with golden data | reference, evaluator, Rust, C, JavaScript | evaluator, Rust, C |
//! | loops, parameters, further options ([`case::CASES`]) | reference, evaluator, Rust, C, JavaScript | Rust, C |
//!
//! Where `DENOC_SLOW_TESTS` is not set, cases that print what others do are left out, and some models have no single precision.
//!
//! All of a model's functions are asked the same [`lane::Step`]s, special values among them: quarter turns, −0, huge angles,
//! infinities, what is no number. A status is an answer like any other.
//!
//! A new quantity is one row in [`golden::ROWS`]; everything else follows from `Quantity::all`. A new model is a file, or a row
//! in [`case::CASES`]; a new language a file in `src/lane`, and its name in [`reason::Lane`].

pub mod accuracy;
pub mod campaign;
pub mod case;
pub mod compare;
pub mod fuzz;
pub mod generated;
pub mod golden;
pub mod lane;
pub mod merge;
pub mod plan;
pub mod programs;
pub mod random;
pub mod reason;
pub mod regressors;
pub mod states;
pub mod subject;

/// The examples of the README compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// So does that of the doors which this crate has.
#[cfg(doctest)]
#[doc = include_str!("../../docs/doors.md")]
struct Doors;
