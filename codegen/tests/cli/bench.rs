//! `denoc bench`: the figures are there and positive; what they are is the machine's affair.

use std::process::Command;

use serde_json::Value;

use crate::support::{ARM, BALL, TestDirectory, model};

/// As little time as it takes.
const QUICK: [&str; 4] = ["--time", "0.00001", "--repetitions", "2"];

/// The object that `bench` prints.
fn timed(directory: &TestDirectory, model: &str, more: &[&str]) -> Value {
    let arguments = [&["bench", model, "--format", "json"], &QUICK[..], more].concat();
    serde_json::from_str(&directory.denoc(&arguments).done()).expect("stdout is JSON")
}

/// Whether a compiler is there; says so where it is not.
fn is_installed(compiler: &str) -> bool {
    let installed = Command::new(compiler).arg("--version").output().is_ok();
    if !installed {
        println!("{compiler} is not installed: its part of the test is skipped");
    }
    installed
}

/// Samples, so many, between whose quartiles is their median.
#[track_caller]
fn check(samples: &Value, count: usize) {
    check_that(samples, count, |one| one > 0.0);
}

fn check_that(samples: &Value, count: usize, is_time: impl Fn(f64) -> bool) {
    let numbers = |key: &str| -> Vec<f64> {
        let list = samples[key].as_array().expect(key).iter();
        list.map(|one| one.as_f64().expect("a number")).collect()
    };
    let all = numbers("samples");
    assert!(
        all.len() == count && all.iter().all(|&one| is_time(one)),
        "{samples}"
    );
    let (median, quartiles) = (
        samples["median"].as_f64().expect("a median"),
        numbers("quartiles"),
    );
    assert!(
        quartiles[0] <= median && median <= quartiles[1],
        "{samples}"
    );
}

#[test]
fn every_figure_of_c_is_there() {
    let directory = TestDirectory::new("bench_c").file("arm.toml", ARM);
    let value = timed(&directory, "arm.toml", &["--compiler", "gcc"]);
    let counted = directory.denoc(&["count", "arm.toml", "--format", "json"]);
    let counted: Value = serde_json::from_str(&counted.done()).expect("stdout is JSON");
    assert_eq!(value["model"], "arm");
    assert_eq!(value["scalar"], "f64");
    let gcc = &value["compilers"][0];
    assert!(gcc["name"] == "gcc" && gcc["language"] == "c", "{gcc}");
    assert!(
        gcc["version"]
            .as_str()
            .is_some_and(|version| !version.is_empty())
    );
    assert_eq!(gcc["flags"][1], "-march=native");
    let compilers = value["compilers"].as_array().map_or(0, Vec::len);
    check(&value["cycle"], 2 * compilers);
    let functions = value["functions"].as_object().expect("functions");
    assert_eq!(functions.len(), 5);
    for (name, function) in functions {
        for key in ["mul", "add", "div", "trig", "total", "formulation"] {
            assert_eq!(
                function[key], counted["functions"][name][key],
                "{name} {key}"
            );
        }
        let times = &function["times"]["gcc"];
        check(&times["call"], 2);
        check(&times["batch"], 2);
        assert_eq!(times["fails"], false);
        let bytes = |value: &Value| value.as_u64().expect("bytes");
        assert!(
            bytes(&times["code"]) > 0 && bytes(&times["batch_code"]) > 0,
            "{times}"
        );
        assert!(
            bytes(&times["stack"]) <= bytes(&function["stack_bound"]),
            "{function}"
        );
        let cycles = function["predicted_cycles"].as_f64().expect("cycles");
        let predicted = function["predicted"].as_f64().expect("ns");
        let cycle = value["cycle"]["median"].as_f64().expect("ns");
        assert!((predicted - cycles * cycle).abs() <= 1e-9 * predicted);
    }
    assert_eq!(value["peers"], Value::Null);
}

#[test]
fn rust_is_timed_beside_c() {
    if !is_installed("rustc") {
        return;
    }
    let directory = TestDirectory::new("bench_rust").file("ball.toml", BALL);
    let more = [
        "--functions",
        "bias,mass_matrix_inverse",
        "--scalar",
        "f32",
        "--sparse",
        "--language",
        "rust",
    ];
    let value = timed(&directory, "ball.toml", &more);
    assert_eq!(value["scalar"], "f32");
    assert_eq!(value["compilers"].as_array().map(Vec::len), Some(1));
    for function in ["bias", "mass_matrix_inverse"] {
        let times = &value["functions"][function]["times"]["rustc"];
        check(&times["call"], 2);
        check(&times["batch"], 2);
        assert_eq!(times["stack"], Value::Null);
    }
}

/// Built by cargo with the crate of this clone, whose dependencies the tests have.
#[test]
fn the_code_of_the_attribute_is_timed() {
    if !is_installed("cargo") {
        return;
    }
    let directory = TestDirectory::new("bench_runtime").file("arm.toml", ARM);
    let runtime = concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime");
    let more = ["--functions", "gravity", "--language", "rust", "--runtime"];
    let value = timed(&directory, "arm.toml", &[&more[..], &[runtime]].concat());
    let rustc = &value["compilers"][0];
    assert!(
        rustc["runtime"]
            .as_str()
            .is_some_and(|path| path.ends_with("runtime")),
        "{rustc}"
    );
    let times = &value["functions"]["gravity"]["times"]["rustc"];
    check(&times["call"], 2);
    check(&times["batch"], 2);
    for (folder, why) in [
        ("nowhere", "cannot read its Cargo.toml"),
        (
            env!("CARGO_MANIFEST_DIR"),
            "it is not the folder of the crate `denoc`",
        ),
    ] {
        let outcome = directory.denoc(&["bench", "arm.toml", "--runtime", folder]);
        outcome.refused(&["--runtime ", why, "of a clone of denoc"]);
    }
    let of_c = ["bench", "arm.toml", "--language", "c", "--runtime", runtime];
    let outcome = directory.denoc(&of_c);
    outcome.refused(&["--runtime is for Rust", "add rust, or leave --runtime out"]);
}

#[test]
fn the_tables_have_a_row_for_every_function_and_batch() {
    let directory = TestDirectory::new("bench_table").file("arm.toml", ARM);
    let arguments = [
        "bench",
        "arm.toml",
        "--language",
        "c",
        "--functions",
        "gravity,bias",
        "--peers",
        "--cold=1",
        "--prefetch",
    ];
    let outcome = directory.denoc(&[&arguments[..], &QUICK].concat());
    assert_eq!(outcome.stderr, "", "no bar where nobody watches");
    let text = outcome.done();
    for words in [
        "arm, --opt 2, f64, on ",
        "Medians of 2 samples of 0.01 ms or more; a cycle took ",
        "ns a call\n",
        "ns a call, caches cold\n",
        "Each call behind 1 MB of other data",
        "predicted",
        "\ngravity_batch ",
        "Bytes of stack",
        "Bytes of code",
        "Pinocchio is not timed: it reads URDF, and the model is none.",
    ] {
        assert!(text.contains(words), "`{words}` is not in\n{text}");
    }
    let markdown = directory.denoc(&[&arguments[..], &QUICK, &["--format", "markdown"]].concat());
    assert!(markdown.done().contains("| gravity_batch"));
}

/// With other data and other code before each.
#[test]
fn cold_calls_are_timed_in_c_and_rust() {
    let directory = TestDirectory::new("bench_cold").file("arm.toml", ARM);
    let more = [
        "--functions",
        "inverse_dynamics",
        "--cold",
        "--compiler",
        "gcc",
    ];
    let value = timed(&directory, "arm.toml", &more);
    assert_eq!(value["cold_bytes"], 4 << 20);
    let times = value["functions"]["inverse_dynamics"]["times"].as_object();
    let times = times.expect("times");
    assert!(!times.is_empty());
    for times in times.values() {
        // A single call may be shorter than a step of the clock.
        check_that(&times["cold"], 2, |one| one >= 0.0);
        check(&times["call"], 2);
    }
    let value = timed(&directory, "arm.toml", &more[..2]);
    assert_eq!(value["cold_bytes"], Value::Null);
    let message = directory.denoc(&["bench", "arm.toml", "--cold=0"]);
    assert!(
        message.stderr.contains("0 is not in 1..=1024"),
        "{}",
        message.stderr
    );
}

/// Functions of loops have a status and no batch, functions of parameters are prepared.
#[test]
fn functions_with_a_status_and_with_parameters_are_timed() {
    let directory = TestDirectory::new("bench_status");
    let c = ["--compiler", "gcc", "--functions"];
    for (name, function, has_batch) in [
        ("loops/five_bar", "forward_dynamics", false),
        ("loops/five_bar", "gravity", true),
        ("../tests/models/arm", "inverse_dynamics", true),
    ] {
        let value = timed(&directory, &model(name), &[&c[..], &[function]].concat());
        for compiler in value["functions"][function]["times"]
            .as_object()
            .expect("times")
            .values()
        {
            check(&compiler["call"], 2);
            assert_eq!(compiler["fails"], false, "{name} {function}");
            assert_eq!(
                compiler["batch"].is_object(),
                has_batch,
                "{name} {function}"
            );
        }
    }
}

#[test]
fn faults_of_compilers_have_one_message() {
    let directory = TestDirectory::new("bench_faults").file("arm.toml", ARM);
    let bench =
        |more: &[&str]| directory.denoc(&[&["bench", "arm.toml"], &QUICK[..], more].concat());
    bench(&["--compiler", "nonsense"]).refused(&[
        "--compiler nonsense: ",
        "there is no such program",
        "such as gcc",
    ]);
    bench(&[
        "--language",
        "c",
        "--compiler",
        "gcc",
        "--flags",
        "-O2 --frob",
    ])
    .refused(&[
        "gcc -O2 --frob fails on the generated code",
        "--frob",
        "--flags",
    ]);
    bench(&["--compiler", "gcc", "--flags=-ffast-math"])
        .refused(&["IEEE arithmetic", "remove -ffast-math"]);
    bench(&["--functions", "nothing"]).refused(&["unknown function `nothing`", "gravity"]);
    bench(&["--repetitions", "0"]).misused(&["--repetitions"]);
    directory
        .denoc(&["bench", "arm.toml", "--time", "0"])
        .misused(&["--time", "write seconds"]);
    directory
        .denoc(&["bench", "arm.toml", "--language", "cobol"])
        .misused(&["c, rust"]);
}

#[test]
fn without_a_compiler_there_is_nothing_to_time() {
    let directory = TestDirectory::new("bench_without").file("arm.toml", ARM);
    for (more, words) in [
        (
            &[][..],
            &[
                "no C compiler is installed (gcc, clang, cc)",
                "rustc cannot be run",
                "--compiler",
            ][..],
        ),
        (
            &["--language", "rust"],
            &["rustc cannot be run", "install Rust"],
        ),
        (
            &["--language", "c"],
            &["no C compiler is installed", "--compiler"],
        ),
    ] {
        let mut denoc = Command::new(env!("CARGO_BIN_EXE_denoc"));
        let denoc = denoc.current_dir(&directory.0).env("PATH", "");
        let outcome = denoc
            .args(["bench", "arm.toml"])
            .args(more)
            .output()
            .expect("it runs");
        assert_eq!(outcome.status.code(), Some(1));
        assert!(outcome.stdout.is_empty());
        let message = String::from_utf8_lossy(&outcome.stderr);
        assert_eq!(message.lines().count(), 1, "{message}");
        for words in words {
            assert!(message.contains(words), "`{words}` is not in\n{message}");
        }
    }
}
