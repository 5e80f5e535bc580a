//! The leaves of graph expressions.

use super::{Coefficient, Expr, Graph, Ref};
use crate::exact::number::Number;
use crate::leaves::Solve;
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

    fn solve(
        &self,
        solve: Solve,
        matrix: &[Vec<Expr<'g, N>>],
        right: &[Expr<'g, N>],
    ) -> Vec<Expr<'g, N>> {
        let references = |row: &Vec<Expr<'g, N>>| self.references(row);
        let matrix: Vec<Vec<Ref>> = matrix.iter().map(references).collect();
        let inputs = self.record().solve(solve, &matrix, &self.references(right));
        inputs.map(|input| Leaves::input(self, input)).collect()
    }

    fn guard(&self, margins: &[Expr<'g, N>]) {
        self.record().guard(&self.references(margins));
    }

    fn mark(&self, origin: Origin) {
        Graph::mark(self, origin);
    }
}

impl<N: Coefficient> Graph<N> {
    /// The signed nodes of values.
    pub fn references<'g>(&'g self, values: &[Expr<'g, N>]) -> Vec<Ref> {
        values.iter().map(|value| value.reference(self)).collect()
    }
}
