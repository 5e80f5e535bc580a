//! The choices of transforms for a body, without effect on the physics.

use std::str::FromStr;

use super::BodyId;

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
    /// Whether this body's frame is where pairs of joints on both sides of it meet in derivatives.
    pub meeting: bool,
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

    /// Its name in options: by the entry that goes to the parent.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::EulerZz => "euler-zz",
            Self::TensorYy => "tensor-yy",
            Self::TensorXx => "tensor-xx",
        }
    }
}

impl FromStr for Basis {
    type Err = &'static str;

    /// The basis of a name, or what to write instead.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|one| one.name() == name);
        named.ok_or("write \"tensor-yy\", \"tensor-xx\" or \"euler-zz\"")
    }
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
