//! A program of a product from a cheap one of the function that it is derived from.

use crate::graph::{Graph, Mode};
use crate::mechanism::Mechanism;
use crate::program::{Operand, Port, Program, StagedProgram, Statement};
use crate::recursion::{Quantity, derived};

/// The program of a product; `None` when equations are solved on the way to what it is derived from, or when it is no such product after
/// all.
pub(super) fn derive(
    known: &StagedProgram,
    source: Quantity,
    quantity: Quantity,
    mechanism: &Mechanism,
) -> Option<StagedProgram> {
    let Quantity::Product(product) = quantity else {
        return None;
    };
    let margins = known.first.outputs.len() != source.outputs(mechanism).len();
    if margins || !known.later.is_empty() {
        return None;
    }
    let graph = Graph::new(Mode::Pruned);
    let arrays = known.first.retrace(&graph);
    let arrays = derived(mechanism, (product, source), arrays, &&graph)?;
    let outputs = quantity.outputs(mechanism).into_iter().zip(arrays);
    let outputs =
        outputs.map(|((name, shape), elements)| (name, shape, graph.references(&elements)));
    let inputs = quantity.ports(mechanism);
    let program = StagedProgram::schedule(&graph, &inputs, outputs.collect());
    reads_alone(&program.first, &inputs).then_some(program)
}

/// Whether a program reads these inputs and no others: a map that passes have made linear in sum only, not
/// statement by statement, would still read its direction when it is transposed.
fn reads_alone(program: &Program, inputs: &[Port]) -> bool {
    let known = |operand: Operand| match operand {
        Operand::Input(input) => inputs.iter().any(|port| port.argument == input.argument),
        _ => true,
    };
    let statements = program.statements.iter();
    let elements = program.outputs.iter().flat_map(|output| &output.elements);
    statements.flat_map(Statement::operands).all(known)
        && elements.map(|element| element.operand).all(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::build;
    use crate::generic::generic;
    use crate::graph::Ref;
    use crate::leaves::{Argument, Input};
    use crate::program::Named;
    use crate::prove::prove_equal;
    use crate::recursion::{Formulation, Operation, Product};

    fn product(operation: Operation) -> Quantity {
        let found = Product::of_quantity(Quantity::InverseDynamics, operation);
        Quantity::Product(found.expect("a product"))
    }

    #[test]
    fn a_map_transposed_costs_the_same_but_for_its_inputs_and_outputs() {
        let chain = generic(3);
        let [jvp, vjp] = [Operation::Jvp, Operation::Vjp].map(product);
        let along = build(&chain, jvp, Formulation::Differentiated, Mode::Pruned);
        let along = along.expect("a program");
        let turned = derive(&along, jvp, vjp, &chain).expect("a program");
        let back = derive(&turned, vjp, jvp, &chain).expect("a program");
        let [first, second, third] = [&along, &turned, &back].map(|one| one.first.counts());
        // From 8 numbers to 3: the first joint turns about gravity. Where equal terms merge it can be a few more or less.
        let off = |found: usize, expected: usize| found.abs_diff(expected) * 100 <= expected;
        assert!(off(second.mul, first.mul), "{first:?} {second:?}");
        assert!(off(second.add + 5, first.add), "{first:?} {second:?}");
        assert!(off(third.mul, first.mul), "{first:?} {third:?}");
        assert!(off(third.add, first.add), "{first:?} {third:?}");
        assert!(prove_equal(&back.first, &along.first, &chain, 2).is_ok());
    }

    /// q and dq² in the place of values and their rates.
    #[test]
    fn what_is_not_linear_is_refused() {
        let chain = generic(1);
        let graph = Graph::new(Mode::Pruned);
        let input = |argument| graph.input(Input { argument, index: 0 });
        let [value, direction] = [Argument::Q, Argument::DirectionQ].map(input);
        let rate: Ref = graph.mul(direction, direction);
        let [jvp, vjp] = [Operation::Jvp, Operation::Vjp].map(product);
        let outputs = jvp.outputs(&chain).into_iter().zip([value, rate]);
        let outputs = outputs.map(|((name, shape), element)| (name, shape, vec![element]));
        let outputs: Vec<Named> = outputs.collect();
        let square = StagedProgram::schedule(&graph, &jvp.ports(&chain), outputs);
        assert_eq!(derive(&square, jvp, vjp, &chain), None);
    }
}
