//! Constructors: each folds constants, prunes 0 and ±1 (unless the graph is literal), and pulls signs out.

use super::{Coefficient, Graph, Mode, Node, NodeId, Ref};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::{Input, JointAngle};

impl NodeId {
    fn positive(self) -> Ref {
        Ref {
            node: self,
            negative: false,
        }
    }

    fn signed(self, negative: bool) -> Ref {
        Ref {
            node: self,
            negative,
        }
    }
}

impl<N: Coefficient> Graph<N> {
    /// A number.
    pub fn constant(&self, value: &Number) -> Ref {
        self.coefficient_node(&N::of(value))
    }

    /// A number of the graph's kind.
    pub fn coefficient_node(&self, value: &N) -> Ref {
        let magnitude = value.magnitude();
        let mut numbers = self.numbers.borrow_mut();
        let (list, places) = &mut *numbers;
        let index = *places.entry(magnitude).or_insert_with_key(|number| {
            list.push(number.clone());
            u32::try_from(list.len() - 1).unwrap_or(u32::MAX)
        });
        drop(numbers);
        self.intern(Node::Constant(index)).signed(value.negative())
    }

    /// An element of an input array.
    pub fn input(&self, input: Input) -> Ref {
        self.intern(Node::Input(input)).positive()
    }

    /// Cosine and sine of a signed sum of joint angles. Quarter turns of the offsets become signs and exchanges; any
    /// other offset is added to its multiple of a coordinate.
    pub fn circle(&self, angles: &[JointAngle]) -> (Ref, Ref) {
        let mut turns = 0;
        let mut sum: Option<Ref> = None;
        for angle in angles {
            let (quarters, rest) = angle.offset.split();
            turns += if angle.negative { -quarters } else { quarters };
            let coordinate = self.multiple(&angle.multiple, angle.coordinate);
            let term = if rest.is_zero() {
                coordinate
            } else {
                self.add(coordinate, self.angle_constant(&rest))
            }
            .signed(angle.negative);
            sum = match sum {
                None => Some(term),
                Some(sum) => self.angle_sum(sum, term),
            };
        }
        let (cosine, sine) = match sum {
            None => (
                self.coefficient_node(&N::small(1)),
                self.coefficient_node(&N::small(0)),
            ),
            Some(angle) => match self.node(angle.node) {
                // All coordinates have cancelled.
                Node::Angle(index) => self.constant_circle(&self.angle(index), angle.negative),
                _ => self.circle_of(angle),
            },
        };
        match turns.rem_euclid(4) {
            0 => (cosine, sine),
            // cos(x + π/2) = −sin x, sin(x + π/2) = cos x
            1 => (sine.signed(true), cosine),
            2 => (cosine.signed(true), sine.signed(true)),
            _ => (sine, cosine.signed(true)),
        }
    }

    /// Cosine and sine of ± a constant angle: numbers.
    fn constant_circle(&self, angle: &Angle, negative: bool) -> (Ref, Ref) {
        let point = angle.circle();
        let (cosine, sine) = (self.constant(&point.cos), self.constant(&point.sin));
        (cosine, sine.signed(negative))
    }

    /// Cosine and sine of an angle.
    pub fn circle_of(&self, angle: Ref) -> (Ref, Ref) {
        let cosine = self.intern(Node::Cosine(angle.node)).positive();
        // sin(−x) = −sin x
        let sine = self.intern(Node::Sine(angle.node)).signed(angle.negative);
        (cosine, sine)
    }

    /// m q, as one product whatever m is: what proofs take for a multiple.
    fn multiple(&self, multiple: &Number, coordinate: Input) -> Ref {
        let coordinate = self.input(coordinate);
        if multiple.is_one() {
            return coordinate;
        }
        self.ordered_product(self.constant(multiple), coordinate)
    }

    /// The sum of two angles, `None` when they cancel. Multiples are not added up: circle points of 2q and q compose
    /// to something else than that of 3q in proofs.
    fn angle_sum(&self, a: Ref, b: Ref) -> Option<Ref> {
        if a.node == b.node && a.negative != b.negative {
            return None;
        }
        if self.coefficient(a).1 == self.coefficient(b).1 {
            return Some(self.ordered_sum(a, b));
        }
        Some(self.add(a, b))
    }

    /// A constant angle; the table holds positive ones: q + (−a) = q − a.
    pub(crate) fn angle_constant(&self, angle: &Angle) -> Ref {
        let negative = angle.to_number().is_negative();
        let angle = &if negative {
            -angle.clone()
        } else {
            angle.clone()
        };
        let mut angles = self.angles.borrow_mut();
        let index = angles
            .iter()
            .position(|known| known == angle)
            .unwrap_or_else(|| {
                angles.push(angle.clone());
                angles.len() - 1
            });
        drop(angles);
        self.intern(Node::Angle(u32::try_from(index).unwrap_or(u32::MAX)))
            .signed(negative)
    }

    /// a + b.
    pub fn add(&self, a: Ref, b: Ref) -> Ref {
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.coefficient_node(&x.plus(&y));
        }
        if self.mode == Mode::Pruned
            && let Some(folded) = self.fold_sum(a, b)
        {
            return folded;
        }
        self.ordered_sum(a, b)
    }

    /// a + b as it is.
    pub(crate) fn ordered_sum(&self, a: Ref, b: Ref) -> Ref {
        let (first, second) = if a.node <= b.node { (a, b) } else { (b, a) };
        if first.negative == second.negative {
            // (−a) + (−b) = −(a + b)
            return self
                .intern(Node::Add(first.node, second.node))
                .signed(first.negative);
        }
        // a + (−b) = a − b;  (−a) + b = −(a − b)
        self.intern(Node::Sub(first.node, second.node))
            .signed(first.negative)
    }

    fn fold_sum(&self, a: Ref, b: Ref) -> Option<Ref> {
        if self.is_zero(a) {
            return Some(b);
        }
        if self.is_zero(b) {
            return Some(a);
        }
        let ((c, x), (d, y)) = (self.coefficient(a), self.coefficient(b));
        if x == y {
            // c x + d x = (c + d) x
            return Some(self.scaled(&c.plus(&d), x));
        }
        self.cancel(a, b).or_else(|| self.cancel(b, a))
    }

    /// a + (p ± q) where a is the negative of p or of q: (p − q) − p = −q, and so on.
    fn cancel(&self, a: Ref, sum: Ref) -> Option<Ref> {
        let (p, q) = match self.node(sum.node) {
            Node::Add(p, q) => (p.signed(sum.negative), q.signed(sum.negative)),
            Node::Sub(p, q) => (p.signed(sum.negative), q.signed(!sum.negative)),
            _ => return None,
        };
        if p.signed(true) == a {
            return Some(q);
        }
        (q.signed(true) == a).then_some(p)
    }

    /// a · b.
    pub fn mul(&self, a: Ref, b: Ref) -> Ref {
        let negative = a.negative ^ b.negative;
        let pruned = self.mode == Mode::Pruned;
        let (first, second) = (self.value(a.node.positive()), self.value(b.node.positive()));
        match (first, second) {
            (Some(x), Some(y)) => return self.coefficient_node(&x.times(&y)).signed(negative),
            (Some(x), None) if pruned => return self.product(&x, b.node).signed(negative),
            (None, Some(y)) if pruned => return self.product(&y, a.node).signed(negative),
            _ => {}
        }
        self.ordered_product(a, b)
    }

    /// a · b as it is.
    pub(crate) fn ordered_product(&self, a: Ref, b: Ref) -> Ref {
        // (−a) b = −(a b)
        let negative = a.negative ^ b.negative;
        let (first, second) = if a.node <= b.node {
            (a.node, b.node)
        } else {
            (b.node, a.node)
        };
        self.intern(Node::Mul(first, second)).signed(negative)
    }

    /// A number times a node: c (d x) = (c d) x.
    fn product(&self, factor: &N, node: NodeId) -> Ref {
        let (inner, base) = self.coefficient(node.positive());
        self.scaled(&factor.times(&inner), base)
    }

    /// c x, in its cheapest form; 2x is x + x.
    fn scaled(&self, factor: &N, node: NodeId) -> Ref {
        let negative = factor.negative();
        let magnitude = factor.magnitude();
        if magnitude.is(0) {
            return self.coefficient_node(&magnitude);
        }
        if magnitude.is(1) {
            return node.signed(negative);
        }
        if magnitude.is(2) {
            return self.intern(Node::Add(node, node)).signed(negative);
        }
        let constant = self.coefficient_node(&magnitude).node;
        let (first, second) = if constant <= node {
            (constant, node)
        } else {
            (node, constant)
        };
        self.intern(Node::Mul(first, second)).signed(negative)
    }

    /// a / b. A division by zero stays in the graph and shows in the proof.
    pub fn div(&self, a: Ref, b: Ref) -> Ref {
        let negative = a.negative ^ b.negative;
        let folds = self.mode == Mode::Pruned || self.value(a).is_some();
        if folds {
            if let Some(inverse) = self.value(b.node.positive()).and_then(|y| y.inverted()) {
                // x / c = x · (1/c)
                return self.mul(a, self.coefficient_node(&inverse).signed(b.negative));
            }
            if self.is_zero(a) {
                return a;
            }
        }
        self.intern(Node::Div(a.node, b.node)).signed(negative)
    }

    /// a / √(a² + b²): odd in a, even in b.
    pub fn saturate(&self, a: Ref, b: Ref) -> Ref {
        if self.mode == Mode::Pruned && self.is_zero(a) {
            return a;
        }
        self.intern(Node::Saturate(a.node, b.node))
            .signed(a.negative)
    }

    /// The number behind a reference, if it is one.
    pub fn value(&self, reference: Ref) -> Option<N> {
        let Node::Constant(index) = self.node(reference.node) else {
            return None;
        };
        let number = self.number(index);
        Some(if reference.negative {
            number.negated()
        } else {
            number
        })
    }

    /// Whether a reference is the number 0.
    pub(super) fn is_zero(&self, reference: Ref) -> bool {
        match self.node(reference.node) {
            Node::Constant(index) => self.numbers.borrow().0[index as usize].is(0),
            _ => false,
        }
    }

    /// c and x with `reference` = c x.
    fn coefficient(&self, reference: Ref) -> (N, NodeId) {
        let sign = |number: N| {
            if reference.negative {
                number.negated()
            } else {
                number
            }
        };
        match self.node(reference.node) {
            Node::Mul(a, b) => {
                for (factor, base) in [(a, b), (b, a)] {
                    if let Node::Constant(index) = self.node(factor) {
                        return (sign(self.number(index)), base);
                    }
                }
            }
            Node::Add(a, b) if a == b => return (sign(N::small(2)), a),
            _ => {}
        }
        (sign(N::small(1)), reference.node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaves::Argument;

    fn turned(multiple: i64, negative: bool) -> JointAngle {
        let q = Input {
            argument: Argument::Q,
            index: 0,
        };
        JointAngle {
            multiple: Number::from(multiple),
            negative,
            ..JointAngle::new(q, Angle::default())
        }
    }

    #[test]
    fn angles_of_one_coordinate_cancel_and_do_not_add_up() {
        let graph: Graph = Graph::new(Mode::Pruned);
        let [zero, one] = [0, 1].map(|value| graph.coefficient_node(&Number::from(value)));
        let circle = |angles: &[JointAngle]| graph.circle(angles);
        assert_eq!(circle(&[turned(1, false), turned(1, true)]), (one, zero));
        assert_ne!(circle(&[turned(1, false), turned(1, false)]).0, one);
        let three = circle(&[turned(3, false)]);
        assert_ne!(circle(&[turned(2, false), turned(1, false)]), three);
    }

    #[test]
    fn what_is_left_of_angles_that_cancel_is_a_constant_with_its_sign() {
        let graph: Graph = Graph::new(Mode::Pruned);
        let third = Angle::of_radians(Number::from(3) / Number::from(10));
        let point = third.circle();
        for negative in [false, true] {
            let offset = JointAngle {
                offset: third.clone(),
                ..turned(1, negative)
            };
            let cosine = graph.constant(&point.cos);
            let sine = graph.constant(&if negative {
                -&point.sin
            } else {
                point.sin.clone()
            });
            let back = turned(1, !negative);
            assert_eq!(
                graph.circle(&[offset.clone(), back.clone()]),
                (cosine, sine)
            );
            assert_eq!(graph.circle(&[back, offset]), (cosine, sine));
        }
    }

    #[test]
    fn the_saturation_of_nothing_is_nothing_where_zeros_are_pruned() {
        for (mode, pruned) in [(Mode::Pruned, true), (Mode::Literal, false)] {
            let graph: Graph = Graph::new(mode);
            let zero = graph.coefficient_node(&Number::from(0));
            let rate = graph.input(Input {
                argument: Argument::Qd,
                index: 0,
            });
            assert_eq!(graph.saturate(zero, rate) == zero, pruned);
            assert_ne!(graph.saturate(rate, zero), zero);
        }
    }
}
