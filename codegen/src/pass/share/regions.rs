//! The regions of a program: statements → what of it belongs to one limb alone.
//!
//! ```text
//!  trunk ──► inner regions ──► middle ──► outer regions
//! ```
//!
//! What depends on the inputs of one limb alone is its inner region: the recursion outward and inward. What depends on several and
//! reaches the outputs of one limb alone is its outer region: the last sweep of forward dynamics. No way leads out of a region and
//! back into it.

use super::limbs::Limbs;
use crate::program::{Operand, Program};

/// The kind of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// It depends on no limb.
    Trunk,
    /// The inner region of a limb.
    Inner(usize),
    /// It depends on several limbs, and does not reach a single one.
    Middle,
    /// The outer region of a limb.
    Outer(usize),
}

/// The bit of everything that is no limb.
const REST: u64 = 1 << 63;

/// The kind of every statement behind those of angles, in the order of the statements.
pub(super) fn kinds(program: &Program, limbs: &Limbs) -> Vec<Kind> {
    let sources = sources(program, limbs);
    let targets = targets(program, limbs);
    let angles = program.angle_statements;
    let pairs = sources.into_iter().zip(targets).skip(angles);
    let kind = |(source, target): (u64, u64)| match (single(source), single(target)) {
        _ if source == 0 => Kind::Trunk,
        (Some(limb), _) => Kind::Inner(limb),
        (None, Some(limb)) => Kind::Outer(limb),
        (None, None) => Kind::Middle,
    };
    pairs.map(kind).collect()
}

/// The limb of a set that has no other member.
fn single(set: u64) -> Option<usize> {
    (set & REST == 0 && set.is_power_of_two()).then(|| set.trailing_zeros() as usize)
}

/// The limbs that every statement depends on.
fn sources(program: &Program, limbs: &Limbs) -> Vec<u64> {
    let mut sources: Vec<u64> = Vec::with_capacity(program.statements.len());
    let of = |operand: Operand, sources: &[u64]| match operand {
        Operand::Slot(slot) => sources[slot],
        Operand::Input(input) => limbs.of_input(input).map_or(0, |limb| 1 << limb),
        _ => 0,
    };
    for statement in &program.statements {
        let angle = |operand| match operand {
            Operand::Cosine(angle) | Operand::Sine(angle) => program.angles[angle],
            other => other,
        };
        let operands = statement.operands().map(angle);
        let set = operands.fold(0, |set, operand| set | of(operand, &sources));
        sources.push(set);
    }
    sources
}

/// The limbs whose outputs every statement reaches.
fn targets(program: &Program, limbs: &Limbs) -> Vec<u64> {
    let mut targets = vec![0_u64; program.statements.len()];
    for output in &program.outputs {
        for (place, element) in output.elements.iter().enumerate() {
            let Operand::Slot(slot) = element.operand else {
                continue;
            };
            let limbs = limbs.of_element(output.shape, place);
            let set = limbs
                .into_iter()
                .flatten()
                .fold(0, |set, limb| set | 1 << limb);
            targets[slot] |= if set == 0 { REST } else { set };
        }
    }
    for at in (0..targets.len()).rev() {
        for operand in program.statements[at].operands() {
            if let Operand::Slot(slot) = operand {
                targets[slot] |= targets[at];
            }
        }
    }
    targets
}
