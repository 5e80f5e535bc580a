//! The compiler of denoc: a mechanism description in, counted straight-line Rust and C99 out.
//!
//! ```text
//!  puma.toml / robot.urdf / robot.xml
//!     │ model         text → RawModel → Mechanism: exact numbers, all faults at once, depth-first order
//!     ▼
//!  Mechanism ──transform──► Mechanism      elementary joints, frames on common normals: the same physics
//!     │
//!     │ recursion     each formulation written once, generic over the scalar
//!     ├── f64         the reference
//!     ├── Fp          exact values in a prime field, for proofs
//!     └── Expr        graph: hash-consed, signed, folded and pruned by its constructors
//!            ▼
//!         program      scheduled statements over named inputs and outputs; operations are counted here
//!            │ pass      program → program that costs no more, proved; kept beside the model (`searched`)
//!            ├── emit      text of Rust and C99
//!            ├── evaluate  over any lane
//!            └── report    counts beside the papers' tables
//! ```
//!
//! # As a library
//!
//! The functions and types for programs that compile mechanisms are at the root: [`load`] and [`parse`] read a model, [`compile()`]
//! makes a [`Compiled`] of it, whose [`Function`]s know their [`Counts`] and are evaluated as generated code runs; [`render`] prints it in the
//! languages of [`EMITTERS`]; [`reference()`] computes a [`Quantity`] by its recursion in plain floats.
//!
//! ```
//! use denoc_codegen::{Argument, Options, Printing, State, EMITTERS, compile, parse, render};
//!
//! let pendulum = r#"
//! name = "pendulum"
//! [[body]]
//! name = "rod"
//! parent = "base"
//! joint = { type = "revolute", axis = [0, 1, 0] }
//! mass = 2
//! com = [0.5, 0, 0]
//! inertia = { xx = 0.01, yy = 0.25, zz = 0.25 }
//! "#;
//! let model = parse("pendulum.toml", pendulum)?;
//! let compiled = compile(&model.mechanism, &Options::default())?;
//! for function in compiled.functions.iter().filter(|one| one.name == "inverse_dynamics") {
//!     println!("{}: {:?}", function.name, function.counts());
//!     let state = State::default()
//!         .with(Argument::Q, vec![0.0])
//!         .with(Argument::Qd, vec![0.0])
//!         .with(Argument::Qdd, vec![1.0]);
//!     let tau = function.run(|input| state.get(input))?;
//!     // About y, gravity -9.81 along z: (0.25 + 2 · 0.5²) · 1 − 2 · 9.81 · 0.5
//!     assert!((tau[0][0] - (0.75 - 9.81)).abs() < 1e-12);
//! }
//! let files = render(&compiled, EMITTERS, Printing::default())?;
//! assert!(files.iter().any(|file| file.name == "pendulum.c"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Three interfaces lead here: the attribute ([`attribute`]), build scripts ([`build`]) and the command `denoc` (feature `cli`). Everything
//! behind the root is of the compiler's own making: it is public for the project's tests and benches, which are crates of their own,
//! has no page in this documentation, and changes without notice.
//!
//! Modules form layers, each of which uses those below it alone: `LAYERS` at the end of this file, which a test compares with
//! every path in the sources. [`compile()`](compile::compile) is the picture above in code.

#[doc(hidden)]
pub mod accuracy;
#[doc(hidden)]
pub mod assembly;
pub mod attribute;
pub mod build;
mod catalog;
#[doc(hidden)]
pub mod closed;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod counts;
#[doc(hidden)]
pub mod emit;
#[doc(hidden)]
pub mod error;
#[doc(hidden)]
pub mod evaluate;
#[doc(hidden)]
pub mod exact;
#[cfg(feature = "fmu")]
pub mod fmu;
#[doc(hidden)]
pub mod function;
#[doc(hidden)]
pub mod generic;
#[doc(hidden)]
pub mod graph;
#[doc(hidden)]
pub mod identify;
#[doc(hidden)]
pub mod joint;
#[doc(hidden)]
pub mod leaves;
#[doc(hidden)]
pub mod mechanism;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod name;
#[cfg(feature = "tools")]
pub mod optimize;
#[doc(hidden)]
pub mod output;
mod parallel;
mod partner;
#[doc(hidden)]
pub mod pass;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod prove;
#[doc(hidden)]
pub mod recursion;
#[doc(hidden)]
pub mod reference;
#[cfg(feature = "tools")]
pub mod report;
#[doc(hidden)]
pub mod rounding;
#[doc(hidden)]
pub mod scalar;
#[doc(hidden)]
pub mod searched;
#[doc(hidden)]
pub mod signature;
#[cfg(feature = "simulate")]
pub mod simulate;
#[doc(hidden)]
pub mod spatial;
#[doc(hidden)]
pub mod state;
#[cfg(feature = "tools")]
#[doc(hidden)]
pub mod states;
#[doc(hidden)]
pub mod transform;
pub mod verify;
#[cfg(feature = "view")]
#[doc(hidden)]
pub mod view;

pub use compile::{CompileError, Compiled, Fma, Functions, Options, Precision, Sincos, compile};
pub use counts::Counts;
pub use emit::{EMITTERS, Emitter, Printing};
pub use error::{Diagnostic, ModelError};
pub use function::Function;
pub use leaves::Argument;
pub use mechanism::Mechanism;
pub use model::{Loaded, Reading, load, parse};
pub use output::{File, WriteError, render, write};
pub use recursion::{Formulation, Quantity};
pub use reference::{State, reference};

#[cfg(test)]
mod layers;

/// The modules of this crate from the ground up: each uses only those before it.
#[cfg(test)]
const LAYERS: &[&str] = &[
    // Text and threads.
    "name",
    "error",
    "parallel",
    // Values.
    "counts",
    "scalar",
    "exact",
    "leaves",
    "spatial",
    // Mechanisms.
    "joint",
    "mechanism",
    "generic",
    "state",
    "closed",
    // What is computed of them.
    "graph",
    "program",
    "signature",
    "function",
    "recursion",
    "evaluate",
    "transform",
    // Proofs and numbers.
    "partner",
    "prove",
    "catalog",
    "reference",
    "rounding",
    "accuracy",
    "identify",
    "assembly",
    // Text to mechanism, mechanism to functions, functions to text.
    "model",
    "pass",
    "searched",
    "compile",
    "optimize",
    "emit",
    "output",
    // Tools and interfaces.
    "report",
    "states",
    "verify",
    "simulate",
    "fmu",
    "view",
    "attribute",
    "build",
];
