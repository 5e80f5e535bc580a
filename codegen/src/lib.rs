//! The compiler of denoc: a mechanism description in, counted straight-line Rust and C99 out.
pub mod compile;
pub mod emit;
pub mod error;
pub mod evaluate;
pub mod field;
pub mod graph;
pub mod mechanism;
pub mod model;
pub mod number;
pub mod program;
pub mod scalar;
pub mod spatial;
