//! A program of a product from a cheap one of the function that it is derived from.

use crate::graph::{Graph, Mode};
use crate::mechanism::Mechanism;
use crate::program::{Operand, Port, Program, StagedProgram};
use crate::recursion::{Quantity, derived};

/// The program of a product; `None` when equations are solved on the way to it, or when it is no such product after all.
pub(super) fn derive(
    known: &StagedProgram,
    source: Quantity,
    quantity: Quantity,
    mechanism: &Mechanism,
) -> Option<StagedProgram> {
    let Quantity::Product(product) = quantity else {
        return None;
    };
    if !known.later.is_empty() {
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
    statements.flat_map(|one| [one.a, one.b]).all(known)
        && elements.map(|element| element.operand).all(known)
}
