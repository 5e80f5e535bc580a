//! The full golden run: every quantity of every model by every formulation, in the reference, the evaluator, compiled
//! Rust, compiled C and JavaScript.
//!
//! Golden data → what users get (all functions in one file, in the debug profile) and all other formulations. The
//! ordinary run takes a part of this (`plan::variants`) and more compilers for it. From the repository's root, some twelve
//! minutes on two cores:
//!
//! ```sh
//! cargo test -p denoc-tests --test full
//! ```

use denoc_codegen::compile::{Compiled, Options, compile, compile_quantity, find};
use denoc_codegen::function::Function;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::recursion::Formulation;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::transform::elementary;
use denoc_tests::compare::{Judged, TOLERANCE, agrees_with_golden, same_bits};
use denoc_tests::golden::{self, Sample};
use denoc_tests::lane::c::{self, Build};
use denoc_tests::lane::{Answer, Executable, Outputs, Step, evaluator, is_installed};
use denoc_tests::lane::{javascript, rust};
use denoc_tests::plan;

/// Most velocities at which the literal form (level 0: nothing pruned, nothing shared) is taken, too.
const LITERAL: usize = 7;

/// Most statements of a file, unless one function has more. What users get is one file, however long.
const BATCH: usize = 60_000;

macro_rules! full {
    ($name:literal $model:ident) => {
        mod $model {
            #[test]
            fn all_functions_build_in_the_debug_profile_and_agree_in_every_lane() {
                crate::as_users_get_them($name);
            }

            #[test]
            fn every_other_formulation_agrees_in_every_lane() {
                crate::by_every_other_formulation($name);
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/full.rs"));

/// All functions by default, printed to one file.
fn as_users_get_them(model: &str) {
    let golden = Golden::of(model);
    let options = Options::default();
    let compiled = compile(&golden.mechanism, &options).expect("every function is proved");
    for function in &compiled.functions {
        golden.reference(function);
    }
    let builds = Builds {
        directory: "default",
        rust: rust::DEBUG,
        c: Build::other(),
    };
    golden.lanes(&compiled, &builds);
}

/// What [`as_users_get_them`] leaves: the formulations that are not the default, and the literal form. The printers treat
/// all alike, so that compilers need not optimise here.
fn by_every_other_formulation(model: &str) {
    let golden = Golden::of(model);
    let mechanism = &golden.mechanism;
    let builds = Builds {
        directory: "others",
        rust: rust::QUICK,
        c: Build::quick(),
    };
    let mut batch = golden.empty();
    let mut statements = 0;
    for variant in others(mechanism) {
        let function = variant.function(mechanism);
        if variant.opt != 0 {
            golden.reference(&function);
        }
        let more = function.program.statements.len();
        if statements + more > BATCH {
            golden.lanes(&batch, &builds);
            batch.functions.clear();
            statements = 0;
        }
        statements += more;
        batch.functions.push(Function {
            name: format!("{}_{}_{}", function.name, function.formulation, variant.opt),
            ..function
        });
    }
    golden.lanes(&batch, &builds);
}

/// How the printed files are built.
struct Builds {
    /// Where: the tests of a model run side by side.
    directory: &'static str,
    rust: &'static [&'static str],
    c: Build,
}

struct Variant {
    quantity: Quantity,
    formulation: Formulation,
    opt: u8,
}

impl Variant {
    fn function(&self, mechanism: &Mechanism) -> Function {
        let options = Options {
            opt: self.opt,
            ..Options::default()
        };
        compile_quantity(mechanism, self.quantity, Some(self.formulation), &options)
            .expect("every function is proved")
    }
}

fn others(mechanism: &Mechanism) -> Vec<Variant> {
    let user = Options::default();
    let mut variants = Vec::new();
    for quantity in Quantity::all(mechanism) {
        let default = compile_quantity(mechanism, quantity, None, &user).expect("it compiles");
        let literal = quantity.literal(mechanism);
        let mut formulations = quantity.formulations_on(mechanism);
        formulations.retain(|known| known.name() != default.formulation);
        for formulation in formulations {
            variants.push(Variant {
                quantity,
                formulation,
                opt: user.opt,
            });
        }
        if mechanism.nv() <= LITERAL {
            variants.push(Variant {
                quantity,
                formulation: literal,
                opt: 0,
            });
        }
    }
    variants
}

/// A model with its golden data.
struct Golden {
    model: String,
    mechanism: Mechanism,
    /// The same with elementary joints, as a recursion takes it.
    elementary: Mechanism,
    samples: Vec<Sample>,
    steps: Vec<Step>,
}

impl Golden {
    fn of(model: &str) -> Self {
        let mechanism = plan::mechanism(model);
        let samples = golden::samples(model);
        Self {
            model: model.into(),
            elementary: elementary(&mechanism),
            mechanism,
            steps: (samples.iter())
                .map(|sample| Step::call(&sample.label, sample.state()))
                .collect(),
            samples,
        }
    }

    /// The model without a function.
    fn empty(&self) -> Compiled {
        let none = Options {
            functions: Some(Vec::new()),
            ..Options::default()
        };
        compile(&self.mechanism, &none).expect("nothing is compiled")
    }

    fn quantity(&self, function: &Function) -> Quantity {
        let all = Quantity::all(&self.mechanism).into_iter();
        let names = all.map(|quantity| (quantity, quantity.name(&self.mechanism)));
        // Names of variants go on behind the quantity's: the longest that fits is it.
        let fitting = names.filter(|(_, name)| function.name.starts_with(name.as_str()));
        let longest = fitting.max_by_key(|(_, name)| name.len());
        longest.map(|(quantity, _)| quantity).expect("a quantity")
    }

    /// The recursion of a function on plain floats.
    fn reference(&self, function: &Function) {
        let quantity = find(&self.mechanism, &function.name).expect("a quantity");
        let formulation = quantity
            .row_named(function.formulation, &self.mechanism)
            .map(|row| row.formulation)
            .expect("a formulation");
        let run = |state: &State| reference(&self.elementary, quantity, formulation, state);
        let states = self.samples.iter().map(Sample::state);
        let found: Vec<Outputs> = states.map(|state| run(&state)).collect();
        self.agrees(function, &found);
    }

    /// The evaluator, Rust, C and JavaScript.
    fn lanes(&self, compiled: &Compiled, builds: &Builds) {
        let directory = format!("{}-{}", builds.directory, plan::module(&self.model));
        let mut lanes = vec![
            (
                "Rust",
                self.answers(rust::build(compiled, &directory, builds.rust)),
            ),
            ("C", self.answers(c::build(compiled, &directory, &builds.c))),
        ];
        if is_installed("node") {
            let script = javascript::build(compiled, &directory);
            lanes.push(("JavaScript", self.answers(script)));
        }
        for (index, function) in compiled.functions.iter().enumerate() {
            let evaluated = evaluator::answers(compiled, function, &self.steps);
            let outputs: Result<Vec<Outputs>, u32> = evaluated.iter().cloned().collect();
            self.agrees(function, &outputs.expect("no open chain fails"));
            for (lane, found) in &lanes {
                let title = format!("{} in {lane}", function.name);
                same_bits(&self.model, &title, &self.steps, &found[index], &evaluated);
            }
        }
    }

    fn answers(&self, executable: Result<Executable, String>) -> Vec<Vec<Answer>> {
        let found = executable.and_then(|executable| executable.run(&self.steps));
        found.expect(&self.model)
    }

    fn agrees(&self, function: &Function, found: &[Outputs]) {
        let judged = Judged {
            model: &self.model,
            mechanism: &self.elementary,
            quantity: self.quantity(function),
            samples: &self.samples,
        };
        agrees_with_golden(judged, found, TOLERANCE);
    }
}
