//! Where the bodies are, with the derivatives of their poses, and integrals over their mass.

use super::hyper::Hyper;
use super::joints::Joints;
use super::moving::{Directions, Moving};
use crate::exact::number::Number;
use crate::joint::{JointRotation, JointTransform};
use crate::leaves::Leaves;
use crate::mechanism::{
    Body, BodyId, Deformation, Dyad, Geometry, Inertia, Joint, Mechanism, Pose,
};
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

    /// The base seen from here.
    pub(super) fn inverse(&self) -> Self {
        let rotation = self.rotation.transposed();
        Self {
            rotation,
            origin: -(rotation * self.origin),
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
    /// How every body is bent.
    bends: Vec<Bend<S>>,
    /// By velocity of the tree; see [`Joints`].
    pub(super) joints: Joints<S>,
}

/// A field over the points x of a body, R x + p + Σ H_i Φ_i(x): where they are, how they move.
#[derive(Clone, Debug)]
pub(super) struct Field<S> {
    pub(super) placed: Placed<S>,
    pub(super) modes: Vec<Mat3<S>>,
    /// What foreshortening adds to ∫ x dm, turned with the body.
    pub(super) shortened: Vec3<S>,
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
            let (q, v) = places.next(body);
            let parent = body
                .parent
                .map_or_else(Placed::base, |parent| bodies[parent.0]);
            let joint = held(mechanism, body, v, directions, &moving)
                .unwrap_or_else(|| body.joint.motion(&q, &moving));
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
        Self {
            bends: bends(mechanism, &moving),
            bodies,
            joints: Joints::along(mechanism, directions, &moving),
        }
    }

    /// A part of where the points of a body are: H_i = η_i R.
    pub(super) fn field(&self, body: usize, of: impl Fn(Hyper<S>) -> S + Copy) -> Field<S> {
        let rotation = self.bodies[body].rotation;
        let bend = &self.bends[body];
        let modes = bend.modes.iter();
        let modes = modes.map(|&η| Mat3::from_fn(|i, j| of(η * rotation[i][j])));
        let shortened = bend.shortened.map(|one| Vec3((rotation * one).0.map(of)));
        Field {
            placed: self.bodies[body].part(of),
            modes: modes.collect(),
            shortened: shortened.unwrap_or_else(Vec3::zero),
        }
    }
}

/// How a body is bent.
struct Bend<S> {
    /// The coordinates η of its modes; their values are 0 where the geometry is undeformed, their rates are not.
    modes: Vec<Hyper<S>>,
    /// What foreshortening adds to ∫ x dm in the axes of the body: −½ e ηᵀ (∫ S dm) η.
    shortened: Option<Vec3<Hyper<S>>>,
}

/// How all bodies are bent.
fn bends<L: Leaves>(mechanism: &Mechanism, moving: &Moving<'_, L>) -> Vec<Bend<L::S>> {
    let mut places = Places::new(mechanism);
    let bodies = mechanism.bodies.iter();
    let placed: Vec<_> = bodies.clone().map(|body| places.next(body)).collect();
    let bend = |(index, body): (usize, &Body)| {
        let geometry = body.deformation.as_ref().map(|one| one.geometry);
        let coordinates = mechanism.modes_of(BodyId(index));
        let coordinates = coordinates.filter_map(|mode| placed[mode.0].0.first());
        let modes = coordinates.map(|one| {
            let η = moving.of(one);
            match geometry {
                Some(Geometry::Undeformed) => Hyper {
                    value: L::S::zero(),
                    ..η
                },
                _ => η,
            }
        });
        let modes: Vec<Hyper<L::S>> = modes.collect();
        let stiffened = body.deformation.as_ref();
        let stiffened = stiffened.filter(|one| one.geometry == Geometry::Stiffened);
        Bend {
            shortened: stiffened.map(|one| shortened(one, &modes, moving)),
            modes,
        }
    };
    bodies.enumerate().map(bend).collect()
}

fn shortened<L: Leaves>(
    deformation: &Deformation,
    modes: &[Hyper<L::S>],
    moving: &Moving<'_, L>,
) -> Vec3<Hyper<L::S>> {
    let minus_half = moving.constant(&(-(Number::ONE / Number::from(2))));
    let rows = modes.iter().zip(&deformation.shortening);
    let products = rows.flat_map(|(&one, row)| {
        let entries = modes.iter().zip(row);
        entries.map(move |(&other, number)| moving.constant(number) * one * other)
    });
    let sum = products.fold(Hyper::zero(), |sum, product| sum + product);
    let axis = deformation.axis.each_ref();
    Vec3(axis.map(|number| moving.constant(number) * minus_half * sum))
}

/// The motion of a frame on a body whose geometry is taken undeformed: its joint is at 0 with rates that follow those of the modes.
fn held<L: Leaves>(
    mechanism: &Mechanism,
    body: &Body,
    v: usize,
    along: &Directions<L::S>,
    moving: &Moving<'_, L>,
) -> Option<JointTransform<Hyper<L::S>>> {
    let coordinates = mechanism.coordinates.as_ref()?;
    let rate = |k: usize| {
        let row = &coordinates.velocities[v + k];
        row.terms
            .iter()
            .fold(Hyper::zero(), |sum, (index, factor)| {
                let rates = Hyper {
                    value: L::S::zero(),
                    first: along.first.own[*index],
                    second: along.second.own[*index],
                    both: along.change.own[*index],
                };
                sum + moving.constant(factor) * rates
            })
    };
    match &body.joint {
        Joint::Tilt(_) => {
            let angle = rate(0);
            // 1 − ½ θ²
            let cosine = Hyper {
                both: -(angle.first * angle.second),
                ..Hyper::one()
            };
            Some(JointTransform {
                turn: JointRotation::AboutZ(cosine, angle),
                slide: None,
                travel: None,
            })
        }
        Joint::Deflection(deflection) if is_held(mechanism, body) => {
            let mut travel = [Hyper::zero(); 3];
            for (k, &axis) in deflection.axes.iter().enumerate() {
                travel[axis] = rate(k);
            }
            Some(JointTransform {
                turn: JointRotation::Fixed,
                travel: Some(Vec3(travel)),
                slide: None,
            })
        }
        _ => None,
    }
}

/// Whether the flexible body that a frame is on is undeformed.
fn is_held(mechanism: &Mechanism, frame: &Body) -> bool {
    let carriers = core::iter::successors(frame.parent, |&id| mechanism.bodies[id.0].parent);
    let mut flexible = carriers.filter_map(|id| mechanism.bodies[id.0].deformation.as_ref());
    let geometry = flexible.next().map(|one| one.geometry);
    geometry == Some(Geometry::Undeformed)
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
    /// ∫ Φ_i Φ_jᵀ dm, less e eᵀ ∫ x S_ij dm: the terms of second order in the modes, of which that from the displacement −½ e S_ij η_i η_j
    /// times R x is one.
    pairs: Vec<Vec<Mat3<S>>>,
    /// Whether the displacement of foreshortening counts.
    shortens: bool,
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
            shortens: deformation.is_some_and(|one| one.geometry == Geometry::Stiffened),
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
            shortens: false,
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
        if self.shortens {
            // That of `a` is in its integral.
            sum = sum + outer(p, b.shortened);
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
        let bent = modes.fold(rigid, |sum, (&h, &(linear, _))| sum + h * linear);
        if self.shortens {
            bent + a.shortened
        } else {
            bent
        }
    }
}

/// a bᵀ.
fn outer<S: Scalar>(a: Vec3<S>, b: Vec3<S>) -> Mat3<S> {
    Mat3::from_fn(|i, j| a[i] * b[j])
}
