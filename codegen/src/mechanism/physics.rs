//! The physics of a joint itself, beside the bodies it connects.
//!
//! For a degree of freedom with the coordinate q, the generalised force is that of the bodies and
//!
//! τ = … + rotor_inertia q̈ + damping q̇ + friction q̇ / √(q̇² + friction_rate²) + stiffness (q − rest).

use crate::exact::number::Number;

/// The physics of one degree of freedom; everything is 0 (off) unless given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DofPhysics {
    /// Inertia of what turns with the motor as the joint feels it: times the square of the gear ratio, kg m² (a sliding
    /// joint: kg). The rotor turns about the joint's axis as its carrier sees it; that it is also carried around, its
    /// gyroscopic effects, is neglected, and its mass belongs to the carrier.
    pub rotor_inertia: Number,
    /// Viscous: N m s/rad, or N s/m.
    pub damping: Number,
    /// Coulomb friction at high rates: N m, or N.
    pub friction: Number,
    /// Where friction turns from one sign to the other: at this rate it has 1/√2 of its size, rad/s or m/s. Positive
    /// where there is friction.
    pub friction_rate: Number,
    /// N m/rad, or N/m.
    pub stiffness: Number,
    /// Position in which the spring is at rest: rad, or m.
    pub rest: Number,
}

impl DofPhysics {
    pub(super) fn numbers_mut(&mut self) -> [&mut Number; 6] {
        [
            &mut self.rotor_inertia,
            &mut self.damping,
            &mut self.friction,
            &mut self.friction_rate,
            &mut self.stiffness,
            &mut self.rest,
        ]
    }

    /// Whether nothing acts.
    #[must_use]
    pub fn is_off(&self) -> bool {
        self.rotor_inertia.is_zero() && !self.is_passive()
    }

    /// Whether a force acts that depends on position or rate.
    #[must_use]
    pub fn is_passive(&self) -> bool {
        let forces = [&self.damping, &self.friction, &self.stiffness];
        forces.iter().any(|force| !force.is_zero())
    }
}
