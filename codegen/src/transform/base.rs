//! Base inertial parameters as a mechanism of their own; how they are found is written in
//! [`recursion::base`](crate::recursion).

use crate::exact::number::Number;
use crate::graph::{Expr, Graph, Mode};
use crate::mechanism::{Basis, Inertia, Mechanism, Sym3};
use crate::recursion::System;

/// The mechanism (with elementary joints) in base parameters; `basis` gives the basis of every body. Exact.
#[must_use]
pub fn base_parameters(mechanism: &Mechanism, basis: impl Fn(usize) -> Basis) -> Mechanism {
    let mut based = mechanism.clone();
    for (index, body) in based.bodies.iter_mut().enumerate() {
        body.choices.basis = Some(basis(index));
        // What modes add is no part of what moves.
        body.deformation = None;
    }
    with_inertias(mechanism, |leaves| System::lift(&based, &leaves))
}

/// The mechanism with the inertias of a system that has been lifted to constants, its bodies' bases chosen.
pub(super) fn with_inertias(
    mechanism: &Mechanism,
    lift: impl for<'g> FnOnce(&'g Graph) -> System<Expr<'g>>,
) -> Mechanism {
    let mut result = mechanism.clone();
    let graph: Graph = Graph::new(Mode::Pruned);
    let system = lift(&graph);
    // Constants fold: what is made of numbers is a number.
    let number = |value: Expr<'_>| graph.value(value.reference(&graph)).unwrap_or(Number::ZERO);
    for link in &system.links {
        let body = &mut result.bodies[link.body.0];
        body.choices.basis = None;
        body.inertia = Inertia {
            mass: number(link.mass.mass),
            first_moment: link.mass.first_moment.0.map(number),
            tensor: Sym3::from_fn(|i, j| number(link.mass.tensor[i][j])),
        };
    }
    result
}
