//! Models, golden data, and programs by every formulation.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use denoc_codegen::compile::{Options, Techniques, compile, find};
use denoc_codegen::counts::Counts;
use denoc_codegen::exact::number::Number;
use denoc_codegen::function::Function;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::reference::State;
use serde_json::Value;

fn root(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(path)
}

/// The text of `models/loops/NAME.toml`.
pub(crate) fn text(name: &str) -> String {
    let path = root(&format!("models/loops/{name}.toml"));
    std::fs::read_to_string(path).expect("a model")
}

/// `models/loops/NAME.toml`, which is without a warning.
pub(crate) fn mechanism(name: &str) -> Mechanism {
    let path = root(&format!("models/loops/{name}.toml"));
    let loaded = model::load(&path).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.warnings, [], "{name}");
    loaded.mechanism
}

/// The same where nothing falls.
pub(crate) fn weightless(mut mechanism: Mechanism) -> Mechanism {
    mechanism.gravity = [Number::ZERO; 3];
    mechanism
}

/// `tests/golden/loops/NAME.json`.
pub(crate) fn golden(name: &str) -> Value {
    let path = root(&format!("tests/golden/loops/{name}.json"));
    let text = std::fs::read_to_string(path).expect("golden data");
    serde_json::from_str(&text).expect("JSON")
}

/// What a result may differ by, of the largest expected: max(1e-12, 100 noise). The noise of a file is the rounding of its printed numbers.
pub(crate) fn tolerance(golden: &Value) -> f64 {
    let noise = golden["noise"].as_f64().expect("a file tells its noise");
    (100.0 * noise).max(1e-12)
}

/// All numbers of a value, nested or not.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(list) => list.iter().flat_map(numbers).collect(),
        None => vec![value.as_f64().expect("a number")],
    }
}

/// An array of samples, the numbers of each.
pub(crate) fn rows(value: &Value) -> Vec<Vec<f64>> {
    let list = value.as_array().expect("an array");
    assert!(!list.is_empty());
    list.iter().map(numbers).collect()
}

/// A state that moves.
pub(crate) fn moving(q: Vec<f64>, qd: Vec<f64>) -> State {
    State::default().with(Argument::Q, q).with(Argument::Qd, qd)
}

/// Samples with positions, velocities and accelerations under these keys.
pub(crate) fn samples(part: &Value, keys: [&str; 3]) -> Vec<State> {
    let [q, qd, qdd] = keys.map(|key| rows(&part[key]));
    assert!(q.len() == qd.len() && qd.len() == qdd.len());
    q.into_iter()
        .zip(qd)
        .zip(qdd)
        .map(|((q, qd), qdd)| moving(q, qd).with(Argument::Qdd, qdd))
        .collect()
}

/// A compiled function by one formulation.
pub(crate) struct Program {
    /// Mechanism, function and formulation, for messages.
    pub(crate) what: String,
    function: Arc<OnceLock<Function>>,
}

impl Program {
    fn function(&self) -> &Function {
        self.function.get().expect("a compiled function")
    }

    /// What it costs, with the equations that are solved.
    pub(crate) fn counts(&self) -> Counts {
        self.function().counts()
    }

    /// The output arrays.
    pub(crate) fn run(&self, state: &State) -> Vec<Vec<f64>> {
        let found = self.function().run(|input| state.get(input));
        found.unwrap_or_else(|status| panic!("{}: {status}", self.what))
    }

    /// Whether it has no results.
    pub(crate) fn fails(&self, state: &State) -> bool {
        self.function().run(|input| state.get(input)).is_err()
    }
}

/// A function by every formulation that the mechanism has of it.
pub(crate) fn programs(mechanism: &Mechanism, function: &str) -> Vec<Program> {
    formulations(mechanism, function)
        .into_iter()
        .map(|formulation| compiled(mechanism, function, Some(formulation)))
        .collect()
}

/// A function by the formulation that the compiler chooses.
pub(crate) fn program(mechanism: &Mechanism, function: &str) -> Program {
    compiled(mechanism, function, None)
}

/// A function by a formulation.
pub(crate) fn program_by(mechanism: &Mechanism, function: &str, formulation: &str) -> Program {
    compiled(mechanism, function, Some(formulation))
}

/// Names of the formulations that the mechanism has of a function.
pub(crate) fn formulations(mechanism: &Mechanism, function: &str) -> Vec<&'static str> {
    let quantity = find(mechanism, function).unwrap_or_else(|error| panic!("{error}"));
    let all = quantity.formulations_on(mechanism).into_iter();
    let names: Vec<_> = all.map(|one| one.name()).collect();
    assert!(!names.is_empty(), "{function}");
    names
}

/// Functions by their mechanisms and formulations: those with derivatives take seconds to compile, and several tests ask for them.
static COMPILED: LazyLock<Mutex<HashMap<String, Arc<OnceLock<Function>>>>> =
    LazyLock::new(Mutex::default);

fn compiled(mechanism: &Mechanism, function: &str, formulation: Option<&str>) -> Program {
    let by = formulation.unwrap_or("choice");
    let what = format!("{}: {function} by {by}", mechanism.name);
    let key = format!("{what} {mechanism:?}");
    let mut known = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let place = Arc::clone(known.entry(key).or_default());
    drop(known);
    place.get_or_init(|| {
        let fixed = formulation.map(|name| (function.to_owned(), name.to_owned()));
        let options = Options {
            functions: Some(vec![function.to_owned()]),
            formulations: fixed.into_iter().collect(),
            techniques: Techniques::WITHOUT_DETOURS,
            ..Options::default()
        };
        let compiled = compile(mechanism, &options);
        let mut compiled = compiled.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(compiled.functions.len(), 1, "{what}");
        compiled.functions.swap_remove(0)
    });
    Program {
        what,
        function: place,
    }
}

/// A x of a matrix by rows.
pub(crate) fn apply(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    let row = |row: &[f64]| row.iter().zip(x).map(|(a, x)| a * x).sum();
    matrix.chunks(x.len()).map(row).collect()
}

/// a + b.
pub(crate) fn plus(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// −a.
pub(crate) fn minus(a: &[f64]) -> Vec<f64> {
    a.iter().map(|a| -a).collect()
}

/// max |a|.
pub(crate) fn largest(a: &[f64]) -> f64 {
    a.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// Fails where an element is off by more than `tolerance`, or no number.
pub(crate) fn assert_within(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!(
            (a - b).abs() <= tolerance,
            "{what}: {a} and {b}, more than {tolerance} apart\n{found:?}\n{expected:?}"
        );
    }
}

/// Fails where an element is off by more than `tolerance` of the largest one expected.
pub(crate) fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_within(found, expected, tolerance * largest(expected), what);
}
