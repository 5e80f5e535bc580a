//! A recursion over the graph → a program.

use super::CompileError;
use super::choose::Chosen;
use crate::formulation::Formulation;
use crate::graph::{Graph, Mode, Ref};
use crate::mechanism::{Mechanism, MomentForm};
use crate::program::Program;
use crate::quantity::Quantity;
use crate::recursion;
use crate::transform::Transformed;

/// Largest exact constant, bits of numerator and denominator together.
pub(super) const MAX_CONSTANT_BITS: usize = 1 << 17;

/// The program of one formulation on the mechanism as it stands.
///
/// # Errors
/// [`CompileError::ConstantTooLarge`].
pub fn build(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    mode: Mode,
) -> Result<Program, CompileError> {
    let graph = Graph::new(mode);
    let elements = recursion::run(mechanism, quantity, formulation, &&graph);
    let bits = graph.constant_bits();
    if bits > MAX_CONSTANT_BITS {
        return Err(CompileError::ConstantTooLarge(
            quantity.name(mechanism),
            bits,
        ));
    }
    let outputs: Vec<_> = quantity
        .outputs(mechanism)
        .into_iter()
        .zip(elements)
        .map(|((name, shape), elements)| {
            let elements: Vec<Ref> = elements
                .into_iter()
                .map(|element| element.reference(&graph))
                .collect();
            (name, shape, elements)
        })
        .collect();
    Ok(Program::schedule(
        &graph,
        quantity.ports(mechanism),
        &outputs,
    ))
}

/// The cheapest program over frames, formulations and moment forms, the mechanism's parameters as they are.
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
            let has_forms = quantity.has_moments() && formulation.has_moment_forms();
            for &form in &forms[..if has_forms { forms.len() } else { 1 }] {
                let mut mechanism = candidate.mechanism.clone();
                for body in &mut mechanism.bodies {
                    body.choices.moment = form;
                }
                let program = build(&mechanism, quantity, formulation, mode)?;
                let chosen = Chosen {
                    program,
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
