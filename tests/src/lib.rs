//! What the tests share: golden data, the models it belongs to compiled in every way, and the lanes that run them.
//!
//! model × quantity × formulation → reference, evaluator, generated Rust, compiled C; `tests/agreement.rs` compares.
//! A new quantity is one row in [`golden::ROWS`]; everything else follows from `Quantity::all`.

pub mod c;
pub mod compare;
pub mod executable;
pub mod generated;
pub mod golden;
pub mod plan;
pub mod random;
pub mod rust;
pub mod subject;

/// The examples of the README compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
