//! The module `denoc._denoc`: robots and their functions, for arrays of numpy.
//!
//! ```text
//!  load ──► Robot ──attribute──► Function ──call──► arrays
//!             │ denoc-jit             │ one state: slices of the arrays themselves, no copy
//!             │                       └ many: rows, on all threads, the interpreter lock released
//!             └ generate, simulate, view: denoc-codegen
//! ```
//!
//! Documentation for users is in `denoc/__init__.pyi`.

mod arrays;
mod error;
mod files;
mod frame;
mod function;
mod options;
mod robot;
mod simulate;

use pyo3::prelude::*;

/// Robots and their functions.
#[pymodule]
mod _denoc {
    #[pymodule_export]
    use crate::error::{ModelError, SingularError};
    #[pymodule_export]
    use crate::function::Function;
    #[pymodule_export]
    use crate::robot::{Robot, load, loads};
    #[pymodule_export]
    use crate::simulate::Motion;
}
