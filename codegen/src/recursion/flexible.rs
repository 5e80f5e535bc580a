//! Forward dynamics of trees with flexible bodies in O(n): the modes of a body are eliminated before its joint, as in the
//! factorisation of SOA, section 4.
//!
//! Behind a link stands an articulated inertia I, and for the modes j of a flexible body nearer to the base that the link moves
//! with, columns k_j and a block S: a twist a of the link and accelerations η̈ need the wrench I a + Σ k_j η̈_j and the modal forces
//! k_jᵀ a + Σ S_ji η̈_i. A frame on the body moves with the modes by the twists P_j; across it k_j becomes k_j + I P_j, and
//! S_ij takes k_jᵀ P_i + P_jᵀ (I P_i + k_i). At the body itself the modes are eliminated last first, pivot d = S_jj, and what
//! remains of the inertia is that of a rigid link.

use super::System;
use super::articulated::Elimination;
use super::coupling::Coupling;
use super::eliminated::resolve;
use super::system::Link;
use super::zeros;
use crate::joint::Dof;
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Twist, Wrench};

/// What a link feels of the bodies behind it.
#[derive(Clone, Debug)]
struct Felt<S> {
    inertia: Articulated<S>,
    /// The user's velocities of the modes it moves with.
    modes: Vec<usize>,
    /// k_j of each.
    columns: Vec<Wrench<S>>,
    /// S.
    block: Vec<Vec<S>>,
}

/// An eliminated mode.
struct EliminatedMode<S> {
    /// The user's velocity.
    velocity: usize,
    /// k / d.
    column: Wrench<S>,
    /// S_i / d for the modes before it, by their velocities.
    row: Vec<(usize, S)>,
    /// 1 / d.
    inverse: S,
}

/// What eliminating everything at a link leaves behind.
struct Eliminated<S> {
    joint: Vec<Elimination<S>>,
    modes: Vec<EliminatedMode<S>>,
    /// P_j by the user's velocity: how the link follows modes.
    follows: Vec<(usize, Twist<S>)>,
}

/// q̈ of M q̈ = φ in the user's velocities, for a tree whose only coupling is that frames follow modes.
pub(super) fn solve<L: Leaves>(
    system: &System<L::S>,
    coupling: &Coupling<'_, L>,
    φ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let eliminated = eliminate(system, coupling, leaves);
    let x_tilde = backward(system, &eliminated, φ, leaves);
    forward(system, &eliminated, &x_tilde, leaves)
}

fn eliminate<L: Leaves>(
    system: &System<L::S>,
    coupling: &Coupling<'_, L>,
    leaves: &L,
) -> Vec<Eliminated<L::S>> {
    let modes: Vec<usize> = (system.modal())
        .flat_map(|(_, _, modal)| modal.columns())
        .filter_map(|(velocity, _)| coupling.user_velocity(velocity))
        .collect();
    let links = system.links.iter();
    let mut felt: Vec<Felt<L::S>> = links.map(|link| Felt::of(link, coupling)).collect();
    let mut all = Vec::with_capacity(felt.len());
    for (i, link) in system.inward(leaves, "SOA, section 4: modes before the joint") {
        let (follows, own) = split(link, &modes, coupling);
        let mut behind = felt[i].clone();
        behind.follow(&follows);
        let is_outermost = link
            .parent
            .is_none_or(|parent| system.links[parent].body != link.body);
        let modes = match is_outermost && follows.is_empty() {
            true => behind.eliminate_modes(),
            false => Vec::new(),
        };
        let mut joint = Vec::with_capacity(own.len());
        for dof in own.iter().rev() {
            let elimination = Elimination::new(behind.inertia, *dof);
            behind.inertia = elimination.reduce(behind.inertia);
            joint.insert(0, elimination);
        }
        if let Some(parent) = link.parent {
            behind.inertia = link.inertia_onto_parent(behind.inertia);
            for column in &mut behind.columns {
                *column = link.onto_parent(*column);
            }
            felt[parent].add(behind);
        }
        all.push(Eliminated {
            joint,
            modes,
            follows,
        });
    }
    all.reverse();
    all
}

/// How a link follows modes, and its own degrees of freedom by the user's velocities.
fn split<L: Leaves>(
    link: &Link<L::S>,
    modes: &[usize],
    coupling: &Coupling<'_, L>,
) -> (Vec<(usize, Twist<L::S>)>, Vec<Dof<L::S>>) {
    let (mut follows, mut own) = (Vec::new(), Vec::new());
    for dof in link.dofs.iter().filter(|dof| !dof.is_modal()) {
        let is_mode = |velocity: &usize| modes.contains(velocity);
        let own_velocity = coupling.user_velocity(dof.velocity);
        if let Some(velocity) = own_velocity.filter(|velocity| !is_mode(velocity)) {
            own.push(Dof { velocity, ..*dof });
            continue;
        }
        for (mode, factor) in coupling.row(dof.velocity) {
            let known = follows.iter().position(|(other, _)| *other == mode);
            match known {
                Some(place) => {
                    let (_, twist): &mut (usize, Twist<L::S>) = &mut follows[place];
                    *twist = dof.added(*twist, factor);
                }
                None => follows.push((mode, dof.added(Twist::zero(), factor))),
            }
        }
    }
    (follows, own)
}

impl<S: Scalar> Felt<S> {
    /// That of a link alone.
    fn of<L: Leaves<S = S>>(link: &Link<S>, coupling: &Coupling<'_, L>) -> Self {
        let mut felt = Self {
            inertia: link.mass.into(),
            modes: Vec::new(),
            columns: Vec::new(),
            block: Vec::new(),
        };
        let Some(modal) = &link.modal else {
            return felt;
        };
        for (velocity, column) in modal.columns() {
            let place = felt.place(coupling.user_velocity(velocity).unwrap_or(velocity));
            felt.columns[place] = column;
        }
        for (v, w, mass) in modal.all_masses() {
            let [v, w] = [v, w].map(|v| coupling.user_velocity(v).unwrap_or(v));
            let (i, j) = (felt.place(v), felt.place(w));
            felt.block[i][j] = mass;
            felt.block[j][i] = mass;
        }
        felt
    }

    /// The place of a mode, made where it has none.
    fn place(&mut self, mode: usize) -> usize {
        if let Some(place) = self.modes.iter().position(|&known| known == mode) {
            return place;
        }
        self.modes.push(mode);
        self.columns.push(Wrench::zero());
        self.block.iter_mut().for_each(|row| row.push(S::zero()));
        self.block.push(vec![S::zero(); self.modes.len()]);
        self.modes.len() - 1
    }

    fn add(&mut self, other: Self) {
        self.inertia = self.inertia + other.inertia;
        let modes = other.modes.iter();
        let places: Vec<usize> = modes.map(|&mode| self.place(mode)).collect();
        for (i, &to) in places.iter().enumerate() {
            self.columns[to] = self.columns[to] + other.columns[i];
            for (j, &at) in places.iter().enumerate() {
                self.block[to][at] = self.block[to][at] + other.block[i][j];
            }
        }
    }

    /// Across a joint that follows modes by these twists.
    fn follow(&mut self, follows: &[(usize, Twist<S>)]) {
        let places: Vec<usize> = follows.iter().map(|(mode, _)| self.place(*mode)).collect();
        let mut twists = vec![None; self.modes.len()];
        for (&place, (_, twist)) in places.iter().zip(follows) {
            twists[place] = Some(*twist);
        }
        let before = self.columns.clone();
        for (column, twist) in self.columns.iter_mut().zip(&twists) {
            if let Some(twist) = twist {
                *column = *column + self.inertia * *twist;
            }
        }
        for i in 0..self.modes.len() {
            for j in 0..=i {
                let mut entry = self.block[i][j];
                // P_iᵀ (I P_j + k_j) + k_iᵀ P_j
                if let Some(twist) = twists[i] {
                    entry = entry + twist.power(self.columns[j]);
                }
                if let Some(twist) = twists[j] {
                    entry = entry + twist.power(before[i]);
                }
                self.block[i][j] = entry;
                self.block[j][i] = entry;
            }
        }
    }

    /// Eliminates all modes, last first.
    fn eliminate_modes(&mut self) -> Vec<EliminatedMode<S>> {
        let mut eliminated = Vec::with_capacity(self.modes.len());
        while let (Some(velocity), Some(k), Some(row)) =
            (self.modes.pop(), self.columns.pop(), self.block.pop())
        {
            let last = self.modes.len();
            let inverse = S::one() / row[last];
            let column = k * inverse;
            self.inertia = self.inertia.reduced(column, k);
            let scaled: Vec<S> = row[..last].iter().map(|&entry| entry * inverse).collect();
            for i in 0..last {
                self.columns[i] = self.columns[i] + k * -scaled[i];
                self.block[i].truncate(last);
                for j in 0..=i {
                    let entry = self.block[i][j] - scaled[i] * row[j];
                    self.block[i][j] = entry;
                    self.block[j][i] = entry;
                }
            }
            eliminated.push(EliminatedMode {
                velocity,
                column,
                row: self.modes.iter().copied().zip(scaled).collect(),
                inverse,
            });
        }
        eliminated
    }
}

/// φ̃ / d of every velocity of the user, from the tips to the base.
fn backward<L: Leaves>(
    system: &System<L::S>,
    eliminated: &[Eliminated<L::S>],
    φ: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let mut left = φ.to_vec();
    let mut x_tilde = zeros(φ.len());
    let mut z = vec![Wrench::zero(); system.links.len()];
    for (i, link) in system.inward(leaves, "SOA, section 4: modal forces and wrenches inwards") {
        for (mode, twist) in &eliminated[i].follows {
            left[*mode] = left[*mode] - twist.power(z[i]);
        }
        for mode in &eliminated[i].modes {
            let v = mode.velocity;
            for &(other, factor) in &mode.row {
                left[other] = left[other] - factor * left[v];
            }
            z[i] = z[i] + mode.column * left[v];
            x_tilde[v] = left[v] * mode.inverse;
        }
        for elimination in eliminated[i].joint.iter().rev() {
            let v = elimination.dof.velocity;
            let rest = left[v] - elimination.dof.component(z[i]);
            x_tilde[v] = rest * elimination.inverse;
            z[i] = elimination.loaded(z[i], x_tilde[v], left[v]);
        }
        if let Some(parent) = link.parent {
            z[parent] = z[parent] + link.onto_parent(z[i]);
        }
    }
    x_tilde
}

/// q̈, from the base to the tips.
fn forward<L: Leaves>(
    system: &System<L::S>,
    eliminated: &[Eliminated<L::S>],
    x_tilde: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let mut x = zeros(x_tilde.len());
    let mut μ: Vec<Twist<L::S>> = Vec::with_capacity(system.links.len());
    for (i, link) in system.outward(leaves, "SOA, section 4: accelerations outwards") {
        let here = &eliminated[i];
        let followed = (here.follows.iter()).fold(link.carried(&μ), |sum, (mode, twist)| {
            sum + *twist * x[*mode]
        });
        let moved = resolve(&here.joint, followed, x_tilde, &mut x);
        for mode in here.modes.iter().rev() {
            let row = mode.row.iter();
            let coupled = row.fold(moved.power(mode.column), |sum, &(other, factor)| {
                sum + factor * x[other]
            });
            x[mode.velocity] = x_tilde[mode.velocity] - coupled;
        }
        μ.push(moved);
    }
    x
}
