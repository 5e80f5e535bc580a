//! What yields: beams in place of rigid bodies, and springs between joints and their motors.

use super::model::Scale;
use crate::random::Random;

/// A beam along x of its body.
pub(super) struct Beam {
    pub(super) length: f64,
    /// How many modes of each family.
    pub(super) modes: &'static [(&'static str, usize)],
    pub(super) geometry: &'static str,
}

impl Beam {
    /// One that bends in any direction, at any level of geometry.
    pub(super) fn any(random: &mut Random, length: f64) -> Self {
        const MODES: [&[(&str, usize)]; 7] = [
            &[("bending_y", 1)],
            &[("bending_z", 1)],
            &[("bending_y", 2)],
            &[("bending_y", 1), ("bending_z", 1)],
            &[("torsion", 1)],
            &[("bending_z", 1), ("torsion", 1)],
            &[("axial", 1)],
        ];
        Self {
            length,
            modes: MODES[random.below(MODES.len())],
            geometry: ["stiffened", "stiffened", "exact", "undeformed"][random.below(4)],
        }
    }

    /// Its keys, with numbers that make it swing at some 10 to 10⁴ rad/s at every scale.
    pub(super) fn keys(&self, random: &mut Random, scale: &Scale) -> String {
        let Self {
            length, geometry, ..
        } = self;
        let (area, second) = (1e-4 * length.powi(2), 1e-8 * length.powi(4));
        let modulus = 1e9 * scale.mass / length;
        let families = self.modes.iter();
        let modes: Vec<String> = families.map(|(name, n)| format!("{name} = {n}")).collect();
        format!(
            "flexible = {{ beam = {{ length = {length:?}, E = {:?}, G = {:?}, density = {:?}, area = {area:?}, Iy = {:?}, Iz = {second:?}, J = {:?} }}, \
             modes = {{ {} }}, damping = 0.01, geometry = \"{geometry}\" }}\n",
            modulus * random.number(1.0, 9.0),
            modulus * random.number(0.5, 3.0),
            scale.mass * random.number(0.5, 2.0) / (area * length),
            2.0 * second,
            2.5 * second,
            modes.join(", ")
        )
    }

    /// The names of its modes.
    pub(super) fn names(&self, body: usize) -> impl Iterator<Item = String> {
        let modes = self.modes.iter();
        modes.flat_map(move |(name, n)| (1..=*n).map(move |k| format!("b{body}.{name}_{k}")))
    }
}

/// The key of an elastic joint.
pub(super) fn elastic(random: &mut Random, scale: &Scale) -> String {
    let force = scale.mass * scale.length;
    let mut key = format!(
        ", elastic = {{ stiffness = {:?}, motor_inertia = {:?}, gear_ratio = 10",
        force * random.number(10.0, 90.0),
        force * scale.length * random.number(0.001, 0.01)
    );
    if random.below(2) == 0 {
        let [spring, motor, friction] = [(); 3].map(|()| force * random.number(0.1, 1.0));
        key += &format!(
            ", damping = {spring:?}, motor_damping = {motor:?}, motor_friction = {friction:?}"
        );
    }
    key + " }"
}
