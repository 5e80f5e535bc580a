//! The compiler of denoc: a mechanism description in, counted straight-line Rust and C99 out.
pub mod error;
pub mod mechanism;
pub mod model;
pub mod number;
