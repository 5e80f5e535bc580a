//! A motion that no inertia resists.

use core::fmt;

/// Bodies, or a joint or motor, that can move against no inertia: the mass matrix is singular in every configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inertialess {
    /// What can move: `link "tool"`.
    pub who: String,
    /// Where it is: `arm.urdf:12:3`.
    pub place: String,
    /// What the user can do about it.
    pub remedy: String,
}

impl fmt::Display for Inertialess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { who, place, remedy } = self;
        write!(f, "{who} ({place}) can move against no inertia; {remedy}")
    }
}
