//! A state of the network, to come back to.

use super::super::terms::Term;
use super::{Network, NetworkNode};

/// A snapshot from which the network can be restored.
pub(in super::super) struct Snapshot {
    nodes: Vec<NetworkNode>,
    outputs: Vec<Term>,
    pub(in super::super) cost: i64,
}

impl Network {
    /// The state, to come back to.
    pub(in super::super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            nodes: self.nodes.clone(),
            outputs: self.outputs.clone(),
            cost: self.cost,
        }
    }

    /// Back to a state, tidied.
    pub(in super::super) fn restore(&mut self, snapshot: &Snapshot) -> Option<()> {
        self.nodes.clone_from(&snapshot.nodes);
        self.outputs.clone_from(&snapshot.outputs);
        self.cost = snapshot.cost;
        self.tidy()
    }
}
