//! A mechanism at one moment.

use super::functions::CompiledFunctions;
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;

/// An instant of a motion: coordinates, rates, forces.
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
    /// Potential energy, J; `None` where a flexible body's geometry is taken undeformed: its forces have none.
    pub potential: Option<f64>,
    /// The energy exchanged between the mechanism and the world since t = 0, where it was integrated.
    pub exchange: Option<Exchange>,
}

/// What an instant's energies are read from.
pub(super) fn energies(mechanism: &Mechanism) -> Vec<Quantity> {
    match mechanism.is_undeformed() {
        true => vec![Quantity::KineticEnergy],
        false => vec![Quantity::KineticEnergy, Quantity::PotentialEnergy],
    }
}

/// Energy that came and went.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Exchange {
    /// Work of the applied forces, J.
    pub work: f64,
    /// The energy dissipated by damping and friction, J.
    pub dissipated: f64,
}

impl Instant {
    /// Sets the energies of the state.
    pub(super) fn with_energies(mut self, functions: &CompiledFunctions) -> Self {
        let state = [(Argument::Q, &self.q[..]), (Argument::Qd, &self.qd[..])];
        self.kinetic = functions.scalar(Quantity::KineticEnergy, &state);
        let potential = Quantity::PotentialEnergy;
        self.potential = (functions.has(potential)).then(|| functions.scalar(potential, &state));
        self
    }

    /// Kinetic and potential energy, J.
    #[must_use]
    pub fn energy(&self) -> Option<f64> {
        Some(self.kinetic + self.potential?)
    }

    /// The energy less what came, plus what went, J: constant in an exact motion.
    #[must_use]
    pub fn balance(&self) -> Option<f64> {
        let exchange = self.exchange?;
        Some(self.energy()? - exchange.work + exchange.dissipated)
    }
}
