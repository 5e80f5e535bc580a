//! The inertial parameters that the closed form of base parameters leaves.

use crate::joint::Invariant;
use crate::mechanism::{Basis, BodyId, Joint, Mechanism};
pub use crate::mechanism::{InertiaEntry, InertialParameter};

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
    let tensor = InertiaEntry::SYMMETRIC.map(|(i, j)| match (joint.invariant(), basis) {
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
