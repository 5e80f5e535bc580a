//! Exact values: rationals and formulas in parameters, a prime field, angles, rational points of the circle, rotations and poses.

pub mod angle;
pub mod circle;
pub mod field;
mod fixed;
pub mod number;
pub mod pose;
pub(crate) mod rank;
pub mod rotation;
pub(crate) mod turns;
