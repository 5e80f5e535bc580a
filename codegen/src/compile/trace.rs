//! A recursion over the graph → the programs of a function.

use super::CompileError;
use super::choose::Chosen;
use crate::graph::{Graph, Mode};
use crate::mechanism::{Mechanism, MomentForm};
use crate::program::StagedProgram;
use crate::recursion;
use crate::recursion::Formulation;
use crate::recursion::Quantity;
use crate::transform::Transformed;

/// Largest exact constant, bits of numerator and denominator together.
pub(super) const MAX_CONSTANT_BITS: usize = 1 << 17;

/// The programs of one formulation on the mechanism as it is.
///
/// # Errors
/// [`CompileError::ConstantTooLarge`].
pub fn build(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    mode: Mode,
) -> Result<StagedProgram, CompileError> {
    let graph = Graph::new(mode);
    let elements = recursion::run(mechanism, quantity, formulation, &&graph);
    let bits = graph.constant_bits();
    if bits > MAX_CONSTANT_BITS {
        return Err(CompileError::ConstantTooLarge(
            quantity.name(mechanism),
            bits,
        ));
    }
    let outputs = quantity
        .outputs(mechanism)
        .into_iter()
        .zip(elements)
        .map(|((name, shape), elements)| (name, shape, graph.references(&elements)))
        .collect();
    let inputs = quantity.ports(mechanism);
    Ok(StagedProgram::schedule(&graph, &inputs, outputs))
}

/// The cheapest programs over frames, formulations and moment forms, the mechanism's parameters as they are.
pub(super) fn cheapest(
    candidates: &[Transformed],
    quantity: Quantity,
    formulations: &[Formulation],
    opt: u8,
) -> Result<Vec<Chosen>, CompileError> {
    let (mode, forms) = match opt {
        0 => (Mode::Literal, [MomentForm::Products].as_slice()),
        _ => (Mode::Pruned, MomentForm::ALL.as_slice()),
    };
    let mut best: Option<Chosen> = None;
    for (frames, candidate) in candidates.iter().enumerate() {
        for &formulation in formulations {
            let row = quantity.row(formulation, &candidate.mechanism);
            let has_forms = row.is_some_and(|row| row.moment_forms);
            for &form in &forms[..if has_forms { forms.len() } else { 1 }] {
                let mut mechanism = candidate.mechanism.clone();
                for body in &mut mechanism.bodies {
                    body.choices.moment = form;
                }
                let programs = build(&mechanism, quantity, formulation, mode)?;
                let chosen = Chosen {
                    programs,
                    formulation,
                    frames,
                };
                if best
                    .as_ref()
                    .is_none_or(|known| chosen.cost() < known.cost())
                {
                    best = Some(chosen);
                }
            }
        }
    }
    Ok(best.into_iter().collect())
}
