//! A number that depends on parameters of the model: an expression over them, known by its value at three points.
//!
//! Parameters stay open until generated code runs. Everything else about a model is exact, and a formula takes part in
//! that arithmetic like any number: sums and products of formulas are formulas. What a formula *is*, is decided by its
//! *images*, its values in two prime fields: formulas that share both are equal, and one that is 0 in both is the number 0.
//! Two different formulas share them with a probability of about degree / 2⁶¹, and every program is proved at other points. What
//! a formula is *worth* is taken at the parameters' defaults: sizes and signs in messages and in choices of frames.

use core::hash::{Hash, Hasher};
use core::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::Arc;

use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

use super::Number;
use super::images::Images;
use crate::exact::field::Fp;

/// A formula: an operation on numbers, one of which depends on parameters.
#[derive(Clone, Debug)]
pub struct Formula(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    term: FormulaOperation,
    images: Images,
    nominal: RBig,
}

/// The operation of a formula.
#[derive(Clone, Debug)]
pub enum FormulaOperation {
    /// A parameter of the model, by its place in [`Mechanism::parameters`](crate::mechanism::Mechanism::parameters).
    Parameter(usize),
    /// Cosine of an angle in rad.
    Cosine(Number),
    /// Sine of an angle in rad.
    Sine(Number),
    /// −a.
    Negative(Number),
    /// a + b.
    Sum(Number, Number),
    /// a − b.
    Difference(Number, Number),
    /// a · b.
    Product(Number, Number),
    /// a / b.
    Quotient(Number, Number),
}

/// The values of the leaves of a formula.
pub trait Atoms {
    /// The values: scalars, or exact numbers.
    type S: Clone
        + Add<Output = Self::S>
        + Sub<Output = Self::S>
        + Mul<Output = Self::S>
        + Div<Output = Self::S>
        + Neg<Output = Self::S>;
    /// A number without parameters.
    fn rational(&self, value: &Number) -> Self::S;
    /// A parameter, by its place.
    fn parameter(&self, place: usize) -> Self::S;
    /// Cosine and sine of an angle.
    fn circle(&self, angle: Self::S) -> (Self::S, Self::S);
}

/// Values of formulas, so that what they share is computed once.
pub type Memo<S> = FxHashMap<Formula, S>;

/// By both images; where nothing is known of them, a formula is equal to itself alone.
impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.images.agree(&other.0.images)
    }
}

impl Eq for Formula {}

/// By the public image: the same in every process.
impl Hash for Formula {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.image().hash(state);
    }
}

impl Formula {
    /// The value in the public field at parameters drawn once and for all: the same in every process, and so for choices among
    /// equals, not for what is equal.
    #[must_use]
    pub fn image(&self) -> Fp {
        self.0.images.public
    }

    /// The operation.
    #[must_use]
    pub fn term(&self) -> &FormulaOperation {
        &self.0.term
    }

    /// The value at the defaults of the parameters.
    pub(super) fn nominal(&self) -> &RBig {
        &self.0.nominal
    }

    pub(super) fn operands(&self) -> [Option<&Self>; 2] {
        match self.term() {
            FormulaOperation::Parameter(_) => [None, None],
            FormulaOperation::Cosine(a)
            | FormulaOperation::Sine(a)
            | FormulaOperation::Negative(a) => [a.formula(), None],
            FormulaOperation::Sum(a, b)
            | FormulaOperation::Difference(a, b)
            | FormulaOperation::Product(a, b)
            | FormulaOperation::Quotient(a, b) => [a.formula(), b.formula()],
        }
    }
}

impl Number {
    /// The parameter at `place` of a model's list, with its default.
    #[must_use]
    pub fn parameter(place: usize, default: &Self) -> Self {
        Self::of_term(
            FormulaOperation::Parameter(place),
            Images::of_parameter(place),
            default.nominal().clone(),
        )
    }

    /// Cosine and sine of an angle in rad that depends on parameters; `nominal` are those at the defaults.
    #[must_use]
    pub fn circle_of(angle: &Self, nominal: (&Self, &Self)) -> (Self, Self) {
        let (cosine, sine) = angle.images().circle();
        (
            Self::of_term(
                FormulaOperation::Cosine(angle.clone()),
                cosine,
                nominal.0.nominal().clone(),
            ),
            Self::of_term(
                FormulaOperation::Sine(angle.clone()),
                sine,
                nominal.1.nominal().clone(),
            ),
        )
    }

    /// The image of a formula, the residue of any other number, in the public field.
    #[must_use]
    pub fn image(&self) -> Fp {
        match self.formula() {
            Some(formula) => formula.image(),
            None => Fp::of_rational(self),
        }
    }

    fn images(&self) -> Images {
        match self.formula() {
            Some(formula) => formula.0.images,
            None => Images::of_rational(self),
        }
    }

    /// The value at the defaults of the parameters, a number without parameters.
    #[must_use]
    pub fn at_defaults(&self) -> Self {
        Self::rational(self.nominal().clone())
    }

    fn of_term(term: FormulaOperation, images: Images, nominal: RBig) -> Self {
        for (value, number) in [(0, Self::ZERO), (1, Self::ONE)] {
            if images.are(value) {
                return number;
            }
        }
        Self::of_formula(Formula(Arc::new(Inner {
            term,
            images,
            nominal,
        })))
    }

    pub(super) fn negated_formula(&self) -> Self {
        match self.formula().map(Formula::term) {
            Some(FormulaOperation::Negative(a)) => a.clone(),
            Some(FormulaOperation::Difference(a, b)) => Self::of_term(
                FormulaOperation::Difference(b.clone(), a.clone()),
                -self.images(),
                -self.nominal().clone(),
            ),
            _ => Self::of_term(
                FormulaOperation::Negative(self.clone()),
                -self.images(),
                -self.nominal().clone(),
            ),
        }
    }

    pub(super) fn sum_of_formulas(&self, other: &Self) -> Self {
        match (self.is_zero(), other.is_zero()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => Self::of_term(
                FormulaOperation::Sum(self.clone(), other.clone()),
                self.images() + other.images(),
                self.nominal() + other.nominal(),
            ),
        }
    }

    pub(super) fn difference_of_formulas(&self, other: &Self) -> Self {
        match (self.is_zero(), other.is_zero()) {
            (true, _) => -other,
            (_, true) => self.clone(),
            _ => Self::of_term(
                FormulaOperation::Difference(self.clone(), other.clone()),
                self.images() - other.images(),
                self.nominal() - other.nominal(),
            ),
        }
    }

    pub(super) fn product_of_formulas(&self, other: &Self) -> Self {
        for (factor, rest) in [(self, other), (other, self)] {
            match factor.to_integer() {
                Some(0) => return Self::ZERO,
                Some(1) => return rest.clone(),
                Some(-1) => return -rest,
                _ => {}
            }
        }
        Self::of_term(
            FormulaOperation::Product(self.clone(), other.clone()),
            self.images() * other.images(),
            self.nominal() * other.nominal(),
        )
    }

    /// a / b; a division by what is 0 at the defaults is refused where models are read.
    pub(super) fn quotient_of_formulas(&self, other: &Self) -> Self {
        if other.is_one() {
            return self.clone();
        }
        let nominal = if other.nominal().is_zero() {
            RBig::ZERO
        } else {
            self.nominal() / other.nominal()
        };
        Self::of_term(
            FormulaOperation::Quotient(self.clone(), other.clone()),
            self.images() / other.images(),
            nominal,
        )
    }

    /// The value over other scalars. Formulas can be as deep as a mechanism is long: the walk keeps its own stack.
    pub fn evaluate<A: Atoms>(&self, atoms: &A, memo: &mut Memo<A::S>) -> A::S {
        let Some(root) = self.formula() else {
            return atoms.rational(self);
        };
        let mut stack = vec![(root, false)];
        while let Some((formula, is_ready)) = stack.pop() {
            if memo.contains_key(formula) {
                continue;
            }
            if is_ready {
                let value = formula.applied(atoms, memo);
                memo.insert(formula.clone(), value);
            } else {
                stack.push((formula, true));
                stack.extend(
                    formula
                        .operands()
                        .into_iter()
                        .flatten()
                        .map(|one| (one, false)),
                );
            }
        }
        root.known(atoms, memo)
    }
}

impl Formula {
    /// The value of a formula whose operands are known.
    fn applied<A: Atoms>(&self, atoms: &A, memo: &Memo<A::S>) -> A::S {
        let value = |number: &Number| match number.formula() {
            Some(formula) => formula.known(atoms, memo),
            None => atoms.rational(number),
        };
        match self.term() {
            FormulaOperation::Parameter(place) => atoms.parameter(*place),
            FormulaOperation::Cosine(angle) => atoms.circle(value(angle)).0,
            FormulaOperation::Sine(angle) => atoms.circle(value(angle)).1,
            FormulaOperation::Negative(a) => -value(a),
            FormulaOperation::Sum(a, b) => value(a) + value(b),
            FormulaOperation::Difference(a, b) => value(a) - value(b),
            FormulaOperation::Product(a, b) => value(a) * value(b),
            FormulaOperation::Quotient(a, b) => value(a) / value(b),
        }
    }

    fn known<A: Atoms>(&self, atoms: &A, memo: &Memo<A::S>) -> A::S {
        let value = memo.get(self).cloned();
        debug_assert!(
            value.is_some(),
            "operands come before what they are operands of"
        );
        value.unwrap_or_else(|| atoms.rational(&Number::ZERO))
    }
}
