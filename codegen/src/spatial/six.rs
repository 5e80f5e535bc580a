//! Six-dimensional quantities: twists [angular; linear], wrenches [moment; force], the extended mass.

use core::ops::{Add, Mul};

use super::{Mat3, Vec3};
use crate::scalar::Scalar;

/// A twist (or its rate), Saha (7): t = [ω; v], v of the frame's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twist<S> {
    /// Angular part ω, rad/s.
    pub angular: Vec3<S>,
    /// Linear part v, m/s.
    pub linear: Vec3<S>,
}

/// A wrench, Saha (7): w = [n; f], n about the frame's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrench<S> {
    /// Moment n, Nm.
    pub moment: Vec3<S>,
    /// Force f, N.
    pub force: Vec3<S>,
}

/// The extended mass matrix, Saha (6): M = [[I, m d×1], [−m d×1, m 1]], about the frame's origin.
#[derive(Clone, Copy, Debug)]
pub struct Mass<S> {
    /// Inertia tensor about the origin, *not* the mass centre, kg m².
    pub tensor: Mat3<S>,
    /// First moment m d, kg m.
    pub first_moment: Vec3<S>,
    /// Mass m, kg.
    pub mass: S,
}

impl<S: Scalar> Mass<S> {
    /// No mass.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            tensor: Mat3::zero(),
            first_moment: Vec3::zero(),
            mass: S::zero(),
        }
    }
}

impl<S: Scalar> Twist<S> {
    /// [ω; v].
    #[must_use]
    pub fn new(angular: Vec3<S>, linear: Vec3<S>) -> Self {
        Self { angular, linear }
    }

    /// No motion.
    #[must_use]
    pub fn zero() -> Self {
        Self::new(Vec3::zero(), Vec3::zero())
    }

    /// The same in other axes: both parts turned alike.
    #[must_use]
    pub fn turned(self, turn: impl Fn(Vec3<S>) -> Vec3<S>) -> Self {
        Self::new(turn(self.angular), turn(self.linear))
    }

    /// [ω × t_ω; ω × t_v], W t of Saha (6): its rate in axes that turn with ω.
    #[must_use]
    pub fn crossed(self, ω: Vec3<S>) -> Self {
        self.turned(|v| ω.cross(v))
    }

    /// The six components.
    #[must_use]
    pub fn components(self) -> [S; 6] {
        core::array::from_fn(|k| match k {
            0..3 => self.angular[k],
            _ => self.linear[k - 3],
        })
    }

    /// The power of a wrench on this twist.
    #[must_use]
    pub fn power(self, wrench: Wrench<S>) -> S {
        self.angular.dot(wrench.moment) + self.linear.dot(wrench.force)
    }
}

impl<S: Scalar> Wrench<S> {
    /// [n; f].
    #[must_use]
    pub fn new(moment: Vec3<S>, force: Vec3<S>) -> Self {
        Self { moment, force }
    }

    /// No load.
    #[must_use]
    pub fn zero() -> Self {
        Self::new(Vec3::zero(), Vec3::zero())
    }

    /// [ω × n; ω × f], W w of Saha (6).
    #[must_use]
    pub fn crossed(self, ω: Vec3<S>) -> Self {
        Self::new(ω.cross(self.moment), ω.cross(self.force))
    }
}

impl<S: Scalar> Add for Twist<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.angular + other.angular, self.linear + other.linear)
    }
}

impl<S: Scalar> Mul<S> for Twist<S> {
    type Output = Self;
    fn mul(self, factor: S) -> Self {
        Self::new(self.angular * factor, self.linear * factor)
    }
}

impl<S: Scalar> Add for Wrench<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.moment + other.moment, self.force + other.force)
    }
}

impl<S: Scalar> Mul<S> for Wrench<S> {
    type Output = Self;
    fn mul(self, factor: S) -> Self {
        Self::new(self.moment * factor, self.force * factor)
    }
}

impl<S: Scalar> Mul<Twist<S>> for Mass<S> {
    type Output = Wrench<S>;
    fn mul(self, t: Twist<S>) -> Wrench<S> {
        Wrench::new(
            self.tensor * t.angular + self.first_moment.cross(t.linear),
            t.linear * self.mass - self.first_moment.cross(t.angular),
        )
    }
}
