//! Reference counts: a node is paid for while something uses it.

use super::{Network, NetworkNode, NodeKind, OUTPUT};

impl Network {
    /// Price of a node by itself.
    pub(super) fn price(&self, index: usize) -> i64 {
        let node = &self.nodes[index];
        let operations = node.terms.len() as i64 - 1;
        match node.kind {
            NodeKind::Leaf | NodeKind::Constant(_) => 0,
            NodeKind::Quotient => 1,
            // As `Counts::total` has it.
            NodeKind::Saturation => 4,
            NodeKind::Product => operations,
            NodeKind::Sum => operations - self.taken_in(node),
        }
    }

    /// Multiplications that a sum takes in as fused multiply-adds.
    fn taken_in(&self, node: &NetworkNode) -> i64 {
        if self.fused {
            i64::from(node.fusible).min(node.terms.len() as i64 - 1)
        } else {
            0
        }
    }

    /// Before and after any change of the uses of a product: updates its only user.
    pub(super) fn update_user(&mut self, index: usize, change: i32) {
        let node = &self.nodes[index];
        if !self.fused || node.kind != NodeKind::Product || node.uses != 1 || node.users == OUTPUT {
            return;
        }
        let user = node.users as usize;
        let before = self.price(user);
        self.nodes[user].fusible += change;
        if self.nodes[user].counted {
            self.cost += self.price(user) - before;
        }
    }

    pub(super) fn hold(&mut self, child: usize, user: u32) {
        self.change_use(child, user, true);
    }

    pub(super) fn release(&mut self, child: usize, user: u32) {
        self.change_use(child, user, false);
    }

    /// One use more or less; what comes to life or dies by it follows.
    fn change_use(&mut self, child: usize, user: u32, more: bool) {
        if !self.change_one(child, user, more) {
            return;
        }
        let mut stack = core::mem::take(&mut self.stack);
        stack.push(child as u32);
        while let Some(node) = stack.pop() {
            let terms = self.nodes[node as usize].terms;
            for term in terms.iter() {
                if self.change_one(term.node(), node, more) {
                    stack.push(term.node() as u32);
                }
            }
        }
        self.stack = stack;
    }

    /// Whether the node comes to life or dies.
    fn change_one(&mut self, index: usize, user: u32, more: bool) -> bool {
        self.update_user(index, -1);
        let node = &mut self.nodes[index];
        node.users ^= user;
        node.uses = if more { node.uses + 1 } else { node.uses - 1 };
        let turned = node.uses == u32::from(more);
        if turned {
            if more {
                self.nodes[index].counted = true;
                self.cost += self.price(index);
            } else {
                self.cost -= self.price(index);
                self.nodes[index].counted = false;
            }
        }
        self.update_user(index, 1);
        turned
    }
}
