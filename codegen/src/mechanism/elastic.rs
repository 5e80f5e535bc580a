//! Elastic joints: a motor moves its joint through a gear and a spring (a series-elastic actuator; Spong in `docs/bibliography.md`).
//!
//! q is the coordinate of the joint, on the link's side of the spring, θ that of the motor, measured behind the gear: the angle of
//! the shaft over the gear ratio N. With the inertia J of the rotor the motor has the kinetic energy ½ N² J θ̇² and the spring the
//! energy ½ k (q − θ)²; that the motor is carried around is neglected, as for rotors of rigid joints:
//!
//! ```text
//! M(q) q̈ + h(q, q̇) + k (q − θ) + d (q̇ − θ̇) = τ_q
//!            N² J θ̈ − k (q − θ) − d (q̇ − θ̇) = τ_θ − what resists in the motor
//! ```
//!
//! The motor is a massless body on the base with a joint that moves nothing ([`Motor`](crate::joint::Motor)) and the rotor inertia
//! N² J, behind all bodies that move: the inertia matrix is block diagonal, and recursions find nothing to do at it.

use core::f64::consts::TAU;

use super::{Body, BodyId, Mechanism};
use crate::exact::number::Number;

/// The spring between a motor and the joint that it moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeriesSpring {
    /// The body that the joint carries; the joint has one coordinate.
    pub joint: BodyId,
    /// k, N m/rad (a sliding joint: N/m).
    pub stiffness: Number,
    /// d, N m s/rad (a sliding joint: N s/m).
    pub damping: Number,
}

impl SeriesSpring {
    pub(super) fn numbers_mut(&mut self) -> [&mut Number; 2] {
        [&mut self.stiffness, &mut self.damping]
    }
}

/// An elastic joint by itself, its link held; parameters at their defaults.
#[derive(Clone, Debug)]
pub struct ElasticJoint<'a> {
    /// The body that the joint carries.
    pub link: &'a Body,
    /// The motor among the bodies; its joint's name is that of the coordinate θ.
    pub motor: &'a Body,
    /// k, N m/rad (a sliding joint: N/m).
    pub stiffness: f64,
    /// d, N m s/rad (a sliding joint: N s/m).
    pub damping: f64,
    /// N² J, the inertia of the rotor as the joint feels it, kg m² (a sliding joint: kg).
    pub reflected_inertia: f64,
}

impl ElasticJoint<'_> {
    /// √(k/(N² J)), the rate at which the motor vibrates while the link is held, rad/s.
    #[must_use]
    pub fn rate(&self) -> f64 {
        (self.stiffness / self.reflected_inertia).sqrt()
    }

    /// The frequency of the motor while the link is held, Hz.
    #[must_use]
    pub fn frequency(&self) -> f64 {
        self.rate() / TAU
    }

    /// The damping ratio of that vibration by the spring's own damping, d/(2 √(k N² J)).
    #[must_use]
    pub fn damping_ratio(&self) -> f64 {
        0.5 * self.damping / (self.stiffness * self.reflected_inertia).sqrt()
    }
}

impl Mechanism {
    /// The elastic joints, in the order of their motors.
    pub fn elastic_joints(&self) -> impl Iterator<Item = ElasticJoint<'_>> {
        self.bodies.iter().filter_map(|motor| {
            let spring = motor.spring.as_ref()?;
            let rotor = motor.physics.first().map(|one| &one.rotor_inertia);
            Some(ElasticJoint {
                link: &self.bodies[spring.joint.0],
                motor,
                stiffness: spring.stiffness.to_f64(),
                damping: spring.damping.to_f64(),
                reflected_inertia: rotor.map_or(0.0, Number::to_f64),
            })
        })
    }
}
