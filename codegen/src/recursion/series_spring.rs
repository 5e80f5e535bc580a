//! The springs of elastic joints: f = k (q − θ) + d (q̇ − θ̇) between a joint and its motor.
//!
//! f resists the joint and drives the motor, so it is computed once ([`SeriesSpring`](crate::mechanism::SeriesSpring)).

use crate::leaves::{Coordinate, Leaves};
use crate::mechanism::{Mechanism, SeriesSpring};
use crate::scalar::Scalar;

/// A spring between two coordinates of the tree.
pub(super) struct CoordinateSpring<S> {
    /// The indices of joint and motor in the velocity arrays of the tree.
    velocities: [usize; 2],
    /// k.
    stiffness: S,
    /// q − θ.
    stretch: S,
    /// d; `None`: there is none.
    damping: Option<S>,
}

impl<S: Scalar> CoordinateSpring<S> {
    /// The springs of a mechanism; `places`: coordinates and first velocity of every body's joint.
    pub(super) fn all<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        places: &[(Vec<Coordinate>, usize)],
        leaves: &L,
    ) -> Vec<Self> {
        let motors = mechanism.bodies.iter().zip(places);
        let springs = motors.filter_map(|(body, motor)| {
            let spring = body.spring.as_ref()?;
            Self::lift(spring, [&places[spring.joint.0], motor], leaves)
        });
        springs.collect()
    }

    fn lift<L: Leaves<S = S>>(
        spring: &SeriesSpring,
        [(q, v), (θ, w)]: [&(Vec<Coordinate>, usize); 2],
        leaves: &L,
    ) -> Option<Self> {
        let damping = &spring.damping;
        Some(Self {
            velocities: [*v, *w],
            stiffness: leaves.constant(&spring.stiffness),
            stretch: q.first()?.value(leaves) - θ.first()?.value(leaves),
            damping: (!damping.is_zero()).then(|| leaves.constant(damping)),
        })
    }

    /// The velocities of joint and motor, and f, which resists the one and drives the other.
    pub(super) fn force(&self, rates: &[S]) -> ([usize; 2], S) {
        let [v, w] = self.velocities;
        let spring = self.stiffness * self.stretch;
        let force = self
            .damping
            .map_or(spring, |damping| spring + damping * (rates[v] - rates[w]));
        (self.velocities, force)
    }

    /// ½ k (q − θ)².
    pub(super) fn energy(&self, half: S) -> S {
        (half * self.stiffness) * (self.stretch * self.stretch)
    }
}
