//! Motion in time.

use core::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use denoc_codegen::simulate::{
    Dynamics, Instant, Method, Settings, Start, StateVariables, Torque, forces, simulate,
};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::error::{invalid, raised};

/// A motion: arrays with a row for every instant.
#[pyclass(frozen, get_all, module = "denoc")]
pub(crate) struct Motion {
    /// Times [instants], s.
    t: Py<PyArray1<f64>>,
    /// Coordinates [instants × nq].
    q: Py<PyArray2<f64>>,
    /// Velocities [instants × nv].
    qd: Py<PyArray2<f64>>,
    /// Accelerations [instants × nv].
    qdd: Py<PyArray2<f64>>,
    /// Generalised forces.
    tau: Py<PyArray2<f64>>,
    /// Kinetic energy [instants], J.
    kinetic_energy: Py<PyArray1<f64>>,
    /// Potential energy [instants], J; None for a robot that has none.
    potential_energy: Option<Py<PyArray1<f64>>>,
    /// When it was ended early, s.
    ended: Option<f64>,
}

#[pymethods]
impl Motion {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let instants = self.t.bind(py).len()?;
        Ok(format!("<denoc motion, {instants} instants>"))
    }
}

/// The settings of a run: duration, step, tolerances; method.
pub(crate) fn settings([duration, step, rtol, atol]: [f64; 4], method: &str) -> PyResult<Settings> {
    let method = match method {
        "dop853" => Method::Dop853,
        "dopri5" => Method::Dopri5,
        "radau5" => Method::Radau5,
        _ => {
            return Err(invalid(
                "method: write \"dop853\", \"dopri5\" or \"radau5\"",
            ));
        }
    };
    Ok(Settings {
        duration,
        step,
        method,
        rtol,
        atol,
    })
}

/// Integrates. `torque` is None, numbers, or a function of (t, q, qd); `progress` is called with the time reached.
pub(crate) fn run(
    py: Python<'_>,
    robot: &denoc_jit::Robot,
    (q, qd): (Option<Vec<f64>>, Option<Vec<f64>>),
    torque: Option<Bound<'_, PyAny>>,
    settings: &Settings,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Motion> {
    let mechanism = &py.detach(|| robot.at_parameters()).map_err(raised)?;
    let options = denoc_codegen::Options {
        functions: None,
        ..robot.options().compilation.clone()
    };
    let dynamics = py.detach(|| Dynamics::compile(mechanism, StateVariables::Lagrangian, &options));
    let dynamics = dynamics.map_err(invalid)?;
    // What a function of Python raised: the motion ends there.
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let torque = match torque {
        None => Torque::none(mechanism),
        Some(law) if law.is_callable() => {
            let (law, raised) = (law.unbind(), Arc::clone(&raised));
            let count = forces(mechanism).len();
            Torque::Law(Arc::new(move |t, q, qd| {
                called(&law, (t, q, qd), count, &raised)
            }))
        }
        Some(values) => {
            let values: Vec<f64> = values.extract()?;
            Torque::constant(mechanism, &values).map_err(invalid)?
        }
    };
    let start = Start { q, qd };
    let mut report = |t: f64| {
        if py
            .check_signals()
            .map_err(|error| keep(&raised, error))
            .is_err()
        {
            return ControlFlow::Break(());
        }
        if let Some(progress) = &progress
            && let Err(error) = progress.call1((t,))
        {
            keep(&raised, error);
        }
        match raised.lock() {
            Ok(raised) if raised.is_some() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let run = simulate(&dynamics, &start, &torque, settings, &mut report);
    if let Ok(mut raised) = raised.lock()
        && let Some(error) = raised.take()
    {
        return Err(error);
    }
    let run = run.map_err(invalid)?;
    motion(py, &run.instants, run.ended)
}

fn keep(raised: &Mutex<Option<PyErr>>, error: PyErr) {
    if let Ok(mut raised) = raised.lock() {
        raised.get_or_insert(error);
    }
}

/// The torques that a function of Python gives, which are to be so many; NaN where it raises.
fn called(
    law: &Py<PyAny>,
    (t, q, qd): (f64, &[f64], &[f64]),
    count: usize,
    raised: &Mutex<Option<PyErr>>,
) -> Vec<f64> {
    let torques = Python::attach(|py| {
        let arrays = (t, PyArray1::from_slice(py, q), PyArray1::from_slice(py, qd));
        let torques: Vec<f64> = law.bind(py).call1(arrays)?.extract()?;
        if torques.len() == count {
            return Ok(torques);
        }
        Err(invalid(format!(
            "torque gives {} numbers; the robot takes {count}",
            torques.len()
        )))
    });
    torques.unwrap_or_else(|error| {
        keep(raised, error);
        vec![f64::NAN; count]
    })
}

/// The arrays of instants.
fn motion(py: Python<'_>, instants: &[Instant], ended: Option<f64>) -> PyResult<Motion> {
    let rows = |of: fn(&Instant) -> &Vec<f64>| {
        let rows: Vec<Vec<f64>> = instants.iter().map(|one| of(one).clone()).collect();
        let rows = PyArray2::from_vec2(py, &rows).map_err(invalid)?;
        Ok::<_, PyErr>(rows.unbind())
    };
    let numbers = |of: &dyn Fn(&Instant) -> f64| {
        PyArray1::from_vec(py, instants.iter().map(of).collect()).unbind()
    };
    let potential = instants.iter().all(|one| one.potential.is_some());
    Ok(Motion {
        t: numbers(&|one| one.t),
        q: rows(|one| &one.q)?,
        qd: rows(|one| &one.qd)?,
        qdd: rows(|one| &one.qdd)?,
        tau: rows(|one| &one.tau)?,
        kinetic_energy: numbers(&|one| one.kinetic),
        potential_energy: potential.then(|| numbers(&|one| one.potential.unwrap_or(f64::NAN))),
        ended,
    })
}
