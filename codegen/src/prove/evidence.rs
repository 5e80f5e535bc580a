//! What is proved of a function: that its programs are their literal recursion, and that their results are those of an independent
//! [partner](crate::partner).

use super::{Check, Disagreement, Draw, Proof, prove};
use crate::evaluate::Exact;
use crate::exact::residue::Residue;
use crate::function::{Evidence, Function, Part};
use crate::leaves::{Argument, Input};
use crate::mechanism::Mechanism;
use crate::partner;
use crate::program::Program;
use crate::recursion::Quantity;

/// Proves the programs of a function against the literal recursion at the first number of points, and against its partner at the
/// second.
///
/// # Errors
/// As [`prove`].
pub fn evidence(
    function: &Function,
    quantity: Quantity,
    points: [usize; 2],
) -> Result<Evidence, Disagreement> {
    let mechanism = &function.literal;
    let own = quantity.row_named(function.formulation, mechanism);
    let literal = own.map_or_else(
        || quantity.literal(mechanism),
        |own| quantity.proved_against(own.formulation, mechanism),
    );
    let parts: Vec<Part> = function.parts().collect();
    let recursion = prove(&parts, mechanism, quantity, literal, points[0])?;
    let partner = match partner::of(mechanism, quantity) {
        Some(name) if function.least_norm() == 0 => {
            Some((name, against_partner(function, quantity, points[1])?))
        }
        _ => None,
    };
    Ok(Evidence {
        literal: literal.name(),
        recursion,
        partner,
    })
}

/// Checks the results of a function, its equations solved in the field, against its partner.
fn against_partner(
    function: &Function,
    quantity: Quantity,
    points: usize,
) -> Result<Proof, Disagreement> {
    let mechanism: &Mechanism = &function.literal;
    let programs: Vec<&Program> = function.programs().collect();
    let results = function.outputs().iter().map(|output| output.name);
    let check = Check {
        names: partner::compared_names(quantity, results.collect()),
        mechanism,
        programs: &programs,
        draw: Draw::of(mechanism, &programs),
        points,
    };
    check.compare(
        |point| partner::expected(mechanism, quantity, point).unwrap_or_default(),
        |point, constants| {
            let prepared = function.parts().map(|part| point.prepared(part.prepared));
            let prepared: Vec<Vec<Exact>> = prepared.collect();
            let input = |part: usize, input: Input| match input.argument {
                Argument::Prepared => prepared[part][input.index],
                _ => point.exact(input),
            };
            let results = solved(function, constants, input).unwrap_or_default();
            let plain = results
                .into_iter()
                .map(|array| array.into_iter().map(|one| one.value).collect());
            let arrays = partner::compared(mechanism, quantity, plain.collect(), point);
            let exact = arrays
                .into_iter()
                .map(|array| array.into_iter().map(Exact::from).collect());
            exact.collect()
        },
    )
}

/// The results of a function, its equations solved exactly; `None` where they have no unique solution.
fn solved(
    function: &Function,
    constants: &[Vec<Exact>],
    input: impl Fn(usize, Input) -> Exact,
) -> Option<Vec<Vec<Exact>>> {
    let mut outputs = function
        .program
        .evaluate_with(&constants[0], |one| input(0, one));
    if function.has_margins() {
        outputs.pop();
    }
    let (mut carried, mut solutions) = (Vec::new(), Vec::new());
    for (place, (stage, constants)) in (1..).zip(function.stages.iter().zip(&constants[1..])) {
        let values = |array: Vec<Exact>| array.into_iter().map(|one| one.value);
        let right: Vec<Residue> = values(outputs.pop()?).collect();
        let matrix: Vec<Residue> = values(outputs.pop()?).collect();
        if place == 1 {
            carried = outputs.pop().unwrap_or_default();
        }
        let rows = matrix
            .chunks(stage.solve.columns.max(1))
            .map(<[Residue]>::to_vec);
        let solution = partner::solve(rows.collect(), right)?;
        solutions.extend(solution.into_iter().map(Exact::from));
        outputs = stage
            .program
            .evaluate_with(constants, |one| match one.argument {
                Argument::Carried => carried[one.index],
                Argument::Solved => solutions[one.index],
                _ => input(place, one),
            });
    }
    Some(outputs)
}
