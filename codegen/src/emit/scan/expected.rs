//! Function → the facts that its text should state.

use super::fact::{Angles, Fact, NO_TAIL, Scanned, TailOf, Value};
use crate::compile::{Precision, Sincos};
use crate::function::Function;
use crate::leaves::{Argument, MARGINS};
use crate::program::{Fused, Operand, Operation, Port, Program, Statement, Tail};

impl Scanned {
    /// What reading the text of a function should give.
    #[must_use]
    pub fn of(function: &Function, precision: Precision, sincos: Sincos) -> Self {
        let mut scanned = Self::default();
        let numbers = Numbers { precision, sincos };
        if function.can_fail() {
            staged(function, numbers, &mut scanned.facts);
        } else {
            program(&function.program, numbers, &mut scanned.facts);
        }
        scanned
    }
}

/// How a text calculates.
#[derive(Clone, Copy)]
struct Numbers {
    precision: Precision,
    sincos: Sincos,
}

/// Steps, each given what those before have found, with equations between them.
fn staged(function: &Function, numbers: Numbers, facts: &mut Vec<Fact>) {
    let mut solved = 0;
    let mut last = 0;
    for (step, of_step) in function.programs().enumerate() {
        facts.push(Fact::Step(step));
        let given = of_step.inputs.iter().enumerate();
        facts.extend(given.map(|(place, port)| Fact::Given(place, input(*port))));
        program(of_step, numbers, facts);
        if let Some(stage) = function.stages.get(step) {
            let solve = stage.solve;
            facts.push(Fact::Equations {
                rows: solve.rows,
                columns: solve.columns,
                sides: solve.sides,
                cutoff: solve.least_norm.map(|cutoff| match numbers.precision {
                    Precision::F64 => cutoff.to_bits(),
                    Precision::F32 => f64::from(cutoff as f32).to_bits(),
                }),
                matrix: result(of_step, step, "matrix"),
                right: result(of_step, step, "right"),
            });
            solved += solve.unknowns();
        }
        last = step;
    }
    debug_assert!(solved > 0 || function.has_margins());
    if function.has_margins() {
        let margins = result(&function.program, last, MARGINS);
        facts.extend(margins.into_iter().map(Fact::Positive));
    }
    for (output, port) in function.outputs().iter().enumerate() {
        let elements = 0..port.elements.len();
        let value = |element| Value::Result(last, output, element);
        facts.extend(elements.map(|element| Fact::Element(output, element, false, value(element))));
    }
}

/// The elements of an input of a step. What is carried is the first result of the first step.
fn input(port: Port) -> Vec<Value> {
    let value = |index| match port.argument {
        Argument::Carried => Value::Result(0, 0, index),
        Argument::Solved => Value::Solved(index),
        argument => Value::Input(argument.name(), index),
    };
    (0..port.len).map(value).collect()
}

/// The elements of a result of a step.
fn result(program: &Program, step: usize, name: &str) -> Vec<Value> {
    let outputs = program.outputs.iter().enumerate();
    let found = outputs.filter(|(_, output)| output.name == name);
    let elements = found.map(|(place, output)| {
        (0..output.elements.len()).map(move |element| Value::Result(step, place, element))
    });
    elements.flatten().collect()
}

fn program(program: &Program, numbers: Numbers, facts: &mut Vec<Fact>) {
    let precision = numbers.precision;
    let mut angles = Angles::default();
    let (tails, rest) = tails(program, numbers);
    let placed = program.angles.iter().zip(rest);
    let placed =
        placed.map(|(&angle, rest)| angles.place(of_operand(program, angle, precision, &[]), rest));
    let (places, taken): (Vec<usize>, Vec<Option<Fact>>) = placed.unzip();
    let value = |operand| of_operand(program, operand, precision, &places);
    let fact = |one: &Statement| match one.operation {
        Operation::Fused(Fused { addend, form }) => {
            Fact::Fused(form, [one.a, one.b, addend].map(value))
        }
        operation => Fact::Statement(operation, value(one.a), value(one.b)),
    };
    let (before, after) = program.statements.split_at(program.angle_statements);
    facts.extend(before.iter().map(fact));
    facts.extend(tails);
    facts.extend(taken.into_iter().flatten());
    facts.extend(after.iter().map(fact));
    for (output, port) in program.outputs.iter().enumerate() {
        facts.extend(port.elements.iter().enumerate().map(|(element, one)| {
            let (negative, value) = value(one.operand).signed(one.negative);
            Fact::Element(output, element, negative, value)
        }));
    }
}

/// The tails of sums and multiples of angles, and those of the angles.
fn tails(program: &Program, numbers: Numbers) -> (Vec<Fact>, Vec<(bool, Value)>) {
    if numbers.sincos == Sincos::Libm {
        return (Vec::new(), vec![NO_TAIL; program.angles.len()]);
    }
    let tails = program.tails();
    let slots: Vec<usize> = tails.slots().collect();
    let tail = |operand| match tails.of(operand) {
        Tail::Zero => NO_TAIL,
        Tail::Constant(index) => {
            let constant = &program.constants[index];
            let rest = match numbers.precision {
                Precision::F64 => constant.rest_f64(),
                Precision::F32 => f64::from(constant.rest_f32()),
            };
            (false, Value::Number(rest.to_bits()))
        }
        Tail::Slot(slot) => {
            let place = slots.iter().position(|one| *one == slot);
            (false, Value::Tail(place.unwrap_or(slots.len())))
        }
    };
    let fact = |&slot: &usize| {
        let Statement {
            operation, a, b, ..
        } = program.statements[slot];
        let of = match operation {
            Operation::Mul => TailOf::Product,
            _ => TailOf::Sum,
        };
        let subtracts = operation == Operation::Sub;
        let value = |operand| of_operand(program, operand, numbers.precision, &[]);
        let (rest_of_a, (negative, rest_of_b)) = (tail(a), tail(b));
        Fact::Tail(
            of,
            [
                (false, value(a)),
                value(b).signed(subtracts),
                (false, Value::Slot(slot)),
                rest_of_a,
                rest_of_b.signed(negative != subtracts),
            ],
        )
    };
    let angles = program.angles.iter().copied();
    (slots.iter().map(fact).collect(), angles.map(tail).collect())
}

/// The value of an operand; `places` are those of the angles.
fn of_operand(
    program: &Program,
    operand: Operand,
    precision: Precision,
    places: &[usize],
) -> Value {
    match operand {
        Operand::Constant(index) => {
            let constant = &program.constants[index];
            Value::Number(match precision {
                Precision::F64 => constant.to_f64().to_bits(),
                Precision::F32 => f64::from(constant.to_f32()).to_bits(),
            })
        }
        Operand::Input(input) => Value::Input(input.argument.name(), input.index),
        Operand::Cosine(index) => Value::Cosine(places.get(index).copied().unwrap_or(index)),
        Operand::Sine(index) => Value::Sine(places.get(index).copied().unwrap_or(index)),
        Operand::Slot(slot) => Value::Slot(slot),
    }
}
