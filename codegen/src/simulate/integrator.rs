//! State and rates → states at wanted times, by adaptive steps with dense output.
//!
//! The methods are those of the crate `ivp`, translations of Hairer and Wanner's programs. It hands out every step with its
//! interpolant, so that samples are taken where they are wanted and progress is reported, and depends on one macro. Measured
//! against a pendulum, its DOP853 has the order 8 at steps and the order 7 between them that it should have; the dense output of
//! `differential-equations` 0.7 has order 5 there, and its Verner pairs stop at 1e-10. (`ode_solvers` hands out no steps and
//! adds up sample times; `diffsol` is made for stiff systems written in its language.)

use std::cell::Cell;

use ivp::dense::StepInterpolant;
use ivp::error::Error;
use ivp::ivp::FirstOrderSystem;
use ivp::matrix::Matrix;
use ivp::methods::{DOP853, DOPRI5, IntegrationResult, RADAU, Tolerance};
use ivp::solout::{ControlFlag, SolOut};

use super::functions::Trouble;
use super::{Method, Progress, Settings, SimulateError};

/// The statistics of the integrator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct IntegratorStatistics {
    /// Steps that were taken.
    pub steps: usize,
    /// Steps that were tried again, shorter.
    pub rejected: usize,
    /// Evaluations of the rates.
    pub evaluations: usize,
}

/// The times at which something happens, s, in increasing order.
pub(super) struct Course<'a> {
    /// The times at which the state is wanted: from 0 to the end.
    pub(super) times: &'a [f64],
    /// The times at which steps end: the rates have a kink there, or the state is wanted as exactly as steps have it.
    pub(super) breaks: &'a [f64],
}

/// ẏ at (t, y).
type Rates<'a> = dyn Fn(f64, &[f64]) -> Result<Vec<f64>, Trouble> + 'a;

/// The callbacks of an integration.
pub(super) struct Listeners<'a> {
    /// Takes the state at every wanted time.
    pub(super) sample: &'a mut dyn FnMut(f64, &[f64]) -> Result<(), Trouble>,
    /// Takes the state after every step, the first time that at the start, and may change it; returns whether it did.
    pub(super) correct: &'a mut dyn FnMut(f64, &mut [f64]) -> Result<bool, Trouble>,
    /// Takes the time of every step, and may end the motion there.
    pub(super) report: &'a mut Progress<'a>,
}

/// Integrates from `start` at t = 0 over the course, or until the callback ends it.
pub(super) fn integrate(
    settings: &Settings,
    course: &Course,
    start: &[f64],
    rates: &Rates,
    listeners: Listeners,
) -> Result<IntegratorStatistics, SimulateError> {
    let system = RateSystem {
        rates,
        trouble: Cell::new(None),
    };
    rates(0.0, start).map_err(|trouble| trouble.at(0.0))?;
    let mut observer = Observer {
        times: course.times,
        trouble: &system.trouble,
        stopped: None,
        ended: false,
        pace: Pace {
            end: course.times.last().copied().unwrap_or_default(),
            steps: 0,
            since: 0.0,
        },
        state: start.to_vec(),
        reached: 0.0,
        listeners,
    };
    let (mut effort, mut first_step) = (IntegratorStatistics::default(), None);
    for (from, to) in legs(course) {
        let leg = run(settings, &system, (from, to), first_step, &mut observer);
        let leg = leg.map_err(|error| SimulateError::Input(error.to_string()))?;
        effort.steps += leg.steps.accepted;
        effort.rejected += leg.steps.total - leg.steps.accepted;
        effort.evaluations += leg.evals.ode;
        if let Some(error) = observer.stopped.take() {
            return Err(error);
        }
        if observer.ended {
            break;
        }
        if !leg.is_ok() {
            return Err(observer.stuck());
        }
        first_step = Some(leg.h).filter(|h| *h > 0.0);
    }
    Ok(effort)
}

/// The parts of the course between its breaks.
fn legs(course: &Course) -> Vec<(f64, f64)> {
    /// Breaks closer than this to an end or to each other, relative to the whole, are one.
    const SAME: f64 = 1e-13;
    let end = course.times.last().copied().unwrap_or_default();
    let inner = |at: &f64| *at > SAME * end && *at < end * (1.0 - SAME);
    let mut ends: Vec<f64> = course.breaks.iter().copied().filter(inner).collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup_by(|later, earlier| *later - *earlier <= SAME * end);
    ends.push(end);
    let starts = core::iter::once(0.0).chain(ends.clone());
    starts.zip(ends).collect()
}

/// One leg, from the observer's state.
fn run(
    settings: &Settings,
    system: &RateSystem,
    (from, to): (f64, f64),
    first_step: Option<f64>,
    observer: &mut Observer,
) -> Result<IntegrationResult, Error> {
    let start = observer.state.clone();
    let first_step = first_step.map(|h| h.min(to - from));
    // The end of the motion bounds the steps, not their number.
    let max_steps = usize::MAX;
    let [rtol, atol] = [settings.rtol, settings.atol].map(Tolerance::Scalar);
    macro_rules! solve {
        ($method:ident) => {
            $method {
                first_step,
                max_steps,
                ..$method::default()
            }
            .solve(system, from, &start, to, rtol, atol, Some(observer))
        };
    }
    match settings.method {
        Method::Dop853 => solve!(DOP853),
        Method::Dopri5 => solve!(DOPRI5),
        Method::Radau5 => solve!(RADAU),
    }
}

/// The rates as the crate wants them, and what was wrong with them since the last step.
struct RateSystem<'a> {
    rates: &'a Rates<'a>,
    trouble: Cell<Option<Trouble>>,
}

impl FirstOrderSystem for RateSystem<'_> {
    fn derivative(&self, t: f64, y: &[f64], rates: &mut [f64]) {
        match (self.rates)(t, y) {
            Ok(found) => rates.copy_from_slice(&found),
            // No step is small enough for the integrator then, and the observer knows why.
            Err(trouble) => {
                rates.fill(f64::NAN);
                self.trouble.set(Some(trouble));
            }
        }
    }

    /// The identity, which the crate (0.6.0) promises by default and leaves out.
    fn mass(&self, mass: &mut Matrix) {
        for k in 0..mass.nrows() {
            mass[(k, k)] = 1.0;
        }
    }
}

/// Observes every step.
struct Observer<'a, 'l> {
    /// Times that are still wanted.
    times: &'a [f64],
    trouble: &'a Cell<Option<Trouble>>,
    /// Why a callback stopped.
    stopped: Option<SimulateError>,
    /// Whether the callback ended the integration.
    ended: bool,
    pace: Pace,
    state: Vec<f64>,
    reached: f64,
    listeners: Listeners<'l>,
}

impl SolOut for Observer<'_, '_> {
    fn solout(
        &mut self,
        _: f64,
        t: &mut f64,
        y: &mut [f64],
        interpolant: Option<&StepInterpolant<'_>>,
    ) -> ControlFlag {
        self.trouble.set(None);
        self.reached = *t;
        let changed = match self.called(*t, y, interpolant) {
            Ok(changed) => changed,
            Err(trouble) => {
                self.stopped = Some(trouble.at(*t));
                return ControlFlag::Interrupt;
            }
        };
        if self.pace.crawls(*t) {
            self.stopped = Some(SimulateError::Crawling(*t));
            return ControlFlag::Interrupt;
        }
        self.ended = (self.listeners.report)(*t).is_break();
        match (self.ended, changed) {
            (true, _) => ControlFlag::Interrupt,
            (false, true) => ControlFlag::ModifiedSolution,
            (false, false) => ControlFlag::Continue,
        }
    }
}

/// How far the latest steps have come.
struct Pace {
    /// When the motion ends, s.
    end: f64,
    /// Steps since then.
    steps: u32,
    /// When they were counted anew, s.
    since: f64,
}

impl Pace {
    /// Counts a step to `t`; whether the motion would take more than 10¹³ steps at the pace of the last ten thousand.
    fn crawls(&mut self, t: f64) -> bool {
        const STEPS: u32 = 10_000;
        const LEAST: f64 = 1e-9;
        self.steps += 1;
        if self.steps < STEPS {
            return false;
        }
        let advanced = t - self.since;
        (self.steps, self.since) = (0, t);
        advanced < LEAST * self.end
    }
}

/// A time that is reached except for this, relative to it, is reached.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Observer<'_, '_> {
    /// Corrects the state and hands out what is wanted up to here; returns whether the state was changed.
    fn called(
        &mut self,
        t: f64,
        y: &mut [f64],
        interpolant: Option<&StepInterpolant<'_>>,
    ) -> Result<bool, Trouble> {
        let changed = (self.listeners.correct)(t, y)?;
        self.state.copy_from_slice(y);
        while let Some((&wanted, later)) = self.times.split_first()
            && wanted <= t + ROUNDING * t.abs()
        {
            let mut state = self.state.clone();
            if let Some(interpolant) = interpolant.filter(|_| wanted < t) {
                interpolant.interpolate(wanted, &mut state);
            }
            (self.listeners.sample)(wanted, &state)?;
            self.times = later;
        }
        Ok(changed)
    }

    /// Why no further step was found.
    fn stuck(&self) -> SimulateError {
        match self.trouble.get() {
            Some(trouble) => trouble.at(self.reached),
            None => SimulateError::Stuck(self.reached),
        }
    }
}
