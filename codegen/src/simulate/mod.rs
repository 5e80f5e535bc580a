//! Motion in time, by the compiled programs as [`evaluate`](crate::evaluate) runs them.
//!
//! ```text
//!  Start, Torque ──Dynamics::rates──► ẏ ──integrator──► y(t) ──Dynamics::instant──► Instants ──► balance, csv, plot
//!  Trajectory (file or cycloid) ──Inverse::torques──► Instants ──► csv, plot
//! ```
//!
//! Forward, [`simulate`] integrates what the torques do; backward, [`Inverse`] finds the torques of a motion. Both give
//! [`Instant`]s: a table of a simulation is a trajectory for the inverse, and the torques of an inverse drive a simulation.
//!
//! Of a mechanism with loops the state is that of the spanning tree, closed at the start and after every step.

mod closing;
mod columns;
mod cycloid;
mod dynamics;
mod energy;
mod error;
mod follow;
mod functions;
mod instant;
mod integrator;
mod inverse;
mod kinematics;
mod loops;
mod losses;
pub mod plot;
mod settings;
mod sheet;
mod stiffness;
mod table;
mod torque;
mod trajectory;

use core::ops::ControlFlow;

use crate::mechanism::Mechanism;

pub use crate::joint::Measure;
pub use closing::ClosureCorrection;
pub use columns::{Column, FarAngle, coordinates, far_angle, forces, velocities};
pub use cycloid::Cycloid;
pub use dynamics::{Dynamics, Start};
pub use energy::Balance;
pub use error::SimulateError;
#[cfg(feature = "fmu")]
pub(crate) use error::UNDEFORMED_LOOP;
#[cfg(feature = "fmu")]
pub(crate) use functions::through_singular_actuation;
pub use instant::{Exchange, Instant};
pub use integrator::IntegratorStatistics;
pub use inverse::Inverse;
pub use settings::{Method, Settings, StateVariables};
pub use sheet::{is_own_table, to_csv};
pub use stiffness::{Stiffness, fastest_turn};
pub use torque::{Law, Torque};
pub use trajectory::{Trajectory, TrajectoryPoint};

/// Called with the time that a computation has reached, s; may end it there.
pub type Progress<'a> = dyn FnMut(f64) -> ControlFlow<()> + 'a;

/// For [`Progress`]: goes on to the end.
pub fn to_the_end(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// A simulation that has come to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// At 0, step, 2 step, … and the duration, as far as the motion was followed.
    pub instants: Vec<Instant>,
    /// When it was ended early, s.
    pub ended: Option<f64>,
    /// The statistics of the integrator.
    pub effort: IntegratorStatistics,
    /// The energy balance.
    pub balance: Balance,
    /// The corrections that kept the loops closed, where there are any.
    pub closing: Option<ClosureCorrection>,
}

/// The same error, or that an angle is too large for its sine where that is why there is no motion.
fn with_cause(error: SimulateError, mechanism: &Mechanism, q: Option<&[f64]>) -> SimulateError {
    let SimulateError::NotFinite(_) = error else {
        return error;
    };
    match far_angle(mechanism, q.unwrap_or_default(), denoc_sincos::LIMIT) {
        Some(angle) => SimulateError::Input(format!("{angle}: take whole turns from it")),
        None => error,
    }
}

/// Integrates from `start` under `torque`; `report` is called with the time reached after every step, and may end the motion there.
///
/// # Errors
/// [`SimulateError::Input`] for settings, a start or torques that do not fit; the others when no finite motion goes on.
pub fn simulate(
    dynamics: &Dynamics,
    start: &Start,
    torque: &Torque,
    settings: &Settings,
    report: &mut Progress,
) -> Result<Run, SimulateError> {
    integrated(dynamics, start, torque, settings, report)
        .map_err(|error| with_cause(error, &dynamics.mechanism, start.q.as_deref()))
}

fn integrated(
    dynamics: &Dynamics,
    start: &Start,
    torque: &Torque,
    settings: &Settings,
    report: &mut Progress,
) -> Result<Run, SimulateError> {
    let times = settings.times()?;
    torque.check_covers(settings.duration)?;
    let (start, mut closing) = match dynamics.closed_start(start)? {
        Some((closed, closing)) => (dynamics.state(&closed)?, Some(closing)),
        None => (dynamics.state(start)?, None),
    };
    let mut breaks = torque.breaks().to_vec();
    if closing.is_some() {
        // Near singular configurations velocities are far less smooth than the ends of a step show.
        breaks.extend_from_slice(&times);
    }
    let mut instants = Vec::with_capacity(times.len());
    let mut ended = None;
    let course = integrator::Course {
        times: &times,
        breaks: &breaks,
    };
    let effort = integrator::integrate(
        settings,
        &course,
        &start,
        &|t, y| dynamics.rates(t, y, torque),
        integrator::Listeners {
            sample: &mut |t, y| {
                let mut y = y.to_vec();
                dynamics.close(&mut y)?;
                instants.push(dynamics.instant(t, &y, torque)?);
                Ok(())
            },
            correct: &mut |t, y| {
                let gap = dynamics.close(y)?;
                if let (Some(closing), Some(gap)) = (&mut closing, gap) {
                    closing.record(t, gap);
                }
                Ok(gap.is_some())
            },
            report: &mut |t| {
                let flow = report(t);
                ended = flow.is_break().then_some(t);
                flow
            },
        },
    )?;
    let balance = Balance::of(&instants);
    Ok(Run {
        ended: ended.filter(|_| instants.len() < times.len()),
        instants,
        effort,
        balance,
        closing,
    })
}
