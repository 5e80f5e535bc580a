//! The user's coordinates, where they are not those of the tree one after the other.
//!
//! The tree has its own coordinates q_t, body after body. Joints that follow others or motors through constant gears,
//! and another order, make them q_t = G q + offset of the user's coordinates q. Then q̇_t = G q̇ and τ = Gᵀ τ_t.

use super::{BlockKind, DofPhysics};
use crate::exact::angle::Angle;
use crate::exact::number::Number;

/// How the tree's coordinates follow from the user's.
#[derive(Clone, Debug)]
pub struct Coordinates {
    /// The user's joints and motors, in order.
    pub blocks: Vec<Block>,
    /// Every coordinate of the tree (without driven ones).
    pub positions: Vec<Combination>,
    /// Every velocity of the tree, its offset 0.
    pub velocities: Vec<Combination>,
    /// The physics of the motors of transmissions, by the user's velocities; empty when there is none.
    pub motors: Vec<DofPhysics>,
}

/// A row of G: a constant combination of the user's coordinates (or velocities).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Combination {
    /// Indices and factors, which are not 0; indices rise.
    pub terms: Vec<(usize, Number)>,
    /// Added, rad (or a number of metres).
    pub offset: Angle,
    /// Of a frame on a flexible body, what foreshortening adds: c x_i x_j for (i, j, c), i ≤ j.
    pub squares: Vec<(usize, usize, Number)>,
}

/// Coordinates of the user that belong together: those of a joint, or of a motor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Name of the joint or motor.
    pub name: String,
    /// How the coordinates follow the velocities.
    pub kind: BlockKind,
    /// Index of the first coordinate.
    pub q: usize,
    /// Index of the first velocity.
    pub v: usize,
    /// Names of the coordinates.
    pub coordinates: Vec<String>,
    /// Names of the velocities.
    pub velocities: Vec<String>,
}

impl Combination {
    /// One of the user's.
    #[must_use]
    pub fn one(index: usize) -> Self {
        Self {
            terms: vec![(index, Number::ONE)],
            ..Self::default()
        }
    }

    /// The sum of both.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (index, factor) in &other.terms {
            match sum.terms.iter_mut().find(|(known, _)| known == index) {
                Some((_, own)) => *own = &*own + factor,
                None => sum.terms.push((*index, factor.clone())),
            }
        }
        sum.terms.retain(|(_, factor)| !factor.is_zero());
        sum.terms.sort_unstable_by_key(|(index, _)| *index);
        sum.offset = sum.offset + other.offset.clone();
        sum.squares.extend(other.squares.iter().cloned());
        sum
    }

    /// The index, when it is one of the user's as it is.
    #[must_use]
    pub fn plain(&self) -> Option<usize> {
        match &self.terms[..] {
            [(index, factor)]
                if factor.is_one() && self.offset.is_zero() && self.squares.is_empty() =>
            {
                Some(*index)
            }
            _ => None,
        }
    }
}

impl Coordinates {
    /// Whether the user's coordinates are those of the tree in another order.
    #[must_use]
    pub fn is_permutation(&self) -> bool {
        let plain: Option<Vec<usize>> = self.positions.iter().map(Combination::plain).collect();
        let Some(mut plain) = plain else { return false };
        plain.sort_unstable();
        plain.into_iter().eq(0..self.len()) && self.motors.is_empty()
    }

    /// Number of the user's coordinates.
    #[must_use]
    pub fn len(&self) -> usize {
        let last = self.blocks.last();
        last.map_or(0, |block| block.q + block.coordinates.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index of the coordinate that the velocity `v` is the rate of, where it is one.
    pub(crate) fn rated_by(&self, v: usize) -> usize {
        let of_block = |block: &&Block| (block.v..block.v + block.velocities.len()).contains(&v);
        let block = self.blocks.iter().find(of_block);
        block.map_or(v, |block| block.q + (v - block.v))
    }

    /// Number of the user's velocities.
    #[must_use]
    pub fn velocities(&self) -> usize {
        let last = self.blocks.last();
        last.map_or(0, |block| block.v + block.velocities.len())
    }
}

/// Puts blocks one behind the other: their first indices follow from their lengths.
pub(crate) fn in_a_row(blocks: &mut [Block]) {
    let (mut q, mut v) = (0, 0);
    for block in blocks {
        (block.q, block.v) = (q, v);
        q += block.coordinates.len();
        v += block.velocities.len();
    }
}
