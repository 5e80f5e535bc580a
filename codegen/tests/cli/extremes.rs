//! Every number of a model, in turn, by one that no mechanism has: a fault with its line, whatever the number is for.

use crate::support::{BODIES, TestDirectory};

/// The numbers of a text: byte ranges of decimals outside of names and quotes.
fn numbers(text: &str) -> Vec<core::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let is_part = c.is_ascii_digit() || c == '.' || (c == '-' && start.is_none());
        match start {
            None if is_part && matches!(before, ' ' | '[' | ',') => start = Some(at),
            Some(first) if !is_part => {
                found.push(first..at);
                start = None;
            }
            _ => {}
        }
        before = c;
    }
    found
}

#[test]
fn numbers_beyond_all_mechanisms_are_faults_of_their_lines() {
    let directory = TestDirectory::new("extremes");
    let long = "1".repeat(400);
    let all = numbers(BODIES);
    assert_eq!(
        all.len(),
        31,
        "of gravity, axes, placements, masses, mass centres, inertias"
    );
    for number in all {
        let line = BODIES[..number.start].matches('\n').count() + 1;
        for value in ["nan", "-inf", "1e300", "1e-300", "-1e154", long.as_str()] {
            let mut text = BODIES.to_owned();
            text.replace_range(number.clone(), value);
            let directory = TestDirectory(directory.0.clone()).file("arm.toml", text);
            directory
                .denoc(&["check", "arm.toml"])
                .refused(&[&format!("arm.toml:{line}:")]);
        }
    }
}

/// The same of formulas, whose values at the defaults are no numbers of a mechanism.
#[test]
fn formulas_beyond_all_mechanisms_are_faults_of_their_lines() {
    let directory = TestDirectory::new("extreme_formulas");
    let header = "[parameters]\nload = 0.5\n";
    for number in numbers(BODIES) {
        let line = BODIES[..number.start].matches('\n').count() + 1;
        for formula in ["load*1e310", "load*1e200*1e-270", "load*1e41"] {
            let mut text = BODIES.to_owned();
            text.replace_range(number.clone(), &format!("\"{formula}\""));
            let text = text.replacen("[[body]]", &format!("{header}[[body]]"), 1);
            let moved = if text[..text.find(formula).unwrap_or(0)].contains(header) {
                2
            } else {
                0
            };
            let directory = TestDirectory(directory.0.clone()).file("arm.toml", text);
            directory
                .denoc(&["check", "arm.toml"])
                .refused(&[&format!("arm.toml:{}:", line + moved)]);
        }
    }
}

/// A name for the square of a name, and so on: twice as many digits each time, or twice the degree.
#[test]
fn values_that_grow_from_name_to_name_are_faults_of_the_first_that_is_too_long() {
    let directory = TestDirectory::new("growing_names");
    let squares = |first: &str| -> String {
        let further = (1..40).map(|k| format!("t{k} = \"t{0}*t{0}\"\n", k - 1));
        format!("t0 = \"{first}\"\n{}", further.collect::<String>())
    };
    let body = BODIES.replacen("mass = 1.0", "mass = \"p + 0*t39\"", 1);
    for (default, first, line, words) in [
        ("1.5", "1e400", 5, "below 1e-300 or beyond 1e300"),
        ("1.5", "1e40", 8, "below 1e-300 or beyond 1e300"),
        ("1.5", "1/3", 15, "below 1e-300 or beyond 1e300"),
        ("1.5", "1 - 1/7e19", 11, "more than 800 digits"),
        ("1", "p", 16, "degree beyond 1024"),
        ("1", "2*p*p/(p + p)", 15, "degree beyond 1024"),
    ] {
        let table = format!("[parameters]\np = {default}\n{}", squares(first));
        let text = body.replacen("[[body]]", &format!("{table}[[body]]"), 1);
        let directory = TestDirectory(directory.0.clone()).file("arm.toml", text);
        let place = format!("arm.toml:{line}:");
        directory
            .denoc(&["check", "arm.toml"])
            .refused(&[&place, words]);
    }
}

/// Sums as long as a file may be, in one formula and from name to name.
#[test]
fn formulas_of_many_operations_are_faults_or_compiled() {
    let directory = TestDirectory::new("long_formulas");
    let of = |formula: &str, names: &str| {
        let table = format!("[parameters]\np = 1.5\n{names}");
        let body = BODIES.replacen("mass = 1.0", &format!("mass = \"{formula}\""), 1);
        body.replacen("[[body]]", &format!("{table}[[body]]"), 1)
    };
    let sum = vec!["p"; 2000].join("+");
    let chain = |length: usize| -> String {
        let further = (1..=length).map(|k| format!("t{k} = \"t{}+{}\"\n", k - 1, &sum[..1999]));
        format!("t0 = \"p\"\n{}", further.collect::<String>())
    };
    let long = format!("arm.toml:{}:", 10);
    for (text, words) in [
        (
            of(&vec!["p"; 3000].join("+"), ""),
            &[long.as_str(), "longer than 4096 bytes"][..],
        ),
        (
            of("t20", &chain(20)),
            &[long.as_str(), "more than 4096 operations"][..],
        ),
    ] {
        let directory = TestDirectory(directory.0.clone()).file("arm.toml", text);
        directory.denoc(&["check", "arm.toml"]).refused(words);
    }
    for text in [of(&sum, ""), of("t3/1e4", &chain(3))] {
        let directory = TestDirectory(directory.0.clone()).file("arm.toml", text);
        directory
            .denoc(&[
                "generate",
                "arm.toml",
                "--functions",
                "gravity",
                "--out",
                "out",
            ])
            .done();
    }
}
