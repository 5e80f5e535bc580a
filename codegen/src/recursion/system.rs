//! The lifted mechanism: links with constants, joint rotations and unit twists as scalars.

use super::groups::{GroupTurn, Member};
use super::inputs::Places;
use crate::exact::number::Number;
use crate::joint::{Direction, Dof, Turn};
use crate::leaves::{Coordinate, Leaves, Origin};
use crate::mechanism::{Body, BodyId, Mechanism, MomentForm, Pose, Rotation};
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Composite, Mass, Mat3, Twist, Vec3, Wrench};

/// All links of a mechanism with elementary joints, parents before children.
#[derive(Clone, Debug)]
pub struct System<S> {
    /// Gravitational acceleration in the base frame.
    pub gravity: Vec3<S>,
    /// The links, in the order of the bodies.
    pub links: Vec<Link<S>>,
    /// Number of velocities of the tree.
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
    pub(super) offset_in_plane: bool,
    /// The group of parallel revolute axes this body belongs to.
    pub group: Option<Member<S>>,
    /// How the moment of the body's inertia is computed in the U form.
    pub moment: MomentForm,
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
    /// Position d_i of the mass centre in the body's frame (0 for a massless body), and the inertia tensor about it, where
    /// [`System::with_mass_centres`] has put them.
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
        Self::lift_sliding(mechanism, |_| Number::ZERO, leaves)
    }

    /// The same with constant slides of bodies along z, behind the turns of their joints, where these are not 0.
    pub fn lift_sliding<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        slide: impl Fn(usize) -> Number,
        leaves: &L,
    ) -> Self {
        let half = leaves.constant(&(Number::ONE / Number::from(2)));
        let mut places = Places::new(mechanism);
        let mut links = Vec::with_capacity(mechanism.bodies.len());
        let mut turns: Vec<GroupTurn> = Vec::with_capacity(mechanism.bodies.len());
        for (index, body) in mechanism.bodies.iter().enumerate() {
            leaves.mark(Origin {
                body: Some(BodyId(index)),
                equation: "model",
            });
            let (q, v) = places.next(body);
            let mut link = Link::lift(mechanism, BodyId(index), (&q, v), half, leaves);
            let slid = slide(index);
            if !slid.is_zero() {
                let slid = leaves.constant(&slid);
                link.slide = Some(link.slide.map_or(slid, |slide| slide + slid));
            }
            let turn = GroupTurn::of(body, &q, body.parent.map(|parent| &turns[parent.0]));
            link.group = turn.member(body, leaves);
            turns.push(turn);
            links.push(link);
        }
        let system = Self {
            gravity: vector(&mechanism.gravity, leaves),
            links,
            nv: mechanism.tree_nv(),
            driven: mechanism.driven(),
            half,
        };
        system.in_base_parameters(mechanism)
    }

    /// The same links with their mass centres, rounded from exact ones, and offsets as the model has them: between mass
    /// centres nothing is saved by taking a part of an offset behind a turn. (Base parameters have no mass centres.)
    #[must_use]
    pub fn with_mass_centres<L: Leaves<S = S>>(
        mut self,
        mechanism: &Mechanism,
        leaves: &L,
    ) -> Self {
        for link in &mut self.links {
            let body = &mechanism.bodies[link.body.0];
            if body.joint.is_rotation() {
                link.offset = vector(&body.placement.translation, leaves);
                link.offset_in_plane = body.placement.translation[1].is_zero();
                link.slide = None;
            }
            let inertia = &body.inertia;
            let central = inertia.about_centre();
            link.centre = vector(&inertia.centre(), leaves);
            link.central_tensor = Mat3::symmetric(|i, j| leaves.constant(central.at(i, j)));
        }
        self
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
        (q, v): (&[Coordinate], usize),
        half: S,
        leaves: &L,
    ) -> Self {
        let body = &mechanism.bodies[id.0];
        let motion = body.joint.motion(q, leaves);
        let mut twists = body.joint.dofs(v, leaves);
        for (dof, physics) in twists.iter_mut().zip(&body.physics) {
            let rotor = &physics.rotor_inertia;
            dof.rotor = (!rotor.is_zero()).then(|| leaves.constant(rotor));
        }
        let (dofs, driven) = if body.driven {
            (Vec::new(), twists)
        } else {
            (twists, Vec::new())
        };
        let inertia = &body.inertia;
        let number = |value: &Number| leaves.constant(value);
        let placement = Placement::lift(&body.placement.rotation, leaves);
        let (translation, along) = offsets(body);
        let fixed = vector(&translation, leaves);
        let mass = number(&inertia.mass);
        let first_moment = vector(&inertia.first_moment, leaves);
        let mass = Mass {
            tensor: Mat3::symmetric(|i, j| number(inertia.tensor.at(i, j))),
            first_moment,
            mass,
        };
        Self {
            body: id,
            parent: body.parent.map(|parent| parent.0),
            offset: motion
                .travel
                .map_or(fixed, |travel| fixed + placement.matrix * travel),
            offset_in_plane: motion.travel.is_none() && translation[1].is_zero(),
            group: None,
            moment: body.choices.moment,
            placement,
            turn: motion.turn,
            slide: motion.slide.or_else(|| along.map(|d| leaves.constant(&d))),
            dofs,
            driven,
            composite: Composite::new(&mass, half),
            mass,
            centre: Vec3::zero(),
            central_tensor: Mat3::zero(),
            user_frame: pose(&body.user_frame, leaves),
        }
    }

    /// A vector given in the parent's axes, in this body's axes.
    #[must_use]
    pub fn inward(&self, v: Vec3<S>) -> Vec3<S> {
        self.turned_inward(self.inward_before_turn(v))
    }

    /// The same in the axes of the joint frame, before the joint's turn.
    #[must_use]
    pub fn inward_before_turn(&self, v: Vec3<S>) -> Vec3<S> {
        self.placement.matrix.transposed() * v
    }

    /// A vector given in the axes of the joint frame, in this body's axes.
    #[must_use]
    pub fn turned_inward(&self, v: Vec3<S>) -> Vec3<S> {
        match self.turn {
            Turn::Fixed => v,
            Turn::AboutZ(c, s) => about_z(c, -s, v),
            Turn::Matrix(r) => r.transposed() * v,
        }
    }

    /// A vector given in this body's axes, in those of the joint frame.
    fn turned_outward(&self, v: Vec3<S>) -> Vec3<S> {
        match self.turn {
            Turn::Fixed => v,
            Turn::AboutZ(c, s) => about_z(c, s, v),
            Turn::Matrix(r) => r * v,
        }
    }

    /// A vector given in this body's axes, in the parent's axes.
    #[must_use]
    pub fn outward(&self, v: Vec3<S>) -> Vec3<S> {
        self.placement.matrix * self.turned_outward(v)
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
        self.onto_parent_with(w, Vec3::zero())
    }

    /// The same with a moment more, in the axes of the joint frame.
    #[must_use]
    pub fn onto_parent_with(&self, w: Wrench<S>, moment: Vec3<S>) -> Wrench<S> {
        let moment = self.turned_outward(self.moment_about_joint(w)) + moment;
        let force = self.placement.matrix * self.turned_outward(w.force);
        Wrench {
            moment: self.placement.matrix * moment + self.offset.cross(force),
            force,
        }
    }

    /// A force and a moment along z, both at the origin of the joint frame, as a wrench on the parent.
    #[must_use]
    pub fn force_onto_parent(&self, force: Vec3<S>, moment: S) -> Wrench<S> {
        let force = self.placement.matrix * self.turned_outward(force);
        let moment = self.placement.matrix * Vec3([S::zero(), S::zero(), moment]);
        Wrench {
            moment: moment + self.offset.cross(force),
            force,
        }
    }

    /// The moment of a wrench, given about the body's origin, about the origin of the joint frame; in body axes.
    #[must_use]
    pub fn moment_about_joint(&self, w: Wrench<S>) -> Vec3<S> {
        if self.slide.is_some() {
            self.slid().cross(w.force) + w.moment
        } else {
            w.moment
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
        let first_moment = self.placement.matrix * self.turned_outward(slid.first_moment);
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

/// The offset of a joint frame, and what of it is taken behind the turn of a revolute joint: with Rx(α) between the axes
/// an offset (a, −d sin α, d cos α) is a along x before and d along z behind the turn. Where the axes are nearly parallel
/// (|sin α| below 1/8) d would be long and cancel digits: the offset stays.
fn offsets(body: &Body) -> ([Number; 3], Option<Number>) {
    let (p, r) = (&body.placement.translation, &body.placement.rotation.0);
    let revolute = body.joint.is_rotation();
    let across = r[1][2].abs() * Number::from(8);
    let moved = revolute && body.choices.offset_behind;
    let splits = moved && !p[1].is_zero() && across >= Number::ONE;
    // What an open geometry divides by may be 0 at run time.
    let splits = splits && !r[1][2].is_formula();
    let Some(inverse) = r[1][2].inverse().filter(|_| splits) else {
        return (p.clone(), None);
    };
    let d = &p[1] * inverse;
    let before: [Number; 3] = core::array::from_fn(|k| &p[k] - &d * &r[k][2]);
    let count = |p: &[Number; 3]| p.iter().filter(|x| !x.is_zero()).count();
    if count(&before) < count(p) {
        (before, Some(d))
    } else {
        (p.clone(), None)
    }
}

/// Rz(c, s) v.
pub(super) fn about_z<S: Scalar>(c: S, s: S, v: Vec3<S>) -> Vec3<S> {
    let [x, y, z] = v.0;
    Vec3([c * x - s * y, s * x + c * y, z])
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
    pub(super) fn identity() -> Self {
        Self {
            matrix: Mat3::from_fn(|i, j| if i == j { S::one() } else { S::zero() }),
            about_x: None,
        }
    }

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
