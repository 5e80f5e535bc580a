//! Where the bodies are, with the derivatives of their poses, and integrals over their mass.

use super::hyper::Hyper;
use super::joints::Joints;
use super::moving::{Directions, Moving};
use crate::exact::number::Number;
use crate::joint::JointRotation;
use crate::leaves::Leaves;
use crate::mechanism::{Body, BodyId, Dyad, Inertia, Mechanism, Pose};
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
    /// For every body, the coordinates η of its modes.
    modes: Vec<Vec<Hyper<S>>>,
    /// By velocity of the tree; see [`Joints`].
    pub(super) joints: Joints<S>,
}

/// A field over the points x of a body, R x + p + Σ H_i Φ_i(x): where they are, how they move.
#[derive(Clone, Debug)]
pub(super) struct Field<S> {
    pub(super) placed: Placed<S>,
    pub(super) modes: Vec<Mat3<S>>,
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
        let mut places = Places::new(mechanism);
        let placed: Vec<_> = mechanism
            .bodies
            .iter()
            .map(|body| places.next(body))
            .collect();
        let modes = (0..bodies.len()).map(|body| {
            let modes = mechanism.modes_of(BodyId(body));
            let coordinates = modes.filter_map(|mode| placed[mode.0].0.first());
            coordinates.map(|one| moving.of(one)).collect()
        });
        Self {
            modes: modes.collect(),
            bodies,
            joints,
        }
    }

    /// A part of where the points of a body are: H_i = η_i R.
    pub(super) fn field(&self, body: usize, of: impl Fn(Hyper<S>) -> S + Copy) -> Field<S> {
        let rotation = self.bodies[body].rotation;
        let modes = self.modes[body].iter();
        let modes = modes.map(|&η| Mat3::from_fn(|i, j| of(η * rotation[i][j])));
        Field {
            placed: self.bodies[body].part(of),
            modes: modes.collect(),
        }
    }
}

/// The mass of a body as integrals over it, in its frame.
#[derive(Clone, Debug)]
pub(super) struct MassIntegrals<S> {
    /// ∫ dm.
    pub(super) mass: S,
    /// ∫ x dm.
    first: Vec3<S>,
    /// ∫ x xᵀ dm.
    second: Mat3<S>,
    /// ∫ Φ_i dm and ∫ Φ_i xᵀ dm.
    modes: Vec<(Vec3<S>, Mat3<S>)>,
    /// ∫ Φ_i Φ_jᵀ dm.
    pairs: Vec<Vec<Mat3<S>>>,
}

impl<S: Scalar> MassIntegrals<S> {
    /// Of a body with its modes.
    pub(super) fn of<L: Leaves<S = S>>(body: &Body, leaves: &L) -> Self {
        let constant = |number: &Number| leaves.constant(number);
        let vector = |v: &[Number; 3]| Vec3(v.each_ref().map(constant));
        let matrix = |dyad: &Dyad| Mat3::from_fn(|i, j| constant(&dyad[i][j]));
        let deformation = body.deformation.as_ref();
        let modes = deformation.iter().flat_map(|one| &one.modes);
        let pairs = deformation.iter().flat_map(|one| &one.second);
        Self {
            modes: modes
                .map(|mode| (vector(&mode.linear), matrix(&mode.dyad)))
                .collect(),
            pairs: pairs.map(|row| row.iter().map(matrix).collect()).collect(),
            ..Self::rigid(&body.inertia, leaves)
        }
    }

    /// Of J = ∫ (x·x 1 − x xᵀ) dm follows ∫ x xᵀ dm = tr J/2 1 − J.
    pub(super) fn rigid<L: Leaves<S = S>>(inertia: &Inertia, leaves: &L) -> Self {
        let constant = |number: &Number| leaves.constant(number);
        let vector = |v: &[Number; 3]| Vec3(v.each_ref().map(constant));
        let tensor = &inertia.tensor;
        let half_trace = (&tensor.xx + &tensor.yy + &tensor.zz) / Number::from(2);
        Self {
            mass: constant(&inertia.mass),
            first: vector(&inertia.first_moment),
            second: Mat3::from_fn(|i, j| {
                let diagonal = if i == j {
                    half_trace.clone()
                } else {
                    Number::ZERO
                };
                constant(&(diagonal - tensor.at(i, j)))
            }),
            modes: Vec::new(),
            pairs: Vec::new(),
        }
    }

    /// ∫ a bᵀ dm of two fields.
    pub(super) fn dyad(&self, a: &Field<S>, b: &Field<S>) -> Mat3<S> {
        let (r, p) = (a.placed.rotation, a.placed.origin);
        let (q, o) = (b.placed.rotation.transposed(), b.placed.origin);
        let mut sum = (r * self.second) * q
            + outer(self.integral(a), o)
            + outer(p, b.placed.rotation * self.first);
        for (&h, &(_, dyad)) in a.modes.iter().zip(&self.modes) {
            sum = sum + (h * dyad) * q;
        }
        for (&h, &(linear, dyad)) in b.modes.iter().zip(&self.modes) {
            sum = sum + (r * dyad.transposed()) * h.transposed() + outer(p, h * linear);
        }
        for (&h, row) in a.modes.iter().zip(&self.pairs) {
            for (&k, &pair) in b.modes.iter().zip(row) {
                sum = sum + (h * pair) * k.transposed();
            }
        }
        sum
    }

    /// ∫ a · b dm of two fields.
    pub(super) fn contracted(&self, a: &Field<S>, b: &Field<S>) -> S {
        let dyad = self.dyad(a, b);
        dyad[0][0] + dyad[1][1] + dyad[2][2]
    }

    /// ∫ a dm of a field.
    pub(super) fn integral(&self, a: &Field<S>) -> Vec3<S> {
        let rigid = a.placed.rotation * self.first + a.placed.origin * self.mass;
        let modes = a.modes.iter().zip(&self.modes);
        modes.fold(rigid, |sum, (&h, &(linear, _))| sum + h * linear)
    }
}

/// a bᵀ.
fn outer<S: Scalar>(a: Vec3<S>, b: Vec3<S>) -> Mat3<S> {
    Mat3::from_fn(|i, j| a[i] * b[j])
}
