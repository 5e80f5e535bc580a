//! Every function of models of all kinds: machine code, batches and the interpreter give the bits of the evaluator.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use denoc_codegen::Argument;
use denoc_codegen::compile::compile;
use denoc_codegen::reference::State;
use denoc_jit::{Engine, Error, Options, Robot, Rows, RowsMut};

fn models() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["models", "models/loops", "models/flexible", "tests/models"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        let files = entries.map(|entry| entry.expect("an entry").path());
        found.extend(files.filter(|path| {
            let is_model = path
                .extension()
                .is_some_and(|one| one == "toml" || one == "urdf");
            // There is the same PUMA among those that are shipped.
            is_model && !path.ends_with("tests/models/puma.toml")
        }));
    }
    found.sort();
    found
}

/// The bits, with one NaN for all.
fn bits(values: &[f64]) -> Vec<u64> {
    let one = |value: &f64| if value.is_nan() { f64::NAN } else { *value }.to_bits();
    values.iter().map(one).collect()
}

fn same(path: &Path, level: u8) -> usize {
    let load = |engine| {
        Robot::load_with(
            path,
            Options::default().with_level(level).with_engine(engine),
        )
    };
    let native = load(Engine::Native).expect("a model");
    let interpreted = load(Engine::Interpreted).expect("a model");
    let mechanism = native.mechanism();
    let mut options = native.options().compilation.clone();
    let mut compared = 0;
    for name in native.functions() {
        let signature = denoc_codegen::compile::find(mechanism, &name)
            .expect("a function")
            .signature();
        if signature.family != denoc_codegen::signature::Family::Dynamics {
            continue;
        }
        options.functions = Some(vec![name.clone()]);
        let Ok(compiled) = compile(mechanism, &options) else {
            continue;
        };
        let function = &compiled.functions[0];
        let code = native.function(&name).expect("a function");
        let tape = interpreted.function(&name).expect("a function");
        const STATES: usize = 67;
        let prepared = compiled.prepared_by_default();
        let states: Vec<State> = (0..STATES as u64)
            .map(|seed| State::sample(mechanism, seed + 1))
            .map(|state| state.with(Argument::Prepared, prepared.clone()))
            .map(|state| {
                let rates = state.array(Argument::Qdd).to_vec();
                state.with(Argument::Independent, rates)
            })
            .map(|state| state.with(Argument::StepSize, vec![0.01]))
            .collect();
        let wanted: Vec<_> = states
            .iter()
            .map(|state| function.run(|input| state.get(input)))
            .collect();
        let ports: Vec<_> = function
            .inputs()
            .iter()
            .filter(|port| port.argument != Argument::Prepared)
            .collect();
        let rows: Vec<Vec<f64>> = (ports.iter())
            .map(|port| {
                states
                    .iter()
                    .flat_map(|state| state.array(port.argument)[..port.len].to_vec())
                    .collect()
            })
            .collect();
        for function in [&code, &tape] {
            for (state, wanted) in states.iter().zip(&wanted) {
                let inputs: Vec<&[f64]> = ports
                    .iter()
                    .map(|port| &state.array(port.argument)[..port.len])
                    .collect();
                let mut results: Vec<Vec<f64>> = function
                    .outputs()
                    .iter()
                    .map(|one| vec![0.5; one.len()])
                    .collect();
                let mut slices: Vec<&mut [f64]> =
                    results.iter_mut().map(Vec::as_mut_slice).collect();
                let done = function.call(&inputs, &mut slices);
                match wanted {
                    Ok(wanted) => {
                        done.expect("a result");
                        for (result, wanted) in results.iter().zip(wanted) {
                            assert_eq!(bits(result), bits(wanted), "{name} of {}", path.display());
                        }
                    }
                    Err(_) => {
                        assert_eq!(done, Err(Error::Singular), "{name} of {}", path.display());
                        assert!(results.iter().flatten().all(|&value| value == 0.5));
                    }
                }
            }
            let inputs: Vec<Rows<'_, f64>> = rows
                .iter()
                .zip(function.inputs())
                .map(|(rows, array)| Rows::new(rows, STATES, array.len()).expect("rows"))
                .collect();
            let mut results: Vec<Vec<f64>> = function
                .outputs()
                .iter()
                .map(|one| vec![0.5; STATES * one.len()])
                .collect();
            let mut slices: Vec<RowsMut<'_, f64>> = results
                .iter_mut()
                .zip(function.outputs())
                .map(|(rows, array)| RowsMut::new(rows, STATES, array.len()).expect("rows"))
                .collect();
            let done = function.call_batch(&inputs, &mut slices);
            let failed: Vec<usize> = (0..STATES)
                .filter(|&state| wanted[state].is_err())
                .collect();
            assert_eq!(
                done,
                if failed.is_empty() {
                    Ok(())
                } else {
                    Err(Error::States(failed))
                }
            );
            for (state, wanted) in wanted.iter().enumerate() {
                for (place, array) in function.outputs().iter().enumerate() {
                    let row = &results[place][state * array.len()..][..array.len()];
                    match wanted {
                        Ok(wanted) => assert_eq!(
                            bits(row),
                            bits(&wanted[place]),
                            "batch of {name} of {}",
                            path.display()
                        ),
                        Err(_) => assert!(row.iter().all(|&value| value == 0.5)),
                    }
                }
            }
            compared += 1;
        }
        assert_eq!(code.engine(), Engine::Native);
    }
    compared
}

#[test]
fn engines_have_the_bits_of_the_evaluator() {
    let models = Mutex::new(models().into_iter());
    let next = || models.lock().expect("no test failed").next();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(path) = next() {
                    assert!(same(&path, 1) > 20, "{}", path.display());
                }
            });
        }
    });
}

/// At the default level, of equations of loops, and of an arm; of the PUMA, which takes a minute, where there is time.
#[test]
fn engines_have_the_bits_of_the_evaluator_at_level_2() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let quick = [
        "models/loops/five_bar.toml",
        "tests/models/dh/scara_like.toml",
    ];
    let slow = std::env::var_os("DENOC_SLOW_TESTS").map(|_| "models/puma.toml");
    for name in quick.into_iter().chain(slow) {
        assert!(same(&root.join(name), 2) > 20, "{name}");
    }
}
