//! The constants of a graph: exact numbers, or their images in the prime field.
//!
//! Over the prime field a graph has the same nodes with overwhelming probability, so it can be counted without the cost
//! of exact arithmetic. It cannot be emitted.

use core::fmt::Debug;
use core::hash::Hash;

use crate::exact::element::FieldElement;
use crate::exact::field::Fp;
use crate::exact::number::Number;
use crate::scalar::Scalar;

/// A number as far as the constructors of the graph need one. Every number is the positive or the negative of its
/// magnitude.
pub trait Coefficient: Clone + Eq + Hash + Debug {
    /// The image of a number.
    fn of(value: &Number) -> Self;
    /// A small number.
    fn small(value: i8) -> Self;
    /// a + b.
    #[must_use]
    fn plus(&self, other: &Self) -> Self;
    /// a · b.
    #[must_use]
    fn times(&self, other: &Self) -> Self;
    /// 1 / a, unless a is 0.
    fn inverted(&self) -> Option<Self>;
    /// −a.
    #[must_use]
    fn negated(&self) -> Self;
    /// Whether it is the negative of its magnitude.
    fn negative(&self) -> bool;
    /// Whether it is this small number.
    fn is(&self, value: i8) -> bool;
    /// Bits of numerator and denominator.
    fn size(&self) -> usize;

    /// The magnitude.
    #[must_use]
    fn magnitude(&self) -> Self {
        if self.negative() {
            self.negated()
        } else {
            self.clone()
        }
    }
}

impl Coefficient for Number {
    fn of(value: &Number) -> Self {
        value.clone()
    }

    fn small(value: i8) -> Self {
        Self::from(i64::from(value))
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn inverted(&self) -> Option<Self> {
        self.inverse()
    }

    fn negated(&self) -> Self {
        -self
    }

    fn negative(&self) -> bool {
        // A formula that is 0 at the defaults has no sign there.
        match self.formula() {
            Some(formula) => formula.image().is_upper_half(),
            None => self.is_negative(),
        }
    }

    fn is(&self, value: i8) -> bool {
        self.to_integer() == Some(i64::from(value))
    }

    fn size(&self) -> usize {
        self.bits()
    }
}

impl Coefficient for Fp {
    fn of(value: &Number) -> Self {
        Self::of(value)
    }

    fn small(value: i8) -> Self {
        Scalar::literal(value)
    }

    fn plus(&self, other: &Self) -> Self {
        *self + *other
    }

    fn times(&self, other: &Self) -> Self {
        *self * *other
    }

    fn inverted(&self) -> Option<Self> {
        let inverse = Self::small(1) / *self;
        (!inverse.is_undefined()).then_some(inverse)
    }

    fn negated(&self) -> Self {
        -*self
    }

    fn negative(&self) -> bool {
        self.is_upper_half()
    }

    fn is(&self, value: i8) -> bool {
        *self == Self::small(value)
    }

    fn size(&self) -> usize {
        0
    }
}
