//! A proposal: other nodes are made, one is redefined, what does not pay is undone.

use super::definition::Definition;
use super::{ALL, Network};

/// How far the network had grown before a proposal.
#[derive(Clone, Copy)]
pub(in super::super) struct Mark {
    nodes: usize,
    candidates: usize,
    constants: usize,
}

impl Network {
    /// A proposal for `subject` begins.
    pub(in super::super) fn begin(&mut self, subject: usize) -> Mark {
        self.subject = subject;
        self.settled = self.nodes.len();
        Mark {
            nodes: self.nodes.len(),
            candidates: self.candidates.len(),
            constants: self.constants.len(),
        }
    }

    /// The proposal goes on with another subject.
    pub(in super::super) fn turn_to(&mut self, subject: usize) {
        self.subject = subject;
    }

    /// Computes a live node from something else of the same value; returns how it was computed before. The node is known by what it
    /// was: [`renamed`](Self::renamed) follows, or the former definition and [`recall`](Self::recall).
    pub(in super::super) fn define(&mut self, index: usize, definition: Definition) -> Definition {
        let user = index as u32;
        self.update_user(index, -1);
        self.cost -= self.price(index);
        self.nodes[index].counted = false;
        for term in definition.terms.iter() {
            self.hold(term.node(), user);
        }
        let node = &mut self.nodes[index];
        let before = node.definition();
        node.kind = definition.kind;
        node.negative = definition.negative;
        node.terms = definition.terms;
        for term in before.terms.iter() {
            self.release(term.node(), user);
        }
        self.nodes[index].counted = true;
        self.cost += self.price(index);
        self.update_user(index, 1);
        before
    }

    /// The node is known by its present definition.
    pub(in super::super) fn renamed(&mut self, index: usize) {
        self.unregister(index);
        self.register(index);
    }

    /// Both.
    pub(in super::super) fn redefine(
        &mut self,
        index: usize,
        definition: Definition,
    ) -> Definition {
        let before = self.define(index, definition);
        self.renamed(index);
        before
    }

    /// Forgets what a proposal has made.
    pub(in super::super) fn undo(&mut self, mark: Mark) {
        self.nodes.truncate(mark.nodes);
        self.candidates.truncate(mark.candidates);
        self.constants.truncate(mark.constants);
        self.settled = ALL;
    }
}
