//! Small vectors and matrices over any scalar: 3-vectors, 3×3 matrices, twists and wrenches.

mod mat3;
mod six;
mod vec3;

pub use mat3::Mat3;
pub use six::{Mass, Twist, Wrench};
pub use vec3::Vec3;
