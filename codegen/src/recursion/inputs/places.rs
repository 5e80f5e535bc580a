//! Where the coordinates and velocities of every joint are among the inputs.

use crate::exact::number::Number;
use crate::leaves::{Argument, Coordinate, Input};
use crate::mechanism::{Body, Mechanism};

/// The indices of the next joint's coordinates and velocities: coordinates among the inputs, velocities in the arrays of
/// the tree.
pub(crate) struct Places<'a> {
    mechanism: &'a Mechanism,
    q: usize,
    v: usize,
    driven: usize,
    nv: usize,
}

impl<'a> Places<'a> {
    pub(crate) fn new(mechanism: &'a Mechanism) -> Self {
        Self {
            mechanism,
            q: 0,
            v: 0,
            driven: 0,
            nv: mechanism.tree_nv(),
        }
    }

    /// The coordinates and the first velocity of a body's joint.
    pub(crate) fn next(&mut self, body: &Body) -> (Vec<Coordinate>, usize) {
        let (nq, nv) = (body.joint.nq(), body.joint.nv());
        if body.driven {
            let first = self.driven;
            self.driven += nq;
            let driven = |index| Input {
                argument: Argument::DrivenQ,
                index,
            };
            let coordinates = (first..first + nq).map(|index| driven(index).into());
            return (coordinates.collect(), self.nv + first);
        }
        let (first, v) = (self.q, self.v);
        self.q += nq;
        self.v += nv;
        let coordinates = first..first + nq;
        (coordinates.map(|index| self.coordinate(index)).collect(), v)
    }

    /// A coordinate of the tree.
    fn coordinate(&self, index: usize) -> Coordinate {
        let argument = Argument::Q;
        let Some(coordinates) = &self.mechanism.coordinates else {
            return Input { argument, index }.into();
        };
        let combination = &coordinates.positions[index];
        let input = |(index, factor): &(usize, _)| {
            let index = *index;
            (Input { argument, index }, Clone::clone(factor))
        };
        let square = |(i, j, factor): &(usize, usize, Number)| {
            let [first, second] = [*i, *j].map(|index| Input { argument, index });
            (first, second, factor.clone())
        };
        Coordinate {
            terms: combination.terms.iter().map(input).collect(),
            offset: combination.offset.clone(),
            squares: combination.squares.iter().map(square).collect(),
        }
    }
}
