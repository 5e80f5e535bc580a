//! The compiler of denoc: a mechanism description in, counted straight-line Rust and C99 out.
//!
//! ```text
//!  puma.toml / robot.urdf
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
//! Modules stand in layers, each of which uses those below it alone: `LAYERS` at the end of this file, which a test compares with
//! every path in the sources. [`compile::compile`] is this picture in code. Three doors lead here: the attribute (`attribute`), build scripts
//! ([`build`]) and the command `denoc`.

pub mod assembly;
pub mod attribute;
pub mod build;
mod catalog;
pub mod closed;
pub mod compile;
pub mod counts;
pub mod emit;
pub mod error;
pub mod evaluate;
pub mod exact;

pub mod function;
pub mod generic;
pub mod graph;
pub mod identify;
pub mod joint;
pub mod leaves;
pub mod mechanism;
pub mod model;
pub mod name;
#[cfg(feature = "tools")]
pub mod optimize;
pub mod output;
mod parallel;
pub mod pass;
pub mod program;
pub mod prove;

pub mod recursion;
pub mod reference;
#[cfg(feature = "tools")]
pub mod report;
pub mod scalar;
pub mod searched;
pub mod signature;
#[cfg(feature = "simulate")]
pub mod simulate;
pub mod spatial;
pub mod state;
pub mod transform;
#[cfg(feature = "verify")]
pub mod verify;
#[cfg(feature = "view")]
pub mod view;

#[cfg(test)]
mod layers;

/// The modules of this crate from the ground up: each uses only those before it.
#[cfg(test)]
const LAYERS: &[&str] = &[
    // Text and threads.
    "error",
    "name",
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
    "prove",
    "catalog",
    "reference",
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
    // Tools and doors.
    "report",
    "verify",
    "simulate",
    "view",
    "attribute",
    "build",
];
