//! Names of what moves, and motions that are given.

mod columns;
mod error;
mod table;
mod trajectory;

pub use columns::{Column, Motion, coordinates, velocities};
pub use error::SimulateError;
pub use trajectory::{Point, Trajectory};
