//! One model compiled in every way, with what the lanes make of every step.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::identify::{BASIS, recursed};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::program::Program;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::State;
use denoc_codegen::transform::elementary;
use denoc_codegen::verify::{Verified, verify};

use crate::case::Case;
use crate::golden::{Sample, samples};
use crate::lane::c::Build;
use crate::lane::{Outputs, Step};
use crate::merge::{self, Merged};
use crate::plan::{self, THOROUGH, Variant};
use crate::programs::{Builds, Programs};
use crate::states;

/// Points of the prime field, and states, at which functions are compared with their recursions.
const POINTS: usize = 2;

/// A model, compiled.
#[derive(Debug)]
pub struct Subject {
    /// `dh/puma_saha`.
    pub model: String,
    /// As read.
    pub mechanism: Mechanism,
    /// The same with elementary joints, as a recursion takes it.
    pub elementary: Mechanism,
    /// The variant of each function of a model with golden data.
    pub origins: Vec<Variant>,
    /// What did not compile: function and message.
    pub failures: Vec<(String, String)>,
    /// The golden data.
    pub samples: Vec<Sample>,
    /// What every function is asked: the states of the golden data first.
    pub steps: Vec<Step>,
    /// In double precision.
    pub double: Programs,
    case: Option<&'static Case>,
    single: OnceLock<Programs>,
    verified: OnceLock<Vec<Verified>>,
}

/// The subject of a model, compiled once for all tests.
///
/// # Panics
/// When another test panicked at it.
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
    Arc::clone(cell.get_or_init(|| {
        Arc::new(Case::of(model).map_or_else(|| Subject::golden(model), Subject::of_case))
    }))
}

impl Subject {
    /// A model with golden data, in the ways of the plan.
    fn golden(model: &str) -> Self {
        let mechanism = plan::mechanism(model);
        let Merged {
            compiled,
            origins,
            failures,
        } = merge::compile_all(&mechanism, &plan::variants(model, &mechanism));
        let samples = samples(model);
        let states = samples
            .iter()
            .map(|sample| Step::call(&sample.label, sample.state()));
        let steps: Vec<Step> = states.chain(states::special(&compiled)).collect();
        let printed = origins.iter().map(|origin| origin.printed).collect();
        let builds = builds((model, None), "", &compiled);
        Self {
            model: model.into(),
            elementary: elementary(&mechanism),
            mechanism,
            samples,
            double: Programs::new(compiled, printed, steps.clone(), builds),
            steps,
            origins,
            failures,
            case: None,
            single: OnceLock::new(),
            verified: OnceLock::new(),
        }
    }

    /// A case.
    fn of_case(case: &'static Case) -> Self {
        let mechanism = case.mechanism();
        let compiled = case.compile(&mechanism, Precision::F64);
        let steps = states::steps(case, &mechanism, &compiled);
        let printed = vec![true; compiled.functions.len()];
        let builds = builds((case.name, Some(case)), "", &compiled);
        Self {
            model: case.name.into(),
            elementary: elementary(&mechanism),
            mechanism,
            samples: Vec::new(),
            double: Programs::new(compiled, printed, steps.clone(), builds),
            steps,
            origins: Vec::new(),
            failures: Vec::new(),
            case: Some(case),
            single: OnceLock::new(),
            verified: OnceLock::new(),
        }
    }

    /// The mechanism whose recursion a quantity is of, with elementary joints.
    #[must_use]
    pub fn literal(&self, quantity: Quantity) -> Cow<'_, Mechanism> {
        recursed(&self.elementary, quantity, BASIS)
    }

    /// What is printed as Rust, C and JavaScript.
    #[must_use]
    pub fn printed(&self) -> Compiled {
        self.double.printed()
    }

    /// The programs in a precision; single precision has the printed ones.
    #[must_use]
    pub fn programs(&self, precision: Precision) -> &Programs {
        match precision {
            Precision::F64 => &self.double,
            Precision::F32 => self.single.get_or_init(|| {
                let compiled = match self.case {
                    Some(case) => case.compile(&self.mechanism, precision),
                    None => merge::single(&self.printed()),
                };
                let printed = vec![true; compiled.functions.len()];
                let builds = builds((&self.model, self.case), "_f32", &compiled);
                Programs::new(compiled, printed, self.steps.clone(), builds)
            }),
        }
    }

    /// What was found of every function of a case: whether it is the reference.
    ///
    /// # Panics
    /// When a function is none of the mechanism.
    #[must_use]
    pub fn verified(&self) -> &[Verified] {
        self.verified.get_or_init(|| {
            let found = verify(&self.double.compiled, POINTS).map_err(|error| error.to_string());
            found.expect("functions of the mechanism")
        })
    }
}

/// How the printed files of a model are built. For long ones gcc takes more than twice the time of clang.
fn builds((model, case): (&str, Option<&Case>), suffix: &str, compiled: &Compiled) -> Builds {
    /// Statements.
    const LONG: usize = 20_000;
    let is_case = case.is_some();
    let statements = compiled.programs().map(|one| one.statements.len());
    let is_long = statements.sum::<usize>() > LONG;
    Builds {
        directory: plan::module(model) + suffix,
        linked: (!is_case).then(|| model.into()),
        c: match (is_case, THOROUGH.contains(&model)) {
            (true, _) if !is_long => vec![Build::optimised()],
            (false, true) => Build::all(),
            _ => vec![Build::other()],
        },
    }
}

/// The evaluator in double precision.
#[must_use]
pub fn evaluate(program: &Program, state: &State) -> Outputs {
    program.evaluate(|input| state.get(input))
}
