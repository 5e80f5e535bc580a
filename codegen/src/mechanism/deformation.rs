//! What the modes of a flexible body add to it: its modal integrals, all constants.
//!
//! A point x of the body stands at r(x) = x + Σ Φ_i(x) η_i, and for a stiffened beam at r − ½ e ηᵀ S(x) η, e its axis. The
//! integrals over the mass are first and second moments of the shapes, written as dyads:
//!
//! | here | is | in the classical notation |
//! |---|---|---|
//! | `linear` | ∫ Φ_i dm | C_t |
//! | `dyad` | ∫ Φ_i xᵀ dm | the half of J1, and C_r = ∫ x × Φ_i dm as its axial part |
//! | `second` | ∫ Φ_i Φ_jᵀ dm − e eᵀ K_g,ij | J2 as its symmetric part, G as its axial part |
//! | `shortening` | ∫ S_ij dm | S̄ |
//! | `mass`, `stiffness`, `damping` | M_e, K, D | M_e, K, D |
//!
//! A rotary inertia of sections that turn with the modes adds to the axial part of `dyad` and to `mass` alone.

use super::{Pose, Shape};
use crate::exact::number::Number;

/// A 3 × 3 matrix, rows first.
pub type Dyad = [[Number; 3]; 3];

/// How much of the deformed geometry the equations see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Geometry {
    /// The undeformed one: η = 0 except in the elastic and damping forces (SOA, section 4). No energy is conserved.
    Undeformed,
    /// The linear displacement field in full.
    Exact,
    /// The same with the foreshortening of beams, −½ e ηᵀ S η.
    Stiffened,
}

impl Geometry {
    /// All levels.
    pub(crate) const ALL: [Self; 3] = [Self::Undeformed, Self::Exact, Self::Stiffened];

    /// The name of the level in models.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Undeformed => "undeformed",
            Self::Exact => "exact",
            Self::Stiffened => "stiffened",
        }
    }
}

/// The modal integrals of a body about the origin of its frame, in its axes.
///
/// The modes themselves are the bodies behind it whose joints are modes, in their order.
#[derive(Clone, Debug)]
pub struct Deformation {
    /// How much of the geometry is deformed.
    pub geometry: Geometry,
    /// The modes.
    pub modes: Vec<ModeIntegrals>,
    /// ∫ Φ_i Φ_jᵀ dm, less what foreshortening takes of it; by i and j.
    pub second: Vec<Vec<Dyad>>,
    /// ∫ S_ij dm by i and j; 0 where nothing is foreshortened.
    pub shortening: Vec<Vec<Number>>,
    /// The direction e of the beam's axis.
    pub axis: [Number; 3],
    /// M_e without its diagonal, which stands with the modes as the inertia of rotors.
    pub mass: Vec<Vec<Number>>,
    /// K without its diagonal, which stands with the modes as springs.
    pub stiffness: Vec<Vec<Number>>,
    /// D without its diagonal, which stands with the modes as damping.
    pub damping: Vec<Vec<Number>>,
    /// What the body looks like, in the user's frame of it; nothing is computed from it.
    pub shape: Shape,
}

/// The integrals of one mode.
#[derive(Clone, Debug)]
pub struct ModeIntegrals {
    /// ∫ Φ dm.
    pub linear: [Number; 3],
    /// ∫ Φ xᵀ dm.
    pub dyad: Dyad,
}

impl Deformation {
    /// All numbers, to be changed.
    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Number> {
        let modes = self.modes.iter_mut();
        let first =
            modes.flat_map(|mode| mode.linear.iter_mut().chain(mode.dyad.as_flattened_mut()));
        let second = self.second.iter_mut().flatten();
        let second = second.flat_map(|dyad| dyad.as_flattened_mut());
        let matrices = [
            &mut self.shortening,
            &mut self.mass,
            &mut self.stiffness,
            &mut self.damping,
        ];
        let matrices = matrices.into_iter().flatten().flatten();
        first.chain(second).chain(&mut self.axis).chain(matrices)
    }

    /// The same body seen from the outer frame of `pose`, in whose inner frame `self` is given: with R, p the pose,
    /// ∫ Φ' dm = R ∫ Φ dm, ∫ Φ' x'ᵀ dm = R (∫ Φ xᵀ dm) Rᵀ + R ∫ Φ dm pᵀ.
    #[must_use]
    pub fn seen_through(&self, pose: &Pose) -> Self {
        let (r, p) = (&pose.rotation, &pose.translation);
        let modes = self.modes.iter().map(|mode| {
            let linear = r.apply(&mode.linear);
            let turned = conjugated(&mode.dyad, &r.0);
            let dyad = core::array::from_fn(|i| {
                core::array::from_fn(|j| &turned[i][j] + &linear[i] * &p[j])
            });
            ModeIntegrals { linear, dyad }
        });
        let second = self.second.iter().map(|row| {
            let dyads = row.iter().map(|dyad| conjugated(dyad, &r.0));
            dyads.collect()
        });
        Self {
            modes: modes.collect(),
            second: second.collect(),
            axis: r.apply(&self.axis),
            ..self.clone()
        }
    }
}

/// R A Rᵀ.
fn conjugated(a: &Dyad, r: &Dyad) -> Dyad {
    let half: Dyad = core::array::from_fn(|i| {
        core::array::from_fn(|j| (0..3).fold(Number::ZERO, |sum, k| sum + &r[i][k] * &a[k][j]))
    });
    core::array::from_fn(|i| {
        core::array::from_fn(|j| (0..3).fold(Number::ZERO, |sum, k| sum + &half[i][k] * &r[j][k]))
    })
}
