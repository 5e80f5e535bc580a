//! Functions that limbs share: their text, their bits, and faults planted into them.

use super::samples::{HEXAPOD, legs};
use super::{bits, text};
use crate::compile::Compiled;
use crate::emit::c99;
use crate::emit::scan::{self, Language};
use crate::program::Program;

/// The program of the only function.
fn program(compiled: &Compiled) -> &Program {
    &compiled.functions[0].program
}

/// The lines of functions that are called several times.
fn shared_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut within = false;
    text.lines().enumerate().filter(move |(_, line)| {
        let begins = line.contains("_part_") && line.contains("own_live[");
        within = begins && !line.ends_with(';') || within && *line != "}";
        within && line.starts_with("    ")
    })
}

#[test]
fn legs_are_printed_once_and_called() {
    for function in ["inverse_dynamics", "forward_dynamics"] {
        let compiled = legs(HEXAPOD, function);
        let program = program(&compiled);
        let repeated = program.repeated();
        assert!(2 * repeated > program.statements.len() / 2, "{repeated}");
        assert!(program.copies.iter().all(|one| one.are_equal(program)));
        let text = c99::emit_source(&compiled);
        let calls = text
            .lines()
            .filter(|line| line.starts_with("    hexapod_") && line.contains("_part_"));
        let runs = program.copies.iter().map(|one| one.starts.len());
        assert_eq!(calls.count(), runs.sum::<usize>());
        let is_slot = |rest: &&str| rest.starts_with(|c: char| c.is_ascii_digit());
        let printed = text.split("    const double t").filter(is_slot).count();
        assert_eq!(printed, program.statements.len() - repeated);
        let header = c99::emit_header(&compiled);
        assert!(
            header.contains("statements in one function, called"),
            "{header}"
        );
    }
}

#[test]
fn without_the_option_nothing_is_shared() {
    let shared = legs(HEXAPOD, "inverse_dynamics");
    let mut options = shared.options.clone();
    options.share = false;
    let alone = crate::compile::compile(&shared.mechanism, &options).expect("a sound mechanism");
    assert!(program(&alone).copies.is_empty());
    assert!(!c99::emit_source(&alone).contains("own_"));
    let [shared, alone] = [&shared, &alone].map(|one| program(one).counts().total());
    assert!(100 * shared <= 105 * alone, "{shared} for {alone}");
}

#[test]
fn shared_functions_have_the_bits_of_the_evaluator() {
    bits::agree(&legs(HEXAPOD, "forward_dynamics"), "legs");
}

/// Operators, and the places of what a limb is given and returns.
#[test]
fn faults_in_a_shared_function_and_in_its_calls_are_noticed() {
    let compiled = legs(HEXAPOD, "inverse_dynamics");
    let text = c99::emit_source(&compiled);
    let noticed = |line: usize, wrong: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines[line] = wrong;
        let checked = scan::check(&lines.join("\n"), "text", Language::C, &compiled);
        assert!(checked.is_err(), "line {line}: {wrong}");
    };
    assert_eq!(scan::check(&text, "text", Language::C, &compiled), Ok(()));
    let mut total = 0;
    let changes = [
        (" + ", " - "),
        (" - ", " + "),
        (" * ", " + "),
        ("own_live[1]", "own_live[2]"),
        ("own_sn[0]", "own_cs[0]"),
        ("own_qd[0]", "own_qdd[0]"),
    ];
    for (line, code) in shared_lines(&text).step_by(7) {
        for (from, to) in changes {
            if code.contains(from) {
                noticed(line, &code.replacen(from, to, 1));
                total += 1;
            }
        }
        noticed(line, "");
    }
    assert!(total > 20, "{total} changes");
    let calls = text.lines().enumerate();
    let calls =
        calls.filter(|(_, line)| line.starts_with("    hexapod_") && line.contains("_part_"));
    for (line, code) in calls {
        noticed(line, "");
        let start = code.rfind("&live[").expect("a part of the array") + "&live[".len();
        noticed(line, &format!("{}1{}", &code[..start], &code[start..]));
        noticed(line, &code.replacen("&sn[", "&cs[", 1));
    }
    let moves = text.lines().enumerate();
    let moves = moves.filter(|(_, line)| line.starts_with("    live["));
    for (line, _) in moves.step_by(5) {
        noticed(line, "");
    }
}

/// What depends on the number is outside of the functions, and what they compute is right: the compiler has proved it.
#[test]
fn a_leg_that_differs_in_the_last_digit_shares_what_is_equal_alone() {
    let equal = legs(HEXAPOD, "inverse_dynamics");
    let place = HEXAPOD.rfind("mass = 0.08").expect("the last shin");
    let (before, after) = HEXAPOD.split_at(place);
    let other = after.replacen("mass = 0.08", "mass = 0.08000000000000002", 1);
    let compiled = legs(&format!("{before}{other}"), "inverse_dynamics");
    let of_leg = |compiled: &Compiled| -> usize {
        let copies = program(compiled).copies.iter();
        let own = copies.filter(|one| one.limbs.iter().any(|limb| limb.starts_with("right_hind")));
        own.map(|one| one.len).sum()
    };
    assert!(of_leg(&compiled) < of_leg(&equal));
    let program = program(&compiled);
    assert!(program.copies.iter().all(|one| one.are_equal(program)));
    assert!(!program.copies.is_empty());
    for (language, text) in text::texts(&compiled) {
        assert_eq!(scan::check(&text, "text", language, &compiled), Ok(()));
    }
}

/// A mirrored leg has other signs: it does not share the functions of those that it mirrors, but for what has no sign.
#[test]
fn mirrored_legs_are_not_taken_for_equal() {
    let place = HEXAPOD
        .find("name = \"right_front_hip\"")
        .expect("the right legs");
    let (left, right) = HEXAPOD.split_at(place);
    let mirrored = right
        .replace("com = [0.021, 0.003,", "com = [0.021, -0.003,")
        .replace("xy = 0.000004", "xy = -0.000004")
        .replace("com = [0.048, -0.002,", "com = [0.048, 0.002,")
        .replace("xy = 0.000012", "xy = -0.000012")
        .replace("com = [0.06, 0.001,", "com = [0.06, -0.001,");
    let equal = legs(HEXAPOD, "inverse_dynamics");
    let compiled = legs(&format!("{left}{mirrored}"), "inverse_dynamics");
    let across = |compiled: &Compiled| -> usize {
        let copies = program(compiled).copies.iter();
        let has = |limbs: &[String], side: &str| limbs.iter().any(|limb| limb.starts_with(side));
        let both = copies.filter(|one| has(&one.limbs, "left") && has(&one.limbs, "right"));
        both.map(|one| one.len).sum()
    };
    assert!(across(&compiled) <= across(&equal));
    let program = program(&compiled);
    assert!(program.copies.iter().all(|one| one.are_equal(program)));
}
