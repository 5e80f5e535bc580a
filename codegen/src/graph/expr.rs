//! The scalar that builds a graph: a `Copy` handle with ordinary operators.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{Coefficient, Graph, Ref};
use crate::exact::number::Number;
use crate::scalar::Scalar;

/// A value of the graph, or a small integer written in a formula (which needs no graph, so that `0 * x` prunes).
#[derive(Debug)]
pub enum Expr<'g, N = Number> {
    /// A literal of a formula. Numbers of the model are never literals, so literals stay small.
    Literal(i8),
    /// A signed node.
    Node(&'g Graph<N>, Ref),
}

impl<N> Clone for Expr<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for Expr<'_, N> {}

impl<'g, N: Coefficient> Expr<'g, N> {
    /// The signed node in `graph`.
    #[must_use]
    pub fn reference(self, graph: &'g Graph<N>) -> Ref {
        match self {
            Self::Literal(value) => graph.coefficient_node(&N::small(value)),
            Self::Node(_, reference) => reference,
        }
    }

    fn with(
        self,
        other: Self,
        literal: impl FnOnce(i8, i8) -> i8,
        node: impl FnOnce(&'g Graph<N>, Ref, Ref) -> Ref,
    ) -> Self {
        match (self, other) {
            (Self::Literal(a), Self::Literal(b)) => Self::Literal(literal(a, b)),
            (Self::Node(graph, _), _) | (_, Self::Node(graph, _)) => Self::Node(
                graph,
                node(graph, self.reference(graph), other.reference(graph)),
            ),
        }
    }
}

impl<N: Coefficient> Add for Expr<'_, N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Literal(0), x) | (x, Self::Literal(0)) => x,
            _ => self.with(other, |a, b| a + b, Graph::add),
        }
    }
}

impl<N: Coefficient> Sub for Expr<'_, N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<N: Coefficient> Mul for Expr<'_, N> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        match (self, other) {
            (Self::Literal(0), _) | (_, Self::Literal(0)) => Self::Literal(0),
            (Self::Literal(1), x) | (x, Self::Literal(1)) => x,
            _ => self.with(other, |a, b| a * b, Graph::mul),
        }
    }
}

impl<N: Coefficient> Div for Expr<'_, N> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        // A quotient of two literals does not occur: divisors are made of numbers of the model.
        debug_assert!(!matches!(
            (self, other),
            (Self::Literal(_), Self::Literal(_))
        ));
        match self {
            Self::Literal(0) => self,
            _ => self.with(other, |a, b| a.checked_div(b).unwrap_or(0), Graph::div),
        }
    }
}

impl<N: Coefficient> Neg for Expr<'_, N> {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Literal(value) => Self::Literal(-value),
            Self::Node(graph, reference) => Self::Node(graph, reference.signed(true)),
        }
    }
}

impl<N: Coefficient> Scalar for Expr<'_, N> {
    fn literal(value: i8) -> Self {
        Self::Literal(value)
    }

    fn saturate(self, scale: Self) -> Self {
        match self {
            Self::Literal(0) => self,
            // Two literals do not occur: the scale is a number of the model.
            _ => self.with(scale, |a, _| a.signum(), Graph::saturate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_need_no_graph() {
        let [two, three]: [Expr; 2] = [2, 3].map(Expr::Literal);
        let value = |expr: Expr| match expr {
            Expr::Literal(value) => Some(value),
            Expr::Node(..) => None,
        };
        let all = [two * three, two + three, two - three, -two];
        assert_eq!(all.map(value), [6, 5, -1, -2].map(Some));
    }
}
