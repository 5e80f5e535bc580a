//! Mechanism → search results: every program of every function on its own, walk by walk.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use crate::accuracy::{Trial, keeps_digits};
use crate::compile::{
    CompileError, Compiled, LEVEL, Options, checked, compile_in_order_of_recursions, find, finished,
};
use crate::function::Function;
use crate::identify::recursed;
use crate::leaves::Origin;
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::pass::search::{Cost, Settings, search as rewritten};
use crate::program::{Program, Shape};
use crate::prove::{Range, bounded};
use crate::recursion::{Formulation, Quantity};
use crate::searched::{Entry, Results, Searched, VERSION, programs, upper_triangle, whole_of};
use crate::transform::elementary;

/// The effort and the objective of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Moves to propose in a walk; `None`: what [`Settings::proposals_for`] says.
    pub proposals: Option<u64>,
    /// Searches of a program, of which the best is kept.
    pub walks: u64,
    /// Seed of the first walk; those of the others follow.
    pub seed: u64,
    /// The objective, to be minimised.
    pub cost: Cost,
}

impl Default for Effort {
    fn default() -> Self {
        let Settings { seed, cost, .. } = Settings::default();
        Self {
            proposals: None,
            walks: 1,
            seed,
            cost,
        }
    }
}

impl Effort {
    fn settings(&self, program: &Program, walk: u64) -> Settings {
        let statements = program.statements.len();
        Settings {
            proposals: (self.proposals).unwrap_or_else(|| Settings::proposals_for(statements)),
            seed: self.seed.wrapping_add(walk),
            cost: self.cost,
            ..Settings::default()
        }
    }
}

/// An event of a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// It begins, with this many proposals ahead.
    Begun(u64),
    /// So many more proposals are done.
    Proposed(u64),
    /// A program is done.
    Found(&'a Entry),
}

/// Searches for cheaper programs of the functions that `options` name, each from the level below.
///
/// The result does not depend on the number of processors.
///
/// # Errors
/// Those of the compiler; [`CompileError::Parametric`]; a search that changed a program.
pub fn optimize(
    mechanism: &Mechanism,
    options: &Options,
    effort: Effort,
    report: &(dyn Fn(Event) + Sync),
) -> Result<Results, CompileError> {
    searchable(mechanism)?;
    Unsearched::compile(mechanism, options)?.optimize(effort, report)
}

/// Whether its programs are searched: nothing in them is open.
fn searchable(mechanism: &Mechanism) -> Result<(), CompileError> {
    match mechanism.parameters.is_empty() {
        true => Ok(()),
        false => Err(CompileError::Parametric),
    }
}

/// Functions of the level below, in the order of recursions: what searches start from, and what takes what they find.
#[derive(Clone, Debug)]
pub struct Unsearched(Compiled);

impl Unsearched {
    /// Compiles the functions that `options` name.
    ///
    /// # Errors
    /// Those of the compiler.
    pub fn compile(mechanism: &Mechanism, options: &Options) -> Result<Self, CompileError> {
        let below = Options {
            opt: LEVEL,
            ..options.clone()
        };
        compile_in_order_of_recursions(mechanism, &below).map(Self)
    }

    /// Searches for cheaper programs, as [`optimize`].
    ///
    /// # Errors
    /// [`CompileError::Parametric`]; a search that changed a program.
    pub fn optimize(
        &self,
        effort: Effort,
        report: &(dyn Fn(Event) + Sync),
    ) -> Result<Results, CompileError> {
        let Self(compiled) = self;
        searchable(&compiled.mechanism)?;
        let (mechanism, options) = (&compiled.mechanism, &compiled.options);
        let walks = effort.walks.max(1);
        let functions = compiled.functions.iter();
        let functions = functions.filter(|one| !is_part(&compiled.functions, one, effort.cost));
        let elementary = elementary(mechanism);
        let all = functions.map(|function| {
            let quantity = find(mechanism, &function.name)?;
            let own = recursed(&elementary, quantity, options.basis).into_owned();
            Ok((function, quantity, own))
        });
        let all: Vec<(&Function, Quantity, Mechanism)> =
            all.collect::<Result<_, CompileError>>()?;
        let prepared = compiled.prepared_by_default();
        let tried = all.iter().map(|(function, quantity, own)| {
            let row = quantity.row_named(function.formulation, own);
            let formulation = row.map_or_else(|| quantity.literal(own), |row| row.formulation);
            let trial = Trial::new(own, *quantity, &prepared);
            (*function, formulation, trial)
        });
        let tried: Vec<(&Function, Formulation, Trial)> = tried.collect();
        let all = tried.iter().flat_map(|(function, formulation, trial)| {
            programs(function).map(move |(place, name, program)| ProgramSearch {
                function,
                formulation: *formulation,
                place,
                trial,
                name,
                program,
                progress: Mutex::new((walks, None)),
            })
        });
        let searches: Vec<ProgramSearch> = all.collect();
        let all = (0..walks).flat_map(|walk| searches.iter().map(move |one| (one, walk)));
        let all = all.map(|(one, walk)| (one, effort.settings(one.program, walk)));
        let all: Vec<(&ProgramSearch, Settings)> = all.collect();
        report(Event::Begun(
            all.iter().map(|(_, settings)| settings.proposals).sum(),
        ));
        parallel::map(all, |(search, settings)| {
            let walked = walked(compiled, search, settings, report);
            search.ends(walked, report);
        });
        let found = searches.into_iter().filter_map(ProgramSearch::best);
        let entries = found.map(|walk| walk.map(|walk| walk.entry));
        Ok(Results {
            version: VERSION.into(),
            model: mechanism.source.hash.clone(),
            entries: entries.collect::<Result<_, _>>()?,
        })
    }

    /// The functions with what a search found: those of [`compile`](crate::compile::compile) at level 3, without compiling anything twice.
    ///
    /// # Errors
    /// A program that fails its check.
    pub fn with(self, searched: Searched) -> Result<Compiled, CompileError> {
        let Self(mut compiled) = self;
        compiled.options.opt = 3;
        compiled.options.searched = Some(searched);
        finished(compiled)
    }
}

/// Whether a result for another of the functions is one for this, too: the triangle of M is a part of the whole matrix, where that computes
/// no element twice and costs no more than the triangle does on its own.
fn is_part(functions: &[Function], one: &Function, cost: Cost) -> bool {
    let computes_once =
        |one: &Function| matches!(one.outputs(), [matrix] if upper_triangle(matrix).is_some());
    let costs = |one: &Function| -> usize {
        let programs = programs(one);
        programs.map(|(_, _, program)| cost.of(program)).sum()
    };
    let whole = whole_of(&one.name);
    let whole = functions.iter().find(|one| Some(&*one.name) == whole);
    whole.is_some_and(|whole| computes_once(whole) && costs(whole) <= costs(one))
}

/// The search for a program: its walks.
struct ProgramSearch<'a> {
    function: &'a Function,
    formulation: Formulation,
    /// Of its program.
    place: usize,
    /// Of its function.
    trial: &'a Trial<'a>,
    /// Of its result.
    name: String,
    program: &'a Program,
    /// How many are still to end, and the best of those that have.
    progress: Mutex<(u64, Option<Result<Walk, CompileError>>)>,
}

impl ProgramSearch<'_> {
    /// One more walk has ended: it is kept when it is the best.
    fn ends(&self, walked: Result<Walk, CompileError>, report: &(dyn Fn(Event) + Sync)) {
        let Ok(mut progress) = self.progress.lock() else {
            return;
        };
        let (left, best) = &mut *progress;
        let better = match (&walked, &*best) {
            (_, None) | (Err(_), _) => true,
            (Ok(_), Some(Err(_))) => false,
            (Ok(walk), Some(Ok(best))) => walk.price < best.price,
        };
        if better {
            *best = Some(walked);
        }
        *left -= 1;
        if let (0, Some(Ok(walk))) = (*left, &*best) {
            report(Event::Found(&walk.entry));
        }
    }

    /// Whether a program in the place of its own keeps the digits of the function.
    fn keeps_digits(&self, found: &Program) -> bool {
        let source: Vec<&Program> = self.function.programs().collect();
        let mut changed = source.clone();
        changed[self.place] = found;
        let excess = |programs: &[&Program]| self.trial.excess(programs, self.formulation);
        keeps_digits(excess(&changed), || excess(&source))
    }

    fn best(self) -> Option<Result<Walk, CompileError>> {
        self.progress.into_inner().unwrap_or_default().1
    }
}

/// The result of a walk.
struct Walk {
    /// Its cost, and the number of the walk.
    price: ((usize, usize, usize), u64),
    entry: Entry,
}

fn walked(
    compiled: &Compiled,
    search: &ProgramSearch<'_>,
    settings: Settings,
    report: &(dyn Fn(Event) + Sync),
) -> Result<Walk, CompileError> {
    let source = search.program;
    let progress = |done| report(Event::Proposed(done));
    let program = checked(
        "rewriting search",
        &search.name,
        &compiled.mechanism,
        source,
        |source| rewritten(source, settings, &progress),
    )?;
    let bounded = bounded(&program, source, &compiled.mechanism, &Range::DOUBLE).is_ok();
    let keeps = bounded && search.keeps_digits(&program);
    let program = if keeps {
        program.pruned()
    } else {
        source.clone()
    };
    let operations = |program: &Program| {
        let counts = program.counts();
        (counts.mul, counts.add)
    };
    let (origins, origin_of) = origins(&program);
    let price = settings.cost.price(&program);
    Ok(Walk {
        price: (price, settings.seed),
        entry: Entry {
            function: search.name.clone(),
            formulation: search.function.formulation.into(),
            settings,
            before: operations(source),
            after: operations(&program),
            outputs: program.outputs.iter().map(|o| o.name.into()).collect(),
            program: plain(program),
            origins,
            origin_of,
        },
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::generic;

    #[test]
    fn a_triangle_is_part_of_a_matrix_that_is_as_cheap_and_symmetric() {
        let names = ["mass_matrix", "mass_matrix_upper"];
        let options = Options {
            opt: 2,
            functions: Some(names.map(String::from).into()),
            ..Options::default()
        };
        let compiled = crate::compile::compile(&generic(2), &options).expect("it compiles");
        let all = compiled.functions;
        let function = |name: &str| {
            let found = all.iter().find(|one| one.name == name);
            found.expect("it was asked for").clone()
        };
        let [whole, triangle] = names.map(function);
        let cost = Effort::default().cost;
        let is_part = |whole: &Function| is_part(core::slice::from_ref(whole), &triangle, cost);
        assert!(is_part(&whole));
        assert!(!super::is_part(&all, &whole, cost));
        let mut dear = whole.clone();
        let last = dear.program.statements.len() - 1;
        dear.program.statements.extend_from_within(last..);
        assert!(!is_part(&dear));
        let mut skewed = whole.clone();
        skewed.program.outputs[0].elements.swap(0, 1);
        assert!(!is_part(&skewed));
    }
}
