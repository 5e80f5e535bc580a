//! The inputs of a recursion: joint motion, momenta and frames, read from the leaves and mapped to the tree's
//! coordinates.

use super::coupling::Coupling;
use super::hamiltonian::CanonicalState;
use super::tip::Tip;
use super::zeros;
use crate::exact::number::Number;
use crate::leaves::{Argument, Coordinate, Input, Leaves};
use crate::mechanism::{Body, Mechanism};

/// The joint motion: rates and accelerations by velocity index, driven joints behind the others.
#[derive(Clone, Debug)]
pub struct Motion<S> {
    /// Generalised velocities q̇.
    pub rates: Vec<S>,
    /// Generalised accelerations q̈.
    pub accelerations: Vec<S>,
}

/// The inputs of a quantity.
pub(super) struct Inputs<'a, L> {
    mechanism: &'a Mechanism,
    leaves: &'a L,
}

impl<'a, L: Leaves> Inputs<'a, L> {
    pub(super) fn new(mechanism: &'a Mechanism, leaves: &'a L) -> Self {
        Self { mechanism, leaves }
    }

    /// An input array by the tree's velocities: rates and accelerations; where the user's coordinates are those of the
    /// tree in another order, forces and momenta too.
    pub(super) fn of_tree(&self, argument: Argument) -> Vec<L::S> {
        self.coupling().rates(self.array(argument))
    }

    fn coupling(&self) -> Coupling<'a, L> {
        Coupling::new(self.mechanism, self.leaves)
    }

    /// An input array.
    pub(super) fn array(&self, argument: Argument) -> Vec<L::S> {
        (0..argument.port(self.mechanism).len)
            .map(|index| self.leaves.input(Input { argument, index }))
            .collect()
    }

    /// q̇ with the rates of driven joints behind.
    pub(super) fn rates(&self) -> Vec<L::S> {
        [self.of_tree(Argument::Qd), self.array(Argument::DrivenQd)].concat()
    }

    /// q̇ and q̈.
    pub(super) fn motion(&self) -> Motion<L::S> {
        let own =
            (self.coupling()).accelerations(self.array(Argument::Qdd), || self.array(Argument::Qd));
        let accelerations = [own, self.array(Argument::DrivenQdd)].concat();
        Motion {
            rates: self.rates(),
            accelerations,
        }
    }

    /// The motion with q̈ = 0 except for driven joints.
    pub(super) fn bias_motion(&self) -> Motion<L::S> {
        let own = self.coupling().bias(|| self.array(Argument::Qd));
        let accelerations = [own, self.array(Argument::DrivenQdd)].concat();
        Motion {
            rates: self.rates(),
            accelerations,
        }
    }

    /// No motion at all.
    pub(super) fn rest(&self) -> Motion<L::S> {
        let zeros = zeros(self.mechanism.tree_nv() + self.mechanism.driven());
        Motion {
            rates: zeros.clone(),
            accelerations: zeros,
        }
    }

    /// Momenta, generalised forces and the rates of driven joints.
    pub(super) fn hamiltonian_state(&self) -> CanonicalState<L::S> {
        CanonicalState {
            p: self.of_tree(Argument::P),
            τ: self.of_tree(Argument::Tau),
            driven: self.driven_rates(),
        }
    }

    /// q̇ = 0 except for driven joints.
    pub(super) fn driven_rates(&self) -> Vec<L::S> {
        [
            zeros(self.mechanism.tree_nv()),
            self.array(Argument::DrivenQd),
        ]
        .concat()
    }

    /// A frame of the mechanism.
    pub(super) fn tip(&self, frame: usize) -> Tip<L::S> {
        Tip::lift(&self.mechanism.frames[frame], self.leaves)
    }

    /// All frames.
    pub(super) fn tips(&self) -> Vec<Tip<L::S>> {
        (0..self.mechanism.frames.len())
            .map(|frame| self.tip(frame))
            .collect()
    }
}

/// The indices of the next joint's coordinates and velocities: coordinates among the inputs, velocities in the arrays of
/// the tree.
pub(super) struct Places<'a> {
    mechanism: &'a Mechanism,
    q: usize,
    v: usize,
    driven: usize,
    nv: usize,
}

impl<'a> Places<'a> {
    pub(super) fn new(mechanism: &'a Mechanism) -> Self {
        Self {
            mechanism,
            q: 0,
            v: 0,
            driven: 0,
            nv: mechanism.tree_nv(),
        }
    }

    /// The coordinates and the first velocity of a body's joint.
    pub(super) fn next(&mut self, body: &Body) -> (Vec<Coordinate>, usize) {
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
