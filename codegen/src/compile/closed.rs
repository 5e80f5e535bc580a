//! Functions of mechanisms with loops: every step compiled like a function of its own, the cheapest formulation taken as a
//! whole.

use super::CompileError;
use super::choose::{NEAR, Offer, estimate, limit};
use super::flow::Source;
use crate::closed::{Closed, Step};
use crate::formulation::Formulation;
use crate::function::{Function, Stage};
use crate::quantity::Quantity;

/// A function by a fixed formulation or by the cheapest.
///
/// # Errors
/// As [`compile`](super::compile()).
pub(super) fn function(
    source: &Source<'_>,
    offer: &Offer,
    (quantity, closed): (Quantity, Closed),
    fixed: Option<Formulation>,
) -> Result<Function, CompileError> {
    let mechanism = &source.elementary;
    let formulations = match fixed {
        Some(formulation) => vec![formulation],
        None if source.options.opt == 0 => {
            closed.formulations(mechanism).into_iter().take(1).collect()
        }
        None => closed.choices(mechanism),
    };
    let formulations = promising(source, offer, closed, formulations);
    let mut best: Option<Function> = None;
    for formulation in formulations {
        let function = by_formulation(source, offer, (quantity, closed), formulation)?;
        let cost = |function: &Function| {
            let counts = function.counts();
            let total = counts.total() + function.least_norm();
            (total, counts.div, counts.mul)
        };
        if best
            .as_ref()
            .is_none_or(|known| cost(&function) < cost(known))
        {
            best = Some(function);
        }
    }
    let name = quantity.name(mechanism);
    best.ok_or(CompileError::UnknownFunction(name, Vec::new()))
}

fn by_formulation(
    source: &Source<'_>,
    offer: &Offer,
    (quantity, function): (Quantity, Closed),
    formulation: Formulation,
) -> Result<Function, CompileError> {
    let mechanism = &source.elementary;
    let start = Step {
        function,
        formulation,
        index: 0,
    };
    let step = |index: usize| {
        let step = start.at(index).shared(mechanism);
        compile_step(source, offer, step).map_err(|error| told(error, function))
    };
    let first = step(0)?;
    let stages = start.solves(mechanism).into_iter().enumerate();
    let stages = stages.map(|(before, solve)| {
        let Function {
            program, prepared, ..
        } = step(before + 1)?;
        Ok(Stage {
            solve,
            program,
            prepared,
        })
    });
    Ok(Function {
        name: quantity.name(mechanism),
        summary: function
            .summary()
            .unwrap_or_else(|| quantity.summary())
            .into(),
        formulation: formulation.name(),
        paper: formulation.paper(),
        stages: stages.collect::<Result<_, CompileError>>()?,
        ..first
    })
}

/// A step, compiled once for all functions that have it.
fn compile_step(source: &Source<'_>, offer: &Offer, step: Step) -> Result<Function, CompileError> {
    if let Some(known) = offer.steps.borrow().get(&step) {
        return Ok(known.clone());
    }
    let formulation = Some(step.formulation);
    let quantity = Quantity::Step(step);
    let function = source.straight_line(offer, quantity, formulation)?;
    offer.steps.borrow_mut().insert(step, function.clone());
    Ok(function)
}

/// A program that divides by 0 at every point is one whose equations are singular, which the model is to blame for.
fn told(error: CompileError, function: Closed) -> CompileError {
    match error {
        CompileError::Proof(_, at) | CompileError::Pass(_, _, at) if at.output.is_empty() => {
            CompileError::Singular(function.name().into())
        }
        other => other,
    }
}

/// The formulations that may turn out the cheapest, by what they cost before anything is chosen body by body: all where that
/// is little.
fn promising(
    source: &Source<'_>,
    offer: &Offer,
    function: Closed,
    formulations: Vec<Formulation>,
) -> Vec<Formulation> {
    let (mechanism, options) = (&source.elementary, source.options);
    if formulations.len() < 2 || options.opt < 2 {
        return formulations;
    }
    let price = |formulation: Formulation| -> usize {
        let start = Step {
            function,
            formulation,
            index: 0,
        };
        let solves = start.solves(mechanism);
        let solving: usize = solves.iter().map(|solve| solve.price()).sum();
        let steps = (0..=solves.len()).map(|index| {
            let quantity = Quantity::Step(start.at(index));
            let cost = estimate(offer, quantity, formulation, options.techniques);
            cost.map_or(0, |(total, ..)| total)
        });
        solving + steps.sum::<usize>()
    };
    let priced: Vec<(Formulation, usize)> = formulations
        .into_iter()
        .map(|one| (one, price(one)))
        .collect();
    let least = priced
        .iter()
        .map(|(_, price)| *price)
        .min()
        .unwrap_or_default();
    let near = priced
        .into_iter()
        .filter(|(_, price)| *price <= limit(least, NEAR));
    near.map(|(formulation, _)| formulation).collect()
}
