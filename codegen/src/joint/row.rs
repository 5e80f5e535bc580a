//! The equations of a joint at which a loop is cut.

/// One equation of a cut joint, by what it forbids of the motion of `to` against `from`.
///
/// Where a joint forbids all of a vector, the equations are taken in the axes of the *root*, the last body that carries both
/// frames: that is cheaper, and the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstraintRow {
    /// Distance of the origins along an axis of the root.
    Point(usize),
    /// The same along an axis of `from`.
    Along(usize),
    /// Turn about an axis of the root.
    Turn(usize),
    /// Turn about an axis of `from`.
    Tilt(usize),
    /// The axes z of both frames stay orthogonal.
    Square,
}

impl ConstraintRow {
    /// Those of a joint that allows nothing: a grasp.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Point(0),
        Self::Point(1),
        Self::Point(2),
        Self::Turn(0),
        Self::Turn(1),
        Self::Turn(2),
    ];
}
