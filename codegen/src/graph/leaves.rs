//! The leaves of graph expressions.

use super::{Coefficient, Expr, Graph, Ref};
use crate::exact::number::Number;
use crate::leaves::Solve;
use crate::leaves::{Argument, Input, JointAngle, Leaves, Origin};

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

    fn tangents(
        &self,
        values: &[Expr<'g, N>],
        direction: &[(Input, Expr<'g, N>)],
    ) -> Option<Vec<Expr<'g, N>>> {
        let reference = |(input, rate): &(Input, Expr<'g, N>)| (*input, rate.reference(self));
        let direction: Vec<_> = direction.iter().map(reference).collect();
        let rates = Graph::tangents(self, &self.references(values), &direction);
        Some(
            rates
                .into_iter()
                .map(|rate| self.expression(rate))
                .collect(),
        )
    }

    fn adjoints(
        &self,
        values: &[Expr<'g, N>],
        weights: &[Expr<'g, N>],
        by: &[Argument],
    ) -> Option<Vec<(Input, Expr<'g, N>)>> {
        let [values, weights] = [values, weights].map(|all| self.references(all));
        let named = |input: Input| by.contains(&input.argument);
        let gradient = Graph::adjoints(self, &values, &weights, named);
        let slopes = gradient.into_iter();
        Some(
            slopes
                .map(|(input, slope)| (input, self.expression(slope)))
                .collect(),
        )
    }

    fn mark(&self, origin: Origin) {
        Graph::mark(self, origin);
    }
}

impl<N: Coefficient> Graph<N> {
    /// The value of a signed node; 0 is a literal, so that formulas prune what is multiplied with it.
    fn expression(&self, reference: Ref) -> Expr<'_, N> {
        if self.is_zero(reference) {
            Expr::Literal(0)
        } else {
            Expr::Node(self, reference)
        }
    }

    /// The signed nodes of values.
    pub fn references<'g>(&'g self, values: &[Expr<'g, N>]) -> Vec<Ref> {
        values.iter().map(|value| value.reference(self)).collect()
    }
}
