//! Where the bodies are, with the derivatives of their poses, and integrals over their mass.

use super::hyper::Hyper;
use super::joints::Joints;
use super::moving::{Directions, Moving};
use crate::exact::number::Number;
use crate::joint::JointRotation;
use crate::leaves::Leaves;
use crate::mechanism::{Inertia, Mechanism, Pose};
use crate::recursion::Places;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3};

/// A pose in base axes: x ↦ R x + p.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<S> {
    pub(super) rotation: Mat3<S>,
    pub(super) origin: Vec3<S>,
}

impl<S: Scalar> Placed<S> {
    fn base() -> Self {
        Self {
            rotation: Mat3::identity(),
            origin: Vec3::zero(),
        }
    }

    pub(super) fn times(&self, inner: &Self) -> Self {
        Self {
            rotation: self.rotation * inner.rotation,
            origin: self.rotation * inner.origin + self.origin,
        }
    }

    /// A constant pose.
    fn of<L: Leaves<S = S>>(pose: &Pose, leaves: &L) -> Self {
        let constant = |number: &Number| leaves.constant(number);
        Self {
            rotation: Mat3::from_fn(|i, j| constant(&pose.rotation.0[i][j])),
            origin: Vec3(pose.translation.each_ref().map(constant)),
        }
    }

    /// Behind it, a constant pose.
    pub(super) fn carrying<L: Leaves<S = S>>(&self, pose: &Pose, leaves: &L) -> Self {
        self.times(&Self::of(pose, leaves))
    }
}

impl<S: Scalar> Placed<Hyper<S>> {
    /// A part of all entries.
    pub(super) fn part(&self, of: impl Fn(Hyper<S>) -> S) -> Placed<S> {
        Placed {
            rotation: Mat3::from_fn(|i, j| of(self.rotation[i][j])),
            origin: Vec3(self.origin.0.map(of)),
        }
    }
}

/// A mechanism in a motion: the pose of every body and the coordinate of every joint, with derivatives.
pub(super) struct Moved<S> {
    pub(super) bodies: Vec<Placed<Hyper<S>>>,
    /// By velocity of the tree; see [`Joints`].
    pub(super) joints: Joints<S>,
}

impl<S: Scalar> Moved<S> {
    pub(super) fn along<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        leaves: &L,
        directions: &Directions<S>,
    ) -> Self {
        let moving = Moving::new(mechanism, leaves, directions);
        let mut places = Places::new(mechanism);
        let mut bodies: Vec<Placed<Hyper<S>>> = Vec::with_capacity(mechanism.bodies.len());
        for body in &mechanism.bodies {
            let (q, _) = places.next(body);
            let parent = body
                .parent
                .map_or_else(Placed::base, |parent| bodies[parent.0]);
            let joint = body.joint.motion(&q, &moving);
            let rotation = match joint.turn {
                JointRotation::Fixed => Mat3::identity(),
                JointRotation::AboutZ(c, s) => {
                    let (o, one) = (Hyper::zero(), Hyper::one());
                    Mat3([[c, -s, o], [s, c, o], [o, o, one]])
                }
                JointRotation::Matrix(matrix) => matrix,
            };
            let slide = joint.slide.unwrap_or_else(Hyper::zero);
            let travel = joint.travel.unwrap_or_else(Vec3::zero);
            let origin = travel + rotation * Vec3([Hyper::zero(), Hyper::zero(), slide]);
            let at_joint = parent.carrying(&body.placement, &moving);
            bodies.push(at_joint.times(&Placed { rotation, origin }));
        }
        let joints = Joints::along(mechanism, directions, &moving);
        Self { bodies, joints }
    }
}

/// The mass of a body as integrals over it, in its frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct MassIntegrals<S> {
    /// ∫ dm.
    pub(super) mass: S,
    /// ∫ x dm.
    pub(super) first: Vec3<S>,
    /// ∫ x xᵀ dm.
    pub(super) second: Mat3<S>,
}

impl<S: Scalar> MassIntegrals<S> {
    /// Of J = ∫ (x·x 1 − x xᵀ) dm follows ∫ x xᵀ dm = tr J/2 1 − J.
    pub(super) fn of<L: Leaves<S = S>>(inertia: &Inertia, leaves: &L) -> Self {
        let constant = |number: &Number| leaves.constant(number);
        let tensor = &inertia.tensor;
        let half_trace = (&tensor.xx + &tensor.yy + &tensor.zz) / Number::from(2);
        Self {
            mass: constant(&inertia.mass),
            first: Vec3(inertia.first_moment.each_ref().map(constant)),
            second: Mat3::from_fn(|i, j| {
                let diagonal = if i == j {
                    half_trace.clone()
                } else {
                    Number::ZERO
                };
                constant(&(diagonal - tensor.at(i, j)))
            }),
        }
    }

    /// ∫ a · b dm of two fields R x + p.
    pub(super) fn contracted(&self, a: &Placed<S>, b: &Placed<S>) -> S {
        let turned = a.rotation * self.second;
        let rows = (0..3).map(|i| Vec3(turned[i]).dot(Vec3(b.rotation[i])));
        let turned = rows.fold(S::zero(), |sum, row| sum + row);
        let (mine, other) = (a.rotation * self.first, b.rotation * self.first);
        turned + a.origin.dot(other + b.origin * self.mass) + mine.dot(b.origin)
    }

    /// ∫ a bᵀ dm of two fields.
    pub(super) fn dyad(&self, a: &Placed<S>, b: &Placed<S>) -> Mat3<S> {
        let turned = (a.rotation * self.second) * b.rotation.transposed();
        let (mine, other) = (self.integral(a), b.rotation * self.first);
        let shifted = a.origin;
        Mat3::from_fn(|i, j| turned[i][j] + mine[i] * b.origin[j] + shifted[i] * other[j])
    }

    /// ∫ a dm of a field.
    pub(super) fn integral(&self, a: &Placed<S>) -> Vec3<S> {
        a.rotation * self.first + a.origin * self.mass
    }
}
