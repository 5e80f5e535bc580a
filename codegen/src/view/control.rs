//! The controls of the page: coordinates and velocities → sliders, and the generalised forces they bring about.

use core::f64::consts::PI;

use serde::Serialize;

use super::closed;
use super::limit::{self, Range};
use super::swing::Swing;
use crate::mechanism::{Loops, Mechanism};
use crate::simulate::{Column, Measure, coordinates, forces, velocities};

/// All sliders, and the forces that are shown.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Controls {
    positions: Vec<Slider>,
    rates: Vec<Slider>,
    accelerations: Vec<Slider>,
    forces: Vec<Force>,
}

/// A slider.
#[derive(Clone, Debug, Serialize)]
struct Slider {
    name: String,
    unit: String,
    lower: f64,
    upper: f64,
    /// The array it sets an element of.
    argument: &'static str,
    /// The element; of a rotation, the first of its quaternion.
    index: usize,
    /// Of a quaternion's rotation vector, the component that the slider is.
    rotation: Option<usize>,
}

/// An element of tau.
#[derive(Clone, Debug, Serialize)]
struct Force {
    name: String,
    unit: &'static str,
}

impl Controls {
    pub(super) fn of(mechanism: &Mechanism, swings: &[Swing]) -> Self {
        if let Some(loops) = &mechanism.loops {
            return Self::closed(mechanism, loops, swings);
        }
        let driven = driven(mechanism);
        let both = |names: [&'static str; 2], make: Make| {
            let mut sliders = make(mechanism, swings, names[0]);
            // No mode is driven.
            sliders.extend(make(&driven, &[], names[1]));
            sliders
        };
        Self {
            positions: both(["q", "driven_q"], positions),
            rates: both(["qd", "driven_qd"], |mechanism, swings, argument| {
                let ranges = limit::of_rates(mechanism, swings);
                rates(mechanism, swings, &ranges, (argument, "/s"))
            }),
            accelerations: both(["qdd", "driven_qdd"], |mechanism, swings, argument| {
                let ranges = limit::of_accelerations(mechanism, swings);
                rates(mechanism, swings, &ranges, (argument, "/s²"))
            }),
            forces: shown_forces(mechanism, swings),
        }
    }

    /// Sliders of the coordinates that the others follow. The page shows what holds a pose, so that there are none of rates.
    fn closed(mechanism: &Mechanism, loops: &Loops, swings: &[Swing]) -> Self {
        let columns = coordinates(mechanism);
        let ranges = limit::of_positions(mechanism, swings);
        let slider = |(index, start): (usize, f64)| {
            let column = &columns[index];
            let (lower, upper) = around(start, bounds(column.measure, ranges[index]));
            Slider {
                name: column.name.clone(),
                unit: unit(column, swings).into(),
                lower,
                upper,
                argument: "q",
                index,
                rotation: None,
            }
        };
        let movable = closed::movable(mechanism, loops).into_iter();
        Self {
            positions: movable.map(slider).collect(),
            rates: Vec::new(),
            accelerations: Vec::new(),
            forces: shown_forces(mechanism, swings),
        }
    }
}

/// The generalised forces: of a mechanism with loops, those of its actuated joints.
fn shown_forces(mechanism: &Mechanism, swings: &[Swing]) -> Vec<Force> {
    let force = |column: Column| Force {
        unit: match of_mode(&column, swings) {
            Some(swing) => swing.force_unit,
            None => column.measure.force_unit(),
        },
        name: column.name,
    };
    forces(mechanism).into_iter().map(force).collect()
}

/// The mode that a column is, if it is one.
fn of_mode<'a>(column: &Column, swings: &'a [Swing]) -> Option<&'a Swing> {
    swings.iter().find(|swing| swing.name == column.name)
}

/// Unit of a coordinate, or of what a velocity is the rate of.
fn unit(column: &Column, swings: &[Swing]) -> &'static str {
    of_mode(column, swings).map_or_else(|| column.measure.unit(), |swing| swing.unit)
}

/// First elements of the quaternions in q.
pub(super) fn first_of_quaternions(mechanism: &Mechanism) -> Vec<usize> {
    let sliders = positions(mechanism, &[], "q").into_iter();
    let first = sliders.filter(|slider| slider.rotation == Some(0));
    first.map(|slider| slider.index).collect()
}

/// The sliders of a mechanism that set an array.
type Make = fn(&Mechanism, &[Swing], &'static str) -> Vec<Slider>;

/// The driven joints, as if they were all there is.
fn driven(mechanism: &Mechanism) -> Mechanism {
    let mut driven = mechanism.clone();
    driven.coordinates = None;
    driven.bodies.retain(|body| body.driven);
    for body in &mut driven.bodies {
        body.driven = false;
    }
    driven
}

/// Sliders of coordinates: one each, but three for the rotation vector of a quaternion.
fn positions(mechanism: &Mechanism, swings: &[Swing], argument: &'static str) -> Vec<Slider> {
    let columns = coordinates(mechanism);
    let ranges = limit::of_positions(mechanism, swings);
    let mut sliders = Vec::new();
    let mut next = 0;
    while let Some(column) = columns.get(next) {
        let (lower, upper) = bounds(column.measure, ranges[next]);
        let slider = |name: String, unit: &str, rotation| Slider {
            name,
            unit: unit.into(),
            lower,
            upper,
            argument,
            index: next,
            rotation,
        };
        if column.measure == Measure::Quaternion {
            let joint = column.name.trim_end_matches(".qx");
            sliders.extend(
                ["rx", "ry", "rz"]
                    .iter()
                    .enumerate()
                    .map(|(k, axis)| slider(format!("{joint}.{axis}"), "rad", Some(k))),
            );
            next += 4;
        } else {
            sliders.push(slider(column.name.clone(), unit(column, swings), None));
            next += 1;
        }
    }
    sliders
}

/// Sliders of velocities or of their rates: the array that they set, and how often the unit is per second.
fn rates(
    mechanism: &Mechanism,
    swings: &[Swing],
    ranges: &[Range],
    (argument, per): (&'static str, &str),
) -> Vec<Slider> {
    let slider = |(index, column): (usize, &Column)| {
        let (lower, upper) = bounds(column.measure, ranges[index]);
        Slider {
            name: column.name.clone(),
            unit: format!("{}{per}", unit(column, swings)),
            lower,
            upper,
            argument,
            index,
            rotation: None,
        }
    };
    let columns = velocities(mechanism);
    columns.iter().enumerate().map(slider).collect()
}

/// From where to where a slider goes: within the limits, and no farther than a hand can set it.
fn bounds(measure: Measure, Range(limits): Range) -> (f64, f64) {
    let (plain, most) = match measure {
        Measure::Turn | Measure::Quaternion => (PI, 8.0 * PI),
        Measure::Shift => (1.0, 20.0),
        // A mode goes as far as it swings.
        Measure::Mode => (1.0, f64::INFINITY),
    };
    let (lower, upper) = limits.unwrap_or((-plain, plain));
    let cut = (lower.max(-most), upper.min(most));
    if cut.0 < cut.1 { cut } else { (lower, upper) }
}

/// The same range about `start` where it does not hold it: a joint that starts beyond turns and shifts about where it starts.
fn around(start: f64, (lower, upper): (f64, f64)) -> (f64, f64) {
    if (lower..=upper).contains(&start) {
        return (lower, upper);
    }
    let half = (upper - lower) / 2.0;
    (start - half, start + half)
}
