//! A uniform beam along the x axis of its body: assumed modes in closed form, normalised to unit modal mass.
//!
//! Shapes, normalisation and integrals are those of `docs/flexible.md`. Mass, first moment and tensor are exact; what has a mode
//! shape in it is a number of 53 bits.

mod stations;

use super::integrals::{FrameShapes, Integrals, ModeData};
use super::quadrature::integral;
use super::shape::{Boundary, Shape, cleaned};
use crate::exact::number::Number;
use crate::mechanism::{Deformation, DofPhysics, Dyad, Geometry, Inertia, ModeIntegrals, Sym3};

/// A beam as a model describes it; SI units.
#[derive(Clone, Debug)]
pub(crate) struct Beam {
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
}

/// How many modes a beam has of every family.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Families {
    pub(crate) bending_y: usize,
    pub(crate) bending_z: usize,
    pub(crate) torsion: usize,
    pub(crate) axial: usize,
}

/// A family of modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    BendingY,
    BendingZ,
    Torsion,
    Axial,
}

/// A mode of a beam.
struct Mode {
    family: Family,
    number: usize,
    shape: Shape,
    /// What φ̂ is divided by, in one: 1/√(ρAL), or for torsion 1/√(ρ(Iy+Iz)L).
    scale: f64,
    /// ω².
    stiffness: f64,
}

impl Families {
    fn list(self) -> [(Family, usize); 4] {
        [
            (Family::BendingY, self.bending_y),
            (Family::BendingZ, self.bending_z),
            (Family::Torsion, self.torsion),
            (Family::Axial, self.axial),
        ]
    }

    /// Number of all modes.
    pub(crate) fn count(self) -> usize {
        self.list().iter().map(|(_, count)| count).sum()
    }
}

impl Family {
    fn name(self) -> &'static str {
        match self {
            Self::BendingY => "bending_y",
            Self::BendingZ => "bending_z",
            Self::Torsion => "torsion",
            Self::Axial => "axial",
        }
    }

    /// The axis of the displacement; torsion has none.
    fn axis(self) -> Option<usize> {
        match self {
            Self::BendingY => Some(1),
            Self::BendingZ => Some(2),
            Self::Torsion => None,
            Self::Axial => Some(0),
        }
    }

    fn is_bending(self) -> bool {
        matches!(self, Self::BendingY | Self::BendingZ)
    }
}

impl Mode {
    /// Φ at ξ.
    fn shift(&self, ξ: f64) -> [f64; 3] {
        let mut shift = [0.0; 3];
        if let Some(axis) = self.family.axis() {
            shift[axis] = self.scale * self.shape.value(ξ);
        }
        shift
    }

    /// Ψ at ξ of a beam of that length.
    fn turn(&self, ξ: f64, length: f64) -> [f64; 3] {
        let slope = || self.scale * self.shape.slope(ξ) / length;
        match self.family {
            Family::BendingY => [0.0, 0.0, slope()],
            Family::BendingZ => [0.0, -slope(), 0.0],
            Family::Torsion => [self.scale * self.shape.value(ξ), 0.0, 0.0],
            Family::Axial => [0.0; 3],
        }
    }
}

/// The beam in floats.
struct Floats {
    length: f64,
    /// ρA.
    line_mass: f64,
    /// ρ(Iy + Iz).
    polar: f64,
}

impl Beam {
    /// The frequencies of the modes, Hz.
    pub(crate) fn frequencies(&self) -> Vec<f64> {
        let modes = self.modes(&self.floats());
        let frequency = |mode: &Mode| mode.stiffness.sqrt() / core::f64::consts::TAU;
        modes.iter().map(frequency).collect()
    }

    fn line_mass(&self) -> Number {
        &self.density * &self.area
    }

    fn polar(&self) -> Number {
        let [iy, iz] = &self.second_moments;
        &self.density * (iy + iz)
    }

    fn floats(&self) -> Floats {
        Floats {
            length: self.length.to_f64(),
            line_mass: self.line_mass().to_f64(),
            polar: self.polar().to_f64(),
        }
    }

    /// The modal integrals of the beam.
    pub(crate) fn integrals(&self) -> Integrals {
        let (line_mass, polar, floats) = (self.line_mass(), self.polar(), self.floats());
        let modes = self.modes(&floats);
        let frames = self.frames.iter();
        Integrals {
            inertia: self.inertia(&line_mass, &polar),
            deformation: Deformation {
                shape: self.shape(&modes, &floats),
                ..deformation(&modes, &floats, self.geometry)
            },
            frames: frames
                .map(|(name, x)| frame(name, x, &modes, &floats, self.geometry))
                .collect(),
            modes: self.data(&modes),
        }
    }

    /// m = ρAL, ms = (mL/2, 0, 0), J = diag(ρ(Iy+Iz)L, mL²/3, mL²/3).
    fn inertia(&self, line_mass: &Number, polar: &Number) -> Inertia {
        let mass = line_mass * &self.length;
        let half = &mass * &self.length / Number::from(2);
        let third = &mass * &self.length * &self.length / Number::from(3);
        Inertia {
            mass,
            first_moment: [half, Number::ZERO, Number::ZERO],
            tensor: Sym3 {
                xx: polar * &self.length,
                yy: third.clone(),
                zz: third,
                ..Sym3::default()
            },
        }
    }

    fn modes(&self, floats: &Floats) -> Vec<Mode> {
        let [young, shear, iy, iz, torsion_constant, area] = [
            &self.young,
            &self.shear,
            &self.second_moments[0],
            &self.second_moments[1],
            &self.torsion_constant,
            &self.area,
        ]
        .map(Number::to_f64);
        let (length, line_mass) = (floats.length, floats.line_mass);
        let mode = |family: Family, number: usize| {
            let shape = match family.is_bending() {
                true => Shape::bending(self.boundary, number),
                false => Shape::along(self.boundary, number),
            };
            let wave = shape.wave() / length;
            let stiffness = match family {
                Family::BendingY => wave.powi(4) * (young * iz / line_mass),
                Family::BendingZ => wave.powi(4) * (young * iy / line_mass),
                Family::Torsion => wave.powi(2) * (shear * torsion_constant / floats.polar),
                Family::Axial => wave.powi(2) * (young * area / line_mass),
            };
            let inertia = match family {
                Family::Torsion => floats.polar,
                _ => line_mass,
            };
            Mode {
                family,
                number,
                shape,
                scale: 1.0 / (inertia * length).sqrt(),
                stiffness,
            }
        };
        let families = self.families.list().into_iter();
        let modes =
            families.flat_map(|(family, count)| (1..=count).map(move |number| (family, number)));
        modes.map(|(family, number)| mode(family, number)).collect()
    }

    /// Names, and what acts in the modes: mass 1, ω² and 2 ζ ω.
    fn data(&self, modes: &[Mode]) -> Vec<ModeData> {
        let of_mode = |(index, mode): (usize, &Mode)| {
            let ratio = self.damping.get(index).or(self.damping.first());
            let ratio = ratio.cloned().unwrap_or_default();
            ModeData {
                name: format!("{}_{}", mode.family.name(), mode.number),
                physics: DofPhysics {
                    rotor_inertia: Number::ONE,
                    stiffness: number(mode.stiffness),
                    damping: Number::from(2) * ratio * number(mode.stiffness.sqrt()),
                    ..DofPhysics::default()
                },
            }
        };
        modes.iter().enumerate().map(of_mode).collect()
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

fn deformation(modes: &[Mode], beam: &Floats, geometry: Geometry) -> Deformation {
    let table = |f: &dyn Fn(&Mode, &Mode) -> Number| -> Vec<Vec<Number>> {
        let rows = modes
            .iter()
            .map(|i| modes.iter().map(|j| f(i, j)).collect());
        rows.collect()
    };
    let stiffened = geometry == Geometry::Stiffened;
    let second = modes.iter().map(|i| {
        let dyads = modes.iter().map(|j| second(i, j, beam, stiffened));
        dyads.collect()
    });
    let zeros = || table(&|_, _| Number::ZERO);
    Deformation {
        geometry,
        modes: modes.iter().map(|mode| first(mode, beam)).collect(),
        second: second.collect(),
        shortening: match stiffened {
            true => table(&|i, j| number(shortened(i, j, beam))),
            false => zeros(),
        },
        axis: [Number::ONE, Number::ZERO, Number::ZERO],
        mass: zeros(),
        stiffness: zeros(),
        damping: zeros(),
        shape: Default::default(),
    }
}

/// ∫ Φ dm and ∫ Φ xᵀ dm; of torsion ρ(Iy+Iz) ∫ ψ dx about x.
fn first(mode: &Mode, beam: &Floats) -> ModeIntegrals {
    let (shape, waves) = (&mode.shape, mode.shape.waves());
    let mean = cleaned(integral(0.0, 1.0, waves, |ξ| shape.value(ξ)), 1.0);
    let arm = cleaned(integral(0.0, 1.0, waves, |ξ| ξ * shape.value(ξ)), 1.0);
    let mass = beam.line_mass * beam.length * mode.scale;
    let Some(axis) = mode.family.axis() else {
        let half = 0.5 * beam.polar * beam.length * mode.scale * mean;
        return ModeIntegrals {
            linear: Default::default(),
            dyad: dyad(&[(2, 1, half), (1, 2, -half)]),
        };
    };
    let mut linear: [Number; 3] = Default::default();
    linear[axis] = number(mass * mean);
    ModeIntegrals {
        linear,
        dyad: dyad(&[(axis, 0, mass * beam.length * arm)]),
    }
}

/// ∫ Φ_i Φ_jᵀ dm − e eᵀ K_g,ij.
fn second(i: &Mode, j: &Mode, beam: &Floats, stiffened: bool) -> Dyad {
    let (Some(a), Some(b)) = (i.family.axis(), j.family.axis()) else {
        return Dyad::default();
    };
    let same_shapes = i.family.is_bending() == j.family.is_bending();
    let product = match same_shapes {
        // Shapes of one kind are orthogonal, and of unit mass.
        true => f64::from(u8::from(i.number == j.number)),
        false => {
            let waves = i.shape.waves() + j.shape.waves();
            let product = |ξ| i.shape.value(ξ) * j.shape.value(ξ);
            cleaned(integral(0.0, 1.0, waves, product), 1.0)
        }
    };
    let mut entries = vec![(a, b, product)];
    if stiffened && i.family == j.family && i.family.is_bending() {
        let slopes = slopes((i, j), 1.0, |ξ| 0.5 * (1.0 - ξ * ξ));
        let factor = beam.line_mass * beam.length * i.scale * j.scale;
        entries.push((0, 0, -(factor * slopes)));
    }
    dyad(&entries)
}

/// ∫ S_ij dm = ρA ∫ (L − x) φ_i' φ_j' dx of two bending modes in one plane.
fn shortened(i: &Mode, j: &Mode, beam: &Floats) -> f64 {
    if i.family != j.family || !i.family.is_bending() {
        return 0.0;
    }
    beam.line_mass * i.scale * j.scale * slopes((i, j), 1.0, |ξ| 1.0 - ξ)
}

/// Whether two modes shorten a beam together.
fn shortens((i, j): (&Mode, &Mode), geometry: Geometry) -> bool {
    geometry == Geometry::Stiffened && i.family == j.family && i.family.is_bending()
}

/// ∫ w φ̂_i' φ̂_j' dξ from 0 to `end`.
fn slopes((i, j): (&Mode, &Mode), end: f64, weight: impl Fn(f64) -> f64) -> f64 {
    let waves = i.shape.waves() + j.shape.waves();
    let slopes = integral(0.0, end, waves, |ξ| {
        weight(ξ) * i.shape.slope(ξ) * j.shape.slope(ξ)
    });
    cleaned(slopes, i.shape.wave() * j.shape.wave())
}

fn frame(name: &str, x: &Number, modes: &[Mode], beam: &Floats, geometry: Geometry) -> FrameShapes {
    let ξ = x.to_f64() / beam.length;
    let shortening = |i: &Mode, j: &Mode| {
        if !shortens((i, j), geometry) {
            return Number::ZERO;
        }
        number(i.scale * j.scale * slopes((i, j), ξ, |_| 1.0) / beam.length)
    };
    FrameShapes {
        name: name.to_owned(),
        origin: [x.clone(), Number::ZERO, Number::ZERO],
        shift: modes.iter().map(|mode| mode.shift(ξ).map(number)).collect(),
        turn: (modes.iter())
            .map(|mode| mode.turn(ξ, beam.length).map(number))
            .collect(),
        shortening: (modes.iter())
            .map(|i| modes.iter().map(|j| shortening(i, j)).collect())
            .collect(),
    }
}
