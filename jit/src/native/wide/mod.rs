//! The values of batches in vectors of 256 bits, on x86-64 processors that have these: Cranelift's vectors have 128.
//!
//! ```text
//!  Program ──needs──► statements that results need ──places──► registers, or memory of the group ──body──► instructions ──► memory
//! ```
//!
//! An instruction for a statement, as in [`lower`](super::lower): the bits are the same. A group is of as many states as a vector has
//! lanes. What a register cannot hold is stored behind the circles, where instructions take it from memory; sines, cosines and constants
//! are always taken from there. Rows of results are written four elements at once, in double precision.

mod body;
mod needs;
mod places;

use denoc_codegen::Precision;
use denoc_codegen::program::{Operation, Program};
use memmap2::{Mmap, MmapMut};

use super::module::Unsupported;
use crate::constants::Constants;
use crate::rows::BLOCK;
use needs::Needs;

/// Bytes of a vector.
pub(super) const BYTES: usize = 32;

/// A function of the values of many states: `fn(arrays, circles, groups, constants)`.
pub(super) struct Wide {
    /// The memory that its instructions fill, executable and no longer writable.
    pub(super) memory: Mmap,
    /// The numbers of its table of constants, each in all lanes of a vector.
    pub(super) constants: Vec<f64>,
    /// Vectors that it stores behind the circles.
    pub(super) stored: usize,
}

/// The function of the values of a program.
///
/// # Errors
/// A processor without such vectors, or statements that are no instructions.
pub(super) fn values(program: &Program, constants: &Constants) -> Result<Wide, Unsupported> {
    if !std::arch::is_x86_feature_detected!("avx") {
        return Err(Unsupported::because("this processor has no wide vectors"));
    }
    // Distances that instructions have are of 32 bits.
    let vectors = program.statements.len() + program.constants.len() + inputs(program);
    if 2 * program.angles.len() * BLOCK + vectors > i32::MAX as usize / BYTES {
        return Err(Unsupported::because("a function beyond all bounds"));
    }
    let together = constants.precision == Precision::F64;
    let needs = Needs::of(program, together);
    let operations = || {
        needs
            .statements
            .iter()
            .map(|&at| program.statements[at].operation)
    };
    if operations().any(|one| one == Operation::Saturate) {
        return Err(Unsupported::because("a step of saturation is a call"));
    }
    let fuses = operations().any(|one| matches!(one, Operation::Fused(_)));
    if fuses && !std::arch::is_x86_feature_detected!("fma") {
        return Err(Unsupported::because(
            "this processor has no fused operations",
        ));
    }
    let body::Assembled {
        bytes,
        constants: numbers,
        stored,
    } = body::assemble(program, constants, &needs)?;
    let mut memory = MmapMut::map_anon(bytes.len())?;
    memory.copy_from_slice(&bytes);
    Ok(Wide {
        memory: memory.make_exec()?,
        constants: numbers,
        stored,
    })
}

/// Elements of all inputs.
fn inputs(program: &Program) -> usize {
    program.inputs.iter().map(|port| port.len).sum()
}
