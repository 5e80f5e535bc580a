//! Constant rotations and poses, exact.

use crate::exact::number::Number;

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
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &Number> {
        self.rotation.0.iter().flatten().chain(&self.translation)
    }

    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Number> {
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

    /// A rotation without a translation.
    pub(crate) fn turned(rotation: Rotation) -> Self {
        Self {
            rotation,
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
