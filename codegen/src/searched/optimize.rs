//! Mechanism → search results: every function on its own, as many at a time as there are processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rustc_hash::FxHashMap;

use super::{Entry, Results, VERSION};
use crate::compile::{CompileError, Compiled, Function, Options, compile};
use crate::mechanism::Mechanism;
use crate::pass::checked;
use crate::pass::search::{Settings, search};
use crate::program::{Program, Shape};
use crate::scalar::Origin;

/// What happens during a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// It begins, with this many proposals ahead.
    Begun(u64),
    /// So many more proposals are done.
    Proposed(u64),
    /// A function is done.
    Found(&'a Entry),
}

/// Searches for cheaper programs of the functions that `options` name, each from the level below.
///
/// The result does not depend on the number of processors.
///
/// # Errors
/// Those of the compiler; a search that changed a program.
pub fn optimize(
    mechanism: &Mechanism,
    options: &Options,
    settings: Settings,
    tell: &(dyn Fn(Event) + Sync),
) -> Result<Results, CompileError> {
    let below = Options {
        opt: 2,
        ..options.clone()
    };
    let compiled = compile(mechanism, &below)?;
    let count = compiled.functions.len();
    tell(Event::Begun(settings.proposals * count as u64));
    let next = AtomicUsize::new(0);
    let found: Mutex<Vec<(usize, Result<Entry, CompileError>)>> = Mutex::default();
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(function) = compiled.functions.get(place) else {
                return;
            };
            let entry = entry(&compiled, function, settings, tell);
            if let Ok(entry) = &entry {
                tell(Event::Found(entry));
            }
            if let Ok(mut found) = found.lock() {
                found.push((place, entry));
            }
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 1..processors.min(count) {
            scope.spawn(work);
        }
        work();
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(place, _)| *place);
    let entries = found.into_iter().map(|(_, entry)| entry);
    Ok(Results {
        version: VERSION.into(),
        model: mechanism.source.hash.clone(),
        entries: entries.collect::<Result<_, _>>()?,
    })
}

fn entry(
    compiled: &Compiled,
    function: &Function,
    settings: Settings,
    tell: &(dyn Fn(Event) + Sync),
) -> Result<Entry, CompileError> {
    let source = &function.program;
    let progress = |done| tell(Event::Proposed(done));
    let program = checked(
        "rewriting search",
        &function.name,
        &compiled.mechanism,
        source,
        |source| search(source, settings, &progress),
    )?;
    let operations = |program: &Program| {
        let counts = program.counts();
        (counts.mul, counts.add)
    };
    let (origins, origin_of) = origins(&program);
    Ok(Entry {
        function: function.name.clone(),
        formulation: function.formulation.into(),
        settings,
        before: operations(source),
        after: operations(&program),
        outputs: program.outputs.iter().map(|o| o.name.into()).collect(),
        program: plain(program),
        origins,
        origin_of,
    })
}

/// Without what an entry holds apart, or takes from the model.
fn plain(mut program: Program) -> Program {
    program.inputs.clear();
    for output in &mut program.outputs {
        (output.name, output.shape) = ("", Shape::Vector(output.elements.len()));
    }
    for statement in &mut program.statements {
        statement.origin = Origin::default();
    }
    program
}

/// The origins in a program, each once, and which one each statement has.
fn origins(program: &Program) -> (Vec<(Option<usize>, String)>, Vec<usize>) {
    let mut origins = Vec::new();
    let mut places: FxHashMap<(Option<usize>, &str), usize> = FxHashMap::default();
    let mut place = |origin: &Origin| {
        let key = (origin.body.map(|body| body.0), origin.equation);
        *places.entry(key).or_insert_with(|| {
            origins.push((key.0, key.1.to_owned()));
            origins.len() - 1
        })
    };
    let of = program
        .statements
        .iter()
        .map(|s| place(&s.origin))
        .collect();
    (origins, of)
}
