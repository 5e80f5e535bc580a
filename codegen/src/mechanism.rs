//! The mechanism: bodies, joints and frames, valid by construction, every number exact.
//!
//! `model` makes one from a file; transforms make one from another; recursions read it. Bodies stand in
//! depth-first order, every parent before its children. A joint acts about or along the z axis of its body's
//! frame, so that no recursion needs to know another axis.

mod coordinates;
mod physics;

pub(crate) use coordinates::in_a_row;
pub use coordinates::{Block, BlockKind, Combination, Coordinates};
pub use physics::DofPhysics;

use crate::model::angle::Angle;
use crate::number::Number;

/// Index of a body in [`Mechanism::bodies`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BodyId(pub usize);

/// A tree (or forest) of rigid bodies on a fixed base.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// Name as the model gives it.
    pub name: String,
    /// Gravitational acceleration in the base frame, m/s².
    pub gravity: [Number; 3],
    /// Depth-first: a parent comes before its children, a subtree is contiguous.
    pub bodies: Vec<Body>,
    /// Named frames fixed on bodies; a model with one tip names it `tip`.
    pub frames: Vec<Frame>,
    /// Parameters that stay open until generated code runs; formulas in the numbers name them by their place here.
    pub parameters: Vec<Parameter>,
    /// What must not be negative for values of the parameters to make sense.
    pub conditions: Vec<Condition>,
    /// The user's coordinates; `None`: those of the bodies' joints, one body after the other.
    pub coordinates: Option<Coordinates>,
    /// What the model fixed on bodies before anything was computed, for reports.
    pub fixtures: Vec<Fixture>,
    /// Where the mechanism was read from.
    pub source: Source,
}

/// A parameter of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Name as the model gives it, a valid identifier in Rust and C.
    pub name: String,
    /// Its value unless the user gives another.
    pub default: Number,
}

/// A formula that must be ≥ 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// What it is: `the mass of body "arm"`.
    pub what: String,
    /// Its value.
    pub value: Number,
}

/// What a model fixes on its bodies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fixture {
    /// A joint that stands still.
    Locked {
        /// Name of the joint.
        joint: String,
        /// Its coordinates, rad or m; none: all are 0.
        position: Vec<Angle>,
    },
    /// A body attached to another.
    Payload {
        /// Name of the payload.
        name: String,
        /// Name of the frame or body it is attached to.
        carrier: String,
        /// kg.
        mass: Number,
    },
}

/// The file a mechanism came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Path as the user gave it.
    pub path: String,
    /// First 16 hexadecimal digits of the SHA-256 of the file's bytes.
    pub hash: String,
}

/// A rigid body with the joint that carries it.
#[derive(Clone, Debug)]
pub struct Body {
    /// Name as the model gives it; `link1`, `link2`, … for a Denavit-Hartenberg table.
    pub name: String,
    /// The body that carries this one; `None`: the base.
    pub parent: Option<BodyId>,
    /// Pose of the joint frame in the parent's frame: `T_parent_body(q) = placement · J(q)`.
    pub placement: Pose,
    /// Whether this body stands between the parts of a split joint and is none of the model's.
    pub auxiliary: bool,
    /// Whether the joint's motion q(t), q̇(t), q̈(t) is an input (a rheonomic joint): it is no degree of freedom.
    pub driven: bool,
    /// The joint between the parent and this body, acting in this body's frame.
    pub joint: Joint,
    /// Name of the joint; the body's where the model gives it none.
    pub joint_name: String,
    /// What acts in the joint, by velocity; empty: nothing.
    pub physics: Vec<DofPhysics>,
    /// Inertia about the origin of the body's frame, in its axes.
    pub inertia: Inertia,
    /// Pose of the frame that the *user* calls this body's frame, in the frame used here (the two differ when the
    /// joint axis is not z, and after a change of frames). Joint wrenches are reported in the user's frame.
    pub user_frame: Pose,
    /// What transforms chose for the recursions.
    pub choices: Choices,
}

/// How recursions are to treat a body: chosen by transforms, without effect on the physics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// How the moment of the body's inertia is computed in the U form.
    pub moment: MomentForm,
    /// First body of the group of parallel revolute axes that this body belongs to; `None` for that first body itself
    /// and for bodies outside groups.
    pub group: Option<BodyId>,
    /// Base parameters in this basis; `None`: the original inertia.
    pub basis: Option<Basis>,
    /// Whether a part of the joint frame's offset is along the joint's axis and taken behind its turn.
    pub offset_behind: bool,
}

/// Which entry of a body's inertia K_zz of its base parameters makes zero. (K_zz of a point mass on the axis adds to
/// J_xx and J_yy alike.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Basis {
    /// K_zz = 0.
    #[default]
    EulerZz,
    /// J_yy = 0.
    TensorYy,
    /// J_xx = 0.
    TensorXx,
}

impl Basis {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::EulerZz, Self::TensorYy, Self::TensorXx];
}

/// The two ways to the moment of a body's inertia about its origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MomentForm {
    /// J ω̇ + ω × J ω through the products of velocities.
    #[default]
    Products,
    /// The axial vector of U K − (U K)ᵀ, with the Euler tensor K.
    EulerTensor,
}

impl MomentForm {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Products, Self::EulerTensor];
}

/// A joint, acting in the frame of its body (types and velocities as in `docs/model-format.md`).
#[derive(Clone, Debug)]
pub enum Joint {
    /// `Rot(z, q + offset)`.
    Revolute {
        /// Added to q, rad.
        offset: Angle,
    },
    /// `Trans(z (q + offset))`.
    Prismatic {
        /// Added to q, m.
        offset: Number,
    },
    /// `Trans(z pitch q) Rot(z, q)`.
    Helical {
        /// m/rad.
        pitch: Number,
    },
    /// `Trans(z q0) Rot(z, q1)`.
    Cylindrical,
    /// `Rot(z, q0) · turn · Rot(z, q1)`: the constant `turn` takes the second axis (orthogonal to the first) to z.
    Universal {
        /// Constant rotation between the two turns.
        turn: Rotation,
    },
    /// `Trans(q0, q1, 0) Rot(z, q2)`; the first two rates are along the joint frame's axes.
    Planar,
    /// `R(quaternion x, y, z, w)`; velocity: of the child relative to the parent, in the child's frame.
    Spherical,
    /// The product of the motions of commuting screws, one coordinate each: a motion subspace H* that is constant in
    /// the body's frame (SOA, section 2.1). The body's frame is that of the last screw.
    Subspace(Vec<Screw>),
    /// `Trans(p) R(quaternion)`, q = [p, x, y, z, w]; velocity [linear; angular] in the body's frame.
    Free,
}

/// One screw of [`Joint::Subspace`].
#[derive(Clone, Debug)]
pub struct Screw {
    /// Its frame in that of the screw before (identity for the first).
    pub placement: Pose,
    /// Metres along z for a radian about z; `None`: a translation along z.
    pub pitch: Option<Number>,
}

impl Joint {
    /// The type as model files name it.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Revolute { .. } => "revolute",
            Self::Prismatic { .. } => "prismatic",
            Self::Helical { .. } => "helical",
            Self::Cylindrical => "cylindrical",
            Self::Universal { .. } => "universal",
            Self::Planar => "planar",
            Self::Spherical => "spherical",
            Self::Subspace(_) => "subspace",
            Self::Free => "free",
        }
    }

    /// Number of coordinates.
    #[must_use]
    pub fn nq(&self) -> usize {
        match self {
            Self::Revolute { .. } | Self::Prismatic { .. } | Self::Helical { .. } => 1,
            Self::Cylindrical | Self::Universal { .. } => 2,
            Self::Planar => 3,
            Self::Subspace(screws) => screws.len(),
            Self::Spherical => 4,
            Self::Free => 7,
        }
    }

    /// Number of velocities.
    #[must_use]
    pub fn nv(&self) -> usize {
        match self {
            Self::Spherical => 3,
            Self::Free => 6,
            other => other.nq(),
        }
    }

    /// How its coordinates follow its velocities.
    #[must_use]
    pub fn kind(&self) -> BlockKind {
        match self {
            Self::Spherical => BlockKind::Quaternion,
            Self::Free => BlockKind::Pose,
            _ => BlockKind::Rates,
        }
    }

    /// What its coordinates are called among themselves.
    #[must_use]
    pub fn coordinate_names(&self) -> &'static [&'static str] {
        match self {
            Self::Spherical => &["qx", "qy", "qz", "qw"],
            Self::Free => &["x", "y", "z", "qx", "qy", "qz", "qw"],
            other => other.velocity_names(),
        }
    }

    /// What its velocities are called among themselves.
    #[must_use]
    pub fn velocity_names(&self) -> &'static [&'static str] {
        const SCREWS: [&str; 6] = ["screw1", "screw2", "screw3", "screw4", "screw5", "screw6"];
        match self {
            Self::Revolute { .. } | Self::Prismatic { .. } | Self::Helical { .. } => &SCREWS[..1],
            Self::Cylindrical => &["slide", "turn"],
            Self::Universal { .. } => &["turn1", "turn2"],
            Self::Planar => &["x", "y", "turn"],
            Self::Subspace(screws) => &SCREWS[..screws.len().min(SCREWS.len())],
            Self::Spherical => &["wx", "wy", "wz"],
            Self::Free => &["vx", "vy", "vz", "wx", "wy", "wz"],
        }
    }
}

impl Joint {
    /// The numbers that a model can make parameters.
    fn numbers_mut(&mut self) -> Vec<&mut Number> {
        match self {
            Self::Revolute { offset } => vec![&mut offset.radians],
            Self::Prismatic { offset: number } | Self::Helical { pitch: number } => vec![number],
            _ => Vec::new(),
        }
    }
}

/// A frame fixed on a body (or on the base).
#[derive(Clone, Debug)]
pub struct Frame {
    /// Name, as in `tip_pose_NAME`.
    pub name: String,
    /// Carrying body; `None`: the base.
    pub body: Option<BodyId>,
    /// Pose in that body's frame (the frame used here, not the user's).
    pub pose: Pose,
}

/// An exact rotation: an orthogonal matrix of rationals with determinant 1, rows first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rotation(pub [[Number; 3]; 3]);

/// A rotation and a translation: `x ↦ rotation·x + translation`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pose {
    /// Axes of the inner frame in the outer, columns first.
    pub rotation: Rotation,
    /// Origin of the inner frame in the outer, m.
    pub translation: [Number; 3],
}

/// Inertia of a rigid body about the origin of its frame, *not* the mass centre.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inertia {
    /// kg.
    pub mass: Number,
    /// Mass times position of the mass centre, kg m.
    pub first_moment: [Number; 3],
    /// Inertia tensor about the frame's origin, kg m²: xx, yy, zz, xy, xz, yz (tensor entries, with their sign).
    pub tensor: Sym3,
}

/// A symmetric 3×3 matrix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sym3 {
    /// Entry (0, 0).
    pub xx: Number,
    /// Entry (1, 1).
    pub yy: Number,
    /// Entry (2, 2).
    pub zz: Number,
    /// Entries (0, 1) and (1, 0).
    pub xy: Number,
    /// Entries (0, 2) and (2, 0).
    pub xz: Number,
    /// Entries (1, 2) and (2, 1).
    pub yz: Number,
}

impl Mechanism {
    /// Number of coordinates a user gives, without driven ones.
    #[must_use]
    pub fn nq(&self) -> usize {
        (self.coordinates.as_ref()).map_or_else(|| self.tree_nq(), Coordinates::len)
    }

    /// Number of velocities a user gives, without driven ones.
    #[must_use]
    pub fn nv(&self) -> usize {
        (self.coordinates.as_ref()).map_or_else(|| self.tree_nv(), Coordinates::velocities)
    }

    /// Number of coordinates of the bodies' joints, without driven ones.
    #[must_use]
    pub fn tree_nq(&self) -> usize {
        self.free_joints().map(|body| body.joint.nq()).sum()
    }

    /// Number of velocities of the bodies' joints, without driven ones.
    #[must_use]
    pub fn tree_nv(&self) -> usize {
        self.free_joints().map(|body| body.joint.nv()).sum()
    }

    /// Number of driven coordinates (their joints have as many velocities).
    #[must_use]
    pub fn driven(&self) -> usize {
        let driven = self.bodies.iter().filter(|body| body.driven);
        driven.map(|body| body.joint.nq()).sum()
    }

    /// The bodies whose joints are not driven.
    pub(crate) fn free_joints(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().filter(|body| !body.driven)
    }

    /// The bodies of the model, in their order: all but the auxiliary ones.
    pub fn model_bodies(&self) -> impl Iterator<Item = BodyId> {
        self.bodies
            .iter()
            .enumerate()
            .filter(|(_, body)| !body.auxiliary)
            .map(|(index, _)| BodyId(index))
    }

    /// The same mechanism with the defaults of its parameters for good.
    #[must_use]
    pub fn at_defaults(&self) -> Self {
        let mut fixed = self.clone();
        fixed.parameters.clear();
        fixed.conditions.clear();
        let close = |number: &mut Number| *number = number.at_defaults();
        fixed.gravity.iter_mut().for_each(close);
        for frame in &mut fixed.frames {
            frame.pose.numbers_mut().for_each(close);
        }
        for body in &mut fixed.bodies {
            body.joint.numbers_mut().into_iter().for_each(close);
            body.placement.numbers_mut().for_each(close);
            body.user_frame.numbers_mut().for_each(close);
            body.inertia.numbers_mut().for_each(close);
            body.physics
                .iter_mut()
                .flat_map(DofPhysics::numbers_mut)
                .for_each(close);
        }
        if let Some(coordinates) = &mut fixed.coordinates {
            let motors = coordinates.motors.iter_mut();
            motors.flat_map(DofPhysics::numbers_mut).for_each(close);
            for position in &mut coordinates.positions {
                close(&mut position.offset.radians);
            }
        }
        fixed
    }

    /// Whether a placement or a joint depends on parameters: the geometry is then known at run time only.
    #[must_use]
    pub fn has_open_geometry(&self) -> bool {
        self.bodies.iter().any(|body| {
            let mut joint = body.joint.clone();
            let mut joint = joint.numbers_mut().into_iter();
            joint.any(|number| number.is_formula())
                || body.placement.numbers().any(Number::is_formula)
        })
    }

    /// The user's joints and motors, in the order of the coordinates; without driven ones.
    #[must_use]
    pub fn blocks(&self) -> Vec<Block> {
        if let Some(coordinates) = &self.coordinates {
            return coordinates.blocks.clone();
        }
        let mut blocks: Vec<Block> = self.free_joints().map(Body::block).collect();
        in_a_row(&mut blocks);
        blocks
    }

    /// Whether the user's coordinates are more than those of the tree in some order.
    #[must_use]
    pub fn is_coupled(&self) -> bool {
        let coordinates = self.coordinates.as_ref();
        coordinates.is_some_and(|coordinates| !coordinates.is_permutation())
    }

    /// The same with all joints of the tree on their own, in its order.
    #[must_use]
    pub fn with_free_joints(&self) -> Self {
        Self {
            coordinates: None,
            ..self.clone()
        }
    }

    /// The physics of all degrees of freedom of the tree and of all motors.
    pub fn joint_physics(&self) -> impl Iterator<Item = &DofPhysics> {
        let motors = self.coordinates.iter().flat_map(|one| &one.motors);
        self.free_joints()
            .flat_map(|body| &body.physics)
            .chain(motors)
    }
}

impl Body {
    /// The coordinates of the joint, first index 0.
    pub(crate) fn block(&self) -> Block {
        let named = |suffixes: &[&str]| match suffixes {
            [_] => vec![self.joint_name.clone()],
            several => {
                let name = |suffix| format!("{}.{suffix}", self.joint_name);
                several.iter().map(name).collect()
            }
        };
        Block {
            name: self.joint_name.clone(),
            kind: self.joint.kind(),
            q: 0,
            v: 0,
            coordinates: named(self.joint.coordinate_names()),
            velocities: named(self.joint.velocity_names()),
        }
    }
}

impl Rotation {
    /// No rotation.
    #[must_use]
    pub fn identity() -> Self {
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| Number::from(i64::from(i == j)))
        }))
    }

    /// Half a turn about x: diag(1, −1, −1).
    #[must_use]
    pub fn half_turn_about_x() -> Self {
        let mut rotation = Self::identity();
        for k in 1..3 {
            rotation.0[k][k] = -Number::ONE;
        }
        rotation
    }

    /// `self · other`.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                (0..3).fold(Number::ZERO, |sum, k| sum + &self.0[i][k] * &other.0[k][j])
            })
        }))
    }

    /// The inverse.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self(std::array::from_fn(|i| {
            std::array::from_fn(|j| self.0[j][i].clone())
        }))
    }

    /// `self · v`.
    #[must_use]
    pub fn apply(&self, v: &[Number; 3]) -> [Number; 3] {
        std::array::from_fn(|i| (0..3).fold(Number::ZERO, |sum, k| sum + &self.0[i][k] * &v[k]))
    }
}

impl Pose {
    /// All entries.
    fn numbers(&self) -> impl Iterator<Item = &Number> {
        self.rotation.0.iter().flatten().chain(&self.translation)
    }

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Number> {
        let rotation = self.rotation.0.iter_mut().flatten();
        rotation.chain(&mut self.translation)
    }

    /// The same frame.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            rotation: Rotation::identity(),
            translation: Default::default(),
        }
    }

    /// `self · other`: `other`'s inner frame in `self`'s outer.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let moved = self.rotation.apply(&other.translation);
        Self {
            rotation: self.rotation.times(&other.rotation),
            translation: std::array::from_fn(|i| &moved[i] + &self.translation[i]),
        }
    }

    /// The inverse pose.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.transposed();
        let back = rotation.apply(&self.translation);
        Self {
            translation: back.map(|x| -x),
            rotation,
        }
    }
}

impl Sym3 {
    /// Entry (i, j).
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> &Number {
        match (i.min(j), i.max(j)) {
            (0, 0) => &self.xx,
            (1, 1) => &self.yy,
            (2, 2) => &self.zz,
            (0, 1) => &self.xy,
            (0, 2) => &self.xz,
            _ => &self.yz,
        }
    }

    /// The symmetric matrix with entries `f(i, j)`, i ≤ j.
    pub fn from_fn(mut f: impl FnMut(usize, usize) -> Number) -> Self {
        Self {
            xx: f(0, 0),
            yy: f(1, 1),
            zz: f(2, 2),
            xy: f(0, 1),
            xz: f(0, 2),
            yz: f(1, 2),
        }
    }
}

impl Inertia {
    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Number> {
        let Sym3 {
            xx,
            yy,
            zz,
            xy,
            xz,
            yz,
        } = &mut self.tensor;
        let tensor = [xx, yy, zz, xy, xz, yz];
        core::iter::once(&mut self.mass)
            .chain(&mut self.first_moment)
            .chain(tensor)
    }

    /// From mass, mass centre and the tensor about the mass centre (Steiner: J = I + m (c·c 1 − c cᵀ)).
    #[must_use]
    pub fn from_mass_centre(mass: Number, centre: &[Number; 3], about_centre: &Sym3) -> Self {
        let squared = centre.iter().fold(Number::ZERO, |sum, x| sum + x * x);
        let tensor = Sym3::from_fn(|i, j| {
            let diagonal = if i == j {
                squared.clone()
            } else {
                Number::ZERO
            };
            about_centre.at(i, j) + &mass * (diagonal - &centre[i] * &centre[j])
        });
        let first_moment = std::array::from_fn(|i| &mass * &centre[i]);
        Self {
            mass,
            first_moment,
            tensor,
        }
    }

    /// The sum of two inertias about one origin, in one frame.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            mass: &self.mass + &other.mass,
            first_moment: std::array::from_fn(|i| &self.first_moment[i] + &other.first_moment[i]),
            tensor: Sym3::from_fn(|i, j| self.tensor.at(i, j) + other.tensor.at(i, j)),
        }
    }

    /// The same inertia seen from the outer frame of `pose`, in whose inner frame `self` is given:
    /// with R, p the pose, ms' = R ms + m p, J' = R J Rᵀ + (2 p·Rms + m p·p) 1 − p (Rms)ᵀ − (Rms) pᵀ − m p pᵀ.
    #[must_use]
    pub fn seen_through(&self, pose: &Pose) -> Self {
        let (rotation, p, mass) = (&pose.rotation, &pose.translation, &self.mass);
        let turned = rotation.apply(&self.first_moment);
        let dot = |a: &[Number; 3], b: &[Number; 3]| {
            (0..3).fold(Number::ZERO, |sum, k| sum + &a[k] * &b[k])
        };
        let trace = Number::from(2) * dot(p, &turned) + mass * dot(p, p);
        let half: [[Number; 3]; 3] = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                (0..3).fold(Number::ZERO, |sum, k| {
                    sum + &rotation.0[i][k] * self.tensor.at(k, j)
                })
            })
        });
        let tensor = Sym3::from_fn(|i, j| {
            let rotated = (0..3).fold(Number::ZERO, |sum, k| sum + &half[i][k] * &rotation.0[j][k]);
            let diagonal = if i == j { trace.clone() } else { Number::ZERO };
            rotated + diagonal - &p[i] * &turned[j] - &turned[i] * &p[j] - mass * (&p[i] * &p[j])
        });
        let first_moment = std::array::from_fn(|i| &turned[i] + mass * &p[i]);
        Self {
            mass: mass.clone(),
            first_moment,
            tensor,
        }
    }
}

impl Inertia {
    /// The mass centre in the frame's axes; the origin for a massless body.
    #[must_use]
    pub fn centre(&self) -> [Number; 3] {
        match self.mass.inverse() {
            Some(inverse) => std::array::from_fn(|i| &self.first_moment[i] * &inverse),
            None => Default::default(),
        }
    }

    /// The tensor about the mass centre (Steiner backwards).
    #[must_use]
    pub fn about_centre(&self) -> Sym3 {
        let c = self.centre();
        let squared = c.iter().fold(Number::ZERO, |sum, x| sum + x * x);
        Sym3::from_fn(|i, j| {
            let diagonal = if i == j {
                squared.clone()
            } else {
                Number::ZERO
            };
            self.tensor.at(i, j) - &self.mass * (diagonal - &c[i] * &c[j])
        })
    }

    /// The Euler tensor K = tr(J)/2 · 1 − J (the second moments ∫ x xᵀ dm) about the origin.
    #[must_use]
    pub fn euler_tensor(&self) -> Sym3 {
        let half_trace = (&self.tensor.xx + &self.tensor.yy + &self.tensor.zz) / Number::from(2);
        Sym3::from_fn(|i, j| {
            let diagonal = if i == j {
                half_trace.clone()
            } else {
                Number::ZERO
            };
            diagonal - self.tensor.at(i, j)
        })
    }
}
