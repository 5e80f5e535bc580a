//! Same input, same bytes.

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::emit::{EMITTERS, File, Printing, rust};
use denoc_tests::generated;
use denoc_tests::plan::mechanism;
use denoc_tests::subject::subject;

/// The files of all languages.
fn texts(compiled: &Compiled) -> Vec<File> {
    let printings = [false, true].map(|standalone| Printing { standalone });
    let texts = printings.map(|printing| {
        let emitters = EMITTERS.iter();
        emitters.flat_map(move |emitter| {
            let files = emitter.print(compiled, printing);
            files.expect("every file reads back")
        })
    });
    texts.into_iter().flatten().collect()
}

#[test]
fn compiling_twice_gives_the_same_bytes() {
    for model in ["dh/scara_like", "mech/tree_rp_05", "mech/one_free"] {
        let once = || {
            texts(
                &compile(&mechanism(model), &Options::default()).expect("a golden model compiles"),
            )
        };
        assert_eq!(once(), once(), "{model}");
    }
}

#[test]
fn another_process_gives_the_same_bytes() {
    // The build script compiled the same models.
    for model in ["dh/scara_like", "mech/chain_r_50", "mech/one_free"] {
        assert_eq!(
            rust::file(&subject(model).printed(), false),
            generated::text(model),
            "{model}"
        );
    }
}
