//! The last of the tests says which optional tools are not installed, and so what was not run, and which parts of the golden data no
//! function is compared with.

use std::collections::BTreeMap;

use denoc_tests::lane::is_installed;
use denoc_tests::{golden, plan};

/// A program that tests use where it is installed, and what is not run without it.
const OPTIONAL: [(&str, &str); 4] = [
    (
        "clang",
        "generated C and the kernels under clang: its warnings, its symbols, its bits beside those of gcc",
    ),
    ("g++", "the generated header as C++"),
    ("node", "generated JavaScript against the evaluator"),
    ("tcc", "generated C and the kernels under tcc"),
];

fn main() {
    tools();
    golden_data();
}

fn tools() {
    let missing: Vec<_> = OPTIONAL
        .into_iter()
        .filter(|(tool, _)| !is_installed(tool))
        .collect();
    if missing.is_empty() {
        let all = OPTIONAL.map(|(tool, _)| tool).join(", ");
        println!("\nall optional tools are installed ({all}): every test was run in full\n");
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
