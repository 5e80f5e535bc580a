//! A motion that no inertia resists.

use core::fmt;

/// Bodies, or a joint or motor, that can move against no inertia: the mass matrix is singular in every configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inertialess {
    /// The part that can move: `link "tool"`.
    pub who: String,
    /// Its place: `arm.urdf:12:3`.
    pub place: String,
    /// The remedy.
    pub remedy: String,
}

impl fmt::Display for Inertialess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { who, place, remedy } = self;
        write!(f, "{who} ({place}) can move against no inertia; {remedy}")
    }
}
