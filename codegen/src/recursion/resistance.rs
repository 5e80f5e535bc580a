//! The physics of one degree of freedom besides the bodies: rotor, damping, friction, spring.

use crate::leaves::{Coordinate, Leaves};
use crate::mechanism::DofPhysics;
use crate::scalar::Scalar;

/// The physics of one degree of freedom; `None`: off.
pub(super) struct Resistance<S> {
    pub rotor: Option<S>,
    pub damping: Option<S>,
    /// Friction at high rates, and the rate of transition.
    pub friction: Option<(S, S)>,
    /// Stiffness and q − rest.
    pub spring: Option<(S, S)>,
}

/// The derivatives of the force that a resistance takes; `None`: 0.
pub(super) struct Slopes<S> {
    pub by_coordinate: Option<S>,
    pub by_rate: Option<S>,
}

impl<S: Scalar> Resistance<S> {
    pub(super) fn lift<L: Leaves<S = S>>(
        physics: &DofPhysics,
        q: &Coordinate,
        leaves: &L,
    ) -> Option<Self> {
        if physics.is_off() {
            return None;
        }
        let number = |value| leaves.constant(value);
        let DofPhysics {
            rotor_inertia,
            damping,
            friction,
            friction_rate,
            stiffness,
            rest,
        } = physics;
        let stretch = || {
            if rest.is_zero() {
                q.value(leaves)
            } else {
                q.value(leaves) - number(rest)
            }
        };
        Some(Self {
            rotor: (!rotor_inertia.is_zero()).then(|| number(rotor_inertia)),
            damping: (!damping.is_zero()).then(|| number(damping)),
            friction: (!friction.is_zero()).then(|| (number(friction), number(friction_rate))),
            spring: (!stiffness.is_zero()).then(|| (number(stiffness), stretch())),
        })
    }

    /// damping q̇ + friction q̇ / √(q̇² + rate²) + stiffness (q − rest); `None` when there is none of these.
    pub(super) fn force(&self, rate: S) -> Option<S> {
        let damping = self.damping.map(|damping| damping * rate);
        let friction = self
            .friction
            .map(|(friction, scale)| friction * rate.saturate(scale));
        let spring = self.spring.map(|(stiffness, stretch)| stiffness * stretch);
        let all = [damping, friction, spring].into_iter().flatten();
        all.reduce(|a, b| a + b)
    }

    /// stiffness by q; damping + friction rate² / (q̇² + rate²)^{3/2} by q̇.
    pub(super) fn slopes(&self, rate: S) -> Slopes<S> {
        let friction = self.friction.map(|(friction, scale)| {
            let across = scale.saturate(rate);
            friction * (across * across * across) / scale
        });
        let by_rate = [self.damping, friction].into_iter().flatten();
        Slopes {
            by_coordinate: self.spring.map(|(stiffness, _)| stiffness),
            by_rate: by_rate.reduce(|a, b| a + b),
        }
    }
}
