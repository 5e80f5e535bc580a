//! The corrections that keep loops closed.

/// The corrections that closed the loops of a motion and kept them closed, in rad and m.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ClosureCorrection {
    /// The largest change of a coordinate at the start.
    pub moved: f64,
    /// The largest change of a velocity at the start.
    pub changed: f64,
    /// The largest gap that a step left open, before it was closed.
    pub gap: f64,
    /// When that was, s.
    pub at: f64,
}

impl ClosureCorrection {
    /// A gap after a step, before it is closed.
    pub(super) fn record(&mut self, t: f64, gap: f64) {
        if gap > self.gap {
            (self.gap, self.at) = (gap, t);
        }
    }
}
