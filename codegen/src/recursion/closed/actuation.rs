//! Actuated, independent and other velocities.

use super::ClosedSystem;
use super::dense::scattered;
use crate::leaves::Leaves;
use crate::mechanism::Loops;

impl<L: Leaves> ClosedSystem<'_, L> {
    /// Velocities of the actuated joints.
    pub(super) fn actuated(&self) -> &[usize] {
        self.loops().map_or(&[], |loops| &loops.actuated)
    }

    /// Velocities of the joints that are not actuated.
    pub(super) fn passive(&self) -> Vec<usize> {
        let actuated = self.actuated();
        (0..self.nv())
            .filter(|velocity| !actuated.contains(velocity))
            .collect()
    }

    /// Velocities that determine the others.
    pub(super) fn independent(&self) -> &[usize] {
        let loops = self.loops();
        loops.map_or(&[], |loops: &Loops| &loops.mobility.independent)
    }

    /// Velocities that follow from the independent ones.
    pub(super) fn dependent(&self) -> Vec<usize> {
        let independent = self.independent();
        (0..self.nv())
            .filter(|velocity| !independent.contains(velocity))
            .collect()
    }

    /// Forces on all velocities from those of the actuated joints.
    pub(super) fn on_all(&self, τ: &[L::S]) -> Vec<L::S> {
        scattered(self.nv(), &[(self.actuated(), τ)])
    }
}
