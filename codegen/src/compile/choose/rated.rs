//! What is chosen from: the programs of a function, with what they cost and how many of their digits they keep.

use super::count::{OperationCost, order};
use crate::accuracy::{LITTLE, Trial, keeps_digits};
use crate::program::{Program, StagedProgram};
use crate::recursion::Formulation;

/// Percent that a brief search takes off a program, at most: what is further behind one that was searched stays behind.
const SEARCHED: usize = 8;

/// Where all programs are beyond their bounds, how much farther than the best one another may be.
const FARTHER: f64 = 16.0;

/// The programs of a function with the setting they came from.
#[derive(Clone, Debug)]
pub(in crate::compile) struct Chosen {
    pub programs: StagedProgram,
    pub formulation: Formulation,
    /// The index of the candidate frames.
    pub frames: usize,
}

impl Chosen {
    /// The key by which it is compared.
    pub(in crate::compile) fn cost(&self) -> OperationCost {
        order(&self.programs.price())
    }

    /// Whether another has the same programs, whatever the setting.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.formulation, &self.programs) == (other.formulation, &other.programs)
    }

    /// Whether it keeps the digits of another.
    pub(in crate::compile) fn keeps_digits_of(&self, other: &Self, trial: &Trial) -> bool {
        keeps_digits(self.excess(trial), || other.excess(trial))
    }

    fn excess(&self, trial: &Trial) -> f64 {
        let programs: Vec<&Program> = self.programs.programs().collect();
        trial.excess(&programs, self.formulation)
    }

    /// Whether it would cost more than another even if that alone had been searched.
    pub(in crate::compile) fn is_far_behind(&self, searched: &Self) -> bool {
        let [own, other] = [self, searched].map(|one| one.cost().0);
        own * (100 - SEARCHED) > other * 100
    }
}

/// A program of a setting.
pub(in crate::compile) struct Rated {
    pub(super) chosen: Chosen,
    /// Its largest error, as a multiple of its bound ([`Trial::excess`]).
    excess: f64,
}

impl Rated {
    pub(in crate::compile) fn of(chosen: Chosen, trial: &Trial) -> Self {
        let excess = chosen.excess(trial);
        Self { chosen, excess }
    }

    /// Whether its errors are well within their bounds.
    pub(in crate::compile) fn keeps_digits(&self) -> bool {
        self.excess <= LITTLE
    }

    /// Those that keep their digits; where none does, the best within its bounds; where none is, those about as far beyond as the best.
    pub(in crate::compile) fn accurate(rated: Vec<Self>) -> Vec<Chosen> {
        let least = rated.iter().map(|one| one.excess);
        let least = least.fold(f64::INFINITY, f64::min);
        let most = if least <= 1.0 {
            least.max(LITTLE)
        } else {
            FARTHER * least
        };
        let accurate = rated.into_iter().filter(|one| one.excess <= most);
        accurate.map(|one| one.chosen).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::build;
    use crate::generic::generic;
    use crate::graph::Mode;
    use crate::recursion::Quantity;

    /// The places of those that are left of programs of such excess.
    fn left(excess: &[f64]) -> Vec<usize> {
        let (quantity, formulation) = (Quantity::MassMatrix, Formulation::Composite);
        let programs = build(&generic(1), quantity, formulation, Mode::Pruned).expect("programs");
        let one = |(frames, &excess): (usize, &f64)| Rated {
            chosen: Chosen {
                programs: programs.clone(),
                formulation,
                frames,
            },
            excess,
        };
        let rated = excess.iter().enumerate().map(one).collect();
        let left = Rated::accurate(rated).into_iter();
        left.map(|one| one.frames).collect()
    }

    #[test]
    fn what_keeps_its_digits_is_left_or_what_is_nearest_to_it() {
        assert_eq!(left(&[0.3, 0.25, 0.0, f64::INFINITY]), [1, 2]);
        assert_eq!(left(&[0.9, 0.3, 0.4]), [1]);
        assert_eq!(left(&[2.0, 33.0, 32.0]), [0, 2]);
        assert_eq!(left(&[f64::INFINITY, f64::INFINITY]), [0, 1]);
        assert!(left(&[]).is_empty());
    }

    #[test]
    fn what_is_a_search_and_more_behind_is_far_behind() {
        let (quantity, formulation) = (Quantity::MassMatrix, Formulation::Composite);
        let programs = build(&generic(3), quantity, formulation, Mode::Pruned).expect("programs");
        let searched = Chosen {
            programs,
            formulation,
            frames: 0,
        };
        let cost = searched.cost().0;
        // The most that a search brings down to the other's cost.
        let most = cost * 100 / (100 - SEARCHED);
        for (dearer, expected) in [(0, false), (most - cost, false), (most - cost + 1, true)] {
            let mut other = searched.clone();
            let statements = &mut other.programs.first.statements;
            statements.extend_from_within(statements.len() - dearer..);
            assert_eq!(other.cost().0, cost + dearer);
            assert_eq!(other.is_far_behind(&searched), expected, "{dearer}");
        }
    }
}
