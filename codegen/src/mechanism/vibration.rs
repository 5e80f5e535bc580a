//! The modes of flexible bodies one by one: frequency, damping, participation.

use core::f64::consts::TAU;

use super::{Body, BodyId, Geometry, Mechanism, ModeIntegrals};

/// A mode of a flexible body by itself: the body is held, nothing is attached to it, other modes are at rest.
#[derive(Clone, Debug)]
pub struct Vibration<'a> {
    /// The flexible body.
    pub body: &'a Body,
    /// The mode among the bodies; its joint's name is that of the coordinate.
    pub mode: &'a Body,
    /// Which of the body's modes it is, from 0.
    pub number: usize,
    /// How much of the body's geometry is deformed.
    pub geometry: Geometry,
    /// M_e, kg times the square of the unit of the shape; 1 for beams.
    pub mass: f64,
    /// K, of the same unit per s².
    pub stiffness: f64,
    /// D, of the same unit per s.
    pub damping: f64,
    /// C_t = ∫ Φ dm along x, y, z of the user's frame of the body.
    pub participation: [f64; 3],
}

impl Vibration<'_> {
    /// √(K/M_e), rad/s.
    #[must_use]
    pub fn rate(&self) -> f64 {
        (self.stiffness / self.mass).sqrt()
    }

    /// The frequency, Hz.
    #[must_use]
    pub fn frequency(&self) -> f64 {
        self.rate() / TAU
    }

    /// The damping ratio D/(2 √(K M_e)).
    #[must_use]
    pub fn damping_ratio(&self) -> f64 {
        0.5 * self.damping / (self.stiffness * self.mass).sqrt()
    }

    /// The effective modal mass C_t²/M_e as a part of the body's mass.
    #[must_use]
    pub fn mass_fraction(&self) -> f64 {
        let square: f64 = self.participation.iter().map(|part| part * part).sum();
        square / (self.mass * self.body.inertia.mass.to_f64())
    }

    /// The name of the mode behind that of its body: `bending_y_1`.
    #[must_use]
    pub fn name(&self) -> &str {
        let name = self.mode.name.strip_prefix(&self.body.name);
        let name = name.and_then(|rest| rest.strip_prefix('.'));
        name.unwrap_or(&self.mode.name)
    }
}

impl Mechanism {
    /// The modes of the flexible bodies, body by body, parameters at their defaults.
    #[must_use]
    pub fn vibrations(&self) -> Vec<Vibration<'_>> {
        let mut all = Vec::new();
        for (index, body) in self.bodies.iter().enumerate() {
            let Some(deformation) = &body.deformation else {
                continue;
            };
            let modes = self.modes_of(BodyId(index));
            let modes = modes.map(|mode| &self.bodies[mode.0]);
            let pairs = modes.zip(&deformation.modes).enumerate();
            all.extend(pairs.map(|(number, (mode, integrals))| {
                vibration(body, (number, mode), deformation.geometry, integrals)
            }));
        }
        all
    }
}

fn vibration<'a>(
    body: &'a Body,
    (number, mode): (usize, &'a Body),
    geometry: Geometry,
    integrals: &ModeIntegrals,
) -> Vibration<'a> {
    let physics = mode.physics.first().cloned().unwrap_or_default();
    // The integrals are in the frame of the recursions, whose rotation from the user's frame is R.
    let rotation = &body.user_frame.rotation.0;
    let participation = core::array::from_fn(|axis| {
        let parts = integrals.linear.iter().zip(rotation);
        parts
            .map(|(part, row)| part.to_f64() * row[axis].to_f64())
            .sum()
    });
    Vibration {
        body,
        mode,
        number,
        geometry,
        mass: physics.rotor_inertia.to_f64(),
        stiffness: physics.stiffness.to_f64(),
        damping: physics.damping.to_f64(),
        participation,
    }
}
