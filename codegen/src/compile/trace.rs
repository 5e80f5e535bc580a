//! A recursion over the graph → the programs of a function.

use super::CompileError;
use super::choose::{Chosen, Rated};
use crate::accuracy::Trial;
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

/// The cheapest programs over frames, formulations and moment forms that keep their digits, the mechanism's parameters as they are;
/// where there is only one, that.
///
/// # Errors
/// As [`build`].
pub(super) fn cheapest(
    candidates: &[Transformed],
    trial: &Trial,
    formulations: &[Formulation],
    opt: u8,
) -> Result<Vec<Chosen>, CompileError> {
    let quantity = trial.quantity();
    let (mode, forms) = match opt {
        0 => (Mode::Literal, [MomentForm::Products].as_slice()),
        _ => (Mode::Pruned, MomentForm::ALL.as_slice()),
    };
    let settings = candidates
        .iter()
        .enumerate()
        .flat_map(|(frames, candidate)| {
            let formulations = formulations.iter().flat_map(move |&formulation| {
                let row = quantity.row(formulation, &candidate.mechanism);
                let forms = match row.filter(|row| row.obstacle(&candidate.mechanism).is_none()) {
                    Some(row) if row.moment_forms => forms,
                    Some(_) => &forms[..1],
                    None => &[],
                };
                forms.iter().map(move |&form| (formulation, form))
            });
            formulations.map(move |(formulation, form)| (frames, formulation, form))
        });
    let build = |&(frames, formulation, form): &(usize, Formulation, MomentForm)| {
        let mut mechanism = candidates[frames].mechanism.clone();
        for body in &mut mechanism.bodies {
            body.choices.moment = form;
        }
        Ok(Chosen {
            programs: build(&mechanism, quantity, formulation, mode)?,
            formulation,
            frames,
        })
    };
    let mut priced = Vec::new();
    let mut best: Option<Chosen> = None;
    for setting in settings {
        let chosen = build(&setting)?;
        priced.push((chosen.cost(), setting));
        if best
            .as_ref()
            .is_none_or(|known| chosen.cost() < known.cost())
        {
            best = Some(chosen);
        }
    }
    if priced.len() < 2 {
        return Ok(best.into_iter().collect());
    }
    // Those that are dearer are built once more where the cheapest loses digits, which is seldom.
    priced.sort_by_key(|(cost, _)| *cost);
    let mut rated = Vec::new();
    for (place, (_, setting)) in priced.iter().enumerate() {
        let first = best.take().filter(|_| place == 0);
        let one = Rated::of(first.map_or_else(|| build(setting), Ok)?, trial);
        let keeps = one.keeps_digits();
        rated.push(one);
        if keeps {
            break;
        }
    }
    let mut accurate = Rated::accurate(rated);
    accurate.truncate(1);
    Ok(accurate)
}
