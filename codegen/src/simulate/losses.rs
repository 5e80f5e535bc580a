//! The power that damping and friction take out of a motion.

use crate::mechanism::{Combination, DofPhysics, Mechanism};

/// The degrees of freedom and motors in which power is lost.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses(Vec<Loss>);

/// A rate, and what acts against it.
#[derive(Clone, Debug)]
struct Loss {
    /// The rate as a combination of the user's velocities: indices and factors.
    rate: Vec<(usize, f64)>,
    /// N m s/rad, or N s/m.
    damping: f64,
    /// N m, or N.
    friction: f64,
    /// Width of the turn of friction from one sign to the other, rad/s or m/s.
    width: f64,
}

impl Losses {
    /// Those of the mechanism's joints and motors.
    pub(super) fn of(mechanism: &Mechanism) -> Self {
        let coordinates = mechanism.coordinates.as_ref();
        let rate = |index: usize| match coordinates {
            Some(coordinates) => coordinates.velocities[index].clone(),
            None => Combination::one(index),
        };
        let mut losses = Vec::new();
        let mut first = 0;
        for body in mechanism.free_joints() {
            let joint = (first..).zip(&body.physics);
            losses.extend(joint.filter_map(|(index, physics)| Loss::of(&rate(index), physics)));
            first += body.joint.nv();
        }
        let motors = coordinates.iter().flat_map(|one| &one.motors).enumerate();
        losses.extend(
            motors.filter_map(|(index, physics)| Loss::of(&Combination::one(index), physics)),
        );
        losses.extend(springs(mechanism, rate));
        Self(losses)
    }

    /// The power lost at these velocities, W.
    pub(super) fn power(&self, qd: &[f64]) -> f64 {
        self.0.iter().map(|loss| loss.power(qd)).sum()
    }
}

/// The losses in the springs of elastic joints; `rate`: velocities of the tree by the user's.
fn springs(mechanism: &Mechanism, rate: impl Fn(usize) -> Combination) -> Vec<Loss> {
    let mut first = 0;
    let places: Vec<usize> = (mechanism.bodies.iter())
        .map(|body| {
            let own = first;
            first += if body.driven { 0 } else { body.joint.nv() };
            own
        })
        .collect();
    let motors = mechanism.bodies.iter().zip(&places);
    let springs = motors.filter_map(|(body, &motor)| {
        let spring = body.spring.as_ref()?;
        let terms = |place, sign: f64| {
            let terms = rate(place).terms.into_iter();
            terms.map(move |(index, factor)| (index, sign * factor.to_f64()))
        };
        let joint = terms(places[spring.joint.0], 1.0);
        Some(Loss {
            rate: joint.chain(terms(motor, -1.0)).collect(),
            damping: spring.damping.to_f64(),
            friction: 0.0,
            width: 0.0,
        })
    });
    springs.filter(|loss| loss.damping != 0.0).collect()
}

impl Loss {
    fn of(rate: &Combination, physics: &DofPhysics) -> Option<Self> {
        let loses = !(physics.damping.is_zero() && physics.friction.is_zero());
        let terms = rate.terms.iter();
        loses.then(|| Self {
            rate: terms
                .map(|(index, factor)| (*index, factor.to_f64()))
                .collect(),
            damping: physics.damping.to_f64(),
            friction: physics.friction.to_f64(),
            width: physics.friction_rate.to_f64(),
        })
    }

    /// Rate times damping · rate + friction · rate / √(rate² + width²).
    fn power(&self, qd: &[f64]) -> f64 {
        let rate: f64 = self
            .rate
            .iter()
            .map(|(index, factor)| factor * qd[*index])
            .sum();
        let friction = if self.friction == 0.0 {
            0.0
        } else {
            self.friction * rate / rate.hypot(self.width)
        };
        rate * (self.damping * rate + friction)
    }
}
