//! Invariants of the motion of a joint.

/// The points and directions x that an elementary joint leaves where they are at all coordinates, J(q) x = x. (Of a body, the
/// part of the inertia that lies there is not distinguished from its parent's.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invariant {
    /// None.
    Nothing,
    /// The origin.
    Centre,
    /// The points on the axis z, and so its direction.
    Axis,
    /// The direction of the axis z.
    AxisDirection,
    /// All directions.
    Directions,
}
