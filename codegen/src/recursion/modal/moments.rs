//! Loads and forces from the moments of single modes: what a mode takes is computed once, for its generalised force and for the wrench
//! of the body.
//!
//! In the field of accelerations a + U x + Σ A_i Φ_i(x) every mode has a matrix of its own,
//!
//! ```text
//!  A_i = η_i U + 2 η̇_i ω~ + η̈_i 1
//! ```
//!
//! and the moment of the field with a mode, N_j = ∫ (a + Σ A_i Φ_i) Φ_jᵀ dm = a C_jᵀ + Σ_i A_i ∫ Φ_i Φ_jᵀ dm, is all that is needed of
//! terms of second order: its trace belongs to the mode, its axial part, η_j times, to the body. With C, D the constants ∫ Φ dm and
//! ∫ Φ xᵀ dm, and the body to first order in η (first moment ms₀, Euler tensor K = K₀ + Σ η_i (D_i + D_iᵀ)):
//!
//! ```text
//!  force      m a + U ms₀ + Σ A_i C_i
//!  moment     axial(U K) + ms₀ × a + axial(Σ (2 η̇_i ω~ + η̈_i 1) D_i) + Σ η_j axial(N_j)
//!  mode j     tr N_j + ⟨U, D_j⟩ + Σ_i (M_e,ij − tr ∫ Φ_i Φ_jᵀ dm) η̈_i
//! ```
//!
//! Foreshortening, −½ e ηᵀ S η, makes C_j − ½ e s_j of C_j in N_j and beside A_j, s_j = Σ_k ∫ S_jk dm η_k, and adds what it does besides.

use super::algebra::{axial, sum};
use super::motion::contracted;
use super::{Modal, ModePlace};
use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::mechanism::{Deformation, Dyad};
use crate::recursion::rotation::RotationalMotion;
use crate::recursion::{Motion, System};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mat3, Vec3, Wrench};

/// What the moments of single modes are computed from.
#[derive(Clone, Debug)]
pub(super) struct ModeMoments<S> {
    /// η.
    coordinates: Vec<S>,
    /// C_i − ½ e s_i.
    linear: Vec<Vec3<S>>,
    /// D_i, constant.
    dyads: Vec<Mat3<S>>,
    /// s_i.
    shortened: Vec<S>,
    /// M_e,ij − tr ∫ Φ_i Φ_jᵀ dm, constant: 0 but for rotary inertia and foreshortening.
    excess: Vec<Vec<S>>,
    /// The body to first order in η.
    body: Composite<S>,
    half: S,
}

impl<S: Scalar> ModeMoments<S> {
    pub(super) fn lift<L: Leaves<S = S>>(
        deformation: &Deformation,
        places: &[ModePlace],
        rigid: Composite<S>,
        η: &[S],
        leaves: &L,
    ) -> Self {
        let half = leaves.constant(&(Number::ONE / Number::from(2)));
        let vector = |v: &[Number; 3]| Vec3(core::array::from_fn(|k| leaves.constant(&v[k])));
        let modes = &deformation.modes;
        let shortening = deformation.shortening.iter().map(|row| {
            let row: Vec<S> = row.iter().map(|one| leaves.constant(one)).collect();
            sum(&row, η)
        });
        let shortened: Vec<S> = shortening.collect();
        let axis = vector(&deformation.axis);
        let linear = modes.iter().zip(&shortened);
        let linear = linear.map(|(mode, &s)| vector(&mode.linear) - axis * (half * s));
        let dyads = modes
            .iter()
            .map(|mode| Mat3::from_fn(|a, b| leaves.constant(&mode.dyad[a][b])));
        let dyads: Vec<Mat3<S>> = dyads.collect();
        let excess = (0..modes.len()).map(|i| {
            let row = (0..modes.len()).map(|j| {
                let mass = if i == j {
                    &places[i].mass
                } else {
                    &deformation.mass[i][j]
                };
                leaves.constant(&(mass - trace(&deformation.second[i][j])))
            });
            row.collect()
        });
        let euler = dyads.iter().zip(η).fold(rigid.euler, |sum, (dyad, &η)| {
            Mat3::symmetric(|a, b| sum[a][b] + (dyad[a][b] + dyad[b][a]) * η)
        });
        Self {
            coordinates: η.to_vec(),
            linear: linear.collect(),
            shortened,
            excess: excess.collect(),
            body: Composite { euler, ..rigid },
            dyads,
            half,
        }
    }
}

fn trace(dyad: &Dyad) -> Number {
    &dyad[0][0] + &dyad[1][1] + &dyad[2][2]
}

impl<S: Scalar> System<S> {
    /// The same with loads and forces of flexible bodies from the moments of their modes.
    #[must_use]
    pub(in crate::recursion) fn by_mode_moments(mut self) -> Self {
        for link in &mut self.links {
            if let Some(modal) = &mut link.modal {
                modal.by_moments = true;
                let body = modal.moments.body;
                link.set_inertia(body);
            }
        }
        self
    }
}

impl<S: Scalar> Modal<S> {
    /// The velocities of modes whose own masses are among their forces.
    pub(in crate::recursion) fn with_own_masses(&self) -> impl Iterator<Item = usize> {
        let modes = self.modes.iter().filter(|_| self.by_moments);
        modes.map(|mode| mode.velocity)
    }

    /// A_i.
    fn field(&self, i: usize, rotation: &RotationalMotion<S>, motion: &Motion<S>) -> Mat3<S> {
        let v = self.modes[i].velocity;
        let turned = Mat3::skew(rotation.ω + rotation.ω);
        let (η, rate, acceleration) = (
            self.moments.coordinates[i],
            motion.rates[v],
            motion.accelerations[v],
        );
        Mat3::from_fn(|a, b| {
            let swept = rotation.u[a][b] * η + turned[a][b] * rate;
            if a == b { acceleration + swept } else { swept }
        })
    }

    /// N_j of all modes.
    fn moments_of_modes(
        &self,
        rotation: &RotationalMotion<S>,
        a: Vec3<S>,
        motion: &Motion<S>,
    ) -> Vec<Mat3<S>> {
        let modes = 0..self.modes.len();
        let fields: Vec<Mat3<S>> = modes
            .clone()
            .map(|i| self.field(i, rotation, motion))
            .collect();
        let moment = |j: usize| {
            let linear = self.moments.linear[j];
            let carried = Mat3::from_fn(|row, column| a[row] * linear[column]);
            let fields = fields.iter().enumerate();
            fields.fold(carried, |sum, (i, field)| sum + *field * self.second[i][j])
        };
        modes.map(moment).collect()
    }

    /// [`Modal::load`] beside that of the body to first order.
    pub(super) fn load_by_moments(
        &self,
        rotation: &RotationalMotion<S>,
        a: Vec3<S>,
        motion: &Motion<S>,
    ) -> Wrench<S> {
        let of_modes = self.moments_of_modes(rotation, a, motion);
        let double = rotation.ω + rotation.ω;
        let (mut force, mut b, mut c) = (Vec3::zero(), Mat3::zero(), Mat3::zero());
        let mut second = Vec3::zero();
        for (i, mode) in self.modes.iter().enumerate() {
            let (rate, acceleration) = (
                motion.rates[mode.velocity],
                motion.accelerations[mode.velocity],
            );
            let shortened = self.moments.half * self.moments.shortened[i];
            let along = double.cross(self.axis) * rate + self.axis * acceleration;
            force = force + self.field(i, rotation, motion) * self.moments.linear[i]
                - along * shortened;
            let dyad = self.moments.dyads[i];
            b = b + Mat3::from_fn(|row, column| dyad[row][column] * rate);
            c = c + Mat3::from_fn(|row, column| dyad[row][column] * acceleration);
            second = second + axial(of_modes[i]) * self.moments.coordinates[i];
        }
        force = force - self.axis * self.shortened(&motion.rates);
        let trace = b[0][0] + b[1][1] + b[2][2];
        let turned = double * trace - b * double;
        Wrench::new(turned + axial(c) + second, force)
    }

    /// [`Modal::forces`], the own diagonal masses of the modes among them.
    pub(super) fn forces_by_moments(
        &self,
        rotation: &RotationalMotion<S>,
        a: Vec3<S>,
        motion: &Motion<S>,
        τ: &mut [S],
    ) {
        let of_modes = self.moments_of_modes(rotation, a, motion);
        for (j, mode) in self.modes.iter().enumerate() {
            let n = of_modes[j];
            let shortened = self.moments.half * self.moments.shortened[j];
            let force = n[0][0] + n[1][1] + n[2][2] + contracted(rotation.u, self.moments.dyads[j]);
            let excess = self.moments.excess[j].iter().zip(&self.modes);
            τ[mode.velocity] = excess.fold(
                force - shortened * self.axis.dot(a),
                |sum, (&mass, other)| sum + mass * motion.accelerations[other.velocity],
            );
        }
    }
}
