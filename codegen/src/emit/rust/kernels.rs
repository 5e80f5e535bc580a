//! The kernels that a standalone file carries: the text of the crate `denoc-sincos`, in private modules.

use std::collections::BTreeSet;

use denoc_sincos::source;

use crate::compile::{Compiled, Precision};
use crate::emit::kernel::Kernel;
use crate::function::Function;

/// The modules, and the status of what can fail.
pub(super) fn text(compiled: &Compiled) -> String {
    let needed = Kernel::of(compiled);
    let precision = compiled.options.precision;
    let mut text = sine(&needed, precision) + &state(&needed, precision);
    if compiled.preparation.is_some() || compiled.functions.iter().any(Function::can_fail) {
        text.push('\n');
        text.push_str(source::STATUS);
    }
    text + &equations(&needed, precision)
}

/// `denoc_sincos`.
fn sine(needed: &BTreeSet<Kernel>, precision: Precision) -> String {
    let sines = [Kernel::Sincos, Kernel::SincosWithTails];
    if !sines.iter().any(|kernel| needed.contains(kernel)) {
        return String::new();
    }
    let constants = match precision {
        Precision::F64 => source::SINE_F64,
        Precision::F32 => source::SINE_F32,
    };
    let allow = "dead_code, clippy::needless_range_loop, clippy::pedantic";
    let parts = [constants, source::SINE, source::SINE_ARRAYS];
    module(
        "Sine and cosine of all angles at once",
        allow,
        "denoc_sincos",
        &parts,
    )
}

/// `denoc_state`: what is made of the reciprocal root, solvers aside.
fn state(needed: &BTreeSet<Kernel>, precision: Precision) -> String {
    let (root, angle, import) = match precision {
        Precision::F64 => (
            source::ROOT_F64,
            source::ANGLE_F64,
            "use super::denoc_sincos::sincos;\n",
        ),
        Precision::F32 => (
            source::ROOT_F32,
            source::ANGLE_F32,
            "use super::denoc_sincos::sincos as sincosf;\n",
        ),
    };
    let parts = [
        (Kernel::Saturation, source::SATURATE),
        (Kernel::Angle, angle),
        (Kernel::Rotation, source::ROTATION),
        (Kernel::Spherical, source::SPHERICAL),
        (Kernel::Free, source::FREE),
    ];
    let parts = parts.iter().filter(|(kernel, _)| needed.contains(kernel));
    let parts: Vec<&str> = parts.map(|(_, text)| *text).collect();
    if parts.is_empty() {
        return String::new();
    }
    let (what, head): (_, &[&str]) = if needed.contains(&Kernel::Angle) {
        ("Quaternions and poses over time", &[import, root])
    } else {
        ("Saturation", &[root])
    };
    let parts = [head, &parts].concat();
    module(what, "clippy::pedantic", "denoc_state", &parts)
}

/// `denoc_linear`: both solvers.
fn equations(needed: &BTreeSet<Kernel>, precision: Precision) -> String {
    if !needed.contains(&Kernel::Magnitude) {
        return String::new();
    }
    let root = match precision {
        Precision::F64 => source::ROOT_F64,
        Precision::F32 => source::ROOT_F32,
    };
    let parts = [root, source::SOLVE, source::MINIMUM_NORM];
    let allow = "dead_code, clippy::pedantic";
    module("Systems of linear equations", allow, "denoc_linear", &parts)
}

/// A private module of parts, indented.
fn module(what: &str, allow: &str, name: &str, parts: &[&str]) -> String {
    let inside: String = parts.join("\n").lines().map(indented).collect();
    format!("\n/// {what}.\n#[allow({allow}, reason = \"generated\")]\nmod {name} {{\n{inside}}}\n")
}

fn indented(line: &str) -> String {
    if line.is_empty() {
        "\n".into()
    } else {
        format!("    {line}\n")
    }
}
