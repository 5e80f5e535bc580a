//! Runs of statements that are one program on other values: what may be one function that is called several times.

use core::ops::Range;
use std::collections::BTreeSet;

use super::{Operand, Program, Statement};

/// Equal runs of statements, one for each limb.
///
/// Statement by statement their operations are the same, their numbers are equal, and what they take from their own run is at the same place in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copies {
    /// The bodies at which the limbs begin.
    pub limbs: Vec<String>,
    /// The first statement of each run.
    pub starts: Vec<usize>,
    /// The number of statements of a run.
    pub len: usize,
}

impl Copies {
    /// The runs.
    pub fn runs(&self) -> impl Iterator<Item = Range<usize>> {
        self.starts.iter().map(|&start| start..start + self.len)
    }

    /// The places in a run of what is taken outside of it, in any of them.
    #[must_use]
    pub fn results(&self, program: &Program) -> Vec<usize> {
        program.taken_of(&self.starts, self.len)
    }

    /// Whether they are what they are said to be.
    #[must_use]
    pub fn are_equal(&self, program: &Program) -> bool {
        let Some(first) = self.runs().next() else {
            return false;
        };
        let inside = |run: &Range<usize>| run.end <= program.statements.len();
        self.runs().all(|run| {
            let mut pairs = first.clone().zip(run.clone());
            inside(&first)
                && inside(&run)
                && pairs.all(|(one, other)| {
                    let [one, other] = [one, other].map(|slot| &program.statements[slot]);
                    program.same(one, &first, other, &run)
                })
        })
    }
}

impl Program {
    /// The first constant that is equal to a constant.
    #[must_use]
    pub fn first_equal(&self, constant: usize) -> usize {
        let mut all = self.constants.iter();
        let same = all.position(|one| Some(one) == self.constants.get(constant));
        same.unwrap_or(constant)
    }

    /// Whether every statement takes results of statements before it alone.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        let mut all = self.statements.iter().enumerate();
        all.all(|(at, statement)| {
            let mut operands = statement.operands();
            operands.all(|one| !matches!(one, Operand::Slot(slot) if slot >= at))
        })
    }

    /// How many values a run is given by other statements, and returns.
    #[must_use]
    pub fn passed_by(&self, copies: &Copies) -> usize {
        let Some(run) = copies.runs().next() else {
            return 0;
        };
        let operands = self.statements[run.clone()]
            .iter()
            .flat_map(Statement::operands);
        let given: BTreeSet<usize> = operands
            .filter_map(|operand| match operand {
                Operand::Slot(slot) if !run.contains(&slot) => Some(slot),
                _ => None,
            })
            .collect();
        given.len() + copies.results(self).len()
    }

    /// Statements that are in runs equal to others before them.
    #[must_use]
    pub fn repeated(&self) -> usize {
        let again = |one: &Copies| one.len * one.starts.len().saturating_sub(1);
        self.copies.iter().map(again).sum()
    }

    /// The places in runs of that length of what is taken outside of one of them.
    #[must_use]
    pub fn taken_of(&self, starts: &[usize], len: usize) -> Vec<usize> {
        let of = |at: usize| {
            let mut runs = starts.iter().copied();
            runs.find(|&start| (start..start + len).contains(&at))
        };
        let mut taken = vec![false; len];
        let mut note = |operand: Operand, reader: Option<usize>| {
            if let Operand::Slot(slot) = operand
                && let Some(start) = of(slot)
                && reader != Some(start)
            {
                taken[slot - start] = true;
            }
        };
        for (at, statement) in self.statements.iter().enumerate() {
            let reader = of(at);
            statement.operands().for_each(|one| note(one, reader));
        }
        let elements = self.outputs.iter().flat_map(|one| &one.elements);
        elements.for_each(|element| note(element.operand, None));
        (0..len).filter(|&place| taken[place]).collect()
    }

    /// Whether two statements of equal runs do the same.
    fn same(
        &self,
        one: &Statement,
        first: &Range<usize>,
        other: &Statement,
        run: &Range<usize>,
    ) -> bool {
        let within = |operand: Operand, run: &Range<usize>| match operand {
            Operand::Slot(slot) if run.contains(&slot) => Some(slot - run.start),
            _ => None,
        };
        let number = |operand: Operand| match operand {
            Operand::Constant(index) => self.constants.get(index),
            _ => None,
        };
        let mut operands = one.operands().zip(other.operands());
        one.operation.is_like(other.operation)
            && operands.all(|(a, b)| within(a, first) == within(b, run) && number(a) == number(b))
    }

    /// The runs of statements that come about one after the other: of every copy one, and what is between them. The statements of angles
    /// are in none.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        let all = self.copies.iter().enumerate();
        let mut runs: Vec<(Range<usize>, Option<(usize, usize)>)> = all
            .flat_map(|(of, copies)| {
                let runs = copies.runs().enumerate();
                runs.map(move |(number, run)| (run, Some((of, number))))
            })
            .collect();
        runs.sort_by_key(|(run, _)| run.start);
        let mut pieces = Vec::new();
        let mut at = self.angle_statements;
        for (statements, copy) in runs {
            if at < statements.start {
                pieces.push(Piece {
                    statements: at..statements.start,
                    copy: None,
                });
            }
            at = statements.end;
            pieces.push(Piece { statements, copy });
        }
        if at < self.statements.len() {
            pieces.push(Piece {
                statements: at..self.statements.len(),
                copy: None,
            });
        }
        pieces
    }
}

/// A run of statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The statements.
    pub statements: Range<usize>,
    /// Of which [`Copies`] of the program it is one, and the number of this one; `None`: of none.
    pub copy: Option<(usize, usize)>,
}

#[cfg(test)]
mod tests {
    use super::super::Operation::{Add, Mul, Sub};
    use super::super::{Constant, Operation};
    use super::*;
    use crate::exact::number::Number;
    use crate::leaves::{Argument, Input, Origin};

    fn q(index: usize) -> Operand {
        let argument = Argument::Q;
        Operand::Input(Input { argument, index })
    }

    /// q₀ q₁ + 2, and two statements more; the constants are 2 and 3.
    fn pair(second: [(Operation, Operand, Operand); 2]) -> Program {
        let first = [
            (Mul, q(0), q(1)),
            (Add, Operand::Slot(0), Operand::Constant(0)),
        ];
        let statement = |(operation, a, b)| Statement {
            operation,
            a,
            b,
            origin: Origin::default(),
        };
        let statements = [first, second].concat().into_iter();
        let numbers = [2, 3].map(|number| Constant::Number(Number::from(number)));
        Program {
            constants: numbers.into(),
            statements: statements.map(statement).collect(),
            ..Program::empty(Vec::new())
        }
    }

    #[test]
    fn runs_are_equal_by_operations_numbers_and_places() {
        let (two, three) = (Operand::Constant(0), Operand::Constant(1));
        let copies = |len| Copies {
            limbs: Vec::new(),
            starts: vec![0, 2],
            len,
        };
        let good = pair([(Mul, q(2), q(3)), (Add, Operand::Slot(2), two)]);
        assert!(copies(2).are_equal(&good) && !copies(3).are_equal(&good));
        for second in [
            (Sub, Operand::Slot(2), two),
            (Add, Operand::Slot(2), three),
            (Add, Operand::Slot(0), two),
        ] {
            let other = pair([(Mul, q(2), q(3)), second]);
            assert!(!copies(2).are_equal(&other), "{second:?}");
        }
    }

    #[test]
    fn pieces_have_statements() {
        let two = Operand::Constant(0);
        let mut program = pair([(Mul, q(2), q(3)), (Add, Operand::Slot(2), two)]);
        for (len, expected) in [
            (2, vec![(0..2, Some((0, 0))), (2..4, Some((0, 1)))]),
            (
                1,
                vec![
                    (0..1, Some((0, 0))),
                    (1..2, None),
                    (2..3, Some((0, 1))),
                    (3..4, None),
                ],
            ),
        ] {
            program.copies = vec![Copies {
                limbs: Vec::new(),
                starts: vec![0, 2],
                len,
            }];
            let pieces = program.pieces().into_iter();
            let pieces: Vec<_> = pieces.map(|one| (one.statements, one.copy)).collect();
            assert_eq!(pieces, expected);
        }
    }
}
