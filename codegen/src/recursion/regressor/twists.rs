//! Rows by twists: the unit twist of every velocity is carried to the bodies behind its joint, where it meets the field of
//! accelerations, or of velocities.

use super::coefficients::Field;
use super::parent::FromParent;
use super::{Coefficients, Factors};
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::recursion::{Link, Motion, System, momentum, u_form};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// The factors of generalised forces.
pub(super) fn forces<L: Leaves>(
    mechanism: &Mechanism,
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Factors<L::S> {
    let motions = u_form::motions(system, motion, leaves);
    let fields = motions.into_iter().map(|one| Field {
        rotation: one.rotation,
        origin: one.a,
    });
    let fields: Vec<Field<L::S>> = fields.collect();
    of_fields(mechanism, system, &fields, leaves)
}

/// The factors of canonical momenta.
pub(super) fn momenta<L: Leaves>(
    mechanism: &Mechanism,
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Factors<L::S> {
    let twists = momentum::twists(system, rates, leaves).into_iter();
    let fields: Vec<Field<L::S>> = twists.map(Field::of_velocities).collect();
    of_fields(mechanism, system, &fields, leaves)
}

/// The unit twist of a velocity, carried to a link.
#[derive(Clone, Copy)]
struct Carried<S> {
    /// The row of the velocity.
    row: usize,
    twist: Twist<S>,
    /// Its angular part in the axes of the joint frame of the link, before the joint's turn; in a group of parallel axes, of its first link.
    before_turn: Vec3<S>,
}

impl<S: Scalar> Carried<S> {
    /// Carried to a link from its parent; `first`: to the first link of its group.
    fn onto(&self, link: &Link<S>, first: Option<&Self>) -> Self {
        let (Some(member), Some(first)) = (link.group, first) else {
            return Self {
                row: self.row,
                twist: link.from_parent(self.twist),
                before_turn: link.inward_before_turn(self.twist.angular),
            };
        };
        let linear = link.from_parent(self.twist).linear;
        Self {
            row: self.row,
            twist: Twist::new(member.inward(first.before_turn), linear),
            before_turn: first.before_turn,
        }
    }
}

/// The twists that the links' own velocities and those before them give every link: those of its parent first, in its order.
fn carried<L: Leaves>(system: &System<L::S>, leaves: &L) -> Vec<Vec<Carried<L::S>>> {
    let mut all: Vec<Vec<Carried<L::S>>> = Vec::with_capacity(system.links.len());
    for (_, link) in system.outward(leaves, "unit twists, carried outward") {
        let before = link.parent.map_or(&[][..], |parent| &all[parent]);
        let first = |k: usize| link.group.and_then(|member| all[member.base].get(k));
        let before = before.iter().enumerate();
        let before = before.map(|(k, one)| one.onto(link, first(k).or(Some(one))));
        let own = link.dofs.iter().map(|dof| {
            let twist = dof.twist();
            let before_turn = link.group.map_or(twist.angular, |member| member.axis());
            Carried {
                row: dof.velocity,
                twist,
                before_turn,
            }
        });
        let twists = before.chain(own).collect();
        all.push(twists);
    }
    all
}

/// What the fields do on the twists of all velocities.
fn of_fields<L: Leaves>(
    mechanism: &Mechanism,
    system: &System<L::S>,
    fields: &[Field<L::S>],
    leaves: &L,
) -> Factors<L::S> {
    let twists = carried(system, leaves);
    let mut links: Vec<Vec<(usize, Coefficients<L::S>)>> = Vec::with_capacity(fields.len());
    for (i, link) in system.outward(leaves, "regressor, columns of a body") {
        let from_parent = FromParent::of(mechanism, i);
        let of_parent = link.parent.map_or(&[][..], |parent| &links[parent]);
        let rows = twists[i].iter().enumerate().map(|(k, one)| {
            let direct = fields[i].on(one.twist);
            let factors = match of_parent.get(k) {
                Some((_, parent)) => from_parent.taken(direct, parent, leaves),
                None => direct,
            };
            (one.row, factors)
        });
        let rows = rows.collect();
        links.push(rows);
    }
    Factors {
        rows: system.nv,
        links,
    }
}
