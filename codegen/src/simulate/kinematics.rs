//! Rates of coordinates: q̇ from the velocities v, where quaternions make nq ≠ nv.

use crate::state::{CoordinateKind, Piece};

/// q̇ of the coordinates `q` at the velocities `v`, into `rates`; the pieces are those of the mechanism's state.
///
/// A quaternion's rate is ½ q ⊗ (ω, 0), which keeps its length; the origin of a free joint moves at R(q) v.
pub(super) fn rates(pieces: &[Piece], q: &[f64], v: &[f64], rates: &mut [f64]) {
    if pieces.is_empty() {
        rates.copy_from_slice(v);
    }
    for piece in pieces {
        let (at, v) = (piece.q, &v[piece.v..]);
        match piece.kind {
            CoordinateKind::Rate => rates[at] = v[0],
            CoordinateKind::Quaternion => spin(&q[at..], v, &mut rates[at..]),
            CoordinateKind::Pose => {
                travel(&q[at + 3..], v, &mut rates[at..]);
                spin(&q[at + 3..], &v[3..], &mut rates[at + 3..]);
            }
        }
    }
}

/// ½ q ⊗ (ω, 0), with ω in the body's frame.
fn spin(q: &[f64], w: &[f64], rates: &mut [f64]) {
    rates[0] = 0.5 * (q[3] * w[0] + q[1] * w[2] - q[2] * w[1]);
    rates[1] = 0.5 * (q[3] * w[1] + q[2] * w[0] - q[0] * w[2]);
    rates[2] = 0.5 * (q[3] * w[2] + q[0] * w[1] - q[1] * w[0]);
    rates[3] = -0.5 * (q[0] * w[0] + q[1] * w[1] + q[2] * w[2]);
}

/// R(q) v = v + 2 u × (w v + u × v) for the unit quaternion q = (u, w).
fn travel(q: &[f64], v: &[f64], rates: &mut [f64]) {
    let inner = cross(q, v);
    let inner: [f64; 3] = core::array::from_fn(|k| q[3] * v[k] + inner[k]);
    let outer = cross(q, &inner);
    for k in 0..3 {
        rates[k] = v[k] + 2.0 * outer[k];
    }
}

fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
