//! What a link feels of the bodies behind it, and the elimination of modes.

use crate::leaves::Leaves;
use crate::recursion::coupling::Coupling;
use crate::recursion::system::Link;
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Twist, Wrench};

/// What a link feels of the bodies behind it.
#[derive(Clone, Debug)]
pub(super) struct Felt<S> {
    pub(super) inertia: Articulated<S>,
    /// The user's velocities of the modes it moves with.
    pub(super) modes: Vec<usize>,
    /// k_j of each.
    pub(super) columns: Vec<Wrench<S>>,
    /// S.
    pub(super) block: Vec<Vec<S>>,
}

/// An eliminated mode.
pub(super) struct EliminatedMode<S> {
    /// The user's velocity.
    pub(super) velocity: usize,
    /// k / d.
    pub(super) column: Wrench<S>,
    /// S_i / d for the modes before it, by their velocities.
    pub(super) row: Vec<(usize, S)>,
    /// 1 / d.
    pub(super) inverse: S,
}

impl<S: Scalar> Felt<S> {
    /// That of a link alone.
    pub(super) fn of<L: Leaves<S = S>>(link: &Link<S>, coupling: &Coupling<'_, L>) -> Self {
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

    pub(super) fn add(&mut self, other: Self) {
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
    pub(super) fn follow(&mut self, follows: &[(usize, Twist<S>)]) {
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
    pub(super) fn eliminate_modes(&mut self) -> Vec<EliminatedMode<S>> {
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
