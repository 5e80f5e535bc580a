//! Arrays of numpy → rows of states.
//!
//! An argument is an array whose last axes are those of the function's array; the axes before are of states, and are broadcast as numpy does.

use denoc_jit::Shape;
use numpy::ndarray::Dimension;
use numpy::{
    Element, IxDyn, PyArray, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::invalid;

/// The axes of an array of a function.
pub(crate) fn axes(shape: Shape) -> Vec<usize> {
    match shape {
        Shape::Scalar => Vec::new(),
        Shape::Vector(n) => vec![n],
        Shape::Matrix(rows, columns) => vec![rows, columns],
    }
}

/// The axes as Python writes them.
pub(crate) fn shown(axes: &[usize]) -> String {
    let texts: Vec<String> = axes.iter().map(usize::to_string).collect();
    match &texts[..] {
        [one] => format!("({one},)"),
        _ => format!("({})", texts.join(", ")),
    }
}

/// An input of many states.
pub(crate) struct Given<'py, T: Element> {
    pub(crate) array: PyReadonlyArrayDyn<'py, T>,
    /// The axes of states.
    pub(crate) leading: Vec<usize>,
}

/// An argument as an array of a type, in the order of C; a copy where it is not one already.
pub(crate) fn array<'py, T: Element>(
    value: &Bound<'py, PyAny>,
    name: &str,
    own: &[usize],
) -> PyResult<Given<'py, T>> {
    let array = match value.cast::<PyArrayDyn<T>>() {
        Ok(array) if array.is_c_contiguous() && is_aligned(array) => array.clone(),
        _ => converted(value, name)?,
    };
    let shape = array.shape().to_vec();
    let fits = shape.len() >= own.len() && shape[shape.len() - own.len()..] == *own;
    if !fits {
        let wanted = match own {
            [] => "any shape".into(),
            _ => format!("(..., {}", &shown(own)[1..]),
        };
        return Err(invalid(format!(
            "{name} has the shape {}; it takes {wanted}",
            shown(&shape)
        )));
    }
    let leading = shape[..shape.len() - own.len()].to_vec();
    let array = array.try_readonly().map_err(invalid)?;
    Ok(Given { array, leading })
}

/// Whether all elements are at addresses that the type may have.
pub(crate) fn is_aligned<T: Element, D: Dimension>(array: &Bound<'_, PyArray<T, D>>) -> bool {
    let align = align_of::<T>();
    let is_multiple = |stride: &isize| stride.unsigned_abs().is_multiple_of(align);
    array.data().addr().is_multiple_of(align) && array.strides().iter().all(is_multiple)
}

/// A copy in the order of C, aligned and of this type.
fn converted<'py, T: Element>(
    value: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = value.py();
    let numpy = py.import("numpy")?;
    let plain = numpy.call_method1("asarray", (value,))?;
    let kind = plain.getattr("dtype")?.getattr("kind")?;
    let kind: String = kind.cast::<PyString>()?.extract()?;
    if !["f", "i", "u", "b"].contains(&kind.as_str()) {
        let dtype = plain.getattr("dtype")?.str()?;
        return Err(pyo3::exceptions::PyTypeError::new_err(format!(
            "{name} is an array of {dtype}; it takes real numbers"
        )));
    }
    let dtype = T::get_dtype(py);
    let array = numpy.call_method1("require", (plain, dtype, "CA"))?;
    Ok(array.cast_into::<PyArrayDyn<T>>()?)
}

/// The axes of states that all inputs are broadcast to.
pub(crate) fn broadcast(all: &[(&str, &[usize])]) -> PyResult<Vec<usize>> {
    let rank = all.iter().map(|(_, axes)| axes.len()).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for (_, axes) in all {
        for (place, &len) in axes.iter().rev().enumerate() {
            let known = &mut result[rank - 1 - place];
            match (*known, len) {
                (1, _) => *known = len,
                (_, 1) => {}
                (a, b) if a == b => {}
                _ => {
                    let texts = all
                        .iter()
                        .map(|(name, axes)| format!("{name} {}", shown(axes)));
                    let texts: Vec<String> = texts.collect();
                    return Err(invalid(format!(
                        "the axes of states do not broadcast: {}",
                        texts.join(", ")
                    )));
                }
            }
        }
    }
    Ok(result)
}

/// An input with all of its states where others have more axes than it: a copy, unless it is the same for all states.
pub(crate) fn spread<'py, T: Element>(
    given: Given<'py, T>,
    leading: &[usize],
    own: &[usize],
) -> PyResult<Given<'py, T>> {
    let same = given.leading.iter().product::<usize>() == 1;
    if same || given.leading == leading {
        return Ok(given);
    }
    let py = given.array.py();
    let numpy = py.import("numpy")?;
    let mut shape = leading.to_vec();
    shape.extend(own);
    let array = numpy.call_method1("broadcast_to", ((*given.array).clone(), shape))?;
    let array = numpy.call_method1("ascontiguousarray", (array,))?;
    let array = array.cast_into::<PyArrayDyn<T>>()?;
    let array = array.try_readonly().map_err(invalid)?;
    Ok(Given {
        array,
        leading: leading.to_vec(),
    })
}

/// A new array of these axes.
///
/// # Errors
/// What numpy raises for more axes or elements than it has room for.
pub(crate) fn zeros<'py, T: Element>(
    py: Python<'py>,
    leading: &[usize],
    own: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    /// Axes and elements up to which numpy need not be asked whether it has room.
    const FEW: (usize, usize) = (8, 1 << 16);
    let mut shape = leading.to_vec();
    shape.extend(own);
    let len = shape
        .iter()
        .try_fold(1_usize, |len, &axis| len.checked_mul(axis));
    if shape.len() <= FEW.0 && len.is_some_and(|len| len <= FEW.1) {
        return Ok(PyArrayDyn::zeros(py, IxDyn(&shape), false));
    }
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("zeros", (shape, T::get_dtype(py)))?;
    Ok(array.cast_into::<PyArrayDyn<T>>()?)
}

/// An array of the caller that results are written to as they are computed: of this type, in the order of C, for writing, and apart from
/// all that is read and written beside it.
pub(crate) fn written<'py, T: Element>(
    target: &Bound<'py, PyUntypedArray>,
    inputs: &[Given<'py, T>],
    results: &[Bound<'py, PyArrayDyn<T>>],
) -> Option<Bound<'py, PyArrayDyn<T>>> {
    let target = target.cast::<PyArrayDyn<T>>().ok()?;
    let span = |array: &Bound<'py, PyArrayDyn<T>>| {
        let start = array.data().addr();
        start..start + array.len() * size_of::<T>()
    };
    let own = span(target);
    let is_apart = |array| {
        let other = span(array);
        own.end <= other.start || other.end <= own.start
    };
    let is_free = target.is_c_contiguous()
        && is_aligned(target)
        && target.try_readwrite().is_ok()
        && inputs.iter().all(|given| is_apart(&given.array))
        && results.iter().all(is_apart);
    is_free.then(|| target.clone())
}
