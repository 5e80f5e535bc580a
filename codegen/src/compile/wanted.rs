//! Names of functions and formulations → what they stand for.

use super::{CompileError, Options};
use crate::closed::Subsystems;
use crate::mechanism::Mechanism;
use crate::recursion::Formulation;
use crate::recursion::Quantity;

/// The quantities of the functions that the options name, in the order of the contract.
pub(super) fn quantities(
    mechanism: &Mechanism,
    options: &Options,
) -> Vec<Result<Quantity, CompileError>> {
    let all = Quantity::all(mechanism).into_iter();
    let Some(names) = &options.functions else {
        return all.map(Ok).collect();
    };
    let unknown = names.iter().filter_map(|name| find(mechanism, name).err());
    let named = all.filter(|quantity| names.contains(&quantity.name(mechanism)));
    unknown.map(Err).chain(named.map(Ok)).collect()
}

/// The formulations that the options fix.
pub(super) fn formulations(
    mechanism: &Mechanism,
    options: &Options,
) -> Vec<Result<(Quantity, Formulation), CompileError>> {
    let pairs = options.formulations.iter();
    let fixed = pairs.map(|(function, name)| {
        let quantity = find(mechanism, function)?;
        Ok((quantity, formulation(mechanism, quantity, name)?))
    });
    fixed.collect()
}

/// The formulation of a quantity that a user names so.
///
/// # Errors
/// [`CompileError::UnknownFormulation`]; [`CompileError::Obstacle`] for one that does not fit the mechanism.
pub fn formulation(
    mechanism: &Mechanism,
    quantity: Quantity,
    name: &str,
) -> Result<Formulation, CompileError> {
    let function = || quantity.name(mechanism);
    let row = quantity.row_named(name, mechanism).ok_or_else(|| {
        let known = quantity.formulations_on(mechanism);
        let known = known.iter().map(|known| known.name()).collect();
        CompileError::UnknownFormulation(function(), name.into(), known)
    })?;
    match row.obstacle(mechanism) {
        Some(obstacle) => Err(CompileError::Obstacle(function(), name.into(), obstacle)),
        None => Ok(row.formulation),
    }
}

/// The formulations of a quantity that the cheapest is chosen from: the one that is fixed, or all that the level has.
pub(super) fn to_choose_from(
    mechanism: &Mechanism,
    quantity: Quantity,
    fixed: Option<Formulation>,
    options: &Options,
) -> Vec<Formulation> {
    if let Some(formulation) = fixed {
        return vec![formulation];
    }
    if options.opt == 0 {
        return vec![quantity.literal(mechanism)];
    }
    let mut formulations = quantity.choices_on(mechanism);
    if !options.techniques.scaling {
        let is_scaled = |&one: &_| quantity.row(one, mechanism).is_some_and(|row| row.scaled);
        formulations.retain(|one| !is_scaled(one));
    }
    formulations
}

/// Formulations that are fixed for functions that nobody wants.
pub(super) fn without_effect(
    mechanism: &Mechanism,
    fixed: &[(Quantity, Formulation)],
    wanted: &[Quantity],
) -> Vec<String> {
    let idle = fixed
        .iter()
        .filter(|(quantity, _)| !wanted.contains(quantity));
    let warning = |(quantity, formulation): &(Quantity, Formulation)| {
        format!(
            "the formulation `{}` is chosen for `{}`, which is not among the functions",
            formulation.name(),
            quantity.name(mechanism)
        )
    };
    idle.map(warning).collect()
}

/// The quantity of a function name.
///
/// # Errors
/// [`CompileError::UnknownFunction`], with the names that exist; [`CompileError::Indeterminate`];
/// [`CompileError::NoInertia`]; [`CompileError::NoEnergy`].
pub fn find(mechanism: &Mechanism, name: &str) -> Result<Quantity, CompileError> {
    let named = |quantity: &Quantity| quantity.name(mechanism) == name;
    if let Some(quantity) = Quantity::known(mechanism).into_iter().find(named) {
        check_inertia(mechanism, quantity)?;
        return Ok(quantity);
    }
    let inverse = [
        Quantity::InverseDynamics,
        Quantity::InverseDynamicsWithForces,
    ];
    if inverse.iter().any(named)
        && mechanism.loops.is_some()
        && let Err(why) = Subsystems::of(mechanism)
    {
        return Err(CompileError::Indeterminate(name.into(), why));
    }
    let of_energy = |quantity: &&Quantity| quantity.signature().exists.is_of_energy();
    if mechanism.is_undeformed() && Quantity::TABLE.iter().filter(of_energy).any(named) {
        return Err(CompileError::NoEnergy(name.into()));
    }
    let all = Quantity::all(mechanism);
    let known = all.iter().map(|quantity| quantity.name(mechanism));
    Err(CompileError::UnknownFunction(name.into(), known.collect()))
}

/// A function that divides by the mass matrix needs a regular one.
pub(super) fn check_inertia(mechanism: &Mechanism, quantity: Quantity) -> Result<(), CompileError> {
    match quantity.missing_inertia(mechanism) {
        None => Ok(()),
        Some(inertialess) => {
            let name = quantity.name(mechanism);
            Err(CompileError::NoInertia(name, inertialess.clone()))
        }
    }
}
