//! Flexible bodies as the page bends them: stations and how they follow the modes, rods between nodes, the modes.

use serde::Serialize;

use super::swing::Swing;
use crate::mechanism::{Body, Deformation, Geometry, Mechanism, Station};

/// A flexible body.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Bend {
    /// Index in the scene.
    body: usize,
    /// Whether the poses of its frames follow the modes: not where its geometry is taken undeformed.
    bends: bool,
    /// Heights along y and z of a beam.
    section: Option<[f64; 2]>,
    /// In the frame that the model calls the body's.
    stations: Vec<SceneStation>,
    /// Pairs of stations with a rod between, of a body by nodes.
    rods: Vec<[usize; 2]>,
    /// The mass centre, as a station that does not turn.
    centre: SceneStation,
    modes: Vec<SceneMode>,
}

/// A place that moves with the modes: place + Σ shift η + e_x Σ factor η_i η_j, turned by Σ turn η.
#[derive(Clone, Debug, Serialize)]
struct SceneStation {
    place: [f64; 3],
    /// By mode.
    shift: Vec<[f64; 3]>,
    /// By mode, rad.
    turn: Vec<[f64; 3]>,
    /// Two modes i ≤ j, and the factor of their product: what foreshortening adds along x.
    squares: Vec<(usize, usize, f64)>,
}

/// A mode.
#[derive(Clone, Debug, Serialize)]
struct SceneMode {
    /// Name of the coordinate.
    name: String,
    /// Its index in q.
    index: usize,
    /// Hz, with the body held and nothing attached.
    frequency: f64,
}

/// The flexible bodies of a mechanism; `index` finds a body in the scene.
pub(super) fn bends(
    mechanism: &Mechanism,
    swings: &[Swing],
    index: impl Fn(&Body) -> Option<usize>,
) -> Vec<Bend> {
    let vibrations = mechanism.vibrations();
    let mode = |name: &str| {
        let swing = swings.iter().find(|swing| swing.name == name)?;
        Some(SceneMode {
            name: swing.name.clone(),
            index: swing.q,
            frequency: swing.rate / core::f64::consts::TAU,
        })
    };
    let bends = mechanism.bodies.iter().filter_map(|body| {
        let deformation = body.deformation.as_ref()?;
        let own = vibrations.iter().filter(|one| one.body.name == body.name);
        let shape = &deformation.shape;
        let places: Vec<[f64; 3]> = shape.stations.iter().map(|one| one.place).collect();
        Some(Bend {
            body: index(body)?,
            bends: deformation.geometry != Geometry::Undeformed,
            section: shape.section,
            rods: match shape.section {
                Some(_) => Vec::new(),
                None => tree(&places),
            },
            centre: SceneStation::of(&centre(body, deformation)),
            stations: shape.stations.iter().map(SceneStation::of).collect(),
            modes: own.filter_map(|one| mode(&one.mode.joint_name)).collect(),
        })
    });
    bends.collect()
}

impl SceneStation {
    fn of(station: &Station) -> Self {
        let mut squares = Vec::new();
        // −½ η_i S_ij η_j for both orders of two modes.
        for (i, row) in station.shortening.iter().enumerate() {
            for (j, shortening) in row.iter().enumerate().skip(i) {
                let factor = if i == j { -0.5 } else { -1.0 } * shortening;
                if factor != 0.0 {
                    squares.push((i, j, factor));
                }
            }
        }
        Self {
            place: station.place,
            shift: station.shift.clone(),
            turn: station.turn.clone(),
            squares,
        }
    }
}

/// The mass centre in the user's frame: (s + Σ C_i η_i − ½ e_x ηᵀ S̄ η)/m.
fn centre(body: &Body, deformation: &Deformation) -> Station {
    let mass = body.inertia.mass.to_f64();
    let frame = body.user_frame.inverse();
    let turned = |vector: &[f64; 3]| -> [f64; 3] {
        core::array::from_fn(|i| {
            let row = frame.rotation.0[i].iter().zip(vector);
            row.map(|(r, x)| r.to_f64() * x).sum()
        })
    };
    let undeformed = turned(&body.inertia.centre().map(|x| x.to_f64()));
    let shift = deformation.modes.iter().map(|mode| {
        let linear = mode.linear.each_ref().map(|one| one.to_f64() / mass);
        turned(&linear)
    });
    let shortening = deformation.shortening.iter().map(|row| {
        let row = row.iter();
        row.map(|one| one.to_f64() / mass).collect()
    });
    Station {
        place: core::array::from_fn(|k| undeformed[k] + frame.translation[k].to_f64()),
        shift: shift.collect(),
        turn: vec![[0.0; 3]; deformation.modes.len()],
        shortening: shortening.collect(),
    }
}

/// The shortest tree that connects all places, by Prim's algorithm from the first: from which place to which.
fn tree(places: &[[f64; 3]]) -> Vec<[usize; 2]> {
    let square = |a: usize, b: usize| -> f64 {
        let parts = places[a].iter().zip(&places[b]);
        parts.map(|(a, b)| (a - b) * (a - b)).sum()
    };
    let mut rods = Vec::with_capacity(places.len());
    // Places that are not connected yet, and the connected one that each is nearest to.
    let mut left: Vec<(usize, usize)> = (1..places.len()).map(|place| (place, 0)).collect();
    let length = |&(place, near): &(usize, usize)| square(place, near);
    while let Some(at) =
        (0..left.len()).min_by(|&a, &b| length(&left[a]).total_cmp(&length(&left[b])))
    {
        let (next, near) = left.swap_remove(at);
        rods.push([near, next]);
        for (place, near) in &mut left {
            if square(*place, next) < square(*place, *near) {
                *near = next;
            }
        }
    }
    rods
}
