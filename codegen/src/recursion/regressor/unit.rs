//! Columns by unit parameters: a recursion on the mechanism whose only inertia is one parameter at unit value.

use super::{Coefficients, ENTRIES, Factors};
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::InertiaEntry;
use crate::recursion::System;
use crate::spatial::{Composite, Mass, Mat3, Vec3};

/// The factors of a quantity with so many elements that is linear in the inertias of the system, by its recursion.
pub(super) fn of_unit_parameters<L: Leaves>(
    system: &System<L::S>,
    rows: usize,
    leaves: &L,
    recursion: impl Fn(&System<L::S>) -> Vec<L::S>,
) -> Factors<L::S> {
    let mut single = system.clone();
    for link in &mut single.links {
        link.set_inertia(Composite::zero());
    }
    let units = ENTRIES.map(|entry| unit(entry, leaves));
    let mut of_link = |link: usize| {
        let columns = units.map(|mass| {
            single.links[link].mass = mass;
            single.links[link].composite = Composite::new(&mass, system.half);
            recursion(&single)
        });
        single.links[link].set_inertia(Composite::zero());
        let factors =
            |row: usize| -> Coefficients<L::S> { core::array::from_fn(|k| columns[k][row]) };
        (0..rows).map(|row| (row, factors(row))).collect()
    };
    let links = (0..system.links.len()).map(&mut of_link).collect();
    Factors { rows, links }
}

/// The inertia that is one parameter at unit value.
fn unit<L: Leaves>(entry: InertiaEntry, leaves: &L) -> Mass<L::S> {
    let inertia = entry.inertia(&Number::ONE);
    let number = |value: &Number| leaves.constant(value);
    Mass {
        tensor: Mat3::symmetric(|i, j| number(inertia.tensor.at(i, j))),
        first_moment: Vec3(inertia.first_moment.each_ref().map(number)),
        mass: number(&inertia.mass),
    }
}
