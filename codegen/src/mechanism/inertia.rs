//! The inertia of a rigid body about the origin of its frame.

use super::{Pose, Rotation};
use crate::exact::number::Number;

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

    /// R S Rᵀ: the tensor S of turned axes in the axes in which these are the columns of R.
    #[must_use]
    pub fn turned(&self, rotation: &Rotation) -> Self {
        let half: [[Number; 3]; 3] = std::array::from_fn(|i| {
            std::array::from_fn(|k| {
                (0..3).fold(Number::ZERO, |sum, j| {
                    sum + &rotation.0[i][j] * self.at(j, k)
                })
            })
        });
        Self::from_fn(|i, j| {
            (0..3).fold(Number::ZERO, |sum, k| sum + &half[i][k] * &rotation.0[j][k])
        })
    }
}

impl Inertia {
    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Number> {
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

    /// Whether there is none.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
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

    /// Itself, rounded in the entries that have more than `longest` bits.
    pub(crate) fn without_excess(mut self, longest: usize) -> Self {
        for entry in self.numbers_mut() {
            *entry = core::mem::take(entry).without_excess(longest);
        }
        self
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
