//! The models of `tests/models/flex` and the data of `tests/golden/flex`.

use std::path::PathBuf;

use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::reference::State;
use serde_json::Value;

fn text(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../tests")
        .join(path);
    std::fs::read_to_string(path).expect("a file of the tests")
}

/// The folder of the models, and of the mode files beside them.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/models/flex")
}

/// The text of a model at a level of geometry.
pub(crate) fn model(name: &str, level: &str) -> String {
    let text = text(&format!("models/flex/{name}.toml"));
    text.replace("geometry = \"exact\"", &format!("geometry = \"{level}\""))
}

/// A model at a level of geometry.
pub(crate) fn mechanism(name: &str, level: &str) -> Mechanism {
    let text = model(name, level);
    model::parse(&folder().join("flexible.toml").to_string_lossy(), &text)
        .expect("a sound model")
        .mechanism
}

/// The data of a model.
pub(crate) fn golden(name: &str) -> Value {
    serde_json::from_str(&text(&format!("golden/flex/{name}.json"))).expect("JSON")
}

/// The numbers of nested arrays.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(list) => list.iter().flat_map(numbers).collect(),
        None => vec![value.as_f64().expect("a number")],
    }
}

/// A state of the data; positions and rates at a level of geometry may be its own.
pub(crate) fn state(golden: &Value, level: &Value) -> State {
    let array = |key: &str| {
        let own = &level[key];
        numbers(if own.is_null() { &golden[key] } else { own })
    };
    State::default()
        .with(Argument::Q, array("q"))
        .with(Argument::Qd, array("qd"))
        .with(Argument::Qdd, array("qdd"))
        .with(Argument::Tau, array("tau"))
}
