//! A beam as pictures show it: stations along its axis, and a rectangle in place of its section.

use super::Shaped;
use crate::exact::number::Number;
use crate::mechanism::{Shape, Station};
use crate::model::flexible::section::Section;

/// Parts of the beam for each half wave of its most curved mode, and at least.
const PARTS: (usize, usize) = (8, 24);

impl Shaped<'_> {
    /// The beam as pictures show it.
    pub(super) fn shape(&self) -> Shape {
        Shape {
            stations: self.stations(),
            section: Some(rectangle(&self.beam.sections)),
        }
    }

    /// Evenly spaced, from the origin to the other end.
    fn stations(&self) -> Vec<Station> {
        let highest = self.modes.iter().map(|(_, number)| *number).max();
        let parts = (PARTS.0 * highest.unwrap_or(0)).max(PARTS.1);
        let length: f64 = (self.beam.sections.iter())
            .map(|section| section.length.to_f64())
            .sum();
        let all = || 0..self.modes.len();
        let station = |part: usize| {
            let x = part as f64 / parts as f64 * length;
            let shortening = |i: usize, j: usize| match self.shortens(i, j) {
                true => self.shapes.shortening(i, j, x),
                false => 0.0,
            };
            Station {
                place: [x, 0.0, 0.0],
                shift: all().map(|mode| self.shift(mode, x)).collect(),
                turn: all().map(|mode| self.turn(mode, x)).collect(),
                shortening: all()
                    .map(|i| all().map(|j| shortening(i, j)).collect())
                    .collect(),
            }
        };
        (0..=parts).map(station).collect()
    }
}

/// Heights along y and z of a rectangle with the second moments b h³/12: √(12 I/A) where I is known, and what its area
/// leaves for the other; of several sections, by their means over the length.
fn rectangle(sections: &[Section]) -> [f64; 2] {
    let length: f64 = sections.iter().map(|one| one.length.to_f64()).sum();
    let mean = |of: fn(&Section) -> &Number| {
        let parts = sections.iter();
        let sum: f64 = parts
            .map(|one| one.length.to_f64() * of(one).to_f64())
            .sum();
        sum / length
    };
    let area = mean(|one| &one.area);
    let about_y = mean(|one| &one.second_moments[0]);
    let about_z = mean(|one| &one.second_moments[1]);
    let height = |moment: f64| (12.0 * moment / area).sqrt();
    match (about_z > 0.0, about_y > 0.0) {
        (true, true) => [height(about_z), height(about_y)],
        (true, false) => [height(about_z), area / height(about_z)],
        (false, true) => [area / height(about_y), height(about_y)],
        (false, false) => [area.sqrt(); 2],
    }
}
