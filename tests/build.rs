//! golden models × quantities × formulations → generated Rust for the crate, and one test for each and every lane.

#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the crate, which uses all of it"
)]
#[path = "src/plan.rs"]
mod plan;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use denoc_codegen::compile::Compiled;
use denoc_codegen::emit::rust;
use denoc_codegen::function::Function;
use denoc_codegen::name::struct_name;

use plan::Merged;

fn main() {
    println!("cargo::rerun-if-changed=models");
    println!("cargo::rerun-if-changed=golden/urdf");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/plan.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut generated = Generated::default();
    let mut tests = String::new();
    for model in plan::models() {
        let mechanism = plan::mechanism(&model);
        let variants = plan::variants(&model, &mechanism);
        let Merged {
            compiled,
            origins,
            failures,
        } = plan::compile_all(&mechanism, &variants);
        let mut printed = compiled.clone();
        let mut origin = origins.iter();
        printed
            .functions
            .retain(|_| origin.next().is_some_and(|origin| origin.printed));
        generated.add(&model, &printed, &out);
        let thorough = plan::THOROUGH.contains(&model.as_str());
        if thorough {
            generated.add_single(&model, &plan::single(&printed), &out);
        }
        let _ = writeln!(tests, "agreement! {{ {model:?} {} {{", plan::module(&model));
        for (function, origin) in compiled.functions.iter().zip(&origins) {
            let lanes = match (origin.opt, origin.printed, thorough) {
                (1, true, true) => "reference evaluator rust c single",
                (1, true, false) => "reference evaluator rust c",
                (1, false, _) => "reference evaluator",
                (_, true, true) => "evaluator rust c single",
                (_, true, false) => "evaluator rust c",
                (_, false, _) => "evaluator",
            };
            let _ = writeln!(tests, "    {}: {lanes};", function.name);
        }
        for (function, _) in &failures {
            let _ = writeln!(tests, "    {function}: compiles;");
        }
        tests.push_str("} }\n");
    }
    write(&out, "full.rs", &full());
    write(&out, "generated.rs", &generated.text());
    write(&out, "agreement.rs", &tests);
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
