//! The articulated inertia: a symmetric 6×6 matrix in three 3×3 blocks.

use core::ops::{Add, Mul};

use super::{Mass, Mat3, Twist, Vec3, Wrench};
use crate::scalar::Scalar;

/// A symmetric 6×6 inertia: w = I t with n = A ω + H v, f = Hᵀ ω + M v.
#[derive(Clone, Copy, Debug)]
pub struct Articulated<S> {
    /// A, symmetric, kg m².
    pub moment: Mat3<S>,
    /// H, kg m.
    pub coupling: Mat3<S>,
    /// M, symmetric, kg.
    pub force: Mat3<S>,
}

impl<S: Scalar> From<Mass<S>> for Articulated<S> {
    fn from(mass: Mass<S>) -> Self {
        let m = mass.mass;
        Self {
            moment: mass.tensor,
            coupling: Mat3::skew(mass.first_moment),
            force: Mat3::from_fn(|i, j| if i == j { m } else { S::zero() }),
        }
    }
}

impl<S: Scalar> Articulated<S> {
    /// I − W Uᵀ for W ∥ U: symmetric, so only the upper triangles are computed.
    #[must_use]
    pub fn reduced(self, w: Wrench<S>, u: Wrench<S>) -> Self {
        Self {
            moment: Mat3::symmetric(|i, j| self.moment[i][j] - w.moment[i] * u.moment[j]),
            coupling: Mat3::from_fn(|i, j| self.coupling[i][j] - w.moment[i] * u.force[j]),
            force: Mat3::symmetric(|i, j| self.force[i][j] - w.force[i] * u.force[j]),
        }
    }

    /// The same inertia about a point at −d along x of the point it is given about (a shift of the frame's
    /// origin, so that what was at the origin is now at (d, 0, 0)).
    #[must_use]
    pub fn shifted_along_x(self, d: S) -> Self {
        self.shifted_along(0, d)
    }

    /// The same for z.
    #[must_use]
    pub fn shifted_along_z(self, d: S) -> Self {
        self.shifted_along(2, d)
    }

    /// A' = A + p~Hᵀ + (p~H'ᵀ)ᵀ and H' = H + p~M for p = d e_k: rows i and j change, row k does not.
    fn shifted_along(self, k: usize, d: S) -> Self {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (a, h, m) = (self.moment, self.coupling, self.force);
        let mut shifted = h.0;
        for b in 0..3 {
            shifted[i][b] = h[i][b] - d * m[j][b];
            shifted[j][b] = h[j][b] + d * m[i][b];
        }
        let mut r = a.0;
        r[i][i] = a[i][i] - d * (h[i][j] + shifted[i][j]);
        r[i][j] = a[i][j] + d * (shifted[i][i] - h[j][j]);
        r[i][k] = a[i][k] - d * h[k][j];
        r[j][j] = a[j][j] + d * (h[j][i] + shifted[j][i]);
        r[j][k] = a[j][k] + d * h[k][i];
        r[j][i] = r[i][j];
        r[k][i] = r[i][k];
        r[k][j] = r[j][k];
        Self {
            moment: Mat3(r),
            coupling: Mat3(shifted),
            force: m,
        }
    }

    /// The same for any p.
    #[must_use]
    pub fn shifted(self, p: Vec3<S>) -> Self {
        let cross = |m: Mat3<S>| {
            let columns: [Vec3<S>; 3] = core::array::from_fn(|j| p.cross(m.column(j)));
            Mat3::from_fn(|i, j| columns[j][i])
        };
        let coupling = self.coupling + cross(self.force);
        let (old, new) = (
            cross(self.coupling.transposed()),
            cross(coupling.transposed()),
        );
        Self {
            moment: Mat3::symmetric(|i, j| self.moment[i][j] + (old[i][j] + new[j][i])),
            coupling,
            force: self.force,
        }
    }

    /// In axes turned about axis k.
    #[must_use]
    pub fn turned(self, k: usize, c: S, s: S) -> Self {
        Self {
            moment: self.moment.turned_symmetric(k, c, s),
            coupling: self.coupling.turned(k, c, s),
            force: self.force.turned_symmetric(k, c, s),
        }
    }

    /// In axes turned by any R.
    #[must_use]
    pub fn conjugated(self, r: Mat3<S>) -> Self {
        Self {
            moment: self.moment.conjugated_symmetric(r),
            coupling: self.coupling.conjugated(r),
            force: self.force.conjugated_symmetric(r),
        }
    }
}

impl<S: Scalar> Add for Articulated<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            moment: Mat3::symmetric(|i, j| self.moment[i][j] + other.moment[i][j]),
            coupling: self.coupling + other.coupling,
            force: Mat3::symmetric(|i, j| self.force[i][j] + other.force[i][j]),
        }
    }
}

impl<S: Scalar> Mul<Twist<S>> for Articulated<S> {
    type Output = Wrench<S>;
    fn mul(self, t: Twist<S>) -> Wrench<S> {
        Wrench {
            moment: self.moment * t.angular + self.coupling * t.linear,
            force: self.coupling.transposed() * t.angular + self.force * t.linear,
        }
    }
}
