//! The leaves of graph expressions.

use super::{Coefficient, Expr, Graph};
use crate::exact::number::Number;
use crate::leaves::{Input, JointAngle, Leaves, Origin};

impl<'g, N: Coefficient> Leaves for &'g Graph<N> {
    type S = Expr<'g, N>;

    fn constant(&self, value: &Number) -> Expr<'g, N> {
        Expr::Node(self, Graph::constant(self, value))
    }

    fn input(&self, input: Input) -> Expr<'g, N> {
        Expr::Node(self, Graph::input(self, input))
    }

    fn circle(&self, angles: &[JointAngle]) -> (Expr<'g, N>, Expr<'g, N>) {
        let (cosine, sine) = Graph::circle(self, angles);
        (Expr::Node(self, cosine), Expr::Node(self, sine))
    }

    fn mark(&self, origin: Origin) {
        Graph::mark(self, origin);
    }
}
