//! A joint that acts about z, with the frames that took it there.

use crate::exact::angle::Angle;
use crate::exact::turns::Placement;
use crate::mechanism::Joint;

/// A joint about z, and the frames it needs.
pub(super) struct Aligned {
    pub(super) joint: Joint,
    /// The joint's frame in the user's: its z is the (first) axis.
    pub(super) before: Placement,
    /// The body's frame in the user's; differs from `before` for the joints of several axes.
    pub(super) after: Placement,
}

impl Aligned {
    /// The constant pose, in the user's frames, of the joint that stands still at these coordinates.
    pub(super) fn at(&self, position: &[Angle]) -> Placement {
        let moved = self.before.times(&self.joint.at(position));
        moved.times(&self.after.inverse())
    }
}
