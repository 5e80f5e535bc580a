//! Flexible bodies: what their modes do to inertia, loads, momenta and weight (`docs/flexible.md`).
//!
//! The points of a flexible body stand at r(x) = x + Σ Φ_i(x) η_i in the axes of its link. Mass, first moment and tensor of the
//! link are those of the deformed body at this instant, so that a recursion for rigid links has to add only what comes of points
//! that move in the link. With the velocity ω × r + ṙ and U = ω̇~ + ω~ω~:
//!
//! ```text
//!  force      ∫ (2 ω × ṙ + r̈) dm            = 2 ω × ṡ + s̈
//!  moment     ∫ r × (2 ω × ṙ + r̈) dm        = 2 (tr B ω − B ω) + axial(A),   B = ∫ ṙ rᵀ dm,  A = ∫ r̈ rᵀ dm
//!  mode i     ∫ Φ_i · (a + U r + 2 ω × ṙ) dm  = C_i · a + ⟨U, X_i⟩ + 2 ⟨ω~, Y_i⟩
//! ```
//!
//! with X_i = ∫ Φ_i rᵀ dm, Y_i = ∫ Φ_i ṙᵀ dm and C_i = ∂s/∂η_i. The part M_e of a mode's own inertia is a rotor on its velocity, its
//! stiffness a spring, its damping that of a joint. Frames on the body are links whose joints follow the modes; their coordinates
//! are functions of the modes ([`Coupling`](super::coupling::Coupling)).

mod algebra;
mod convective;
mod moments;
mod momentum;
mod motion;

use self::algebra::{above_diagonal, axial, sum, weighted};
use self::moments::ModeMoments;
use super::{Link, System};
use crate::exact::number::Number;
use crate::leaves::{Coordinate, Leaves};
use crate::mechanism::{Deformation, Dyad, Geometry};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mat3, Vec3, Wrench};

/// The modes of a link at this instant.
#[derive(Clone, Debug)]
pub struct Modal<S> {
    /// The modes.
    pub modes: Vec<Mode<S>>,
    /// ∫ Φ_i Φ_jᵀ dm by i and j, constant.
    second: Vec<Vec<Mat3<S>>>,
    /// ∫ S_ij dm by i and j, constant.
    shortening: Vec<Vec<S>>,
    /// The direction of foreshortening.
    axis: Vec3<S>,
    /// M_e without its diagonal: indices i < j, and the entry.
    mass: Vec<(usize, usize, S)>,
    /// The diagonal of M_e.
    own_mass: Vec<S>,
    /// What the moments of single modes are computed from.
    moments: ModeMoments<S>,
    /// Whether loads and forces are computed from these; the inertia of the link is then [`ModeMoments::body`].
    by_moments: bool,
}

/// A mode of a link.
#[derive(Clone, Copy, Debug)]
pub struct Mode<S> {
    /// Index in the velocity arrays.
    pub velocity: usize,
    /// C_i = ∂s/∂η_i.
    pub linear: Vec3<S>,
    /// X_i = ∫ Φ_i rᵀ dm.
    pub dyad: Mat3<S>,
}

/// Where a mode is among the degrees of freedom of the tree.
pub(super) struct ModePlace {
    /// η.
    pub coordinate: Coordinate,
    /// Index in the velocity arrays.
    pub velocity: usize,
    /// Its entry on the diagonal of M_e.
    pub mass: Number,
}

impl<S: Scalar> Modal<S> {
    /// The modes of a body with these coordinates and velocities, and its composite inertia as deformed.
    pub(super) fn lift<L: Leaves<S = S>>(
        deformation: &Deformation,
        places: &[ModePlace],
        rigid: Composite<S>,
        half: S,
        leaves: &L,
    ) -> (Self, Composite<S>) {
        let number = |value: &Number| leaves.constant(value);
        let vector = |v: &[Number; 3]| Vec3(core::array::from_fn(|k| number(&v[k])));
        let matrix = |dyad: &Dyad| Mat3::from_fn(|i, j| number(&dyad[i][j]));
        let rows = |matrix: &[Vec<Number>]| -> Vec<Vec<S>> {
            let rows = matrix.iter().map(|row| row.iter().map(number).collect());
            rows.collect()
        };
        let η: Vec<S> = match deformation.geometry {
            Geometry::Undeformed => vec![S::zero(); places.len()],
            Geometry::Exact | Geometry::Stiffened => (places.iter())
                .map(|place| place.coordinate.value(leaves))
                .collect(),
        };
        let second = deformation.second.iter();
        let second = second.map(|row| row.iter().map(matrix).collect());
        let mut modal = Self {
            modes: Vec::with_capacity(η.len()),
            second: second.collect(),
            shortening: rows(&deformation.shortening),
            axis: vector(&deformation.axis),
            mass: above_diagonal(&deformation.mass, leaves),
            own_mass: places.iter().map(|place| number(&place.mass)).collect(),
            moments: ModeMoments::lift(deformation, places, rigid, &η, leaves),
            by_moments: false,
        };
        let mut body = rigid;
        for (i, (mode, place)) in deformation.modes.iter().zip(places).enumerate() {
            let (linear, dyad) = (vector(&mode.linear), matrix(&mode.dyad));
            let shortened = sum(&modal.shortening[i], &η);
            let now = Mode {
                velocity: place.velocity,
                linear: linear - modal.axis * shortened,
                dyad: weighted(&modal.second[i], &η, dyad),
            };
            body.first_moment =
                body.first_moment + linear * η[i] - modal.axis * (half * (shortened * η[i]));
            body.euler =
                Mat3::symmetric(|a, b| body.euler[a][b] + (now.dyad[a][b] + dyad[b][a]) * η[i]);
            modal.modes.push(now);
        }
        (modal, body)
    }

    /// ṡ, the rate of the first moment in the link.
    fn first_moment_rate(&self, rates: &[S]) -> Vec3<S> {
        self.modes.iter().fold(Vec3::zero(), |sum, mode| {
            sum + mode.linear * rates[mode.velocity]
        })
    }

    /// Σ X_i x_i.
    fn dyads(&self, x: &[S]) -> Mat3<S> {
        self.modes.iter().fold(Mat3::zero(), |sum, mode| {
            let x = x[mode.velocity];
            Mat3::from_fn(|i, j| sum[i][j] + mode.dyad[i][j] * x)
        })
    }
}

impl<S: Scalar> Mode<S> {
    /// [C_r; C_t]: the momentum of the body for a unit rate.
    fn momentum(&self) -> Wrench<S> {
        Wrench::new(axial(self.dyad), self.linear)
    }
}

impl<S: Scalar> System<S> {
    /// The links with modes.
    pub(super) fn modal(&self) -> impl Iterator<Item = (usize, &Link<S>, &Modal<S>)> {
        let links = self.links.iter().enumerate();
        links.filter_map(|(i, link)| Some((i, link, link.modal.as_ref()?)))
    }
}
