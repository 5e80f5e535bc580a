//! The equations of motion: state → rates, state → instant.
//!
//! A state is one array y = (q, q̇, W, D) or (q, p, W, D), with the work W of the applied forces since the start and the energy D
//! that damping and friction took. Of a mechanism with loops, q and q̇ are those of the spanning tree.

use super::error::UNDEFORMED_LOOP;
use super::functions::{CompiledFunctions, Trouble};
use super::instant::energies;
use super::loops::{self, LoopClosure};
use super::losses::Losses;
use super::{
    ClosureCorrection, Exchange, Instant, SimulateError, StateVariables, Torque, kinematics,
};
use crate::assembly::{CLOSED, assemble};
use crate::compile::Options;
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;
use crate::state::{Piece, neutral, normalised, pieces};

/// The equations of motion of a mechanism, compiled.
#[derive(Clone, Debug)]
pub struct Dynamics {
    pub(super) mechanism: Mechanism,
    pieces: Vec<Piece>,
    form: StateVariables,
    functions: CompiledFunctions,
    losses: Losses,
}

/// Where a simulation starts; what is not given is 0, quaternions are the identity. Loops are closed from there, by the least
/// change; coordinates that are not given are those at which the model was assembled.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Start {
    /// Coordinates, rad and m.
    pub q: Option<Vec<f64>>,
    /// Velocities.
    pub qd: Option<Vec<f64>>,
}

impl Dynamics {
    /// Compiles what a simulation evaluates, parameters at their defaults; `options` give the level.
    ///
    /// # Errors
    /// A model with driven joints; one with a loop through an undeformed frame; one with loops, or with undeformed flexible bodies, where momenta are wanted; one that does not
    /// compile.
    pub fn compile(
        mechanism: &Mechanism,
        form: StateVariables,
        options: &Options,
    ) -> Result<Self, SimulateError> {
        if mechanism.has_loop_through_undeformed_frame() {
            return Err(SimulateError::Input(UNDEFORMED_LOOP.into()));
        }
        let mut quantities = vec![Quantity::ForwardDynamics];
        quantities.extend(energies(mechanism));
        if form == StateVariables::Hamiltonian {
            if mechanism.is_undeformed() {
                return Err(SimulateError::Input(
                    "a flexible body has the level `undeformed`, which has no canonical momenta; write --state lagrangian, or \
                     geometry = \"stiffened\""
                        .into(),
                ));
            }
            quantities.extend([Quantity::Momenta, Quantity::HamiltonianRates]);
        }
        if mechanism.loops.is_some() {
            if form == StateVariables::Hamiltonian {
                return Err(SimulateError::Input(
                    "the model has loops, whose momenta are no state: their rates depend on what the loops transmit; write --state \
                     lagrangian, or leave it out"
                        .into(),
                ));
            }
            quantities.extend(loops::QUANTITIES);
        }
        let mechanism = mechanism.at_defaults();
        Ok(Self {
            pieces: pieces(&mechanism),
            form,
            functions: CompiledFunctions::compile(&mechanism, &quantities, options)?,
            losses: Losses::of(&mechanism),
            mechanism,
        })
    }

    /// The mechanism that moves.
    #[must_use]
    pub fn mechanism(&self) -> &Mechanism {
        &self.mechanism
    }

    /// The warnings of the compiler.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.functions.warnings
    }

    /// The state at the start.
    pub(super) fn state(&self, start: &Start) -> Result<Vec<f64>, SimulateError> {
        let (nq, nv) = (self.mechanism.nq(), self.mechanism.nv());
        let still = || neutral(&self.pieces, nq);
        let q = of_length(start.q.as_ref(), nq, "q0", "coordinates", still)?;
        let qd = of_length(start.qd.as_ref(), nv, "qd0", "velocities", || vec![0.0; nv])?;
        let q = normalised(&self.pieces, &q).ok_or_else(|| {
            SimulateError::Input(
                "--q0 has a quaternion without a length; write 0,0,0,1 for no turn".into(),
            )
        })?;
        let second = match self.form {
            StateVariables::Lagrangian => qd,
            StateVariables::Hamiltonian => self
                .functions
                .first(Quantity::Momenta, &[(Argument::Q, &q), (Argument::Qd, &qd)])
                .map_err(|trouble| trouble.at(0.0))?,
        };
        Ok([q, second, vec![0.0; 2]].concat())
    }

    /// The nearest state with closed loops, and how far it is; `None` where there are no loops.
    pub(super) fn closed_start(
        &self,
        start: &Start,
    ) -> Result<Option<(Start, ClosureCorrection)>, SimulateError> {
        let (Some(loops), Some(own)) = (self.loops(), &self.mechanism.loops) else {
            return Ok(None);
        };
        let guess = self.state(&Start {
            q: start.q.clone().or_else(|| Some(own.mobility.q.clone())),
            qd: start.qd.clone(),
        })?;
        let (guess, rates, _) = self.parts(&guess);
        let assembled = assemble(&self.mechanism, &guess);
        if assembled.gap.is_nan() || assembled.gap > CLOSED {
            return Err(SimulateError::Input(format!(
                "--q0 does not close the loops: a gap of {:.3} remains after assembly; write coordinates of all joints of the tree \
                 nearer to a closed configuration, or leave --q0 out to start where the model is assembled",
                assembled.gap
            )));
        }
        let q = assembled.q;
        let qd = loops.rates(&q, rates).map_err(|trouble| trouble.at(0.0))?;
        let closing = ClosureCorrection {
            moved: apart(&q, &guess),
            changed: apart(&qd, rates),
            ..ClosureCorrection::default()
        };
        let closed = Start {
            q: Some(q),
            qd: Some(qd),
        };
        Ok(Some((closed, closing)))
    }

    /// Closes the loops of a state, positions and velocities, without work; the gap there was before. Nothing without loops.
    pub(super) fn close(&self, y: &mut [f64]) -> Result<Option<f64>, Trouble> {
        let Some(loops) = self.loops() else {
            return Ok(None);
        };
        let (q, qd, _) = self.parts(y);
        let gap = loops::largest(&loops.residual(&q)?);
        let (q, qd) = loops.corrected(&q, qd)?;
        y[..q.len()].copy_from_slice(&q);
        y[q.len()..q.len() + qd.len()].copy_from_slice(&qd);
        Ok(Some(gap))
    }

    fn loops(&self) -> Option<LoopClosure<'_>> {
        LoopClosure::of(&self.mechanism, &self.functions)
    }

    /// ẏ at the time t, s.
    pub(super) fn rates(&self, t: f64, y: &[f64], torque: &Torque) -> Result<Vec<f64>, Trouble> {
        let (q, second, _) = self.parts(y);
        let tau = torque.at(t, &q, second);
        let (qd, rates) = self.motion(&q, second, &tau)?;
        let mut all = vec![0.0; y.len()];
        let nq = q.len();
        kinematics::rates(&self.pieces, &q, &qd, &mut all[..nq]);
        all[nq..nq + qd.len()].copy_from_slice(&rates);
        let power = self.power(&qd, &tau);
        all[nq + qd.len()..].copy_from_slice(&[power, self.losses.power(&qd)]);
        let finite = all.iter().all(|rate| rate.is_finite());
        finite.then_some(all).ok_or(Trouble::NotFinite)
    }

    /// The instant that belongs to a state.
    pub(super) fn instant(&self, t: f64, y: &[f64], torque: &Torque) -> Result<Instant, Trouble> {
        let (q, second, exchange) = self.parts(y);
        let tau = torque.at(t, &q, second);
        let (qd, rates) = self.motion(&q, second, &tau)?;
        let qdd = match self.form {
            StateVariables::Lagrangian => rates,
            StateVariables::Hamiltonian => self.accelerations(&q, &qd, &tau)?,
        };
        let instant = Instant {
            t,
            q,
            qd,
            qdd,
            tau,
            exchange: Some(exchange),
            ..Instant::default()
        };
        Ok(instant.with_energies(&self.functions))
    }

    /// Coordinates with unit quaternions, the second part of the state, work and losses.
    fn parts<'y>(&self, y: &'y [f64]) -> (Vec<f64>, &'y [f64], Exchange) {
        let nq = self.mechanism.nq();
        let (q, rest) = y.split_at(nq);
        let (second, rest) = rest.split_at(self.mechanism.nv());
        // A quaternion that has vanished makes the rates NaN, and the integrator reports it.
        let q = normalised(&self.pieces, q).unwrap_or_else(|| vec![f64::NAN; nq]);
        let exchange = Exchange {
            work: rest[0],
            dissipated: rest[1],
        };
        (q, second, exchange)
    }

    /// Velocities, and the rates of the second part of the state.
    fn motion(
        &self,
        q: &[f64],
        second: &[f64],
        tau: &[f64],
    ) -> Result<(Vec<f64>, Vec<f64>), Trouble> {
        Ok(match self.form {
            StateVariables::Lagrangian => (second.to_vec(), self.accelerations(q, second, tau)?),
            StateVariables::Hamiltonian => {
                let state = [
                    (Argument::Q, q),
                    (Argument::P, second),
                    (Argument::Tau, tau),
                ];
                let mut rates = self.functions.run(Quantity::HamiltonianRates, &state)?;
                let pd = rates.pop().unwrap_or_default();
                (rates.pop().unwrap_or_default(), pd)
            }
        })
    }

    /// Of the forces: those of a mechanism with loops act on its actuated joints.
    fn power(&self, qd: &[f64], tau: &[f64]) -> f64 {
        match &self.mechanism.loops {
            Some(loops) => {
                let pairs = loops.actuated.iter().zip(tau);
                pairs.map(|(&v, tau)| qd[v] * tau).sum()
            }
            None => qd.iter().zip(tau).map(|(qd, tau)| qd * tau).sum(),
        }
    }

    fn accelerations(&self, q: &[f64], qd: &[f64], tau: &[f64]) -> Result<Vec<f64>, Trouble> {
        let state = [(Argument::Q, q), (Argument::Qd, qd), (Argument::Tau, tau)];
        self.functions.first(Quantity::ForwardDynamics, &state)
    }
}

/// The largest difference of two lists.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    loops::largest(&differences)
}

/// The values given, or those that stand for them.
pub(super) fn of_length(
    given: Option<&Vec<f64>>,
    len: usize,
    flag: &str,
    what: &str,
    otherwise: impl FnOnce() -> Vec<f64>,
) -> Result<Vec<f64>, SimulateError> {
    let Some(values) = given else {
        return Ok(otherwise());
    };
    if values.len() != len {
        let found = values.len();
        return Err(SimulateError::Input(format!(
            "--{flag} has {found} numbers where the model has {len} {what}; separate them by commas"
        )));
    }
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(SimulateError::Input(format!(
            "--{flag} has {value}; write finite numbers"
        ))),
        None => Ok(values.clone()),
    }
}
