use super::*;
use crate::compile::{Options, compile};
use crate::exact::number::Number;
use crate::generic::generic;
use crate::leaves::{Argument, Input, Origin};
use crate::program::{Constant, Operation, Output, Port, Shape, Signed, Statement};
use crate::prove::prove_equal;

fn programs(joints: usize, functions: &[&str]) -> Vec<Program> {
    let options = Options {
        functions: Some(functions.iter().map(|&name| name.into()).collect()),
        ..Options::default()
    };
    let compiled = compile(&generic(joints), &options).expect("it compiles");
    let functions = compiled.functions.into_iter();
    functions.map(|function| function.program).collect()
}

fn settings(proposals: u64, cost: Cost) -> Settings {
    Settings {
        proposals,
        cost,
        ..Settings::default()
    }
}

#[test]
fn a_result_has_the_same_values_and_never_costs_more() {
    let functions = [
        "inverse_dynamics",
        "mass_matrix",
        "forward_dynamics",
        "hamiltonian_rates",
    ];
    for program in programs(2, &functions) {
        for cost in Cost::ALL {
            let found = search(&program, settings(200_000, cost), &|_| ());
            assert!(cost.of(&found) <= cost.of(&program));
            assert!(prove_equal(&found, &program, &generic(2), 3).is_ok());
            assert!(is_stable_over_decades(&program, &found));
        }
    }
}

#[test]
fn a_mass_matrix_gets_cheaper() {
    let program = &programs(3, &["mass_matrix"])[0];
    let found = search(program, settings(300_000, Cost::Operations), &|_| ());
    assert!(found.counts().total() < program.counts().total());
}

#[test]
fn two_searches_give_the_same_program_and_all_proposals_are_reported() {
    let program = &programs(2, &["bias"])[0];
    let once = |seed| {
        let done = core::cell::Cell::new(0);
        let progress = |more| done.set(done.get() + more);
        let settings = Settings {
            seed,
            ..settings(100_001, Cost::Operations)
        };
        let found = search(program, settings, &progress);
        assert_eq!(done.get(), 100_001);
        found
    };
    assert_eq!(once(1), once(1));
}

#[test]
fn time_gets_shorter_for_no_more_operations() {
    let program = &programs(3, &["forward_dynamics"])[0];
    for cost in [Cost::Time, Cost::FusedTime] {
        let found = search(program, settings(300_000, cost), &|_| ());
        assert!(cost.of(&found) < cost.of(program), "{cost:?}");
        assert!(found.counts().total() <= program.counts().total() || cost == Cost::FusedTime);
        assert!(prove_equal(&found, program, &generic(3), 1).is_ok());
    }
}

#[test]
fn large_programs_are_searched_in_windows() {
    for (joints, function, proposals) in [
        (8, "forward_dynamics", 1_000_000),
        (12, "mass_matrix", 400_000),
    ] {
        let program = &programs(joints, &[function])[0];
        assert!(program.statements.len() > Heat::Annealed.windows().0);
        let found = search(program, settings(proposals, Cost::Operations), &|_| ());
        assert!(found.counts().total() < program.counts().total());
        assert!(prove_equal(&found, program, &generic(joints), 1).is_ok());
    }
}

#[test]
fn without_proposals_nothing_changes() {
    let program = &programs(2, &["gravity"])[0];
    assert_eq!(
        search(program, settings(0, Cost::Operations), &|_| ()),
        *program
    );
}

fn input(index: usize) -> Operand {
    Operand::Input(Input {
        argument: Argument::Q,
        index,
    })
}

fn statement(operation: Operation, a: Operand, b: Operand) -> Statement {
    Statement {
        operation,
        a,
        b,
        origin: Origin::default(),
    }
}

/// A program of two inputs and one constant whose last statement is its output.
fn of_two(constant: Number, statements: Vec<Statement>) -> Program {
    Program {
        inputs: vec![Port {
            argument: Argument::Q,
            len: 2,
        }],
        outputs: vec![Output {
            name: "g",
            shape: Shape::Scalar,
            elements: vec![Signed {
                operand: Operand::Slot(statements.len() - 1),
                negative: false,
            }],
            pattern: None,
        }],
        constants: vec![Constant::Number(constant)],
        angles: Vec::new(),
        angle_statements: 0,
        statements,
        copies: Vec::new(),
    }
}

/// x + y by way of a large number, which the difference of exact numbers would not show.
#[test]
fn a_program_that_loses_digits_is_detected() {
    let program = |statements| of_two(Number::from(100_000), statements);
    let good = program(vec![statement(Operation::Add, input(0), input(1))]);
    let large = Operand::Constant(0);
    let bad = program(vec![
        statement(Operation::Add, input(0), large),
        statement(Operation::Add, Operand::Slot(0), input(1)),
        statement(Operation::Sub, Operand::Slot(1), large),
    ]);
    assert!(prove_equal(&bad, &good, &generic(2), 3).is_ok());
    assert!(is_stable(&good, &good));
    assert!(!is_stable(&good, &bad));
}

/// The same by way of a number that is not large beside inputs of rest, and is beside small ones.
#[test]
fn a_program_that_loses_digits_of_small_inputs_is_detected_over_decades() {
    let program = |statements| of_two(Number::from(2), statements);
    let two = Operand::Constant(0);
    let good = program(vec![statement(Operation::Add, input(0), input(1))]);
    let bad = program(vec![
        statement(Operation::Add, input(0), two),
        statement(Operation::Add, Operand::Slot(0), input(1)),
        statement(Operation::Sub, Operand::Slot(1), two),
    ]);
    assert!(is_stable(&good, &bad));
    assert!(!is_stable_over_decades(&good, &bad));
}

/// Digits are lost, whatever the range of single precision.
#[test]
fn digits_are_lost_beyond_the_range_of_single_precision() {
    let small = Operand::Constant(1);
    let times = |factor: f64, mut statements: Vec<Statement>| {
        for _ in 0..2 {
            let last = Operand::Slot(statements.len() - 1);
            statements.push(statement(Operation::Mul, last, small));
        }
        let mut program = of_two(Number::from(100_000), statements);
        let factor = Number::from_f64(factor).expect("a number");
        program.constants.push(Constant::Number(factor));
        program
    };
    let large = Operand::Constant(0);
    for factor in [1e-30, 1e30] {
        let good = times(factor, vec![statement(Operation::Add, input(0), input(1))]);
        let bad = vec![
            statement(Operation::Add, input(0), large),
            statement(Operation::Add, Operand::Slot(0), input(1)),
            statement(Operation::Sub, Operand::Slot(1), large),
        ];
        assert!(is_stable(&good, &good));
        assert!(!is_stable(&good, &times(factor, bad)));
    }
}

/// What cancels in the source may cancel in what is found: digits that both lose are no reason to refuse.
#[test]
fn a_program_may_lose_what_its_source_loses() {
    let program = |statements| of_two(Number::from(100_000), statements);
    let large = Operand::Constant(0);
    let by = |first, second| {
        program(vec![
            statement(Operation::Add, input(first), large),
            statement(Operation::Add, Operand::Slot(0), input(second)),
            statement(Operation::Sub, Operand::Slot(1), large),
        ])
    };
    assert!(is_stable(&by(0, 1), &by(1, 0)));
}

/// The same in double precision: a sum that is rounded once differs from one whose terms are rounded each.
#[test]
fn a_program_may_differ_from_its_source_by_what_both_lose() {
    let large = Operand::Constant(0);
    let program = |first, second| {
        let last = statement(Operation::Sub, Operand::Slot(1), large);
        of_two(Number::from(300_000), vec![first, second, last])
    };
    let one_by_one = program(
        statement(Operation::Add, input(0), large),
        statement(Operation::Add, Operand::Slot(0), input(1)),
    );
    let together = program(
        statement(Operation::Add, input(0), input(1)),
        statement(Operation::Add, Operand::Slot(0), large),
    );
    let apart = |seed| {
        let value = |input: Input| f64::from(seed) / 7.0 + input.index as f64 / 3.0;
        one_by_one.evaluate(value) != together.evaluate(value)
    };
    assert!((0..8).any(apart));
    assert!(is_stable(&one_by_one, &together));
}

/// By which number a result is multiplied does not matter to the digits that it has lost.
#[test]
fn digits_are_lost_relative_to_the_result() {
    let program = |statements| {
        let mut program = of_two(Number::from(100_000), statements);
        let small = Number::dyadic(1.into(), 40);
        program.constants.push(Constant::Number(small));
        program
    };
    let (large, small) = (Operand::Constant(0), Operand::Constant(1));
    let good = program(vec![
        statement(Operation::Add, input(0), input(1)),
        statement(Operation::Mul, Operand::Slot(0), small),
    ]);
    let bad = program(vec![
        statement(Operation::Add, input(0), large),
        statement(Operation::Add, Operand::Slot(0), input(1)),
        statement(Operation::Sub, Operand::Slot(1), large),
        statement(Operation::Mul, Operand::Slot(2), small),
    ]);
    assert!(is_stable(&good, &good));
    assert!(!is_stable(&good, &bad));
}

/// A program by way of its network.
fn exported(program: &Program) -> Program {
    let (network, leaves) = import::import(program, false).expect("a network");
    export::export(&network, &leaves, program).expect("a program")
}

/// (x − y) x begins with x, and −(x − y) is y − x.
#[test]
fn nothing_is_negated_where_a_difference_can_be_turned() {
    let difference = statement(Operation::Sub, input(0), input(1));
    let product = statement(Operation::Mul, Operand::Slot(0), input(0));
    let inner = of_two(Number::ONE, vec![difference, product]);
    let mut negated = of_two(Number::ONE, vec![difference]);
    negated.outputs[0].elements[0].negative = true;
    for program in [inner, negated] {
        let found = exported(&program);
        assert_eq!(found.counts().neg, 0, "{found:?}");
        assert_eq!(found.counts().total(), program.counts().total());
        assert!(prove_equal(&found, &program, &generic(2), 2).is_ok());
    }
}

/// The first of three runs of a network that is below the size for windows.
#[test]
fn a_small_program_is_searched_at_the_temperatures_of_whole_networks() {
    let program = &programs(3, &["mass_matrix"])[0];
    let settings = settings(300_000, Cost::Operations);
    let found = candidates(program, settings, &|_| ());
    let (mut network, leaves) = import::import(program, false).expect("a network");
    assert!(network.nodes.len() <= Heat::Annealed.windows().0);
    let (from, to) = Heat::Annealed.first(false);
    let schedule = Schedule {
        from,
        to,
        proposals: 100_000,
        wide: Heat::Annealed.wide(),
    };
    let mut random = Random::new(settings.seed);
    let done = sweep(&mut network, Heat::Annealed, schedule, &mut random, &|_| ());
    assert!(done.is_some());
    let alone = export::export(&network, &leaves, program);
    assert_eq!(found.first(), alone.as_ref());
}

/// Cycles that are never taken.
const AGES: usize = 1_000_000_000;

/// Where a search by time ends that begins with a million cycles, whose last step of 400 is the fastest, and of whose other steps all take
/// [`AGES`] but one.
fn walked(program: &Program, (one, cycles): (usize, usize)) -> Program {
    use core::cell::Cell;
    let (mut network, leaves) = import::import(program, false).expect("a network");
    network.tidy().expect("a network");
    let schedule = Schedule {
        from: 1.0,
        to: 1.0,
        // Two for each node are a step.
        proposals: 400 * 2 * network.nodes.len() as u64,
        wide: 0,
    };
    let (steps, done) = (Cell::new(0), Cell::new(0));
    let clock = |_: &Network| {
        let step = steps.replace(steps.get() + 1);
        Some(match step {
            0 => 1_000_000,
            _ if done.get() == schedule.proposals => 1,
            _ if step == one => cycles,
            _ => AGES,
        })
    };
    let progress = |more| done.set(done.get() + more);
    let walk = timed(
        &mut network,
        schedule,
        &mut Random::new(1),
        (&clock, &progress),
    );
    assert!(walk.is_some() && steps.get() == 401, "{}", steps.get());
    export::export(&network, &leaves, program).expect("a program")
}

/// What was taken shows in where the last step leads, which begins there.
#[test]
fn a_little_slower_is_taken_at_first_and_not_at_the_end() {
    let program = &programs(2, &["bias"])[0];
    let straight = walked(program, (1, AGES));
    assert_ne!(walked(program, (1, 1_000_001)), straight);
    for step in 397..400 {
        assert_eq!(walked(program, (step, 1_004_000)), straight, "{step}");
    }
}
