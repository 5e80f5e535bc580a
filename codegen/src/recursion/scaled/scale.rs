//! The scales of one link, and what is multiplied by them.

use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Mat3, Twist, Vec3, Wrench};

/// The scales of one link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale<S> {
    /// Value over scaled coordinate of a wrench.
    pub of: Wrench<S>,
    /// The inverses.
    pub inverse: Wrench<S>,
    /// κ: n_y − κ n_z and ω_z + κ ω_y are the coordinates of a link that is sheared.
    pub shear: S,
}

impl<S: Scalar> Scale<S> {
    pub(super) fn lift<L: Leaves<S = S>>(scale: &super::gauge::ExactScale, leaves: &L) -> Self {
        let vector = |v: &[Number; 3]| Vec3(core::array::from_fn(|k| leaves.constant(&v[k])));
        let of = Wrench::new(vector(&scale.moment), vector(&scale.force));
        let inverted = |v: Vec3<S>| Vec3(v.0.map(|x| S::one() / x));
        Self {
            of,
            inverse: Wrench::new(inverted(of.moment), inverted(of.force)),
            shear: leaves.constant(&scale.shear),
        }
    }
}

pub(super) fn times<S: Scalar>(v: Vec3<S>, by: Vec3<S>) -> Vec3<S> {
    Vec3(core::array::from_fn(|k| v[k] * by[k]))
}

pub(super) fn wrench_times<S: Scalar>(w: Wrench<S>, by: Wrench<S>) -> Wrench<S> {
    Wrench::new(times(w.moment, by.moment), times(w.force, by.force))
}

pub(super) fn twist_times<S: Scalar>(t: Twist<S>, by: Wrench<S>) -> Twist<S> {
    Twist::new(times(t.angular, by.moment), times(t.linear, by.force))
}

/// Shears an inertia.
pub(super) fn sheared<S: Scalar>(inertia: Articulated<S>, κ: S) -> Articulated<S> {
    let (a, h) = (inertia.moment, inertia.coupling);
    let row = |m: Mat3<S>| Vec3(m[1]) - Vec3(m[2]) * κ;
    let (y, coupled) = (row(a), row(h));
    let yy = y[1] - κ * y[2];
    Articulated {
        moment: Mat3([
            [a[0][0], y[0], a[0][2]],
            [y[0], yy, y[2]],
            [a[2][0], y[2], a[2][2]],
        ]),
        coupling: Mat3([h[0], coupled.0, h[2]]),
        force: inertia.force,
    }
}

/// An inertia with its rows and columns multiplied.
pub(super) fn inertia_times<S: Scalar>(inertia: Articulated<S>, by: Wrench<S>) -> Articulated<S> {
    let (n, f) = (by.moment, by.force);
    Articulated {
        moment: Mat3::symmetric(|i, j| inertia.moment[i][j] * (n[i] * n[j])),
        coupling: Mat3::from_fn(|i, j| inertia.coupling[i][j] * (n[i] * f[j])),
        force: Mat3::symmetric(|i, j| inertia.force[i][j] * (f[i] * f[j])),
    }
}
