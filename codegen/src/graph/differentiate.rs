//! Derivatives of a graph: forward along a direction, and in reverse from weights.
//!
//! The nodes of the derivative are nodes of the same graph: they share cosines, sines and products with the values. What does not
//! depend on an input has no derivative, and none of its products is made.
//!
//! ```text
//!  cos′ = −sin, sin′ = cos of the same angle        (a / b)′ = (a′ − (a / b) b′) · 1/b, one reciprocal for all
//!  s = a / √(a² + b²), t = b / √(a² + b²):          ∂s/∂a = t³ / b,   ∂s/∂b = −s t² / b
//! ```
//!
//! Cosines and sines follow the rule for any multiple of a coordinate: in proofs the circle points of m q and of q are independent
//! values, and so are those of the derivatives.

use super::{Coefficient, Graph, Node, NodeId, Ref, live};
use crate::exact::number::{Number, Slopes};
use crate::leaves::Input;

impl Ref {
    fn positive(node: NodeId) -> Self {
        Self {
            node,
            negative: false,
        }
    }

    /// The same with the other sign.
    pub(crate) fn minus(self) -> Self {
        self.signed(true)
    }
}

impl Graph<Number> {
    /// The slopes of values by a parameter of the model, by its place: constants are formulas.
    pub fn by_parameter(&self, values: &[Ref], place: usize) -> Vec<Ref> {
        let mut slopes = Slopes::by_parameter(place);
        self.rates(values, |node| {
            let slope = match node {
                Node::Constant(index) => slopes.of(&self.number(index)),
                Node::Angle(index) => slopes.of_angle(&self.angle(index)),
                _ => Number::ZERO,
            };
            (!slope.is_zero()).then(|| self.constant(&slope))
        })
    }
}

impl<N: Coefficient> Graph<N> {
    /// The rates of values when inputs change with these rates; inputs that are not named stay.
    pub fn tangents(&self, values: &[Ref], direction: &[(Input, Ref)]) -> Vec<Ref> {
        self.rates(values, |node| match node {
            Node::Input(input) => {
                let named = direction.iter().find(|(known, _)| *known == input);
                named.map(|(_, rate)| *rate)
            }
            _ => None,
        })
    }

    /// The rates of values from those of leaves.
    fn rates(&self, values: &[Ref], mut of_leaf: impl FnMut(Node) -> Option<Ref>) -> Vec<Ref> {
        let needed = live(self, values);
        let mut rates: Vec<Option<Ref>> = vec![None; needed.len()];
        for index in (0..needed.len()).filter(|&index| needed[index]) {
            let rate = self.tangent(NodeId::at(index), &rates, &mut of_leaf);
            rates[index] = rate.filter(|rate| !self.is_zero(*rate));
        }
        let zero = self.coefficient_node(&N::small(0));
        let rate = |value: &Ref| match rates[value.node.index()] {
            Some(rate) => rate.signed(value.negative),
            None => zero,
        };
        values.iter().map(rate).collect()
    }

    /// The rate of a node, those of its operands given.
    fn tangent(
        &self,
        id: NodeId,
        rates: &[Option<Ref>],
        of_leaf: &mut impl FnMut(Node) -> Option<Ref>,
    ) -> Option<Ref> {
        let rate = |id: NodeId| rates[id.index()];
        match self.node(id) {
            leaf @ (Node::Constant(_) | Node::Angle(_) | Node::Input(_)) => of_leaf(leaf),
            Node::Add(a, b) => self.sum(rate(a), rate(b)),
            Node::Sub(a, b) => self.sum(rate(a), rate(b).map(Ref::minus)),
            node => {
                let operands = node.operands().filter(|&one| rate(one).is_some());
                let operands: Vec<NodeId> = operands.collect();
                let slopes = self.slopes(id, &operands);
                let terms = operands.iter().zip(slopes).map(|(&operand, slope)| {
                    let rate = rate(operand)?;
                    Some(self.mul(slope, rate))
                });
                // x² has one operand twice.
                terms.fold(None, |sum, term| self.sum(sum, term))
            }
        }
    }

    fn sum(&self, a: Option<Ref>, b: Option<Ref>) -> Option<Ref> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.add(a, b)),
            (one, other) => one.or(other),
        }
    }

    /// The slopes of a node by some of its operands, in their order; those of a product x x are both x.
    fn slopes(&self, id: NodeId, operands: &[NodeId]) -> Vec<Ref> {
        let slope = |place: usize, operand: NodeId| match self.node(id) {
            Node::Cosine(angle) => Ref::positive(self.intern(Node::Sine(angle))).minus(),
            Node::Sine(angle) => Ref::positive(self.intern(Node::Cosine(angle))),
            Node::Mul(a, b) if a == b => Ref::positive(a),
            Node::Mul(a, b) => Ref::positive(if operand == a { b } else { a }),
            Node::Div(a, b) => {
                let one = self.coefficient_node(&N::small(1));
                let reciprocal = self.div(one, Ref::positive(b));
                if operand == a && (a != b || place == 0) {
                    reciprocal
                } else {
                    self.mul(Ref::positive(id), reciprocal).minus()
                }
            }
            Node::Saturate(a, b) => self.slope_of_saturation(id, (a, b), operand == a),
            // Sums have slopes of 1, and leaves have no operands.
            _ => self.coefficient_node(&N::small(1)),
        };
        let operands = operands.iter().enumerate();
        operands.map(|(place, &one)| slope(place, one)).collect()
    }

    /// The slope of s = a / √(a² + b²), with t = b / √(a² + b²): t³ / b by a and −s t² / b by b. The latter is −s² t / a, too, which is defined
    /// where b is 0: of two, a number is the one that never is.
    fn slope_of_saturation(&self, s: NodeId, (a, b): (NodeId, NodeId), by_a: bool) -> Ref {
        let [s, a, b] = [s, a, b].map(Ref::positive);
        let t = self.saturate(b, a);
        if by_a {
            self.div(self.mul(self.mul(t, t), t), b)
        } else if self.value(a).is_some() {
            self.div(self.mul(self.mul(s, s), t), a).minus()
        } else {
            self.div(self.mul(self.mul(t, t), s), b).minus()
        }
    }

    /// The gradient of Σ weight · value by some inputs, which `by` names: its slope by each of them that it depends on; others are held.
    ///
    /// Of values that are linear in these inputs it is the transposed map: a product for every product of the map with one of them
    /// behind it, a quotient for every quotient, and as many sums, but for the difference in the numbers of inputs and outputs.
    pub fn adjoints(
        &self,
        values: &[Ref],
        weights: &[Ref],
        by: impl Fn(Input) -> bool,
    ) -> Vec<(Input, Ref)> {
        let needed = live(self, values);
        let depends = self.depending(&needed, by);
        let mut adjoints: Vec<Option<Ref>> = vec![None; needed.len()];
        let collect = |adjoints: &mut Vec<Option<Ref>>, id: NodeId, term: Ref| {
            if depends[id.index()] && !self.is_zero(term) {
                adjoints[id.index()] = self.sum(adjoints[id.index()], Some(term));
            }
        };
        for (value, weight) in values.iter().zip(weights) {
            collect(&mut adjoints, value.node, weight.signed(value.negative));
        }
        let mut gradient = Vec::new();
        for index in (0..needed.len()).rev() {
            let Some(adjoint) = adjoints[index] else {
                continue;
            };
            let id = NodeId::at(index);
            match self.node(id) {
                Node::Constant(_) | Node::Angle(_) => {}
                Node::Input(input) => gradient.push((input, adjoint)),
                Node::Add(a, b) => {
                    collect(&mut adjoints, a, adjoint);
                    collect(&mut adjoints, b, adjoint);
                }
                Node::Sub(a, b) => {
                    collect(&mut adjoints, a, adjoint);
                    collect(&mut adjoints, b, adjoint.minus());
                }
                Node::Div(a, b) if !depends[b.index()] => {
                    let b = Ref::positive(b);
                    collect(&mut adjoints, a, self.div(adjoint, b));
                }
                node => {
                    let operands = node.operands().filter(|one| depends[one.index()]);
                    let operands: Vec<NodeId> = operands.collect();
                    for (&operand, slope) in operands.iter().zip(self.slopes(id, &operands)) {
                        collect(&mut adjoints, operand, self.mul(slope, adjoint));
                    }
                }
            }
        }
        gradient.reverse();
        gradient
    }

    /// For every needed node, whether it depends on one of these inputs.
    fn depending(&self, needed: &[bool], by: impl Fn(Input) -> bool) -> Vec<bool> {
        let mut depends = vec![false; needed.len()];
        for index in (0..needed.len()).filter(|&index| needed[index]) {
            let node = self.node(NodeId::at(index));
            depends[index] = matches!(node, Node::Input(input) if by(input))
                || node.operands().any(|operand| depends[operand.index()]);
        }
        depends
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::field::{Fp, Mersenne};
    use crate::generic::generic;
    use crate::graph::Mode;
    use crate::leaves::{Argument, Leaves};
    use crate::prove::Point;
    use crate::scalar::Scalar;

    #[test]
    fn slopes_of_quotients() {
        let point = Point::new(Mersenne, 1, &generic(3));
        let inputs = [0, 1, 2].map(|index| Input {
            argument: Argument::Qd,
            index,
        });
        let [x, y, z]: [Fp; 3] = inputs.map(|input| point.input(input));
        let [two, three] = [2, 3].map(Fp::literal);
        let below = x - three * y;
        let f = (x * y + two) / below;
        // f = (x y + 2) / (x − 3 y) and g = x / z.
        let graph: Graph = Graph::new(Mode::Pruned);
        let nodes = inputs.map(|input| graph.input(input));
        let number = |value: i64| graph.constant(&Number::from(value));
        let below_node = graph.add(nodes[0], graph.mul(number(-3), nodes[1]));
        let above_node = graph.add(graph.mul(nodes[0], nodes[1]), number(2));
        let values = [
            graph.div(above_node, below_node),
            graph.div(nodes[0], nodes[2]),
        ];
        let by_x = [y / below - f / below, Fp::literal(1) / z];
        let by_y = [x / below + three * f / below, Fp::literal(0)];

        for (place, expected) in [by_x, by_y].into_iter().enumerate() {
            let rates = graph.tangents(&values, &[(inputs[place], number(1))]);
            assert!(graph.replay(&rates, &point) == expected, "by {place}");
        }
        let weights = [number(2), number(3)];
        let is_held = |input: Input| input == inputs[2];
        let gradient = graph.adjoints(&values, &weights, |input| !is_held(input));
        let (by, slopes): (Vec<Input>, Vec<Ref>) = gradient.into_iter().unzip();
        assert_eq!(by, inputs[..2]);
        let expected = [by_x, by_y].map(|[f, g]| two * f + three * g);
        assert!(graph.replay(&slopes, &point) == expected);
    }
}
