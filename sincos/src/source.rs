//! The text of this crate's kernels, for generated files that carry their own: files of this crate, without imports.
//!
//! | module in a generated file | its parts, in this order |
//! |---|---|
//! | sine and cosine | [`SINE_F64`] or [`SINE_F32`], [`SINE`], [`SINE_ARRAYS`] |
//! | states | [`ROOT_F64`] or [`ROOT_F32`]; [`SATURATE`]; [`ANGLE_F64`] or [`ANGLE_F32`], [`ROTATION`], [`SPHERICAL`], [`FREE`] |
//! | equations | [`ROOT_F64`] or [`ROOT_F32`], [`SOLVE`], [`MINIMUM_NORM`] |
//!
//! Angles need `sincos` (in single precision `sincosf`) in scope.

/// Constants of the sine, `f64`.
pub const SINE_F64: &str = include_str!("sine/f64.rs");
/// Constants of the sine, `f32`.
pub const SINE_F32: &str = include_str!("sine/f32.rs");
/// Sine and cosine; follows their constants.
pub const SINE: &str = include_str!("sine/lanes.rs");
/// Groups of angles in arrays; follows [`SINE`].
pub const SINE_ARRAYS: &str = include_str!("sine/arrays.rs");

/// The reciprocal root, `f64`; what the following need.
pub const ROOT_F64: &str = include_str!("state/root_f64.rs");
/// The reciprocal root, `f32`.
pub const ROOT_F32: &str = include_str!("state/root_f32.rs");
/// Saturation; follows a reciprocal root.
pub const SATURATE: &str = include_str!("state/saturate.rs");
/// Angles, `f64`; follows its reciprocal root.
pub const ANGLE_F64: &str = include_str!("state/f64.rs");
/// Angles, `f32`; follows its reciprocal root.
pub const ANGLE_F32: &str = include_str!("state/f32.rs");
/// Quaternions; follows one of the above.
pub const ROTATION: &str = include_str!("state/rotation.rs");
/// The spherical joint; follows [`ROTATION`].
pub const SPHERICAL: &str = include_str!("state/spherical.rs");
/// The free joint; follows [`ROTATION`].
pub const FREE: &str = include_str!("state/free.rs");

/// Square equations; follows a reciprocal root, which names the type.
pub const SOLVE: &str = include_str!("linear/solve.rs");
/// Any equations, with least norm; follows [`SOLVE`].
pub const MINIMUM_NORM: &str = include_str!("linear/minimum_norm.rs");

/// [`Status`](crate::Status).
pub const STATUS: &str = include_str!("status.rs");
