//! Golden models × quantities × formulations → generated Rust for the crate; these and the cases → one test for each function and
//! every lane.

#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the crate, which uses all of it"
)]
#[path = "src/plan.rs"]
mod plan;

#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the crate, which uses all of it"
)]
#[path = "src/case.rs"]
mod case;

#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the crate, which uses all of it"
)]
#[path = "src/merge.rs"]
mod merge;

#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the crate, which uses all of it"
)]
#[path = "src/reason.rs"]
mod reason;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

use denoc_codegen::compile::Compiled;
use denoc_codegen::emit::rust;
use denoc_codegen::function::Function;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::name::struct_name;

use case::Case;
use plan::Variant;
use reason::{Aspect, Lane, lanes};

fn main() {
    for path in ["models", "../models", "golden/urdf", "build.rs"] {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-env-changed=DENOC_SLOW_TESTS");
    for file in ["plan", "case", "merge", "reason"] {
        println!("cargo::rerun-if-changed=src/{file}.rs");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut generated = Generated::default();
    let mut tests = Tests::default();
    for model in compiled(&plan::models()) {
        golden(model, &mut generated, &mut tests, &out);
    }
    for case in case::cases() {
        tests.case(case);
    }
    write(&out, "full.rs", &full());
    write(&out, "generated.rs", &generated.text());
    write(&out, "agreement.rs", &tests.text);
    write(&out, "matrix.txt", &tests.matrix());
}

/// A model with golden data.
struct Golden {
    name: String,
    mechanism: Mechanism,
    /// All ways in which tests compile it.
    variants: Vec<Variant>,
    /// What is printed of them; tests say what does not compile.
    printed: Compiled,
}

/// All models, compiled side by side, in their order.
fn compiled(models: &[String]) -> Vec<Golden> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some(model) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mechanism = plan::mechanism(model);
            let variants = plan::variants(model, &mechanism);
            let printed = variants.iter().filter(|one| one.printed).copied();
            let printed: Vec<Variant> = printed.collect();
            done.push(Golden {
                name: model.clone(),
                printed: merge::compile_all(&mechanism, &printed).compiled,
                mechanism,
                variants,
            });
        }
        done
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(work)).collect();
        let done = threads.into_iter();
        done.flat_map(|one| one.join().expect("models compile"))
            .collect()
    });
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// The code and the tests of a model with golden data.
fn golden(golden: Golden, generated: &mut Generated, tests: &mut Tests, out: &Path) {
    let Golden {
        name: model,
        mechanism,
        variants,
        printed,
    } = golden;
    generated.add(&model, &printed, out);
    let single = plan::is_single(&model);
    if single {
        generated.add_single(&model, &merge::single(&printed), out);
    }
    tests.open(&model);
    let kind = plan::kind(&model, &mechanism);
    for variant in variants {
        let aspect = if single && variant.printed {
            Aspect::Single
        } else {
            Aspect::SingleElsewhere
        };
        let name = variant.function(&mechanism);
        tests.function(&name, kind, [variant.aspect(), aspect]);
    }
    tests.close();
}

/// `agreement.rs`: for every model its functions with the lanes that run them.
#[derive(Default)]
struct Tests {
    text: String,
    /// The lanes that run models of a kind, in double and in single precision.
    matrix: BTreeMap<&'static str, [BTreeSet<Lane>; 2]>,
}

impl Tests {
    fn open(&mut self, model: &str) {
        let module = plan::module(model);
        let _ = writeln!(self.text, "agreement! {{ {model:?} {module} {{");
    }

    fn close(&mut self) {
        self.text.push_str("} }\n");
    }

    /// A function of a kind of model, in double and in single precision.
    fn function(&mut self, name: &str, kind: &'static str, aspects: [Aspect; 2]) {
        let _ = write!(self.text, "    {name}:");
        let places = self.matrix.entry(kind).or_default().iter_mut();
        for ((place, aspect), prefix) in places.zip(aspects).zip(["", "single_"]) {
            for lane in lanes(aspect) {
                let _ = write!(self.text, " {prefix}{}", lane.name());
                place.insert(lane);
            }
        }
        self.text.push_str(";\n");
    }

    fn case(&mut self, case: &Case) {
        let mechanism = case.mechanism();
        let kind = plan::kind(case.name, &mechanism);
        let single = match case.single {
            true => Aspect::SingleCase,
            false => Aspect::SingleElsewhere,
        };
        let double = match case.fused {
            true => Aspect::Fused,
            false => Aspect::Double,
        };
        self.open(case.name);
        for name in case.functions(&mechanism) {
            self.function(&name, kind, [double, single]);
        }
        self.close();
    }

    /// A line for every kind of model in every precision: the lanes that run some of its functions.
    fn matrix(&self) -> String {
        let mut text = String::new();
        for (kind, precisions) in &self.matrix {
            for (lanes, precision) in precisions.iter().zip(["double", "single"]) {
                let names: Vec<&str> = lanes.iter().map(|lane| lane.name()).collect();
                let _ = writeln!(text, "{kind}, {precision} precision: {}", names.join(" "));
            }
        }
        text
    }
}

fn write(directory: &Path, name: &str, text: &str) {
    fs::write(directory.join(name), text).expect("OUT_DIR is writable");
}

/// `full.rs`: the tests of the full run, two a model.
fn full() -> String {
    let line = |model: String| format!("full! {{ {model:?} {} }}\n", plan::module(&model));
    plan::models().into_iter().map(line).collect()
}

/// The parts of `generated.rs`.
#[derive(Default)]
struct Generated {
    modules: String,
    texts: String,
    arms: String,
    single_arms: String,
}

impl Generated {
    fn add(&mut self, model: &str, compiled: &Compiled, out: &Path) {
        let module = plan::module(model);
        self.module(&module, compiled, out);
        let _ = writeln!(
            self.texts,
            "({model:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\"))),"
        );
        self.arms.push_str(&arms(model, &module, compiled));
    }

    fn add_single(&mut self, model: &str, compiled: &Compiled, out: &Path) {
        let module = format!("{}_f32", plan::module(model));
        self.module(&module, compiled, out);
        self.single_arms.push_str(&arms(model, &module, compiled));
    }

    fn module(&mut self, module: &str, compiled: &Compiled, out: &Path) {
        write(out, &format!("{module}.rs"), &rust::file(compiled, false));
        let _ = writeln!(
            self.modules,
            "mod {module} {{ include!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\")); }}"
        );
    }

    fn text(&self) -> String {
        let Self {
            modules,
            texts,
            arms,
            single_arms,
        } = self;
        let call = |name: &str, float: &str, arms: &str| {
            format!(
                "/// Calls a generated function; `None` when there is none of that name.\n\
                 pub fn {name}(model: &str, function: &str, inputs: &[Vec<{float}>]) -> Option<Vec<Vec<{float}>>> {{\n\
                 Some(match (model, function) {{\n{arms}_ => return None,\n}})\n}}\n"
            )
        };
        format!(
            "{modules}pub(super) static TEXTS: &[(&str, &str)] = &[\n{texts}];\n{}{}",
            call("call", "f64", arms),
            call("call_single", "f32", single_arms)
        )
    }
}

fn arms(model: &str, module: &str, compiled: &Compiled) -> String {
    let target = struct_name(&compiled.name);
    let arm = |function: &Function| {
        let arguments: Vec<_> = (0..function.program.inputs.len())
            .map(|index| format!("array(&inputs[{index}])"))
            .collect();
        let (name, arguments) = (&function.name, arguments.join(", "));
        format!("({model:?}, {name:?}) => {module}::{target}::{name}({arguments}).arrays(),\n")
    };
    compiled.functions.iter().map(arm).collect()
}
