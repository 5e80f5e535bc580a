//! Input of `denoc eval`: JSON → states of the right shape.

use std::io::Read;
use std::path::Path;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::{Block, BlockKind, Mechanism, Parameter};
use denoc_codegen::name::visible_path;
use denoc_codegen::program::Port;
use denoc_codegen::reference::State;
use serde_json::{Map, Value};

use crate::failure::Failure;

/// The contents of a file: one state, or several.
pub(crate) enum States {
    /// An object.
    One(State),
    /// A list of objects.
    Many(Vec<State>),
}

/// Reads the file, or stdin when it is `-`, and takes the arrays that the ports name and the values of parameters;
/// other keys are left alone.
pub(crate) fn read(
    path: &Path,
    ports: &[Port],
    parameters: &[Parameter],
) -> Result<States, Failure> {
    let shown = visible_path(path);
    let fail = |message: String| Failure::Message(format!("{shown}: {message}"));
    let text = text(path).map_err(|error| fail(format!("cannot read the input: {error}")))?;
    let value: Value = serde_json::from_str(&text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Failure::Message(format!("{shown}:{line}:{column}: malformed JSON: {error}"))
    })?;
    let state = |object| {
        let state = arrays(object, ports)?;
        Ok(state.with(Argument::Parameters, values(object, parameters)?))
    };
    match &value {
        Value::Object(object) => state(object).map(States::One).map_err(fail),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(index, one)| match one {
                Value::Object(object) => {
                    state(object).map_err(|m: String| fail(format!("state {index}: {m}")))
                }
                _ => Err(fail(format!("state {index}: {}", expected(ports)))),
            })
            .collect::<Result<_, _>>()
            .map(States::Many),
        _ => Err(fail(expected(ports))),
    }
}

/// A line for every quaternion in q that is not of unit length: what is computed of it is no motion.
pub(crate) fn quaternions(path: &Path, states: &States, mechanism: &Mechanism) -> Vec<String> {
    /// More than rounding to single precision leaves.
    const ROUNDING: f64 = 1e-6;
    let (states, many) = match states {
        States::One(state) => (core::slice::from_ref(state), false),
        States::Many(states) => (states.as_slice(), true),
    };
    let mut warnings = Vec::new();
    for (index, state) in states.iter().enumerate() {
        let q = state.array(Argument::Q);
        for (at, body) in starts(mechanism) {
            // A function that takes no coordinates has an empty q.
            let Some(quaternion) = q.get(at..at + 4) else {
                continue;
            };
            let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (length - 1.0).abs() > ROUNDING {
                let state = if many {
                    format!("state {index}: ")
                } else {
                    String::new()
                };
                let end = at + 4;
                warnings.push(format!(
                    "warning: {}: {state}\"q\"[{at}..{end}], the quaternion of body \"{body}\", has length {length}, \
                     not 1; it is taken as it is\n",
                    visible_path(path)
                ));
            }
        }
    }
    warnings
}

/// The indices in q at which quaternions start, and the names of their joints.
fn starts(mechanism: &Mechanism) -> Vec<(usize, String)> {
    let start = |block: Block| match block.kind {
        BlockKind::Quaternion => Some((block.q, block.name)),
        BlockKind::Pose => Some((block.q + 3, block.name)),
        BlockKind::Rates => None,
    };
    mechanism.blocks().into_iter().filter_map(start).collect()
}

fn text(path: &Path) -> std::io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text)?;
        Ok(text)
    } else {
        std::fs::read_to_string(path)
    }
}

fn expected(ports: &[Port]) -> String {
    let arrays: Vec<String> = ports
        .iter()
        .map(|port| format!("\"{}\": [{} numbers]", port.argument.name(), port.len))
        .collect();
    format!("write {{{}}}, or a list of such objects", arrays.join(", "))
}

/// The values of the parameters: the key `parameters` holds some by name, the others keep their defaults.
fn values(object: &Map<String, Value>, parameters: &[Parameter]) -> Result<Vec<f64>, String> {
    let mut values: Vec<f64> = parameters.iter().map(|one| one.default.to_f64()).collect();
    let given = match object.get("parameters") {
        None => return Ok(values),
        Some(Value::Object(given)) => given,
        Some(_) => return Err("\"parameters\" must be an object: {\"name\": number}".into()),
    };
    for (name, value) in given {
        let place = parameters.iter().position(|one| one.name == *name);
        let Some(place) = place else {
            let known: Vec<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
            let known = if known.is_empty() {
                "it has none".into()
            } else {
                format!("it has {}", known.join(", "))
            };
            return Err(format!("\"{name}\" is no parameter of the model; {known}"));
        };
        let number = value.as_f64().filter(|number| number.is_finite());
        values[place] =
            number.ok_or_else(|| format!("parameter \"{name}\" is {value}, not a number"))?;
    }
    Ok(values)
}

fn arrays(object: &Map<String, Value>, ports: &[Port]) -> Result<State, String> {
    ports.iter().try_fold(State::default(), |state, port| {
        Ok(state.with(port.argument, array(object, *port)?))
    })
}

fn array(object: &Map<String, Value>, port: Port) -> Result<Vec<f64>, String> {
    let (name, len) = (port.argument.name(), port.len);
    let list = match object.get(name) {
        Some(Value::Array(list)) => list,
        Some(_) => return Err(format!("\"{name}\" must be a list of {len} numbers")),
        None => return Err(format!("key \"{name}\" is missing; it holds {len} numbers")),
    };
    if list.len() != len {
        return Err(format!(
            "\"{name}\" has {} numbers where the model has {len}",
            list.len()
        ));
    }
    list.iter()
        .enumerate()
        .map(|(index, value)| {
            value
                .as_f64()
                .filter(|number| number.is_finite())
                .ok_or_else(|| format!("\"{name}\"[{index}] is {value}, not a number"))
        })
        .collect()
}
