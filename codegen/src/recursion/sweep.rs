//! Sweeps over the links of a tree. What a sweep computes for a link belongs to that link's body and to the equation that the
//! sweep is of.

use super::{Link, System};
use crate::leaves::{Leaves, Origin};
use crate::scalar::Scalar;
use crate::spatial::Twist;

impl<S: Scalar> System<S> {
    /// From the base to the tips: every link with its index.
    pub(super) fn outward<L: Leaves<S = S>>(
        &self,
        leaves: &L,
        equation: &'static str,
    ) -> impl Iterator<Item = (usize, &Link<S>)> {
        let links = self.links.iter().enumerate();
        links.inspect(move |(_, link)| link.mark(leaves, equation))
    }

    /// From the tips to the base: every link with its index.
    pub(super) fn inward<L: Leaves<S = S>>(
        &self,
        leaves: &L,
        equation: &'static str,
    ) -> impl Iterator<Item = (usize, &Link<S>)> {
        let links = self.links.iter().enumerate().rev();
        links.inspect(move |(_, link)| link.mark(leaves, equation))
    }

    /// From a link to the base, itself first; none from the base.
    pub(super) fn towards_base<L: Leaves<S = S>>(
        &self,
        link: Option<usize>,
        leaves: &L,
        equation: &'static str,
    ) -> impl Iterator<Item = &Link<S>> {
        let path = link.into_iter().flat_map(|link| self.path(link));
        let links = path.map(|i| &self.links[i]);
        links.inspect(move |link| link.mark(leaves, equation))
    }
}

impl<S: Scalar> Link<S> {
    /// From here on, values belong to this link's body and to an equation.
    pub(super) fn mark<L: Leaves<S = S>>(&self, leaves: &L, equation: &'static str) {
        leaves.mark(Origin {
            body: Some(self.body),
            equation,
        });
    }

    /// A_{i,i-1} t_{i-1}: the parent's of twists by link, carried to this link; none of a link on the base.
    pub(super) fn carried(&self, t: &[Twist<S>]) -> Twist<S> {
        let of_parent = |parent: usize| self.from_parent(t[parent]);
        self.parent.map_or(Twist::zero(), of_parent)
    }

    /// The parent's of values by link; `base` of a link on the base.
    pub(super) fn of_parent<T: Copy>(&self, values: &[T], base: T) -> T {
        self.parent.map_or(base, |parent| values[parent])
    }
}
