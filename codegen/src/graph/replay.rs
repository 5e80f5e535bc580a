//! A graph over the leaves of another scalar: what was differentiated as a graph, as numbers.

use super::{Graph, Node, NodeId, Ref, live};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::{JointAngle, Leaves};
use crate::scalar::Scalar;

impl Graph<Number> {
    /// The values of nodes over other leaves, all of the origin that is marked there.
    pub fn replay<L: Leaves>(&self, outputs: &[Ref], leaves: &L) -> Vec<L::S> {
        self.replay_marked(outputs, leaves, |_| ())
    }

    /// The values of nodes over other leaves, of the origins that they have here.
    pub fn replay_with_origins<L: Leaves>(&self, outputs: &[Ref], leaves: &L) -> Vec<L::S> {
        self.replay_marked(outputs, leaves, |id| leaves.mark(self.origin(id)))
    }

    fn replay_marked<L: Leaves>(
        &self,
        outputs: &[Ref],
        leaves: &L,
        mark: impl Fn(NodeId),
    ) -> Vec<L::S> {
        let needed = live(self, outputs);
        let mut values: Vec<L::S> = vec![L::S::zero(); needed.len()];
        for index in (0..needed.len()).filter(|&index| needed[index]) {
            let at = |id: NodeId| values[id.index()];
            mark(NodeId::at(index));
            let value = match self.node(NodeId::at(index)) {
                Node::Constant(index) => leaves.constant(&self.number(index)),
                // Only ever a part of an angle.
                Node::Angle(_) => L::S::zero(),
                Node::Input(input) => leaves.input(input),
                Node::Cosine(angle) => leaves.circle(&self.angles_of(angle)).0,
                Node::Sine(angle) => leaves.circle(&self.angles_of(angle)).1,
                Node::Add(a, b) => at(a) + at(b),
                Node::Sub(a, b) => at(a) - at(b),
                Node::Mul(a, b) => at(a) * at(b),
                Node::Div(a, b) => at(a) / at(b),
                Node::Saturate(a, b) => at(a).saturate(at(b)),
            };
            values[index] = value;
        }
        let value = |output: &Ref| {
            let value = values[output.node.index()];
            if output.negative { -value } else { value }
        };
        outputs.iter().map(value).collect()
    }

    /// The joint angles whose sum a node is, each with the constant angle that was added to it: circle points of constant angles do not add.
    fn angles_of(&self, sum: NodeId) -> Vec<JointAngle> {
        let (mut angles, mut constants) = (Vec::new(), Vec::new());
        self.gather(sum, false, &mut angles, &mut constants);
        debug_assert!(
            constants.is_empty() || !angles.is_empty(),
            "constant angles have numbers as sine and cosine"
        );
        for constant in constants {
            add_constant(&mut angles, constant);
        }
        angles
    }

    /// The terms of ±`node`: angles of joints, and constant angles whose joint has cancelled.
    fn gather(
        &self,
        node: NodeId,
        negative: bool,
        angles: &mut Vec<JointAngle>,
        constants: &mut Vec<Angle>,
    ) {
        if let Some(angle) = self.joint_angle(node) {
            angles.push(if negative { angle.reversed() } else { angle });
            return;
        }
        match self.node(node) {
            Node::Angle(index) => {
                let constant = self.angle(index);
                constants.push(if negative { -constant } else { constant });
            }
            Node::Add(a, b) => {
                self.gather(a, negative, angles, constants);
                self.gather(b, negative, angles, constants);
            }
            Node::Sub(a, b) => {
                self.gather(a, negative, angles, constants);
                self.gather(b, !negative, angles, constants);
            }
            node => debug_assert!(false, "no part of an angle: {node:?}"),
        }
    }

    /// ±(m q + offset), as [`Graph::circle`] writes it.
    fn joint_angle(&self, node: NodeId) -> Option<JointAngle> {
        let constant = |node| match self.node(node) {
            Node::Angle(index) => Some(self.angle(index)),
            _ => None,
        };
        let turned = |node, offset| {
            let angle = self.multiple_of_coordinate(node);
            angle.map(|angle| JointAngle { offset, ..angle })
        };
        match self.node(node) {
            Node::Add(a, b) => match (constant(a), constant(b)) {
                (None, Some(offset)) => turned(a, offset),
                (Some(offset), None) => turned(b, offset),
                _ => None,
            },
            Node::Sub(a, b) => match (constant(a), constant(b)) {
                (None, Some(offset)) => turned(a, -offset),
                // φ − m q = −(m q − φ)
                (Some(offset), None) => turned(b, -offset).map(JointAngle::reversed),
                _ => None,
            },
            _ => self.multiple_of_coordinate(node),
        }
    }

    /// m q.
    fn multiple_of_coordinate(&self, node: NodeId) -> Option<JointAngle> {
        let of = |coordinate| JointAngle::new(coordinate, Angle::default());
        match self.node(node) {
            Node::Input(coordinate) => Some(of(coordinate)),
            Node::Mul(a, b) => match (self.node(a), self.node(b)) {
                (Node::Constant(index), Node::Input(coordinate))
                | (Node::Input(coordinate), Node::Constant(index)) => Some(JointAngle {
                    multiple: self.number(index),
                    ..of(coordinate)
                }),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Adds a constant angle: to a joint that has none, or, where all have, to one that turns forth and back.
fn add_constant(angles: &mut Vec<JointAngle>, constant: Angle) {
    if let Some(angle) = angles.iter_mut().find(|angle| angle.offset.is_zero()) {
        angle.offset = if angle.negative { -constant } else { constant };
    } else if let Some(first) = angles.first() {
        let forth = JointAngle::new(first.coordinate, constant);
        let back = JointAngle::new(first.coordinate, Angle::default()).reversed();
        angles.splice(0..0, [forth, back]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::field::{Fp, Mersenne};
    use crate::generic::generic;
    use crate::graph::Mode;
    use crate::leaves::{Argument, Input};
    use crate::prove::Point;

    fn angle(index: usize, tenths: i64) -> JointAngle {
        let coordinate = Input {
            argument: Argument::Q,
            index,
        };
        let tenths = Number::from(tenths) / Number::from(10);
        JointAngle::new(coordinate, Angle::of_radians(tenths))
    }

    /// Constant angles that stand on their own, as no joint leaves them today, keep their signs with a joint of either sign.
    #[test]
    fn constants_of_a_sum_keep_their_signs() {
        let graph: Graph = Graph::new(Mode::Pruned);
        let [first, second] = [0, 1].map(|index| graph.input(angle(index, 0).coordinate).node);
        let [three, five] =
            [3, 5].map(|tenths| graph.angle_constant(&angle(0, tenths).offset).node);
        let sum = graph.intern(Node::Add(first, second));
        let less = graph.intern(Node::Sub(sum, three));
        assert_eq!(graph.angles_of(less), [angle(0, -3), angle(1, 0)]);
        let turned = graph.intern(Node::Add(first, five));
        let difference = graph.intern(Node::Sub(turned, second));
        let more = graph.intern(Node::Add(difference, three));
        assert_eq!(
            graph.angles_of(more),
            [angle(0, 5), angle(1, -3).reversed()]
        );
    }

    /// Circle points of constant angles are rounded, so that in a field those of 0.3 and 0.5 do not add up to that of 0.8.
    #[test]
    fn offsets_of_a_sum_of_angles_stay_with_their_joints() {
        let point = Point::new(Mersenne, 1, &generic(3));
        let geared = JointAngle {
            multiple: Number::from(3),
            ..angle(1, 5)
        };
        for all in [
            vec![angle(0, 3), angle(1, 5)],
            vec![angle(2, -3)],
            vec![angle(2, -3).reversed(), angle(0, 0), angle(1, 4).reversed()],
            vec![angle(0, 3).reversed(), geared.clone(), angle(2, 0)],
            // What is left of the first two is a constant.
            vec![angle(0, 3), angle(0, 0).reversed()],
            vec![angle(0, 0), angle(0, 3).reversed()],
            vec![angle(0, 3), angle(0, 0).reversed(), angle(1, 0).reversed()],
            vec![angle(0, 3), angle(0, 0).reversed(), angle(1, 5).reversed()],
            vec![angle(0, 0), angle(0, 3).reversed(), angle(1, 5)],
            vec![
                angle(0, 0),
                angle(0, 3).reversed(),
                angle(1, 5),
                angle(2, 0).reversed(),
            ],
            vec![
                angle(0, 3),
                angle(0, 0).reversed(),
                angle(1, 5),
                geared.reversed(),
            ],
        ] {
            let graph: Graph = Graph::new(Mode::Pruned);
            let (cosine, sine) = graph.circle(&all);
            let expected: [Fp; 2] = Leaves::circle(&point, &all).into();
            assert!(graph.replay(&[cosine, sine], &point) == expected, "{all:?}");
        }
    }
}
