//! Limbs that share a function: program → the same statements, of equal limbs in equal runs.
//!
//! ```text
//!  Mechanism ──limbs────► groups of branches whose joints and numbers are equal, wherever they are mounted
//!  Program   ──regions──► of every statement, the limb that it belongs to alone, and whether it is before or behind what joins limbs
//!            ──align────► what the regions of several limbs have in common: the same statements on other values
//!            ──arrange──► these statements in a row, run by run: [`Copies`](crate::program::Copies)
//! ```
//!
//! The result is an ordinary program, that computes the same values by the same operations: proofs, counts and every language take it as
//! such. A language that has functions may print equal runs once and call them. Passes that follow go `piecewise`, so that runs
//! stay equal; random ones that come before would make them different.

mod align;
mod arrange;
mod limbs;
mod piecewise;
mod regions;
mod signs;
#[cfg(test)]
mod tests;

pub use piecewise::piecewise;

use core::ops::Range;

use limbs::Limbs;

use crate::mechanism::Mechanism;
use crate::program::Program;

/// The program with equal limbs in equal runs; `None`: there are none.
#[must_use]
pub fn shared(program: &Program, mechanism: &Mechanism) -> Option<Program> {
    let candidates = [false, true].map(|numbers| {
        let limbs = Limbs::of(mechanism, numbers);
        arrange::arranged(program, &limbs, mechanism)
    });
    let best = candidates.into_iter().max_by_key(Program::repeated);
    best.filter(|one| !one.copies.is_empty() && one.is_in_order())
}

/// The bodies of limbs with the same joints, in groups.
#[must_use]
pub fn alike(mechanism: &Mechanism) -> Vec<Vec<Range<usize>>> {
    let limbs = Limbs::of(mechanism, false);
    let bodies = |&limb: &usize| limbs.bodies_of(mechanism, limb);
    let groups = limbs.groups.iter();
    groups
        .map(|group| group.iter().map(bodies).collect())
        .collect()
}
