//! `integrate` and `difference` in C.

use core::fmt::Write;

use super::super::state::{StateLayout, Which};
use super::{Style, comment};
use crate::compile::Compiled;
use crate::state::{CoordinateKind, Piece};

/// Comments and prototypes, for the header.
pub(super) fn prototypes(compiled: &Compiled, style: Style) -> String {
    let mut text = String::new();
    for (state, which) in functions(compiled) {
        text.push('\n');
        text.push_str(&comment(&state.notes(which)));
        let _ = writeln!(text, "{};", prototype(style, which));
    }
    text
}

/// The functions, for the source; `linkage` is `static `, or nothing.
pub(super) fn definitions(compiled: &Compiled, style: Style, linkage: &str) -> String {
    let mut text = String::new();
    for (state, which) in functions(compiled) {
        let scalar = style.scalar();
        let (output, len) = (which.result(), state.result_len(which));
        let _ = writeln!(text, "\n{linkage}{}\n{{", prototype(style, which));
        let _ = writeln!(text, "    {scalar} kept[{len}];");
        for piece in &state.pieces {
            let _ = writeln!(text, "    {};", statement(piece, which));
        }
        for k in 0..len {
            let _ = writeln!(text, "    {output}[{k}] = kept[{k}];");
        }
        text.push_str("}\n");
    }
    text
}

pub(super) fn functions(compiled: &Compiled) -> Vec<(StateLayout, Which)> {
    let both = Which::BOTH.into_iter();
    both.filter_map(|which| Some((StateLayout::of(compiled)?, which)))
        .collect()
}

fn prototype(style: Style, which: Which) -> String {
    let (scalar, prefix, upper) = (
        style.scalar(),
        style.prefix,
        style.prefix.to_ascii_uppercase(),
    );
    let coordinates = |name: &str| format!("const {scalar} {name}[{upper}_NQ]");
    let parameters = match which {
        Which::Integrate => format!(
            "{}, const {scalar} v[{upper}_NV], {scalar} dt, {scalar} q_next[{upper}_NQ]",
            coordinates("q")
        ),
        Which::Difference => format!(
            "{}, {}, {scalar} v[{upper}_NV]",
            coordinates("q0"),
            coordinates("q1")
        ),
    };
    format!("void {prefix}_{}({parameters})", which.name())
}

/// The statement that leaves a piece of the result in `kept`.
fn statement(piece: &Piece, which: Which) -> String {
    let (q, v) = (piece.q, piece.v);
    let joint = match (piece.kind, which) {
        (CoordinateKind::Rate, Which::Integrate) => {
            return format!("kept[{q}] = q[{q}] + (v[{v}] * dt)");
        }
        (CoordinateKind::Rate, Which::Difference) => {
            return format!("kept[{v}] = q1[{q}] - q0[{q}]");
        }
        (CoordinateKind::Quaternion, _) => "spherical",
        (CoordinateKind::Pose, _) => "free",
    };
    match which {
        Which::Integrate => {
            format!("denoc_integrate_{joint}(&q[{q}], &v[{v}], dt, &kept[{q}])")
        }
        Which::Difference => format!("denoc_difference_{joint}(&q0[{q}], &q1[{q}], &kept[{v}])"),
    }
}
