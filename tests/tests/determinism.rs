//! Same input, same bytes.

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::emit::{c99, rust};
use denoc_tests::generated;
use denoc_tests::plan::mechanism;
use denoc_tests::subject::subject;

fn texts(compiled: &Compiled) -> [String; 4] {
    [
        rust::file(compiled, false),
        rust::file(compiled, true),
        c99::emit_header(compiled),
        c99::emit_source(compiled),
    ]
}

#[test]
fn compiling_twice_gives_the_same_bytes() {
    for model in ["dh/puma_saha", "mech/tree_rp_05", "mech/one_free"] {
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
    for model in ["dh/puma_saha", "mech/chain_r_50", "mech/one_free"] {
        assert_eq!(
            rust::file(&subject(model).printed(), false),
            generated::text(model),
            "{model}"
        );
    }
}
