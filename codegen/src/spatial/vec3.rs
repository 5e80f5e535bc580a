//! The 3-vector.

use core::ops::{Add, Index, IndexMut, Mul, Neg, Sub};

use crate::scalar::Scalar;

/// A 3-vector in the axes of one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vec3<S>(pub [S; 3]);

impl<S: Scalar> Vec3<S> {
    /// The zero vector.
    #[must_use]
    pub fn zero() -> Self {
        Self([S::zero(); 3])
    }

    /// The unit vector along axis 0, 1 or 2.
    #[must_use]
    pub fn unit(axis: usize) -> Self {
        Self(core::array::from_fn(|i| S::literal(i8::from(i == axis))))
    }

    /// `self × other`.
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    /// `self · other`.
    #[must_use]
    pub fn dot(self, other: Self) -> S {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        a * x + b * y + c * z
    }
}

impl<S: Scalar> Add for Vec3<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self[i] + other[i]))
    }
}

impl<S: Scalar> Sub for Vec3<S> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self[i] - other[i]))
    }
}

impl<S: Scalar> Neg for Vec3<S> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

impl<S: Scalar> Mul<S> for Vec3<S> {
    type Output = Self;
    fn mul(self, factor: S) -> Self {
        Self(self.0.map(|x| x * factor))
    }
}

impl<S> Index<usize> for Vec3<S> {
    type Output = S;
    fn index(&self, index: usize) -> &S {
        &self.0[index]
    }
}

impl<S> IndexMut<usize> for Vec3<S> {
    fn index_mut(&mut self, index: usize) -> &mut S {
        &mut self.0[index]
    }
}
