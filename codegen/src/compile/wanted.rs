//! Names of functions and formulations → what they stand for.

use super::functions::{ALL, existing};
use super::{CompileError, Options};
use crate::closed::Subsystems;
use crate::mechanism::Mechanism;
use crate::recursion::{Domain, Formulation, Quantity, is_derivative};
use crate::signature::{Existence, Family};
use crate::transform::elementary;

/// The quantities of the functions that the options name, in the order of the contract.
pub(super) fn quantities(
    mechanism: &Mechanism,
    options: &Options,
) -> Vec<Result<Quantity, CompileError>> {
    let Some(names) = &options.functions else {
        return Quantity::all(mechanism).into_iter().map(Ok).collect();
    };
    let family = |name: &String| Family::named(name);
    let unknown = names.iter().filter(|name| family(name).is_none());
    let unknown = unknown.filter_map(|name| find(mechanism, name).err().map(of_list));
    let families: Vec<Family> = names.iter().filter_map(family).collect();
    let empty = families
        .iter()
        .filter(|&&family| Quantity::of_family(mechanism, family).is_empty());
    let empty: Vec<CompileError> = empty.map(|&family| without(mechanism, family)).collect();
    let named = Quantity::existing(mechanism)
        .into_iter()
        .filter(|quantity| {
            let of_family = families.contains(&quantity.signature().family);
            of_family || names.contains(&quantity.name(mechanism))
        });
    unknown.chain(empty).map(Err).chain(named.map(Ok)).collect()
}

/// A fault of one name among several, which may be words.
fn of_list(error: CompileError) -> CompileError {
    match error {
        CompileError::UnknownFunction(name, mut known) => {
            let words = Family::WORDS.iter().map(|(word, _)| *word);
            known.extend(words.chain([ALL]).map(str::to_owned));
            CompileError::UnknownFunction(name, known)
        }
        CompileError::SeveralFunctions(word, _) if word == ALL => CompileError::AllBesideNames,
        other => other,
    }
}

/// The formulations that the options fix.
pub(super) fn formulations(
    mechanism: &Mechanism,
    options: &Options,
) -> Vec<Result<(Quantity, Formulation), CompileError>> {
    let pairs = options.formulations.iter();
    let mut known: Vec<(Quantity, Formulation)> = Vec::new();
    let fixed = pairs.map(|(function, name)| {
        let quantity = find(mechanism, function)?;
        let wanted = formulation(mechanism, quantity, name)?;
        let mut before = known.iter();
        let other = before.find(|(of, first)| *of == quantity && *first != wanted);
        if let Some((_, first)) = other {
            return Err(CompileError::SeveralFormulations(
                function.clone(),
                [first.name(), wanted.name()],
            ));
        }
        known.push((quantity, wanted));
        Ok((quantity, wanted))
    });
    fixed.collect()
}

/// The formulation that the options fix for a quantity.
///
/// # Errors
/// As [`find`], of all functions that they fix one for; [`CompileError::UnknownFormulation`], [`CompileError::Obstacle`];
/// [`CompileError::SeveralFormulations`].
pub fn fixed_formulation(
    mechanism: &Mechanism,
    quantity: Quantity,
    options: &Options,
) -> Result<Option<Formulation>, CompileError> {
    let all: Vec<(Quantity, Formulation)> = formulations(mechanism, options)
        .into_iter()
        .collect::<Result<_, _>>()?;
    let mut all = all.into_iter();
    Ok(all.find(|(of, _)| *of == quantity).map(|(_, by)| by))
}

/// The formulation of a quantity that a user names so.
///
/// # Errors
/// [`CompileError::UnknownFormulation`]; [`CompileError::Obstacle`] for one that does not fit the mechanism.
pub(super) fn formulation(
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
    // Joints of several degrees of freedom make chains longer.
    match row.obstacle(&elementary(mechanism)) {
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
/// [`CompileError::UnknownFunction`], with the names that exist; [`CompileError::SeveralFunctions`]; [`CompileError::Indeterminate`];
/// [`CompileError::NoInertia`]; [`CompileError::Redundant`]; [`CompileError::NoEnergy`].
pub fn find(mechanism: &Mechanism, name: &str) -> Result<Quantity, CompileError> {
    let named = |quantity: &Quantity| quantity.name(mechanism) == name;
    if let Some(quantity) = Quantity::known(mechanism).into_iter().find(named) {
        check(mechanism, quantity)?;
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
    let of_energy = |quantity: &Quantity| quantity.signature().exists.is_of_energy();
    if mechanism.is_undeformed() && Quantity::table().filter(of_energy).any(|one| named(&one)) {
        return Err(CompileError::NoEnergy(name.into()));
    }
    let differentiated = [Family::Derivatives, Family::Products];
    let mut derivatives =
        Quantity::table().filter(|one| differentiated.contains(&one.signature().family));
    if let Some(loops) = &mechanism.loops
        && let Some(quantity) = derivatives.find(named)
    {
        let of_loops = quantity.signature().exists.is_possible(true);
        return Err(match Subsystems::of(mechanism) {
            _ if !of_loops => CompileError::Missing(name.into(), DERIVATIVES_OF_TREES),
            _ if loops.minimum_norm.is_some() => {
                CompileError::Missing(name.into(), WITHOUT_DERIVATIVES)
            }
            Err(why) => CompileError::Indeterminate(name.into(), why),
            Ok(_) => CompileError::Missing(name.into(), DERIVATIVES_OF_TREES),
        });
    }
    if mechanism.loops.is_none()
        && let Some(quantity) = derivatives.find(named)
    {
        let why = match quantity.signature().exists {
            Existence::Parametric => "the model has no parameters",
            Existence::RegularLoops => "the model has no loops",
            Existence::OpenFrames | Existence::FullRank if mechanism.frames.is_empty() => {
                "the model has no frames"
            }
            Existence::FullRank => "the Jacobians of its frames together have not full row rank",
            _ => "the model has no mass",
        };
        return Err(CompileError::Missing(name.into(), why));
    }
    let rigid = [Existence::Rigid, Existence::Identified];
    let of_rigid = |quantity: &Quantity| rigid.contains(&quantity.signature().exists);
    if Quantity::table().filter(of_rigid).any(|one| named(&one)) {
        return Err(CompileError::Missing(
            name.into(),
            without_regressor(mechanism),
        ));
    }
    Err(match Family::named(name) {
        Some(family) => match Quantity::of_family(mechanism, family).as_slice() {
            [] => without(mechanism, family),
            all => {
                let names = all.iter().map(|quantity| quantity.name(mechanism));
                CompileError::SeveralFunctions(name.into(), names.collect())
            }
        },
        None if name == ALL => CompileError::SeveralFunctions(name.into(), existing(mechanism)),
        None => CompileError::UnknownFunction(name.into(), existing(mechanism)),
    })
}

/// Why a mechanism with loops has not all derivatives.
const DERIVATIVES_OF_TREES: &str = "the model has loops, and this is of trees alone";

/// Why it has none.
const WITHOUT_DERIVATIVES: &str =
    "the model asks for solutions of least norm, which have no derivative where the rank changes";

/// Why a mechanism has no function of a family.
fn without(mechanism: &Mechanism, family: Family) -> CompileError {
    let words = Family::WORDS.iter();
    let word = words
        .filter(|(_, known)| *known == family)
        .map(|(word, _)| *word);
    let why = match family {
        Family::Regressors => without_regressor(mechanism),
        Family::Derivatives | Family::Products => WITHOUT_DERIVATIVES,
        Family::Dynamics => DERIVATIVES_OF_TREES,
    };
    CompileError::Missing(word.collect(), why)
}

/// Why a mechanism has not all regressors.
fn without_regressor(mechanism: &Mechanism) -> &'static str {
    if mechanism.loops.is_some() {
        "the model has loops, and regressors are those of trees"
    } else if mechanism.is_flexible() {
        "the model has flexible bodies, whose inertia changes with their modes; lock these, like `lock = [\"arm.modes\"]`"
    } else {
        "geometry or gravity depend on parameters that stay open until run time, and with them which parameters are independent; \
         take `regressor`"
    }
}

/// What a quantity needs of a mechanism that has it: one that divides by the mass matrix a regular one, one that takes all rates from
/// independent ones as many equations of loops as there are others.
pub(super) fn check(mechanism: &Mechanism, quantity: Quantity) -> Result<(), CompileError> {
    let name = || quantity.name(mechanism);
    if let Some(inertialess) = quantity.missing_inertia(mechanism) {
        return Err(CompileError::NoInertia(name(), inertialess.clone()));
    }
    let takes_rates = quantity == Quantity::DependentRates
        || is_derivative(quantity) && quantity.domain(mechanism) == Domain::Loops;
    match &mechanism.loops {
        Some(loops) if takes_rates && loops.minimum_norm.is_none() && loops.redundant() > 0 => {
            Err(CompileError::Redundant(name(), loops.redundant()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::generic;

    #[test]
    fn a_function_has_one_formulation() {
        let by = |names: [&str; 2]| {
            let pairs = names.map(|name| ("inverse_dynamics".to_owned(), name.to_owned()));
            let options = Options {
                formulations: pairs.into(),
                ..Options::default()
            };
            let all = formulations(&generic(2), &options).into_iter();
            all.collect::<Result<Vec<_>, CompileError>>()
        };
        assert!(by(["luh", "luh"]).is_ok());
        let error = by(["luh", "denoc"]).expect_err("two formulations");
        assert_eq!(
            error.to_string(),
            "two formulations are chosen for `inverse_dynamics`, `luh` and `denoc`; choose one"
        );
    }

    #[test]
    fn why_derivatives_do_not_exist_is_said() {
        let arm = generic(2);
        let without_frames = Mechanism {
            frames: Vec::new(),
            ..arm.clone()
        };
        for (mechanism, name, why) in [
            (
                &arm,
                "inverse_dynamics_dparameters",
                "the model has no parameters",
            ),
            (
                &arm,
                "dependent_rates_derivatives",
                "the model has no loops",
            ),
            (
                &arm,
                "operational_inertia_jvp",
                "the Jacobians of its frames together have not full row rank",
            ),
            (&without_frames, "admittance_jvp", "the model has no frames"),
            (
                &without_frames,
                "operational_inertia_jvp",
                "the model has no frames",
            ),
        ] {
            let error = find(mechanism, name).map(|_| ()).expect_err(name);
            assert_eq!(error, CompileError::Missing(name.into(), why));
        }
    }
}
