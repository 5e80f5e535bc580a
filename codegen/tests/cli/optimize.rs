//! `denoc optimize`, and `--opt 3` with and without its results.

use std::path::{Path, PathBuf};

use denoc_codegen::compile::{Options, Precision, Sincos, Techniques, compile};
use denoc_codegen::emit::{EMITTERS, Printing};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::optimize::{Effort, optimize};
use denoc_codegen::searched::{self, Results};
use proc_macro2::TokenStream;
use quote::quote;

use crate::support::{ARM, TestDirectory};

/// An arm with something to find.
fn arm() -> String {
    let second = ARM.split_at(ARM.find("[[link]]").expect("a link")).1;
    let first = second.replace("alpha = \"pi/2\"", "alpha = 0.7");
    ARM.replace(second, &format!("{first}{second}"))
}

const SEARCH: [&str; 6] = [
    "optimize",
    "arm.toml",
    "--functions",
    "mass_matrix,bias",
    "--proposals",
    "60000",
];

const GENERATE: [&str; 8] = [
    "generate",
    "arm.toml",
    "--opt",
    "3",
    "--functions",
    "mass_matrix,bias",
    "--out",
    "out",
];

#[test]
fn results_are_written_beside_the_model_and_used() {
    let directory = TestDirectory::new("optimize").file("arm.toml", arm());
    let outcome = directory.denoc(&SEARCH);
    assert!(
        outcome.stderr.contains("mass_matrix: "),
        "{}",
        outcome.stderr
    );
    let stdout = outcome.done();
    for words in [
        "arm, search",
        "mass_matrix",
        "bias",
        "Wrote",
        "arm.toml.opt3",
    ] {
        assert!(stdout.contains(words), "`{words}` is not in\n{stdout}");
    }
    let text = directory.text("arm.toml.opt3");
    directory.denoc(&SEARCH).done();
    assert_eq!(
        directory.text("arm.toml.opt3"),
        text,
        "two runs, the same bytes"
    );

    let outcome = directory.denoc(&GENERATE);
    assert_eq!(outcome.stderr, "");
    outcome.done();
    let code = directory.text("out/arm.h");
    for entry in text
        .lines()
        .filter_map(|line| line.strip_prefix("operations "))
    {
        let counts: Vec<&str> = entry.split(' ').collect();
        let words = format!("{} mul, {} add", counts[0], counts[1]);
        assert!(code.contains(&words), "`{words}` is not in\n{code}");
    }
    // All interfaces read the file.
    denoc_codegen::build::model(directory.0.join("arm.toml"))
        .functions(["mass_matrix", "bias"])
        .opt(3)
        .out_dir(directory.0.join("build"))
        .generate()
        .expect("the model is fine");
    let body = |text: String| text.split_once("impl Arm").map(|(_, body)| body.to_owned());
    assert_eq!(
        body(directory.text("build/arm.rs")),
        body(directory.text("out/arm.rs"))
    );
}

#[test]
fn without_a_level_results_beside_the_model_are_used() {
    let directory = TestDirectory::new("optimize_default").file("arm.toml", arm());
    let mut generate = vec!["generate", "arm.toml", "--out", "out", "--functions"];
    generate.push("mass_matrix,bias");
    let titled = |arguments: &[&str], level: &str| {
        let outcome = directory.denoc(arguments);
        let stdout = outcome.stdout.clone();
        assert!(
            stdout.starts_with(&format!("arm, --opt {level}\n")),
            "{stdout}"
        );
        let header = directory.text("out/arm.h");
        assert!(header.contains(&format!(", --opt {level}, ")), "{header}");
        (outcome.stderr.clone(), stdout)
    };
    assert_eq!(titled(&generate, "2").0, "");
    directory.denoc(&SEARCH).done();
    let (stderr, stdout) = titled(&generate, "3");
    assert_eq!(stderr, "");
    assert_eq!(stdout.matches(", searched").count(), 2, "{stdout}");
    let (stderr, stdout) = titled(&[&generate[..], &["--opt", "2"]].concat(), "2");
    assert!(
        stderr.is_empty() && !stdout.contains("searched"),
        "{stdout}"
    );
    // A formulation that the user fixed and nobody searched is no reason to warn.
    let fixed = ["--formulation", "bias=denoc"];
    let (stderr, stdout) = titled(&[&generate[..], &fixed].concat(), "3");
    assert_eq!(
        (stderr.as_str(), stdout.matches(", searched").count()),
        ("", 1)
    );
    // All interfaces take the same level.
    denoc_codegen::build::model(directory.0.join("arm.toml"))
        .functions(["mass_matrix", "bias"])
        .out_dir(directory.0.join("build"))
        .generate()
        .expect("the model is fine");
    assert!(directory.text("build/arm.rs").contains(", --opt 3, "));
    // Results of another text are not used, and the user gets a warning also when the level was not asked for.
    let text = arm().replace("mass = 1.0", "mass = 1.25");
    std::fs::write(directory.0.join("arm.toml"), text).expect("a file");
    let (stderr, stdout) = titled(&generate, "2");
    assert!(stderr.contains("it is of another text of the model: opt 2 is used"));
    assert!(!stdout.contains("searched"), "{stdout}");
}

#[test]
fn count_lists_results_beside_the_formulations() {
    let directory = TestDirectory::new("optimize_listed").file("arm.toml", arm());
    directory.denoc(&SEARCH).done();
    let outcome = directory.denoc(&["count", "arm.toml", "--functions", "mass_matrix,gravity"]);
    assert_eq!(outcome.stderr, "");
    let stdout = outcome.done();
    let (chosen, listed) = stdout.split_once("All formulations").expect("two tables");
    assert!(
        chosen.contains("1 of 2 functions have search results"),
        "{chosen}"
    );
    let row = listed.lines().find(|line| line.contains(", searched"));
    let row = row.expect("a row of its own");
    assert!(
        row.starts_with("mass_matrix") && row.contains("cheapest"),
        "{row}"
    );
}

/// A model that comes with the project, with its path.
fn shipped(model: &str) -> (PathBuf, Mechanism) {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models");
    let path = models.join(model);
    let loaded = denoc_codegen::model::load(&path).expect("no fault");
    (path, loaded.mechanism)
}

#[test]
fn shipped_results_fit_their_models() {
    for model in ["puma", "stanford", "ur5", "panda"] {
        let (path, mechanism) = shipped(&format!("{model}.toml"));
        let results = searched::beside(&path, model).results.expect(model);
        assert_eq!(results.fit(&mechanism.source.hash), Ok(()), "{model}");
        let names = results.entries.iter().map(|entry| entry.function.clone());
        let mut options = Options {
            functions: Some(names.collect()),
            techniques: Techniques::WITHOUT_DETOURS,
            ..Options::default()
        };
        options.take_level(None, &path, model);
        let compiled = compile(&mechanism, &options).expect("it compiles");
        assert_eq!(compiled.warnings, Vec::<String>::new(), "{model}");
        for function in &compiled.functions {
            let entry = results.entries.iter().find(|e| e.function == function.name);
            let counts = function.counts();
            let after = entry.map(|entry| entry.after);
            assert_eq!(after, Some((counts.mul, counts.add)), "{model}");
        }
    }
}

/// The sine of an angle that nothing is left to depend on is not printed, and not looked for where text is read back.
#[test]
fn shipped_results_are_printed_with_every_sine_in_every_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/puma.toml");
    let mechanism = denoc_codegen::model::load(&path)
        .expect("no fault")
        .mechanism;
    for (sincos, precision) in [
        (Sincos::Libm, Precision::F64),
        (Sincos::Libm, Precision::F32),
        (Sincos::Poly, Precision::F32),
    ] {
        let mut options = Options {
            functions: Some(vec!["inverse_dynamics".to_owned(), "bias".to_owned()]),
            sincos,
            precision,
            ..Options::default()
        };
        options.take_level(None, &path, "puma.toml");
        let compiled = compile(&mechanism, &options).expect("it compiles");
        assert_eq!(compiled.warnings, Vec::<String>::new());
        assert!(compiled.functions.iter().all(|function| function.searched));
        for emitter in EMITTERS {
            if emitter.name == "casadi" && precision == Precision::F32 {
                continue;
            }
            let printed = emitter.print(&compiled, Printing::default());
            assert!(printed.is_ok(), "{:?}", printed.err());
        }
    }
}

/// A product of derivatives has inputs of its own, and with loops it is several programs.
#[test]
fn results_for_products_of_a_loop_are_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/loops/five_bar.toml");
    let mechanism = denoc_codegen::model::load(&path)
        .expect("no fault")
        .mechanism;
    let options = Options {
        functions: Some(vec!["inverse_dynamics_vjp".to_owned()]),
        ..Options::default()
    };
    let effort = Effort {
        proposals: Some(20),
        ..Effort::default()
    };
    let results = optimize(&mechanism, &options, effort, &|_| ()).expect("it compiles");
    let mut names = results.entries.iter().map(|entry| entry.function.as_str());
    assert!(names.any(|name| name == "inverse_dynamics_vjp_step1"));
    assert_eq!(Results::parse(&results.to_text()), Ok(results));
}

#[test]
fn results_of_other_functions_are_kept() {
    let directory = TestDirectory::new("optimize_kept").file("arm.toml", arm());
    directory.denoc(&SEARCH).done();
    let mut only = SEARCH;
    only[3] = "gravity";
    directory.denoc(&only).done();
    let text = directory.text("arm.toml.opt3");
    for function in ["mass_matrix", "bias", "gravity"] {
        assert_eq!(text.matches(&format!("function {function}\n")).count(), 1);
    }
}

#[test]
fn results_of_another_text_are_dropped() {
    let directory = TestDirectory::new("optimize_dropped").file("arm.toml", arm());
    directory.denoc(&SEARCH).done();
    let text = arm().replace("mass = 1.0", "mass = 1.25");
    std::fs::write(directory.0.join("arm.toml"), text).expect("a file");
    let mut only = SEARCH;
    only[3] = "gravity";
    directory.denoc(&only).done();
    let text = directory.text("arm.toml.opt3");
    assert_eq!(text.matches("\nfunction ").count(), 1, "{text}");
    let mut generate = GENERATE;
    generate[5] = "gravity";
    let outcome = directory.denoc(&generate);
    assert_eq!(outcome.stderr, "");
    outcome.done();
}

#[test]
fn without_results_opt_2_is_used_with_a_warning() {
    let directory = TestDirectory::new("optimize_absent").file("arm.toml", arm());
    let said = |words: &[&str]| {
        let outcome = directory.denoc(&GENERATE);
        for words in words
            .iter()
            .chain(&["warning: arm.toml.opt3: ", "opt 2 is used"])
        {
            assert!(
                outcome.stderr.contains(words),
                "`{words}` is not in\n{}",
                outcome.stderr
            );
        }
        outcome.done();
    };
    said(&["there is no such file; `denoc optimize` makes it"]);
    let older = Results {
        version: "0.0.1".into(),
        model: "0".into(),
        entries: Vec::new(),
    };
    let older = older.to_text();
    let changed = older.replace("model 0", "model 1");
    for (text, words) in [
        ("", "line 1: the file ends too early"),
        ("\0\u{fffd}", "line 1: this is not"),
        (&older, "it is of denoc 0.0.1"),
        (&changed, "line 5: the digest is that of another text"),
    ] {
        std::fs::write(directory.0.join("arm.toml.opt3"), text).expect("a file");
        said(&[words]);
    }
    std::fs::write(directory.0.join("arm.toml.opt3"), b"\xff\xfe").expect("a file");
    said(&["the file is not UTF-8"]);

    std::fs::remove_file(directory.0.join("arm.toml.opt3")).expect("it is there");
    directory.denoc(&SEARCH).done();
    let text = arm().replace("mass = 1.0", "mass = 1.25");
    std::fs::write(directory.0.join("arm.toml"), text).expect("a file");
    said(&["it is of another text of the model"]);
}

#[test]
fn the_attribute_tracks_results_and_warns_when_there_are_none() {
    let directory = TestDirectory::new("optimize_attribute").file("arm.toml", arm());
    let model = directory.0.join("arm.toml").display().to_string();
    let expanded = || expand(quote!(model = #model, opt = 3, functions = ["mass_matrix", "bias"]));
    let tracked = format!("include_bytes ! (\"{model}.opt3\")");
    let without = expanded();
    assert!(without.contains("opt 2 is used") && !without.contains(&tracked));
    directory.denoc(&SEARCH).done();
    let with = expanded();
    assert!(with.contains(&tracked) && !with.contains("opt 2 is used"));
    let by_default = expand(quote!(model = #model, functions = ["mass_matrix", "bias"]));
    assert_eq!(by_default, with);
    let below = expand(quote!(model = #model, opt = 2, functions = ["mass_matrix"]));
    assert!(!below.contains(&tracked));
}

/// The expansion of the attribute on a struct.
fn expand(attribute: TokenStream) -> String {
    denoc_codegen::attribute::expand(
        attribute,
        quote!(
            pub struct Arm;
        ),
    )
    .to_string()
}

#[test]
fn count_warns_of_missing_results_too() {
    let directory = TestDirectory::new("optimize_count").file("arm.toml", arm());
    let outcome = directory.denoc(&["count", "arm.toml", "--opt", "3", "--format", "json"]);
    assert!(
        outcome.stderr.contains("opt 2 is used"),
        "{}",
        outcome.stderr
    );
    outcome.done();
    let outcome = directory.denoc(&["count", "--generic", "2", "--opt", "3", "--format", "json"]);
    assert!(
        outcome.stderr.contains("no search results"),
        "{}",
        outcome.stderr
    );
    outcome.done();
}

#[test]
fn wrong_arguments_are_reported() {
    let directory = TestDirectory::new("optimize_wrong").file("arm.toml", arm());
    directory
        .denoc(&["optimize", "arm.toml", "--functions", "biass"])
        .refused(&["unknown function `biass`"]);
    directory
        .denoc(&["optimize", "none.toml"])
        .refused(&["none.toml"]);
    for arguments in [
        &["optimize"][..],
        &["optimize", "arm.toml", "--proposals", "-1"],
        &["optimize", "arm.toml", "--seed", "x"],
    ] {
        assert_eq!(directory.denoc(arguments).status, Some(2));
    }
    assert!(!directory.has("arm.toml.opt3"));
}

#[test]
fn a_model_with_parameters_is_not_searched() {
    let model = r#"name = "open"
gravity = [0, 0, -9.81]
[parameters]
load = 0.5
[[body]]
name = "arm"
parent = "base"
joint = { type = "revolute", axis = [0, 1, 0] }
mass = "1 + load"
com = [0.2, 0, 0]
inertia = { xx = 0.01, yy = 0.02, zz = 0.02 }
"#;
    let directory = TestDirectory::new("optimize_parameters").file("open.toml", model);
    directory
        .denoc(&["optimize", "open.toml"])
        .refused(&["a model with parameters is not searched", "--opt 2"]);
    assert!(!directory.has("open.toml.opt3"));
}
