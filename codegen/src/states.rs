//! States in JSON: an object of arrays, or a list of such objects, as `denoc eval` reads them.

mod distinct;

use serde_json::error::Category;
use serde_json::{Map, Value};

use self::distinct::Distinct;

use crate::leaves::Argument;
use crate::mechanism::Parameter;
use crate::program::Port;
use crate::reference::State;

/// One state, or several.
#[derive(Clone, Debug)]
pub enum States {
    /// An object.
    One(State),
    /// A list of objects.
    Many(Vec<State>),
}

impl States {
    /// Takes the arrays that the ports name and the values of parameters from a text; other keys are left alone. `shown` names the
    /// file in messages.
    ///
    /// # Errors
    /// Malformed JSON and a key that is there twice, with the place; an array that is missing, of another length or not of finite numbers.
    pub fn parse(
        shown: &str,
        text: &str,
        ports: &[Port],
        parameters: &[Parameter],
    ) -> Result<Self, String> {
        let fail = |message: String| format!("{shown}: {message}");
        let text = text.trim_start_matches('\u{feff}');
        let Distinct(value) = serde_json::from_str(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            // The place stands in front.
            let words = error.to_string();
            let behind = format!(" at line {line} column {column}");
            let words = words.strip_suffix(&behind).unwrap_or(&words);
            let fault = match error.classify() {
                Category::Data => "",
                _ => "malformed JSON: ",
            };
            format!("{shown}:{line}:{column}: {fault}{words}")
        })?;
        let state = |object| {
            let state = arrays(object, ports)?;
            Ok(state.with(Argument::Parameters, values(object, parameters)?))
        };
        match &value {
            Value::Object(object) => state(object).map(Self::One).map_err(fail),
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
                .map(Self::Many),
            _ => Err(fail(expected(ports))),
        }
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[State] {
        match self {
            Self::One(state) => core::slice::from_ref(state),
            Self::Many(states) => states,
        }
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
