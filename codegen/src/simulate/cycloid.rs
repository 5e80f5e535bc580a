//! The cycloidal motion of Saha, equations (22a-b) and (23): from rest to rest, without a jump of the acceleration.

use core::f64::consts::{PI, TAU};

use denoc_sincos::sin_cos;

use super::follow::actuated_coordinates;
use super::{
    Column, Measure, Settings, SimulateError, Trajectory, TrajectoryPoint, coordinates, dynamics,
};
use crate::mechanism::Mechanism;

/// A motion from rest at `start` to rest at `start` + `amplitude`.
#[derive(Clone, PartialEq, Debug)]
pub struct Cycloid {
    /// Coordinates at t = 0, rad and m.
    pub start: Vec<f64>,
    /// The displacement at the end.
    pub amplitude: Vec<f64>,
}

impl Cycloid {
    /// Of every joint: from 0 by half a turn or 0.1 m, as the paper has it, where nothing else is given. A single
    /// amplitude stands for all. Of a mechanism with loops only the actuated joints move so, from where it is assembled.
    ///
    /// # Errors
    /// Lists of another length than the coordinates; quaternions, which no number is added to.
    pub fn of(
        mechanism: &Mechanism,
        start: Option<&Vec<f64>>,
        amplitude: Option<&Vec<f64>>,
    ) -> Result<Self, SimulateError> {
        let all = coordinates(mechanism);
        let places = actuated_coordinates(mechanism);
        let columns: Vec<&Column> = places.iter().map(|&place| &all[place]).collect();
        let nq = columns.len();
        let assembled = || match &mechanism.loops {
            Some(loops) => (places.iter().map(|&place| loops.mobility.q[place])).collect(),
            None => vec![0.0; nq],
        };
        let what = match mechanism.loops {
            Some(_) => "actuated coordinates",
            None => "coordinates",
        };
        if let Some(column) = columns
            .iter()
            .find(|column| column.measure == Measure::Quaternion)
        {
            return Err(SimulateError::Input(format!(
                "the cycloid moves every coordinate on its own, and \"{}\" is part of a quaternion; write the motion into a file \
                 for --trajectory",
                column.name
            )));
        }
        let usual = || columns.iter().map(|column| usual(column.measure)).collect();
        let spread = amplitude
            .filter(|one| one.len() == 1)
            .map(|one| vec![one[0]; nq]);
        let amplitude = spread.as_ref().or(amplitude);
        Ok(Self {
            start: dynamics::of_length(start, nq, "q0", what, assembled)?,
            amplitude: dynamics::of_length(amplitude, nq, "amplitude", what, usual)?,
        })
    }

    /// The motion over the duration of `settings`, sampled at its steps.
    ///
    /// # Errors
    /// Settings that make no sense.
    pub fn sampled(&self, settings: &Settings) -> Result<Trajectory, SimulateError> {
        let times = settings.times()?;
        let points = times.into_iter().map(|t| self.at(t, settings.duration));
        Ok(Trajectory(points.collect()))
    }

    /// Saha (22a), (22b), (23).
    fn at(&self, t: f64, duration: f64) -> TrajectoryPoint {
        let (sin, cos) = sin_cos(TAU / duration * t);
        let slopes = self.amplitude.iter().map(|amplitude| amplitude / duration);
        let by = |factor: f64| slopes.clone().map(|slope| slope * factor).collect();
        let travelled = t - duration / TAU * sin;
        TrajectoryPoint {
            t,
            q: self
                .start
                .iter()
                .zip(slopes.clone())
                .map(|(start, slope)| start + slope * travelled)
                .collect(),
            qd: by(1.0 - cos),
            qdd: by(TAU / duration * sin),
        }
    }
}

fn usual(measure: Measure) -> f64 {
    match measure {
        Measure::Turn => PI,
        Measure::Shift | Measure::Quaternion | Measure::Mode => 0.1,
    }
}
