//! Functions that limbs share: their text, their bits, and faults planted into them.

use super::samples::{HEXAPOD, legs};
use super::{bits, text};
use std::collections::BTreeSet;

use crate::compile::Compiled;
use crate::emit::c99;
use crate::emit::chunk::{Limits, Plan};
use crate::emit::scan;
use crate::emit::shared::{Shared, SharedArray, SharedLocation, Whose};
use crate::leaves::{Argument, Input, Origin};
use crate::program::{Copies, Operand, Operation, Output, Port, Program, Shape, Signed, Statement};

/// The program of the only function.
fn program(compiled: &Compiled) -> &Program {
    &compiled.functions[0].program
}

/// The line of a program's statement `t3`.
fn is_statement(line: &str) -> bool {
    let line = line.trim_start();
    let names = ["const double t", "let t", "const t"];
    let mut rest = names.iter().filter_map(|name| line.strip_prefix(name));
    rest.any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The first line of a call of a function of limbs.
fn is_call(line: &str) -> bool {
    let heads = ["static void", "fn part_", "function "];
    line.contains("part_") && !heads.iter().any(|head| line.contains(head))
}

/// The lines of functions that are called several times: up to where they write the limb's array.
fn shared_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut within = false;
    text.lines().enumerate().filter(move |(_, line)| {
        let begins = line.contains("part_") && !is_call(line);
        within = begins || within && line.trim() != "}";
        within && !begins && line.starts_with("  ")
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
        let runs = program.copies.iter().map(|one| one.starts.len());
        let runs: usize = runs.sum();
        for (language, text) in text::texts(&compiled) {
            let calls = text.lines().filter(|line| is_call(line));
            assert_eq!(calls.count(), runs, "{language:?}");
            let printed = text.lines().filter(|line| is_statement(line)).count();
            assert_eq!(printed, program.statements.len() - repeated, "{language:?}");
        }
        let header = c99::emit_header(&compiled);
        assert!(
            header.contains("statements in one function, called"),
            "{header}"
        );
    }
}

/// Inputs, sines and cosines of limbs are not moved.
#[test]
fn operands_are_found_where_they_are() {
    for function in ["inverse_dynamics", "forward_dynamics"] {
        let compiled = legs(HEXAPOD, function);
        let shared = Shared::of(program(&compiled)).expect("equal legs");
        let mut parts = 0;
        for one in &shared.functions {
            let is_own = |&&(array, whose): &&(SharedArray, Whose)| {
                whose == Whose::Own && array != SharedArray::Limb
            };
            for &(array, _) in one.arrays.iter().filter(is_own) {
                let starts = (0..one.limbs.len()).map(|limb| one.part(array, limb).start);
                let starts: BTreeSet<usize> = starts.collect();
                assert_eq!(starts.len(), one.limbs.len(), "{function}: {array:?}");
                parts += one.part(array, 0).len() * one.limbs.len();
            }
        }
        assert!(parts > 0, "{function}");
        assert!(shared.copies().sum::<usize>() >= parts, "{function}");
    }
}

/// Of one array, what all limbs take and what each takes for itself.
#[test]
fn elements_of_all_limbs_and_of_each_are_not_moved() {
    let q = |index| {
        Operand::Input(Input {
            argument: Argument::Q,
            index,
        })
    };
    let statement = |(operation, a, b)| Statement {
        operation,
        a,
        b,
        origin: Origin::default(),
    };
    let (mul, add) = (Operation::Mul, Operation::Add);
    let run =
        |first: usize, own: usize| [(mul, q(0), q(own)), (add, Operand::Slot(first), q(own + 1))];
    let result = |slot| Signed {
        operand: Operand::Slot(slot),
        negative: false,
    };
    let program = Program {
        inputs: vec![Port {
            argument: Argument::Q,
            len: 5,
        }],
        outputs: vec![Output {
            name: "g",
            shape: Shape::Vector(2),
            elements: vec![result(1), result(3)],
            pattern: None,
        }],
        constants: Vec::new(),
        angles: Vec::new(),
        angle_statements: 0,
        statements: [run(0, 1), run(2, 3)]
            .concat()
            .into_iter()
            .map(statement)
            .collect(),
        copies: vec![Copies {
            limbs: vec!["left".into(), "right".into()],
            starts: vec![0, 2],
            len: 2,
        }],
    };
    let shared = Shared::of(&program).expect("equal limbs");
    let array = SharedArray::Input(Argument::Q);
    let function = &shared.functions[0];
    let element = |whose, index| SharedLocation::Element(array, whose, index);
    let expected = [
        [element(Whose::All, 0), element(Whose::Own, 0)],
        [SharedLocation::Local(0), element(Whose::Own, 1)],
    ];
    assert_eq!(function.operands, expected);
    assert_eq!([0, 1].map(|limb| function.part(array, limb)), [1..3, 3..5]);
    assert!(shared.moves.concat().concat().is_empty());
    assert_eq!(shared.common, 0);
}

#[test]
fn what_is_longer_than_a_function_is_not_shared() {
    let compiled = legs(HEXAPOD, "forward_dynamics");
    let program = program(&compiled);
    let functions = Shared::of(program).expect("equal legs").functions;
    let calls = functions.iter().map(|one| one.run.len() * one.limbs.len());
    let own = program.statements.len() - calls.sum::<usize>();
    let longest = functions.iter().map(|one| one.run.len()).max();
    let is_shared = |whole: usize| {
        let limits = Limits {
            whole,
            ..c99::LIMITS
        };
        Plan::of(program, limits).shared.is_some()
    };
    let enough = own.max(longest.expect("functions"));
    assert!(is_shared(enough));
    assert!(!is_shared(enough - 1));
}

#[test]
fn without_the_option_nothing_is_shared() {
    let shared = legs(HEXAPOD, "inverse_dynamics");
    let mut options = shared.options.clone();
    options.share = false;
    let alone = crate::compile::compile(&shared.mechanism, &options).expect("a sound mechanism");
    assert!(program(&alone).copies.is_empty());
    for (language, text) in text::texts(&alone) {
        assert!(!text.contains("limb_"), "{language:?}");
    }
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
    for (language, text) in text::texts(&compiled) {
        assert_eq!(scan::check(&text, "text", language, &compiled), Ok(()));
        let noticed = |line: usize, wrong: &str| {
            let mut lines: Vec<&str> = text.lines().collect();
            lines[line] = wrong;
            let checked = scan::check(&lines.join("\n"), "text", language, &compiled);
            assert!(checked.is_err(), "line {line}: {wrong}");
        };
        plant_in_functions(&text, &noticed);
        plant_in_calls(&text, &noticed);
    }
}

fn plant_in_functions(text: &str, noticed: &impl Fn(usize, &str)) {
    let changes = [
        (" + ", " - "),
        (" - ", " + "),
        (" * ", " + "),
        ("limb[1]", "limb[2]"),
        ("own_sn[0]", "own_cs[0]"),
        ("own_sin[0]", "own_cos[0]"),
        ("own_qd[0]", "own_qdd[0]"),
    ];
    let mut total = 0;
    let lines = shared_lines(text).filter(|(_, line)| line.contains(" = "));
    for (line, code) in lines.step_by(7) {
        for (from, to) in changes {
            if code.contains(from) {
                noticed(line, &code.replacen(from, to, 1));
                total += 1;
            }
        }
        noticed(line, "");
    }
    assert!(total > 20, "{total} changes");
}

fn plant_in_calls(text: &str, noticed: &impl Fn(usize, &str)) {
    for (line, code) in text.lines().enumerate().filter(|(_, line)| is_call(line)) {
        noticed(line, "");
        if let Some(start) = code.find("limb_") {
            let (before, after) = code.split_at(start + "limb_".len());
            let other = if after.starts_with('1') { "2" } else { "1" };
            noticed(line, &format!("{before}{other}{}", &after[1..]));
        }
        for (from, to) in [("&sn[", "&cs["), ("[sn[", "[cs[")] {
            if code.contains(from) {
                noticed(line, &code.replacen(from, to, 1));
            }
        }
    }
    let given = text.lines().enumerate();
    let given = given.filter(|(_, line)| {
        let line = line.trim_start();
        let is_value = line.starts_with("limb_") || line.starts_with("common[");
        is_value || line.starts_with("let own_")
    });
    for (line, _) in given.step_by(5) {
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
    text::read_back(&compiled);
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
