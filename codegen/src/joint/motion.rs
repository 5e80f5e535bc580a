//! The transform of a joint.

use crate::spatial::{Mat3, Vec3};

/// Rotation of a joint, from body axes to joint-frame axes.
#[derive(Clone, Copy, Debug)]
pub enum JointRotation<S> {
    /// None.
    Fixed,
    /// About z by an angle with this cosine and sine.
    AboutZ(S, S),
    /// Any.
    Matrix(Mat3<S>),
}

/// The transform of a joint, from its body to its frame.
#[derive(Clone, Copy, Debug)]
pub struct JointTransform<S> {
    /// Rotation.
    pub turn: JointRotation<S>,
    /// Translation along z of the body's frame (and of the joint frame: z is invariant).
    pub slide: Option<S>,
    /// Translation in the joint frame, before the rotation.
    pub travel: Option<Vec3<S>>,
}

impl<S> JointTransform<S> {
    /// Nowhere.
    pub(super) fn none() -> Self {
        Self::turning(JointRotation::Fixed)
    }

    /// A rotation.
    pub(super) fn turning(turn: JointRotation<S>) -> Self {
        Self {
            turn,
            slide: None,
            travel: None,
        }
    }
}
