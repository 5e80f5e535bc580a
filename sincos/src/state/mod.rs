//! States with quaternions: coordinates and velocities of a joint → its coordinates a time later, and back. Beside them
//! stands the saturation of dry friction, of the same reciprocal root.
//!
//! | joint | coordinates | velocity |
//! |---|---|---|
//! | spherical | quaternion x, y, z, w | angular velocity of the body relative to its parent, in the body's frame |
//! | free | position, quaternion x, y, z, w | [linear; angular] in the body's frame |
//!
//! `integrate` follows a constant velocity exactly (the exponential map of the group), `difference` is its inverse (the
//! logarithm). Like the sine and cosine they are made of, both consist of IEEE `+`, `−`, `×`, `÷` and integer
//! operations on bits: no branch, no call, no root of the platform's, hence the same bits everywhere. The C twins are
//! `codegen/src/emit/state/*.c`.
//!
//! What happens at the edges:
//! - A quaternion of any length from 1e-70 to 1e70 (`f32`: 1e-6 to 1e6) counts as the unit quaternion along it, and
//!   `integrate` returns a unit quaternion. The quaternion 0 is no rotation: nothing turns, and it stays 0. It makes no
//!   NaN.
//! - A turn |ω dt| beyond twice the [domain of the sine](super::LIMIT) is NaN.
//! - `difference` turns by at most π; q and −q are the same rotation.
//! - `saturate` is within 3 ulp for |a|, |b| from 1e-140 to 1e150 (`f32`: 1e-15 to 1e18), and no NaN below that.

/// The Rust source of these functions, for files that carry their own: no imports, [`sincos`](super::sincos()) must be in
/// scope.
pub mod source {
    /// The reciprocal root, `f64`; what all others need.
    pub const ROOT_F64: &str = include_str!("root_f64.rs");
    /// The reciprocal root, `f32`.
    pub const ROOT_F32: &str = include_str!("root_f32.rs");
    /// Saturation; follows a reciprocal root.
    pub const SATURATE: &str = include_str!("saturate.rs");
    /// Angles, `f64`; follows its reciprocal root.
    pub const F64: &str = include_str!("f64.rs");
    /// Angles, `f32`; follows its reciprocal root.
    pub const F32: &str = include_str!("f32.rs");
    /// Quaternions; follows one of the above.
    pub const ROTATION: &str = include_str!("rotation.rs");
    /// The spherical joint; follows [`ROTATION`].
    pub const SPHERICAL: &str = include_str!("spherical.rs");
    /// The free joint; follows [`ROTATION`].
    pub const FREE: &str = include_str!("free.rs");
}

/// In double precision.
pub mod double {
    use crate::sincos;

    include!("root_f64.rs");
    include!("saturate.rs");
    include!("f64.rs");
    include!("rotation.rs");
    include!("spherical.rs");
    include!("free.rs");
}

/// In single precision throughout.
pub mod single {
    use crate::sincosf;

    include!("root_f32.rs");
    include!("saturate.rs");
    include!("f32.rs");
    include!("rotation.rs");
    include!("spherical.rs");
    include!("free.rs");
}
