//! What a flexible body looks like and how it bends: for pictures and ranges of sliders; no equation reads it.

/// The places of a flexible body that a picture is drawn through, in the frame that the user calls the body's.
///
/// All numbers are floats, m, and by the unit of a modal coordinate.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Along the axis of a beam, from its origin; of a body by nodes some of these, among them all that frames are at.
    pub stations: Vec<Station>,
    /// Height along y and z of a rectangle with the area and the second moments of a beam's section; `None`: no beam.
    pub section: Option<[f64; 2]>,
}

/// A place on a flexible body. With the modal coordinates η it stands at r = place + Σ Φ_i η_i − ½ e_x ηᵀ S η and is turned by
/// Rz(θ_z) Ry(θ_y) Rx(θ_x), θ = Σ Ψ_i η_i.
#[derive(Clone, Debug, Default)]
pub struct Station {
    /// The place on the undeformed body.
    pub place: [f64; 3],
    /// Φ by mode.
    pub shift: Vec<[f64; 3]>,
    /// Ψ by mode, rad.
    pub turn: Vec<[f64; 3]>,
    /// S by two modes, symmetric; 0 where nothing is foreshortened.
    pub shortening: Vec<Vec<f64>>,
}

impl Shape {
    /// The distance from the origin to the farthest station, m: of a beam its length.
    #[must_use]
    pub fn reach(&self) -> f64 {
        largest(self.stations.iter().map(|station| &station.place))
    }

    /// The largest displacement, m, and the largest rotation, rad, of a station for a unit of a mode.
    #[must_use]
    pub fn largest_motion(&self, mode: usize) -> (f64, f64) {
        let shifts = self
            .stations
            .iter()
            .filter_map(|station| station.shift.get(mode));
        let turns = self
            .stations
            .iter()
            .filter_map(|station| station.turn.get(mode));
        (largest(shifts), largest(turns))
    }
}

/// The length of the longest vector; 0 without any.
fn largest<'a>(vectors: impl Iterator<Item = &'a [f64; 3]>) -> f64 {
    let square = |vector: &[f64; 3]| vector.iter().map(|x| x * x).sum::<f64>();
    vectors.map(square).fold(0.0, f64::max).sqrt()
}
