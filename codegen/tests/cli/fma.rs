//! Fused operations: what is printed, what is refused, and their bits.

use std::process::Command;

use crate::support::{BODIES, TestDirectory, model};

fn arm(name: &str) -> TestDirectory {
    TestDirectory::new(name).file("arm.toml", BODIES)
}

#[test]
fn tables_and_files_name_fused_operations() {
    let directory = arm("fma-generate");
    let table = directory.denoc(&["generate", "arm.toml", "--fma"]).done();
    assert!(table.contains("M+A+F"), "{table}");
    assert!(table.contains("F fused operations"), "{table}");
    let c = directory.text("arm.c");
    for words in ["--fma", "= fma(", "#error \"this file has fused operations"] {
        assert!(c.contains(words), "{words}\n{c}");
    }
    let header = directory.text("arm.h");
    assert!(header.contains(" fma, "), "{header}");
    let rust = directory.text("arm.rs");
    for words in ["f64::mul_add(", "compile_error!"] {
        assert!(rust.contains(words), "{words}\n{rust}");
    }
    let plain = ["generate", "arm.toml", "--force", "--format", "json"];
    let json = directory.denoc(&plain).done();
    assert!(!json.contains("fma"), "{json}");
    let json = directory.denoc(&[&plain[..], &["--fma"]].concat()).done();
    assert!(json.contains("\"fma\""), "{json}");
}

#[test]
fn for_any_target_nothing_is_refused() {
    let directory = arm("fma-any");
    let arguments = ["generate", "arm.toml", "--fma=any", "--scalar", "f32"];
    directory.denoc(&arguments).done();
    let (c, rust) = (directory.text("arm.c"), directory.text("arm.rs"));
    assert!(
        c.contains("= fmaf(") && !c.contains("has fused operations"),
        "{c}"
    );
    assert!(
        rust.contains("f32::mul_add(") && !rust.contains("compile_error!"),
        "{rust}"
    );
}

/// The error of the compiler is ours.
#[test]
fn a_target_without_them_is_refused_when_the_code_is_compiled() {
    let directory = arm("fma-target");
    directory.denoc(&["generate", "arm.toml", "--fma"]).done();
    let compile = |flag: &str| {
        let mut command = Command::new("cc");
        let command = command
            .args(["-c", flag, "arm.c"])
            .current_dir(&directory.0);
        let output = command.output().expect("a compiler");
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    if cfg!(target_arch = "x86_64") {
        let (built, said) = compile("-mno-fma");
        assert!(
            !built && said.contains("generate it without --fma"),
            "{said}"
        );
        let (built, said) = compile("-mfma");
        assert!(built, "{said}");
    }
}

#[test]
fn evaluation_has_their_bits() {
    let directory = TestDirectory::new("fma-eval");
    let puma = model("puma");
    let zeros = "[0.3,-0.2,0.5,1.1,-0.7,0.9]";
    let state = format!("{{\"q\": {zeros}, \"qd\": {zeros}, \"qdd\": {zeros}}}");
    let tau = |more: &[&str]| {
        let arguments = ["eval", &puma, "inverse_dynamics", "--input", "-"];
        directory
            .denoc_with(&[&arguments[..], more].concat(), &state)
            .done()
    };
    let (plain, fused) = (tau(&[]), tau(&["--fma"]));
    assert_ne!(plain, fused);
    assert_eq!(fused, tau(&["--fma=any"]));
}

#[test]
fn a_word_that_is_no_target_is_refused() {
    let directory = arm("fma-word");
    let refused = directory.denoc(&["generate", "arm.toml", "--fma=sometimes"]);
    refused.ended(2, &["sometimes", "target", "any"]);
}
