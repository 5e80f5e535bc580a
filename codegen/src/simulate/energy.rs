//! The energy balance: instants → what became of the energy.

use super::{Exchange, Instant};

/// The energy balance between the first and the last instant.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Balance {
    /// Kinetic and potential energy at the start, J; `None` where there is no potential energy.
    pub start: Option<f64>,
    /// The same at the end, J.
    pub end: Option<f64>,
    /// Work of the applied forces, and what damping and friction took.
    pub exchange: Exchange,
    /// The largest difference of [`Instant::balance`] from its first value, J, with its sign; 0 where there is none.
    pub drift: f64,
    /// When it was reached, s.
    pub at: f64,
}

impl Balance {
    /// The balance over a motion; all 0 for none.
    #[must_use]
    pub fn of(instants: &[Instant]) -> Self {
        let (Some(first), Some(last)) = (instants.first(), instants.last()) else {
            return Self::default();
        };
        let drift = |instant: &Instant| {
            let now = instant.balance().unwrap_or_default();
            now - first.balance().unwrap_or_default()
        };
        let farther = |a: &&Instant, b: &&Instant| drift(a).abs().total_cmp(&drift(b).abs());
        let worst = instants.iter().max_by(farther).unwrap_or(first);
        Self {
            start: first.energy(),
            end: last.energy(),
            exchange: last.exchange.unwrap_or_default(),
            drift: drift(worst),
            at: worst.t,
        }
    }
}
