//! How long a processor takes for a program, roughly: program → cycles.
//!
//! ```text
//!  statements in their order ──queue──► of the first that wait, the oldest whose operands are there start, so many a cycle
//!                            ──registers──► values that find no register are stored and loaded again: more operations to fetch
//! ```
//!
//! The numbers are those of x86-64 processors of today (Zen 4 and 5, Golden Cove), which differ by a cycle here and there. What sines and
//! cosines take, data caches, and what compilers do to the order are not in it.

use std::collections::BinaryHeap;

use crate::program::{Operand, Operation, Program, Statement};

/// Operations that start in a cycle.
const PORTS: usize = 3;
/// Statements among which the processor finds those that can start.
const QUEUE: usize = 110;
/// Registers for floating-point numbers.
const REGISTERS: usize = 16;
/// Operations that are kept decoded; what a program has beyond is decoded anew in every call.
const DECODED: usize = 4000;
/// Operations that are decoded in a cycle.
const DECODERS: usize = 6;

/// Bytes of text of a statement, roughly: gcc and clang for x86-64 take 8 to 17, less the longer a function and the newer the processor
/// that it is for.
pub(crate) const TEXT: usize = 12;

/// Cycles from the operands of an operation to its result.
#[must_use]
pub fn latency(operation: Operation) -> usize {
    match operation {
        Operation::Add | Operation::Sub => 2,
        Operation::Mul => 3,
        Operation::Div => 13,
        // A reciprocal root in whole numbers, and three steps of Newton.
        Operation::Saturate => 50,
        Operation::Fused(_) => 4,
    }
}

/// Operations in a statement.
fn work(operation: Operation) -> usize {
    match operation {
        Operation::Add | Operation::Sub | Operation::Mul | Operation::Fused(_) => 1,
        Operation::Div => 4,
        Operation::Saturate => 24,
    }
}

/// The statements whose results a statement takes.
pub(super) fn slots(statement: &Statement) -> impl Iterator<Item = usize> + use<> {
    statement.operands().filter_map(|operand| match operand {
        Operand::Slot(slot) => Some(slot),
        _ => None,
    })
}

/// Cycles for the statements of a program in their order; equal runs are decoded once. What calls take comes to it.
#[must_use]
pub fn cycles(program: &Program) -> usize {
    let elements = program.outputs.iter().map(|one| one.elements.len());
    let statements = program.statements.len();
    let loads = 2 * reloads(program) * (statements - program.repeated()) / statements.max(1);
    let operations = statements - program.repeated() + elements.sum::<usize>() + loads;
    flow(program) + operations.saturating_sub(DECODED) / DECODERS
}

/// Cycles with as many registers as there are values.
fn flow(program: &Program) -> usize {
    let statements = &program.statements;
    // The cycle from which on a result is there.
    let mut there = vec![usize::MAX; statements.len()];
    let mut queue: Vec<usize> = Vec::with_capacity(QUEUE);
    let (mut next, mut cycle, mut end) = (0, 0, 0);
    while next < statements.len() || !queue.is_empty() {
        while queue.len() < QUEUE && next < statements.len() {
            queue.push(next);
            next += 1;
        }
        let mut free = PORTS;
        queue.retain(|&at| {
            if free == 0 || slots(&statements[at]).any(|slot| there[slot] > cycle) {
                return true;
            }
            let operation = statements[at].operation;
            free = free.saturating_sub(work(operation));
            there[at] = cycle + latency(operation);
            end = end.max(there[at]);
            false
        });
        cycle += 1;
    }
    end.max(cycle)
}

/// Values that are stored and loaded again because the registers are taken: of those held, the one whose next use is last gives way.
fn reloads(program: &Program) -> usize {
    let statements = &program.statements;
    // Of every value, the statements that take it, the next one last.
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); statements.len()];
    for (at, statement) in statements.iter().enumerate().rev() {
        slots(statement).for_each(|slot| uses[slot].push(at));
    }
    let mut registers = Registers::new(statements.len());
    let mut reloads = 0;
    for (at, statement) in statements.iter().enumerate() {
        for slot in slots(statement) {
            reloads += usize::from(!registers.held[slot]);
            // A square takes a value twice.
            while uses[slot].last() == Some(&at) {
                uses[slot].pop();
            }
            registers.take(slot, uses[slot].last().copied());
        }
        registers.take(at, uses[at].last().copied());
        registers.give_way(&uses);
    }
    reloads
}

/// What is in registers.
struct Registers {
    held: Vec<bool>,
    count: usize,
    /// Values with their next use, the last first; some are held no more.
    by_use: BinaryHeap<(usize, usize)>,
}

impl Registers {
    fn new(values: usize) -> Self {
        Self {
            held: vec![false; values],
            count: 0,
            by_use: BinaryHeap::new(),
        }
    }

    /// A value is in a register until its next use, or no longer.
    fn take(&mut self, slot: usize, next: Option<usize>) {
        self.count -= usize::from(self.held[slot]);
        self.held[slot] = next.is_some();
        if let Some(next) = next {
            self.count += 1;
            self.by_use.push((next, slot));
        }
    }

    /// Frees registers until there are as many as the processor has.
    fn give_way(&mut self, uses: &[Vec<usize>]) {
        while self.count > REGISTERS {
            let Some((next, slot)) = self.by_use.pop() else {
                return;
            };
            if self.held[slot] && uses[slot].last() == Some(&next) {
                self.held[slot] = false;
                self.count -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::number::Number;
    use crate::leaves::{Argument, Input, Origin};
    use crate::program::{Constant, Output, Port, Shape, Signed};

    /// Sums of two operands each, the last of which is the result.
    fn sums(operands: impl IntoIterator<Item = [Operand; 2]>) -> Program {
        let statement = |[a, b]: [Operand; 2]| Statement {
            operation: Operation::Add,
            a,
            b,
            origin: Origin::default(),
        };
        let statements: Vec<Statement> = operands.into_iter().map(statement).collect();
        let last = Signed {
            operand: Operand::Slot(statements.len() - 1),
            negative: false,
        };
        Program {
            inputs: vec![Port {
                argument: Argument::Q,
                len: 1,
            }],
            outputs: vec![Output {
                name: "sum",
                shape: Shape::Scalar,
                elements: vec![last],
                pattern: None,
            }],
            constants: vec![Constant::Number(Number::ONE)],
            angles: Vec::new(),
            angle_statements: 0,
            statements,
            copies: Vec::new(),
        }
    }

    const INPUT: Operand = Operand::Input(Input {
        argument: Argument::Q,
        index: 0,
    });

    #[test]
    fn a_chain_takes_its_latencies() {
        let chain = (0..100).map(|at: usize| match at.checked_sub(1) {
            None => [INPUT, Operand::Constant(0)],
            Some(last) => [Operand::Slot(last), Operand::Constant(0)],
        });
        assert_eq!(cycles(&sums(chain)), 200);
    }

    #[test]
    fn what_is_independent_takes_the_ports() {
        let independent = (0..300).map(|_| [INPUT, Operand::Constant(0)]);
        assert_eq!(cycles(&sums(independent)), 101);
    }

    #[test]
    fn what_is_not_kept_decoded_is_decoded_again() {
        let values = DECODED + 800;
        let independent = (0..values).map(|_| [INPUT, Operand::Constant(0)]);
        // The result is stored: one operation more.
        assert_eq!(
            cycles(&sums(independent)),
            values / PORTS + 1 + 801 / DECODERS
        );
    }

    #[test]
    fn values_beyond_the_registers_are_loaded_again() {
        let loads = |values: usize| {
            let first = (0..values).map(|_| [INPUT, Operand::Constant(0)]);
            let pairs = (0..values).map(|at| [Operand::Slot(at), INPUT]);
            reloads(&sums(first.chain(pairs)))
        };
        assert_eq!(loads(REGISTERS), 0);
        assert_eq!(loads(REGISTERS + 5), 5);
    }
}
