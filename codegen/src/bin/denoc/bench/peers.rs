//! Pinocchio beside the generated code: the same functions of the same URDF, called from Python.

use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value};

use super::rounds::Effort;
use super::samples::Samples;
use super::work::Work;

/// Reads the URDF and prints an object of samples.
const SCRIPT: &str = include_str!("pinocchio.py");

/// Functions, and what Pinocchio calls them.
const FUNCTIONS: [(&str, &str); 5] = [
    ("inverse_dynamics", "rnea"),
    ("forward_dynamics", "aba"),
    ("mass_matrix", "crba"),
    ("bias", "nonLinearEffects"),
    ("gravity", "computeGeneralizedGravity"),
];

/// The times of Pinocchio.
pub(super) struct Pinocchio {
    pub(super) version: String,
    /// Of a call from Python that computes next to nothing.
    pub(super) overhead: Samples,
    /// Function, its name there, times of a call.
    pub(super) times: Vec<(&'static str, &'static str, Samples)>,
}

/// Times Pinocchio, in double precision.
///
/// # Errors
/// Why it cannot be compared, in a sentence.
pub(super) fn pinocchio(model: &Path, work: &Work, effort: Effort) -> Result<Pinocchio, String> {
    if model
        .extension()
        .is_none_or(|extension| extension != "urdf")
    {
        return Err("Pinocchio is not timed: it reads URDF, and the model is none.".into());
    }
    let (nq, nv) = (work.compiled.mechanism.nq(), work.compiled.mechanism.nv());
    let mut python = Command::new("python3");
    let python = python.args(["-c", SCRIPT]).arg(model);
    let python = python.args([nq.to_string(), nv.to_string()]);
    let python = python.args([effort.time.to_string(), effort.repetitions.to_string()]);
    let said = python.output();
    let said =
        said.map_err(|error| format!("Pinocchio is not timed: python3 cannot be run ({error})."))?;
    let value: Value = serde_json::from_slice(&said.stdout).unwrap_or_default();
    let Some(object) = value.as_object() else {
        let messages = String::from_utf8_lossy(&said.stderr);
        let last = messages.lines().last().unwrap_or("it printed nothing");
        return Err(format!(
            "Pinocchio is not timed: {}.",
            last.trim_end_matches('.')
        ));
    };
    Ok(times(work, object))
}

fn times(work: &Work, object: &Map<String, Value>) -> Pinocchio {
    let samples = |key: &str| {
        let mut samples = Samples::default();
        let list = object.get(key).and_then(Value::as_array);
        let values = list.into_iter().flatten().filter_map(Value::as_f64);
        values.for_each(|ns| samples.push(ns));
        samples
    };
    let is_timed = |name: &str| work.functions().iter().any(|one| one.name == name);
    let functions = FUNCTIONS.into_iter().filter(|(name, _)| is_timed(name));
    let version = object.get("version").and_then(Value::as_str);
    Pinocchio {
        version: version.unwrap_or_default().into(),
        overhead: samples("overhead"),
        times: functions
            .map(|(ours, theirs)| (ours, theirs, samples(theirs)))
            .collect(),
    }
}
