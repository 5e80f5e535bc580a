//! Errors as exceptions of Python.

use denoc_jit::Error;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyArithmeticError, PyValueError};

create_exception!(
    denoc,
    ModelError,
    PyValueError,
    "The faults of a model, each with its place and what to write instead."
);
create_exception!(
    denoc,
    SingularError,
    PyArithmeticError,
    "The equations of a state have no single solution."
);

/// The exception of an error.
pub(crate) fn raised(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Model(_) => ModelError::new_err(message),
        Error::Singular | Error::States(_) => SingularError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// A `ValueError` with the text of an error.
pub(crate) fn invalid(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
