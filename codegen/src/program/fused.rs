//! Fused operations: a product and a sum, rounded once.

use super::Operand;
use crate::scalar::Scalar;

/// What a fused operation does with its product.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fused {
    /// The third operand.
    pub addend: Operand,
    /// The signs.
    pub form: FusedForm,
}

/// The signs of a fused operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FusedForm {
    /// a · b + addend.
    Add,
    /// a · b − addend.
    Sub,
    /// addend − a · b.
    From,
}

impl FusedForm {
    /// Whether the product is taken with a minus sign.
    #[must_use]
    pub fn negates_product(self) -> bool {
        self == Self::From
    }

    /// Whether the addend is.
    #[must_use]
    pub fn negates_addend(self) -> bool {
        self == Self::Sub
    }

    /// The operation in a lane whose own one is `fused`: signs change no rounding.
    pub(crate) fn of<S: Scalar>(self, [a, b, addend]: [S; 3], fused: impl Fn(S, S, S) -> S) -> S {
        match self {
            Self::Add => fused(a, b, addend),
            Self::Sub => fused(a, b, -addend),
            Self::From => fused(-a, b, addend),
        }
    }
}
