//! Exact values: rationals and formulas in parameters, a prime field, angles and rational points of the circle.

pub mod angle;
pub mod circle;
pub mod field;
mod fixed;
pub mod number;
