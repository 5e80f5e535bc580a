//! Program → graph: what passes have made cheap, to be differentiated.

use super::{Constant, Fused, FusedForm, Operand, Operation, Program, Statement};
use crate::graph::{Expr, Graph, Ref};

impl Program {
    /// The output arrays over a graph.
    pub(crate) fn retrace<'g>(&self, graph: &'g Graph) -> Vec<Vec<Expr<'g>>> {
        let mut trace = Trace::new(graph, self);
        let (angles, others) = self.statements.split_at(self.angle_statements);
        trace.of_angles(angles);
        trace.circles(&self.angles);
        trace.of_values(others);
        let arrays = self.outputs.iter().map(|output| {
            let elements = output.elements.iter().map(|element| {
                let value = Expr::Node(graph, trace.at(element.operand));
                if element.negative { -value } else { value }
            });
            elements.collect()
        });
        arrays.collect()
    }
}

/// The operands of a program in a graph, as far as they are known.
struct Trace<'g> {
    graph: &'g Graph,
    constants: Vec<Ref>,
    /// Cosines and sines.
    circles: Vec<(Ref, Ref)>,
    slots: Vec<Ref>,
}

impl<'g> Trace<'g> {
    fn new(graph: &'g Graph, program: &Program) -> Self {
        let constants = program.constants.iter().map(|constant| match constant {
            Constant::Number(number) => graph.constant(number),
            Constant::Angle(angle) => graph.angle_constant(angle),
        });
        Self {
            graph,
            constants: constants.collect(),
            circles: Vec::new(),
            slots: Vec::new(),
        }
    }

    fn at(&self, operand: Operand) -> Ref {
        match operand {
            Operand::Constant(index) => self.constants[index],
            Operand::Input(input) => self.graph.input(input),
            Operand::Cosine(index) => self.circles[index].0,
            Operand::Sine(index) => self.circles[index].1,
            Operand::Slot(index) => self.slots[index],
        }
    }

    /// Sums and multiples of angles, as they are: proofs know them by their form.
    fn of_angles(&mut self, statements: &[Statement]) {
        for statement in statements {
            let (a, b) = (self.at(statement.a), self.at(statement.b));
            self.slots.push(match statement.operation {
                Operation::Add => self.graph.ordered_sum(a, b),
                Operation::Sub => self.graph.ordered_sum(a, b.minus()),
                Operation::Mul => self.graph.ordered_product(a, b),
                // Angles are made of nothing else.
                Operation::Div | Operation::Saturate | Operation::Fused(_) => self.value(statement),
            });
        }
    }

    fn circles(&mut self, angles: &[Operand]) {
        for &angle in angles {
            self.circles.push(self.graph.circle_of(self.at(angle)));
        }
    }

    fn of_values(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.graph.mark(statement.origin);
            let value = self.value(statement);
            self.slots.push(value);
        }
    }

    fn value(&self, statement: &Statement) -> Ref {
        let (a, b) = (self.at(statement.a), self.at(statement.b));
        match statement.operation {
            Operation::Add => self.graph.add(a, b),
            Operation::Sub => self.graph.add(a, b.minus()),
            Operation::Mul => self.graph.mul(a, b),
            Operation::Div => self.graph.div(a, b),
            Operation::Saturate => self.graph.saturate(a, b),
            Operation::Fused(Fused { addend, form }) => {
                let (product, addend) = (self.graph.mul(a, b), self.at(addend));
                match form {
                    FusedForm::Add => self.graph.add(product, addend),
                    FusedForm::Sub => self.graph.add(product, addend.minus()),
                    FusedForm::From => self.graph.add(addend, product.minus()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::compile::build;
    use crate::graph::Mode;
    use crate::model::Reading;
    use crate::program::Named;
    use crate::prove::prove_equal;
    use crate::recursion::Quantity;
    use crate::transform::elementary;

    #[test]
    fn a_program_that_is_a_graph_again_is_the_same() {
        for model in [
            "models/puma.toml",
            "tests/models/urdf/skew_arm_coupled.toml",
        ] {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            let reading = Reading {
                allowed: vec![root.clone()],
                ..Reading::default()
            };
            let read = reading.load(&root.join(model)).expect("a model");
            let mechanism = elementary(&read.mechanism);
            for quantity in [Quantity::InverseDynamics, Quantity::ForwardDynamics] {
                let literal = quantity.literal(&mechanism);
                let built = build(&mechanism, quantity, literal, Mode::Pruned);
                let program = built.expect("a program").first;
                let graph = Graph::new(Mode::Pruned);
                let arrays = program.retrace(&graph).into_iter();
                let outputs = quantity.outputs(&mechanism).into_iter().zip(arrays);
                let outputs = outputs
                    .map(|((name, shape), elements)| (name, shape, graph.references(&elements)));
                let outputs: Vec<Named> = outputs.collect();
                let again = Program::schedule(&graph, quantity.ports(&mechanism), &outputs);
                let [found, known] = [&again, &program].map(Program::counts);
                assert_eq!(
                    (found.total(), found.div),
                    (known.total(), known.div),
                    "{model}"
                );
                assert!(prove_equal(&again, &program, &mechanism, 2).is_ok());
                // Every statement still says what it computes.
                let known = |statement: &Statement| {
                    let mut all = program.statements.iter();
                    all.any(|one| one.origin == statement.origin)
                };
                let behind = &again.statements[again.angle_statements..];
                assert!(behind.iter().all(known), "{model}");
            }
        }
    }
}
