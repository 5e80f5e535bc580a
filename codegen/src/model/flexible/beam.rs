//! A beam along the x axis of its body: assumed modes, normalised to unit modal mass.
//!
//! Shapes, normalisation and integrals are those of `docs/flexible.md`. Mass, first moment and tensor are exact; what has a mode
//! shape in it is a number of 53 bits.

mod stations;

use super::family::{Families, Family};
use super::integrals::{FrameShapes, Integrals, ModeData};
use super::section::{Section, inertia};
use super::shape::Boundary;
use super::stepped::Stepped;
use super::tip::TipLoad;
use super::uniform::Uniform;
use crate::exact::number::Number;
use crate::mechanism::{Deformation, DofPhysics, Dyad, Geometry, ModeIntegrals};
use crate::model::raw::RawRigid;

/// The frame that is always there.
pub(crate) const TIP: &str = "tip";

/// A beam as a model describes it; SI units.
#[derive(Clone, Debug)]
pub(crate) struct Beam {
    /// From the frame of the body to the tip, at least one.
    pub(crate) sections: Vec<Section>,
    /// Numbers of modes.
    pub(crate) families: Families,
    /// How the ends are held.
    pub(crate) boundary: Boundary,
    /// Damping ratio by mode, or one for all.
    pub(crate) damping: Vec<Number>,
    /// How much of the geometry is deformed.
    pub(crate) geometry: Geometry,
    /// Frames by name and place along the beam, m.
    pub(crate) frames: Vec<(String, Number)>,
    /// A rigid body at the frame `tip`, which the shapes know of.
    pub(crate) tip: Option<RawRigid>,
}

/// The shapes φ of the modes of a beam, of unit modal mass together with the body at its tip, and the integrals of numbers along it; dm is ρA dx, in torsion
/// ρ(Iy + Iz) dx. Modes are counted over all families.
pub(super) trait ModeShapes {
    /// ω², s⁻².
    fn stiffness(&self, mode: usize) -> f64;

    /// φ at `x` m.
    fn value(&self, mode: usize, x: f64) -> f64;

    /// dφ/dx of a bending mode at `x` m.
    fn slope(&self, mode: usize, x: f64) -> f64;

    /// ∫ φ dm and ∫ x φ dm.
    fn moments(&self, mode: usize) -> [f64; 2];

    /// ∫ φ_i φ_j dm of two modes that displace, or of one family.
    fn product(&self, i: usize, j: usize) -> f64;

    /// S_ij(x) = ∫₀ˣ φ_i' φ_j' ds of two bending modes in one plane.
    fn shortening(&self, i: usize, j: usize, x: f64) -> f64;

    /// ∫ S_ij dm and ∫ x S_ij dm of two bending modes in one plane.
    fn shortened(&self, i: usize, j: usize) -> [f64; 2];
}

/// The beam with its shapes.
struct Shaped<'b> {
    beam: &'b Beam,
    modes: Vec<(Family, usize)>,
    shapes: Box<dyn ModeShapes>,
}

impl Beam {
    /// The modal integrals of the beam.
    pub(crate) fn integrals(&self) -> Integrals {
        let shaped = Shaped {
            beam: self,
            modes: self.families.modes().collect(),
            shapes: self.shapes(),
        };
        Integrals {
            inertia: inertia(&self.sections),
            deformation: shaped.deformation(),
            frames: (self.frames.iter())
                .map(|(name, x)| shaped.frame(name, x))
                .collect(),
            modes: shaped.data(),
            tip: self.tip.clone(),
        }
    }

    /// In closed form where the beam is uniform and bare.
    fn shapes(&self) -> Box<dyn ModeShapes> {
        let at_tip = self.frames.iter().find(|(name, _)| name == TIP);
        let load = (self.tip.as_ref().zip(at_tip)).map(|(rigid, (_, x))| TipLoad::new(rigid, x));
        match (self.sections.as_slice(), &load) {
            ([section], None) => Box::new(Uniform::new(section, self.families, self.boundary)),
            (sections, load) => Box::new(Stepped::new(
                sections,
                self.families,
                self.boundary,
                load.as_ref(),
            )),
        }
    }
}

impl Shaped<'_> {
    /// Names, and what acts in the modes: the mass of the beam alone, ω² and 2 ζ ω.
    fn data(&self) -> Vec<ModeData> {
        let damping = &self.beam.damping;
        let of_mode = |(index, (family, count)): (usize, &(Family, usize))| {
            let ratio = damping.get(index).or(damping.first());
            let ratio = ratio.cloned().unwrap_or_default();
            let stiffness = self.shapes.stiffness(index);
            ModeData {
                name: format!("{}_{count}", family.name()),
                physics: DofPhysics {
                    rotor_inertia: number(self.shapes.product(index, index)),
                    stiffness: number(stiffness),
                    damping: Number::from(2) * ratio * number(stiffness.sqrt()),
                    ..DofPhysics::default()
                },
            }
        };
        self.modes.iter().enumerate().map(of_mode).collect()
    }

    fn deformation(&self) -> Deformation {
        let zeros = || self.table(|_, _| Number::ZERO);
        let all = 0..self.modes.len();
        let second = all.clone().map(|i| {
            let dyads = all.clone().map(|j| self.second(i, j));
            dyads.collect()
        });
        Deformation {
            geometry: self.beam.geometry,
            shape: self.shape(),
            modes: all.clone().map(|mode| self.first(mode)).collect(),
            second: second.collect(),
            shortening: self.table(|i, j| match self.shortens(i, j) {
                true => number(self.shapes.shortened(i, j)[0]),
                false => Number::ZERO,
            }),
            axis: [Number::ONE, Number::ZERO, Number::ZERO],
            mass: self.table(|i, j| match i != j && self.modes[i].0 == self.modes[j].0 {
                true => number(self.shapes.product(i, j)),
                false => Number::ZERO,
            }),
            stiffness: zeros(),
            damping: zeros(),
        }
    }

    /// ∫ Φ dm and ∫ Φ xᵀ dm; of torsion ρ(Iy+Iz) ∫ ψ dx about x.
    fn first(&self, mode: usize) -> ModeIntegrals {
        let [moment, arm] = self.shapes.moments(mode);
        let mut linear: [Number; 3] = Default::default();
        let Some(axis) = self.modes[mode].0.axis() else {
            let half = 0.5 * moment;
            let dyad = dyad(&[(2, 1, half), (1, 2, -half)]);
            return ModeIntegrals { linear, dyad };
        };
        linear[axis] = number(moment);
        ModeIntegrals {
            linear,
            dyad: dyad(&[(axis, 0, arm)]),
        }
    }

    /// ∫ Φ_i Φ_jᵀ dm − e eᵀ K_g,ij.
    fn second(&self, i: usize, j: usize) -> Dyad {
        let [a, b] = [i, j].map(|mode| self.modes[mode].0.axis());
        let (Some(a), Some(b)) = (a, b) else {
            return Dyad::default();
        };
        // Rounded alike for (i, j) and (j, i).
        let (i, j) = (i.min(j), i.max(j));
        let mut entries = vec![(a, b, self.shapes.product(i, j))];
        if self.shortens(i, j) {
            entries.push((0, 0, -self.shapes.shortened(i, j)[1]));
        }
        dyad(&entries)
    }

    /// Whether two modes bend the beam in one plane, at a level that knows of its foreshortening.
    fn shortens(&self, i: usize, j: usize) -> bool {
        let [i, j] = [i, j].map(|mode| self.modes[mode].0);
        self.beam.geometry == Geometry::Stiffened && i == j && i.is_bending()
    }

    fn frame(&self, name: &str, place: &Number) -> FrameShapes {
        let x = place.to_f64();
        let all = || 0..self.modes.len();
        FrameShapes {
            name: name.to_owned(),
            origin: [place.clone(), Number::ZERO, Number::ZERO],
            shift: all().map(|mode| self.shift(mode, x).map(number)).collect(),
            turn: all().map(|mode| self.turn(mode, x).map(number)).collect(),
            shortening: self.table(|i, j| match self.shortens(i, j) {
                true => number(self.shapes.shortening(i, j, x)),
                false => Number::ZERO,
            }),
        }
    }

    /// Φ at `x` m.
    fn shift(&self, mode: usize, x: f64) -> [f64; 3] {
        let mut shift = [0.0; 3];
        if let Some(axis) = self.modes[mode].0.axis() {
            shift[axis] = self.shapes.value(mode, x);
        }
        shift
    }

    /// Ψ at `x` m.
    fn turn(&self, mode: usize, x: f64) -> [f64; 3] {
        match self.modes[mode].0 {
            Family::BendingY => [0.0, 0.0, self.shapes.slope(mode, x)],
            Family::BendingZ => [0.0, -self.shapes.slope(mode, x), 0.0],
            Family::Torsion => [self.shapes.value(mode, x), 0.0, 0.0],
            Family::Axial => [0.0; 3],
        }
    }

    /// A symmetric matrix with a row and a column for each mode.
    fn table(&self, entry: impl Fn(usize, usize) -> Number) -> Vec<Vec<Number>> {
        let all = 0..self.modes.len();
        let rows = all
            .clone()
            .map(|i| all.clone().map(|j| entry(i.min(j), i.max(j))).collect());
        rows.collect()
    }
}

/// A finite float; what is none has been refused before.
fn number(value: f64) -> Number {
    Number::from_f64(value).unwrap_or_default()
}

fn dyad(entries: &[(usize, usize, f64)]) -> Dyad {
    let mut dyad = Dyad::default();
    for &(i, j, value) in entries {
        dyad[i][j] = number(value);
    }
    dyad
}
