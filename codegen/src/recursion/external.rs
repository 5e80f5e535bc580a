//! Wrenches between a mechanism and its user: external ones in, joint wrenches out, both in the user's frames.

use super::{System, zeros};
use crate::leaves::{Leaves, Origin};
use crate::mechanism::Mechanism;
use crate::scalar::Scalar;
use crate::spatial::{Vec3, Wrench};

/// τ less what the external wrenches contribute: they act on the bodies, so the joints need not. Linear, hence apart
/// from the motion: −pᵀ Σ Aᵀ w over the bodies behind each joint.
pub(super) fn subtract<L: Leaves>(
    system: &System<L::S>,
    mechanism: &Mechanism,
    τ: Vec<L::S>,
    wrenches: &[L::S],
    leaves: &L,
) -> Vec<L::S> {
    let mut carried = vec![Wrench::zero(); system.links.len()];
    for (place, body) in mechanism.model_bodies().enumerate() {
        system.links[body.0].mark(leaves, "external wrenches");
        let (rotation, origin) = system.links[body.0].user_frame;
        let given = |k: usize| Vec3(core::array::from_fn(|i| wrenches[6 * place + k + i]));
        let force = rotation * given(3);
        carried[body.0] = Wrench::new(rotation * given(0) + origin.cross(force), force);
    }
    let mut supported = zeros(system.nv);
    for (i, link) in system.inward(leaves, "external wrenches") {
        link.project(carried[i], &mut supported);
        if let Some(parent) = link.parent {
            carried[parent] = carried[parent] + link.onto_parent(carried[i]);
        }
    }
    leaves.mark(Origin::whole("external wrenches"));
    let pairs = τ.into_iter().zip(supported);
    pairs.map(|(τ, supported)| τ - supported).collect()
}

/// [moment; force] of every body of the model about the origin of the user's frame, in its axes.
pub(super) fn in_user_frames<S: Scalar>(
    system: &System<S>,
    mechanism: &Mechanism,
    wrenches: &[Wrench<S>],
) -> Vec<S> {
    mechanism
        .model_bodies()
        .flat_map(|body| {
            let (rotation, origin) = system.links[body.0].user_frame;
            let w = wrenches[body.0];
            let back = rotation.transposed();
            let moment = back * (w.moment - origin.cross(w.force));
            moment.0.into_iter().chain((back * w.force).0)
        })
        .collect()
}
