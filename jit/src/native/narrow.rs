//! In place of [`wide`](super::wide) for other processors and platforms: there Cranelift's vectors are the widest.

use denoc_codegen::program::Program;

use super::module::Unsupported;
use crate::constants::Constants;

/// Bytes of a vector.
pub(super) const BYTES: usize = 16;

/// What there is elsewhere.
pub(super) struct Wide {
    pub(super) memory: Box<[u8]>,
    pub(super) constants: Vec<f64>,
    pub(super) stored: usize,
}

/// None.
pub(super) fn values(_: &Program, _: &Constants) -> Result<Wide, Unsupported> {
    Err(Unsupported::because("this platform has no wide vectors"))
}
