//! Passes over programs with equal runs: each run is a program of its own, and of equal runs the first is passed over for all.

use rustc_hash::FxHashMap;

use super::signs::without_signs;
use crate::leaves::{Argument, Input};
use crate::program::{Constant, Operand, Output, Piece, Port, Program, Shape, Signed, Statement};

/// Runs a pass on a program; where runs are equal, piece by piece, so that they stay so.
#[must_use]
pub fn piecewise(program: &Program, pass: impl Fn(&Program) -> Program) -> Program {
    if program.copies.is_empty() {
        return pass(program);
    }
    let mut assembly = Assembly::new(program);
    let mut passed: FxHashMap<usize, Passed> = FxHashMap::default();
    for piece in program.pieces() {
        let Some((of, number)) = piece.copy else {
            let one = Passed::new(
                program,
                &[piece.statements.start],
                piece.statements.len(),
                &pass,
            );
            assembly.append(&one, 0, &piece);
            continue;
        };
        let copies = &program.copies[of];
        let one = passed
            .entry(of)
            .or_insert_with(|| Passed::new(program, &copies.starts, copies.len, &pass));
        let start = assembly.program.statements.len();
        assembly.append(one, number, &piece);
        let len = assembly.program.statements.len() - start;
        let held = &mut assembly.program.copies[of];
        held.starts[number] = start;
        held.len = len;
    }
    assembly.program()
}

/// Equal runs as one program, after a pass.
struct Passed {
    program: Program,
    /// What each run gives the program: element k of its only input.
    given: Vec<Vec<Operand>>,
    /// Places in the run of what the program returns.
    results: Vec<usize>,
}

impl Passed {
    fn new(
        source: &Program,
        starts: &[usize],
        len: usize,
        pass: impl Fn(&Program) -> Program,
    ) -> Self {
        let mut own = Self {
            program: Program {
                inputs: Vec::new(),
                outputs: Vec::new(),
                angles: Vec::new(),
                angle_statements: 0,
                statements: Vec::new(),
                copies: Vec::new(),
                ..source.clone()
            },
            given: vec![Vec::new(); starts.len()],
            results: source.taken_of(starts, len),
        };
        own.statements(source, starts, len);
        let slots = own.results.iter();
        let elements = slots.map(|&place| Signed {
            operand: Operand::Slot(place),
            negative: false,
        });
        let elements: Vec<Signed> = elements.collect();
        own.program.inputs = vec![Port {
            argument: Argument::Carried,
            len: own.given.first().map_or(0, Vec::len),
        }];
        own.program.outputs = vec![Output {
            name: Argument::Carried.name(),
            shape: Shape::Vector(elements.len()),
            elements,
            pattern: None,
        }];
        if let Some(result) = without_signs(&pass(&own.program)) {
            own.program = result;
        }
        own
    }

    fn statements(&mut self, source: &Program, starts: &[usize], len: usize) {
        let mut known: FxHashMap<Vec<Operand>, usize> = FxHashMap::default();
        for place in 0..len {
            let all: Vec<&Statement> = starts
                .iter()
                .map(|start| &source.statements[start + place])
                .collect();
            let Some(first) = all.first() else { return };
            let mut number = 0;
            let statement = first.map(|operand| {
                let alike = all.iter().filter_map(|one| one.operands().nth(number));
                let alike: Vec<Operand> = alike.collect();
                number += 1;
                match operand {
                    Operand::Constant(_) => operand,
                    Operand::Slot(slot) if (starts[0]..starts[0] + len).contains(&slot) => {
                        Operand::Slot(slot - starts[0])
                    }
                    _ => {
                        let index = *known.entry(alike).or_insert_with_key(|alike| {
                            for (given, &one) in self.given.iter_mut().zip(alike) {
                                given.push(one);
                            }
                            self.given[0].len() - 1
                        });
                        Operand::Input(Input {
                            argument: Argument::Carried,
                            index,
                        })
                    }
                }
            });
            self.program.statements.push(statement);
        }
    }
}

/// A program that is put together from pieces of another.
struct Assembly {
    program: Program,
    /// What the statements of the other program have become.
    places: Vec<Operand>,
}

impl Assembly {
    fn new(source: &Program) -> Self {
        let angles = source.angle_statements;
        Self {
            program: Program {
                statements: source.statements[..angles].to_vec(),
                ..source.clone()
            },
            places: (0..source.statements.len()).map(Operand::Slot).collect(),
        }
    }

    /// Adds what a run of that number has become.
    fn append(&mut self, passed: &Passed, number: usize, piece: &Piece) {
        let Self { program, places } = self;
        let constants = merged(&mut program.constants, &passed.program.constants);
        let base = program.statements.len();
        let moved = |operand: Operand| match operand {
            Operand::Slot(slot) => Operand::Slot(base + slot),
            Operand::Constant(index) => Operand::Constant(constants[index]),
            Operand::Input(input) => match passed.given[number][input.index] {
                Operand::Slot(slot) => places[slot],
                other => other,
            },
            other => other,
        };
        let statements = passed.program.statements.iter();
        let statements: Vec<Statement> = statements.map(|one| one.map(moved)).collect();
        let elements = passed.program.outputs.iter().flat_map(|one| &one.elements);
        let results: Vec<Operand> = elements.map(|one| moved(one.operand)).collect();
        program.statements.extend(statements);
        for (&place, result) in passed.results.iter().zip(results) {
            places[piece.statements.start + place] = result;
        }
    }

    fn program(self) -> Program {
        let Self {
            mut program,
            places,
        } = self;
        let elements = program.outputs.iter_mut().flat_map(|one| &mut one.elements);
        for element in elements {
            if let Operand::Slot(slot) = element.operand {
                element.operand = places[slot];
            }
        }
        program
    }
}

/// The places of numbers in a list, to which those are added that are not in it.
fn merged(list: &mut Vec<Constant>, numbers: &[Constant]) -> Vec<usize> {
    if list == numbers {
        return (0..numbers.len()).collect();
    }
    let place = |number: &Constant| {
        let known = list.iter().position(|one| one == number);
        known.unwrap_or_else(|| {
            list.push(number.clone());
            list.len() - 1
        })
    };
    numbers.iter().map(place).collect()
}
