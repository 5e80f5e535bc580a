//! A motion of the actuated joints → the motion of the whole tree, its loops closed.

use super::functions::Trouble;
use super::loops::{LoopClosure, apply, largest};
use super::{SimulateError, Trajectory, TrajectoryPoint};
use crate::assembly::CLOSED;
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;
use crate::state::{CoordinateKind, Piece, integrate, normalised, pieces};

/// How far rates and accelerations may be from those that keep the loops closed, relative to the largest of them or to 1.
const CONSISTENT: f64 = 1e-6;

/// The coordinates of the actuated joints, rising.
pub(super) fn actuated_coordinates(mechanism: &Mechanism) -> Vec<usize> {
    let Some(loops) = &mechanism.loops else {
        return (0..mechanism.nq()).collect();
    };
    let pieces = pieces(mechanism);
    if pieces.is_empty() {
        return loops.actuated.clone();
    }
    let extent = |piece: &Piece| match piece.kind {
        CoordinateKind::Rate => (1, 1),
        CoordinateKind::Quaternion => (4, 3),
        CoordinateKind::Pose => (7, 6),
    };
    let moved = |piece: &&Piece| {
        let velocities = piece.v..piece.v + extent(piece).1;
        loops.actuated.iter().any(|v| velocities.contains(v))
    };
    let coordinates = |piece: &Piece| piece.q..piece.q + extent(piece).0;
    pieces.iter().filter(moved).flat_map(coordinates).collect()
}

impl LoopClosure<'_> {
    /// The motion of the tree in which the actuated joints move as given, closed from sample to sample, from where the model is
    /// assembled.
    pub(super) fn follow(
        &self,
        mechanism: &Mechanism,
        actuated: &Trajectory,
    ) -> Result<Trajectory, SimulateError> {
        let mut points: Vec<TrajectoryPoint> = Vec::with_capacity(actuated.0.len());
        for point in &actuated.0 {
            points.push(self.followed(mechanism, points.last(), point)?);
        }
        Ok(Trajectory(points))
    }

    /// The point of the whole tree where the actuated joints move as `point` says, closed from the one before it or from where the
    /// model is assembled.
    pub(super) fn followed(
        &self,
        mechanism: &Mechanism,
        last: Option<&TrajectoryPoint>,
        point: &TrajectoryPoint,
    ) -> Result<TrajectoryPoint, SimulateError> {
        let Some(own) = &mechanism.loops else {
            return Ok(point.clone());
        };
        let given = actuated_coordinates(mechanism);
        let others = self.all().into_iter();
        let others: Vec<usize> = others.filter(|v| !own.actuated.contains(v)).collect();
        let guess = match last {
            Some(last) => integrate(mechanism, &last.q, &last.qd, point.t - last.t),
            None => own.mobility.q.clone(),
        };
        let q = self.placed((guess, &given, &others), point)?;
        let moving = self.moving(q, (&own.actuated, &others), point);
        moving.map_err(|trouble| trouble.at(point.t))
    }

    /// The point at closed coordinates, with the rates and accelerations of least norm that go with those given.
    fn moving(
        &self,
        q: Vec<f64>,
        (actuated, others): (&[usize], &[usize]),
        point: &TrajectoryPoint,
    ) -> Result<TrajectoryPoint, Trouble> {
        let jacobian = self.jacobian(&q)?;
        let completed = |values: &[f64], bias: &[f64]| -> Result<Vec<f64>, Trouble> {
            let mut all = vec![0.0; actuated.len() + others.len()];
            for (&v, value) in actuated.iter().zip(values) {
                all[v] = *value;
            }
            let moved = apply(&jacobian, &all);
            let right: Vec<f64> = moved.iter().zip(bias).map(|(a, b)| -a - b).collect();
            let rest = self.least(&jacobian, others, &right)?;
            Ok(all.iter().zip(rest).map(|(all, rest)| all + rest).collect())
        };
        let qd = completed(&point.qd, &vec![0.0; jacobian.len()])?;
        let bias = self.bias(&q, &qd)?;
        let qdd = completed(&point.qdd, &bias)?;
        Ok(TrajectoryPoint {
            t: point.t,
            q,
            qd,
            qdd,
        })
    }

    /// The guess with the actuated joints where they are given, the others closing the loops.
    fn placed(
        &self,
        (mut guess, given, others): (Vec<f64>, &[usize], &[usize]),
        point: &TrajectoryPoint,
    ) -> Result<Vec<f64>, SimulateError> {
        // A long way is taken in parts: Newton's steps would end on another branch.
        const PARTS: i32 = 50;
        let start: Vec<f64> = given.iter().map(|&place| guess[place]).collect();
        let far = start.iter().zip(&point.q).any(|(a, b)| (a - b).abs() > 0.1);
        let parts = if far { PARTS } else { 1 };
        let pieces = pieces(self.mechanism());
        let mut gap = 0.0;
        for part in 1..=parts {
            let share = f64::from(part) / f64::from(parts);
            for ((&place, from), to) in given.iter().zip(&start).zip(&point.q) {
                guess[place] = if part == parts {
                    *to
                } else {
                    from + (to - from) * share
                };
            }
            // Those given may have any length, and a chord between two leaves the sphere; one through 0 is passed over.
            guess = normalised(&pieces, &guess).unwrap_or(guess);
            let closed = self.closed_by(&guess, others);
            (guess, gap) = closed.map_err(|trouble| trouble.at(point.t))?;
        }
        if gap.is_nan() || gap > CLOSED {
            return Err(SimulateError::Input(format!(
                "the loops do not close at t = {} s: a gap of {gap:.3} remains where the actuated joints are as given; write a motion \
                 within reach, for --cycloid with --q0 and --amplitude",
                point.t
            )));
        }
        Ok(guess)
    }

    /// γ(q, q̇).
    fn bias(&self, q: &[f64], qd: &[f64]) -> Result<Vec<f64>, Trouble> {
        let state = [(Argument::Q, q), (Argument::Qd, qd)];
        self.functions().first(Quantity::ClosureBias, &state)
    }

    /// Refuses a motion in which the loops would open.
    pub(super) fn check(&self, point: &TrajectoryPoint) -> Result<(), SimulateError> {
        let at = |trouble: Trouble| trouble.at(point.t);
        let (q, qd, qdd) = (&point.q, &point.qd, &point.qdd);
        let jacobian = self.jacobian(q).map_err(at)?;
        let bias = self.bias(q, qd).map_err(at)?;
        let moved = apply(&jacobian, qdd);
        let opening: Vec<f64> = moved.iter().zip(&bias).map(|(a, b)| a + b).collect();
        let checks = [
            ("positions", self.residual(q).map_err(at)?, 1.0),
            ("velocities", apply(&jacobian, qd), largest(qd)),
            ("accelerations", opening, largest(qdd).max(largest(&bias))),
        ];
        for (what, residual, scale) in checks {
            let gap = largest(&residual);
            if gap.is_nan() || gap > CONSISTENT * scale.max(1.0) {
                return Err(SimulateError::Input(format!(
                    "the {what} at t = {} s open the loops, by {gap:.3}; write those of a closed motion, or the columns of the \
                     actuated joints alone: the others follow",
                    point.t
                )));
            }
        }
        Ok(())
    }
}
