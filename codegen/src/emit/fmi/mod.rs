//! The C file of an FMU, a model of FMI 3.0: compiled mechanism → its functions, what they are to FMI, and the functions of FMI.
//!
//! ```text
//!  Compiled ──view──► the same by a name of its own ──c99──► static functions
//!     ──layout──► how many variables there are of each kind, and their value references
//!     ──evaluate──► fmu_accelerations, fmu_outputs, fmu_along, …: the generated functions on the numbers of an instance
//!     c/*.c      the same for every model: states with quaternions, loops, an integrator, the functions of FMI
//! ```
//!
//! The mechanism was compiled with [`quantities`]. The instantiation token stands in the text as [`TOKEN`], for the caller to replace, as it depends
//! on all of the FMU. The file needs no header: the declarations of FMI that it uses are in it.

mod evaluate;
mod layout;

use core::fmt::Write;
use std::borrow::Cow;

use super::c99::{self, comment, kernels};
use super::emitter::{Emitter, FileKind, alone};
use super::kernel::Kernel;
use super::notes;
use super::scan::Language;
use crate::assembly::CLOSED;
use crate::compile::{Compiled, Precision};
use crate::leaves::CUTOFF;
use crate::mechanism::Mechanism;
use crate::recursion::{Operation, Product, Quantity};
use crate::state::{CoordinateKind, neutral, pieces};
pub use layout::{Kind, Layout};

/// The C file of an FMU. No command offers it: it is nothing without the description that `fmu` writes.
pub const EMITTER: Emitter = Emitter {
    name: "fmi",
    about: "C99 for FMI 3.0",
    offered: false,
    view: |compiled| Cow::Owned(view(compiled)),
    obstacle,
    besides: alone,
    files: &[FileKind {
        extension: "c",
        text: |view, _| emit(view),
        functions: Some(Language::C),
        patterns: None,
    }],
};

/// Stands in the text for the instantiation token.
pub const TOKEN: &str = "@instantiation-token@";

/// In the names of the C functions, behind that of the mechanism.
const INNER: &str = "_c";

/// C functions by names of their own.
fn view(compiled: &Compiled) -> Compiled {
    Compiled {
        name: format!("{}{INNER}", compiled.name),
        ..compiled.clone()
    }
}

/// The numbers of FMI have 64 bits.
fn obstacle(compiled: &Compiled) -> Option<String> {
    let single = compiled.options.precision == Precision::F32;
    single.then(|| "numbers of 32 bits here: compile it without `f32`".into())
}

/// What an FMU of a mechanism evaluates: accelerations, the outputs, what closes loops; and their products along directions, where all of them
/// have these.
#[must_use]
pub fn quantities(mechanism: &Mechanism) -> Vec<Quantity> {
    let mut all = vec![Quantity::ForwardDynamics];
    all.extend(outputs(mechanism));
    if mechanism.loops.is_some() {
        all.extend([
            Quantity::Closure,
            Quantity::ClosureJacobian,
            Quantity::MassMatrix,
        ]);
    }
    all.extend(products(mechanism).unwrap_or_default());
    all
}

/// What outputs are computed from, beside the state: the poses of all frames, and the energies that there are.
pub(crate) fn outputs(mechanism: &Mechanism) -> Vec<Quantity> {
    let existing = Quantity::existing(mechanism);
    let poses = (0..mechanism.frames.len()).map(Quantity::TipPose);
    let energies = [Quantity::KineticEnergy, Quantity::PotentialEnergy];
    let all = poses.chain(energies);
    all.filter(|one| existing.contains(one)).collect()
}

/// The derivatives along a direction, of accelerations first and then of outputs; `None` where one does not exist, and of loops: there
/// directions are in independent coordinates, and states are not.
fn products(mechanism: &Mechanism) -> Option<Vec<Quantity>> {
    if mechanism.loops.is_some() {
        return None;
    }
    let existing = Quantity::existing(mechanism);
    let mut all = vec![Quantity::ForwardDynamics];
    all.extend(outputs(mechanism));
    let product = |of: Quantity| {
        let product = Product::of_quantity(of, Operation::Jvp).map(Quantity::Product)?;
        existing.contains(&product).then_some(product)
    };
    all.into_iter().map(product).collect()
}

/// Whether there are derivatives along directions.
#[must_use]
pub fn has_products(mechanism: &Mechanism) -> bool {
    products(mechanism).is_some()
}

/// The coordinates at the start: where loops were closed when the model was read, else 0 and no turn.
#[must_use]
pub fn start(mechanism: &Mechanism) -> Vec<f64> {
    match &mechanism.loops {
        Some(loops) => loops.mobility.q.clone(),
        None => neutral(&pieces(mechanism), mechanism.nq()),
    }
}

/// The file.
fn emit(view: &Compiled) -> String {
    let mechanism = &view.mechanism;
    let mut notes = notes::file(view);
    if let (Some(first), Some(own)) = (notes.first_mut(), view.name.strip_suffix(INNER)) {
        *first = first.replacen(&view.name, own, 1);
    }
    let has_loops = mechanism.loops.is_some();
    let has_products = has_products(mechanism);
    let mut text = comment(&notes) + "\n" + &comment(&about());
    text.push_str(INCLUDES);
    text.push_str(&c99::emit_part(view));
    text.push_str(&further_kernels(view));
    text.push_str(&definitions(view));
    text.push_str(include_str!("c/interface.c"));
    text.push_str(&tables(mechanism));
    text.push_str(include_str!("c/state.c"));
    text.push_str(&evaluate::functions(view));
    text.push_str(match has_loops {
        true => include_str!("c/loops.c"),
        false => include_str!("c/tree.c"),
    });
    text.push_str(include_str!("c/integrator.c"));
    text.push_str(include_str!("c/instance.c"));
    if has_products {
        text.push_str(include_str!("c/direction.c"));
        text.push_str(include_str!("c/along.c"));
    } else {
        text.push_str(include_str!("c/no_direction.c"));
    }
    text
}

fn about() -> Vec<String> {
    let lines = [
        "A model of FMI 3.0, for model exchange and co-simulation. This file is all of its sources:",
        "    cc -std=c99 -O2 -shared -fPIC -fvisibility=hidden NAME.c -o NAME.so -lm",
        "Functions work on the instance that they are called with; instances know nothing of each other.",
    ];
    lines.map(Into::into).into()
}

const INCLUDES: &str = "\n#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// The solvers that closing loops takes, as far as the generated functions have not brought them.
fn further_kernels(view: &Compiled) -> String {
    if view.mechanism.loops.is_none() {
        return String::new();
    }
    let needed = [
        Kernel::Root,
        Kernel::Magnitude,
        Kernel::Elimination,
        Kernel::LeastNorm,
    ];
    let known = Kernel::of(view);
    let missing = needed.into_iter().filter(|kernel| !known.contains(kernel));
    let texts = missing.map(|kernel| format!("\n{}", kernels::text(kernel, Precision::F64)));
    texts.collect()
}

/// The sizes of the model.
fn definitions(view: &Compiled) -> String {
    let mechanism = &view.mechanism;
    let layout = Layout::of(mechanism);
    let rows = mechanism.loops.as_ref().map_or(0, |loops| loops.rows());
    let prepared = match &view.preparation {
        Some(_) => format!("{}_prepared", view.name),
        None => "int".into(),
    };
    let cutoff = mechanism.loops.as_ref().map(|loops| {
        let own = loops.minimum_norm.as_ref();
        own.map_or(CUTOFF, crate::exact::number::Number::to_f64)
    });
    let mut text = String::from(
        "\n/* Coordinates, velocities, torques, computed outputs, parameters; pieces of the state; equations of loops. */\n",
    );
    for (name, value) in [
        ("NQ", mechanism.nq()),
        ("NV", mechanism.nv()),
        ("NU", layout.len(Kind::Torque)),
        ("NY", layout.len(Kind::Output)),
        ("NP", layout.len(Kind::Parameter)),
        ("PIECES", pieces(mechanism).len()),
        ("ROWS", rows),
    ] {
        let _ = writeln!(text, "#define FMU_{name} {value}");
    }
    if let Some(cutoff) = cutoff {
        let _ = writeln!(
            text,
            "/* Singular values that count as 0; a gap that is one of rounding. */\n\
             #define FMU_CUTOFF {cutoff:?}\n#define FMU_CLOSED {CLOSED:?}"
        );
    }
    let _ = writeln!(
        text,
        "#define FMU_PREPARED {prepared}\n#define FMU_TOKEN \"{TOKEN}\""
    );
    text
}

/// The pieces of the state, and the coordinates at the start.
fn tables(mechanism: &Mechanism) -> String {
    let pieces: Vec<String> = pieces(mechanism)
        .iter()
        .map(|piece| {
            let kind = match piece.kind {
                CoordinateKind::Rate => "FMU_RATE",
                CoordinateKind::Quaternion => "FMU_QUATERNION",
                CoordinateKind::Pose => "FMU_POSE",
            };
            format!("    {{{kind}, {}, {}}},\n", piece.q, piece.v)
        })
        .collect();
    let pieces = match pieces.is_empty() {
        true => "    {FMU_RATE, 0, 0},\n".into(),
        false => pieces.concat(),
    };
    let start: String = (start(mechanism).iter())
        .map(|q| format!("    {q:?},\n"))
        .collect();
    format!(
        "\nstatic const fmu_piece fmu_pieces[FMU_ROOM(FMU_PIECES)] = {{\n{pieces}}};\n\n\
         static const double fmu_start[FMU_NQ] = {{\n{start}}};\n"
    )
}
