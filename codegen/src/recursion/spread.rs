//! Spread parameters: inertia that a joint cannot distinguish from its parent's, put where it saves most in the U form.
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
//! What moves where is decided from the model; the inertias are scalars, which over a prime field do not grow along a
//! chain.

use super::System;
use super::base::{keeping, movable};
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::{Basis, Body, Mechanism, Pose};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mat3};

/// How much shorter than the longest offset an offset may be, and than 1 the product sin α cos α.
const SMALLEST: i64 = 16;

impl<S: Scalar> System<S> {
    /// The links of a mechanism with elementary joints in spread parameters, whatever the bases of its bodies; with
    /// constant slides of bodies along z, as [`System::lift_sliding`] takes them.
    pub fn lift_spread<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        slide: impl Fn(usize) -> Number,
        leaves: &L,
    ) -> Self {
        let mut based = mechanism.clone();
        let keeping = keeping(mechanism);
        for (body, keeps) in based.bodies.iter_mut().zip(&keeping) {
            body.choices.basis = (!keeps).then_some(Basis::EulerZz);
            body.deformation = None;
        }
        let mut system = Self::lift_sliding(&based, slide, leaves);
        let shortest = longest(mechanism) / Number::from(SMALLEST);
        let taker = takers(mechanism);
        for (index, body) in mechanism.bodies.iter().enumerate().rev() {
            if !turns(body) || keeping[index] {
                continue;
            }
            // The joint of a root sees little of its inertia: there is nothing to save.
            if let (Some(_), Some(child)) = (body.parent, taker[index]) {
                let placement = &mechanism.bodies[child].placement;
                if let Some(inverse) = inverse_arm(placement, &shortest) {
                    system.give_mass(index, child, leaves.constant(&inverse));
                }
                if let Some(inverse) = inverse_product(placement) {
                    system.give_tensor(index, child, leaves.constant(&inverse));
                }
            }
            let moved = movable(&body.joint, &system.links[index].composite, Basis::EulerZz);
            system.move_to_parent(index, &body.joint, moved);
        }
        system
    }

    /// Gives a child the mass at its origin that leaves its parent m x = 0; `inverse` is 1/a.
    fn give_mass(&mut self, parent: usize, child: usize, inverse: S) {
        let mass = self.links[parent].composite.first_moment[0] * inverse;
        let part = Composite {
            mass,
            ..Composite::zero()
        };
        let mut left = self.hand_over(parent, child, part);
        left.first_moment[0] = S::zero();
        self.links[parent].set_inertia(left);
    }

    /// Gives a child the K_zz that leaves its parent K_yz = 0; `inverse` is −1/(sin α cos α).
    fn give_tensor(&mut self, parent: usize, child: usize, inverse: S) {
        let k_zz = self.links[parent].composite.euler[1][2] * inverse;
        let euler = Mat3::from_fn(|i, j| if i == 2 && j == 2 { k_zz } else { S::zero() });
        let part = Composite {
            euler,
            ..Composite::zero()
        };
        let mut left = self.hand_over(parent, child, part);
        left.euler.0[1][2] = S::zero();
        left.euler.0[2][1] = S::zero();
        self.links[parent].set_inertia(left);
    }

    /// Gives a part to a child with a revolute joint, in whose frame it is; returns the remaining inertia of the parent.
    fn hand_over(&mut self, parent: usize, child: usize, part: Composite<S>) -> Composite<S> {
        let taken = self.links[child].composite + part;
        self.links[child].set_inertia(taken);
        let seen = self.seen_before_turn(child, true, part);
        self.links[parent].composite.without(&seen)
    }
}

fn turns(body: &Body) -> bool {
    body.joint.is_rotation()
}

/// For every body the child that takes inertia from it: it turns, and is placed by a turn about x.
fn takers(mechanism: &Mechanism) -> Vec<Option<usize>> {
    let mut takers = vec![None; mechanism.bodies.len()];
    for (index, body) in mechanism.bodies.iter().enumerate() {
        let takes = turns(body) && body.placement.rotation.0[0][0].is_one();
        if let Some(parent) = body.parent.filter(|_| takes) {
            takers[parent.0].get_or_insert(index);
        }
    }
    takers
}

/// The longest coordinate of an offset.
fn longest(mechanism: &Mechanism) -> Number {
    let placements = mechanism.bodies.iter().map(|body| &body.placement);
    let coordinates = placements.flat_map(|placement| &placement.translation);
    coordinates.map(Number::abs).max().unwrap_or_default()
}

/// 1/a of an offset that is long enough.
fn inverse_arm(placement: &Pose, shortest: &Number) -> Option<Number> {
    let a = &placement.translation[0];
    a.inverse().filter(|_| a.abs() >= *shortest)
}

/// −1/(sin α cos α) of a twist that is far enough from quarter turns: the entry K_yz of a K_zz behind Rx(α) is
/// −sin α cos α K_zz.
fn inverse_product(placement: &Pose) -> Option<Number> {
    let r = &placement.rotation.0;
    let product = &r[2][1] * &r[1][1];
    let is_large = product.abs() * Number::from(SMALLEST) >= Number::ONE;
    product.inverse().filter(|_| is_large).map(|one| -&one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::angle::Angle;
    use crate::generic::generic;
    use crate::joint::Prismatic;
    use crate::mechanism::{Axis, Rotation};

    #[test]
    fn a_body_takes_inertia_if_it_turns_about_an_axis_that_is_turned_about_x() {
        let mut chain = generic(4);
        assert_eq!(takers(&chain), [Some(1), Some(2), Some(3), None]);
        let angle = Angle::from_radians(Number::from_f64(0.3).expect("a finite number"));
        chain.bodies[1].placement.rotation = Rotation::about(Axis::Z, &angle.circle());
        chain.bodies[2].joint = Prismatic::default().into();
        assert_eq!(takers(&chain), [None, None, Some(3), None]);
    }
}
