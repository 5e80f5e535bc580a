//! The last of the tests says which optional tools are not installed, and so what was not run.

use denoc_tests::lane::is_installed;

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
