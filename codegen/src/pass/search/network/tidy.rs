//! Tidying: the network built anew from its live nodes.

use super::super::constants::SignedConstant;
use super::super::terms::{Term, Terms};
use super::definition::Definition;
use super::{ALL, NOBODY, Network, NetworkNode, NodeKind};

impl Network {
    /// Drops dead nodes, merges equal ones, resolves other names. Never raises the cost.
    ///
    /// Of fused operations merging can: two equal products that two sums take in for free are one product that none takes
    /// in. Then equal products stay apart.
    pub(in super::super) fn tidy(&mut self) -> Option<()> {
        let (order, cost) = (self.order(), self.cost);
        let nodes = core::mem::take(&mut self.nodes);
        let outputs = core::mem::take(&mut self.outputs);
        self.rebuild(&nodes, &outputs, &order, Self::make)?;
        if self.cost > cost {
            self.rebuild(&nodes, &outputs, &order, Self::make_apart)?;
        }
        Some(())
    }

    /// The network anew from these nodes in this order, its products by `product`.
    fn rebuild(
        &mut self,
        old: &[NetworkNode],
        outputs: &[Term],
        order: &[usize],
        product: fn(&mut Self, Definition) -> Option<Term>,
    ) -> Option<()> {
        self.nodes.clear();
        self.known.clear();
        self.candidates.clear();
        self.cost = 0;
        self.subject = NOBODY;
        self.settled = ALL;
        for leaf in &old[..self.partners.len()] {
            self.append(NodeKind::Leaf, Terms::EMPTY, leaf.origin, false);
        }
        let mut places: Vec<Option<Term>> = vec![None; old.len()];
        for &index in order {
            let node = &old[index];
            let mut terms = Terms::EMPTY;
            for term in node.terms.iter() {
                terms.push(places[term.node()]?.signed(term.is_negative()))?;
            }
            let before = self.nodes.len();
            let place = match node.kind {
                NodeKind::Leaf => Term::of(index),
                NodeKind::Constant(id) => self.constant(SignedConstant::positive(id)),
                NodeKind::Sum => self.sum(&terms)?,
                NodeKind::Product => {
                    let definition = self.define_product(&terms)?;
                    product(self, definition)?.signed(node.negative)
                }
                NodeKind::Quotient => self.quotient(terms[0], terms[1])?.signed(node.negative),
                NodeKind::Saturation => self.saturation(terms[0], terms[1])?.signed(node.negative),
            };
            for made in &mut self.nodes[before..] {
                made.origin = node.origin;
                made.active = node.active;
            }
            places[index] = Some(place);
        }
        self.activate_marked();
        let outputs = outputs
            .iter()
            .map(|output| Some(places[output.node()]?.signed(output.is_negative())))
            .collect::<Option<_>>()?;
        self.set_outputs(outputs);
        Some(())
    }

    fn activate_marked(&mut self) {
        let marked: Vec<bool> = self.nodes.iter().map(|node| node.active).collect();
        self.activate(|index| marked[index]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::search::constants::ConstantTable;

    /// a + x y and b + x y, each with a product of its own.
    fn with_equal_products(fused: bool) -> Network {
        let mut network = Network::new(vec![None; 4], ConstantTable::new(), fused);
        let [a, b, x, y] = [0, 1, 2, 3].map(Term::of);
        let sums = [a, b].map(|other| {
            let product = network.define_product(&Terms::two(x, y));
            let product = network.make_apart(product.expect("a product"));
            let product = product.expect("a node");
            network.sum(&Terms::two(other, product)).expect("a sum")
        });
        network.set_outputs(sums.to_vec());
        network
    }

    #[test]
    fn equal_products_are_merged_where_that_costs_less() {
        let mut network = with_equal_products(false);
        assert_eq!(network.cost(), 4);
        assert!(network.tidy().is_some());
        assert_eq!(network.cost(), 3);
        assert_eq!(network.nodes.len(), 4 + 1 + 2);
    }

    /// Nothing is left of the network in which they were merged.
    #[test]
    fn equal_products_stay_apart_where_merging_costs_more() {
        let mut network = with_equal_products(true);
        assert_eq!(network.cost(), 2);
        assert!(network.tidy().is_some());
        assert_eq!(network.cost(), 2);
        assert_eq!(network.nodes.len(), 4 + 2 + 2);
    }
}
