//! What is not as it was compiled is noticed: changes planted into texts of ours.

use super::samples;
use super::text::texts;
use super::tools::slow;
use crate::compile::{Compiled, Functions, Options, Sincos, compile};
use crate::emit::scan::{self, Language, Misprint};
use crate::model::load;

/// The difference that is found in a text.
fn found(compiled: &Compiled, language: Language, text: &str) -> Option<Misprint> {
    scan::check(text, "text", language, compiled).err()
}

/// A text with its first `from` behind `after` replaced.
fn replaced(text: &str, after: &str, from: &str, to: &str) -> String {
    let start = text.find(after).expect(after) + after.len();
    let (head, tail) = text.split_at(start);
    assert!(tail.contains(from), "{from}");
    head.to_owned() + &tail.replacen(from, to, 1)
}

#[test]
fn a_difference_names_the_function_and_both_texts() {
    let compiled = samples::small();
    for (language, text) in texts(&compiled) {
        let wrong = replaced(&text, "inverse_dynamics(", "t1 - ", "t1 + ");
        let misprint = found(&compiled, language, &wrong).expect("a sum is no difference");
        assert_eq!(misprint.function, "inverse_dynamics");
        assert!(misprint.found.contains("t1 + "), "{misprint}");
        assert_eq!(misprint.expected, "t2 = t1 - sin[1]");
        let line = wrong.lines().nth(misprint.line - 1).expect("a line");
        assert!(line.contains(&misprint.found), "{misprint}");
        let words = misprint.to_string();
        assert!(words.starts_with("internal error: text:"), "{words}");
        assert!(words.contains("nothing was written"), "{words}");
    }
}

/// A line with something else in place of each character that says what its statement computes.
fn changes(line: &str) -> Vec<String> {
    let mut changes = Vec::new();
    let code = line.trim_start();
    let is_statement = line.starts_with(' ') && (code.contains(" = ") || code.starts_with("(["));
    let declares = code.contains("Float64Array") || code.contains("; ") && code.contains("= [");
    if !is_statement
        || declares
        || code.starts_with("///")
        || code.starts_with("let _")
        || code.contains("&prepared.value")
    {
        return changes;
    }
    let right = line.find(" = ").map_or(0, |at| at + 3);
    for (at, c) in line.char_indices().filter(|(at, _)| *at >= right) {
        let before = line[..at].chars().next_back().unwrap_or(' ');
        let after = line[at + c.len_utf8()..].chars().next().unwrap_or(' ');
        let other = match c {
            '+' => "-",
            '*' => "+",
            '/' => "*",
            '-' if after == ' ' => "+",
            '-' if before != 'e' => "",
            // Not in a name such as `f64`, not where it makes no difference: 1.50.
            '0'..='9' if !after.is_ascii_digit() && after != '.' => {
                let word = line[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric());
                let start = &line[word.len()..=at];
                let is_number = start.starts_with(|c: char| c.is_ascii_digit());
                let is_slot = start.starts_with('t') && start[1..].parse::<usize>().is_ok();
                if !is_number && !is_slot {
                    continue;
                }
                if c == '1' { "2" } else { "1" }
            }
            _ => continue,
        };
        let (before, after) = (&line[..at], &line[at + c.len_utf8()..]);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.';
        let start = before.trim_end_matches(is_part).len();
        let mut rest = after.len() - after.trim_start_matches(is_part).len();
        if let Some(exponent) = after[rest..].strip_prefix('-')
            && after[..rest].ends_with('e')
        {
            rest = after.len() - exponent.trim_start_matches(is_part).len();
        }
        let read = |digit: &str| {
            let text = format!("{}{digit}{}", &before[start..], &after[..rest]);
            text.trim_end_matches('f').parse::<f64>().ok()
        };
        // The last of 17 digits may say nothing.
        if c.is_ascii_digit() && read(other).is_some() && read(other) == read(&c.to_string()) {
            continue;
        }
        changes.push(format!("{before}{other}{after}"));
    }
    changes
}

/// Every operator, sign, digit, and index of every statement of every function, and every statement that is dropped.
#[test]
fn every_change_of_a_statement_is_noticed() {
    let mut total = 0;
    for mut compiled in [
        samples::small(),
        samples::dry(),
        samples::closed(),
        samples::open(),
        samples::with_fused(samples::small()),
    ] {
        let small = compiled.functions[0].program.statements.len() < 30;
        for sincos in [Sincos::Poly, Sincos::Libm] {
            // Texts differ in the calls of sine and cosine alone.
            if sincos == Sincos::Libm && !small && !slow() {
                continue;
            }
            compiled.options.sincos = sincos;
            for (language, text) in texts(&compiled) {
                total += sweep(&compiled, language, &text);
            }
        }
    }
    assert!(total > 2000, "{total} changes");
}

/// The number of changes of one text, all of which are noticed.
fn sweep(compiled: &Compiled, language: Language, text: &str) -> usize {
    assert_eq!(found(compiled, language, text), None, "{}", compiled.name);
    let lines: Vec<&str> = text.lines().collect();
    let mut total = 0;
    for (index, line) in programs(&lines, compiled) {
        let dropped = line.contains(" = ")
            && line.ends_with(';')
            && !line.contains("let _")
            && !line.contains("&prepared.value");
        let mut wrong = changes(line);
        wrong.extend(dropped.then(String::new));
        for wrong in wrong {
            let mut lines = lines.clone();
            lines[index] = &wrong;
            let misprint = found(compiled, language, &lines.join("\n"));
            assert!(
                misprint.is_some(),
                "{language:?} line {index}: `{line}` as `{wrong}`"
            );
            total += 1;
        }
    }
    total
}

/// The lines of functions that are programs: not those of kernels, nor what is put around them for users.
fn programs<'t>(lines: &[&'t str], compiled: &Compiled) -> Vec<(usize, &'t str)> {
    let names: Vec<&str> = compiled.printed().map(|one| one.name.as_str()).collect();
    let mut within = false;
    let mut kept = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let is_head = line.trim_start().starts_with("pub fn")
            || line.trim_start().starts_with("fn ")
            || !line.starts_with([' ', '}', '{', '/']) && line.contains('(');
        if is_head {
            within = names.iter().any(|name| line.contains(*name));
        }
        if within {
            kept.push((index, *line));
        }
    }
    kept
}

#[test]
fn swapped_outputs_are_noticed() {
    let compiled = samples::small();
    for (language, text) in texts(&compiled) {
        let wrong = match language {
            Language::Rust => text.replacen("[-t4, t6]", "[t6, -t4]", 1),
            Language::C | Language::JavaScript => {
                let swapped = text.replacen("tau[0] = -t4;", "tau[1] = -t4;", 1);
                swapped.replacen("tau[1] = t6;", "tau[0] = t6;", 1)
            }
        };
        assert!(wrong != text);
        let misprint = found(&compiled, language, &wrong).expect("other outputs");
        assert_eq!(misprint.expected, "tau[0] = -t4", "{misprint}");
    }
}

#[test]
fn an_output_that_is_written_before_an_input_is_read_is_noticed() {
    let compiled = samples::small();
    let text = crate::emit::c99::emit_source(&compiled);
    let wrong = text.replacen(
        "qd[0] = kept[1];",
        "qd[0] = kept[1];\n    kept[0] = q[0];",
        1,
    );
    let wrong = if wrong == text {
        text.replacen(
            "qd[0] = -kept[1];",
            "qd[0] = -kept[1];\n    kept[0] = q[0];",
            1,
        )
    } else {
        wrong
    };
    let misprint = found(&compiled, Language::C, &wrong).expect("an order that matters");
    assert!(misprint.why.contains("overlap"), "{misprint}");
}

/// The tails of sums of angles are asked for by another name, with an array more.
#[test]
fn sines_with_tails_and_without_are_told_apart() {
    let (name, given) = (
        "sincos_with_tails(&angles, &tails, ",
        "sincos_with_tails(&angles, ",
    );
    let mut total = 0;
    for compiled in samples::all() {
        for (language, text) in texts(&compiled) {
            for wrong in ["sincos(&angles, &tails, ", given] {
                let wrong = text.replacen(name, wrong, 1);
                if wrong != text {
                    assert!(found(&compiled, language, &wrong).is_some());
                    total += 1;
                }
            }
        }
    }
    assert!(total > 1, "{total} changes");
}

#[test]
fn sines_that_take_tails_are_given_some() {
    let compiled = samples::small();
    for (language, text) in texts(&compiled) {
        if language == Language::Rust {
            let (from, to) = ("sincos(&angles, &mut", "sincos_with_tails(&angles, &mut");
            let wrong = replaced(&text, "fn kinetic_energy(", from, to);
            let misprint = found(&compiled, language, &wrong).expect("an array is missing");
            assert_eq!(misprint.why, "other arrays were expected", "{misprint}");
        }
    }
}

#[test]
fn a_result_without_its_last_element_has_no_line_to_name() {
    let compiled = samples::small();
    let text = crate::emit::rust::file(&compiled, true);
    let wrong = text.replacen("[-t4, t6]", "[-t4]", 1);
    assert!(wrong != text);
    let misprint = found(&compiled, Language::Rust, &wrong).expect("an element less");
    assert_eq!((misprint.line, misprint.why), (0, ""), "{misprint}");
    assert_eq!(misprint.expected, "tau[1] = t6");
    let words = misprint.to_string();
    assert!(words.contains("text: `inverse_dynamics`"), "{words}");
    assert!(words.contains("the text ends"), "{words}");
}

#[test]
fn an_element_behind_the_last_is_noticed() {
    let compiled = samples::small();
    for (language, text) in texts(&compiled) {
        for array in ["q", "qd"] {
            let element = format!("{array}[0]");
            let wrong = replaced(
                &text,
                "inverse_dynamics(",
                &element,
                &format!("{array}[99]"),
            );
            let misprint = found(&compiled, language, &wrong).expect("no such element");
            assert_eq!(misprint.why, "there is no such element", "{language:?}");
        }
    }
}

#[test]
fn a_text_without_the_function_has_no_line_to_name() {
    let compiled = samples::small();
    for language in [Language::Rust, Language::C, Language::JavaScript] {
        let misprint = found(&compiled, language, "").expect("no function");
        assert_eq!((misprint.line, &*misprint.found), (0, ""), "{misprint}");
    }
}

#[test]
fn signs_of_fused_operations_are_in_what_was_expected() {
    let compiled = samples::with_fused(samples::small());
    let text = crate::emit::c99::emit_source(&compiled);
    let lines: Vec<&str> = text.lines().collect();
    let mut negative = 0;
    for (index, line) in programs(&lines, &compiled) {
        let Some((_, arguments)) = line.split_once("fma(") else {
            continue;
        };
        let mut lines = lines.clone();
        lines.remove(index);
        let misprint = found(&compiled, Language::C, &lines.join("\n")).expect("a line less");
        let (_, expected) = misprint.expected.split_once("fused(").expect("a fused one");
        let signs = |text: &str| -> Vec<bool> {
            text.split(", ").map(|one| one.starts_with('-')).collect()
        };
        assert_eq!(signs(expected), signs(arguments), "{misprint}");
        negative += usize::from(arguments.contains('-'));
    }
    assert!(negative > 0, "no sign");
}

/// Results that are stored together: all left out, two exchanged, at another place.
#[test]
fn wrong_stores_are_noticed() {
    let compiled = samples::stored();
    let text = crate::emit::c99::emit_source(&compiled);
    assert_eq!(found(&compiled, Language::C, &text), None);
    let lines: Vec<&str> = text.lines().collect();
    let mut total = 0;
    for (index, line) in programs(&lines, &compiled) {
        if !line.contains("DENOC_STORE_") {
            continue;
        }
        let values = line.trim_end_matches(");").split_once("], ");
        let (_, values) = values.expect("a place, then values");
        let values: Vec<&str> = values.split(", ").collect();
        let mut wrong = vec![
            String::new(),
            line.replacen("[1", "[2", 1),
            line.replacen("&M", "&h", 1),
            line.replacen(");", ", 0.0);", 1),
            line.replacen(", ", ", -", 1),
        ];
        for k in 1..values.len() {
            let mut swapped = values.clone();
            swapped.swap(k - 1, k);
            wrong.push(line.replace(&values.join(", "), &swapped.join(", ")));
        }
        for wrong in wrong.iter().filter(|wrong| wrong.as_str() != line) {
            let is_zero = wrong.replacen("-0.0", "0.0", 1) == line;
            let mut lines = lines.clone();
            lines[index] = wrong;
            let misprint = found(&compiled, Language::C, &lines.join("\n"));
            assert!(is_zero || misprint.is_some(), "`{line}` as `{wrong}`");
            total += 1;
        }
    }
    assert!(total > 100, "{total} changes");
}

/// The calls of parts: one left out, two exchanged, arguments exchanged.
#[test]
fn wrong_calls_of_parts_are_noticed() {
    let compiled = samples::random("cut", 12, 12, 8500, 12);
    for (language, text) in texts(&compiled) {
        assert_eq!(found(&compiled, language, &text), None);
        let lines: Vec<&str> = text.lines().collect();
        let calls: Vec<usize> = (0..lines.len())
            .filter(|&index| lines[index].contains("part_") && lines[index].ends_with(");"))
            .collect();
        assert!(calls.len() > 1, "{language:?}: {calls:?}");
        let noticed = |wrong: &[&str], what: &str| {
            let misprint = found(&compiled, language, &wrong.join("\n"));
            assert!(misprint.is_some(), "{language:?}: {what}");
        };
        for &call in &calls {
            let mut dropped = lines.clone();
            dropped.remove(call);
            noticed(&dropped, "a call is left out");
            let (head, arguments) = lines[call].split_once('(').expect("a call");
            let arguments: Vec<&str> = arguments.trim_end_matches(");").split(", ").collect();
            for k in 1..arguments.len() {
                let mut swapped = arguments.clone();
                swapped.swap(k - 1, k);
                let swapped = format!("{head}({});", swapped.join(", "));
                let mut wrong = lines.clone();
                wrong[call] = &swapped;
                noticed(&wrong, &swapped);
            }
        }
        let mut exchanged = lines.clone();
        exchanged.swap(calls[0], calls[1]);
        noticed(&exchanged, "two calls are exchanged");
    }
}

/// What a function does that solves equations, line by line: each is left out, each number is changed.
#[test]
fn wrong_steps_and_solvers_are_noticed() {
    for compiled in [samples::closed(), samples::redundant()] {
        for (language, text) in texts(&compiled) {
            calls_of_steps(&compiled, language, &text);
        }
    }
}

fn calls_of_steps(compiled: &Compiled, language: Language, text: &str) {
    assert_eq!(found(compiled, language, text), None, "{}", compiled.name);
    let lines: Vec<&str> = text.lines().collect();
    let mut total = 0;
    for (index, line) in programs(&lines, compiled) {
        let calls = ["_step", "solve(", "minimum_norm(", "margins"];
        let is_call = line.starts_with(' ')
            && calls.iter().any(|call| line.contains(call))
            && !line.contains("///")
            && !line.contains("fn ");
        if !is_call || line.contains(" = new ") || line.trim_start().starts_with("double") {
            continue;
        }
        for (from, to) in [
            ("(2, ", "(3, "),
            ("q, ", "qd, "),
            ("!", ""),
            ("step0", "step1"),
        ] {
            if !line.contains(from) {
                continue;
            }
            let wrong = line.replacen(from, to, 1);
            let mut lines = lines.clone();
            lines[index] = &wrong;
            let misprint = found(compiled, language, &lines.join("\n"));
            assert!(misprint.is_some(), "{language:?}: `{line}` as `{wrong}`");
            total += 1;
        }
    }
    assert!(total > 2, "{language:?}: {total} changes");
}

#[test]
fn texts_of_robots_are_what_was_compiled() {
    let robots = [
        "urdf/ur5_robot.urdf",
        "urdf/anymal.urdf",
        "urdf/tiago_no_hand.urdf",
    ];
    for robot in robots {
        let path = format!("{}/../tests/golden/{robot}", env!("CARGO_MANIFEST_DIR"));
        let loaded = load(path.as_ref()).expect("a golden model");
        let options = Options {
            functions: Functions::default().of(&loaded.mechanism),
            ..Options::default()
        };
        let compiled = compile(&loaded.mechanism, &options).expect("a sound mechanism");
        for (language, text) in texts(&compiled) {
            assert_eq!(found(&compiled, language, &text), None, "{robot}");
        }
    }
}
