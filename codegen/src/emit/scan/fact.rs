//! Facts: what a function does, step by step, by symbols.

use rustc_hash::FxHashSet;

use crate::counts::Counts;
use crate::program::{FusedForm, Operation};

/// A function as its text says, or by [`Scanned::of`] as it should.
#[derive(Clone, Debug, Default)]
pub struct Scanned {
    /// The facts, in the order in which they come about.
    pub facts: Vec<Fact>,
    /// Of each fact of a text, the token that it is from.
    pub(super) tokens: Vec<usize>,
}

/// The same facts, wherever they stand.
impl PartialEq for Scanned {
    fn eq(&self, other: &Self) -> bool {
        self.facts == other.facts
    }
}

/// One thing that a function does.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// Calls the step of that number: statements, sines and cosines are counted from 0 again.
    Step(usize),
    /// Gives the step an input: the place of the port, and the elements.
    Given(usize, Vec<Value>),
    /// What rounding takes from a sum or a product of angles: the five arguments, with their signs. Its number is that of its place.
    Tail(TailOf, [(bool, Value); 5]),
    /// Takes sine and cosine of an angle and its tail.
    Angle(Value, (bool, Value)),
    /// A statement; its number is that of its place.
    Statement(Operation, Value, Value),
    /// A statement that is a fused operation: its factors and its addend.
    Fused(FusedForm, [Value; 3]),
    /// An element of an output of the step or of the function, by their numbers; whether it is minus the value.
    Element(usize, usize, bool, Value),
    /// Solves equations, square ones or with a cut-off, by its bits.
    Equations {
        /// Number of equations.
        rows: usize,
        /// Number of unknowns.
        columns: usize,
        /// Number of right-hand sides.
        sides: usize,
        /// The cut-off of a solution with least norm.
        cutoff: Option<u64>,
        /// The matrix, row-major.
        matrix: Vec<Value>,
        /// The right-hand side.
        right: Vec<Value>,
    },
    /// Fails unless the value is positive.
    Positive(Value),
    /// Integrates the state of a joint with quaternions, or takes a difference: the kernel, and its arguments. Its number is that of
    /// its place.
    Joint(&'static str, Vec<Value>),
}

/// Of what a tail is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TailOf {
    /// A sum.
    Sum,
    /// A product.
    Product,
}

impl TailOf {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Product => "product",
        }
    }
}

/// The angles of a program, each once: sines and cosines are those of the places here.
#[derive(Clone, Debug, Default)]
pub(super) struct Angles {
    unique: Vec<(Value, (bool, Value))>,
}

/// No tail, with its sign.
pub(super) const NO_TAIL: (bool, Value) = (false, Value::Number(0));

impl Angles {
    /// The place of an angle, and, when it is new, its fact. None says that zeros fill up an array.
    pub(super) fn place(&mut self, angle: Value, tail: (bool, Value)) -> (usize, Option<Fact>) {
        let known = self.unique.iter().position(|one| *one == (angle, tail));
        if let Some(place) = known {
            return (place, None);
        }
        self.unique.push((angle, tail));
        let fills = (angle, tail) == (Value::Number(0), NO_TAIL);
        let fact = (!fills).then_some(Fact::Angle(angle, tail));
        (self.unique.len() - 1, fact)
    }
}

/// A number as a symbol: where it is from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A number, by its bits (as f64; every f32 is one).
    Number(u64),
    /// An element of an input, by the name of its port.
    Input(&'static str, usize),
    /// The cosine of an angle.
    Cosine(usize),
    /// The sine of an angle.
    Sine(usize),
    /// The result of a statement.
    Slot(usize),
    /// What rounding takes, of that place.
    Tail(usize),
    /// An element of a result of a step: step, output, element.
    Result(usize, usize, usize),
    /// An unknown that was solved for, counted through all equations.
    Solved(usize),
    /// An element of the state of a joint: the place of its kernel, and the element.
    Joint(usize, usize),
}

impl Value {
    /// A value with a sign; that of a number is in its bits.
    pub(super) fn signed(self, negative: bool) -> (bool, Self) {
        match self {
            Self::Number(bits) if negative => (false, Self::Number(bits ^ (1 << 63))),
            value => (negative, value),
        }
    }
}

impl Scanned {
    pub(super) fn push(&mut self, fact: Fact, token: usize) {
        self.facts.push(fact);
        self.tokens.push(token);
    }

    /// Operation counts, by the rules of [`Program::counts`](crate::program::Program::counts): those of solving equations are
    /// not among them.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let mut trig: FxHashSet<(usize, Value)> = FxHashSet::default();
        let mut step = 0;
        let mut note = |step: usize, value: Value| {
            if matches!(value, Value::Cosine(_) | Value::Sine(_)) {
                trig.insert((step, value));
            }
        };
        for fact in &self.facts {
            match fact {
                Fact::Step(number) => step = *number,
                Fact::Statement(operation, a, b) => {
                    match operation {
                        Operation::Add | Operation::Sub => counts.add += 1,
                        Operation::Mul => counts.mul += 1,
                        Operation::Div => counts.div += 1,
                        Operation::Saturate => counts.add_saturation(),
                        Operation::Fused(_) => counts.fma += 1,
                    }
                    note(step, *a);
                    note(step, *b);
                }
                Fact::Fused(_, operands) => {
                    counts.fma += 1;
                    operands.iter().for_each(|value| note(step, *value));
                }
                Fact::Element(_, _, negative, value) => {
                    counts.neg += usize::from(*negative);
                    note(step, *value);
                }
                Fact::Given(..)
                | Fact::Tail(..)
                | Fact::Angle(..)
                | Fact::Equations { .. }
                | Fact::Positive(_)
                | Fact::Joint(..) => {}
            }
        }
        counts.trig = trig.len();
        counts
    }
}
