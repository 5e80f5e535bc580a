//! Modes of a beam of several sections, or with a body at its tip, by finite elements.
//!
//! Displacements at the points of integration, times √(ρA dx), are B ê: one column for each coefficient of strain of the elements, of
//! unit energy. So ω² = 1/σ² with the singular values σ of B, and the shapes are its left singular vectors, of unit
//! modal mass. What the boundary holds is taken out of the columns; the tip adds rows. No stiffness is assembled and none inverted:
//! a frequency has its digits however fine the elements are.
//!
//! This is Craig and Bampton's reduction for one interface, the frame of the body: its motion is that of the joint, and the modes
//! are those with it held. Held ends of the other boundaries are further interfaces that stay at rest in the frame.

use super::beam::ModeShapes;
use super::element::{COEFFICIENTS, Element, Point, basis, energy, first_strain, mesh, points};
use super::family::{Families, Family};
use super::quadrature::rule;
use super::section::Section;
use super::shape::{Boundary, cleaned};
use super::singular::{dot, orthogonalised};
use super::tip::TipLoad;

/// Zeros of shapes and of their integrals are known to this many times the rounding of closed forms.
const ROUNDING: f64 = 1000.0;

/// The modes of a beam.
pub(super) struct Stepped {
    elements: Vec<Element>,
    points: Vec<Point>,
    boundary: Boundary,
    length: f64,
    modes: Vec<Mode>,
    /// At each point ρA dx.
    mass: Vec<f64>,
    /// At each point the mass outboard of it and its first moment, ∫ dm and ∫ x dm.
    outboard: Vec<[f64; 2]>,
}

/// A mode of the beam.
struct Mode {
    family: Family,
    /// ω².
    square: f64,
    /// Coefficients of strain.
    strains: Vec<f64>,
    /// φ and φ' at the points.
    values: Vec<f64>,
    slopes: Vec<f64>,
    /// What moves at the points: ρA dx, or ρ(Iy + Iz) dx.
    inertia: Vec<f64>,
}

impl Stepped {
    /// The modes of a beam.
    pub(super) fn new(
        sections: &[Section],
        families: Families,
        boundary: Boundary,
        tip: Option<&TipLoad>,
    ) -> Self {
        let elements = mesh(sections, &counts(sections, families));
        let points = points(&elements);
        let per_length: Vec<f64> = (sections.iter())
            .map(|section| section.line_mass().to_f64())
            .collect();
        let mut beam = Self {
            mass: (points.iter())
                .map(|point| per_length[point.section] * point.weight)
                .collect(),
            outboard: outboard(sections, &per_length, &points),
            length: sections.iter().map(|one| one.length.to_f64()).sum(),
            elements,
            points,
            boundary,
            modes: Vec::new(),
        };
        let families = families.list().into_iter();
        beam.modes = families
            .flat_map(|(family, count)| beam.family(sections, family, count, tip))
            .collect();
        beam
    }

    /// The first modes of a family.
    fn family(
        &self,
        sections: &[Section],
        family: Family,
        count: usize,
        tip: Option<&TipLoad>,
    ) -> Vec<Mode> {
        if count == 0 {
            return Vec::new();
        }
        let per_length: Vec<f64> = sections.iter().map(|one| one.inertia(family)).collect();
        let inertia: Vec<f64> = (self.points.iter())
            .map(|point| per_length[point.section] * point.weight)
            .collect();
        let bases = self.points.iter().map(|point| self.basis(family, point.x));
        let bases: Vec<[Vec<f64>; 2]> = bases.collect();
        let mut rows: Vec<Vec<f64>> = (bases.iter().zip(&inertia))
            .map(|([value, _], inertia)| scaled(value, inertia.sqrt()))
            .collect();
        if let Some(tip) = tip {
            let [value, slope] = self.basis(family, tip.x);
            rows.extend(tip.rows(family, &value, &slope));
        }
        // Coefficients of unit energy.
        let rigidity: Vec<f64> = sections.iter().map(|one| one.rigidity(family)).collect();
        let units: Vec<f64> = (self.elements.iter())
            .flat_map(|element| {
                let rigidity = rigidity[element.section];
                (0..COEFFICIENTS).map(move |k| 1.0 / energy(element, k, rigidity).sqrt())
            })
            .collect();
        rows.iter_mut().for_each(|row| weigh(row, &units));
        for held in self.held(family, &units) {
            for row in &mut rows {
                let part = dot(row, &held);
                row.iter_mut().zip(&held).for_each(|(a, b)| *a -= part * b);
            }
        }
        let columns: Vec<Vec<f64>> = (0..units.len())
            .map(|j| rows.iter().map(|row| row[j]).collect())
            .collect();
        let found = orthogonalised(columns.clone());
        let mode = |vector: &Vec<f64>| {
            // B ê = σ u of a unit ê, ê = Bᵀ (σ u)/σ²; divided by σ it has the shape u of unit modal mass.
            let square = 1.0 / dot(vector, vector);
            let factor = square * square.sqrt();
            let strains = columns.iter().zip(&units);
            let strains: Vec<f64> = strains
                .map(|(column, unit)| dot(column, vector) * factor * unit)
                .collect();
            self.mode(family, square, strains, &bases, &inertia)
        };
        found.iter().take(count).map(mode).collect()
    }

    /// A mode with the sign that makes it leave the start towards +.
    fn mode(
        &self,
        family: Family,
        square: f64,
        strains: Vec<f64>,
        bases: &[[Vec<f64>; 2]],
        inertia: &[f64],
    ) -> Mode {
        let leaving = match self.turns_at_start(family) {
            true => dot(&self.basis(family, 0.0)[1], &strains),
            false => first_strain(&strains),
        };
        let strains = scaled(&strains, if leaving < 0.0 { -1.0 } else { 1.0 });
        let at_points = |which: usize| {
            let values = bases.iter().map(|basis| dot(&basis[which], &strains));
            values.collect()
        };
        Mode {
            family,
            square,
            values: at_points(0),
            slopes: at_points(1),
            strains,
            inertia: inertia.to_vec(),
        }
    }

    /// Whether a pin lets the start turn.
    fn turns_at_start(&self, family: Family) -> bool {
        family.is_bending() && self.boundary == Boundary::PinnedPinned
    }

    /// Displacement and slope at `x` for a unit of every coefficient; between pins the chord is the axis.
    fn basis(&self, family: Family, x: f64) -> [Vec<f64>; 2] {
        let bends = family.is_bending();
        let mut at = basis(&self.elements, bends, x);
        if self.turns_at_start(family) {
            let end = basis(&self.elements, bends, self.length).value;
            for (k, end) in end.into_iter().enumerate() {
                let turn = end / self.length;
                at.value[k] -= x * turn;
                at.slope[k] -= turn;
            }
        }
        [at.value, at.slope]
    }

    /// What the boundary holds at rest at the end beyond what the coefficients do: orthonormal rows of coefficients of unit energy.
    fn held(&self, family: Family, units: &[f64]) -> Vec<Vec<f64>> {
        let [value, slope] = self.basis(family, self.length);
        let rows = match (self.boundary, family.is_bending()) {
            (Boundary::ClampedClamped, true) => vec![value, slope],
            (Boundary::ClampedClamped, false) => vec![value],
            (Boundary::ClampedFree | Boundary::PinnedPinned, _) => Vec::new(),
        };
        let weighed = rows.into_iter().map(|mut row| {
            weigh(&mut row, units);
            row
        });
        let orthogonal = orthogonalised(weighed.collect()).into_iter();
        orthogonal
            .map(|row| scaled(&row, 1.0 / dot(&row, &row).sqrt()))
            .collect()
    }

    /// Whether the end stays at rest in displacement and in slope.
    fn rests_at_end(&self, family: Family) -> [bool; 2] {
        match self.boundary {
            Boundary::ClampedFree => [false, false],
            Boundary::ClampedClamped => [true, true],
            Boundary::PinnedPinned => [family.is_bending(), false],
        }
    }

    /// A value (0) or a slope (1) at `x`, 0 where it is so but for rounding.
    fn at(&self, mode: usize, which: usize, x: f64) -> f64 {
        let mode = &self.modes[mode];
        if x >= self.length && self.rests_at_end(mode.family)[which] {
            return 0.0;
        }
        let value = dot(&self.basis(mode.family, x)[which], &mode.strains);
        let elsewhere = if which == 0 {
            &mode.values
        } else {
            &mode.slopes
        };
        settled(value, largest(elsewhere))
    }

    /// Σ weight f over the points.
    fn sum(&self, terms: impl Fn(usize) -> f64) -> f64 {
        (0..self.points.len()).map(terms).sum()
    }
}

impl ModeShapes for Stepped {
    fn stiffness(&self, mode: usize) -> f64 {
        self.modes[mode].square
    }

    fn value(&self, mode: usize, x: f64) -> f64 {
        self.at(mode, 0, x)
    }

    fn slope(&self, mode: usize, x: f64) -> f64 {
        self.at(mode, 1, x)
    }

    fn moments(&self, mode: usize) -> [f64; 2] {
        let Mode {
            values, inertia, ..
        } = &self.modes[mode];
        let size = dot(inertia, &vec![1.0; inertia.len()]) * largest(values);
        [
            settled(self.sum(|p| inertia[p] * values[p]), size),
            settled(
                self.sum(|p| inertia[p] * values[p] * self.points[p].x),
                size * self.length,
            ),
        ]
    }

    fn product(&self, i: usize, j: usize) -> f64 {
        let [i, j] = [i, j].map(|k| &self.modes[k]);
        let product = self.sum(|p| i.inertia[p] * i.values[p] * j.values[p]);
        // Of unit modal mass: what is 1 but for rounding is 1.
        1.0 - settled(1.0 - settled(product, 1.0), 1.0)
    }

    fn shortening(&self, i: usize, j: usize, x: f64) -> f64 {
        let [i, j] = [i, j].map(|k| &self.modes[k]);
        let mut sum = 0.0;
        let per_element = rule().len();
        for (index, element) in self.elements.iter().enumerate() {
            let end = element.start + element.length;
            if x >= end {
                let points = index * per_element..(index + 1) * per_element;
                let terms = points.map(|p| self.points[p].weight * i.slopes[p] * j.slopes[p]);
                sum += terms.sum::<f64>();
            } else if x > element.start {
                let part = Element {
                    length: x - element.start,
                    ..*element
                };
                let terms = points(&[part]).into_iter().map(|point| {
                    let slope = &self.basis(i.family, point.x)[1];
                    point.weight * dot(slope, &i.strains) * dot(slope, &j.strains)
                });
                sum += terms.sum::<f64>();
            }
        }
        settled(sum, self.length * largest(&i.slopes) * largest(&j.slopes))
    }

    fn shortened(&self, i: usize, j: usize) -> [f64; 2] {
        let [i, j] = [i, j].map(|k| &self.modes[k]);
        let size =
            largest(&i.slopes) * largest(&j.slopes) * self.length * self.mass.iter().sum::<f64>();
        let integral = |which: usize| {
            self.sum(|p| {
                self.points[p].weight * self.outboard[p][which] * i.slopes[p] * j.slopes[p]
            })
        };
        [
            settled(integral(0), size),
            settled(integral(1), size * self.length),
        ]
    }
}

/// How many elements each section has: one for each half wave of the highest mode, of which a section has a part as its length is to
/// the length of waves in it, and at least one.
fn counts(sections: &[Section], families: Families) -> Vec<usize> {
    let mut counts = vec![1; sections.len()];
    for (family, modes) in families.list().into_iter().filter(|(_, modes)| *modes > 0) {
        let phases: Vec<f64> = (sections.iter())
            .map(|section| {
                let slowness = (section.inertia(family) / section.rigidity(family)).sqrt();
                let wave = if family.is_bending() {
                    slowness.sqrt()
                } else {
                    slowness
                };
                section.length.to_f64() * wave
            })
            .collect();
        let total: f64 = phases.iter().sum();
        for (count, phase) in counts.iter_mut().zip(phases) {
            let waves = (modes + 1) as f64 * phase / total;
            *count = (*count).max(waves.ceil() as usize);
        }
    }
    counts
}

/// The mass outboard of each point and its first moment about the origin.
fn outboard(sections: &[Section], per_length: &[f64], points: &[Point]) -> Vec<[f64; 2]> {
    let mut ends = Vec::with_capacity(sections.len());
    let mut end = 0.0;
    for section in sections {
        end += section.length.to_f64();
        ends.push(end);
    }
    let beyond = |section: usize, from: f64| {
        let (line, to) = (per_length[section], ends[section]);
        [line * (to - from), 0.5 * line * (to - from) * (to + from)]
    };
    let of_point = |point: &Point| {
        let own = beyond(point.section, point.x);
        let others = (point.section + 1..sections.len()).map(|k| beyond(k, ends[k - 1]));
        others.fold(own, |[a, b], [c, d]| [a + c, b + d])
    };
    points.iter().map(of_point).collect()
}

fn scaled(row: &[f64], factor: f64) -> Vec<f64> {
    row.iter().map(|one| factor * one).collect()
}

/// Multiplies a row by the units of its coefficients.
fn weigh(row: &mut [f64], units: &[f64]) {
    row.iter_mut()
        .zip(units)
        .for_each(|(one, unit)| *one *= unit);
}

fn largest(values: &[f64]) -> f64 {
    values
        .iter()
        .fold(0.0, |largest, one| one.abs().max(largest))
}

/// 0 where a number is so but for the rounding of elements; `size` is what it has elsewhere.
fn settled(value: f64, size: f64) -> f64 {
    cleaned(value, ROUNDING * size)
}
