//! The graph as text and as a Graphviz drawing, for people who look for what a recursion did.

use core::fmt::Write;

use super::{Graph, Node, NodeId, Ref, live};

impl Graph {
    /// One line a live node: `n12 = n3 * n7    # body 2, Saha (11c)`.
    #[must_use]
    pub fn to_text(&self, outputs: &[Ref]) -> String {
        let mut text = String::new();
        for id in self.live_ids(outputs) {
            let origin = self.origin(id);
            let body = origin
                .body
                .map_or(String::new(), |body| format!("body {}, ", body.0));
            let _ = writeln!(
                text,
                "n{} = {}    # {body}{}",
                id.0,
                self.right_hand_side(id),
                origin.equation
            );
        }
        for (index, output) in outputs.iter().enumerate() {
            let _ = writeln!(text, "out{index} = {}", signed(*output));
        }
        text
    }

    /// The live graph in the language of Graphviz; dashed edges leave to negative outputs.
    #[must_use]
    pub fn to_dot(&self, outputs: &[Ref]) -> String {
        let mut text = String::from("digraph program {\n  rankdir=BT;\n");
        for id in self.live_ids(outputs) {
            let label = match self.node(id) {
                Node::Add(..) => "+".into(),
                Node::Sub(..) => "−".into(),
                Node::Mul(..) => "×".into(),
                Node::Div(..) => "÷".into(),
                Node::Saturate(..) => "saturate".into(),
                Node::Cosine(_) => "cos".into(),
                Node::Sine(_) => "sin".into(),
                Node::Constant(_) | Node::Angle(_) | Node::Input(_) => self.right_hand_side(id),
            };
            let _ = writeln!(text, "  n{} [label=\"{label}\"];", id.0);
            for operand in self.node(id).operands() {
                let _ = writeln!(text, "  n{} -> n{};", operand.0, id.0);
            }
        }
        for (index, output) in outputs.iter().enumerate() {
            let style = if output.negative {
                " [style=dashed]"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "  out{index} [shape=box];\n  n{} -> out{index}{style};",
                output.node.0
            );
        }
        text.push_str("}\n");
        text
    }

    fn live_ids(&self, outputs: &[Ref]) -> Vec<NodeId> {
        let needed = live(self, outputs);
        (0..)
            .zip(needed)
            .filter(|(_, needed)| *needed)
            .map(|(index, _)| NodeId(index))
            .collect()
    }

    fn right_hand_side(&self, id: NodeId) -> String {
        let name = |id: NodeId| format!("n{}", id.0);
        match self.node(id) {
            Node::Constant(index) => format!("{:?}", self.number(index).to_f64()),
            Node::Angle(index) => format!("{:?} rad", self.angle(index).to_f64()),
            Node::Input(input) => format!("{}[{}]", input.argument.name(), input.index),
            Node::Cosine(a) => format!("cos {}", name(a)),
            Node::Sine(a) => format!("sin {}", name(a)),
            Node::Add(a, b) => format!("{} + {}", name(a), name(b)),
            Node::Sub(a, b) => format!("{} - {}", name(a), name(b)),
            Node::Mul(a, b) => format!("{} * {}", name(a), name(b)),
            Node::Div(a, b) => format!("{} / {}", name(a), name(b)),
            Node::Saturate(a, b) => format!("saturate {} {}", name(a), name(b)),
        }
    }
}

fn signed(reference: Ref) -> String {
    format!(
        "{}n{}",
        if reference.negative { "-" } else { "" },
        reference.node.0
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Graph, Mode};
    use crate::exact::angle::Angle;
    use crate::exact::number::Number;
    use crate::leaves::{Argument, Input, JointAngle, Origin};

    #[test]
    fn text_and_drawing_show_the_live_part() {
        let graph = Graph::new(Mode::Pruned);
        let q = Input {
            argument: Argument::Q,
            index: 0,
        };
        graph.mark(Origin {
            body: None,
            equation: "Saha (11c)",
        });
        let (cos, sin) = graph.circle(&[JointAngle::new(q, Angle::default())]);
        let two = graph.constant(&Number::from(3));
        let dead = graph.mul(two, sin);
        let sum = graph.add(graph.mul(two, cos), sin);
        assert_ne!(dead, sum);
        let text = graph.to_text(&[sum]);
        assert!(
            text.contains("q[0]") && text.contains("cos n0") && text.contains("# Saha (11c)"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 7, "{text}");
        let minus = graph.mul(graph.constant(&Number::from(-1)), sum);
        let last = format!("out0 = -n{}\n", minus.node.0);
        assert!(graph.to_text(&[minus]).ends_with(&last));
        assert!(graph.to_dot(&[minus]).contains("[style=dashed]"));
        let dot = graph.to_dot(&[sum]);
        assert!(!dot.contains("dashed"), "{dot}");
        assert!(
            dot.starts_with("digraph") && dot.contains("×") && dot.ends_with("}\n"),
            "{dot}"
        );
    }
}
