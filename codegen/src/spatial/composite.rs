//! The composite inertia of a rigid set of bodies, in Euler-tensor form: K, first moment, mass.

use core::ops::Add;

use super::{Mass, Mat3, Vec3};
use crate::scalar::Scalar;

/// K = ∫ x xᵀ dm, ms = ∫ x dm, m: a shift costs less than for the inertia tensor.
#[derive(Clone, Copy, Debug)]
pub struct Composite<S> {
    /// Euler tensor about the origin, symmetric, kg m².
    pub euler: Mat3<S>,
    /// First moment, kg m.
    pub first_moment: Vec3<S>,
    /// Mass, kg.
    pub mass: S,
}

impl<S: Scalar> Composite<S> {
    /// K = tr(J)/2 · 1 − J of a body with tensor J.
    #[must_use]
    pub fn new(mass: &Mass<S>, half: S) -> Self {
        let j = mass.tensor;
        let trace = (j[0][0] + j[1][1] + j[2][2]) * half;
        Self {
            euler: Mat3::symmetric(|a, b| if a == b { trace - j[a][b] } else { -j[a][b] }),
            first_moment: mass.first_moment,
            mass: mass.mass,
        }
    }

    /// J = tr(K) 1 − K.
    #[must_use]
    pub fn tensor(&self) -> Mat3<S> {
        let k = self.euler;
        Mat3::symmetric(|i, j| {
            if i == j {
                k[(i + 1) % 3][(i + 1) % 3] + k[(i + 2) % 3][(i + 2) % 3]
            } else {
                -k[i][j]
            }
        })
    }

    /// No bodies.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            euler: Mat3::zero(),
            first_moment: Vec3::zero(),
            mass: S::zero(),
        }
    }

    /// The same set when its frame's origin is at p: K' = K + t pᵀ + p tᵀ with t = ms + m p/2; ms' = ms + m p.
    #[must_use]
    pub fn shifted(&self, p: Vec3<S>, half: S) -> Self {
        let t = self.first_moment + p * (self.mass * half);
        let k = self.euler;
        let euler = Mat3::symmetric(|i, j| {
            if i == j {
                k[i][i] + t[i] * (p[i] + p[i])
            } else {
                k[i][j] + (t[i] * p[j] + t[j] * p[i])
            }
        });
        Self {
            euler,
            first_moment: self.first_moment + p * self.mass,
            mass: self.mass,
        }
    }
}

impl<S: Scalar> Composite<S> {
    /// The set without a part of it, about the same origin.
    #[must_use]
    pub fn without(&self, part: &Self) -> Self {
        Self {
            euler: Mat3::symmetric(|i, j| self.euler[i][j] - part.euler[i][j]),
            first_moment: self.first_moment - part.first_moment,
            mass: self.mass - part.mass,
        }
    }
}

impl<S: Scalar> From<Composite<S>> for Mass<S> {
    fn from(composite: Composite<S>) -> Self {
        Self {
            tensor: composite.tensor(),
            first_moment: composite.first_moment,
            mass: composite.mass,
        }
    }
}

impl<S: Scalar> Add for Composite<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            euler: Mat3::symmetric(|i, j| self.euler[i][j] + other.euler[i][j]),
            first_moment: self.first_moment + other.first_moment,
            mass: self.mass + other.mass,
        }
    }
}
