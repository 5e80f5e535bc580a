//! Counting a setting: its graph over the prime field, which has no long numbers.

use core::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::counts::Counts;
use crate::exact::field::Fp;
use crate::exact::number::Number;
use crate::graph::{Expr, Graph, Mode};
use crate::leaves::Solve;
use crate::leaves::{Argument, Input, JointAngle, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion;
use crate::recursion::Formulation;
use crate::recursion::Quantity;

/// The costs that are compared, in this order: multiplications and additions, divisions, multiplications.
pub(super) type OperationCost = (usize, usize, usize);

pub(super) fn order(counts: &Counts) -> OperationCost {
    (counts.total(), counts.div, counts.mul)
}

/// The cost of the program of a formulation, and the number of nodes of its graph; counted over the prime field: the
/// same graph, with a probability of error of 2⁻⁶¹ for numbers that are not made for the prime. What is counted is a choice: the
/// program is made of exact numbers, and proved.
pub(super) fn cost(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    images: &Images,
) -> (OperationCost, usize) {
    let graph: Graph<Fp> = Graph::new(Mode::Pruned);
    let leaves = Counting {
        graph: &graph,
        images,
    };
    let elements = recursion::run(mechanism, quantity, formulation, &leaves);
    let outputs: Vec<_> = elements
        .into_iter()
        .flatten()
        .map(|element| element.reference(&graph))
        .collect();
    let solves = graph.record().equations();
    let solves: Counts = solves.iter().map(|one| one.solve.price()).sum();
    let counts = graph.stages(&outputs).counts(&graph) + solves;
    (order(&counts), graph.len())
}

/// Numbers of a model in the prime field: the same numbers come again with every setting.
pub(super) type Images = RefCell<FxHashMap<Number, Fp>>;

/// The leaves of a graph over the prime field.
struct Counting<'g, 'i> {
    graph: &'g Graph<Fp>,
    images: &'i Images,
}

impl<'g> Leaves for Counting<'g, '_> {
    type S = Expr<'g, Fp>;

    fn constant(&self, value: &Number) -> Self::S {
        let known = self.images.borrow().get(value).copied();
        let image = known.unwrap_or_else(|| {
            let image = Fp::of(value);
            self.images.borrow_mut().insert(value.clone(), image);
            image
        });
        Expr::Node(self.graph, self.graph.coefficient_node(&image))
    }

    fn input(&self, input: Input) -> Self::S {
        Leaves::input(&self.graph, input)
    }

    fn circle(&self, angles: &[JointAngle]) -> (Self::S, Self::S) {
        Leaves::circle(&self.graph, angles)
    }

    fn solve(&self, solve: Solve, matrix: &[Vec<Self::S>], right: &[Self::S]) -> Vec<Self::S> {
        Leaves::solve(&self.graph, solve, matrix, right)
    }

    fn guard(&self, margins: &[Self::S]) {
        Leaves::guard(&self.graph, margins);
    }

    fn tangents(&self, values: &[Self::S], direction: &[(Input, Self::S)]) -> Option<Vec<Self::S>> {
        Leaves::tangents(&self.graph, values, direction)
    }

    fn adjoints(
        &self,
        values: &[Self::S],
        weights: &[Self::S],
        by: &[Argument],
    ) -> Option<Vec<(Input, Self::S)>> {
        Leaves::adjoints(&self.graph, values, weights, by)
    }
}
