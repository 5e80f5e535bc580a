//! An articulated inertia across a scaled joint, in the coordinates of `gauge.rs`.

use super::scaled_joint::{ScaledJoint, ScaledRotation};
use crate::scalar::Scalar;
use crate::spatial::{Articulated, Mat3, Vec3};

impl<S: Scalar> ScaledJoint<S> {
    /// An articulated inertia of the body, its moment along z eliminated, seen by the parent, which is sheared.
    pub(super) fn inertia_outward(&self, turn: (S, S), inertia: Articulated<S>) -> Articulated<S> {
        self.placed(self.slid(self.turned(turn, inertia)))
    }

    /// The same in axes before the joint's turn, about the body's origin, n_x and n_y scaled by ν, f_x and f_y by φ.
    pub(super) fn turned(&self, turn: (S, S), inertia: Articulated<S>) -> Articulated<S> {
        let ([nx, ny], [fx, fy]) = (self.moment, self.force);
        let (moments, forces) = (
            ScaledRotation::new([nx, ny], turn),
            ScaledRotation::new([fx, fy], turn),
        );
        let (a, h, m) = (inertia.moment, inertia.coupling, inertia.force);
        let scaled =
            |[x, y]: [S; 2], m: Mat3<S>| [x * x * m[0][0], x * y * m[0][1], y * y * m[1][1]];
        let zero = S::zero();
        let [xx, xy, yy] = turned_symmetric(turn, scaled(self.moment, a));
        let moment = symmetric([[xx, xy, zero], [yy, zero, zero]]);
        let [xx, xy, yy] = turned_symmetric(turn, scaled(self.force, m));
        let [x, y] = forces.outward([m[0][2], m[1][2]]);
        let force = symmetric([[xx, xy, x], [yy, y, m[2][2]]]);
        let (xx, xy) = (nx * fx * h[0][0], nx * fy * h[0][1]);
        let (yx, yy) = (ny * fx * h[1][0], ny * fy * h[1][1]);
        let (c, s) = turn;
        let κ = s * (xx - yy) + c * (xy + yx);
        let (w, k) = (s * κ, c * κ);
        let [x, y] = moments.outward([h[0][2], h[1][2]]);
        Articulated {
            moment,
            coupling: Mat3([[xx - w, k - yx, x], [k - xy, yy + w, y], [zero; 3]]),
            force,
        }
    }

    /// n −= slide z × f.
    fn slid(&self, inertia: Articulated<S>) -> Articulated<S> {
        let d = self.slide;
        let (a, h, m) = (inertia.moment, inertia.coupling, inertia.force);
        let x = Vec3(h[0]) - Vec3(m[1]) * d;
        let y = Vec3(h[1]) + Vec3(m[0]) * d;
        let xx = a[0][0] - d * (h[0][1] + x[1]);
        let xy = a[0][1] + d * (x[0] - h[1][1]);
        let yy = a[1][1] + d * (h[1][0] + y[0]);
        let zero = S::zero();
        Articulated {
            moment: symmetric([[xx, xy, zero], [yy, zero, zero]]),
            coupling: Mat3([x.0, y.0, [zero; 3]]),
            force: m,
        }
    }

    /// Rx(α) and the arm: f_y' = f_y − f_z, f_z' = f_y − square f_y', Y' = copy f_y, n_z' = n_y + arm f_y'.
    fn placed(&self, inertia: Articulated<S>) -> Articulated<S> {
        let (a, h, m) = (inertia.moment, inertia.coupling, inertia.force);
        // Rows of n_x, n_y, f_x and f_y against f.
        let [x, y] = [0, 1].map(|row| self.placed_force([h[row][0], h[row][1]], h[row][2]));
        let f_x = self.placed_force([m[0][0], m[0][1]], m[0][2]);
        let f_y = self.placed_force([m[1][0], m[1][1]], m[1][2]);
        // f_y' against f_y' and f_z', n_z' against f.
        let yy = f_y[1] - (m[1][2] - m[2][2]);
        let yz = f_y[1] - self.square * yy;
        let zz = f_y[2] - self.square * yz;
        let n_z_f_y = h[1][1] + self.arm * f_y[1];
        let n_z_f_y_placed = y[1] + self.arm * yy;
        let n_z = [
            y[0] + self.arm * f_x[1],
            n_z_f_y_placed,
            n_z_f_y - self.square * n_z_f_y_placed,
        ];
        let copied = self.copy * h[0][1];
        let crossed = a[0][1] + self.arm * x[1];
        let along = a[1][1] + self.arm * (y[1] + n_z_f_y_placed);
        Articulated {
            moment: symmetric([
                [a[0][0], copied, crossed],
                [self.copy * self.copy * m[1][1], self.copy * n_z_f_y, along],
            ]),
            coupling: Mat3([x.0, f_y.0.map(|entry| self.copy * entry), n_z]),
            force: symmetric([[m[0][0], f_x[1], f_x[2]], [yy, yz, zz]]),
        }
    }
}

/// Rz X Rzᵀ of [x_xx, x_xy, x_yy].
fn turned_symmetric<S: Scalar>((c, s): (S, S), [xx, xy, yy]: [S; 3]) -> [S; 3] {
    let κ = s * (xx - yy) + (c + c) * xy;
    let w = s * κ;
    [xx - w, c * κ - xy, yy + w]
}

/// The symmetric matrix of [[xx, xy, xz], [yy, yz, zz]].
fn symmetric<S: Scalar>([[xx, xy, xz], [yy, yz, zz]]: [[S; 3]; 2]) -> Mat3<S> {
    Mat3([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
}
