//! Why a mechanism could not be compiled.

use core::fmt;

use super::flow::MAX_ELEMENTS;
use super::trace::MAX_CONSTANT_BITS;
use crate::closed::Indeterminate;
use crate::mechanism::{Inertialess, Mechanism};
use crate::prove::Disagreement;
use crate::recursion::{Domain, Quantity};

/// Why a mechanism could not be compiled.
#[derive(Clone, PartialEq, Debug)]
pub enum CompileError {
    /// No function of this mechanism has this name; the names that exist.
    UnknownFunction(String, Vec<String>),
    /// A word for several functions (`derivatives`, `all`) where one is asked for; the names of these.
    SeveralFunctions(String, Vec<String>),
    /// The word `all` beside other names of functions.
    AllBesideNames,
    /// Inverse dynamics of a mechanism with loops that its actuated joints do not determine: function, and why.
    Indeterminate(String, Indeterminate),
    /// A function that divides by the mass matrix, of a mechanism in which something moves against no inertia.
    NoInertia(String, Inertialess),
    /// This function follows from an energy, which a flexible body with undeformed geometry does not conserve.
    NoEnergy(String),
    /// This function, or this family of functions, does not exist for the mechanism, and why.
    Missing(String, &'static str),
    /// A function that takes all rates from independent ones, of a mechanism in which so many equations of loops are redundant.
    Redundant(String, usize),
    /// The equations of this function have no unique solution at any configuration.
    Singular(String),
    /// No formulation of this function has this name; function, name, the names that exist.
    UnknownFormulation(String, String, Vec<&'static str>),
    /// Two formulations of one function; function, and these.
    SeveralFormulations(String, [&'static str; 2]),
    /// This formulation of this function cannot be used for the mechanism, and why.
    Obstacle(String, String, &'static str),
    /// Functions of which batches are asked for, and that can fail.
    Batch(Vec<String>),
    /// The name that takes the place of the model's is none, and why.
    Name(&'static str),
    /// A self-test of code whose sines and cosines are the platform's.
    Selftest,
    /// A search of the programs of a model with parameters.
    Parametric,
    /// The optimisation level is above 3.
    OptOutOfRange(u8),
    /// A function has this many outputs, more than the limit.
    TooLarge(String, usize),
    /// A constant has grown beyond the limit: function and bits.
    ConstantTooLarge(String, usize),
    /// A constant is beyond the range of the floating-point type.
    ConstantOutOfRange(Box<LargeConstant>),
    /// The default of a parameter is beyond the range of the floating-point type: parameter, where it is declared, and value.
    DefaultOutOfRange(String, String, String),
    /// Several of the others.
    Several(Vec<Self>),
    /// A program differs from its recursion: an error of the compiler, never of the model.
    Proof(String, Disagreement),
    /// A pass changed the values of a program: the pass, the function, the place. An error of the compiler.
    Pass(&'static str, String, Disagreement),
}

/// A constant that is no number of the floating-point type.
#[derive(Clone, PartialEq, Debug)]
pub struct LargeConstant {
    /// The function.
    pub function: String,
    /// About its value.
    pub value: String,
    /// The body in whose equations it stands, where they are those of one.
    pub body: Option<String>,
    /// Where that body is declared; the file, where there is none.
    pub place: String,
}

impl CompileError {
    /// All faults as one.
    ///
    /// # Errors
    /// The faults, where there are any.
    pub(crate) fn all(faults: impl IntoIterator<Item = Self>) -> Result<(), Self> {
        let mut faults: Vec<Self> = faults.into_iter().collect();
        match faults.len() {
            0 => Ok(()),
            1 => Err(faults.swap_remove(0)),
            _ => Err(Self::Several(faults)),
        }
    }

    /// The same, unless equations of loops are singular: a program that solves them divides by 0 at every point, and the model is
    /// to blame.
    pub(super) fn of_singular_loops(self, quantity: Quantity, mechanism: &Mechanism) -> Self {
        match self {
            Self::Proof(_, at) | Self::Pass(_, _, at)
                if at == Disagreement::Undefined && quantity.domain(mechanism) == Domain::Loops =>
            {
                Self::Singular(quantity.name(mechanism))
            }
            other => other,
        }
    }

    /// The faults that it is, one by one.
    #[must_use]
    pub fn each(&self) -> &[Self] {
        match self {
            Self::Several(all) => all,
            one => core::slice::from_ref(one),
        }
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFunction(name, known) => {
                match name.as_str() {
                    "" => f.write_str("the name of a function is empty")?,
                    name => write!(f, "unknown function `{name}`")?,
                }
                write!(f, "; write one of: {}", known.join(", "))
            }
            Self::SeveralFunctions(word, names) => write!(
                f,
                "`{word}` stands for several functions; write one of: {}",
                names.join(", ")
            ),
            Self::AllBesideNames => f.write_str(
                "`all` stands alone, for all functions but derivatives, products and regressors; write it without other names, or \
                 without it those that you want",
            ),
            Self::Indeterminate(name, why) => write!(
                f,
                "`{name}` is not determined by the actuated joints: {why}; actuate as many joints as there are degrees of \
                 freedom, or write `minimum_norm = true`"
            ),
            Self::NoInertia(name, inertialess) => write!(
                f,
                "`{name}` divides by the mass matrix, which is singular: {inertialess}"
            ),
            Self::NoEnergy(name) => write!(
                f,
                "`{name}` follows from an energy, which a flexible body with `geometry = \"undeformed\"` does not conserve: \
                write \"exact\" or \"stiffened\""
            ),
            Self::Missing(name, why) => write!(f, "there is no `{name}`: {why}"),
            Self::Redundant(name, count) => write!(
                f,
                "`{name}` takes all rates from independent ones, and {count} of the equations of the loops {} redundant where these are closed: \
                 write another position into [assembly] if that is a singular one, else `minimum_norm = true`, or cut the loops at joints that \
                 leave more free",
                if *count == 1 { "is" } else { "are" },
            ),
            Self::Singular(name) => write!(
                f,
                "the equations of `{name}` are singular at every configuration; write `minimum_norm = true`, or cut the \
                 loops at joints that leave more free"
            ),
            Self::UnknownFormulation(function, name, known) => {
                write!(
                    f,
                    "unknown formulation `{name}` of `{function}`; write one of: {}",
                    known.join(", ")
                )
            }
            Self::SeveralFormulations(function, [one, other]) => write!(
                f,
                "two formulations are chosen for `{function}`, `{one}` and `{other}`; choose one"
            ),
            Self::Obstacle(function, name, why) => write!(
                f,
                "formulation `{name}` of `{function}` cannot be used for this model: {why}; choose another, or none"
            ),
            Self::Batch(names) => write!(
                f,
                "{} can fail, and a batch has no status for every state: leave {} out (--functions), or call {} state by state without \
                 `batch`",
                listed(names),
                if names.len() == 1 { "it" } else { "them" },
                if names.len() == 1 { "it" } else { "them" },
            ),
            Self::Name(why) => write!(
                f,
                "the name in place of the model's {why}; names become C identifiers: write one like \"arm\""
            ),
            Self::Selftest => f.write_str(
                "a self-test compares bits, and those of the platform's sine and cosine are not known: take `sincos` as `poly`, or \
                 no self-test",
            ),
            Self::Parametric => f.write_str(
                "a model with parameters is not searched: write their values into the model, without `[parameters]`, or generate with --opt 2",
            ),
            Self::OptOutOfRange(level) => {
                write!(f, "opt = {level} does not exist; write 0, 1, 2 or 3")
            }
            Self::TooLarge(function, elements) => write!(
                f,
                "`{function}` would have {elements} output elements (the limit is {MAX_ELEMENTS}), code that no compiler gets through; \
                 lock joints that do not matter, or take products with vectors, like `inverse_dynamics_hessian_product`"
            ),
            Self::ConstantTooLarge(function, bits) => write!(
                f,
                "a constant of `{function}` has grown to {bits} bits (the limit is {MAX_CONSTANT_BITS}); \
                 write the model's numbers with fewer digits"
            ),
            Self::ConstantOutOfRange(constant) => {
                let LargeConstant {
                    function,
                    value,
                    body,
                    place,
                } = &**constant;
                match body.as_deref() {
                    Some(body) => write!(
                        f,
                        "a constant of `{function}`, of the equations of body \"{body}\" ({place}),"
                    )?,
                    None => write!(f, "a constant of `{function}` ({place})")?,
                }
                write!(
                    f,
                    " is about {value}, beyond the range of the floating-point type: it is a product of masses, lengths, stiffnesses and \
                     ratios of the model, some of which are far too large or too small; write the model in SI units"
                )
            }
            Self::DefaultOutOfRange(parameter, place, value) => write!(
                f,
                "the default of parameter `{parameter}` ({place}) is about {value}, beyond the range of the floating-point type; \
                 write the model in SI units"
            ),
            Self::Several(all) => {
                for (k, one) in all.iter().enumerate() {
                    let separator = if k == 0 { "" } else { "\nerror: " };
                    write!(f, "{separator}{one}")?;
                }
                Ok(())
            }
            Self::Proof(function, why) => write!(
                f,
                "internal error: the program of `{function}` is not its recursion: it {why}; please report this model"
            ),
            Self::Pass(pass, function, why) => write!(
                f,
                "internal error: the pass `{pass}` changes `{function}`, which {why}; please report this model"
            ),
        }
    }
}

/// `a`, `b` and `c`.
fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

impl std::error::Error for CompileError {}
