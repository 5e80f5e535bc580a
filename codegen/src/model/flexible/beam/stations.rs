//! A beam as pictures show it: stations along its axis, and a rectangle in place of its section.

use super::{Beam, Floats, Mode, shortens};
use crate::exact::number::Number;
use crate::mechanism::{Shape, Station};
use crate::model::flexible::quadrature::integral;

/// Parts of the beam for each half wave of its most curved mode, and at least.
const PARTS: (usize, usize) = (8, 24);

impl Beam {
    /// The beam as pictures show it.
    pub(super) fn shape(&self, modes: &[Mode], beam: &Floats) -> Shape {
        Shape {
            stations: self.stations(modes, beam),
            section: Some(self.section()),
        }
    }

    /// Evenly spaced, from the origin to the other end.
    fn stations(&self, modes: &[Mode], beam: &Floats) -> Vec<Station> {
        let highest = modes.iter().map(|mode| mode.number).max().unwrap_or(0);
        let parts = (PARTS.0 * highest).max(PARTS.1);
        let mut shortening = vec![vec![0.0; modes.len()]; modes.len()];
        let mut stations = Vec::with_capacity(parts + 1);
        let mut last = 0.0;
        for part in 0..=parts {
            let ξ = part as f64 / parts as f64;
            self.shorten(&mut shortening, modes, (last, ξ), beam.length);
            last = ξ;
            stations.push(Station {
                place: [ξ * beam.length, 0.0, 0.0],
                shift: modes.iter().map(|mode| mode.shift(ξ)).collect(),
                turn: (modes.iter())
                    .map(|mode| mode.turn(ξ, beam.length))
                    .collect(),
                shortening: shortening.clone(),
            });
        }
        stations
    }

    /// Adds ∫ φ_i' φ_j' dx over a part of the beam, far shorter than a half wave.
    fn shorten(&self, sum: &mut [Vec<f64>], modes: &[Mode], (from, to): (f64, f64), length: f64) {
        for (i, one) in modes.iter().enumerate() {
            for (j, other) in modes.iter().enumerate().skip(i) {
                if !shortens((one, other), self.geometry) {
                    continue;
                }
                let slopes = |ξ| one.shape.slope(ξ) * other.shape.slope(ξ);
                let part = integral(from, to, 1, slopes) * one.scale * other.scale / length;
                sum[i][j] += part;
                sum[j][i] = sum[i][j];
            }
        }
    }

    /// Heights along y and z of a rectangle with the second moments b h³/12: √(12 I/A) where I is known, and what its area
    /// leaves for the other.
    fn section(&self) -> [f64; 2] {
        let area = self.area.to_f64();
        let [about_y, about_z] = self.second_moments.each_ref().map(Number::to_f64);
        let height = |moment: f64| (12.0 * moment / area).sqrt();
        match (about_z > 0.0, about_y > 0.0) {
            (true, true) => [height(about_z), height(about_y)],
            (true, false) => [height(about_z), area / height(about_z)],
            (false, true) => [area / height(about_y), height(about_y)],
            (false, false) => [area.sqrt(); 2],
        }
    }
}
