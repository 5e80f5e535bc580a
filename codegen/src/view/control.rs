//! What a person can move: coordinates and velocities → sliders, and the generalised forces they bring about.

use core::f64::consts::PI;

use serde::Serialize;

use super::closed;
use crate::mechanism::{Loops, Mechanism};
use crate::simulate::{Column, Motion, coordinates, forces, velocities};

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
    pub(super) fn of(mechanism: &Mechanism) -> Self {
        if let Some(loops) = &mechanism.loops {
            return Self::closed(mechanism, loops);
        }
        let driven = driven(mechanism);
        let both = |of: fn(&Mechanism) -> Vec<Column>, names: [&'static str; 2], make: Make| {
            let mut sliders = make(&of(mechanism), names[0]);
            sliders.extend(make(&of(&driven), names[1]));
            sliders
        };
        Self {
            positions: both(coordinates, ["q", "driven_q"], positions),
            rates: both(velocities, ["qd", "driven_qd"], |columns, argument| {
                rates(columns, argument, "/s")
            }),
            accelerations: both(velocities, ["qdd", "driven_qdd"], |columns, argument| {
                rates(columns, argument, "/s²")
            }),
            forces: shown_forces(mechanism),
        }
    }

    /// Sliders of the coordinates that the others follow. The page shows what holds a pose, so that there are none of rates.
    fn closed(mechanism: &Mechanism, loops: &Loops) -> Self {
        let columns = coordinates(mechanism);
        let slider = |(index, start): (usize, f64)| {
            let Column { name, motion } = columns[index].clone();
            let range = range(motion);
            // A joint that starts beyond turns and shifts about where it starts.
            let middle = if start.abs() > range { start } else { 0.0 };
            Slider {
                name,
                unit: motion.unit().into(),
                lower: middle - range,
                upper: middle + range,
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
            forces: shown_forces(mechanism),
        }
    }
}

/// The generalised forces: of a mechanism with loops, those of its actuated joints.
fn shown_forces(mechanism: &Mechanism) -> Vec<Force> {
    let force = |column: Column| Force {
        unit: column.motion.force_unit(),
        name: column.name,
    };
    forces(mechanism).into_iter().map(force).collect()
}

/// First elements of the quaternions in q.
pub(super) fn first_of_quaternions(mechanism: &Mechanism) -> Vec<usize> {
    let sliders = positions(&coordinates(mechanism), "q").into_iter();
    let first = sliders.filter(|slider| slider.rotation == Some(0));
    first.map(|slider| slider.index).collect()
}

type Make = fn(&[Column], &'static str) -> Vec<Slider>;

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
fn positions(columns: &[Column], argument: &'static str) -> Vec<Slider> {
    let mut sliders = Vec::new();
    let mut next = 0;
    while let Some(column) = columns.get(next) {
        let slider = |name: String, unit: &str, rotation| Slider {
            name,
            unit: unit.into(),
            lower: -range(column.motion),
            upper: range(column.motion),
            argument,
            index: next,
            rotation,
        };
        if column.motion == Motion::Quaternion {
            let joint = column.name.trim_end_matches(".qx");
            sliders.extend(
                ["rx", "ry", "rz"]
                    .iter()
                    .enumerate()
                    .map(|(k, axis)| slider(format!("{joint}.{axis}"), "rad", Some(k))),
            );
            next += 4;
        } else {
            sliders.push(slider(column.name.clone(), column.motion.unit(), None));
            next += 1;
        }
    }
    sliders
}

fn rates(columns: &[Column], argument: &'static str, per: &str) -> Vec<Slider> {
    let slider = |(index, column): (usize, &Column)| Slider {
        name: column.name.clone(),
        unit: format!("{}{per}", column.motion.unit()),
        lower: -range(column.motion),
        upper: range(column.motion),
        argument,
        index,
        rotation: None,
    };
    columns.iter().enumerate().map(slider).collect()
}

/// As far as a slider goes either way where the model gives no limits: rad, m.
fn range(motion: Motion) -> f64 {
    match motion {
        Motion::Turn | Motion::Quaternion => PI,
        Motion::Shift => 1.0,
    }
}
