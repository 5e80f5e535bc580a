//! The data with which the page keeps loops closed and computes the forces that hold them at rest.

use serde::Serialize;

use super::control::first_of_quaternions;
use crate::exact::number::Number;
use crate::leaves::CUTOFF;
use crate::mechanism::{Loops, Mechanism, Mobility};

/// The loops of a mechanism.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Closed {
    /// Coordinates of the tree at which the loops are closed: where the page starts.
    q: Vec<f64>,
    /// Number of velocities of the tree.
    nv: usize,
    /// Degrees of freedom.
    freedom: usize,
    /// Velocities that follow from the others.
    dependent: Vec<usize>,
    /// Velocities of the actuated joints, in the order of the forces shown.
    actuated: Vec<usize>,
    /// Singular values below this, relative to the largest, count as 0.
    cutoff: f64,
    /// First elements of the quaternions in q; a page of a mechanism that has any only plays motions.
    quaternions: Vec<usize>,
}

impl Closed {
    pub(super) fn of(mechanism: &Mechanism) -> Option<Self> {
        let loops = mechanism.loops.as_ref()?;
        let independent = &loops.mobility.independent;
        let dependent = (0..mechanism.nv()).filter(|v| !independent.contains(v));
        Some(Self {
            q: loops.mobility.q.clone(),
            nv: mechanism.nv(),
            freedom: loops.freedom(),
            dependent: dependent.collect(),
            actuated: loops.actuated.clone(),
            cutoff: (loops.minimum_norm.as_ref()).map_or(CUTOFF, Number::to_f64),
            quaternions: first_of_quaternions(mechanism),
        })
    }
}

/// Coordinates with a slider of their own, and where they start: those of independent velocities, unless there are quaternions.
pub(super) fn movable(mechanism: &Mechanism, loops: &Loops) -> Vec<(usize, f64)> {
    if mechanism.nq() != mechanism.nv() {
        return Vec::new();
    }
    let Mobility { q, independent, .. } = &loops.mobility;
    independent.iter().map(|&index| (index, q[index])).collect()
}
