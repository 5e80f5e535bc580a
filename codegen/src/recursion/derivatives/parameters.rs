//! Derivatives by the parameters of a model.
//!
//! Parameters are in the numbers of a mechanism, as formulas: a graph is differentiated from its constants, whose slopes are formulas again
//! and are prepared with the others. Graphs whose constants are no numbers are replays of it.

use super::differentiated::replayed;
use super::products::{accelerations, cheap, solved};
use super::substituted::Substituted;
use crate::graph::Expr;
use crate::leaves::{Argument, Leaves};
use crate::mechanism::Mechanism;
use crate::recursion::{Formulation, Quantity, run, transposed};

/// The slopes of the one array of a quantity by all parameters, by a formulation, row-major.
pub(super) fn slopes<L: Leaves>(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    let columns = replayed(
        |graph| {
            let values = run(mechanism, quantity, formulation, graph).concat();
            let references = graph.references(&values);
            let column = |place| {
                let slopes = graph.by_parameter(&references, place).into_iter();
                slopes.map(|slope| Expr::Node(graph, slope)).collect()
            };
            (0..mechanism.parameters.len()).map(column).collect()
        },
        leaves,
    );
    transposed(&columns, mechanism.nv()).concat()
}

/// ∂q̈/∂π = −M⁻¹ ∂τ/∂π at q̈ of the forward dynamics, by the factors of a formulation.
pub(super) fn of_forward_dynamics<L: Leaves>(
    mechanism: &Mechanism,
    formulation: Formulation,
    leaves: &L,
) -> Vec<L::S> {
    let qdd = accelerations(mechanism, formulation, leaves);
    let at = Substituted {
        inner: leaves,
        arrays: &[(Argument::Qdd, qdd)],
    };
    let parameters = mechanism.parameters.len();
    let of = Quantity::InverseDynamics;
    let forces = slopes(mechanism, of, cheap(of, mechanism), &at);
    let column = |k: usize| {
        let column = forces.iter().skip(k).step_by(parameters);
        solved(
            mechanism,
            formulation,
            column.map(|&x| -x).collect(),
            leaves,
        )
    };
    let columns: Vec<Vec<L::S>> = (0..parameters).map(column).collect();
    transposed(&columns, mechanism.nv()).concat()
}
