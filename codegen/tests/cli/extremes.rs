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
