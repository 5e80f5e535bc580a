//! What stands around programs is read back too: the state, the parameters, the header. Changes planted into texts of ours are noticed.

use super::samples;
use crate::compile::Compiled;
use crate::emit::scan::{self, Language};
use crate::emit::{c99, rust};

/// The lines of the bodies of functions with these names, `fn` or C.
fn bodies(text: &str, names: &[&str]) -> Vec<usize> {
    let mut within = false;
    let mut kept = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let head = line.trim_start();
        if head.contains("fn ") || !line.starts_with([' ', '{', '}']) && line.contains('(') {
            within = names.iter().any(|name| line.contains(&format!("{name}(")));
        } else if within && !head.starts_with("/// ") && !head.starts_with('#') {
            kept.push(index);
        }
    }
    kept
}

/// A line left out where it is a statement, and each integer in it another.
fn changes(line: &str) -> Vec<String> {
    let mut changes = Vec::new();
    if line.ends_with([';', ',']) {
        changes.push(String::new());
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    for (at, c) in line.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let alone = !line[..at].ends_with(is_word) && !line[at + 1..].starts_with(is_word);
        if alone {
            let other = if c == '1' { "2" } else { "1" };
            changes.push(format!("{}{other}{}", &line[..at], &line[at + 1..]));
        }
    }
    changes
}

fn sweep(compiled: &Compiled, names: &[&str]) -> usize {
    let texts = [
        (Language::Rust, rust::file(compiled, false)),
        (Language::Rust, rust::file(compiled, true)),
        (Language::C, c99::emit_source(compiled)),
    ];
    let mut total = 0;
    for (language, text) in texts {
        let found = |text: &str| scan::check(text, "text", language, compiled).err();
        assert_eq!(found(&text), None, "{}", compiled.name);
        let lines: Vec<&str> = text.lines().collect();
        for index in bodies(&text, names) {
            // An array that is longer than it must be does no harm.
            if lines[index].contains(" kept[") {
                continue;
            }
            for wrong in changes(lines[index]) {
                let mut changed = lines.clone();
                changed[index] = &wrong;
                assert!(
                    found(&changed.join("\n")).is_some(),
                    "{language:?}: `{}` as `{wrong}`",
                    lines[index]
                );
                total += 1;
            }
        }
    }
    total
}

#[test]
fn changes_of_the_state_are_noticed() {
    let total = sweep(&samples::afloat(), &["integrate", "difference"]);
    assert!(total > 100, "{total} changes");
}

#[test]
fn changes_of_the_parameters_are_noticed() {
    let total = sweep(&samples::open(), &["prepare", "default"]);
    assert!(total > 20, "{total} changes");
}

#[test]
fn changes_of_a_header_are_noticed() {
    let mut batched = samples::small();
    batched.options.batch = true;
    for compiled in [
        samples::small(),
        batched,
        samples::afloat(),
        samples::open(),
        samples::closed(),
    ] {
        let (source, header) = (c99::emit_source(&compiled), c99::emit_header(&compiled));
        let check = |header: &str| scan::check_header(("text", header), &source, &compiled);
        assert_eq!(check(&header), Ok(()));
        let lines: Vec<&str> = header.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let wrong = if line.ends_with(");") {
                line.replacen("const ", "", 1)
            } else if line.starts_with("#define ") && line.split(' ').count() == 3 {
                format!("{line}0")
            } else {
                continue;
            };
            let mut changed = lines.clone();
            changed[index] = &wrong;
            let changed = check(&changed.join("\n"));
            assert!(changed.is_err() || wrong == *line, "{line}");
        }
    }
}
