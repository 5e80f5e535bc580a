//! `--emit cpp`: what is written, and by what name it is used.

use std::path::Path;
use std::process::Command;

use crate::support::{BODIES, TestDirectory, model};

/// Prints functions of a model as C++; what the command says.
fn generated(directory: &TestDirectory, model: &str, functions: &str, further: &[&str]) -> String {
    let generate = ["generate", model, "--emit", "cpp", "--functions", functions];
    directory.denoc(&[&generate, further].concat()).done()
}

#[test]
fn one_language_is_three_files() {
    let directory = TestDirectory::new("cpp-generate").file("arm.toml", BODIES);
    let table = generated(&directory, "arm.toml", "gravity,mass_matrix", &[]);
    for name in ["arm.c", "arm.h", "arm.hpp"] {
        assert!(
            directory.has(name) && table.contains(name),
            "{name}\n{table}"
        );
    }
    let text = directory.text("arm.hpp");
    for words in [
        "namespace arm {",
        "enum class Joint : std::size_t {\n    upper = 0,\n    lower = 1\n};",
        "inline void mass_matrix(Input<nq> q, Output<4> M) noexcept",
        "inline std::array<Scalar, 2> gravity(Input<nq> q) noexcept",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    // Files of denoc's own are renewed; with C beside, its files are there once.
    let both = directory
        .denoc(&["generate", "arm.toml", "--emit", "c,cpp"])
        .done();
    assert_eq!(both.matches("arm.h,").count(), 1, "{both}");
}

#[test]
fn namespaces_are_names_that_cpp_has_left() {
    let directory = TestDirectory::new("cpp-names").file("arm.toml", BODIES);
    for (name, namespace) in [("new", "new_"), ("std", "std_"), ("Left Arm", "left_arm")] {
        generated(&directory, "arm.toml", "gravity", &["--name", name]);
        let file = format!("{}.hpp", name.to_lowercase().replace(' ', "_"));
        let text = directory.text(&file);
        assert!(
            text.contains(&format!("namespace {namespace} {{")),
            "{text}"
        );
    }
}

#[test]
fn the_help_names_the_files() {
    let help = TestDirectory::new("cpp-help")
        .denoc(&["generate", "--help"])
        .done();
    assert!(help.contains("NAME.hpp"), "{help}");
}

/// The blocks of C++ in docs/cpp.md, for the model and with the functions of its command.
#[test]
fn the_examples_of_the_documentation_compile() {
    const EIGEN: &str = "/usr/include/eigen3";
    let directory = TestDirectory::new("cpp-docs");
    let functions = "inverse_dynamics,forward_dynamics,mass_matrix";
    let model = model("ur5");
    generated(&directory, &model, functions, &[]);
    let blocks: Vec<&str> = include_str!("../../../docs/cpp.md")
        .split("```cpp\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        if block.contains("EIGEN") && !Path::new(EIGEN).is_dir() {
            println!("Eigen is not installed: its part of the test is skipped");
            continue;
        }
        let is_directive = |line: &&str| line.starts_with('#');
        let (head, body): (Vec<&str>, Vec<&str>) = block.lines().partition(is_directive);
        let text = format!(
            "{}\nint main()\n{{\n{}\n}}\n",
            head.join("\n"),
            body.join("\n")
        );
        std::fs::write(directory.0.join("example.cpp"), text).expect("a file for the test");
        let outcome = Command::new("g++")
            .current_dir(&directory.0)
            .args([
                "-std=c++20",
                "-fsyntax-only",
                "-isystem",
                EIGEN,
                "example.cpp",
            ])
            .output();
        let Ok(outcome) = outcome else {
            println!("g++ is not installed: its part of the test is skipped");
            return;
        };
        let messages = String::from_utf8_lossy(&outcome.stderr);
        assert!(outcome.status.success(), "{block}\n{messages}");
    }
}
