//! Flexible bodies of a system, deformed by their modes.

use super::System;
use crate::leaves::{Coordinate, Leaves};
use crate::mechanism::{BodyId, Mechanism};
use crate::recursion::modal::{Modal, ModePlace};
use crate::scalar::Scalar;

impl<S: Scalar> System<S> {
    /// The same links, flexible bodies deformed by their modes.
    pub(super) fn deformed<L: Leaves<S = S>>(
        mut self,
        mechanism: &Mechanism,
        places: &[(Vec<Coordinate>, usize)],
        leaves: &L,
    ) -> Self {
        for (index, body) in mechanism.bodies.iter().enumerate() {
            let Some(deformation) = &body.deformation else {
                continue;
            };
            let modes = mechanism.modes_of(BodyId(index));
            let modes: Vec<ModePlace> = modes
                .filter_map(|mode| {
                    let (q, v) = &places[mode.0];
                    let physics = mechanism.bodies[mode.0].physics.first();
                    let mass = physics.map(|one| one.rotor_inertia.clone());
                    Some(ModePlace {
                        coordinate: q.first()?.clone(),
                        velocity: *v,
                        mass: mass.unwrap_or_default(),
                    })
                })
                .collect();
            let link = &mut self.links[index];
            link.mark(leaves, "flexible body");
            let (modal, inertia) =
                Modal::lift(deformation, &modes, link.composite, self.half, leaves);
            link.set_inertia(inertia);
            link.modal = Some(modal);
        }
        self
    }
}
