//! The check of a transform that is not exact: reference against reference, in floats.

use crate::mechanism::Mechanism;
use crate::parallel;
use crate::recursion::Quantity;
use crate::reference::{State, distance, reference};
use crate::rounding::terms_of;
use crate::signature::Existence;

/// Largest relative difference (normwise) that a new exact constant may make.
const TOLERANCE: f64 = 1e-12;

/// What rounding makes of any sensible model in worse frames; a wrong transform is off by far more.
const ROUNDING: f64 = 1e-8;

/// Expected errors of the worse of both mechanisms up to which rounding explains a difference: where terms cancel in one of them
/// alone, it is larger than [`ROUNDING`].
const ROUNDINGS: f64 = 1e4;

/// Of the states.
const SEEDS: [u64; 3] = [1, 2, 3];

/// How well two mechanisms agree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Agreement {
    /// All differences are below 1e-12.
    Holds,
    /// One is larger, and rounding explains it.
    Rounding,
    /// Rounding does not explain one; the largest such difference.
    Differs(f64),
}

/// A difference, and whether rounding explains it.
#[derive(Clone, Copy)]
struct Difference {
    relative: f64,
    explained: bool,
}

impl Difference {
    /// Of two arrays, with their expected errors in unit roundoffs.
    fn of([expected, found]: [&[f64]; 2], terms: [f64; 2]) -> Self {
        let relative = distance(expected, found, terms[0]);
        let differences = expected.iter().zip(found).map(|(a, b)| (a - b).abs());
        let largest = differences.fold(0.0, f64::max);
        let rounding = ROUNDINGS * f64::EPSILON * f64::max(terms[0], terms[1]);
        Self {
            relative,
            explained: relative <= ROUNDING || relative.is_finite() && largest <= rounding,
        }
    }
}

/// Compares inverse dynamics, joint wrenches and frames of two mechanisms at a few states, normwise.
#[must_use]
pub fn agree(original: &Mechanism, transformed: &Mechanism) -> Agreement {
    let mut quantities = vec![Quantity::InverseDynamics, Quantity::JointWrenches];
    for frame in 0..original.frames.len() {
        quantities.extend([Quantity::TipPose(frame), Quantity::TipJacobian(frame)]);
    }
    if original.loops.is_some() {
        quantities.extend([Quantity::Closure, Quantity::ClosureJacobian]);
    }
    // Loops are compared for themselves, all else by the trees.
    let tree = |mechanism: &Mechanism| Mechanism {
        loops: None,
        ..mechanism.clone()
    };
    let trees = [tree(original), tree(transformed)];
    let at = |seed: u64| -> Vec<Difference> {
        let state = State::sample(original, seed);
        let differences = quantities.iter().flat_map(|&quantity| {
            let pair = if quantity.signature().exists == Existence::Loops {
                [original, transformed]
            } else {
                [&trees[0], &trees[1]]
            };
            let [expected, found] = pair.map(|mechanism| {
                let literal = quantity.literal(mechanism);
                let terms = terms_of(mechanism, quantity, literal, &state);
                let arrays = reference(mechanism, quantity, literal, &state);
                arrays.into_iter().zip(terms).collect::<Vec<_>>()
            });
            let pairs = expected.into_iter().zip(found);
            pairs.map(|((a, own), (b, other))| Difference::of([&a, &b], [own, other]))
        });
        differences.collect()
    };
    let all = parallel::map(SEEDS, at).into_iter().flatten();
    all.fold(Agreement::Holds, Agreement::with)
}

impl Agreement {
    /// The same with another difference.
    fn with(self, other: Difference) -> Self {
        let relative = other.relative;
        match self {
            Self::Differs(worst) if other.explained => Self::Differs(worst),
            Self::Differs(worst) => Self::Differs(worst.max(relative)),
            _ if !other.explained => Self::Differs(relative),
            Self::Holds if relative <= TOLERANCE => Self::Holds,
            _ => Self::Rounding,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_explains_what_is_left_of_terms_that_cancel_in_one_mechanism() {
        let small = |terms| Difference::of([&[1e-13], &[1.000_000_1e-13]], terms);
        assert!(!small([1e-13, 1e-13]).explained);
        assert!(small([1e-13, 3e-6]).explained);
        let none = Difference::of([&[1.0], &[f64::NAN]], [1.0, 1e300]);
        assert!(!none.explained);
    }

    #[test]
    fn what_is_not_explained_outweighs_all_else() {
        let [holds, rounding, differs] =
            [(1e-13, true), (1e-9, true), (0.5, false)].map(|(relative, explained)| Difference {
                relative,
                explained,
            });
        let of = |all: &[Difference]| all.iter().copied().fold(Agreement::Holds, Agreement::with);
        assert_eq!(of(&[holds, holds]), Agreement::Holds);
        assert_eq!(of(&[holds, rounding, holds]), Agreement::Rounding);
        assert_eq!(of(&[differs, rounding, holds]), Agreement::Differs(0.5));
        assert_eq!(of(&[rounding, differs]), Agreement::Differs(0.5));
    }
}
