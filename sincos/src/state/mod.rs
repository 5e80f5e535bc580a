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
//! in `codegen/src/emit/c99/kernels`.
//!
//! What happens at the edges:
//! - A quaternion of any length from 1e-70 to 1e70 (`f32`: 1e-6 to 1e6) counts as the unit quaternion along it, and
//!   `integrate` returns a unit quaternion. The quaternion 0 is no rotation: nothing turns, and it stays 0. It makes no
//!   NaN.
//! - A turn |ω dt| beyond twice the [domain of the sine](super::LIMIT) is NaN.
//! - `difference` turns by at most π; q and −q are the same rotation.
//! - `saturate` is within 3 ulp for |a|, |b| from 1e-140 to 1e150 (`f32`: 1e-15 to 1e18), and no NaN below that.

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
