//! Derivatives of the inverse dynamics.

use super::super::ClosedSystem;
use super::super::dense::{at, combined, dot};
use super::{Held, Natural};
use crate::leaves::Argument::{Qd, Qdd};
use crate::leaves::Leaves;
use crate::recursion::derivatives::Part;
use crate::recursion::{transposed, zeros};

impl<L: Leaves> ClosedSystem<'_, L> {
    /// By coordinates, rates and accelerations.
    pub(in crate::recursion) fn inverse_derivatives(&self, parts: &[Part]) -> Vec<Vec<L::S>> {
        let nv = self.nv();
        let naturals = self.naturals();
        let (free, actuated) = (&naturals.free, naturals.actuated());
        let [slip, parting, unbalanced] = self.changes();
        // They count for nothing where coordinates stay.
        let held = match parts.contains(&Part::Coordinates) {
            true => self.held_by(actuated),
            false => Held {
                accelerations: zeros(nv),
                λ: zeros(free.others.len()),
            },
        };
        let still = zeros::<L::S>(nv);
        let changed = |of_q: &[L::S], of_rates: &[L::S], of_accelerations: Option<&[L::S]>| {
            self.mark("implicit function theorem");
            let follow = || self.following(free, &parting, &held.along(of_q, of_rates, &still));
            let of_accelerations = of_accelerations.map_or_else(follow, <[L::S]>::to_vec);
            let motion = held.along(of_q, of_rates, &of_accelerations);
            let e = unbalanced.along(&motion, self.leaves);
            let columns = actuated.columns.iter();
            columns.map(|column| dot(column, &e)).collect::<Vec<_>>()
        };
        let part = |part: &Part| {
            let column = |column: &Vec<L::S>| match part {
                Part::Coordinates => {
                    let turned = self.turned(free, &slip, self.inputs.array(Qd), column);
                    changed(column, &turned, None)
                }
                Part::Rates => changed(&still, column, None),
                Part::Mass => changed(&still, &still, Some(column)),
            };
            let columns: Vec<Vec<L::S>> = free.columns.iter().map(column).collect();
            transposed(&columns, actuated.given.len()).concat()
        };
        parts.iter().map(part).collect()
    }

    /// q̈ and λ.
    pub(super) fn held_by(&self, actuated: &Natural<L::S>) -> Held<L::S> {
        let needed = at(&self.resisted(), &actuated.others);
        self.mark("G_pᵀ λ = w_p");
        Held {
            λ: combined(&zeros(actuated.others.len()), &actuated.inverse, &needed),
            accelerations: self.inputs.array(Qdd),
        }
    }
}
