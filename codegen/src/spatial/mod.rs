//! Small vectors and matrices over any scalar: 3-vectors, 3×3 matrices, twists, wrenches and inertias.

mod articulated;
mod composite;
mod mat3;
mod rotate;
mod six;
mod vec3;

pub use articulated::Articulated;
pub use composite::Composite;
pub use mat3::Mat3;
pub use six::{Mass, Twist, Wrench};
pub use vec3::Vec3;
