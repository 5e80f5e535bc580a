//! Values of the actuated joints by leg and by velocity.

use super::ClosedSystem;
use crate::closed::Legs;
use crate::leaves::Leaves;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// Velocities of the feet, by leg.
    pub(super) fn feet(&self) -> Vec<usize> {
        let legs = Legs::of(self.mechanism).unwrap_or_default().0;
        legs.iter().map(|leg| leg.velocities[0]).collect()
    }

    /// Values by actuated velocity, by leg.
    pub(super) fn in_leg_order(&self, values: &[L::S]) -> Vec<L::S> {
        let place = |foot: &usize| self.actuated().iter().position(|one| one == foot);
        let feet = self.feet();
        let places = feet.iter().filter_map(place);
        places.map(|place| values[place]).collect()
    }

    /// Values by leg, by actuated velocity.
    pub(super) fn in_velocity_order(&self, values: &[L::S]) -> Vec<L::S> {
        let feet = self.feet();
        let place = |velocity: &usize| feet.iter().position(|one| one == velocity);
        let places = self.actuated().iter().filter_map(place);
        places.map(|place| values[place]).collect()
    }
}
