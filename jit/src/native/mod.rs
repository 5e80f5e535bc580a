//! Machine code by Cranelift; batches by an assembler where the processor has wider vectors than Cranelift.
//!
//! ```text
//!  Program ──lower──► instructions ──module──► machine code ──code──► calls
//!            single: one state        batch: as many as a vector of 128 bits has lanes
//!          ──wide───► instructions of 256 bits ─────────────►
//! ```

mod batch;
mod code;
mod kernels;
mod lower;
mod module;
mod single;
#[cfg_attr(not(all(target_arch = "x86_64", unix)), path = "narrow.rs")]
mod wide;

pub(crate) use code::{BatchCode, SingleCode};
