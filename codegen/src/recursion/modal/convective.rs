//! Convective inertia terms of modes, for the Coriolis matrix.

use super::{Modal, axial, sum};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3, Wrench};

/// What the motion of points in the link adds to the matrix of convective inertia terms (`docs/flexible.md`): with the velocity
/// u_c = v_c + ω_c × r + Φ x_c of a column, the rows are ∫ Φ · u̇_c dm and those of r × u̇_c and u̇_c.
impl<S: Scalar> Modal<S> {
    /// Moment and force of a column by its angular velocity: tr B 1 − B, and −ṡ~.
    pub(in crate::recursion) fn convective(&self, rates: &[S]) -> (Mat3<S>, Mat3<S>) {
        let b = self.dyads(rates);
        let moment = turning(b);
        let force = Mat3::skew(-self.first_moment_rate(rates));
        (moment, force)
    }

    /// The wrench of the column of each mode by what of it turns with the body, or changes in it.
    pub(in crate::recursion) fn convective_columns(
        &self,
        ω: Vec3<S>,
        rates: &[S],
    ) -> impl Iterator<Item = (usize, Wrench<S>)> {
        let η_dot: Vec<S> = self.modes.iter().map(|mode| rates[mode.velocity]).collect();
        let modes = self.modes.iter().zip(&self.shortening);
        modes.map(move |(mode, shortening)| {
            let force = ω.cross(mode.linear) - self.axis * sum(shortening, &η_dot);
            (mode.velocity, Wrench::new(turning(mode.dyad) * ω, force))
        })
    }

    /// The row of each mode for a column with the twist `t` and the rate `t_dot` of it.
    pub(in crate::recursion) fn convective_rows(
        &self,
        (t, t_dot): (Twist<S>, Twist<S>),
        ω: Vec3<S>,
        rates: &[S],
    ) -> impl Iterator<Item = (usize, S)> {
        let modes = self.modes.iter().enumerate();
        modes.map(move |(i, mode)| {
            let inertial = t_dot.power(mode.momentum());
            let turned = (turning(mode.dyad).transposed() * ω).dot(t.angular);
            let moving = self.gyroscopic(i, rates).dot(t.angular);
            (mode.velocity, inertial - turned + moving)
        })
    }

    /// Rows and columns of two modes: ω · ∫ Φ_j × Φ_i dm for row i and column j.
    pub(in crate::recursion) fn convective_pairs(
        &self,
        ω: Vec3<S>,
    ) -> impl Iterator<Item = (usize, usize, S)> {
        let modes = self.modes.iter().zip(&self.second);
        modes.flat_map(move |(row, dyads)| {
            let columns = self.modes.iter().zip(dyads);
            columns.map(move |(column, dyad)| (row.velocity, column.velocity, axial(*dyad).dot(ω)))
        })
    }
}

/// tr A 1 − A.
fn turning<S: Scalar>(a: Mat3<S>) -> Mat3<S> {
    let trace = a[0][0] + a[1][1] + a[2][2];
    Mat3::from_fn(|i, j| if i == j { trace - a[i][j] } else { -a[i][j] })
}
