//! The signature of a quantity, as data: its arrays with symbolic dimensions, how they change with the user's
//! coordinates, and what the transforms may do without changing its values.
//!
//! Lengths, ports, C prototypes, Rust types, stubs, documentation and the mapping of results to the user's coordinates all
//! derive from here.

use crate::leaves::{Argument, Dim, Extent};
use crate::mechanism::{Loops, Mechanism};
use crate::program::{Port, Shape};

impl Dim {
    /// The number on a mechanism; 0 for what only a program knows.
    #[must_use]
    pub fn on(self, mechanism: &Mechanism) -> usize {
        let loops = mechanism.loops.as_ref();
        match self {
            Self::Fixed(n) => n,
            Self::Nq => mechanism.nq(),
            Self::Nv => mechanism.nv(),
            Self::VelocityPairs => mechanism.nv() * mechanism.nv(),
            Self::VelocityTriangle => mechanism.nv() * (mechanism.nv() + 1) / 2,
            Self::Actuated => loops.map_or(mechanism.nv(), |loops| loops.actuated.len()),
            Self::Independent => loops.map_or(0, Loops::freedom),
            Self::Directions => loops.map_or(mechanism.nv(), Loops::freedom),
            Self::Rows => loops.map_or(0, Loops::rows),
            Self::Closures => loops.map_or(0, |loops| loops.closures.len()),
            Self::Bodies => mechanism.model_bodies().count(),
            Self::Tips => 6 * mechanism.frames.len(),
            Self::Driven => mechanism.driven(),
            Self::Parameters => mechanism.parameters.len(),
            Self::InertialParameters => mechanism.inertial_parameters().count(),
            Self::BaseParameters => mechanism.base.len(),
            Self::Internal => 0,
        }
    }
}

impl Extent {
    /// The shape on a mechanism.
    #[must_use]
    pub fn on(self, mechanism: &Mechanism) -> Shape {
        match self {
            Self::Scalar => Shape::Scalar,
            Self::Vector(n) => Shape::Vector(n.on(mechanism)),
            Self::Matrix(rows, columns) => Shape::Matrix(rows.on(mechanism), columns.on(mechanism)),
        }
    }
}

impl Argument {
    /// The extent of this input array.
    #[must_use]
    pub fn extent(self) -> Extent {
        match self {
            Self::Q => Extent::Vector(Dim::Nq),
            Self::Qd | Self::Qdd | Self::P | Self::DirectionP => Extent::Vector(Dim::Nv),
            Self::DirectionQ | Self::DirectionQd | Self::DirectionQdd => {
                Extent::Vector(Dim::Directions)
            }
            Self::Tau | Self::DirectionTau => Extent::Vector(Dim::Actuated),
            Self::Weights(weight) => weight.extent,
            Self::Wrenches | Self::DirectionWrenches => Extent::Matrix(Dim::Bodies, Dim::Fixed(6)),
            Self::DrivenQ | Self::DrivenQd | Self::DrivenQdd => Extent::Vector(Dim::Driven),
            Self::Parameters => Extent::Vector(Dim::Parameters),
            Self::Independent | Self::DirectionIndependent => Extent::Vector(Dim::Independent),
            Self::StepSize => Extent::Vector(Dim::Fixed(1)),
            Self::Prepared | Self::Carried | Self::Solved => Extent::Vector(Dim::Internal),
        }
    }

    /// The array of a direction in this one; `None` for what is held.
    #[must_use]
    pub fn direction(self) -> Option<Self> {
        Some(match self {
            Self::Q => Self::DirectionQ,
            Self::Qd => Self::DirectionQd,
            Self::Qdd => Self::DirectionQdd,
            Self::Tau => Self::DirectionTau,
            Self::P => Self::DirectionP,
            Self::Wrenches => Self::DirectionWrenches,
            Self::Independent => Self::DirectionIndependent,
            _ => return None,
        })
    }

    /// Whether it is of driven joints alone.
    #[must_use]
    pub fn is_driven(self) -> bool {
        matches!(self, Self::DrivenQ | Self::DrivenQd | Self::DrivenQdd)
    }

    /// This input array of a mechanism.
    #[must_use]
    pub fn port(self, mechanism: &Mechanism) -> Port {
        Port {
            argument: self,
            len: self.extent().on(mechanism).len(),
        }
    }
}

/// How an array changes when the velocities of the tree are q̇_t = G q̇.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variance {
    /// Not at all.
    Invariant,
    /// x = Gᵀ x_t: generalised forces and momenta. Velocities and accelerations too where they are mapped, as G is a
    /// permutation there.
    Covector,
    /// A = Gᵀ A_t G: M and C. M⁻¹ too where it is mapped, as G is a permutation there.
    Bilinear,
    /// The upper triangle of such a matrix, row by row. A recursion in the coordinates of the tree gives A_t as a whole.
    BilinearUpper,
    /// J = J_t G: the columns belong to velocities.
    Columns,
    /// Y = Gᵀ Y_t: the rows belong to generalised forces or momenta.
    Rows,
    /// It depends on the order of the velocities (U of M = U D Uᵀ), and is computed in that of the user.
    Ordered,
}

/// An output array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    /// Name in C signatures and in JSON.
    pub name: &'static str,
    /// Its extent.
    pub extent: Extent,
    /// How it changes with the user's coordinates.
    pub variance: Variance,
    /// Whether only a mechanism with loops has it.
    pub of_loops: bool,
}

impl Array {
    /// One number.
    pub(crate) const fn scalar(name: &'static str) -> Self {
        Self::of(name, Extent::Scalar, Variance::Invariant)
    }

    /// A vector that does not change with the user's coordinates.
    pub(crate) const fn vector(name: &'static str, n: Dim) -> Self {
        Self::of(name, Extent::Vector(n), Variance::Invariant)
    }

    /// Generalised forces of the actuated joints.
    pub(crate) const fn actuated(name: &'static str) -> Self {
        Self::of(name, Extent::Vector(Dim::Actuated), Variance::Covector)
    }

    /// A vector with an element for every velocity.
    pub(crate) const fn covector(name: &'static str) -> Self {
        Self::of(name, Extent::Vector(Dim::Nv), Variance::Covector)
    }

    /// A matrix that does not change with the user's coordinates.
    pub(crate) const fn matrix(name: &'static str, rows: Dim, columns: Dim) -> Self {
        Self::of(name, Extent::Matrix(rows, columns), Variance::Invariant)
    }

    /// A matrix with a row and a column for every velocity.
    pub(crate) const fn bilinear(name: &'static str) -> Self {
        let extent = Extent::Matrix(Dim::Nv, Dim::Nv);
        Self::of(name, extent, Variance::Bilinear)
    }

    /// The upper triangle of a symmetric matrix with a row and a column for every velocity, row by row.
    pub(crate) const fn upper_triangle(name: &'static str) -> Self {
        let extent = Extent::Vector(Dim::VelocityTriangle);
        Self::of(name, extent, Variance::BilinearUpper)
    }

    /// A matrix with a column for every velocity.
    pub(crate) const fn columns(name: &'static str, rows: Dim) -> Self {
        let extent = Extent::Matrix(rows, Dim::Nv);
        Self::of(name, extent, Variance::Columns)
    }

    /// A matrix with a row for every velocity.
    pub(crate) const fn rows(name: &'static str, columns: Dim) -> Self {
        let extent = Extent::Matrix(Dim::Nv, columns);
        Self::of(name, extent, Variance::Rows)
    }

    /// An array.
    pub(crate) const fn of(name: &'static str, extent: Extent, variance: Variance) -> Self {
        Self {
            name,
            extent,
            variance,
            of_loops: false,
        }
    }

    /// The same, of mechanisms with loops alone.
    pub(crate) const fn of_loops(self) -> Self {
        Self {
            of_loops: true,
            ..self
        }
    }
}

/// What a quantity is for: functions that are asked for together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Kinematics, dynamics, energies.
    Dynamics,
    /// Matrices of derivatives.
    Derivatives,
    /// Derivatives times vectors.
    Products,
    /// Matrices that inertial parameters are multiplied with.
    Regressors,
}

impl Family {
    /// The words that stand for the functions of a family where names are asked for. `all` is no such word: it leaves these out, which
    /// are many and large.
    pub const WORDS: [(&'static str, Self); 3] = [
        ("derivatives", Self::Derivatives),
        ("products", Self::Products),
        ("regressors", Self::Regressors),
    ];

    /// The family of a word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let found = Self::WORDS.iter().find(|(known, _)| *known == word);
        found.map(|(_, family)| *family)
    }
}

/// The mechanisms that have a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existence {
    /// None: it is only counted.
    Counted,
    /// Open chains.
    Open,
    /// Mechanisms with loops.
    Loops,
    /// Mechanisms with loops where as many forces are unknown as there are equations, or a solution of least norm is asked for.
    DeterminateLoops,
    /// Open chains, and mechanisms with determinate loops.
    Determinate,
    /// Open chains, and mechanisms with loops whose equations are regular: no solution of least norm is asked for.
    Regular,
    /// The same, with determinate loops.
    RegularDeterminate,
    /// Mechanisms with loops whose equations are regular.
    RegularLoops,
    /// All.
    All,
    /// All with frames.
    Frames,
    /// Open chains with frames.
    OpenFrames,
    /// Open chains where the Jacobians of all frames together have full row rank.
    FullRank,
    /// Open chains with a mass.
    Mass,
    /// All where energy is conserved: no flexible body has its geometry undeformed.
    Conservative,
    /// Open chains where energy is conserved.
    OpenConservative,
    /// Open chains with parameters.
    Parametric,
    /// Open chains of rigid bodies.
    Rigid,
    /// Open chains of rigid bodies whose geometry and gravity are numbers.
    Identified,
}

impl Existence {
    /// Whether only mechanisms that conserve energy have the quantity.
    #[must_use]
    pub fn is_of_energy(self) -> bool {
        matches!(self, Self::Conservative | Self::OpenConservative)
    }
}

impl Existence {
    /// Whether a mechanism with or without loops may have the quantity.
    #[must_use]
    pub fn is_possible(self, has_loops: bool) -> bool {
        match self {
            Self::Counted => false,
            Self::Open
            | Self::OpenFrames
            | Self::FullRank
            | Self::Mass
            | Self::OpenConservative
            | Self::Parametric
            | Self::Rigid
            | Self::Identified => !has_loops,
            Self::Loops | Self::DeterminateLoops | Self::RegularLoops => has_loops,
            Self::Regular
            | Self::RegularDeterminate
            | Self::Determinate
            | Self::All
            | Self::Frames
            | Self::Conservative => true,
        }
    }
}

/// How a quantity uses the generalised inertia matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InertiaMatrixUse {
    /// Nothing.
    Any,
    /// It finds the motion, for which M must be regular.
    Regular,
    /// It divides by parts of M: its accuracy depends on the condition of M.
    Divided,
}

/// The effect of motors with coordinates of their own on a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motors {
    /// Nothing, or it is inside of what is solved for.
    Nothing,
    /// Their resistance, and the inertia of their rotors.
    Forces,
    /// Their resistance.
    Resistance,
    /// The momenta of their rotors.
    Momenta,
    /// The kinetic energy of their rotors.
    KineticEnergy,
    /// The potential energy of their springs.
    PotentialEnergy,
}

/// The signature of a quantity: its properties before it is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Name of the generated function; that of a frame is added.
    pub name: &'static str,
    /// One line of documentation.
    pub summary: &'static str,
    /// The same of a mechanism with loops, where it is another.
    pub summary_of_loops: Option<&'static str>,
    /// Input arrays in the order of the signature; those of driven joints only where there are such joints.
    pub inputs: &'static [Argument],
    /// Output arrays in the order of the signature.
    pub outputs: &'static [Array],
    /// The functions that it is asked for with.
    pub family: Family,
    /// The mechanisms that have it.
    pub exists: Existence,
    /// Its use of M.
    pub inertia: InertiaMatrixUse,
    /// The effect of motors.
    pub motors: Motors,
    /// Whether base parameters give the same values: generalised forces, M and what follows from it.
    pub base_parameters: bool,
    /// Whether another choice of frames gives other values: C is not unique, only C q̇ is.
    pub frame_dependent: bool,
}
