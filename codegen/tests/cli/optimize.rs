//! `denoc optimize`, and `--opt 3` with and without its results.

use quote::quote;

use crate::support::{ARM, Place};

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
fn results_stand_beside_the_model_and_are_used() {
    let place = Place::new("optimize").file("arm.toml", arm());
    let outcome = place.denoc(&SEARCH);
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
    let text = place.text("arm.toml.opt3");
    place.denoc(&SEARCH).done();
    assert_eq!(
        place.text("arm.toml.opt3"),
        text,
        "two runs, the same bytes"
    );

    let outcome = place.denoc(&GENERATE);
    assert_eq!(outcome.stderr, "");
    outcome.done();
    let code = place.text("out/arm.h");
    for entry in text
        .lines()
        .filter_map(|line| line.strip_prefix("operations "))
    {
        let counts: Vec<&str> = entry.split(' ').collect();
        let words = format!("{} mul, {} add", counts[0], counts[1]);
        assert!(code.contains(&words), "`{words}` is not in\n{code}");
    }
    // All doors read the file.
    denoc_codegen::build::model(place.0.join("arm.toml"))
        .functions(["mass_matrix", "bias"])
        .opt(3)
        .out_dir(place.0.join("build"))
        .generate()
        .expect("the model is fine");
    let body = |text: String| text.split_once("impl Arm").map(|(_, body)| body.to_owned());
    assert_eq!(
        body(place.text("build/arm.rs")),
        body(place.text("out/arm.rs"))
    );
}

#[test]
fn results_of_other_functions_are_kept() {
    let place = Place::new("optimize_kept").file("arm.toml", arm());
    place.denoc(&SEARCH).done();
    let mut only = SEARCH;
    only[3] = "gravity";
    place.denoc(&only).done();
    let text = place.text("arm.toml.opt3");
    for function in ["mass_matrix", "bias", "gravity"] {
        assert_eq!(text.matches(&format!("function {function}\n")).count(), 1);
    }
}

#[test]
fn without_results_opt_2_is_used_and_said() {
    let place = Place::new("optimize_absent").file("arm.toml", arm());
    let said = |words: &[&str]| {
        let outcome = place.denoc(&GENERATE);
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
    for (text, words) in [
        ("", "line 1: the file ends too early"),
        ("\0\u{fffd}", "line 1: this is not"),
        (
            "denoc search results, format 1\nversion 0.0.1\nmodel 0\n",
            "it is of denoc 0.0.1",
        ),
    ] {
        std::fs::write(place.0.join("arm.toml.opt3"), text).expect("a file");
        said(&[words]);
    }
    std::fs::write(place.0.join("arm.toml.opt3"), b"\xff\xfe").expect("a file");
    said(&["the file is not UTF-8"]);

    std::fs::remove_file(place.0.join("arm.toml.opt3")).expect("it is there");
    place.denoc(&SEARCH).done();
    let text = arm().replace("mass = 1.0", "mass = 1.25");
    std::fs::write(place.0.join("arm.toml"), text).expect("a file");
    said(&["it is of another text of the model"]);
}

#[test]
fn the_attribute_tracks_results_and_tells_when_there_are_none() {
    let place = Place::new("optimize_attribute").file("arm.toml", arm());
    let model = place.0.join("arm.toml").display().to_string();
    let expanded = || {
        let attribute = quote!(model = #model, opt = 3, functions = ["mass_matrix", "bias"]);
        denoc_codegen::attribute::expand(
            attribute,
            quote!(
                pub struct Arm;
            ),
        )
        .to_string()
    };
    let tracked = format!("include_bytes ! (\"{model}.opt3\")");
    let without = expanded();
    assert!(without.contains("opt 2 is used") && !without.contains(&tracked));
    place.denoc(&SEARCH).done();
    let with = expanded();
    assert!(with.contains(&tracked) && !with.contains("opt 2 is used"));
}

#[test]
fn count_says_so_too() {
    let place = Place::new("optimize_count").file("arm.toml", arm());
    let outcome = place.denoc(&["count", "arm.toml", "--opt", "3", "--format", "json"]);
    assert!(
        outcome.stderr.contains("opt 2 is used"),
        "{}",
        outcome.stderr
    );
    outcome.done();
    let outcome = place.denoc(&["count", "--generic", "2", "--opt", "3", "--format", "json"]);
    assert!(
        outcome.stderr.contains("no search results"),
        "{}",
        outcome.stderr
    );
    outcome.done();
}

#[test]
fn wrong_arguments_are_told() {
    let place = Place::new("optimize_wrong").file("arm.toml", arm());
    place
        .denoc(&["optimize", "arm.toml", "--functions", "biass"])
        .refused(&["unknown function `biass`"]);
    place
        .denoc(&["optimize", "none.toml"])
        .refused(&["none.toml"]);
    for arguments in [
        &["optimize"][..],
        &["optimize", "arm.toml", "--proposals", "-1"],
        &["optimize", "arm.toml", "--seed", "x"],
    ] {
        assert_eq!(place.denoc(arguments).status, Some(2));
    }
    assert!(!place.has("arm.toml.opt3"));
}
