//! Inertial parameters one by one.

use crate::exact::number::Number;
use crate::joint::Invariant;
use crate::mechanism::{Basis, BodyId, Inertia, Joint, Mechanism, Sym3};

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

/// The entries of a symmetric matrix, diagonal first.
const SYMMETRIC: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];

impl InertiaEntry {
    /// The ten parameters of a body as a model gives them: m, m s, J.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Mass]
            .into_iter()
            .chain((0..3).map(Self::FirstMoment))
            .chain(SYMMETRIC.into_iter().map(|(i, j)| Self::Tensor(i, j)))
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
    pub(super) fn add(&self, mechanism: &mut Mechanism, value: &Number) {
        let inertia = &mut mechanism.bodies[self.body.0].inertia;
        *inertia = inertia.plus(&self.entry.inertia(value));
    }
}

/// The parameters that the closed form leaves, from the base to the tips.
pub(super) fn closed_form(
    mechanism: &Mechanism,
    basis: impl Fn(usize) -> Basis,
) -> Vec<InertialParameter> {
    let of_body = |index: usize| {
        let body = BodyId(index);
        left(&mechanism.bodies[index].joint, basis(index))
            .into_iter()
            .map(move |entry| InertialParameter { body, entry })
    };
    (0..mechanism.bodies.len()).flat_map(of_body).collect()
}

/// The parameters of a body that the closed form leaves; moments of inertia first, which are the cheapest where a body moves little.
fn left(joint: &Joint, basis: Basis) -> Vec<InertiaEntry> {
    let tensor = SYMMETRIC.map(|(i, j)| match (joint.invariant(), basis) {
        (Invariant::Axis | Invariant::AxisDirection, Basis::EulerZz) => InertiaEntry::Euler(i, j),
        _ => InertiaEntry::Tensor(i, j),
    });
    let gone = match basis {
        Basis::EulerZz => InertiaEntry::Euler(2, 2),
        Basis::TensorYy => InertiaEntry::Tensor(1, 1),
        Basis::TensorXx => InertiaEntry::Tensor(0, 0),
    };
    let turning = tensor.into_iter().filter(|&entry| entry != gone);
    let moments = |axes: usize| (0..axes).map(InertiaEntry::FirstMoment);
    match joint.invariant() {
        Invariant::Axis => turning.chain(moments(2)).collect(),
        Invariant::AxisDirection => turning
            .chain(moments(3))
            .chain([InertiaEntry::Mass])
            .collect(),
        Invariant::Directions => [InertiaEntry::Mass].into_iter().chain(moments(3)).collect(),
        Invariant::Centre => tensor.into_iter().chain(moments(3)).collect(),
        Invariant::Nothing => tensor
            .into_iter()
            .chain(moments(3))
            .chain([InertiaEntry::Mass])
            .collect(),
    }
}
