//! Results so long that functions of their own write them, and batches: text that is read back, and what reading does not tell.

use std::collections::BTreeSet;

use super::samples;
use super::text::read_back;
use crate::compile::Compiled;
use crate::emit::chunk::{Limits, Plan};
use crate::emit::{c99, cpp, rust};
use crate::leaves::{Argument, Input};
use crate::pass::machine::TEXT;
use crate::program::{Operand, Port};

fn in_batches(mut compiled: Compiled) -> Compiled {
    compiled.options.batch = true;
    compiled
}

/// What stands behind the head of the first function of lanes.
fn of_lanes(source: &str) -> &str {
    let (_, lanes) = source.split_once("_lanes_").expect("functions of lanes");
    lanes
}

/// The lines that begin functions of C which write results.
fn writers(source: &str) -> Vec<&str> {
    let lines = source.lines();
    let heads = lines.filter(|line| line.starts_with("DENOC_NOINLINE"));
    heads.filter(|line| line.contains("_write_")).collect()
}

#[test]
fn long_results_read_back_in_every_language() {
    read_back(&samples::lengthy());
}

#[test]
fn batches_read_back() {
    for compiled in [samples::lengthy(), samples::small()] {
        read_back(&in_batches(compiled));
    }
}

/// Programs of several parts with results so few that the function of all lanes writes them.
#[test]
fn batches_of_programs_that_are_cut_read_back() {
    read_back(&in_batches(samples::random("cut", 5, 5, 2500, 5)));
}

/// Inputs that are results were read before any result was written, which may overlap them.
#[test]
fn what_writes_results_reads_no_input() {
    let source = c99::emit_source(&samples::lengthy());
    let heads = writers(&source);
    assert_eq!(heads.len(), 2);
    for head in heads {
        assert!(head.contains("const double kept[2]"), "{head}");
        assert!(!head.contains(" q["), "{head}");
    }
    assert!(!source.contains("DENOC_RESTRICT"), "nothing is of lanes");
}

/// Lanes may not overlap: nothing is kept, and every result is written once.
#[test]
fn lanes_write_every_result_once_from_where_it_is() {
    for compiled in [samples::lengthy(), samples::small()] {
        let source = c99::emit_source(&in_batches(compiled));
        assert!(!of_lanes(&source).contains("kept"));
    }
    let source = c99::emit_source(&in_batches(samples::lengthy()));
    assert_eq!(source.matches(" h[17][k] = ").count(), 1);
    let heads = writers(&source);
    let heads = heads
        .iter()
        .filter(|head| head.contains("_lanes_results_write_"));
    let heads: Vec<_> = heads.collect();
    assert!(heads.len() > 2, "{heads:?}");
    for head in heads {
        let input = "const double (*DENOC_RESTRICT q)[8]";
        assert!(head.contains(input), "{head}");
    }
}

#[test]
fn batches_only_read_what_they_are_given() {
    let source = c99::emit_source(&in_batches(samples::lengthy()));
    assert!(source.contains("(const double (*)[8])(q + (block * 24))"));
    assert!(source.contains("(double (*)[8])(h + (block * 72000))"));
    assert!(!source.contains("(const double (*)[8])(h "));
}

/// Rust warns of what is not used, and of what need not be mutable.
#[test]
fn arrays_and_names_that_nothing_uses_are_not_printed() {
    let text = rust::file(&in_batches(samples::lengthy()), true);
    for unused in ["let mut sin", "let mut cos", "let mut out3"] {
        assert!(!text.contains(unused), "{unused}");
    }
    assert!(text.contains("let out3 = [0.0; 0];"));
    let text = rust::file(&in_batches(samples::small()), true);
    let (_, lanes) = text
        .split_once("fn lanes_hamiltonian_rates(")
        .expect("a function of lanes");
    let (lanes, _) = lanes.split_once("pub fn ").expect("its batch");
    assert!(lanes.contains("let _ = tau;"), "{lanes}");
    let text = rust::file(&samples::constant(), true);
    assert!(!text.contains("mod denoc_"), "{text}");
}

/// rustc bears 2000 statements in one function, LLVM 8000; loops over lanes stay apart.
#[test]
fn parts_of_rust_are_merged_up_to_a_length() {
    for (count, attribute) in [(7900, "#[inline]"), (8100, "#[inline(never)]")] {
        let compiled = in_batches(samples::random("cut", 5, 5, count, 5));
        let text = rust::file(&compiled, true);
        let (single, lanes) = text.split_once("fn lanes_").expect("a function of lanes");
        let of_parts = |text: &str| -> Vec<String> {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            let parts = lines
                .windows(2)
                .filter(|pair| pair[1].starts_with("fn part_"));
            parts.map(|pair| pair[0].to_owned()).collect()
        };
        let (single, lanes) = (of_parts(single), of_parts(lanes));
        assert!(
            single.len() > 2 && single.iter().all(|one| one == attribute),
            "{single:?}"
        );
        assert!(
            lanes.len() > 2 && lanes.iter().all(|one| one == "#[inline(never)]"),
            "{lanes:?}"
        );
    }
}

/// Lanes share what is prepared from parameters: it is a structure, and no array of lanes.
#[test]
fn lanes_share_the_parameters() {
    let text = rust::file(&in_batches(samples::open()), true);
    let mut total = 0;
    for function in text.split("fn ") {
        let (name, rest) = function.split_once('(').unwrap_or_default();
        if name.starts_with("lanes_") && rest.contains("prepared: &") {
            assert!(rest.contains("let prepared = &prepared.value;"), "{rest}");
            total += 1;
        }
    }
    assert!(total > 0, "no function of lanes");
    let mut compiled = in_batches(samples::lengthy());
    let program = &mut compiled.functions[0].program;
    let argument = Argument::Prepared;
    program.inputs.push(Port { argument, len: 2 });
    program.outputs[1].elements[5].operand = Operand::Input(Input { argument, index: 1 });
    let text = rust::file(&compiled, true);
    assert!(text.contains("prepared: &[f64; 2]"));
    assert!(!text.contains("prepared: &[[f64; 8]; 2]"));
}

/// The names of kernels of sines that lines of a text call.
fn kernels_called(source: &str) -> BTreeSet<&str> {
    let lines = source.lines().filter(|line| line.starts_with(' '));
    let calls = lines.filter_map(|line| line.trim_start().split_once('('));
    let names = calls.map(|(name, _)| name);
    names
        .filter(|name| name.starts_with("denoc_sincos"))
        .collect()
}

#[test]
fn every_kernel_that_is_called_is_printed() {
    // Seven angles are groups of four and of three, and one after the other in lanes.
    let whole = samples::random("whole", 7, 7, 300, 7);
    for compiled in [whole.clone(), in_batches(whole)] {
        let source = c99::emit_source(&compiled);
        let called = kernels_called(&source);
        assert!(called.len() > 1, "{called:?}");
        for name in called {
            let head = format!(" {name}(");
            let mut lines = source.lines().filter(|line| !line.starts_with(' '));
            assert!(lines.any(|line| line.contains(&head)), "{name}");
        }
    }
}

/// The text of the function, of its part and of what writes its results, each once.
#[test]
fn all_text_of_long_results_is_fetched() {
    let mut compiled = samples::lengthy();
    compiled.options.prefetch = true;
    let source = c99::emit_source(&compiled);
    let lines = source.lines().map(str::trim_start);
    let fetched = lines.filter_map(|line| line.strip_prefix("DENOC_PREFETCH("));
    let (mut names, mut sum) = (BTreeSet::new(), 0);
    for arguments in fetched {
        let (name, bytes) = arguments.split_once(", ").expect("two arguments");
        let bytes = bytes.trim_end_matches("U);");
        sum += bytes.parse::<usize>().expect("a number");
        assert!(source.contains(&format!(" {name}(")), "{name}");
        assert!(names.insert(name), "{name} is fetched twice");
    }
    assert_eq!(names.len(), 4, "{names:?}");
    let program = &compiled.functions[0].program;
    let elements = program.outputs.iter().map(|one| one.elements.len());
    let elements: usize = elements.sum();
    assert_eq!(sum, TEXT * program.statements.len() + 8 * elements);
}

#[test]
fn loops_over_lanes_hold_no_statement_beyond_their_ends() {
    let limits = Limits {
        whole: 40,
        shortest: 10,
        longest: 25,
        merged: 0,
        touched: usize::MAX,
    };
    let compiled = samples::random("cut", 5, 5, 90, 5);
    let program = &compiled.functions[0].program;
    assert!(Plan::of(program, limits).parts().any(|part| part.inline));
    let plan = Plan::of_lanes(program, limits);
    assert!(plan.is_cut() && plan.parts().all(|part| !part.inline));
}

/// Sums of angles live until sines and cosines of all are taken, so the fewest cross a cut at the first place that is allowed.
#[test]
fn sums_of_angles_live_until_their_sines_are_taken() {
    let limits = Limits {
        whole: 40,
        shortest: 2,
        longest: 6,
        merged: 0,
        touched: usize::MAX,
    };
    let compiled = samples::random("cut", 5, 10, 90, 5);
    let plan = Plan::of_lanes(&compiled.functions[0].program, limits);
    let parts: Vec<_> = plan
        .before
        .iter()
        .map(|part| part.statements.clone())
        .collect();
    assert_eq!(parts, [0..2, 2..4, 4..10]);
}

#[test]
fn a_header_of_cpp_calls_the_batches() {
    let text = cpp::emit(&in_batches(samples::small()));
    assert!(text.contains("::two_link_inverse_dynamics_batch(n, "));
}
