//! Wrong usage, names that do not exist, places that cannot be written, input that does not fit.

use crate::support::{ARM, BALL, TestDirectory, model};

#[test]
fn usage_errors_end_with_2() {
    let directory = TestDirectory::new("usage").file("arm.toml", ARM);
    for arguments in [
        &[][..],
        &["frobnicate"],
        &["generate"],
        &["generate", "arm.toml", "--opt", "9"],
        &["generate", "arm.toml", "--emit", "fortran"],
        &["generate", "arm.toml", "--scalar", "f16"],
        &["generate", "arm.toml", "--formulation", "luh"],
        &["count"],
        &["count", "arm.toml", "--generic", "6"],
        &["count", "--generic", "0"],
        &["count", "--generic", "six"],
        &["count", "arm.toml", "--format", "xml"],
        &["eval", "arm.toml", "bias"],
    ] {
        let outcome = directory.denoc(arguments);
        assert_eq!(outcome.status, Some(2), "{arguments:?}: {}", outcome.stderr);
        let hints = ["Usage: denoc", "try '--help'"].map(|words| outcome.stderr.contains(words));
        assert!(hints.contains(&true), "{}", outcome.stderr);
    }
    directory
        .denoc(&["generate", "arm.toml", "--opt", "9"])
        .misused(&["--opt", "0..=3"]);
}

#[test]
fn unknown_functions_are_listed() {
    let directory = TestDirectory::new("unknown_function")
        .file("arm.toml", ARM)
        .file("in.json", "{}");
    let words = [
        "unknown function `inverse_dinamics`",
        "inverse_dynamics",
        "tip_pose_tip",
    ];
    for arguments in [
        &[
            "generate",
            "arm.toml",
            "--functions",
            "bias,inverse_dinamics",
        ][..],
        &[
            "generate",
            "arm.toml",
            "--formulation",
            "inverse_dinamics=luh",
        ],
        &["eval", "arm.toml", "inverse_dinamics", "--input", "in.json"],
    ] {
        directory.denoc(arguments).refused(&words);
    }
    assert!(!directory.has("arm.rs"));
}

/// The lists have what can be written at their place, and nothing that is refused there.
#[test]
fn words_for_several_functions_stand_where_lists_do() {
    let directory = TestDirectory::new("function_words")
        .file("arm.toml", ARM)
        .file("in.json", "{}");
    let eval = |function| directory.denoc(&["eval", "arm.toml", function, "--input", "in.json"]);
    eval("derivatives").refused(&[
        "`derivatives` stands for several functions; write one of: ",
        "inverse_dynamics_derivatives",
    ]);
    eval("all").refused(&["`all` stands for several functions; write one of: inverse_dynamics, "]);
    let outcome = eval("nope");
    outcome.refused(&["unknown function `nope`; write one of: inverse_dynamics, "]);
    assert!(
        !outcome.stderr.contains(", derivatives"),
        "{}",
        outcome.stderr
    );
    let generate = |functions| directory.denoc(&["generate", "arm.toml", "--functions", functions]);
    let outcome = generate("all,nope");
    outcome.refused(&[
        "unknown function `nope`; write one of: ",
        "regressors, all",
        "`all` stands alone",
    ]);
    assert!(
        !outcome.stderr.contains("unknown function `all`"),
        "{}",
        outcome.stderr
    );
    for empty in ["", "bias,"] {
        generate(empty).refused(&["the name of a function is empty; write one of: ", ", all"]);
    }
    assert!(!directory.has("arm.rs"));
}

#[test]
fn names_in_place_of_the_models_are_checked_like_it() {
    let directory = TestDirectory::new("bad_name").file("arm.toml", ARM);
    let long = "x".repeat(201);
    for (name, words) in [
        ("", "has no letter or digit of ASCII"),
        ("関節", "has no letter or digit of ASCII"),
        (&long, "is longer than 200 bytes"),
    ] {
        for command in ["generate", "fmu"] {
            directory
                .denoc(&[command, "arm.toml", "--name", name])
                .refused(&["the name in place of the model's", words, "\"arm\""]);
        }
    }
    assert!(!directory.has("m_.rs"));
}

/// A file of the name of a header would be found in its place.
#[test]
fn no_file_has_the_name_of_a_header_of_c() {
    let directory = TestDirectory::new("header_name").file("arm.toml", ARM);
    let generate = ["generate", "arm.toml", "--emit", "cpp", "--name"];
    for name in ["math", "stdint", "STRING", "errno"] {
        directory.denoc(&[&generate[..], &[name]].concat()).done();
        let name = name.to_lowercase();
        assert!(!directory.has(&format!("{name}.h")), "{name}");
        assert!(directory.has(&format!("m_{name}.h")), "{name}");
    }
}

#[test]
fn unknown_formulations_are_listed() {
    let directory = TestDirectory::new("unknown_formulation")
        .file("arm.toml", ARM)
        .file("in.json", r#"{"q": [0], "qd": [0], "qdd": [0]}"#);
    let words = [
        "unknown formulation `newton` of `inverse_dynamics`",
        "u_form",
    ];
    let fixed = ["--formulation", "inverse_dynamics=newton"];
    let generate = ["generate", "arm.toml"];
    let eval = ["eval", "arm.toml", "inverse_dynamics", "--input", "in.json"];
    let reference = [&eval[..], &["--reference"]].concat();
    for command in [&generate[..], &eval, &reference] {
        directory.denoc(&[command, &fixed].concat()).refused(&words);
    }
}

#[test]
fn two_formulations_of_a_function_are_refused() {
    let directory = TestDirectory::new("two_formulations")
        .file("arm.toml", ARM)
        .file("in.json", r#"{"q": [0], "qd": [0], "qdd": [0]}"#);
    let words =
        ["two formulations are chosen for `inverse_dynamics`, `luh` and `denoc`; choose one"];
    let fixed = ["luh", "denoc"].map(|one| format!("inverse_dynamics={one}"));
    let fixed = fixed.each_ref().map(|one| ["--formulation", one]).concat();
    let generate = ["generate", "arm.toml"];
    let eval = ["eval", "arm.toml", "inverse_dynamics", "--input", "in.json"];
    let reference = [&eval[..], &["--reference"]].concat();
    for command in [&generate[..], &eval, &reference] {
        directory.denoc(&[command, &fixed].concat()).refused(&words);
    }
}

#[test]
fn unwritable_output_is_reported() {
    let directory = TestDirectory::new("unwritable")
        .file("arm.toml", ARM)
        .file("occupied", "a file, no directory");
    let outcome = directory.denoc(&["generate", "arm.toml", "--out", "occupied/deep"]);
    outcome.refused(&["occupied/deep", "cannot write"]);
}

#[test]
fn existing_files_are_left_intact() {
    let directory = TestDirectory::new("half_written").file("arm.toml", ARM);
    directory.denoc(&["generate", "arm.toml"]).done();
    let before = directory.text("arm.rs");
    let directory = directory.file("arm.toml", ARM.replace("mass = 1.0", "mass = -1.0"));
    directory
        .denoc(&["generate", "arm.toml"])
        .refused(&["arm.toml:9:8", "negative mass"]);
    assert_eq!(directory.text("arm.rs"), before);

    // A directory where a file belongs: that file fails, and no draft is left.
    let directory = directory.file("arm.toml", ARM);
    std::fs::remove_file(directory.0.join("arm.c")).expect("arm.c was there");
    std::fs::create_dir(directory.0.join("arm.c")).expect("a directory");
    directory
        .denoc(&["generate", "arm.toml", "--emit", "c"])
        .refused(&["arm.c", "cannot write"]);
    let drafts = std::fs::read_dir(&directory.0)
        .expect("the directory")
        .filter(|entry| {
            let entry = entry.as_ref().expect("an entry");
            entry.file_name().to_string_lossy().ends_with(".tmp")
        })
        .count();
    assert_eq!(drafts, 0);
}

#[test]
fn input_that_does_not_fit_is_reported() {
    let directory = TestDirectory::new("bad_json").file("arm.toml", ARM);
    let deep = "[".repeat(100_000);
    for (text, words) in [
        ("", "-:1:0: malformed JSON"),
        (
            "{\"q\": [0.1,]}",
            "-:1:12: malformed JSON: trailing comma\n",
        ),
        (
            "{\"q\": [0.1], \"q\": [0.2]}",
            "-:1:16: key \"q\" is there twice\n",
        ),
        (
            "\u{feff}{\"x\": [{\"y\": 1, \"y\": 2}]}",
            "key \"y\" is there twice\n",
        ),
        (deep.as_str(), "malformed JSON"),
        ("{\"q\": [1e999]}", "malformed JSON"),
        ("7", "or a list of such objects"),
        ("[7]", "state 0: write {\"q\": [1 numbers]"),
        ("{}", "key \"q\" is missing; it holds 1 numbers"),
        ("{\"q\": 1}", "\"q\" must be a list of 1 numbers"),
        (
            "{\"q\": [1, 2]}",
            "\"q\" has 2 numbers where the model has 1",
        ),
        ("{\"q\": [null]}", "\"q\"[0] is null, not a number"),
        (
            "[{\"q\": [1]}, {\"q\": [\"1\"]}]",
            "state 1: \"q\"[0] is \"1\", not a number",
        ),
    ] {
        directory
            .denoc_with(&["eval", "arm.toml", "gravity", "--input", "-"], text)
            .refused(&[words]);
    }
    directory
        .denoc(&["eval", "arm.toml", "gravity", "--input", "none.json"])
        .refused(&["none.json: cannot read the input"]);
}

#[test]
fn arrays_of_the_wrong_length_are_reported_by_name() {
    let directory = TestDirectory::new("wrong_length");
    let puma = model("puma");
    for wrong in ["q", "qd", "qdd"] {
        for length in [0, 5, 7] {
            let zeros = [0.0; 6];
            let mut state = serde_json::json!({"q": zeros, "qd": zeros, "qdd": zeros});
            state[wrong] = vec![0.5; length].into();
            for (text, at) in [
                (state.to_string(), "-: "),
                (format!("[{state}]"), "-: state 0: "),
            ] {
                let words =
                    format!("error: {at}\"{wrong}\" has {length} numbers where the model has 6");
                for more in [&[][..], &["--reference"]] {
                    let arguments = ["eval", &puma, "inverse_dynamics", "--input", "-"];
                    directory
                        .denoc_with(&[&arguments, more].concat(), &text)
                        .refused(&[&words]);
                }
            }
        }
    }
}

#[test]
fn quaternions_that_are_not_unit_are_reported_and_used_as_they_are() {
    let directory = TestDirectory::new("quaternion").file("ball.toml", BALL);
    let arguments = ["eval", "ball.toml", "potential_energy", "--input", "-"];
    let height = |text: &str| {
        let outcome = directory.denoc_with(&arguments, text);
        let value: serde_json::Value =
            serde_json::from_str(&outcome.stdout).expect("a result, whatever the quaternion");
        assert_eq!(outcome.status, Some(0));
        (value, outcome.stderr)
    };
    for unit in [
        r#"{"q": [0, 0, 0, 1]}"#,
        r#"{"q": [0, 0, 0.6, -0.8]}"#,
        r#"{"q": [0, 0, 0.6, 0.80000001]}"#,
    ] {
        assert_eq!(height(unit).1, "", "{unit}");
    }

    // The height of the mass centre is 0.1 (1 - 2 (x² + y²)).
    let (value, stderr) = height(r#"{"q": [0.5, 0.5, 0, 0.1]}"#);
    assert_eq!(value["V"].as_f64(), Some(0.0));
    let words = r#"warning: -: "q"[0..4], the quaternion of body "ball", has length 0.714142842854285, not 1; it is taken as it is"#;
    assert_eq!(stderr.trim_end(), words);

    let (values, stderr) = height(r#"[{"q": [0, 0, 0, 1]}, {"q": [0, 0, 0, 0]}]"#);
    assert_eq!(
        values[1]["V"], values[0]["V"],
        "no norm is taken: no NaN of the zero quaternion"
    );
    assert!(
        stderr.starts_with(r#"warning: -: state 1: "q"[0..4], "#) && stderr.lines().count() == 1,
        "{stderr}"
    );
}

#[test]
fn formulations_of_functions_that_are_not_generated_are_reported() {
    let directory = TestDirectory::new("idle_formulation").file("arm.toml", ARM);
    let outcome = directory.denoc(&[
        "generate",
        "arm.toml",
        "--formulation",
        "mass_matrix_inverse=composite",
    ]);
    let words = "the formulation `composite` is chosen for `mass_matrix_inverse`, which is not among the functions";
    assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    outcome.done();
}
