//! Times of a model: from its file to the first call, single calls, batches.
//!
//! `cargo run --release -p denoc-jit --example times -- models/panda.toml inverse_dynamics`

use std::time::Instant;

use denoc_jit::{Engine, Error, Function, Options, Robot, Rows, RowsMut};

/// States of a batch, and of a run of single calls.
const STATES: usize = 1024;

/// Runs; the fastest counts.
const RUNS: usize = 50;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments
        .next()
        .ok_or("write the path of a model, and the name of a function")?;
    let name = arguments
        .next()
        .unwrap_or_else(|| "inverse_dynamics".into());
    let kinds = [
        ("native", Options::default()),
        ("native, quick", Options::quick()),
        (
            "interpreted",
            Options::default().with_engine(Engine::Interpreted),
        ),
    ];
    println!("{path}: {name}");
    for (kind, options) in kinds {
        let start = Instant::now();
        let robot = Robot::load_with(&path, options)?;
        let function = robot.function(&name)?;
        let first = start.elapsed();
        let [single, batch] = times(&function)?;
        println!(
            "{kind:14} {first:>9.1?} to the first call, {single:6.1} ns a call, {batch:6.1} ns a state of a batch"
        );
    }
    Ok(())
}

/// Nanoseconds of a call, and of a state of a batch.
fn times(function: &Function) -> Result<[f64; 2], Error> {
    let numbers = |len: usize| {
        (0..STATES * len)
            .map(|place| (0.1 * place as f64).sin())
            .collect()
    };
    let given: Vec<Vec<f64>> = function
        .inputs()
        .iter()
        .map(|one| numbers(one.len()))
        .collect();
    let outputs = function.outputs().iter();
    let mut found: Vec<Vec<f64>> = outputs.map(|one| vec![0.0; STATES * one.len()]).collect();
    let mut fastest = [f64::MAX; 2];
    for _ in 0..RUNS {
        let start = Instant::now();
        let mut rows: Vec<_> = found
            .iter_mut()
            .zip(function.outputs())
            .map(|(one, array)| one.chunks_mut(array.len()))
            .collect();
        let arrays = given.iter().zip(function.inputs());
        let mut arrays: Vec<_> = arrays.map(|(one, array)| one.chunks(array.len())).collect();
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for _ in 0..STATES {
            inputs.clear();
            inputs.extend(arrays.iter_mut().filter_map(Iterator::next));
            outputs.clear();
            outputs.extend(rows.iter_mut().filter_map(Iterator::next));
            function.call(&inputs, &mut outputs)?;
        }
        fastest[0] = fastest[0].min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let rows = given.iter().zip(function.inputs());
        let rows = rows.filter_map(|(one, array)| Rows::new(one, STATES, array.len()));
        let rows: Vec<Rows<'_, f64>> = rows.collect();
        let results = found.iter_mut().zip(function.outputs());
        let results = results.filter_map(|(one, array)| RowsMut::new(one, STATES, array.len()));
        let mut results: Vec<RowsMut<'_, f64>> = results.collect();
        function.call_batch(&rows, &mut results)?;
        fastest[1] = fastest[1].min(start.elapsed().as_secs_f64());
    }
    Ok(fastest.map(|seconds| 1e9 * seconds / STATES as f64))
}
