//! Derivatives of any quantity by differentiating the graph of one of its formulations.
//!
//! Values that know what they were computed from are differentiated where they are; others (numbers) run over a graph of their own,
//! whose derivative is replayed with them.
//!
//! A derivative by q has a column for every velocity: along e_j a quaternion changes by ½ quat (e_j, 0), a position by R e_j (right
//! tangent space, body axes), any other coordinate by 1.

use crate::exact::number::Number;
use crate::graph::{Expr, Graph, Mode};
use crate::joint::orientation;
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::{Block, BlockKind, Mechanism};
use crate::recursion::{Formulation, Quantity, run};
use crate::scalar::Scalar;

/// How a graph is differentiated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::recursion) enum Differentiation {
    /// A sweep for every column.
    Forward,
    /// A sweep for every row.
    Reverse,
}

/// A direction in the inputs.
pub(in crate::recursion) type Along<S> = Vec<(Input, S)>;

/// A quantity to be differentiated.
#[derive(Clone, Copy, Debug)]
pub(in crate::recursion) struct Primal<'a> {
    pub mechanism: &'a Mechanism,
    pub quantity: Quantity,
    pub formulation: Formulation,
}

/// What is computed over leaves whose values know what they were computed from.
pub(super) trait OverGraph {
    /// The arrays over such leaves; `None` over others.
    fn over<L: Leaves>(&self, leaves: &L) -> Option<Vec<Vec<L::S>>>;
}

/// The arrays over any leaves: where values are no nodes of a graph, over a graph of its own, which is replayed with them.
pub(super) fn on<L: Leaves>(what: &impl OverGraph, leaves: &L) -> Vec<Vec<L::S>> {
    if let Some(found) = what.over(leaves) {
        return found;
    }
    replayed(|graph| what.over(graph).unwrap_or_default(), leaves)
}

/// Arrays that are computed over a graph of their own, over other leaves.
pub(super) fn replayed<L: Leaves>(
    arrays: impl for<'g> Fn(&&'g Graph) -> Vec<Vec<Expr<'g>>>,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let graph: Graph = Graph::new(Mode::Pruned);
    let found = arrays(&&graph);
    let lengths = found.iter().map(Vec::len);
    let elements = graph.references(&found.concat());
    let values = graph.replay_with_origins(&elements, leaves);
    let mut values = values.into_iter();
    lengths
        .map(|len| values.by_ref().take(len).collect())
        .collect()
}

/// The derivatives of the outputs of a quantity by some of its arguments: for every argument, then for every output array, rows first.
pub(in crate::recursion) fn differentiated<L: Leaves>(
    primal: Primal<'_>,
    by: &[Argument],
    how: Differentiation,
    leaves: &L,
) -> Vec<Vec<L::S>> {
    on(&Matrices { primal, by, how }, leaves)
}

struct Matrices<'a> {
    primal: Primal<'a>,
    by: &'a [Argument],
    how: Differentiation,
}

impl OverGraph for Matrices<'_> {
    fn over<L: Leaves>(&self, leaves: &L) -> Option<Vec<Vec<L::S>>> {
        over(self.primal, self.by, self.how, leaves)
    }
}

fn over<L: Leaves>(
    primal: Primal<'_>,
    by: &[Argument],
    how: Differentiation,
    leaves: &L,
) -> Option<Vec<Vec<L::S>>> {
    let arrays = run(
        primal.mechanism,
        primal.quantity,
        primal.formulation,
        leaves,
    );
    let values = arrays.concat();
    let directions = by
        .iter()
        .map(|&one| directions(primal.mechanism, one, leaves));
    let directions: Vec<Vec<Along<L::S>>> = directions.collect();
    // By argument, by value, by direction.
    let matrices: Vec<Vec<Vec<L::S>>> = match how {
        Differentiation::Forward => {
            let columns = |directions: &Vec<Along<L::S>>| -> Option<Vec<Vec<L::S>>> {
                let columns = directions
                    .iter()
                    .map(|along| leaves.tangents(&values, along));
                let columns: Vec<Vec<L::S>> = columns.collect::<Option<_>>()?;
                let row = |i: usize| columns.iter().map(|column| column[i]).collect();
                Some((0..values.len()).map(row).collect())
            };
            directions.iter().map(columns).collect::<Option<_>>()?
        }
        Differentiation::Reverse => {
            let one = L::S::one();
            let gradients = values
                .iter()
                .map(|&value| leaves.adjoints(&[value], &[one], by));
            let gradients: Vec<Along<L::S>> = gradients.collect::<Option<_>>()?;
            let matrix = |directions: &Vec<Along<L::S>>| -> Vec<Vec<L::S>> {
                let row = |gradient| {
                    directions
                        .iter()
                        .map(|along| slope(gradient, along))
                        .collect()
                };
                gradients.iter().map(row).collect()
            };
            directions.iter().map(matrix).collect()
        }
    };
    let split = |rows: Vec<Vec<L::S>>| {
        let mut rows = rows.into_iter();
        let array = |array: &Vec<L::S>| rows.by_ref().take(array.len()).flatten().collect();
        arrays.iter().map(array).collect::<Vec<Vec<L::S>>>()
    };
    Some(matrices.into_iter().flat_map(split).collect())
}

/// The slope along a direction.
pub(in crate::recursion) fn slope<S: Scalar>(gradient: &Along<S>, along: &Along<S>) -> S {
    along.iter().fold(S::zero(), |sum, (input, rate)| {
        let slope = gradient.iter().find(|(known, _)| known == input);
        slope.map_or(sum, |(_, slope)| sum + *slope * *rate)
    })
}

/// The unit directions of an argument in the tangent space: of q one for every velocity, of others one for every element.
pub(in crate::recursion) fn directions<L: Leaves>(
    mechanism: &Mechanism,
    argument: Argument,
    leaves: &L,
) -> Vec<Along<L::S>> {
    let unit = |index: usize| vec![(Input { argument, index }, L::S::one())];
    if argument != Argument::Q {
        return (0..argument.port(mechanism).len).map(unit).collect();
    }
    let blocks = mechanism.blocks();
    let of_block = |block: &Block| -> Vec<Along<L::S>> {
        match block.kind {
            BlockKind::Rates => (block.q..block.q + block.coordinates.len())
                .map(unit)
                .collect(),
            BlockKind::Quaternion => of_quaternion(block.q, leaves),
            BlockKind::Pose => {
                let mut all = of_position(block.q, leaves);
                all.extend(of_quaternion(block.q + 3, leaves));
                all
            }
        }
    };
    blocks.iter().flat_map(of_block).collect()
}

/// The direction in some arguments that the inputs of directions give ([`Argument::direction`]).
pub(in crate::recursion) fn direction<L: Leaves>(
    mechanism: &Mechanism,
    arguments: impl IntoIterator<Item = Argument>,
    leaves: &L,
) -> Along<L::S> {
    let mut sum: Along<L::S> = Vec::new();
    for argument in arguments {
        let Some(given) = argument.direction() else {
            continue;
        };
        let units = directions(mechanism, argument, leaves);
        for (index, unit) in units.into_iter().enumerate() {
            let argument = given;
            let by = leaves.input(Input { argument, index });
            for (input, rate) in unit {
                let rate = rate * by;
                match sum.iter_mut().find(|(known, _)| *known == input) {
                    Some((_, known)) => *known = *known + rate,
                    None => sum.push((input, rate)),
                }
            }
        }
    }
    sum
}

/// The three directions of a position, along the axes of the body whose quaternion follows it.
fn of_position<L: Leaves>(first: usize, leaves: &L) -> Vec<Along<L::S>> {
    let place = |index| Input {
        argument: Argument::Q,
        index,
    };
    let quaternion: [L::S; 4] = core::array::from_fn(|k| leaves.input(place(first + 3 + k)));
    let axes = orientation(quaternion);
    let along = |j: usize| (0..3).map(|i| (place(first + i), axes[i][j])).collect();
    (0..3).map(along).collect()
}

/// The three directions of a quaternion x, y, z, w: ½ quat (e, 0).
fn of_quaternion<L: Leaves>(first: usize, leaves: &L) -> Vec<Along<L::S>> {
    let half = leaves.constant(&(Number::ONE / Number::from(2)));
    let place = |k: usize| Input {
        argument: Argument::Q,
        index: first + k,
    };
    let [x, y, z, w] = core::array::from_fn(|k| half * leaves.input(place(k)));
    let columns = [[w, z, -y, -x], [-z, w, x, -y], [y, -x, w, -z]];
    let along = |column: [L::S; 4]| (0..4).map(place).zip(column).collect();
    columns.into_iter().map(along).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_is_the_sum_over_inputs_that_both_have() {
        let at = |index: usize| Input {
            argument: Argument::Q,
            index,
        };
        let gradient = vec![(at(0), 3.0), (at(1), 5.0), (at(2), 0.5)];
        let along = vec![(at(1), 4.0), (at(3), 7.0), (at(2), 6.0)];
        assert_eq!(slope(&gradient, &along).to_string(), "23");
    }
}
