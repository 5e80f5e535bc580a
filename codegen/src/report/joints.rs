//! The parts of a mechanism beside bodies and free joints: physics in joints, couplings, order, locks, payloads.

use super::table::{Section, Table};
use crate::exact::number::Number;
use crate::mechanism::{Block, Body, Combination, Coordinates, DofPhysics, Fixture, Mechanism};

/// A row for everything that is on; `None` when nothing is.
#[must_use]
pub fn joints(mechanism: &Mechanism) -> Option<Section> {
    let mut table = Table::new(&["joint", "what"]);
    let has_physics = |body: &&Body| !body.auxiliary || body.spring.is_some();
    for body in mechanism.bodies.iter().filter(has_physics) {
        let names = body.block().velocities;
        physics(names.iter().zip(&body.physics), &mut table);
    }
    if let Some(coordinates) = &mechanism.coordinates {
        let blocks = coordinates.blocks.iter();
        let names: Vec<&String> = blocks.flat_map(|block| &block.velocities).collect();
        physics(names.into_iter().zip(&coordinates.motors), &mut table);
        couplings(mechanism, coordinates, &mut table);
    }
    for fixture in &mechanism.fixtures {
        table.row(match fixture {
            Fixture::Locked { joint, position } => {
                let at: Vec<String> = position.iter().map(|q| number(&q.to_number())).collect();
                let at = if at.is_empty() {
                    "0".to_owned()
                } else {
                    at.join(", ")
                };
                [joint.clone(), format!("locked at {at}")]
            }
            Fixture::Payload {
                name,
                carrier,
                mass,
            } => [
                carrier.clone(),
                format!("payload {name}, {} kg", number(mass)),
            ],
        });
    }
    (!table.is_empty()).then(|| Section {
        title: "In the joints".into(),
        table,
        notes: Vec::new(),
    })
}

fn physics<'a>(dofs: impl Iterator<Item = (&'a String, &'a DofPhysics)>, table: &mut Table) {
    for (name, dof) in dofs.filter(|(_, dof)| !dof.is_off()) {
        let friction = format!(" (smooth below {})", number(&dof.friction_rate));
        let spring = format!(" about {}", number(&dof.rest));
        let terms = [
            ("rotor inertia", &dof.rotor_inertia, ""),
            ("damping", &dof.damping, ""),
            ("friction", &dof.friction, friction.as_str()),
            ("stiffness", &dof.stiffness, spring.as_str()),
        ];
        let on = terms.iter().filter(|(_, value, _)| !value.is_zero());
        let words: Vec<String> = on
            .map(|(what, value, more)| format!("{what} {}{more}", number(value)))
            .collect();
        table.row([name.clone(), words.join(", ")]);
    }
}

/// Joints that follow others or motors, and the order if it is not that of the tree.
fn couplings(mechanism: &Mechanism, coordinates: &Coordinates, table: &mut Table) {
    let joints = mechanism.bodies.iter().filter(|body| !body.driven);
    // Frames on flexible bodies follow the modes; nobody has written that.
    let names = joints.flat_map(|body| {
        let names = body.block().coordinates.into_iter();
        names.map(|name| (name, body.auxiliary))
    });
    let users: Vec<&str> = (coordinates.blocks.iter())
        .flat_map(|block| block.coordinates.iter().map(String::as_str))
        .collect();
    let rows = names.zip(&coordinates.positions);
    for ((name, _), row) in rows.filter(|((_, made), _)| !made) {
        if row.plain().is_none_or(|index| users[index] != name) {
            table.row([name, format!("= {}", combination(row, &users))]);
        }
    }
    let plain = |row: &Combination| row.terms.first().map(|(index, _)| *index);
    let indices: Vec<Option<usize>> = coordinates.positions.iter().map(plain).collect();
    if coordinates.is_permutation() && !indices.is_sorted() {
        let names = |block: &Block| block.name.clone();
        let order: Vec<String> = coordinates.blocks.iter().map(names).collect();
        table.row(["order".to_owned(), order.join(", ")]);
    }
}

/// `1.5 j1 - 0.5 j2 + 0.2`.
pub(super) fn combination(row: &Combination, names: &[&str]) -> String {
    let mut text = String::new();
    let mut add = |value: &Number, name: &str| {
        let size = value.abs();
        let factor = match (size.is_one(), name) {
            (true, name) if !name.is_empty() => name.to_owned(),
            (_, "") => number(&size),
            (_, name) => format!("{} {name}", number(&size)),
        };
        let sign = match (text.is_empty(), value.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        text.push_str(&factor);
    };
    for (index, factor) in &row.terms {
        add(factor, names[*index]);
    }
    if !row.offset.is_zero() {
        add(&row.offset.to_number(), "");
    }
    text
}

pub(super) fn number(value: &Number) -> String {
    value.to_f64().to_string()
}
