//! The inputs of a recursion: joint motion, momenta and frames, read from the leaves and mapped to the tree's
//! coordinates.

mod places;

pub(crate) use self::places::Places;
use super::coupling::Coupling;
use super::hamiltonian::CanonicalState;
use super::tip::Tip;
use super::zeros;
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::Mechanism;

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

    /// The motion with these accelerations of the tree's own joints.
    pub(super) fn accelerated(&self, own: Vec<L::S>) -> Motion<L::S> {
        Motion {
            rates: self.rates(),
            accelerations: [own, self.array(Argument::DrivenQdd)].concat(),
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
