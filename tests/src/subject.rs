//! One model compiled in every way, with what the evaluator and the C programs make of every golden sample.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use denoc_codegen::compile::Compiled;
use denoc_codegen::evaluate::Lane;
use denoc_codegen::leaves::Input;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::program::Program;
use denoc_codegen::reference::State;
use denoc_codegen::transform::elementary;

use crate::c::{self, Build};
use crate::golden::{Sample, samples};
use crate::plan::{self, Merged, THOROUGH, Variant};

/// Output arrays, each row-major.
pub type Outputs = Vec<Vec<f64>>;

/// A model, compiled.
#[derive(Debug)]
pub struct Subject {
    /// `dh/puma_saha`.
    pub model: String,
    /// As read.
    pub mechanism: Mechanism,
    /// The same with elementary joints, as a recursion takes it.
    pub elementary: Mechanism,
    /// All variants, as one.
    pub compiled: Compiled,
    /// The variant of each function.
    pub origins: Vec<Variant>,
    /// What did not compile: function and message.
    pub failures: Vec<(String, String)>,
    /// The golden data.
    pub samples: Vec<Sample>,
    evaluated: Vec<OnceLock<Vec<Outputs>>>,
    c: OnceLock<Vec<Result<Ran, String>>>,
    c_single: OnceLock<Vec<Result<Ran, String>>>,
}

/// What a C program printed.
#[derive(Debug)]
pub struct Ran {
    /// The command that built it.
    pub build: Build,
    /// For every printed function, in order, and every sample.
    pub results: Vec<Vec<Outputs>>,
}

/// The subject of a model, compiled once for all tests.
#[must_use]
pub fn subject(model: &str) -> Arc<Subject> {
    type Cell = Arc<OnceLock<Arc<Subject>>>;
    static SUBJECTS: Mutex<BTreeMap<String, Cell>> = Mutex::new(BTreeMap::new());
    let cell = {
        let mut subjects = SUBJECTS
            .lock()
            .expect("the lock is not held while compiling");
        Arc::clone(subjects.entry(model.into()).or_default())
    };
    Arc::clone(cell.get_or_init(|| Arc::new(Subject::new(model))))
}

impl Subject {
    fn new(model: &str) -> Self {
        let mechanism = plan::mechanism(model);
        let Merged {
            compiled,
            origins,
            failures,
        } = plan::compile_all(&mechanism, &plan::variants(model, &mechanism));
        Self {
            model: model.into(),
            elementary: elementary(&mechanism),
            mechanism,
            samples: samples(model),
            evaluated: compiled.functions.iter().map(|_| OnceLock::new()).collect(),
            compiled,
            origins,
            failures,
            c: OnceLock::new(),
            c_single: OnceLock::new(),
        }
    }

    /// The number of a function.
    #[must_use]
    pub fn function(&self, name: &str) -> usize {
        let at = self
            .compiled
            .functions
            .iter()
            .position(|function| function.name == name);
        at.expect("the build script and the tests compile the same functions")
    }

    /// What is printed as Rust and C.
    #[must_use]
    pub fn printed(&self) -> Compiled {
        let mut printed = self.compiled.clone();
        let mut origins = self.origins.iter();
        printed
            .functions
            .retain(|_| origins.next().is_some_and(|origin| origin.printed));
        printed
    }

    /// The evaluator's outputs of a function at every sample.
    #[must_use]
    pub fn evaluated(&self, function: usize) -> &[Outputs] {
        self.evaluated[function].get_or_init(|| {
            let program = &self.compiled.functions[function].program;
            self.samples
                .iter()
                .map(|sample| evaluate(program, &sample.state()))
                .collect()
        })
    }

    /// What every compiler's program makes of the printed functions; the first is gcc's.
    pub fn c(&self) -> &[Result<Ran, String>] {
        self.c.get_or_init(|| self.run_c(&self.printed()))
    }

    /// The same in single precision.
    pub fn c_single(&self) -> &[Result<Ran, String>] {
        self.c_single
            .get_or_init(|| self.run_c(&plan::single(&self.printed())))
    }

    fn run_c(&self, printed: &Compiled) -> Vec<Result<Ran, String>> {
        let thorough = THOROUGH.contains(&self.model.as_str());
        let states: Vec<State> = self.samples.iter().map(Sample::state).collect();
        let builds = Build::all(thorough);
        let run = |build: Build| {
            let program = c::build(printed, &plan::module(&self.model), &build)?;
            Ok(Ran {
                results: program.run(&states)?,
                build,
            })
        };
        builds.into_iter().map(run).collect()
    }

    /// The position among the printed functions.
    #[must_use]
    pub fn printed_index(&self, function: usize) -> usize {
        self.origins[..function]
            .iter()
            .filter(|origin| origin.printed)
            .count()
    }
}

/// The evaluator in double precision.
#[must_use]
pub fn evaluate(program: &Program, state: &State) -> Outputs {
    run(program, |input| state.get(input), |lane| *lane)
}

/// The evaluator in single precision; inputs are rounded first.
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding is what is wanted"
)]
pub fn evaluate_single(program: &Program, state: &State) -> Outputs {
    run(
        program,
        |input| state.get(input) as f32,
        |lane| f64::from(*lane),
    )
}

fn run<L: Lane>(
    program: &Program,
    input: impl Fn(Input) -> L,
    number: impl Fn(&L) -> f64,
) -> Outputs {
    let outputs = program.evaluate(input);
    outputs
        .iter()
        .map(|output| output.iter().map(&number).collect())
        .collect()
}
