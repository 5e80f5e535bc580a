//! JavaScript: programs → functions on arrays of numbers, for pages and for node.
//!
//! Numbers of JavaScript are doubles, and every operation rounds to one, so that the functions give the bits of the
//! evaluator, of the Rust and of the C in double precision (whatever precision those are printed in). They are meant
//! for looking at, not for control loops: the prints follow the plan of the others, because engines optimise functions
//! up to a size only.

mod body;
mod fallible;
pub mod kernels;

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::emitter::{Emitter, FileKind, alone};
use super::kernel::Kernel;
use super::page::Page;
use super::scan::Language;
use crate::compile::{Fma, Sincos};
use crate::function::Function;

/// JavaScript, as the page of `denoc view` has it.
pub const EMITTER: Emitter = Emitter {
    name: "javascript",
    about: "for pages and for node",
    offered: false,
    view: |compiled| Cow::Borrowed(compiled),
    obstacle: |compiled| {
        let fused = compiled.options.fma != Fma::Off;
        fused.then(|| "fused operations; print it without `fma`".into())
    },
    besides: alone,
    files: &[FileKind {
        extension: "js",
        text: |compiled, _| emit(compiled.printed()),
        functions: Some(Language::JavaScript),
        patterns: None,
    }],
};

/// Columns of a step of indentation.
const STEP: usize = 2;

/// The functions, with what they need and nothing else: declarations only, `function NAME(inputs…, outputs…)`.
///
/// Inputs are in the order of the signature, outputs last; all are arrays of numbers, matrices row-major, scalars
/// arrays of one. Outputs are written last and may overlap inputs. What can fail returns whether it has not.
#[must_use]
pub fn emit<'a>(functions: impl IntoIterator<Item = &'a Function>) -> String {
    let mut needed = BTreeSet::new();
    let mut page = Page::indented_by(STEP);
    for function in functions {
        needed.extend(Kernel::of_function(function, Sincos::Poly));
        if function.can_fail() {
            fallible::print(&mut page, function);
        } else {
            body::print(&mut page, function);
        }
    }
    if needed.contains(&Kernel::SincosWithTails) {
        needed.remove(&Kernel::Sincos);
    }
    let kernels: Vec<&str> = needed.into_iter().map(kernels::text).collect();
    kernels.join("\n") + &page.into_text()
}
