//! Unit twists in the frames of links behind, each carried once.

use rustc_hash::FxHashMap;

use super::composite_motion::OffsetRates;
use super::unit_twist::UnitTwist;
use crate::recursion::System;
use crate::scalar::Scalar;

/// Unit twists of the degrees of freedom of links, in their own frames and in those of links behind.
pub(super) struct Outward<S> {
    pub own: Vec<Vec<UnitTwist<S>>>,
    behind: FxHashMap<(usize, usize), Vec<UnitTwist<S>>>,
}

impl<S: Scalar> Outward<S> {
    pub(super) fn new(own: Vec<Vec<UnitTwist<S>>>) -> Self {
        Self {
            own,
            behind: FxHashMap::default(),
        }
    }

    /// The unit twists of link `j` in the frame of link `at`, which is `j` or behind it.
    pub(super) fn at(
        &mut self,
        system: &System<S>,
        rates: &[OffsetRates<S>],
        j: usize,
        at: usize,
    ) -> &[UnitTwist<S>] {
        let way: Vec<usize> = system.path(at).take_while(|&one| one != j).collect();
        let mut known = self.own[j].clone();
        for &k in way.iter().rev() {
            let step = || {
                known
                    .iter()
                    .map(|one| one.inward(&system.links[k], &rates[k]))
            };
            known = self
                .behind
                .entry((j, k))
                .or_insert_with(|| step().collect())
                .clone();
        }
        if way.is_empty() {
            return &self.own[j];
        }
        self.behind.get(&(j, at)).map_or(&[], |found| &found[..])
    }
}
