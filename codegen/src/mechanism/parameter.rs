//! Inertial parameters one by one, their order and names in regressors, and the columns of base parameters.

use super::{BodyId, Inertia, Mechanism, Sym3};
use crate::exact::number::Number;

/// One inertial parameter of a body, about the origin of its frame, in its axes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InertialParameter {
    /// The body.
    pub body: BodyId,
    /// The entry of its inertia.
    pub entry: InertiaEntry,
}

/// A coordinate of an inertia.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InertiaEntry {
    /// m, kg.
    Mass,
    /// Component of the first moment m s, kg m.
    FirstMoment(usize),
    /// Entry (i, j), i ≤ j, of the tensor J, kg m².
    Tensor(usize, usize),
    /// Entry (i, j), i ≤ j, of the Euler tensor K = tr(J)/2 · 1 − J, kg m².
    Euler(usize, usize),
}

impl InertiaEntry {
    /// The entries of a symmetric matrix, diagonal first.
    pub(crate) const SYMMETRIC: [(usize, usize); 6] =
        [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

    /// The ten parameters of a body in the order of the columns of regressors: m, m c_x, m c_y, m c_z, I_xx, I_xy, I_yy, I_xz, I_yz,
    /// I_zz.
    pub const COLUMNS: [Self; 10] = [
        Self::Mass,
        Self::FirstMoment(0),
        Self::FirstMoment(1),
        Self::FirstMoment(2),
        Self::Tensor(0, 0),
        Self::Tensor(0, 1),
        Self::Tensor(1, 1),
        Self::Tensor(0, 2),
        Self::Tensor(1, 2),
        Self::Tensor(2, 2),
    ];

    /// The ten parameters of a body as a model gives them: m, m s, J.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Mass]
            .into_iter()
            .chain((0..3).map(Self::FirstMoment))
            .chain(Self::SYMMETRIC.into_iter().map(|(i, j)| Self::Tensor(i, j)))
    }

    /// The name: `m`, `mx`, `Jxy`, `Kzz`.
    #[must_use]
    pub fn name(self) -> String {
        let axis = |k: usize| ["x", "y", "z"][k.min(2)];
        match self {
            Self::Mass => "m".into(),
            Self::FirstMoment(k) => format!("m{}", axis(k)),
            Self::Tensor(i, j) => format!("J{}{}", axis(i), axis(j)),
            Self::Euler(i, j) => format!("K{}{}", axis(i), axis(j)),
        }
    }

    /// The unit of its values.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Mass => "kg",
            Self::FirstMoment(_) => "kg m",
            Self::Tensor(..) | Self::Euler(..) => "kg m²",
        }
    }

    /// Its value in an inertia.
    #[must_use]
    pub fn of(self, inertia: &Inertia) -> Number {
        match self {
            Self::Mass => inertia.mass.clone(),
            Self::FirstMoment(k) => inertia.first_moment[k].clone(),
            Self::Tensor(i, j) => inertia.tensor.at(i, j).clone(),
            Self::Euler(i, j) => inertia.euler_tensor().at(i, j).clone(),
        }
    }

    /// The inertia whose only coordinate is this, with this value. (The other coordinates are of the same kind: J of a
    /// K_xx has two entries.)
    #[must_use]
    pub fn inertia(self, value: &Number) -> Inertia {
        let single = |i: usize, j: usize, value: &Number| {
            Sym3::from_fn(|k, l| {
                if (k, l) == (i, j) {
                    value.clone()
                } else {
                    Number::ZERO
                }
            })
        };
        let mut inertia = Inertia::default();
        match self {
            Self::Mass => inertia.mass = value.clone(),
            Self::FirstMoment(k) => inertia.first_moment[k] = value.clone(),
            Self::Tensor(i, j) => inertia.tensor = single(i, j, value),
            // J = tr(K) 1 − K
            Self::Euler(i, j) if i == j => {
                inertia.tensor = Sym3::from_fn(|k, l| {
                    if k == l && k != i {
                        value.clone()
                    } else {
                        Number::ZERO
                    }
                });
            }
            Self::Euler(i, j) => inertia.tensor = single(i, j, &-value),
        }
        inertia
    }
}

impl InertialParameter {
    /// Its value in a mechanism.
    #[must_use]
    pub fn value(&self, mechanism: &Mechanism) -> Number {
        self.entry.of(&mechanism.bodies[self.body.0].inertia)
    }

    /// Adds to its value.
    pub(crate) fn add(&self, mechanism: &mut Mechanism, value: &Number) {
        let inertia = &mut mechanism.bodies[self.body.0].inertia;
        *inertia = inertia.plus(&self.entry.inertia(value));
    }
}

/// A column of the base regressor: that of a parameter and, with their factors, those of parameters that are combinations of base
/// parameters. All are about the origin of the user's frame of their body, in its axes.
#[derive(Clone, PartialEq, Debug)]
pub struct BaseColumn {
    /// The parameter of which the base parameter takes the place.
    pub parameter: InertialParameter,
    /// Further columns that add to its own.
    pub others: Vec<(InertialParameter, Number)>,
}

/// The names of inertial parameters, with the number of their body: `Jxx2`. Bodies between the parts of a joint have the number of the
/// body behind it, with primes.
#[derive(Clone, Debug)]
pub struct ParameterNames(Vec<String>);

impl ParameterNames {
    /// Those of a mechanism with elementary joints.
    #[must_use]
    pub fn new(mechanism: &Mechanism) -> Self {
        let mut labels = Vec::with_capacity(mechanism.bodies.len());
        let (mut number, mut primes) = (1, 0);
        for body in &mechanism.bodies {
            if body.auxiliary {
                primes += 1;
                labels.push(format!("{number}{}", "'".repeat(primes)));
            } else {
                labels.push(number.to_string());
                number += 1;
                primes = 0;
            }
        }
        Self(labels)
    }

    /// The number of a body, with primes.
    #[must_use]
    pub fn label(&self, body: BodyId) -> &str {
        &self.0[body.0]
    }

    /// The name of a parameter: `Jzz2`.
    #[must_use]
    pub fn of(&self, parameter: InertialParameter) -> String {
        format!("{}{}", parameter.entry.name(), self.label(parameter.body))
    }
}
