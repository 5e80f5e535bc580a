//! The lifted mechanism: links with constants, joint rotations and unit twists as scalars.

use crate::mechanism::{BodyId, Joint, Mechanism, Rotation};
use crate::number::Number;
use crate::scalar::{Argument, Input, Leaves, Origin, Scalar};
use crate::spatial::{Mass, Mat3, Twist, Vec3, Wrench};

/// All links of a mechanism, parents before children.
#[derive(Clone, Debug)]
pub struct System<S> {
    /// Gravitational acceleration in the base frame.
    pub gravity: Vec3<S>,
    /// The links, in the order of the bodies.
    pub links: Vec<Link<S>>,
    /// Number of velocities.
    pub nv: usize,
}

/// A body with its joint, in the body's frame.
#[derive(Clone, Debug)]
pub struct Link<S> {
    /// The body.
    pub body: BodyId,
    /// The parent link; `None`: the base.
    pub parent: Option<usize>,
    /// Constant rotation from the joint frame to the parent's frame.
    pub placement: Mat3<S>,
    /// Position a_{i-1,i} of the joint frame's origin in the parent's frame.
    pub offset: Vec3<S>,
    /// Rotation of the joint.
    pub turn: Turn<S>,
    /// Translation of a prismatic joint along z of the body's frame.
    pub slide: Option<S>,
    /// Degrees of freedom: unit twists p_i in the body's frame.
    pub dofs: Vec<Dof>,
    /// M_i about the origin of the body's frame.
    pub mass: Mass<S>,
    /// Position d_i of the mass centre in the body's frame (0 for a massless body).
    pub centre: Vec3<S>,
    /// Inertia tensor about the mass centre, body axes.
    pub central_tensor: Mat3<S>,
    /// Euler tensor K = tr(J)/2 · 1 − J about the origin.
    pub euler_tensor: Mat3<S>,
}

/// Rotation of a joint, from body axes to joint-frame axes.
#[derive(Clone, Copy, Debug)]
pub enum Turn<S> {
    /// None (prismatic joints).
    Fixed,
    /// About z by an angle with this cosine and sine.
    AboutZ(S, S),
}

/// A degree of freedom: a unit twist of the body's frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dof {
    /// Rotation about z; the velocity index.
    AboutZ(usize),
    /// Translation along z; the velocity index.
    AlongZ(usize),
}

impl<S: Scalar> System<S> {
    /// Lifts a mechanism: constants and joint rotations become scalars.
    pub fn lift<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let (mut q, mut v) = (0, 0);
        let mut links = Vec::with_capacity(mechanism.bodies.len());
        for (index, body) in mechanism.bodies.iter().enumerate() {
            leaves.mark(Origin {
                body: Some(BodyId(index)),
                equation: "model",
            });
            links.push(Link::lift(mechanism, BodyId(index), q, v, leaves));
            q += body.joint.nq();
            v += body.joint.nv();
        }
        Self {
            gravity: vector(&mechanism.gravity, leaves),
            links,
            nv: v,
        }
    }
}

impl<S: Scalar> Link<S> {
    fn lift<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        id: BodyId,
        q: usize,
        v: usize,
        leaves: &L,
    ) -> Self {
        let body = &mechanism.bodies[id.0];
        let coordinate = Input {
            argument: Argument::Q,
            index: q,
        };
        let (turn, slide, dofs) = match &body.joint {
            Joint::Revolute { offset } => {
                let (cos, sin) = leaves.circle(&[coordinate], offset);
                (Turn::AboutZ(cos, sin), None, vec![Dof::AboutZ(v)])
            }
            Joint::Prismatic { offset } => {
                let shifted = if offset.is_zero() {
                    leaves.input(coordinate)
                } else {
                    leaves.input(coordinate) + leaves.constant(offset)
                };
                (Turn::Fixed, Some(shifted), vec![Dof::AlongZ(v)])
            }
            // The other joints are split or refused before a recursion is run.
            _ => (Turn::Fixed, None, Vec::new()),
        };
        let inertia = &body.inertia;
        let number = |value: &Number| leaves.constant(value);
        let centre_exact = inertia.centre();
        let central = inertia.about_centre();
        let euler = inertia.euler_tensor();
        Self {
            body: id,
            parent: body.parent.map(|parent| parent.0),
            placement: matrix(&body.placement.rotation, leaves),
            offset: vector(&body.placement.translation, leaves),
            turn,
            slide,
            dofs,
            mass: Mass {
                tensor: Mat3::symmetric(|i, j| number(inertia.tensor.at(i, j))),
                first_moment: vector(&inertia.first_moment, leaves),
                mass: number(&inertia.mass),
            },
            centre: vector(&centre_exact, leaves),
            central_tensor: Mat3::symmetric(|i, j| number(central.at(i, j))),
            euler_tensor: Mat3::symmetric(|i, j| number(euler.at(i, j))),
        }
    }

    /// A vector given in the parent's axes, in this body's axes.
    #[must_use]
    pub fn inward(&self, v: Vec3<S>) -> Vec3<S> {
        let [x, y, z] = (self.placement.transposed() * v).0;
        match self.turn {
            Turn::Fixed => Vec3([x, y, z]),
            Turn::AboutZ(c, s) => Vec3([c * x + s * y, c * y - s * x, z]),
        }
    }

    /// A vector given in this body's axes, in the parent's axes.
    #[must_use]
    pub fn outward(&self, v: Vec3<S>) -> Vec3<S> {
        let [x, y, z] = v.0;
        let turned = match self.turn {
            Turn::Fixed => v,
            Turn::AboutZ(c, s) => Vec3([c * x - s * y, s * x + c * y, z]),
        };
        self.placement * turned
    }

    /// A wrench on this body about its origin, as a wrench on the parent about the parent's origin:
    /// A_{i,i-1}ᵀ w with the change of axes.
    #[must_use]
    pub fn onto_parent(&self, w: Wrench<S>) -> Wrench<S> {
        let shifted = match self.slide {
            Some(slide) => Vec3([S::zero(), S::zero(), slide]).cross(w.force) + w.moment,
            None => w.moment,
        };
        let force = self.outward(w.force);
        Wrench {
            moment: self.outward(shifted) + self.offset.cross(force),
            force,
        }
    }

    /// Σ p_k x_k over the joint's degrees of freedom: the joint's twist for rates x, in body axes.
    #[must_use]
    pub fn joint_twist(&self, x: &[S]) -> Twist<S> {
        let mut twist = Twist::zero();
        for dof in &self.dofs {
            match *dof {
                Dof::AboutZ(v) => twist.angular[2] = twist.angular[2] + x[v],
                Dof::AlongZ(v) => twist.linear[2] = twist.linear[2] + x[v],
            }
        }
        twist
    }

    /// τ_k = p_kᵀ w for every degree of freedom of the joint.
    pub fn project(&self, w: Wrench<S>, tau: &mut [S]) {
        for dof in &self.dofs {
            match *dof {
                Dof::AboutZ(v) => tau[v] = w.moment[2],
                Dof::AlongZ(v) => tau[v] = w.force[2],
            }
        }
    }
}

fn vector<L: Leaves>(v: &[Number; 3], leaves: &L) -> Vec3<L::S> {
    Vec3(core::array::from_fn(|i| leaves.constant(&v[i])))
}

fn matrix<L: Leaves>(rotation: &Rotation, leaves: &L) -> Mat3<L::S> {
    Mat3::from_fn(|i, j| leaves.constant(&rotation.0[i][j]))
}
