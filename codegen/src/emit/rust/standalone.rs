//! What a standalone file carries with it: sincos, when it is used, in the precision it is used in.

use super::super::state::needs_sincos;
use crate::compile::{Compiled, Precision};

/// The text of sincos for this file.
pub(super) fn sincos(compiled: &Compiled) -> &'static str {
    match (needs_sincos(compiled), compiled.options.precision) {
        (true, Precision::F64) => include_str!("../sincos_f64.rs"),
        (true, Precision::F32) => include_str!("../sincos_f32.rs"),
        (false, _) => "",
    }
}
