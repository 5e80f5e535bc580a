//! The row and the columns of a degree of freedom, on their way to the base.

use super::composite_motion::{CompositeMotion, OffsetRates};
use super::unit_twist::UnitTwist;
use crate::recursion::system::Link;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// What travels from a degree of freedom to the base.
#[derive(Clone, Copy, Debug)]
pub(super) struct Travelling<S> {
    /// ρ.
    pub row: Wrench<S>,
    /// σ.
    pub row_by_rates: Vec3<S>,
    /// c.
    pub by_coordinate: Wrench<S>,
    /// d.
    pub by_rate: Wrench<S>,
}

impl<S: Scalar> CompositeMotion<S> {
    /// σ of a unit twist.
    pub(super) fn row(&self, s: Twist<S>) -> Vec3<S> {
        let force = self.momentum.force;
        self.tensor_rate * s.angular
            + self.momentum.moment.cross(s.angular)
            + (force + force).cross(s.linear)
    }

    /// 2B s of the angular part of a twist.
    pub(super) fn column(&self, angular: Vec3<S>) -> Wrench<S> {
        let force = self.momentum.force;
        Wrench::new(
            self.tensor_rate * angular + angular.cross(self.momentum.moment),
            angular.cross(force + force),
        )
    }
}

impl<S: Scalar> Travelling<S> {
    /// ∂τ/∂q and ∂τ/∂q̇ of the row by a degree of freedom before it, or of the same joint.
    pub(super) fn of_row(&self, before: &UnitTwist<S>) -> [S; 2] {
        let by_rates = self.row_by_rates;
        [
            before.acceleration.power(self.row) + before.rate.angular.dot(by_rates),
            before.change.power(self.row) + before.twist.angular.dot(by_rates),
        ]
    }

    pub(super) fn onto_parent(self, link: &Link<S>, rates: &OffsetRates<S>) -> Self {
        let doubled = |v: Vec3<S>| v + v;
        let mut row_by_rates = self.row_by_rates;
        if link.slides() {
            row_by_rates = row_by_rates + doubled(rates.slide).cross(self.row.force);
        }
        let row = link.onto_parent(self.row);
        Self {
            row,
            row_by_rates: link.outward(row_by_rates) + doubled(rates.offset).cross(row.force),
            by_coordinate: link.onto_parent(self.by_coordinate),
            by_rate: link.onto_parent(self.by_rate),
        }
    }
}
