//! Digests of the generated code: one line for every model, function, formulation, level, floating-point type and language.
//!
//! ```sh
//! cargo run --release -p denoc-benches --bin fingerprint -- [PART OF A PATH]... > before
//! ```
//!
//! A change that should change no output is checked by the difference of two such files; the lines that differ name what
//! changed. A function that is refused has the digest of its message.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

use denoc_codegen::compile::{Compiled, Options, Precision, compile};
use denoc_codegen::emit::{EMITTERS, Printing, rust};
use denoc_codegen::function::Function;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::report::outline;
use sha2::{Digest, Sha256};

/// Levels without search results.
const LEVELS: [u8; 3] = [0, 1, 2];

fn main() -> ExitCode {
    // Paths are part of what is printed: they are those from the root.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if let Err(error) = std::env::set_current_dir(&root) {
        eprintln!("{}: {error}", root.display());
        return ExitCode::FAILURE;
    }
    let parts: Vec<String> = std::env::args().skip(1).collect();
    let mut models = BTreeSet::new();
    for folder in ["models", "tests/models", "examples"] {
        collect(Path::new(folder), &mut models);
    }
    let mut models: Vec<PathBuf> = models.into_iter().collect();
    models.retain(|path| {
        let shown = path.to_string_lossy();
        parts.is_empty() || parts.iter().any(|part| shown.contains(part.as_str()))
    });
    if models.is_empty() {
        eprintln!("no model has a path with {}", parts.join(" or "));
        return ExitCode::FAILURE;
    }
    let jobs: Vec<(&Path, u8)> = (models.iter())
        .flat_map(|path| LEVELS.map(|opt| (path.as_path(), opt)))
        .collect();
    let todo = Mutex::new(jobs.iter().rev().collect::<Vec<_>>());
    let lines = Mutex::new(BTreeSet::new());
    let next = || todo.lock().map_or(None, |mut todo| todo.pop());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((path, opt)) = next() {
                    let shown = path.display().to_string();
                    eprintln!("{shown} --opt {opt}");
                    let new = of_model(path, &shown, *opt);
                    if let Ok(mut lines) = lines.lock() {
                        lines.extend(new);
                    }
                }
            });
        }
    });
    for line in lines.into_inner().unwrap_or_default() {
        println!("{line}");
    }
    ExitCode::SUCCESS
}

/// Models in a folder and those below.
fn collect(folder: &Path, models: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            collect(&path, models);
        } else if extension == Some("urdf") || extension == Some("toml") && is_model(&path) {
            models.insert(path);
        }
    }
}

/// Whether a TOML file describes a mechanism.
fn is_model(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let name = path.file_name().unwrap_or_default();
    name != "Cargo.toml"
        && ["body", "urdf", "joint", "link"]
            .iter()
            .any(|key| text.contains(key))
}

/// The lines of one model at one level.
fn of_model(path: &Path, shown: &str, opt: u8) -> Vec<String> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let reading = model::Reading {
        allowed: vec![root],
        ..model::Reading::default()
    };
    let mechanism = match reading.load(path) {
        Ok(loaded) => loaded.mechanism,
        Err(error) => return vec![format!("{shown} {}", digest(&error.to_string()))],
    };
    let mut lines = Vec::new();
    if opt == 0 {
        lines.push(format!(
            "{shown} check json {}",
            digest(&outline::json(&mechanism).to_string())
        ));
    }
    for quantity in Quantity::all(&mechanism) {
        let function = quantity.name(&mechanism);
        for formulation in quantity.formulations_on(&mechanism) {
            let formulation = formulation.name();
            let options = Options {
                functions: Some(vec![function.clone()]),
                formulations: vec![(function.clone(), formulation.to_owned())],
                opt,
                ..Options::default()
            };
            let start = format!("{shown} {function} {formulation} opt {opt}");
            match compile(&mechanism, &options) {
                Ok(compiled) => of_compiled(compiled, &start, &mut lines),
                Err(error) => lines.push(format!("{start} refused {}", digest(&error.to_string()))),
            }
        }
    }
    lines.extend(chosen(&mechanism, shown, opt));
    lines
}

/// The formulation that each function takes by itself, with its cost.
fn chosen(mechanism: &Mechanism, shown: &str, opt: u8) -> Vec<String> {
    let options = Options {
        opt,
        ..Options::default()
    };
    let compiled = match compile(mechanism, &options) {
        Ok(compiled) => compiled,
        Err(error) => {
            return vec![format!(
                "{shown} all opt {opt} refused {}",
                digest(&error.to_string())
            )];
        }
    };
    let of_function = |function: &Function| {
        let counts = function.counts();
        format!(
            "{shown} {} opt {opt} takes {} for {} + {}",
            function.name, function.formulation, counts.mul, counts.add
        )
    };
    compiled.functions.iter().map(of_function).collect()
}

/// The lines of one function in every language.
fn of_compiled(mut compiled: Compiled, start: &str, lines: &mut Vec<String>) {
    for (precision, scalar) in [(Precision::F64, "f64"), (Precision::F32, "f32")] {
        compiled.options.precision = precision;
        let standalone = Printing { standalone: true };
        let mut files = vec![("standalone", rust::EMITTER.print(&compiled, standalone))];
        for emitter in EMITTERS {
            files.push((emitter.name, emitter.print(&compiled, Printing::default())));
        }
        for (emitter, files) in files {
            let files = files.unwrap_or_else(|error| {
                lines.push(format!("{start} {scalar} {emitter} {error}"));
                Vec::new()
            });
            for file in files {
                let header = file.name.ends_with(".h");
                let language = if header { "header" } else { emitter };
                let digest = digest(&file.text);
                lines.push(format!("{start} {scalar} {language} {digest}"));
            }
        }
    }
}

/// The first 64 bits of SHA-256, which is enough to distinguish two texts.
fn digest(text: &str) -> String {
    let mut shown = String::new();
    for byte in &Sha256::digest(text)[..8] {
        // Writing to a string cannot fail.
        let _ = write!(shown, "{byte:02x}");
    }
    shown
}
