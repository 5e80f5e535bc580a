//! The scalar of a recursion: ordinary operators on a `Copy` handle.
//!
//! Instances: `f64` (the reference), [`Fp`](crate::exact::field::Fp) (exact values in a prime field, for proofs) and
//! [`Expr`](crate::graph::Expr) (a node of the expression graph). There is no ordering and no test for zero:
//! structural choices use model data, never values of a scalar.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A commutative field as far as the recursions need one.
pub trait Scalar:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A small integer written in a formula (0, 1, 2), as opposed to a number of the model.
    fn literal(value: i8) -> Self;

    /// a / √(a² + b²) of a = `self` and b = `scale`: odd in a, between −1 and 1. An opaque function where there are no
    /// roots: see [`Fp`](crate::exact::field::Fp).
    #[must_use]
    fn saturate(self, scale: Self) -> Self;

    /// The literal 0.
    #[must_use]
    fn zero() -> Self {
        Self::literal(0)
    }

    /// The literal 1.
    #[must_use]
    fn one() -> Self {
        Self::literal(1)
    }
}

impl Scalar for f64 {
    fn literal(value: i8) -> Self {
        Self::from(value)
    }

    fn saturate(self, scale: Self) -> Self {
        denoc_sincos::state::double::saturate(self, scale)
    }
}
