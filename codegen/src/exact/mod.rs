//! Exact values: rationals and formulas in parameters, prime fields, angles, rational points of the circle, rotations and poses.

pub mod angle;
pub mod circle;
pub mod element;
pub mod field;
mod fixed;
pub mod number;
pub mod pose;
pub(crate) mod rank;
pub mod residue;
pub mod rotation;
pub(crate) mod turns;
