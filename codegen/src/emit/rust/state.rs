//! `integrate` and `difference` in Rust.

use super::super::layout::Code;
use super::super::page::Page;
use super::super::state::{StateLayout, Which};
use super::Style;
use crate::compile::Compiled;
use crate::state::{CoordinateKind, Piece};

/// Both functions of a mechanism with nq ≠ nv.
pub(super) fn functions(page: &mut Page, compiled: &Compiled, style: Style) {
    if let Some(state) = StateLayout::of(compiled) {
        for which in Which::BOTH {
            page.apart();
            function(page, &state, which, style);
        }
    }
}

fn function(page: &mut Page, state: &StateLayout, which: Which, style: Style) {
    let (scalar, nq, nv) = (style.scalar(), state.nq, state.nv);
    let (parameters, len) = match which {
        Which::Integrate => (
            vec![
                format!("q: &[{scalar}; {nq}]"),
                format!("v: &[{scalar}; {nv}]"),
                format!("dt: {scalar}"),
            ],
            nq,
        ),
        Which::Difference => (
            vec![
                format!("q0: &[{scalar}; {nq}]"),
                format!("q1: &[{scalar}; {nq}]"),
            ],
            nv,
        ),
    };
    page.docs(state.notes(which));
    page.line(format_args!("#[must_use]"));
    let head = Code::list(&format!("pub fn {}(", which.name()), parameters, ")");
    page.block(head.then(format!(" -> [{scalar}; {len}]")), |page| {
        for piece in &state.pieces {
            let name = Code::from(format!("let at{} = ", piece.q));
            page.code(name.then(value(piece, which, style)).then(";"));
        }
        let elements = state.pieces.iter().flat_map(|piece| elements(piece, which));
        page.code(Code::list("[", elements, "]"));
    });
}

/// The elements of the result that belong to a piece.
fn elements(piece: &Piece, which: Which) -> Vec<String> {
    let q = piece.q;
    let len = match (piece.kind, which) {
        (CoordinateKind::Rate, _) => return vec![format!("at{q}")],
        (CoordinateKind::Quaternion, Which::Integrate) => 4,
        (CoordinateKind::Quaternion, Which::Difference) => 3,
        (CoordinateKind::Pose, Which::Integrate) => 7,
        (CoordinateKind::Pose, Which::Difference) => 6,
    };
    (0..len).map(|k| format!("at{q}[{k}]")).collect()
}

/// The printed form of a piece: the call of a joint's kernel, or a sum. (A difference among the elements of an array is taken for a
/// missing comma by clippy, when an attribute of several lines makes the code.)
fn value(piece: &Piece, which: Which, style: Style) -> Code {
    let (q, v) = (piece.q, piece.v);
    let (joint, nq, nv) = match piece.kind {
        CoordinateKind::Rate => {
            return match which {
                Which::Integrate => format!("q[{q}] + (v[{v}] * dt)").into(),
                Which::Difference => format!("q1[{q}] - q0[{q}]").into(),
            };
        }
        CoordinateKind::Quaternion => ("spherical", 4, 3),
        CoordinateKind::Pose => ("free", 7, 6),
    };
    let module = style.kernels();
    let array = |name: &str, start: usize, len: usize| {
        let elements = (start..start + len).map(|k| format!("{name}[{k}]"));
        Code::list("[", elements, "]")
    };
    let arguments = match which {
        Which::Integrate => vec![array("q", q, nq), array("v", v, nv), "dt".into()],
        Which::Difference => vec![array("q0", q, nq), array("q1", q, nq)],
    };
    let open = format!("{module}::{}_{joint}(", which.name());
    Code::list(&open, arguments, ")")
}
