//! Sections of a beam, each uniform: what they weigh and how stiff they are.

use super::family::Family;
use crate::exact::number::Number;
use crate::mechanism::{Inertia, Sym3};

/// A uniform piece of a beam; SI units.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// m.
    pub(crate) length: Number,
    /// Young's modulus, Pa.
    pub(crate) young: Number,
    /// Shear modulus, Pa; needed for torsion alone.
    pub(crate) shear: Number,
    /// kg/m³.
    pub(crate) density: Number,
    /// m².
    pub(crate) area: Number,
    /// Second moments of area about y (bending along z) and z (bending along y), m⁴.
    pub(crate) second_moments: [Number; 2],
    /// Torsion constant, m⁴.
    pub(crate) torsion_constant: Number,
}

impl Section {
    /// ρA, kg/m.
    pub(super) fn line_mass(&self) -> Number {
        &self.density * &self.area
    }

    /// ρ(Iy + Iz), kg m.
    pub(super) fn polar(&self) -> Number {
        let [iy, iz] = &self.second_moments;
        &self.density * (iy + iz)
    }

    /// What moves in a family, per length: ρA, or ρ(Iy + Iz) in torsion.
    pub(super) fn inertia(&self, family: Family) -> f64 {
        match family {
            Family::Torsion => self.polar().to_f64(),
            _ => self.line_mass().to_f64(),
        }
    }

    /// What resists strain in a family: E Iz, E Iy, G J or E A.
    pub(super) fn rigidity(&self, family: Family) -> f64 {
        let [iy, iz] = &self.second_moments;
        let (modulus, size) = match family {
            Family::BendingY => (&self.young, iz),
            Family::BendingZ => (&self.young, iy),
            Family::Torsion => (&self.shear, &self.torsion_constant),
            Family::Axial => (&self.young, &self.area),
        };
        modulus.to_f64() * size.to_f64()
    }
}

/// Inertia of the straight beam about the origin of its frame: m = Σ ρA l, ms = (∫ x dm, 0, 0),
/// J = diag(Σ ρ(Iy+Iz) l, ∫ x² dm, ∫ x² dm).
pub(super) fn inertia(sections: &[Section]) -> Inertia {
    let mut start = Number::ZERO;
    let [mut mass, mut first, mut second, mut polar] = [const { Number::ZERO }; 4];
    for section in sections {
        let (line, end) = (section.line_mass(), &start + &section.length);
        mass += &(&line * &section.length);
        first += &(&line * (&end * &end - &start * &start) / Number::from(2));
        second += &(line * (&end * &end * &end - &start * &start * &start) / Number::from(3));
        polar += &(section.polar() * &section.length);
        start = end;
    }
    Inertia {
        mass,
        first_moment: [first, Number::ZERO, Number::ZERO],
        tensor: Sym3 {
            xx: polar,
            yy: second.clone(),
            zz: second,
            ..Sym3::default()
        },
    }
}
