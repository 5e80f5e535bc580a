//! The leaves of graph expressions.

use super::{Expr, Graph};
use crate::number::Number;
use crate::scalar::{Input, JointAngle, Leaves, Origin};

impl<'g> Leaves for &'g Graph {
    type S = Expr<'g>;

    fn constant(&self, value: &Number) -> Expr<'g> {
        Expr::Node(self, Graph::constant(self, value))
    }

    fn input(&self, input: Input) -> Expr<'g> {
        Expr::Node(self, Graph::input(self, input))
    }

    fn circle(&self, angles: &[JointAngle]) -> (Expr<'g>, Expr<'g>) {
        let (cosine, sine) = Graph::circle(self, angles);
        (Expr::Node(self, cosine), Expr::Node(self, sine))
    }

    fn mark(&self, origin: Origin) {
        Graph::mark(self, origin);
    }
}
