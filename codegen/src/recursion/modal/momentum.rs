//! Momenta and energies of modes.

use super::{Modal, sum};
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

impl<S: Scalar> Modal<S> {
    /// The momentum [angular; linear] of the body for a unit rate of each mode.
    pub(in crate::recursion) fn columns(&self) -> impl Iterator<Item = (usize, Wrench<S>)> {
        self.modes
            .iter()
            .map(|mode| (mode.velocity, mode.momentum()))
    }

    /// The momentum of the body for the rates of its modes.
    pub(in crate::recursion) fn momentum(&self, rates: &[S]) -> Wrench<S> {
        self.columns()
            .fold(Wrench::zero(), |sum, (v, column)| sum + column * rates[v])
    }

    /// The momenta of the modes without what their own diagonal masses hold.
    pub(in crate::recursion) fn momenta(&self, t: Twist<S>, rates: &[S], p: &mut [S]) {
        for (v, column) in self.columns() {
            p[v] = t.power(column);
        }
        for &(i, j, mass) in &self.mass {
            let (i, j) = (self.modes[i].velocity, self.modes[j].velocity);
            p[i] = p[i] + mass * rates[j];
            p[j] = p[j] + mass * rates[i];
        }
    }

    /// Twice the kinetic energy that the rates of the modes add, without what their own diagonal masses hold.
    pub(in crate::recursion) fn double_energy(&self, t: Twist<S>, rates: &[S]) -> S {
        let carried = t.power(self.momentum(rates));
        let carried = carried + carried;
        self.mass.iter().fold(carried, |sum, &(i, j, mass)| {
            let (i, j) = (self.modes[i].velocity, self.modes[j].velocity);
            let coupled = mass * (rates[i] * rates[j]);
            sum + (coupled + coupled)
        })
    }

    /// Entries of M between two modes of this body, without its diagonal: velocities and value.
    pub(in crate::recursion) fn mass(&self) -> impl Iterator<Item = (usize, usize, S)> {
        let velocity = |i: usize| self.modes[i].velocity;
        self.mass
            .iter()
            .map(move |&(i, j, mass)| (velocity(i), velocity(j), mass))
    }

    /// Entries of M_e: velocities and value, the diagonal among them.
    pub(in crate::recursion) fn all_masses(&self) -> impl Iterator<Item = (usize, usize, S)> {
        let own = self.modes.iter().zip(&self.own_mass);
        let own = own.map(|(mode, &mass)| (mode.velocity, mode.velocity, mass));
        own.chain(self.mass())
    }

    /// ∂L/∂η of every mode, of the kinetic energy and the weight that the link itself has:
    /// C_i · (g − ω × v) + ω² tr X_i − ωᵀ X_i ω + v · Ċ_i + ω · Σ_j η̇_j ∫ Φ_i × Φ_j dm.
    pub(in crate::recursion) fn slopes(
        &self,
        t: Twist<S>,
        g: Vec3<S>,
        rates: &[S],
        slopes: &mut [S],
    ) {
        let (ω, v) = (t.angular, t.linear);
        let η_dot: Vec<S> = self.modes.iter().map(|mode| rates[mode.velocity]).collect();
        for (i, mode) in self.modes.iter().enumerate() {
            let x = mode.dyad;
            let trace = x[0][0] + x[1][1] + x[2][2];
            let turning = ω.dot(ω * trace - x * ω);
            let shortening = self.axis * sum(&self.shortening[i], &η_dot);
            slopes[mode.velocity] = mode.linear.dot(g - ω.cross(v)) + turning
                - v.dot(shortening)
                - self.gyroscopic(i, rates).dot(ω);
        }
    }
}
