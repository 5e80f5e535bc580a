//! Torques along a trajectory.

use super::error::UNDEFORMED_LOOP;
use super::functions::CompiledFunctions;
use super::instant::energies;
use super::loops::{self, LoopClosure};
use super::{Instant, Progress, SimulateError, Trajectory, TrajectoryPoint, with_cause};
use crate::compile::Options;
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;
use crate::state::{Piece, normalised, pieces};

/// The inverse dynamics of a mechanism, compiled.
#[derive(Clone, Debug)]
pub struct Inverse {
    mechanism: Mechanism,
    pieces: Vec<Piece>,
    functions: CompiledFunctions,
}

impl Inverse {
    /// Compiles what is evaluated, parameters at their defaults; `options` give the level.
    ///
    /// # Errors
    /// A model with driven joints, with a loop through an undeformed frame, or with loops that leave torques undetermined; one that does not compile.
    pub fn compile(mechanism: &Mechanism, options: &Options) -> Result<Self, SimulateError> {
        if mechanism.has_loop_through_undeformed_frame() {
            return Err(SimulateError::Input(UNDEFORMED_LOOP.into()));
        }
        let mut quantities = vec![Quantity::InverseDynamics];
        quantities.extend(energies(mechanism));
        if mechanism.loops.is_some() {
            if !Quantity::InverseDynamics.exists_on(mechanism) {
                return Err(SimulateError::Input(
                    "the torques are not determined: there are more actuated joints, or fewer, than the loops leave degrees of \
                     freedom, in some part of the mechanism; actuate as many, or write `minimum_norm = true` for the torques of least norm"
                        .into(),
                ));
            }
            quantities.extend(loops::QUANTITIES);
            quantities.push(Quantity::ClosureBias);
        }
        let mechanism = mechanism.at_defaults();
        Ok(Self {
            pieces: pieces(&mechanism),
            functions: CompiledFunctions::compile(&mechanism, &quantities, options)?,
            mechanism,
        })
    }

    fn loops(&self) -> Option<LoopClosure<'_>> {
        LoopClosure::of(&self.mechanism, &self.functions)
    }

    /// The warnings of the compiler.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.functions.warnings
    }

    /// The motion of the whole mechanism in which the actuated joints move as given (other coordinates are not read): loops are
    /// closed from point to point, from where the model is assembled. Without loops, the motion itself.
    ///
    /// # Errors
    /// [`SimulateError::Input`] where the loops do not close.
    pub fn follow(&self, actuated: &Trajectory) -> Result<Trajectory, SimulateError> {
        match self.loops() {
            Some(loops) => loops.follow(&self.mechanism, actuated),
            None => Ok(actuated.clone()),
        }
    }

    /// The torques at every point, with the energies there. Quaternions are taken along their direction. Of a mechanism with
    /// loops, points hold all coordinates of the tree or those of the actuated joints, which the others [follow](Self::follow).
    /// `report` is called with the time of every point, and may end the computation there.
    ///
    /// # Errors
    /// [`SimulateError::NotFinite`] or [`SimulateError::Singular`] at the first point with torques that no number holds;
    /// [`SimulateError::Input`] for a motion that opens the loops.
    pub fn torques(
        &self,
        trajectory: &Trajectory,
        report: &mut Progress,
    ) -> Result<Vec<Instant>, SimulateError> {
        let whole = |point: &TrajectoryPoint| point.q.len() == self.mechanism.nq();
        let follower = self.loops().filter(|_| !trajectory.0.iter().all(whole));
        let mut instants = Vec::with_capacity(trajectory.0.len());
        let mut last: Option<TrajectoryPoint> = None;
        for point in &trajectory.0 {
            let point = match &follower {
                Some(loops) => loops.followed(&self.mechanism, last.as_ref(), point)?,
                None => point.clone(),
            };
            instants.push(self.instant(point.clone())?);
            if report(point.t).is_break() {
                break;
            }
            last = Some(point);
        }
        Ok(instants)
    }

    /// The torques and energies at a point.
    fn instant(&self, mut point: TrajectoryPoint) -> Result<Instant, SimulateError> {
        // First of all: whether loops are closed is a question of turns, and not of the lengths of quaternions.
        point.q = normalised(&self.pieces, &point.q).ok_or(SimulateError::NotFinite(point.t))?;
        if let Some(loops) = self.loops() {
            loops.check(&point)?;
        }
        let motion = [
            (Argument::Q, &point.q[..]),
            (Argument::Qd, &point.qd[..]),
            (Argument::Qdd, &point.qdd[..]),
        ];
        let tau = self.functions.first(Quantity::InverseDynamics, &motion);
        let tau = tau
            .map_err(|trouble| with_cause(trouble.at(point.t), &self.mechanism, Some(&point.q)))?;
        let instant = Instant {
            t: point.t,
            q: point.q,
            qd: point.qd,
            qdd: point.qdd,
            tau,
            ..Instant::default()
        };
        Ok(instant.with_energies(&self.functions))
    }
}
