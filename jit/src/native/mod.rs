//! Machine code by Cranelift.
//!
//! ```text
//!  Program ──lower──► instructions ──module──► machine code ──code──► calls
//!            single: one state        batch: as many as a vector of 128 bits has lanes
//! ```

mod batch;
mod code;
mod kernels;
mod lower;
mod module;
mod single;

pub(crate) use code::{BatchCode, SingleCode};
