//! Functions that solve equations twice, or none and fail all the same: what no other sample has.

use super::samples;
use super::text::{read_back, texts};
use crate::compile::Compiled;
use crate::emit::scan::{self, Language, Misprint};
use crate::emit::{c99, javascript};

/// The difference that is found in a text.
fn found(compiled: &Compiled, language: Language, text: &str) -> Option<Misprint> {
    scan::check(text, "text", language, compiled).err()
}

#[test]
fn functions_that_solve_twice_or_fail_by_a_margin_read_back() {
    for compiled in [samples::twice(), samples::guarded()] {
        read_back(&compiled);
    }
}

#[test]
fn solutions_in_another_place_are_noticed() {
    let compiled = samples::twice();
    for (language, text) in texts(&compiled) {
        let changes: &[(&str, &str)] = match language {
            Language::Rust => &[
                ("let mut solved = [0.0; 9];", ""),
                ("solved[6..]", "solved[5..]"),
                ("::solve(3, 2, ", "::solve(2, 3, "),
            ],
            Language::C => &[
                ("&solved[6]", "&solved[5]"),
                ("denoc_solve(3, 2, ", "denoc_solve(2, 3, "),
            ],
            Language::JavaScript => &[
                ("solved.subarray(6, 9)", "solved.subarray(5, 8)"),
                ("carried0, solved", "carried1, solved"),
            ],
        };
        for (from, to) in changes {
            assert!(text.contains(from), "{language:?}: {from}");
            let wrong = text.replacen(from, to, 1);
            let found = found(&compiled, language, &wrong);
            assert!(found.is_some(), "{language:?}: {from} as {to}");
        }
    }
}

#[test]
fn a_part_that_an_array_does_not_have_is_refused() {
    let compiled = samples::twice();
    let javascript = javascript::emit(compiled.printed());
    let c = c99::emit_source(&compiled);
    for (language, text, from, to) in [
        (
            Language::JavaScript,
            &javascript,
            "subarray(6, 9)",
            "subarray(9, 6)",
        ),
        (
            Language::JavaScript,
            &javascript,
            "subarray(6, 9)",
            "subarray(6, 99)",
        ),
        (Language::C, &c, "&solved[6]", "&solved[99]"),
    ] {
        assert!(text.contains(from), "{from}");
        let wrong = text.replacen(from, to, 1);
        let misprint = found(&compiled, language, &wrong).expect("no such part");
        assert_eq!(misprint.why, "there are no such elements", "{misprint}");
    }
}

#[test]
fn a_header_says_what_is_solved() {
    let header = c99::emit_header(&samples::twice());
    for words in [
        "3 x 3 with 2 right-hand sides, in the operations",
        "2 x 3 with least norm, cut-off 1e-9, not in the operations",
    ] {
        assert!(header.contains(words), "{words} is not in\n{header}");
    }
}

#[test]
fn what_solves_nothing_has_no_array_of_solutions() {
    let text = javascript::emit(samples::guarded().printed());
    assert!(text.contains("const margins0 = new Float64Array(1);"));
    assert!(!text.contains("const solved"), "{text}");
}
