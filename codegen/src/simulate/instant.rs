//! A mechanism at one moment.

use super::functions::Functions;
use crate::quantity::Quantity;
use crate::scalar::Argument;

/// Where a mechanism is, how it moves and why.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Instant {
    /// Time, s.
    pub t: f64,
    /// Coordinates, rad and m; quaternions x, y, z, w of unit length.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Accelerations.
    pub qdd: Vec<f64>,
    /// Generalised forces, Nm and N.
    pub tau: Vec<f64>,
    /// Kinetic energy, J.
    pub kinetic: f64,
    /// Potential energy, J.
    pub potential: f64,
    /// Work of the forces since t = 0, J, where it was integrated.
    pub work: Option<f64>,
}

impl Instant {
    /// Sets the energies of the state.
    pub(super) fn with_energies(mut self, functions: &Functions) -> Self {
        let state = [(Argument::Q, &self.q[..]), (Argument::Qd, &self.qd[..])];
        self.kinetic = functions.scalar(Quantity::KineticEnergy, &state);
        self.potential = functions.scalar(Quantity::PotentialEnergy, &state);
        self
    }

    /// Kinetic and potential energy, J.
    #[must_use]
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// The energy less the work of the forces, J: constant where nothing dissipates.
    #[must_use]
    pub fn balance(&self) -> Option<f64> {
        self.work.map(|work| self.energy() - work)
    }
}
