//! A function of a robot, called with arrays.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use denoc_jit::{Array, Error, Real, Rows, RowsMut, SMALL_BATCH, Shape};
use numpy::ndarray::ArrayView2;
use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods, ToPyArray,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyTuple};

use crate::arrays::{self, Given, axes, broadcast, shown, spread};
use crate::error::{SingularError, invalid, raised};
use crate::options::engine_name;
use crate::robot::values;

// Without documentation of its own: `__doc__` is that of the function.
#[pyclass(frozen, module = "denoc")]
pub(crate) struct Function {
    robot: Arc<denoc_jit::Robot>,
    double: Arc<denoc_jit::Function>,
    /// The function for the values of parameters that were given last.
    prepared: Mutex<Option<(Vec<f64>, Arc<denoc_jit::Robot>)>>,
}

/// The most arrays of a call that copies numbers to the stack.
const FEW: usize = 6;

/// Numbers that are copied there, each way.
const SMALL: usize = 96;

impl Function {
    pub(crate) fn new(robot: Arc<denoc_jit::Robot>, name: &str) -> Result<Self, Error> {
        let double = robot.function(name)?;
        Ok(Self {
            robot,
            double,
            prepared: Mutex::new(None),
        })
    }

    /// Search results beside the model that are not used.
    pub(crate) fn warnings(&self) -> &[String] {
        self.double.warnings()
    }

    /// The robot with these values of parameters, which are often those of the call before.
    fn robot(&self, keywords: &Bound<'_, PyDict>) -> PyResult<Arc<denoc_jit::Robot>> {
        let values = values(&self.robot, keywords)?;
        let mut kept = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, robot)) = &*kept
            && *known == values
        {
            return Ok(Arc::clone(robot));
        }
        let robot = Arc::new(self.robot.prepare(&values).map_err(raised)?);
        *kept = Some((values, Arc::clone(&robot)));
        Ok(robot)
    }

    /// A number in place of the arrays of `out` is meant for a parameter of that name.
    fn refuse_number(&self, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let is_number = out.is_instance_of::<PyFloat>() || out.is_instance_of::<PyInt>();
        let parameters = &self.robot.mechanism().parameters;
        if is_number && parameters.iter().any(|one| one.name == "out") {
            return Err(PyTypeError::new_err(
                "out is where results go; the parameter of this name is set by with_parameters(out=…)",
            ));
        }
        Ok(())
    }

    /// A single state in double precision, of vectors of numpy; `None` for all other calls.
    ///
    /// Numbers are copied to the stack and back, which takes a tenth of the time of borrowing arrays.
    fn single<'py>(
        function: &denoc_jit::Function,
        given: &Bound<'py, PyTuple>,
    ) -> Option<PyResult<Bound<'py, PyAny>>> {
        let (inputs, outputs) = (function.inputs(), function.outputs());
        if given.len() != inputs.len() || inputs.len() > FEW || outputs.len() > FEW {
            return None;
        }
        let mut numbers = [0.0; SMALL];
        let mut rest = &mut numbers[..];
        let mut arrays: [&[f64]; FEW] = [&[]; FEW];
        for ((slice, array), input) in arrays.iter_mut().zip(given.iter_borrowed()).zip(inputs) {
            let array = array.cast::<PyArray1<f64>>().ok()?;
            let is_vector = matches!(input.shape, Shape::Vector(_));
            let fits = array.len() == input.len() && input.len() <= rest.len();
            if !is_vector || !fits || !arrays::is_aligned(&array) {
                return None;
            }
            let (own, behind) = rest.split_at_mut(input.len());
            for (place, number) in own.iter_mut().enumerate() {
                *number = array.get_owned(place)?;
            }
            (*slice, rest) = (own, behind);
        }
        let total = outputs.iter().map(Array::len).sum();
        let (mut few, mut many);
        let mut found: &mut [f64] = if total <= SMALL {
            few = [0.0; SMALL];
            &mut few
        } else {
            many = vec![0.0; total];
            &mut many
        };
        let mut results: [&mut [f64]; FEW] = core::array::from_fn(|_| &mut [][..]);
        for (result, output) in results.iter_mut().zip(outputs) {
            (*result, found) = found.split_at_mut(output.len());
        }
        let results = &mut results[..outputs.len()];
        if let Err(error) = function.call(&arrays[..inputs.len()], results) {
            return Some(Err(raised(error)));
        }
        let py = given.py();
        let mut results = outputs
            .iter()
            .zip(results)
            .map(|(output, result)| of(py, output.shape, result));
        Some(match outputs.len() {
            1 => results.next()?,
            _ => (results.collect::<PyResult<Vec<_>>>())
                .and_then(|all| Ok(PyTuple::new(py, all)?.into_any())),
        })
    }
}

/// Numbers as an array of this shape, or as a number.
fn of<'py>(py: Python<'py>, shape: Shape, numbers: &[f64]) -> PyResult<Bound<'py, PyAny>> {
    Ok(match shape {
        Shape::Scalar => numbers[0].into_pyobject(py)?.into_any(),
        Shape::Vector(_) => PyArray1::from_slice(py, numbers).into_any(),
        Shape::Matrix(rows, columns) => {
            let view = ArrayView2::from_shape((rows, columns), numbers).map_err(invalid)?;
            view.to_pyarray(py).into_any()
        }
    })
}

#[pymethods]
impl Function {
    /// Calls it.
    #[pyo3(signature = (*args, out = None, **parameters))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        out: Option<&Bound<'py, PyAny>>,
        parameters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if out.is_none()
            && parameters.is_none()
            && let Some(result) = Self::single(&self.double, args)
        {
            return result;
        }
        if let Some(out) = out {
            self.refuse_number(out)?;
        }
        let robot = match parameters {
            Some(parameters) if !parameters.is_empty() => self.robot(parameters)?,
            _ => Arc::clone(&self.robot),
        };
        let inputs = self.double.inputs();
        if args.len() != inputs.len() {
            return Err(PyTypeError::new_err(format!(
                "{} takes {} arrays ({}), and {} were given",
                self.double.name(),
                inputs.len(),
                names(inputs),
                args.len()
            )));
        }
        let name = self.double.name();
        if singles(args) {
            let function = robot.function_f32(name).map_err(raised)?;
            return many(&function, args, out);
        }
        let function = robot.function(name).map_err(raised)?;
        many(&function, args, out)
    }

    /// Its name.
    #[getter]
    fn __name__(&self) -> &str {
        self.double.name()
    }

    /// What it computes, its arrays with their shapes.
    #[getter]
    fn __doc__(&self) -> String {
        let function = &self.double;
        let list = |arrays: &[Array]| -> String {
            let line = |one: &Array| format!("    {} {}\n", one.name, shown(&axes(one.shape)));
            arrays.iter().map(line).collect()
        };
        format!(
            "{}({})\n\n{}\n\nTakes arrays of these shapes, with axes of states before them:\n{}\nGives:\n{}",
            function.name(),
            names(function.inputs()),
            function.summary(),
            list(function.inputs()),
            list(function.outputs())
        )
    }

    /// `(name, shape)` of each array that it takes.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&'static str, Bound<'py, PyTuple>)>> {
        described(py, self.double.inputs())
    }

    /// `(name, shape)` of each array that it gives.
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&'static str, Bound<'py, PyTuple>)>> {
        described(py, self.double.outputs())
    }

    /// The formulation that was taken.
    #[getter]
    fn formulation(&self) -> &str {
        self.double.formulation()
    }

    /// `"native"` or `"interpreted"`.
    #[getter]
    fn engine(&self) -> &'static str {
        engine_name(self.double.engine())
    }

    /// Its operations.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        counts(py, &self.double)
    }

    fn __repr__(&self) -> String {
        format!(
            "<denoc function {}({})>",
            self.double.name(),
            names(self.double.inputs())
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let this = slf.get();
        let robot = Bound::new(py, crate::robot::Robot::of(Arc::clone(&this.robot))?)?;
        let getattr = py.import("builtins")?.getattr("getattr")?;
        let arguments = (robot, this.double.name());
        (getattr, arguments).into_pyobject(py)
    }
}

/// The operations of a function.
pub(crate) fn counts<'py>(
    py: Python<'py>,
    function: &denoc_jit::Function,
) -> PyResult<Bound<'py, PyDict>> {
    let counts = function.counts();
    let dict = PyDict::new(py);
    dict.set_item("multiplications", counts.mul)?;
    dict.set_item("additions", counts.add)?;
    dict.set_item("divisions", counts.div)?;
    dict.set_item("fused", counts.fma)?;
    dict.set_item("square_roots", counts.sqrt)?;
    dict.set_item("sines_and_cosines", counts.trig)?;
    dict.set_item("formulation", function.formulation())?;
    Ok(dict)
}

fn described<'py>(
    py: Python<'py>,
    arrays: &[Array],
) -> PyResult<Vec<(&'static str, Bound<'py, PyTuple>)>> {
    let one = |array: &Array| Ok((array.name, PyTuple::new(py, axes(array.shape))?));
    arrays.iter().map(one).collect()
}

fn names(arrays: &[Array]) -> String {
    let names: Vec<&str> = arrays.iter().map(|one| one.name).collect();
    names.join(", ")
}

/// Whether all arrays of numpy among the arguments are of single precision, and there is one.
fn singles(args: &Bound<'_, PyTuple>) -> bool {
    let mut found = false;
    for argument in args.iter_borrowed() {
        let Ok(array) = argument.cast::<PyUntypedArray>() else {
            return false;
        };
        if !array.dtype().is_equiv_to(&numpy::dtype::<f32>(args.py())) {
            return false;
        }
        found = true;
    }
    found
}

/// Any number of states.
fn many<'py, T: Real + Element>(
    function: &denoc_jit::Function<T>,
    args: &Bound<'py, PyTuple>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let mut given: Vec<Given<'py, T>> = Vec::new();
    for (value, input) in args.iter_borrowed().zip(function.inputs()) {
        given.push(arrays::array(&value, input.name, &axes(input.shape))?);
    }
    let all = function.inputs().iter().zip(&given);
    let all: Vec<(&str, &[usize])> = all
        .map(|(input, one)| (input.name, &one.leading[..]))
        .collect();
    let leading = broadcast(&all)?;
    let states = (leading.iter())
        .try_fold(1_usize, |all, &len| all.checked_mul(len))
        .ok_or_else(|| invalid("more states than there are addresses"))?;
    let given = given.into_iter().zip(function.inputs());
    let given = given.map(|(one, input)| spread(one, &leading, &axes(input.shape)));
    let given: Vec<Given<'py, T>> = given.collect::<PyResult<_>>()?;

    let targets = (out.map(|out| targets(out, &leading, function))).transpose()?;
    let mut found: Vec<Bound<'py, PyArrayDyn<T>>> = Vec::new();
    for (place, output) in function.outputs().iter().enumerate() {
        // A single state without a result leaves the caller's arrays as they are.
        let several = targets.as_ref().filter(|_| !leading.is_empty());
        let target = several.map(|targets| &targets[place]);
        let own = target.and_then(|target| arrays::written(target, &given, &found));
        found.push(match own {
            Some(own) => own,
            None => arrays::zeros(py, &leading, &axes(output.shape))?,
        });
    }
    let failed = computed(py, function, states, &given, &found)?;
    if !failed.is_empty() {
        refuse(py, &leading, &failed, &found, function)?;
    }
    if let (Some(out), Some(targets)) = (out, targets) {
        for (target, array) in targets.iter().zip(&found) {
            if target.as_ptr() != array.as_ptr() {
                target.set_item(py.Ellipsis(), array)?;
            }
        }
        return Ok(out.clone());
    }
    let mut found = found.into_iter().map(|array| match array.shape().len() {
        // A number rather than an array without axes.
        0 => array.get_item(()),
        _ => Ok(array.into_any()),
    });
    match function.outputs().len() {
        1 => found.next().unwrap_or_else(|| Ok(py.None().into_bound(py))),
        _ => {
            let all = found.collect::<PyResult<Vec<_>>>()?;
            Ok(PyTuple::new(py, all)?.into_any())
        }
    }
}

/// Computes all states, without the lock of the interpreter where that pays; the states that failed.
fn computed<'py, T: Real + Element>(
    py: Python<'py>,
    function: &denoc_jit::Function<T>,
    states: usize,
    given: &[Given<'py, T>],
    found: &[Bound<'py, PyArrayDyn<T>>],
) -> PyResult<Vec<usize>> {
    let mut rows = Vec::new();
    for (one, input) in given.iter().zip(function.inputs()) {
        let elements = one.array.as_slice().map_err(invalid)?;
        let distance = match elements.len() == input.len() {
            true => 0,
            false => input.len(),
        };
        let one = Rows::apart(elements, states, input.len(), distance);
        rows.push(one.ok_or_else(|| invalid("an array is shorter than its shape"))?);
    }
    let mut views = Vec::new();
    for array in found {
        views.push(array.try_readwrite().map_err(invalid)?);
    }
    let mut results = Vec::new();
    for (view, output) in views.iter_mut().zip(function.outputs()) {
        let elements = view.as_slice_mut().map_err(invalid)?;
        let one = RowsMut::new(elements, states, output.len());
        results.push(one.ok_or_else(|| invalid("an array is shorter than its shape"))?);
    }
    let done = match states {
        0 => Ok(()),
        1 => function.call_batch(&rows, &mut results),
        _ if states <= SMALL_BATCH || !has_threads() => {
            py.detach(|| function.call_batch(&rows, &mut results))
        }
        _ => py.detach(|| function.call_batch_parallel(&rows, &mut results)),
    };
    match done {
        Ok(()) => Ok(Vec::new()),
        Err(Error::States(states)) => Ok(states),
        Err(error) => Err(raised(error)),
    }
}

/// Whether the threads of this process are there for batches. A process that was forked has none of those of its parent, which would be waited for.
fn has_threads() -> bool {
    static STARTED: OnceLock<u32> = OnceLock::new();
    let here = std::process::id();
    *STARTED.get_or_init(|| here) == here
}

/// States without a result: an error where there is one state, else NaN and a warning.
fn refuse<T: Real + Element>(
    py: Python<'_>,
    leading: &[usize],
    failed: &[usize],
    found: &[Bound<'_, PyArrayDyn<T>>],
    function: &denoc_jit::Function<T>,
) -> PyResult<()> {
    if leading.is_empty() {
        return Err(SingularError::new_err(Error::Singular.to_string()));
    }
    for (array, output) in found.iter().zip(function.outputs()) {
        let mut view = array.try_readwrite().map_err(invalid)?;
        let elements = view.as_slice_mut().map_err(invalid)?;
        for state in failed {
            elements[state * output.len()..][..output.len()].fill(T::from_f64(f64::NAN));
        }
    }
    let message = format!(
        "{}: {}; they are NaN",
        function.name(),
        Error::States(failed.to_vec())
    );
    let warnings = py.import("warnings")?;
    let category = py.import("builtins")?.getattr("RuntimeWarning")?;
    warnings.call_method1("warn", (message, category))?;
    Ok(())
}

/// The caller's arrays for results, with the shapes of the results.
fn targets<'py, T: Real + Element>(
    out: &Bound<'py, PyAny>,
    leading: &[usize],
    function: &denoc_jit::Function<T>,
) -> PyResult<Vec<Bound<'py, PyUntypedArray>>> {
    let outputs = function.outputs();
    let given: Vec<Bound<'py, PyAny>> = match outputs.len() {
        1 => vec![out.clone()],
        _ => out.try_iter()?.collect::<PyResult<_>>()?,
    };
    if given.len() != outputs.len() {
        return Err(invalid(format!(
            "out has {} arrays; {} gives {}",
            given.len(),
            function.name(),
            names(outputs)
        )));
    }
    let mut targets = Vec::new();
    for (target, output) in given.into_iter().zip(outputs) {
        let target = target.cast_into::<PyUntypedArray>().map_err(|_| {
            PyTypeError::new_err(format!("out: {} goes to an array of numpy", output.name))
        })?;
        let (from, to) = (T::get_dtype(out.py()), target.dtype());
        let numpy = out.py().import("numpy")?;
        let casts = numpy.call_method1("can_cast", (&from, &to, "same_kind"))?;
        if !casts.extract::<bool>()? {
            return Err(PyTypeError::new_err(format!(
                "out: {} is {from}, which is not written to an array of {to}",
                output.name
            )));
        }
        let shape = [leading, &axes(output.shape)].concat();
        if target.shape() != shape {
            return Err(invalid(format!(
                "out: {} has the shape {}, and this array {}",
                output.name,
                shown(&shape),
                shown(target.shape())
            )));
        }
        targets.push(target);
    }
    Ok(targets)
}
