//! Outputs with many zeros in a row, which clang hands to `memset` unless told not to.

use crate::compile::Compiled;

/// Zeros in a row from which on clang calls `memset`, as it does from 16 of 8 bytes.
const IN_A_ROW: usize = 8;

/// Whether an output has many zeros in a row that are the same for all inputs.
pub(super) fn in_a_row(compiled: &Compiled) -> bool {
    compiled.programs().any(|program| {
        let is_zero = |operand| program.is_zero(operand);
        let mut rows = program.outputs.iter().flat_map(|output| {
            (output.elements).chunk_by(|a, b| is_zero(a.operand) == is_zero(b.operand))
        });
        rows.any(|row| row.len() >= IN_A_ROW && is_zero(row[0].operand))
    })
}

/// Before functions that store zeros in a row.
pub(super) const BEGIN: &str = r#"
/* Zeros in a row are stored, not handed to memset: this file needs no library. */
#if defined(__clang__)
#if __has_attribute(no_builtin)
#pragma clang attribute push(__attribute__((no_builtin("memset"))), apply_to = function)
#endif
#endif
"#;

/// Behind them.
pub(super) const END: &str = "
#if defined(__clang__)
#if __has_attribute(no_builtin)
#pragma clang attribute pop
#endif
#endif
";
