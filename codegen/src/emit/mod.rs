//! Printing: program → plan (cuts and live values, the same for every language) → Rust, C99 or JavaScript text.
//!
//! The printers are thin: what a statement reads is a [`chunk::Place`], and both print places one by one. What they
//! printed can be read back by [`scan`] and compared with the program.

pub mod c99;
pub mod chunk;
pub mod javascript;
mod literal;
pub mod notes;
pub mod preparation;
pub mod rust;
pub mod scan;
pub mod stack;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod value;
