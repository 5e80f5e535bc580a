//! Products that a sum takes in: a program of products and sums → one whose operations are fused where that saves one.
//!
//! ```text
//!  Program ──uses──► the sums and differences that read a product
//!          ──take──► a product whose readers can all take it in is left out, and they become fused operations
//! ```
//!
//! A fused operation rounds once, so the results have other bits than those of the program that was proved, and mostly better ones.
//! What comes from a product is computed with the product itself, so nothing else changes: over exact numbers both programs are
//! the same, which [`prove`](crate::prove) sees. A sum of two products takes in one of them: the one that is ready last, so that the other
//! is there when it starts.

use super::machine::{latency, slots};
use crate::program::{Fused, FusedForm, Operand, Operation, Program, Statement};

/// The same program with its products in its sums.
#[must_use]
pub fn fused(program: &Program) -> Program {
    let taken = Taking::of(program).taken;
    let absorbed = absorbed(program, &taken);
    let statements = program.statements.iter().zip(&taken);
    let statements = statements.map(|(statement, product)| match product {
        None => *statement,
        Some(product) => with_product(program, statement, *product),
    });
    let fused = Program {
        statements: statements.collect(),
        ..program.clone()
    };
    without(&fused, &absorbed)
}

/// Which product each statement takes in.
struct Taking<'p> {
    program: &'p Program,
    /// Cycles from the start of the program to each result.
    ready: Vec<usize>,
    /// Of each statement, the slot of the product that it takes in.
    taken: Vec<Option<usize>>,
}

impl<'p> Taking<'p> {
    /// The products that all their readers take in, the ones that are ready last first.
    fn of(program: &'p Program) -> Self {
        let mut taking = Self {
            program,
            ready: ready(program),
            taken: vec![None; program.statements.len()],
        };
        let readers = readers(program);
        let mut products: Vec<usize> = (program.angle_statements..program.statements.len())
            .filter(|&slot| program.statements[slot].operation == Operation::Mul)
            .collect();
        products.sort_by_key(|&slot| std::cmp::Reverse(taking.ready[slot]));
        for product in products {
            let readers = readers[product].as_deref().unwrap_or_default();
            if !readers.is_empty() && readers.iter().all(|&at| taking.can_take(at, product)) {
                readers
                    .iter()
                    .for_each(|&at| taking.taken[at] = Some(product));
            }
        }
        taking
    }

    /// Whether a statement is a sum or a difference of that product and something else, and has taken in none.
    fn can_take(&self, at: usize, product: usize) -> bool {
        let Statement {
            operation, a, b, ..
        } = self.program.statements[at];
        let product = Operand::Slot(product);
        matches!(operation, Operation::Add | Operation::Sub)
            && self.taken[at].is_none()
            && (a == product) != (b == product)
    }
}

/// Cycles from the start of the program to the result of each statement.
fn ready(program: &Program) -> Vec<usize> {
    let mut ready: Vec<usize> = Vec::with_capacity(program.statements.len());
    for statement in &program.statements {
        let start = slots(statement).map(|slot| ready[slot]).max().unwrap_or(0);
        ready.push(start + latency(statement.operation));
    }
    ready
}

/// Of each statement, the statements that read it; none where something else does too.
fn readers(program: &Program) -> Vec<Option<Vec<usize>>> {
    let mut readers = vec![Some(Vec::new()); program.statements.len()];
    for (at, statement) in program.statements.iter().enumerate() {
        for slot in slots(statement) {
            if let Some(readers) = &mut readers[slot] {
                readers.push(at);
            }
        }
    }
    let elements = program.outputs.iter().flat_map(|output| &output.elements);
    let read = elements.map(|element| element.operand);
    for operand in read.chain(program.angles.iter().copied()) {
        if let Operand::Slot(slot) = operand {
            readers[slot] = None;
        }
    }
    readers
}

/// Which statements are in others.
fn absorbed(program: &Program, taken: &[Option<usize>]) -> Vec<bool> {
    let mut absorbed = vec![false; program.statements.len()];
    for product in taken.iter().flatten() {
        absorbed[*product] = true;
    }
    absorbed
}

/// A sum or a difference with that product in it.
fn with_product(program: &Program, sum: &Statement, product: usize) -> Statement {
    let Statement { a, b, .. } = program.statements[product];
    let is_first = sum.a == Operand::Slot(product);
    let form = match (sum.operation, is_first) {
        (Operation::Sub, true) => FusedForm::Sub,   // a b - c
        (Operation::Sub, false) => FusedForm::From, // c - a b
        _ => FusedForm::Add,
    };
    let addend = if is_first { sum.b } else { sum.a };
    Statement {
        operation: Operation::Fused(Fused { addend, form }),
        a,
        b,
        origin: sum.origin,
    }
}

/// The program without these statements, which nothing reads.
fn without(program: &Program, absorbed: &[bool]) -> Program {
    let mut places = Vec::with_capacity(absorbed.len());
    let mut next = 0;
    for &absorbed in absorbed {
        places.push(next);
        next += usize::from(!absorbed);
    }
    let moved = |operand: Operand| match operand {
        Operand::Slot(slot) => Operand::Slot(places[slot]),
        other => other,
    };
    let kept = program.statements.iter().zip(absorbed);
    let kept = kept.filter(|(_, absorbed)| !**absorbed);
    let mut result = Program {
        statements: kept.map(|(statement, _)| statement.map(moved)).collect(),
        angles: program.angles.iter().copied().map(moved).collect(),
        ..program.clone()
    };
    let outputs = result.outputs.iter_mut();
    for element in outputs.flat_map(|output| &mut output.elements) {
        element.operand = moved(element.operand);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::{Options, compile};
    use crate::generic::generic;

    #[test]
    fn each_fused_operation_saves_one() {
        let chain = generic(5);
        let compiled = compile(&chain, &Options::default()).expect("it compiles");
        for program in compiled.programs() {
            let result = fused(program);
            let [before, after] = [program, &result].map(Program::counts);
            let products = before.mul - after.mul;
            let sums = before.add - after.add;
            assert_eq!(sums, after.fma, "a sum becomes a fused operation");
            assert!(products <= sums, "a product may be in several sums");
            assert!(after.total() <= before.total());
            assert_eq!(
                (after.div, after.neg, after.trig),
                (before.div, before.neg, before.trig)
            );
        }
    }

    #[test]
    fn no_product_is_left_that_one_sum_alone_reads() {
        let chain = generic(4);
        let compiled = compile(&chain, &Options::default()).expect("it compiles");
        for program in compiled.programs() {
            let result = fused(program);
            let readers = readers(&result);
            for (slot, statement) in result.statements.iter().enumerate() {
                let Some([reader]) = readers[slot].as_deref() else {
                    continue;
                };
                let is_sum = |at: usize| {
                    matches!(
                        result.statements[at].operation,
                        Operation::Add | Operation::Sub
                    )
                };
                let is_product = statement.operation == Operation::Mul;
                assert!(
                    !(is_product && is_sum(*reader) && slot >= result.angle_statements),
                    "{slot}"
                );
            }
        }
    }

    #[test]
    fn angles_stay_as_they_are() {
        let chain = generic(3);
        let compiled = compile(&chain, &Options::default()).expect("it compiles");
        for program in compiled.programs() {
            let result = fused(program);
            let angles = program.angle_statements;
            assert_eq!(result.statements[..angles], program.statements[..angles]);
        }
    }
}
