//! Names of what moves.

mod columns;

pub use columns::{Column, Motion, coordinates, velocities};

/// A motion that is given, at increasing times.
#[derive(Clone, PartialEq, Debug)]
pub struct Trajectory(pub Vec<Point>);

/// A moment of a motion.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Time, s.
    pub t: f64,
    /// Coordinates, rad and m; quaternions x, y, z, w.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Accelerations.
    pub qdd: Vec<f64>,
}
