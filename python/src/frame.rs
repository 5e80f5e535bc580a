//! Functions of frames by one name: `robot.tip_pose("tool", q)`.

use denoc_codegen::Quantity;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::invalid;
use crate::robot::Robot;

/// A function of frames, whose frame is its first argument.
#[pyclass(frozen, module = "denoc")]
pub(crate) struct OfFrame {
    robot: Py<Robot>,
    quantity: Quantity,
}

impl OfFrame {
    /// `None`: no function of any frame has this name.
    pub(crate) fn of<'py>(
        robot: &Bound<'py, Robot>,
        name: &str,
    ) -> PyResult<Option<Bound<'py, Self>>> {
        let is_named = |one: &Quantity| one.frame().is_some() && one.signature().name == name;
        let Some(quantity) = Quantity::table().find(is_named) else {
            return Ok(None);
        };
        let functions = robot.get().robot.functions();
        let frames = robot.get().frames();
        let has = |frame: &&str| functions.contains(&quantity.name_for(frame));
        if !frames.iter().any(has) {
            return Ok(None);
        }
        let this = Self {
            robot: robot.clone().unbind(),
            quantity,
        };
        Bound::new(robot.py(), this).map(Some)
    }
}

#[pymethods]
impl OfFrame {
    /// Calls the function of a frame, which is no keyword: a parameter may have its name.
    #[pyo3(signature = (frame, /, *args, **keywords))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        frame: &str,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let robot = self.robot.bind(py);
        let frames = robot.get().frames();
        if !frames.contains(&frame) {
            return Err(invalid(format!(
                "the robot has no frame {frame}; write one of: {}",
                frames.join(", ")
            )));
        }
        robot
            .getattr(self.quantity.name_for(frame))?
            .call(args, keywords)
    }

    /// As the robot and the name.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        let getattr = py.import("builtins")?.getattr("getattr")?;
        let arguments = (this.robot.bind(py), this.quantity.signature().name);
        (getattr, arguments).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        format!(
            "<denoc function {}(frame, …)>",
            self.quantity.signature().name
        )
    }
}
