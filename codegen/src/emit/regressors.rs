//! The names of the parameters that the columns of regressors belong to.

use crate::compile::Compiled;
use crate::function::Function;
use crate::leaves::{Dim, Extent};
use crate::mechanism::ParameterNames;
use crate::recursion::Quantity;

/// A list of parameters.
pub(super) struct ParameterList {
    /// Whether they are base parameters.
    pub(super) base: bool,
    /// What they are.
    pub(super) about: &'static str,
    /// Their names, in the order of the columns.
    pub(super) names: Vec<String>,
}

/// The lists that the functions need.
pub(super) fn lists(compiled: &Compiled) -> Vec<ParameterList> {
    let mechanism = &compiled.mechanism;
    let all = with_columns(compiled, Dim::InertialParameters).map(|_| {
        let names = ParameterNames::new(mechanism);
        ParameterList {
            base: false,
            about: "the inertial parameters, in the order of the columns of regressors",
            names: mechanism
                .inertial_parameters()
                .map(|one| names.of(one))
                .collect(),
        }
    });
    let base = with_columns(compiled, Dim::BaseParameters).map(|function| {
        let names = ParameterNames::new(&function.literal);
        ParameterList {
            base: true,
            about: "the base parameters, in the order of the columns of base_regressor",
            names: function
                .literal
                .base
                .iter()
                .map(|one| names.of(one.parameter))
                .collect(),
        }
    });
    all.into_iter().chain(base).collect()
}

/// A function whose columns are of these parameters.
fn with_columns(compiled: &Compiled, dim: Dim) -> Option<&Function> {
    compiled.functions.iter().find(|function| {
        let mut quantities = Quantity::TABLE.iter().map(|one| one.signature());
        let signature = quantities.find(|signature| signature.name == function.name);
        signature.is_some_and(|signature| {
            let mut extents = signature.outputs.iter().map(|output| output.extent);
            extents.any(
                |extent| matches!(extent, Extent::Vector(of) | Extent::Matrix(_, of) if of == dim),
            )
        })
    })
}
