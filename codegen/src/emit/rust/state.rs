//! `integrate` and `difference` in Rust.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::state::{Kernels, State, Which};
use super::{Style, integer, lines};
use crate::compile::{Compiled, Precision};
use crate::state::{Kind, Piece};

/// Both functions of a mechanism with nq ≠ nv.
pub(super) fn functions(compiled: &Compiled, style: Style) -> TokenStream {
    let Some(state) = State::of(compiled) else {
        return TokenStream::new();
    };
    let functions = Which::BOTH.map(|which| function(&state, which, style));
    quote!(#(#functions)*)
}

/// The module of kernels that a standalone file carries.
pub(super) fn kernels(compiled: &Compiled) -> String {
    let kernels = Kernels::of(compiled);
    let (what, import) = match (&kernels.state, compiled.options.precision) {
        (None, _) if !kernels.saturates => return String::new(),
        (None, _) => ("Saturation", ""),
        (Some(_), Precision::F64) => (
            "Quaternions and poses over time",
            "    use super::sincos;\n\n",
        ),
        (Some(_), Precision::F32) => (
            "Quaternions and poses over time",
            "    use super::sincosf;\n\n",
        ),
    };
    format!(
        "\n/// {what}.\n\
         #[allow(clippy::pedantic, reason = \"generated\")]\nmod denoc_state {{\n{import}{}}}\n",
        indented(&kernels.rust())
    )
}

fn indented(text: &str) -> String {
    let line = |line: &str| {
        if line.is_empty() {
            "\n".into()
        } else {
            format!("    {line}\n")
        }
    };
    text.lines().map(line).collect()
}

fn function(state: &State, which: Which, style: Style) -> TokenStream {
    let (scalar, nq, nv) = (style.scalar(), integer(state.nq), integer(state.nv));
    let docs = lines(state.notes(which));
    let name = format_ident!("{}", which.name());
    let joints = state.pieces.iter().filter_map(|piece| {
        let (local, call) = (format_ident!("at{}", piece.q), call(piece, which, style)?);
        Some(quote!(let #local = #call;))
    });
    let elements = state.pieces.iter().flat_map(|piece| {
        let local = format_ident!("at{}", piece.q);
        let len = match (piece.kind, which) {
            (Kind::Rate, _) => return vec![rate(piece, which)],
            (Kind::Quaternion, Which::Integrate) => 4,
            (Kind::Quaternion, Which::Difference) => 3,
            (Kind::Pose, Which::Integrate) => 7,
            (Kind::Pose, Which::Difference) => 6,
        };
        let element = |k| {
            let k = integer(k);
            quote!(#local[#k])
        };
        (0..len).map(element).collect()
    });
    let (parameters, result) = match which {
        Which::Integrate => (
            quote!(q: &[#scalar; #nq], v: &[#scalar; #nv], dt: #scalar),
            &nq,
        ),
        Which::Difference => (quote!(q0: &[#scalar; #nq], q1: &[#scalar; #nq]), &nv),
    };
    quote! {
        #(#[doc = #docs])*
        #[must_use]
        pub fn #name(#parameters) -> [#scalar; #result] {
            #(#joints)*
            [#(#elements),*]
        }
    }
}

/// A coordinate that has a rate.
fn rate(piece: &Piece, which: Which) -> TokenStream {
    let (q, v) = (integer(piece.q), integer(piece.v));
    match which {
        Which::Integrate => quote!(q[#q] + v[#v] * dt),
        Which::Difference => quote!(q1[#q] - q0[#q]),
    }
}

/// The call of a joint's kernel.
fn call(piece: &Piece, which: Which, style: Style) -> Option<TokenStream> {
    let (joint, nq, nv) = match piece.kind {
        Kind::Rate => return None,
        Kind::Quaternion => ("spherical", 4, 3),
        Kind::Pose => ("free", 7, 6),
    };
    let function = format_ident!("{}_{joint}", which.name());
    let module = style.kernels();
    let array = |name: &str, start: usize, len: usize| {
        let name = format_ident!("{name}");
        let elements = (start..start + len).map(integer);
        quote!([#(#name[#elements]),*])
    };
    Some(match which {
        Which::Integrate => {
            let (q, v) = (array("q", piece.q, nq), array("v", piece.v, nv));
            quote!(#module::#function(#q, #v, dt))
        }
        Which::Difference => {
            let (q0, q1) = (array("q0", piece.q, nq), array("q1", piece.q, nq));
            quote!(#module::#function(#q0, #q1))
        }
    })
}
