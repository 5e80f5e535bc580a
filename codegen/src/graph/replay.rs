//! A graph over the leaves of another scalar: what was differentiated as a graph, as numbers.

use super::{Graph, Node, NodeId, Ref, live};
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::leaves::{JointAngle, Leaves};
use crate::scalar::Scalar;

impl Graph<Number> {
    /// The values of nodes over other leaves.
    pub fn replay<L: Leaves>(&self, outputs: &[Ref], leaves: &L) -> Vec<L::S> {
        let needed = live(self, outputs);
        let mut values: Vec<L::S> = vec![L::S::zero(); needed.len()];
        for index in (0..needed.len()).filter(|&index| needed[index]) {
            let at = |id: NodeId| values[id.index()];
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

    /// The joint angles whose sum a node is, constant angles with the first of them.
    fn angles_of(&self, angle: NodeId) -> Vec<JointAngle> {
        let mut sum = AngleSum::default();
        self.gather(angle, false, &Number::ONE, &mut sum);
        if let Some(first) = sum.angles.first_mut() {
            let offset = sum.offset;
            first.offset = if first.negative { -offset } else { offset };
        }
        sum.angles
    }

    fn gather(&self, angle: NodeId, negative: bool, multiple: &Number, sum: &mut AngleSum) {
        match self.node(angle) {
            Node::Input(coordinate) => sum.angles.push(JointAngle {
                coordinate,
                multiple: multiple.clone(),
                offset: Angle::default(),
                negative,
            }),
            Node::Angle(index) => {
                let constant = self.angle(index);
                let own = core::mem::take(&mut sum.offset);
                sum.offset = own + if negative { -constant } else { constant };
            }
            Node::Add(a, b) => {
                self.gather(a, negative, multiple, sum);
                self.gather(b, negative, multiple, sum);
            }
            Node::Sub(a, b) => {
                self.gather(a, negative, multiple, sum);
                self.gather(b, !negative, multiple, sum);
            }
            Node::Mul(a, b) => {
                for (factor, base) in [(a, b), (b, a)] {
                    if let Node::Constant(index) = self.node(factor) {
                        self.gather(base, negative, &(multiple * &self.number(index)), sum);
                        return;
                    }
                }
            }
            // Angles are made of nothing else.
            _ => {}
        }
    }
}

/// A sum of angles.
#[derive(Default)]
struct AngleSum {
    angles: Vec<JointAngle>,
    offset: Angle,
}
