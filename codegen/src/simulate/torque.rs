//! The forces that drive a simulation, over time.

use std::sync::Arc;

use super::table::NumericTable;
use super::{SimulateError, dynamics, forces};
use crate::mechanism::Mechanism;

/// Generalised forces over time: of all velocities, of a mechanism with loops those of its actuated joints.
#[derive(Clone)]
pub enum Torque {
    /// The same at all times, Nm and N.
    Constant(Vec<f64>),
    /// Given at increasing times, s, and linear between them.
    Sampled {
        /// Their source, for messages: `file:line` of the last row.
        end: String,
        /// Times, s.
        t: Vec<f64>,
        /// Forces at these times, Nm and N.
        tau: Vec<Vec<f64>>,
    },
    /// Computed from the time and the state.
    Law(Law),
}

/// Forces from the time, s, the coordinates and the velocities (of a simulation with momenta, these).
pub type Law = Arc<dyn Fn(f64, &[f64], &[f64]) -> Vec<f64>>;

impl Torque {
    /// No forces.
    #[must_use]
    pub fn none(mechanism: &Mechanism) -> Self {
        Self::Constant(vec![0.0; forces(mechanism).len()])
    }

    /// The same forces at all times; a single 0 stands for all of them.
    ///
    /// # Errors
    /// Not one finite number a force.
    pub fn constant(mechanism: &Mechanism, values: &[f64]) -> Result<Self, SimulateError> {
        if values == [0.0] {
            return Ok(Self::none(mechanism));
        }
        let (values, wanted) = (values.to_vec(), forces(mechanism).len());
        let what = match mechanism.loops {
            Some(_) => "actuated velocities",
            None => "velocities",
        };
        dynamics::of_length(Some(&values), wanted, "torque", what, Vec::new).map(Self::Constant)
    }

    /// Forces in the text of a CSV file: a column `t`, and for every force a column `tau:NAME` or `tau1`, `tau2`, …;
    /// other columns are left alone. `shown` names the file in messages.
    ///
    /// # Errors
    /// Columns that are missing; rows that are short, not in order, or no finite numbers.
    pub fn parse(mechanism: &Mechanism, shown: &str, text: &str) -> Result<Self, SimulateError> {
        let table = NumericTable::parse(shown, text)?;
        Ok(Self::Sampled {
            end: table.end(),
            t: table.times()?,
            tau: table.numbers("tau", "torque", &forces(mechanism))?,
        })
    }

    /// Refuses samples that do not reach over the duration, s.
    pub(super) fn check_covers(&self, duration: f64) -> Result<(), SimulateError> {
        let Self::Sampled { end, t, .. } = self else {
            return Ok(());
        };
        let first = t.first().copied().unwrap_or_default();
        let last = t.last().copied().unwrap_or_default();
        // A duration that is longer by rounding is not.
        if first <= 0.0 && last >= duration * (1.0 - 1e-12) {
            return Ok(());
        }
        Err(SimulateError::Input(format!(
            "{end}: the torques are given from t = {first} to {last} s, the motion runs from 0 to {duration} s; \
             write rows for all of it, or a shorter --duration"
        )))
    }

    /// The forces at a time, s, and a state.
    pub(super) fn at(&self, time: f64, q: &[f64], qd: &[f64]) -> Vec<f64> {
        match self {
            Self::Law(law) => law(time, q, qd),
            Self::Constant(tau) => tau.clone(),
            Self::Sampled { t, tau, .. } => {
                let after = t
                    .partition_point(|t| *t <= time)
                    .min(t.len().saturating_sub(1));
                let before = after.saturating_sub(1);
                let width = t[after] - t[before];
                let part = if width > 0.0 {
                    ((time - t[before]) / width).min(1.0)
                } else {
                    0.0
                };
                let ends = tau[before].iter().zip(&tau[after]);
                ends.map(|(a, b)| a + (b - a) * part).collect()
            }
        }
    }

    /// The times at which the forces have a kink, s.
    pub(super) fn breaks(&self) -> &[f64] {
        match self {
            Self::Constant(_) | Self::Law(_) => &[],
            Self::Sampled { t, .. } => t,
        }
    }
}
