//! A mechanism compiled in many ways, as one. Shared with the build script.

use denoc_codegen::compile::{Compiled, Options, Precision, Techniques, compile};
use denoc_codegen::mechanism::Mechanism;

use crate::plan::Variant;

/// The mechanism compiled in many ways.
#[derive(Debug)]
pub struct Merged {
    /// All that compiled, as one, with the names of their variants.
    pub compiled: Compiled,
    /// The variant of each function.
    pub origins: Vec<Variant>,
    /// What did not compile: the function's name, and the message.
    pub failures: Vec<(String, String)>,
}

/// Compiles a mechanism in these ways.
#[must_use]
pub fn compile_all(mechanism: &Mechanism, variants: &[Variant]) -> Merged {
    let compiled = Compiled {
        name: denoc_codegen::name::identifier(&mechanism.name),
        mechanism: mechanism.clone(),
        options: Options {
            opt: 1,
            ..Options::default()
        },
        functions: Vec::new(),
        preparation: None,
        warnings: Vec::new(),
    };
    let mut merged = Merged {
        compiled,
        origins: Vec::new(),
        failures: Vec::new(),
    };
    for &variant in variants {
        let quantity = variant.quantity.name(mechanism);
        let name = variant.function(mechanism);
        let options = Options {
            functions: Some(vec![quantity.clone()]),
            formulations: vec![(quantity.clone(), variant.formulation.name().into())],
            opt: variant.opt,
            techniques: Techniques {
                detours: variant.detours,
                ..Techniques::default()
            },
            ..Options::default()
        };
        match compile(mechanism, &options) {
            Ok(mut compiled) => {
                assert_eq!(compiled.functions.len(), 1, "{name}");
                let mut function = compiled.functions.remove(0);
                function.name = name;
                merged.compiled.functions.push(function);
                merged.origins.push(variant);
            }
            Err(error) => merged.failures.push((name, error.to_string())),
        }
    }
    merged
}

/// The same programs in single precision, under a name of their own.
#[must_use]
pub fn single(compiled: &Compiled) -> Compiled {
    let mut single = compiled.clone();
    single.options.precision = Precision::F32;
    single.name.push_str("_f32");
    single
}
