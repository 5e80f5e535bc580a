//! Transforms: Mechanism → Mechanism, other parameters for the same physics.

mod base;
mod coaxial;
mod elementary;
mod frames;
mod groups;
mod reseat;
mod slides;
mod spread;
mod tips;

pub use base::base_parameters;
pub use coaxial::coaxial_turns;
pub use elementary::elementary;
pub use frames::common_normals;
pub use groups::parallel_groups;
pub use slides::{can_slide, slide_offsets};
pub use spread::spread_parameters;
pub use tips::turn_tips;

use crate::mechanism::Mechanism;

/// Bits after the binary point that a new constant keeps.
const BITS: usize = 90;

/// The result of a transform.
#[derive(Clone, Debug)]
pub struct Transformed {
    /// The mechanism with other frames or parameters.
    pub mechanism: Mechanism,
    /// Whether the physics is the same to the last digit. Where a transform needs a root, its result is a new exact
    /// constant: the proof then starts here, and the step before is checked to a tolerance.
    pub exact: bool,
}
