//! The played motion: a trajectory, thinned out where it would make the page large.

use serde::Serialize;

use crate::simulate::{Trajectory, TrajectoryPoint};

/// A number takes at most about this much of the page, bytes.
const DIGITS: usize = 22;

/// Fewest numbers of a track, however large the page is without.
const FEWEST: usize = 2_000;

/// Samples of a motion, one row an instant.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Track {
    t: Vec<f64>,
    q: Vec<Vec<f64>>,
    qd: Vec<Vec<f64>>,
    qdd: Vec<Vec<f64>>,
}

impl Track {
    /// Every k-th point of the trajectory and the last, with the least k that fits into `room` bytes. `None` for a
    /// trajectory without any.
    pub(super) fn of(trajectory: &Trajectory, room: usize) -> Option<Self> {
        let points = &trajectory.0;
        let last = points.last()?;
        let width = 1 + last.q.len() + last.qd.len() + last.qdd.len();
        let most = (room / DIGITS).max(FEWEST);
        let step = (points.len() * width).div_ceil(most).max(1);
        let mut kept: Vec<&TrajectoryPoint> = points.iter().step_by(step).collect();
        if !(points.len() - 1).is_multiple_of(step) {
            kept.push(last);
        }
        let rows = |of: fn(&TrajectoryPoint) -> &Vec<f64>| {
            kept.iter().map(|point| of(point).clone()).collect()
        };
        Some(Self {
            t: kept.iter().map(|point| point.t).collect(),
            q: rows(|point| &point.q),
            qd: rows(|point| &point.qd),
            qdd: rows(|point| &point.qdd),
        })
    }

    /// Number of instants.
    pub(super) fn len(&self) -> usize {
        self.t.len()
    }
}
