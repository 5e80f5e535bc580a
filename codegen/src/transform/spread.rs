//! Spread parameters: inertia that a joint cannot tell from its parent's, put where it saves most in the U form.
//!
//! Base parameters move (m, m z, K_zz) of every revolute body to its parent, so that they cost nothing. But a mass m
//! costs three products in F = U ms + m a, a first moment m x five (three there, two in ms × a); K_zz costs two in
//! the axial vector of U K, a product of inertia K_yz three. So a body placed on its parent at (a, y, z), turned by
//! Rx(α), takes from its parent, already in base parameters, the point mass at its own origin that leaves the parent
//! m x = 0, and then the K_zz that leaves it K_yz = 0:
//!
//! m = m x / a,  K_zz = −K_yz / (sin α cos α).
//!
//! What else of the parent these change is moved on. Generalised forces and M keep their values, as in base
//! parameters. Where a is short or α near a quarter turn, what would be moved is large and cancels digits: it stays.

use super::base_parameters;
use crate::mechanism::{Basis, Body, Inertia, Joint, Mechanism, Pose, Sym3};
use crate::number::Number;

/// How much shorter than the longest offset an offset may be, and than 1 the product sin α cos α.
const SMALLEST: i64 = 16;

/// The mechanism (with elementary joints) with its parameters spread. Exact.
#[must_use]
pub fn spread_parameters(mechanism: &Mechanism) -> Mechanism {
    let mut result = base_parameters(mechanism, |_| Basis::EulerZz);
    let shortest = longest(mechanism) / Number::from(SMALLEST);
    for index in (0..result.bodies.len()).rev() {
        if !turns(&result.bodies[index]) {
            continue;
        }
        let takes = |body: &Body| {
            let is_child = body.parent.is_some_and(|parent| parent.0 == index);
            is_child && turns(body) && body.placement.rotation.0[0][0].is_one()
        };
        let child = result.bodies.iter().position(takes);
        // The joint of a root sees little of its inertia: there is nothing to save.
        let is_root = result.bodies[index].parent.is_none();
        if let Some(child) = child.filter(|_| !is_root) {
            let placement = result.bodies[child].placement.clone();
            let mass = spare_mass(&result.bodies[index].inertia, &placement, &shortest);
            hand_over(&mut result, index, child, &mass);
            let tensor = spare_tensor(&result.bodies[index].inertia, &placement);
            hand_over(&mut result, index, child, &tensor);
        }
        move_on(&mut result, index);
    }
    result
}

fn turns(body: &Body) -> bool {
    matches!(body.joint, Joint::Revolute { .. })
}

/// The longest coordinate of an offset.
fn longest(mechanism: &Mechanism) -> Number {
    let placements = mechanism.bodies.iter().map(|body| &body.placement);
    let coordinates = placements.flat_map(|placement| &placement.translation);
    coordinates.map(Number::abs).max().unwrap_or_default()
}

/// The mass at the child's origin with the parent's m x.
fn spare_mass(parent: &Inertia, placement: &Pose, shortest: &Number) -> Inertia {
    let a = &placement.translation[0];
    let mass = match a.inverse() {
        Some(inverse) if a.abs() >= *shortest => &parent.first_moment[0] * inverse,
        _ => Number::ZERO,
    };
    Inertia {
        mass,
        ..Inertia::default()
    }
}

/// The K_zz of the child with the parent's K_yz.
fn spare_tensor(parent: &Inertia, placement: &Pose) -> Inertia {
    let r = &placement.rotation.0;
    let product = &r[2][1] * &r[1][1];
    let is_large = product.abs() * Number::from(SMALLEST) >= Number::ONE;
    let k_zz = match product.inverse() {
        // K_yz = −J_yz
        Some(inverse) if is_large => &parent.tensor.yz * inverse,
        _ => Number::ZERO,
    };
    along_axis(k_zz)
}

/// The tensor K = diag(0, 0, k): J = diag(k, k, 0).
fn along_axis(k: Number) -> Inertia {
    Inertia {
        tensor: Sym3 {
            xx: k.clone(),
            yy: k,
            ..Sym3::default()
        },
        ..Inertia::default()
    }
}

/// Gives a part of a body's inertia to a child, in whose frame it stands.
fn hand_over(mechanism: &mut Mechanism, parent: usize, child: usize, part: &Inertia) {
    let body = &mut mechanism.bodies[child];
    body.inertia = body.inertia.plus(part);
    let seen = part.seen_through(&body.placement);
    let parent = &mut mechanism.bodies[parent].inertia;
    *parent = parent.plus(&negated(&seen));
}

/// Moves m, m z and K_zz of a revolute body to its parent.
fn move_on(mechanism: &mut Mechanism, index: usize) {
    let body = &mut mechanism.bodies[index];
    let [.., z] = &body.inertia.first_moment;
    let moved = Inertia {
        mass: body.inertia.mass.clone(),
        first_moment: [Number::ZERO, Number::ZERO, z.clone()],
        ..along_axis(body.inertia.euler_tensor().zz)
    };
    body.inertia = body.inertia.plus(&negated(&moved));
    let seen = moved.seen_through(&body.placement);
    if let Some(parent) = body.parent {
        let parent = &mut mechanism.bodies[parent.0].inertia;
        *parent = parent.plus(&seen);
    }
}

fn negated(inertia: &Inertia) -> Inertia {
    Inertia {
        mass: -&inertia.mass,
        first_moment: core::array::from_fn(|k| -&inertia.first_moment[k]),
        tensor: Sym3::from_fn(|i, j| -inertia.tensor.at(i, j)),
    }
}
