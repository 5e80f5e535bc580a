//! Parameters of a turning body that its joint cannot distinguish from its parent's: m, m c_z and I_xx + I_yy, z along the axis.
//!
//! They are inertia on the axis of the joint, which either body may carry, so their columns are constant combinations of columns of the
//! parent in all rows but those of the joint itself. Where that takes fewer operations than to compute them, they are taken from there.

use super::Coefficients;
use super::columns::{combined, image, parameters};
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::{InertiaEntry, Mechanism};

/// A constant combination of the columns of the parent.
type Terms = Vec<(usize, Number)>;

/// The columns of a body that are taken from its parent's.
#[derive(Debug, Default)]
pub(super) struct FromParent {
    mass: Option<Terms>,
    along_axis: Option<Terms>,
    /// I_xx + I_yy, from which I_yy follows.
    about_axis: Option<Terms>,
}

/// Places among the ten columns.
const MASS: usize = 0;
const ALONG: usize = 3;
const XX: usize = 4;
const YY: usize = 6;

impl FromParent {
    /// Those of a body that cost less so: ν·a takes 5 operations, the factor of m c_z 9, that of I_yy 3 where the others are there.
    pub(super) fn of(mechanism: &Mechanism, body: usize) -> Self {
        let body = &mechanism.bodies[body];
        if !body.joint.is_rotation() || body.parent.is_none() {
            return Self::default();
        }
        let seen = |entry| image(entry, &body.placement);
        let about = InertiaEntry::Tensor(0, 0)
            .inertia(&Number::ONE)
            .plus(&InertiaEntry::Tensor(1, 1).inertia(&Number::ONE));
        let about = parameters(&about.seen_through(&body.placement));
        let cheap = |terms: Terms, most: usize| (price(&terms) <= most).then_some(terms);
        Self {
            mass: cheap(seen(InertiaEntry::Mass), 4),
            along_axis: cheap(seen(InertiaEntry::FirstMoment(2)), 8),
            about_axis: cheap(about, 1),
        }
    }

    /// The factors of the body on a row, given those of its parent.
    pub(super) fn taken<L: Leaves>(
        &self,
        mut own: Coefficients<L::S>,
        parent: &Coefficients<L::S>,
        leaves: &L,
    ) -> Coefficients<L::S> {
        let of_parent = |terms: &Terms| combined(terms, parent, leaves);
        if let Some(terms) = &self.mass {
            own[MASS] = of_parent(terms);
        }
        if let Some(terms) = &self.along_axis {
            own[ALONG] = of_parent(terms);
        }
        if let Some(terms) = &self.about_axis {
            own[YY] = of_parent(terms) - own[XX];
        }
        own
    }
}

/// Multiplications and additions of a combination.
fn price(terms: &Terms) -> usize {
    let factors = terms.iter().filter(|(_, factor)| !factor.abs().is_one());
    factors.count() + terms.len().saturating_sub(1)
}
