//! The lifted mechanism: links with constants, joint rotations and unit twists as scalars.

use crate::joint::{self, Direction, Dof, Turn};
use crate::mechanism::{Body, BodyId, Mechanism, Pose, Rotation};
use crate::number::Number;
use crate::scalar::{Argument, Input, Leaves, Origin, Scalar};
use crate::spatial::{Articulated, Composite, Mass, Mat3, Twist, Vec3, Wrench};

/// All links of a mechanism with elementary joints, parents before children.
#[derive(Clone, Debug)]
pub struct System<S> {
    /// Gravitational acceleration in the base frame.
    pub gravity: Vec3<S>,
    /// The links, in the order of the bodies.
    pub links: Vec<Link<S>>,
    /// Number of velocities.
    pub nv: usize,
    /// Number of driven velocities; in arrays of joint motion they stand behind the others.
    pub driven: usize,
    /// ½.
    pub half: S,
}

/// A body with its joint, in the body's frame.
#[derive(Clone, Debug)]
pub struct Link<S> {
    /// The body.
    pub body: BodyId,
    /// The parent link; `None`: the base.
    pub parent: Option<usize>,
    /// Constant rotation from the joint frame to the parent's frame.
    pub placement: Placement<S>,
    /// Position a_{i-1,i} of the joint frame's origin in the parent's frame.
    pub offset: Vec3<S>,
    /// Whether the offset is (a, 0, d): its shift is two shifts along axes.
    offset_in_plane: bool,
    /// Rotation of the joint.
    pub turn: Turn<S>,
    /// Translation of the joint along z of the body's frame.
    pub slide: Option<S>,
    /// Degrees of freedom: unit twists p_i in the body's frame, constant there.
    pub dofs: Vec<Dof<S>>,
    /// Unit twists of a driven joint; their motion is an input.
    pub driven: Vec<Dof<S>>,
    /// M_i about the origin of the body's frame.
    pub mass: Mass<S>,
    /// The same with the Euler tensor K = tr(J)/2 · 1 − J.
    pub composite: Composite<S>,
    /// Position d_i of the mass centre in the body's frame (0 for a massless body).
    pub centre: Vec3<S>,
    /// Inertia tensor about the mass centre, body axes.
    pub central_tensor: Mat3<S>,
    /// The user's frame of this body, in this frame: rotation and origin.
    pub user_frame: (Mat3<S>, Vec3<S>),
}

/// A constant rotation and what is special about it.
#[derive(Clone, Copy, Debug)]
pub struct Placement<S> {
    /// The matrix.
    pub matrix: Mat3<S>,
    /// (cos, sin) when it is a rotation about x by no multiple of a quarter turn.
    about_x: Option<(S, S)>,
}

impl<S: Scalar> System<S> {
    /// Lifts a mechanism with elementary joints: constants and joint rotations become scalars.
    pub fn lift<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let mut places = Places::new(mechanism);
        let mut links = Vec::with_capacity(mechanism.bodies.len());
        for (index, body) in mechanism.bodies.iter().enumerate() {
            leaves.mark(Origin {
                body: Some(BodyId(index)),
                equation: "model",
            });
            let (q, v) = places.next(body);
            links.push(Link::lift(mechanism, BodyId(index), q, v, leaves));
        }
        let half = leaves.constant(&(Number::ONE / Number::from(2)));
        Self {
            gravity: vector(&mechanism.gravity, leaves),
            links,
            nv: mechanism.nv(),
            driven: mechanism.driven(),
            half,
        }
    }

    /// The links from `link` to the base, itself first.
    pub fn path(&self, link: usize) -> impl Iterator<Item = usize> {
        core::iter::successors(Some(link), |&i| self.links[i].parent)
    }
}

impl<S: Scalar> Link<S> {
    fn lift<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        id: BodyId,
        q: Input,
        v: usize,
        leaves: &L,
    ) -> Self {
        let body = &mechanism.bodies[id.0];
        let motion = joint::motion(&body.joint, q, leaves);
        let twists = joint::dofs(&body.joint, v, leaves);
        let (dofs, driven) = if body.driven {
            (Vec::new(), twists)
        } else {
            (twists, Vec::new())
        };
        let inertia = &body.inertia;
        let number = |value: &Number| leaves.constant(value);
        let (centre, central, euler) = (
            inertia.centre(),
            inertia.about_centre(),
            inertia.euler_tensor(),
        );
        let placement = Placement::lift(&body.placement.rotation, leaves);
        let fixed = vector(&body.placement.translation, leaves);
        let mass = number(&inertia.mass);
        let first_moment = vector(&inertia.first_moment, leaves);
        Self {
            body: id,
            parent: body.parent.map(|parent| parent.0),
            offset: motion
                .travel
                .map_or(fixed, |travel| fixed + placement.matrix * travel),
            offset_in_plane: motion.travel.is_none() && body.placement.translation[1].is_zero(),
            placement,
            turn: motion.turn,
            slide: motion.slide,
            dofs,
            driven,
            mass: Mass {
                tensor: Mat3::symmetric(|i, j| number(inertia.tensor.at(i, j))),
                first_moment,
                mass,
            },
            composite: Composite {
                euler: Mat3::symmetric(|i, j| number(euler.at(i, j))),
                first_moment,
                mass,
            },
            centre: vector(&centre, leaves),
            central_tensor: Mat3::symmetric(|i, j| number(central.at(i, j))),
            user_frame: pose(&body.user_frame, leaves),
        }
    }

    /// A vector given in the parent's axes, in this body's axes.
    #[must_use]
    pub fn inward(&self, v: Vec3<S>) -> Vec3<S> {
        let v = self.placement.matrix.transposed() * v;
        let [x, y, z] = v.0;
        match self.turn {
            Turn::Fixed => v,
            Turn::AboutZ(c, s) => Vec3([c * x + s * y, c * y - s * x, z]),
            Turn::Matrix(r) => r.transposed() * v,
        }
    }

    /// A vector given in this body's axes, in the parent's axes.
    #[must_use]
    pub fn outward(&self, v: Vec3<S>) -> Vec3<S> {
        let [x, y, z] = v.0;
        let turned = match self.turn {
            Turn::Fixed => v,
            Turn::AboutZ(c, s) => Vec3([c * x - s * y, s * x + c * y, z]),
            Turn::Matrix(r) => r * v,
        };
        self.placement.matrix * turned
    }

    /// The axes of this body (columns), given those of the parent in some other frame.
    #[must_use]
    pub fn axes_in_parent(&self, parent: Mat3<S>) -> Mat3<S> {
        let placed = parent * self.placement.matrix;
        let [x, y, z] = core::array::from_fn(|j| placed.column(j));
        let columns = match self.turn {
            Turn::Fixed => return placed,
            Turn::AboutZ(c, s) => [x * c + y * s, y * c - x * s, z],
            Turn::Matrix(r) => return placed * r,
        };
        Mat3::from_fn(|i, j| columns[j][i])
    }

    /// Position of the body's origin from the joint frame's, in body axes.
    #[must_use]
    pub fn slid(&self) -> Vec3<S> {
        Vec3([S::zero(), S::zero(), self.slide.unwrap_or(S::zero())])
    }

    /// A_{i,i-1} t, Saha (11d): the twist of the parent, carried to this body's origin and axes.
    #[must_use]
    pub fn from_parent(&self, t: Twist<S>) -> Twist<S> {
        let angular = self.inward(t.angular);
        let linear = self.inward(t.linear + t.angular.cross(self.offset));
        Twist {
            angular,
            linear: if self.slide.is_some() {
                linear + angular.cross(self.slid())
            } else {
                linear
            },
        }
    }

    /// A_{i,i-1}ᵀ w: a wrench on this body about its origin, as a wrench on the parent about the parent's origin.
    #[must_use]
    pub fn onto_parent(&self, w: Wrench<S>) -> Wrench<S> {
        let moment = if self.slide.is_some() {
            self.slid().cross(w.force) + w.moment
        } else {
            w.moment
        };
        let force = self.outward(w.force);
        Wrench {
            moment: self.outward(moment) + self.offset.cross(force),
            force,
        }
    }

    /// A_{i,i-1}ᵀ I A_{i,i-1}: an articulated inertia of this body, seen by the parent.
    #[must_use]
    pub fn inertia_onto_parent(&self, inertia: Articulated<S>) -> Articulated<S> {
        let slid = self
            .slide
            .map_or(inertia, |slide| inertia.shifted_along_z(slide));
        let turned = match self.turn {
            Turn::Fixed => slid,
            Turn::AboutZ(c, s) => slid.turned(2, c, s),
            Turn::Matrix(r) => slid.conjugated(r),
        };
        let placed = match self.placement.about_x {
            Some((c, s)) => turned.turned(0, c, s),
            None => turned.conjugated(self.placement.matrix),
        };
        if self.offset_in_plane {
            placed
                .shifted_along_x(self.offset[0])
                .shifted_along_z(self.offset[2])
        } else {
            placed.shifted(self.offset)
        }
    }

    /// The same for a composite inertia.
    #[must_use]
    pub fn composite_onto_parent(&self, composite: Composite<S>, half: S) -> Composite<S> {
        let slid = if self.slide.is_some() {
            composite.shifted(self.slid(), half)
        } else {
            composite
        };
        let turned = match self.turn {
            Turn::Fixed => slid.euler,
            Turn::AboutZ(c, s) => slid.euler.turned_symmetric(2, c, s),
            Turn::Matrix(r) => slid.euler.conjugated_symmetric(r),
        };
        let euler = match self.placement.about_x {
            Some((c, s)) => turned.turned_symmetric(0, c, s),
            None => turned.conjugated_symmetric(self.placement.matrix),
        };
        let first_moment = self.outward(slid.first_moment);
        Composite {
            euler,
            first_moment,
            mass: slid.mass,
        }
        .shifted(self.offset, half)
    }

    /// Σ p_k x_k over the joint's unit twists, driven ones included: the joint's twist for rates x, in body axes.
    #[must_use]
    pub fn joint_twist(&self, x: &[S]) -> Twist<S> {
        self.dofs
            .iter()
            .chain(&self.driven)
            .fold(Twist::zero(), |twist, dof| {
                dof.added(twist, x[dof.velocity])
            })
    }

    /// The part of the joint's twist that is an input: Ω_t of Naudet (23).
    #[must_use]
    pub fn driven_twist(&self, x: &[S]) -> Twist<S> {
        self.driven.iter().fold(Twist::zero(), |twist, dof| {
            dof.added(twist, x[dof.velocity])
        })
    }

    /// τ_k = p_kᵀ w for every degree of freedom of the joint.
    pub fn project(&self, w: Wrench<S>, τ: &mut [S]) {
        for dof in &self.dofs {
            τ[dof.velocity] = dof.component(w);
        }
    }
}

/// Where the next joint's coordinates and velocities stand in the arrays.
struct Places {
    q: usize,
    v: usize,
    driven: usize,
    nv: usize,
}

impl Places {
    fn new(mechanism: &Mechanism) -> Self {
        Self {
            q: 0,
            v: 0,
            driven: 0,
            nv: mechanism.nv(),
        }
    }

    /// First coordinate and first velocity of a body's joint.
    fn next(&mut self, body: &Body) -> (Input, usize) {
        let (nq, nv) = (body.joint.nq(), body.joint.nv());
        if body.driven {
            let index = self.driven;
            self.driven += nq;
            (
                Input {
                    argument: Argument::DrivenQ,
                    index,
                },
                self.nv + index,
            )
        } else {
            let (index, v) = (self.q, self.v);
            self.q += nq;
            self.v += nv;
            (
                Input {
                    argument: Argument::Q,
                    index,
                },
                v,
            )
        }
    }
}

impl<S: Scalar> Dof<S> {
    /// t + p x.
    #[must_use]
    pub fn added(&self, mut t: Twist<S>, x: S) -> Twist<S> {
        match self.direction {
            Direction::Angular(k) => t.angular[k] = t.angular[k] + x,
            Direction::Linear(k) => t.linear[k] = t.linear[k] + x,
            Direction::Screw(pitch) => {
                t.angular[2] = t.angular[2] + x;
                t.linear[2] = t.linear[2] + pitch * x;
            }
        }
        t
    }

    /// The unit twist p.
    #[must_use]
    pub fn twist(&self) -> Twist<S> {
        self.added(Twist::zero(), S::one())
    }

    /// pᵀ w.
    #[must_use]
    pub fn component(&self, w: Wrench<S>) -> S {
        match self.direction {
            Direction::Angular(k) => w.moment[k],
            Direction::Linear(k) => w.force[k],
            Direction::Screw(pitch) => w.moment[2] + pitch * w.force[2],
        }
    }
}

impl<S: Scalar> Placement<S> {
    fn lift<L: Leaves<S = S>>(rotation: &Rotation, leaves: &L) -> Self {
        let matrix = Mat3::from_fn(|i, j| leaves.constant(&rotation.0[i][j]));
        let is_about_x =
            rotation.0[0][0].is_one() && !rotation.0[1][1].is_zero() && !rotation.0[2][1].is_zero();
        Self {
            matrix,
            about_x: is_about_x.then(|| (matrix[1][1], matrix[2][1])),
        }
    }
}

fn vector<L: Leaves>(v: &[Number; 3], leaves: &L) -> Vec3<L::S> {
    Vec3(core::array::from_fn(|i| leaves.constant(&v[i])))
}

/// Rotation and origin of a pose.
pub(super) fn pose<L: Leaves>(pose: &Pose, leaves: &L) -> (Mat3<L::S>, Vec3<L::S>) {
    let rotation = Mat3::from_fn(|i, j| leaves.constant(&pose.rotation.0[i][j]));
    (rotation, vector(&pose.translation, leaves))
}
