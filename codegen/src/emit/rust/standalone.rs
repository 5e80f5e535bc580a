//! What a standalone file carries with it: sincos, when it is used, in the precision it is used in.

use crate::compile::{Compiled, Precision, Sincos};

/// The text of sincos for this file.
pub(super) fn sincos(compiled: &Compiled) -> &'static str {
    let used = compiled
        .functions
        .iter()
        .any(|function| !function.program.angles.is_empty());
    match (used, compiled.options.sincos, compiled.options.precision) {
        (true, Sincos::Poly, Precision::F64) => include_str!("../sincos_f64.rs"),
        (true, Sincos::Poly, Precision::F32) => include_str!("../sincos_f32.rs"),
        (false, _, _) | (_, Sincos::Libm, _) => "",
    }
}
