//! Golden regressors: what the data beside the states of a model adds to these.

use std::fs;

use denoc_codegen::exact::number::Number;
use denoc_codegen::identify::{BASIS, with_base_columns};
use denoc_codegen::mechanism::{InertiaEntry, InertialParameter, Mechanism};
use denoc_codegen::transform::elementary;
use serde_json::{Map, Value};

use crate::plan;

/// The arrays of a state.
const KEYS: [&str; 3] = ["Y", "kinetic", "potential"];

/// Puts golden regressors, with their noise, into the states of a model's data, and the columns of its base parameters
/// as `Y_base`.
///
/// # Panics
/// When the file is not as it should be.
pub fn merge(model: &str, data: &mut Value) {
    let Ok(text) = fs::read_to_string(plan::regressors_path(model)) else {
        return;
    };
    let regressors: Value = serde_json::from_str(&text).expect("golden data is JSON");
    let base = base_columns(&elementary(&plan::mechanism(model)));
    for found in regressors["states"].as_array().expect("states") {
        let index = found["state"].as_u64().expect("an index") as usize;
        let state = data["states"][index].as_object_mut().expect("a state");
        let mut put = |key: &str, value: Value, noise: &Value| {
            state.insert(key.into(), value);
            let noises = state.entry("noise").or_insert_with(|| Map::new().into());
            noises[key] = noise.clone();
        };
        for key in KEYS {
            put(key, found[key].clone(), &found["noise"][key]);
        }
        if let Some(base) = &base {
            let rows = found["Y"].as_array().expect("rows");
            let rows: Vec<Vec<f64>> = rows.iter().map(|row| combined(row, base)).collect();
            put("Y_base", rows.into(), &found["noise"]["Y"]);
        }
    }
}

/// The columns of base parameters as combinations of those of the model; none where one is of a body between the parts of a joint.
fn base_columns(mechanism: &Mechanism) -> Option<Vec<Vec<(usize, f64)>>> {
    let columns: Vec<InertialParameter> = mechanism.inertial_parameters().collect();
    let based = with_base_columns(mechanism, BASIS);
    let column = |one: InertialParameter| {
        let user = mechanism.bodies[one.body.0].user_frame.inverse();
        let seen = one.entry.inertia(&Number::ONE).seen_through(&user);
        let first = columns.iter().position(|known| known.body == one.body)?;
        let entries = InertiaEntry::COLUMNS.into_iter().enumerate();
        let factors = entries.map(|(k, entry)| (first + k, entry.of(&seen).to_f64()));
        Some(factors.collect())
    };
    let alone = based.base.iter().all(|one| one.others.is_empty());
    let all = based.base.iter().map(|one| column(one.parameter));
    all.collect::<Option<_>>().filter(|_| alone)
}

fn combined(row: &Value, base: &[Vec<(usize, f64)>]) -> Vec<f64> {
    let entry = |k: usize| row[k].as_f64().expect("a number");
    let sum = |terms: &Vec<(usize, f64)>| terms.iter().map(|&(k, factor)| factor * entry(k)).sum();
    base.iter().map(sum).collect()
}
