//! Torques along a trajectory.

use super::functions::Functions;
use super::{Instant, SimulateError, Trajectory, kinematics};
use crate::compile::Options;
use crate::mechanism::Mechanism;
use crate::quantity::Quantity;
use crate::scalar::Argument;
use crate::state::{Piece, pieces};

/// The inverse dynamics of a mechanism, compiled.
#[derive(Clone, Debug)]
pub struct Inverse {
    pieces: Vec<Piece>,
    functions: Functions,
}

impl Inverse {
    /// Compiles what is evaluated, parameters at their defaults; `options` tell the level.
    ///
    /// # Errors
    /// A model with driven joints, or one that does not compile.
    pub fn compile(mechanism: &Mechanism, options: &Options) -> Result<Self, SimulateError> {
        let quantities = [
            Quantity::InverseDynamics,
            Quantity::KineticEnergy,
            Quantity::PotentialEnergy,
        ];
        let mechanism = mechanism.at_defaults();
        Ok(Self {
            pieces: pieces(&mechanism),
            functions: Functions::compile(&mechanism, &quantities, options)?,
        })
    }

    /// What the compiler would have a person know.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.functions.warnings
    }

    /// The torques at every point, with the energies there. Quaternions are taken along their direction.
    ///
    /// # Errors
    /// [`SimulateError::NotFinite`] at the first point with torques that no number holds.
    pub fn torques(&self, trajectory: &Trajectory) -> Result<Vec<Instant>, SimulateError> {
        let points = trajectory.0.iter();
        points
            .map(|point| {
                let q = kinematics::normalised(&self.pieces, &point.q)
                    .ok_or(SimulateError::NotFinite(point.t))?;
                let motion = [
                    (Argument::Q, &q[..]),
                    (Argument::Qd, &point.qd[..]),
                    (Argument::Qdd, &point.qdd[..]),
                ];
                let tau = self.functions.first(Quantity::InverseDynamics, &motion);
                if tau.iter().any(|tau| !tau.is_finite()) {
                    return Err(SimulateError::NotFinite(point.t));
                }
                let instant = Instant {
                    t: point.t,
                    qd: point.qd.clone(),
                    qdd: point.qdd.clone(),
                    q,
                    tau,
                    ..Instant::default()
                };
                Ok(instant.with_energies(&self.functions))
            })
            .collect()
    }
}
