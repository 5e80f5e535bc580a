//! What is 0 or dependent by the structure of a mechanism: decided at random points of two prime fields.
//!
//! Which equations of loops hold everywhere, what moves against no inertia, which parameters have no effect of their own: the
//! answers shape mechanism, recursion and partner alike, so that no proof contradicts a wrong one. In a known field they would be
//! wrong for lengths and masses that are multiples of its prime. So fields and points follow from the text of the model, as those
//! of proofs follow from what is proved, and nothing is taken for 0 but what is 0 in both.

use super::Point;
use super::draw::Draw;
use crate::exact::element::FieldElement;
use crate::exact::residue::{Field, Residue};
use crate::function::FIELDS;
use crate::mechanism::Mechanism;

/// Where the structure of a mechanism is decided.
#[derive(Clone, Debug)]
pub struct Structure(Draw);

impl Structure {
    /// Of a mechanism that knows the hash of its text, and of whatever is made of it.
    #[must_use]
    pub fn of(mechanism: &Mechanism) -> Self {
        Self(Draw::of(mechanism, &[]))
    }

    /// What comes out for each field.
    pub fn in_each<'s, T>(&'s self, run: impl Fn(InField<'s>) -> T) -> [T; FIELDS] {
        core::array::from_fn(|field| {
            run(InField {
                draw: &self.0,
                field,
            })
        })
    }
}

/// One of the fields.
#[derive(Clone, Copy, Debug)]
pub struct InField<'s> {
    draw: &'s Draw,
    field: usize,
}

impl InField<'_> {
    /// The field itself.
    #[must_use]
    pub fn field(self) -> Field {
        self.draw.field(self.field as u64)
    }

    /// The point of a seed for the coordinates of a mechanism.
    #[must_use]
    pub fn point(self, seed: u64, mechanism: &Mechanism) -> Point<Field> {
        let place = FIELDS as u64 * seed + self.field as u64;
        Point::new(self.field(), self.draw.seed(place), mechanism)
    }
}

/// Which entries are 0 in both fields.
pub fn zeros(entries: &[Vec<Residue>; FIELDS]) -> Vec<bool> {
    let [first, other] = entries;
    let pairs = first.iter().zip(other);
    pairs.map(|(a, b)| a.is_zero() && b.is_zero()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::element::PrimeField;
    use crate::generic::generic;
    use crate::leaves::{Argument, Input, Leaves};

    #[test]
    fn an_entry_is_zero_where_it_is_in_both_fields() {
        let structure = Structure::of(&generic(2));
        let [p, q] = structure.in_each(|one| one.field().prime());
        assert_ne!(p, q);
        let entries = structure.in_each(|one| {
            let values = [0, p, q, 1].map(|bits| one.field().element(bits));
            let mut values = values.to_vec();
            values.push(values[3] / values[0]);
            values
        });
        assert_eq!(zeros(&entries), [true, false, false, false, false]);
    }

    #[test]
    fn the_text_of_a_model_decides_where_its_structure_is_decided() {
        let rate = Input {
            argument: Argument::Qd,
            index: 0,
        };
        let drawn = |mechanism: &Mechanism| {
            let drawn = Structure::of(mechanism).in_each(|one| {
                let [a, b] = [1, 2].map(|seed| one.point(seed, mechanism).input(rate).residue());
                [one.field().prime(), a, b]
            });
            drawn.concat()
        };
        let mut mechanism = generic(2);
        let before = drawn(&mechanism);
        assert_eq!(before, drawn(&mechanism));
        mechanism.source.hash.push('0');
        let mut all = [before, drawn(&mechanism)].concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 12);
    }
}
