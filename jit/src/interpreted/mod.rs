//! The interpreter: the same bits without machine code, for processors that Cranelift does not know and programs that it
//! refuses.
//!
//! ```text
//!  Program ──tape──► steps over registers, which are used again ──run──► LANES states at a time
//! ```

mod run;
mod tape;

pub(crate) use run::run;
pub(crate) use tape::Tape;
