//! How fast flexible bodies and elastic joints vibrate against the steps of an integrator, and against the motion.

use super::{Instant, Measure, Method, Settings, velocities};
use crate::mechanism::Mechanism;

/// The least and the greatest frequency of the modes, each body held and nothing attached to it, and of the motors of elastic joints,
/// each link held.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stiffness {
    /// rad/s.
    pub slowest: f64,
    /// rad/s. What is free to move, or in a chain, vibrates faster.
    pub fastest: f64,
}

/// More steps than this take minutes.
const MANY_STEPS: f64 = 1e5;

impl Stiffness {
    /// That of a mechanism; `None` where no body is flexible and no joint elastic.
    #[must_use]
    pub fn of(mechanism: &Mechanism) -> Option<Self> {
        let modes = mechanism.vibrations().into_iter().map(|one| one.rate());
        let motors = mechanism.elastic_joints().map(|one| one.rate());
        let rates = modes.chain(motors);
        rates.fold(None, |found, rate| {
            let Self { slowest, fastest } = found.unwrap_or(Self {
                slowest: rate,
                fastest: rate,
            });
            Some(Self {
                slowest: slowest.min(rate),
                fastest: fastest.max(rate),
            })
        })
    }

    /// The largest stable step of a method, s; `None` where every step is stable.
    #[must_use]
    pub fn largest_step(&self, method: Method) -> Option<f64> {
        Some(method.stability()? / self.fastest)
    }

    /// A warning where the method needs very many steps for the modes alone.
    #[must_use]
    pub fn warning(&self, settings: &Settings) -> Option<String> {
        let steps = settings.duration / self.largest_step(settings.method)?;
        (steps > MANY_STEPS).then(|| {
            format!(
                "the fastest mode, {:.4} Hz, takes more than {steps:.0} steps of this method in {} s; write --method radau5, or \
                 fewer modes, or hold stiff springs by `lock`",
                self.fastest / core::f64::consts::TAU,
                settings.duration
            )
        })
    }
}

impl Method {
    /// How far the stability of the method reaches along the imaginary axis, step times rad/s, from its stability polynomial;
    /// `None`: without end.
    fn stability(self) -> Option<f64> {
        match self {
            Self::Dop853 => Some(5.97),
            Self::Dopri5 => Some(1.0),
            Self::Radau5 => None,
        }
    }
}

/// The greatest rate of a joint that turns, rad/s; 0 where there is none.
#[must_use]
pub fn fastest_turn(mechanism: &Mechanism, instants: &[Instant]) -> f64 {
    let columns = velocities(mechanism);
    let turns = columns.iter().map(|column| column.measure == Measure::Turn);
    let turns: Vec<bool> = turns.collect();
    let rates = instants
        .iter()
        .flat_map(|instant| instant.qd.iter().zip(&turns));
    let rates = rates.filter(|(_, turns)| **turns);
    rates.map(|(rate, _)| rate.abs()).fold(0.0, f64::max)
}
