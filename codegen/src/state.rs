//! The state of a mechanism with quaternions: which coordinates follow which velocities, and how.
//!
//! Mechanism → [`Piece`]s, of which emitters print `integrate` and `difference`; the two functions here compute the
//! same, with the same bits. Where there are as many coordinates as velocities, q̇ = v and neither is needed.

use denoc_sincos::state::{double, single};

use crate::mechanism::{Block, BlockKind, Mechanism};
use crate::scalar::Scalar;

/// Coordinates that follow velocities on their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// How.
    pub kind: CoordinateKind,
    /// Index of the first coordinate.
    pub q: usize,
    /// Index of the first velocity.
    pub v: usize,
}

/// How the rates of coordinates follow from velocities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoordinateKind {
    /// q̇ = v, one of each.
    Rate,
    /// Four coordinates: x, y, z, w, turned at an angular velocity in the body's frame.
    Quaternion,
    /// Seven coordinates: p, x, y, z, w, moved at a twist [linear; angular] in the body's frame.
    Pose,
}

/// The pieces of a mechanism's state, in the order of the coordinates; none when nq = nv.
#[must_use]
pub fn pieces(mechanism: &Mechanism) -> Vec<Piece> {
    if mechanism.nq() == mechanism.nv() {
        return Vec::new();
    }
    let mut pieces = Vec::new();
    for block in mechanism.blocks() {
        let Block { kind, q, v, .. } = block;
        let whole = |kind| Piece { kind, q, v };
        match kind {
            BlockKind::Quaternion => pieces.push(whole(CoordinateKind::Quaternion)),
            BlockKind::Pose => pieces.push(whole(CoordinateKind::Pose)),
            BlockKind::Rates => pieces.extend((0..block.coordinates.len()).map(|k| Piece {
                kind: CoordinateKind::Rate,
                q: q + k,
                v: v + k,
            })),
        }
    }
    pieces
}

/// The coordinates at which nothing is turned or shifted.
#[must_use]
pub fn neutral(pieces: &[Piece], nq: usize) -> Vec<f64> {
    let mut q = vec![0.0; nq];
    for piece in pieces {
        match piece.kind {
            CoordinateKind::Rate => {}
            CoordinateKind::Quaternion => q[piece.q + 3] = 1.0,
            CoordinateKind::Pose => q[piece.q + 6] = 1.0,
        }
    }
    q
}

/// The same coordinates with every quaternion divided by its length; `None` where one has none.
///
/// Programs take quaternions as they are. In a state, and where a user says where something is, they may have any length, because this is
/// applied before every program: an error of the length turns nothing.
pub(crate) fn normalised(pieces: &[Piece], q: &[f64]) -> Option<Vec<f64>> {
    let mut q = q.to_vec();
    for piece in pieces {
        let at = match piece.kind {
            CoordinateKind::Rate => continue,
            CoordinateKind::Quaternion => piece.q,
            CoordinateKind::Pose => piece.q + 3,
        };
        let quaternion = &mut q[at..at + 4];
        let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
        if !length.is_normal() {
            return None;
        }
        quaternion.iter_mut().for_each(|x| *x /= length);
    }
    Some(q)
}

/// A floating-point type that states are kept in.
pub trait Real: Scalar {
    /// [`double::integrate_spherical`] or its twin.
    fn integrate_spherical(q: [Self; 4], v: [Self; 3], dt: Self) -> [Self; 4];
    /// [`double::difference_spherical`] or its twin.
    fn difference_spherical(q0: [Self; 4], q1: [Self; 4]) -> [Self; 3];
    /// [`double::integrate_free`] or its twin.
    fn integrate_free(q: [Self; 7], v: [Self; 6], dt: Self) -> [Self; 7];
    /// [`double::difference_free`] or its twin.
    fn difference_free(q0: [Self; 7], q1: [Self; 7]) -> [Self; 6];
}

macro_rules! real {
    ($float:ty, $kernels:ident) => {
        impl Real for $float {
            fn integrate_spherical(q: [Self; 4], v: [Self; 3], dt: Self) -> [Self; 4] {
                $kernels::integrate_spherical(q, v, dt)
            }
            fn difference_spherical(q0: [Self; 4], q1: [Self; 4]) -> [Self; 3] {
                $kernels::difference_spherical(q0, q1)
            }
            fn integrate_free(q: [Self; 7], v: [Self; 6], dt: Self) -> [Self; 7] {
                $kernels::integrate_free(q, v, dt)
            }
            fn difference_free(q0: [Self; 7], q1: [Self; 7]) -> [Self; 6] {
                $kernels::difference_free(q0, q1)
            }
        }
    };
}
real!(f64, double);
real!(f32, single);

/// The coordinates after the time `dt` at the constant velocity `v`, of a mechanism with nq ≠ nv or any other: the bits
/// of the generated `integrate`. `q` and `v` have the mechanism's lengths.
#[must_use]
pub fn integrate<R: Real>(mechanism: &Mechanism, q: &[R], v: &[R], dt: R) -> Vec<R> {
    let pieces = pieces(mechanism);
    if pieces.is_empty() {
        return q.iter().zip(v).map(|(&q, &v)| q + v * dt).collect();
    }
    let step = |piece: &Piece| match piece.kind {
        CoordinateKind::Rate => vec![q[piece.q] + v[piece.v] * dt],
        CoordinateKind::Quaternion => {
            R::integrate_spherical(part(q, piece.q), part(v, piece.v), dt).to_vec()
        }
        CoordinateKind::Pose => R::integrate_free(part(q, piece.q), part(v, piece.v), dt).to_vec(),
    };
    pieces.iter().flat_map(step).collect()
}

/// The velocity that takes `q0` to `q1` in unit time: the bits of the generated `difference`.
#[must_use]
pub fn difference<R: Real>(mechanism: &Mechanism, q0: &[R], q1: &[R]) -> Vec<R> {
    let pieces = pieces(mechanism);
    if pieces.is_empty() {
        return q0.iter().zip(q1).map(|(&q0, &q1)| q1 - q0).collect();
    }
    let step = |piece: &Piece| {
        let at = piece.q;
        match piece.kind {
            CoordinateKind::Rate => vec![q1[at] - q0[at]],
            CoordinateKind::Quaternion => {
                R::difference_spherical(part(q0, at), part(q1, at)).to_vec()
            }
            CoordinateKind::Pose => R::difference_free(part(q0, at), part(q1, at)).to_vec(),
        }
    };
    pieces.iter().flat_map(step).collect()
}

fn part<R: Real, const N: usize>(values: &[R], start: usize) -> [R; N] {
    core::array::from_fn(|k| values[start + k])
}
