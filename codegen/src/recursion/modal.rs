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

use super::rotation::RotationalMotion;
use super::{Link, Motion, System};
use crate::exact::number::Number;
use crate::leaves::{Coordinate, Leaves};
use crate::mechanism::{Deformation, Dyad, Geometry};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mat3, Twist, Vec3, Wrench};

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
pub(super) struct ModePlace<S> {
    /// η.
    pub coordinate: Coordinate,
    /// Index in the velocity arrays.
    pub velocity: usize,
    /// Its entry on the diagonal of M_e.
    pub mass: S,
}

impl<S: Scalar> Modal<S> {
    /// The modes of a body with these coordinates and velocities, and its composite inertia as deformed.
    pub(super) fn lift<L: Leaves<S = S>>(
        deformation: &Deformation,
        places: &[ModePlace<S>],
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
        let deformed = deformation.geometry != Geometry::Undeformed;
        let η: Vec<S> = places
            .iter()
            .map(|place| {
                if deformed {
                    place.coordinate.value(leaves)
                } else {
                    S::zero()
                }
            })
            .collect();
        let second = deformation.second.iter();
        let second = second.map(|row| row.iter().map(matrix).collect());
        let mut modal = Self {
            modes: Vec::with_capacity(η.len()),
            second: second.collect(),
            shortening: rows(&deformation.shortening),
            axis: vector(&deformation.axis),
            mass: above_diagonal(&deformation.mass, leaves),
            own_mass: places.iter().map(|place| place.mass).collect(),
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

    /// What the motion of the points in the link adds to the wrench that the body needs, about its origin.
    pub(super) fn load(&self, ω: Vec3<S>, motion: &Motion<S>) -> Wrench<S> {
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
    fn shortened(&self, rates: &[S]) -> S {
        let η_dot: Vec<S> = self.modes.iter().map(|mode| rates[mode.velocity]).collect();
        let rows = self.shortening.iter().zip(&η_dot);
        rows.fold(S::zero(), |total, (row, &rate)| {
            total + sum(row, &η_dot) * rate
        })
    }

    /// Puts the generalised forces of the modes into `τ`, without what their own diagonal masses, springs and damping take.
    pub(super) fn forces(
        &self,
        rotation: &RotationalMotion<S>,
        a: Vec3<S>,
        motion: &Motion<S>,
        τ: &mut [S],
    ) {
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
    fn gyroscopic(&self, i: usize, rates: &[S]) -> Vec3<S> {
        let modes = self.second[i].iter().zip(&self.modes);
        // ∫ Φ_j × Φ_i dm is the axial vector of ∫ Φ_i Φ_jᵀ dm.
        modes.fold(Vec3::zero(), |sum, (dyad, mode)| {
            sum + axial(*dyad) * rates[mode.velocity]
        })
    }

    /// The momentum [angular; linear] of the body for a unit rate of each mode.
    pub(super) fn columns(&self) -> impl Iterator<Item = (usize, Wrench<S>)> {
        self.modes
            .iter()
            .map(|mode| (mode.velocity, mode.momentum()))
    }

    /// The momentum of the body for the rates of its modes.
    pub(super) fn momentum(&self, rates: &[S]) -> Wrench<S> {
        self.columns()
            .fold(Wrench::zero(), |sum, (v, column)| sum + column * rates[v])
    }

    /// The momenta of the modes without what their own diagonal masses hold.
    pub(super) fn momenta(&self, t: Twist<S>, rates: &[S], p: &mut [S]) {
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
    pub(super) fn double_energy(&self, t: Twist<S>, rates: &[S]) -> S {
        let carried = t.power(self.momentum(rates));
        let carried = carried + carried;
        self.mass.iter().fold(carried, |sum, &(i, j, mass)| {
            let (i, j) = (self.modes[i].velocity, self.modes[j].velocity);
            let coupled = mass * (rates[i] * rates[j]);
            sum + (coupled + coupled)
        })
    }

    /// Entries of M between two modes of this body, without its diagonal: velocities and value.
    pub(super) fn mass(&self) -> impl Iterator<Item = (usize, usize, S)> {
        let velocity = |i: usize| self.modes[i].velocity;
        self.mass
            .iter()
            .map(move |&(i, j, mass)| (velocity(i), velocity(j), mass))
    }

    /// Entries of M_e: velocities and value, the diagonal among them.
    pub(super) fn all_masses(&self) -> impl Iterator<Item = (usize, usize, S)> {
        let own = self.modes.iter().zip(&self.own_mass);
        let own = own.map(|(mode, &mass)| (mode.velocity, mode.velocity, mass));
        own.chain(self.mass())
    }

    /// The generalised forces that hold the modes against the acceleration `a` of the whole.
    pub(super) fn held(&self, a: Vec3<S>, τ: &mut [S]) {
        for mode in &self.modes {
            τ[mode.velocity] = mode.linear.dot(a);
        }
    }

    /// ∂L/∂η of every mode by what the link itself has of the kinetic energy and of the weight: with P' = ∂(ṡ)/∂η_i
    /// C_i · (g − ω × v) + ω² tr X_i − ωᵀ X_i ω + v · Ċ_i + ω · Σ_j η̇_j ∫ Φ_i × Φ_j dm.
    pub(super) fn slopes(&self, t: Twist<S>, g: Vec3<S>, rates: &[S], slopes: &mut [S]) {
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

/// What the motion of points in the link adds to the matrix of convective inertia terms (`docs/flexible.md`): with the velocity
/// u_c = v_c + ω_c × r + Φ x_c of a column, the rows are ∫ Φ · u̇_c dm and those of r × u̇_c and u̇_c.
impl<S: Scalar> Modal<S> {
    /// Moment and force of a column by its angular velocity: tr B 1 − B, and −ṡ~.
    pub(super) fn convective(&self, rates: &[S]) -> (Mat3<S>, Mat3<S>) {
        let b = self.dyads(rates);
        let moment = turning(b);
        let force = Mat3::skew(-self.first_moment_rate(rates));
        (moment, force)
    }

    /// The wrench of the column of each mode by what of it turns with the body, or changes in it.
    pub(super) fn convective_columns(
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
    pub(super) fn convective_rows(
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
    pub(super) fn convective_pairs(&self, ω: Vec3<S>) -> impl Iterator<Item = (usize, usize, S)> {
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

/// The entries above the diagonal that are not 0.
pub(super) fn above_diagonal<L: Leaves>(
    matrix: &[Vec<Number>],
    leaves: &L,
) -> Vec<(usize, usize, L::S)> {
    let mut entries = Vec::new();
    for (i, row) in matrix.iter().enumerate() {
        for (j, value) in row.iter().enumerate().skip(i + 1) {
            if !value.is_zero() {
                entries.push((i, j, leaves.constant(value)));
            }
        }
    }
    entries
}

/// Σ a_i b_i.
fn sum<S: Scalar>(a: &[S], b: &[S]) -> S {
    let pairs = a.iter().zip(b);
    pairs.fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}

/// A + Σ A_i x_i.
fn weighted<S: Scalar>(matrices: &[Mat3<S>], x: &[S], first: Mat3<S>) -> Mat3<S> {
    matrices.iter().zip(x).fold(first, |sum, (matrix, &x)| {
        Mat3::from_fn(|i, j| sum[i][j] + matrix[i][j] * x)
    })
}

/// ε_ijk A_kj: ∫ r × v dm of A = ∫ v rᵀ dm.
fn axial<S: Scalar>(a: Mat3<S>) -> Vec3<S> {
    Vec3([a[2][1] - a[1][2], a[0][2] - a[2][0], a[1][0] - a[0][1]])
}

/// Σ A_ij B_ij.
fn contracted<S: Scalar>(a: Mat3<S>, b: Mat3<S>) -> S {
    let rows = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
    rows.fold(S::zero(), |sum, (i, j)| sum + a[i][j] * b[i][j])
}
