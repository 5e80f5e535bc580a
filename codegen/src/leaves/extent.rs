//! The sizes of arrays, as every mechanism has them.

/// A number of elements that a mechanism fixes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Dim {
    /// The same for every mechanism.
    Fixed(usize),
    /// Coordinates q.
    Nq,
    /// Velocities q̇.
    Nv,
    /// Pairs of velocities.
    VelocityPairs,
    /// Pairs of velocities whose order does not matter, those of a velocity with itself included: a triangle of a symmetric matrix.
    VelocityTriangle,
    /// Actuated velocities: all of an open chain.
    Actuated,
    /// Independent velocities of a mechanism with loops.
    Independent,
    /// Directions in which positions can change: velocities of an open chain, independent ones of a mechanism with loops.
    Directions,
    /// Rows of the constraints of a mechanism with loops.
    Rows,
    /// Cut joints.
    Closures,
    /// Bodies of the model.
    Bodies,
    /// Six for each frame.
    Tips,
    /// Coordinates of driven joints.
    Driven,
    /// Parameters of the model.
    Parameters,
    /// Inertial parameters of the model's bodies, ten each.
    InertialParameters,
    /// Base parameters, where they have been sought.
    BaseParameters,
    /// As many as one program hands to another.
    Internal,
}

/// The extent of an array in symbolic dimensions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Extent {
    /// One number.
    Scalar,
    /// A vector.
    Vector(Dim),
    /// A row-major matrix: rows, columns.
    Matrix(Dim, Dim),
}

impl Extent {
    /// Whether sparse code packs it: a matrix with as many columns as a mechanism has of something. What has a fixed number of columns stays
    /// as it is: the wrenches of bodies, a rotation matrix.
    #[must_use]
    pub fn is_packable(self) -> bool {
        matches!(self, Self::Matrix(_, columns) if !matches!(columns, Dim::Fixed(_)))
    }
}
