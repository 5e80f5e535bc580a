//! Tails: what rounding takes from sums and multiples of angles, carried along so that sines and cosines do not lose it.
//!
//! A sum of angles is rounded to its last place, which is no small angle after many turns. The rounding error of a sum or a product
//! of two numbers is itself a number, so a statement of an angle has a tail: that error, with what the tails of its operands
//! contribute. Sine and cosine are taken of both parts ([`denoc_sincos::sincos_with_tails`]). Tails are no statements: what
//! proves, searches and counts sees sums of angles as they are.

use super::{Constant, Operand, Operation, Program, Statement};
use crate::exact::number::Number;

/// The tail of an operand of an angle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// The operand is exact.
    Zero,
    /// What rounding leaves of that entry of [`Program::constants`].
    Constant(usize),
    /// That of the statement of this slot.
    Slot(usize),
}

/// The statements of a program that have tails.
#[derive(Clone, Debug)]
pub struct Tails<'p> {
    program: &'p Program,
    /// Of each statement of angles.
    carried: Vec<bool>,
}

impl Program {
    /// The statements that have tails: the sums that angles are, and multiples of coordinates in them.
    #[must_use]
    pub fn tails(&self) -> Tails<'_> {
        let mut carried = vec![false; self.angle_statements];
        let mut open: Vec<Operand> = self.angles.clone();
        while let Some(operand) = open.pop() {
            let Operand::Slot(slot) = operand else {
                continue;
            };
            let Some(known @ false) = carried.get_mut(slot) else {
                continue;
            };
            let statement = &self.statements[slot];
            *known = has_tail(statement);
            if *known {
                open.extend(statement.operands());
            }
        }
        Tails {
            program: self,
            carried,
        }
    }
}

/// Whether a statement of an angle is a sum, a difference, or a multiple of a coordinate.
fn has_tail(statement: &Statement) -> bool {
    let is_leaf = |operand| matches!(operand, Operand::Constant(_) | Operand::Input(_));
    match statement.operation {
        Operation::Add | Operation::Sub => true,
        Operation::Mul => is_leaf(statement.a) && is_leaf(statement.b),
        Operation::Div | Operation::Saturate | Operation::Fused(_) => false,
    }
}

impl Tails<'_> {
    /// Whether no statement has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.carried.contains(&true)
    }

    /// The slots of the statements that have one, in their order.
    pub fn slots(&self) -> impl Iterator<Item = usize> {
        let all = self.carried.iter().enumerate();
        all.filter_map(|(slot, carried)| carried.then_some(slot))
    }

    /// The tail of an operand of an angle, or of an angle.
    #[must_use]
    pub fn of(&self, operand: Operand) -> Tail {
        match operand {
            Operand::Constant(index) => Tail::Constant(index),
            Operand::Slot(slot) if self.carried.get(slot) == Some(&true) => Tail::Slot(slot),
            _ => Tail::Zero,
        }
    }

    /// The operands of the statements that have tails.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let statements = self.slots().map(|slot| &self.program.statements[slot]);
        statements.flat_map(Statement::operands)
    }

    /// The constants that angles are made of.
    pub(crate) fn constants(&self) -> impl Iterator<Item = usize> {
        let angles = self.program.angles.iter().copied();
        let operands = self.operands().chain(angles);
        operands.filter_map(|operand| match operand {
            Operand::Constant(index) => Some(index),
            _ => None,
        })
    }
}

impl Constant {
    /// What [`Constant::to_f64`] lacks of the constant, rounded.
    #[must_use]
    pub fn rest_f64(&self) -> f64 {
        self.rest(self.to_f64()).map_or(0.0, |rest| rest.to_f64())
    }

    /// What [`Constant::to_f32`] lacks of the constant, rounded.
    #[must_use]
    pub fn rest_f32(&self) -> f32 {
        let rest = self.rest(f64::from(self.to_f32()));
        rest.map_or(0.0, |rest| rest.to_f32())
    }

    fn rest(&self, nearest: f64) -> Option<Number> {
        let exact = match self {
            Self::Number(number) => number.clone(),
            Self::Angle(angle) => angle.to_number(),
        };
        let nearest = Number::from_f64(nearest)?;
        (!exact.is_formula()).then(|| exact - nearest)
    }
}
