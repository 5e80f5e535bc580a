//! What a recursion is given: joint motion, momenta and frames, read from the leaves.

use super::hamiltonian::State;
use super::tip::Tip;
use super::zeros;
use crate::mechanism::Mechanism;
use crate::quantity::Quantity;
use crate::scalar::{Argument, Input, Leaves};

/// The joint motion: rates and accelerations by velocity index, driven joints behind the others.
#[derive(Clone, Debug)]
pub struct Motion<S> {
    /// Generalised velocities q̇.
    pub rates: Vec<S>,
    /// Generalised accelerations q̈.
    pub accelerations: Vec<S>,
}

/// The inputs of one quantity.
pub(super) struct Inputs<'a, L> {
    mechanism: &'a Mechanism,
    quantity: Quantity,
    leaves: &'a L,
}

impl<'a, L: Leaves> Inputs<'a, L> {
    pub(super) fn new(mechanism: &'a Mechanism, quantity: Quantity, leaves: &'a L) -> Self {
        Self {
            mechanism,
            quantity,
            leaves,
        }
    }

    /// An input array.
    pub(super) fn array(&self, argument: Argument) -> Vec<L::S> {
        (0..self.quantity.input_len(argument, self.mechanism))
            .map(|index| self.leaves.input(Input { argument, index }))
            .collect()
    }

    /// q̇ with the rates of driven joints behind.
    pub(super) fn rates(&self) -> Vec<L::S> {
        [self.array(Argument::Qd), self.array(Argument::DrivenQd)].concat()
    }

    /// q̇ and q̈.
    pub(super) fn motion(&self) -> Motion<L::S> {
        let accelerations = [self.array(Argument::Qdd), self.array(Argument::DrivenQdd)].concat();
        Motion {
            rates: self.rates(),
            accelerations,
        }
    }

    /// The motion with q̈ = 0 but for driven joints.
    pub(super) fn bias_motion(&self) -> Motion<L::S> {
        let accelerations = [zeros(self.mechanism.nv()), self.array(Argument::DrivenQdd)].concat();
        Motion {
            rates: self.rates(),
            accelerations,
        }
    }

    /// No motion at all.
    pub(super) fn rest(&self) -> Motion<L::S> {
        let zeros = zeros(self.mechanism.nv() + self.mechanism.driven());
        Motion {
            rates: zeros.clone(),
            accelerations: zeros,
        }
    }

    /// Momenta, generalised forces and the rates of driven joints.
    pub(super) fn hamiltonian_state(&self) -> State<L::S> {
        let driven = [zeros(self.mechanism.nv()), self.array(Argument::DrivenQd)].concat();
        State {
            p: self.array(Argument::P),
            τ: self.array(Argument::Tau),
            driven,
        }
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
