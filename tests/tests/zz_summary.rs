//! The last of the tests says which optional tools are not installed, and so what was not run, and which parts of the golden data no
//! function is compared with.

use std::collections::BTreeMap;
use std::path::Path;

use denoc_tests::lane::is_installed;
use denoc_tests::{golden, plan};

/// A program that tests use where it is installed, and what is not run without it.
const OPTIONAL: [(&str, &str); 4] = [
    (
        "clang",
        "generated C and the kernels under clang: its warnings, its symbols, its bits beside those of gcc",
    ),
    ("g++", "the generated headers as C++, and what they call"),
    ("node", "generated JavaScript against the evaluator"),
    ("tcc", "generated C and the kernels under tcc"),
];

/// A library that tests use where it is installed, its place, and what is not run without it.
const LIBRARIES: [(&str, &str, &str); 1] = [(
    "Eigen",
    "/usr/include/eigen3",
    "the overloads of the C++ header on vectors and matrices of Eigen",
)];

fn main() {
    tools();
    if !plan::slow() {
        println!("without DENOC_SLOW_TESTS: fewer seeds, compilers and models\n");
    }
    golden_data();
}

fn tools() {
    let programs = OPTIONAL.into_iter();
    let programs = programs.filter(|(tool, _)| !is_installed(tool));
    let libraries = LIBRARIES.into_iter();
    let libraries = libraries.filter(|(_, place, _)| !Path::new(place).exists());
    let libraries = libraries.map(|(library, _, what)| (library, what));
    let missing: Vec<_> = programs.chain(libraries).collect();
    if missing.is_empty() {
        let libraries = LIBRARIES.iter().map(|(library, ..)| *library);
        let all: Vec<&str> = OPTIONAL
            .iter()
            .map(|(tool, _)| *tool)
            .chain(libraries)
            .collect();
        let all = all.join(", ");
        println!(
            "\nall optional tools are installed ({all}): no test was left out for want of one\n"
        );
        return;
    }
    println!("\nnot installed, and so not run:");
    for (tool, what) in missing {
        println!("  {tool}: {what}");
    }
    println!();
}

/// Arrays of golden states that no function is compared with: those of quantities that `plan::quantities` leaves out, and of quantities
/// that do not exist.
fn golden_data() {
    let mut skipped: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for model in plan::models() {
        for (key, count) in golden::skipped(&model) {
            let (arrays, models) = skipped.entry(key).or_default();
            *arrays += count;
            *models += 1;
        }
    }
    let total: usize = skipped.values().map(|(arrays, _)| arrays).sum();
    println!("golden data that no function is compared with: {total} arrays");
    for (key, (arrays, models)) in skipped {
        println!("  {key}: {arrays} of {models} models");
    }
    println!();
}
