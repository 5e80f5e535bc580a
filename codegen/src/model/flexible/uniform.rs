//! Modes of a uniform beam: shapes in closed form, integrals by Gauss's rule.

use super::beam::ModeShapes;
use super::family::{Families, Family};
use super::quadrature::integral;
use super::section::Section;
use super::shape::{Boundary, Shape, cleaned};
use crate::exact::number::Number;

/// The modes of a uniform beam.
pub(super) struct Uniform {
    length: f64,
    /// ρA.
    line_mass: f64,
    /// ρ(Iy + Iz).
    polar: f64,
    modes: Vec<Mode>,
}

/// A mode of the beam.
struct Mode {
    family: Family,
    number: usize,
    shape: Shape,
    /// What φ̂ is divided by, in one: 1/√(ρAL), or for torsion 1/√(ρ(Iy+Iz)L).
    scale: f64,
    /// ω².
    stiffness: f64,
}

impl Uniform {
    /// The modes of a beam of one section.
    pub(super) fn new(section: &Section, families: Families, boundary: Boundary) -> Self {
        let mut beam = Self {
            length: section.length.to_f64(),
            line_mass: section.line_mass().to_f64(),
            polar: section.polar().to_f64(),
            modes: Vec::new(),
        };
        beam.modes = (families.modes())
            .map(|(family, number)| beam.mode(section, family, number, boundary))
            .collect();
        beam
    }

    fn mode(&self, section: &Section, family: Family, number: usize, boundary: Boundary) -> Mode {
        let [young, shear, iy, iz, torsion_constant, area] = [
            &section.young,
            &section.shear,
            &section.second_moments[0],
            &section.second_moments[1],
            &section.torsion_constant,
            &section.area,
        ]
        .map(Number::to_f64);
        let shape = match family.is_bending() {
            true => Shape::bending(boundary, number),
            false => Shape::along(boundary, number),
        };
        let wave = shape.wave() / self.length;
        let stiffness = match family {
            Family::BendingY => wave.powi(4) * (young * iz / self.line_mass),
            Family::BendingZ => wave.powi(4) * (young * iy / self.line_mass),
            Family::Torsion => wave.powi(2) * (shear * torsion_constant / self.polar),
            Family::Axial => wave.powi(2) * (young * area / self.line_mass),
        };
        Mode {
            family,
            number,
            shape,
            scale: 1.0 / (self.inertia(family) * self.length).sqrt(),
            stiffness,
        }
    }

    fn inertia(&self, family: Family) -> f64 {
        match family {
            Family::Torsion => self.polar,
            _ => self.line_mass,
        }
    }

    /// ∫ w φ̂_i' φ̂_j' dξ from 0 to `end`.
    fn slopes(&self, i: usize, j: usize, end: f64, weight: impl Fn(f64) -> f64) -> f64 {
        let [i, j] = [i, j].map(|k| &self.modes[k].shape);
        let waves = i.waves() + j.waves();
        let slopes = integral(0.0, end, waves, |ξ| weight(ξ) * i.slope(ξ) * j.slope(ξ));
        cleaned(slopes, i.wave() * j.wave())
    }
}

impl ModeShapes for Uniform {
    fn stiffness(&self, mode: usize) -> f64 {
        self.modes[mode].stiffness
    }

    fn value(&self, mode: usize, x: f64) -> f64 {
        let Mode { shape, scale, .. } = &self.modes[mode];
        scale * shape.value(x / self.length)
    }

    fn slope(&self, mode: usize, x: f64) -> f64 {
        let Mode { shape, scale, .. } = &self.modes[mode];
        scale * shape.slope(x / self.length) / self.length
    }

    fn moments(&self, mode: usize) -> [f64; 2] {
        let mode = &self.modes[mode];
        let (shape, waves) = (&mode.shape, mode.shape.waves());
        let mean = cleaned(integral(0.0, 1.0, waves, |ξ| shape.value(ξ)), 1.0);
        let arm = cleaned(integral(0.0, 1.0, waves, |ξ| ξ * shape.value(ξ)), 1.0);
        let mass = self.inertia(mode.family) * self.length * mode.scale;
        [mass * mean, mass * self.length * arm]
    }

    fn product(&self, i: usize, j: usize) -> f64 {
        let [i, j] = [i, j].map(|k| &self.modes[k]);
        if i.family.is_bending() == j.family.is_bending() {
            // Shapes of one kind are orthogonal, and of unit mass.
            return f64::from(u8::from(i.number == j.number));
        }
        let waves = i.shape.waves() + j.shape.waves();
        let product = |ξ| i.shape.value(ξ) * j.shape.value(ξ);
        cleaned(integral(0.0, 1.0, waves, product), 1.0)
    }

    fn shortening(&self, i: usize, j: usize, x: f64) -> f64 {
        let scales = self.modes[i].scale * self.modes[j].scale;
        scales * self.slopes(i, j, x / self.length, |_| 1.0) / self.length
    }

    fn shortened(&self, i: usize, j: usize) -> [f64; 2] {
        // ∫ S dm = ρA ∫ (L − x) φ_i' φ_j' dx, ∫ x S dm = ρA ∫ ½ (L² − x²) φ_i' φ_j' dx.
        let [first, second] = [i, j].map(|k| self.modes[k].scale);
        let factor = self.line_mass * self.length * first * second;
        [
            self.line_mass * first * second * self.slopes(i, j, 1.0, |ξ| 1.0 - ξ),
            factor * self.slopes(i, j, 1.0, |ξ| 0.5 * (1.0 - ξ * ξ)),
        ]
    }
}
