//! Loads and generalised forces of modes: what comes of points that move in the link.

use super::{Modal, axial, sum};
use crate::recursion::Motion;
use crate::recursion::rotation::RotationalMotion;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3, Wrench};

impl<S: Scalar> Modal<S> {
    /// What the motion of the points in the link adds to the wrench that the body needs, about its origin; `a` is the acceleration
    /// of the origin, gravity subtracted.
    pub(in crate::recursion) fn load(
        &self,
        rotation: &RotationalMotion<S>,
        a: Vec3<S>,
        motion: &Motion<S>,
    ) -> Wrench<S> {
        if self.by_moments {
            return self.load_by_moments(rotation, a, motion);
        }
        let ω = rotation.ω;
        let s_dot = self.first_moment_rate(&motion.rates);
        let s_ddot = self.first_moment_rate(&motion.accelerations)
            - self.axis * self.shortened(&motion.rates);
        let b = self.dyads(&motion.rates);
        let a = self.dyads(&motion.accelerations);
        let trace = b[0][0] + b[1][1] + b[2][2];
        let double = ω + ω;
        let turned = double * trace - b * double;
        Wrench::new(turned + axial(a), double.cross(s_dot) + s_ddot)
    }

    /// η̇ᵀ S̄ η̇.
    pub(super) fn shortened(&self, rates: &[S]) -> S {
        let η_dot: Vec<S> = self.modes.iter().map(|mode| rates[mode.velocity]).collect();
        let rows = self.shortening.iter().zip(&η_dot);
        rows.fold(S::zero(), |total, (row, &rate)| {
            total + sum(row, &η_dot) * rate
        })
    }

    /// Puts the generalised forces of the modes into `τ`, without what their own diagonal masses, springs and damping take.
    pub(in crate::recursion) fn forces(
        &self,
        rotation: &RotationalMotion<S>,
        a: Vec3<S>,
        motion: &Motion<S>,
        τ: &mut [S],
    ) {
        if self.by_moments {
            return self.forces_by_moments(rotation, a, motion, τ);
        }
        for (i, mode) in self.modes.iter().enumerate() {
            let gyroscopic = self.gyroscopic(i, &motion.rates).dot(rotation.ω);
            let mut force = mode.linear.dot(a) + contracted(rotation.u, mode.dyad);
            force = force + (gyroscopic + gyroscopic);
            for &(j, k, mass) in &self.mass {
                let other = (j == i).then_some(k).or_else(|| (k == i).then_some(j));
                if let Some(other) = other {
                    let velocity = self.modes[other].velocity;
                    force = force + mass * motion.accelerations[velocity];
                }
            }
            τ[mode.velocity] = force;
        }
    }

    /// Σ_j η̇_j ∫ Φ_j × Φ_i dm.
    pub(super) fn gyroscopic(&self, i: usize, rates: &[S]) -> Vec3<S> {
        let modes = self.second[i].iter().zip(&self.modes);
        // ∫ Φ_j × Φ_i dm is the axial vector of ∫ Φ_i Φ_jᵀ dm.
        modes.fold(Vec3::zero(), |sum, (dyad, mode)| {
            sum + axial(*dyad) * rates[mode.velocity]
        })
    }

    /// The generalised forces that hold the modes against the acceleration `a` of the whole.
    pub(in crate::recursion) fn held(&self, a: Vec3<S>, τ: &mut [S]) {
        for mode in &self.modes {
            τ[mode.velocity] = mode.linear.dot(a);
        }
    }
}

/// Σ A_ij B_ij.
pub(super) fn contracted<S: Scalar>(a: Mat3<S>, b: Mat3<S>) -> S {
    let rows = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
    rows.fold(S::zero(), |sum, (i, j)| sum + a[i][j] * b[i][j])
}
