//! One scaled joint: a wrench, a twist, an inertia across it, in the coordinates of `gauge.rs`.
//!
//! Wrench coordinates go from the link to its parent: turn about z, slide, two shears for Rx(α), two for the arm a.
//! Twists go back by the transposed factors; an inertia takes both from both sides, and its moment along z is known
//! to be eliminated.

use crate::number::Number;
use crate::scalar::{Leaves, Scalar};
use crate::spatial::{Articulated, Mat3, Twist, Vec3, Wrench};

/// The constants of a scaled joint.
#[derive(Clone, Debug)]
pub(super) struct Step<T> {
    /// Scales of n_x and n_y over ν.
    pub moment: [T; 2],
    /// Scales of f_x and f_y over φ.
    pub force: [T; 2],
    /// d φ/ν: n −= slide z × f.
    pub slide: T,
    /// f_y −= shear₀ f_z, then f_z += shear₁ f_y.
    pub shear: [T; 2],
    /// n_y' = n_y − axial₀ n_z, n_z' = n_y + axial₁ n_z.
    pub axial: [T; 2],
    /// n_y −= arm₀ f_z, n_z += arm₁ f_y.
    pub arm: [T; 2],
}

impl Step<Number> {
    /// The same constants as scalars.
    pub(super) fn lift<L: Leaves>(&self, leaves: &L) -> Step<L::S> {
        let pair = |[x, y]: &[Number; 2]| [leaves.constant(x), leaves.constant(y)];
        Step {
            moment: pair(&self.moment),
            force: pair(&self.force),
            slide: leaves.constant(&self.slide),
            shear: pair(&self.shear),
            axial: pair(&self.axial),
            arm: pair(&self.arm),
        }
    }
}

/// The parts across the axis of a wrench or a twist, in axes before the joint's turn and at the body's origin: scaled
/// by ν and φ, or by their inverses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across<S> {
    /// Of the moment or the angular part.
    pub moment: [S; 2],
    /// Of the force or the linear part.
    pub force: [S; 2],
}

/// A turn about z that takes scaled x and y to equally scaled ones: [[X c, −Y s], [X s, Y c]].
#[derive(Clone, Copy, Debug)]
struct Turn<S>([[S; 2]; 2]);

impl<S: Scalar> Turn<S> {
    fn new([x, y]: [S; 2], (c, s): (S, S)) -> Self {
        Self([[x * c, y * s], [x * s, y * c]])
    }

    fn outward(&self, [x, y]: [S; 2]) -> [S; 2] {
        let [[xc, ys], [xs, yc]] = self.0;
        [xc * x - ys * y, xs * x + yc * y]
    }

    fn inward(&self, [x, y]: [S; 2]) -> [S; 2] {
        let [[xc, ys], [xs, yc]] = self.0;
        [xc * x + xs * y, yc * y - ys * x]
    }
}

impl<S: Scalar> Step<S> {
    /// A force, or anything that turns with the body as one, in the parent's axes; and its part across the axis in
    /// between.
    pub(super) fn force_outward(&self, turn: (S, S), f: Vec3<S>) -> (Vec3<S>, [S; 2]) {
        let [x, y, z] = f.0;
        let across = Turn::new(self.force, turn).outward([x, y]);
        let y = across[1] - self.shear[0] * z;
        (Vec3([across[0], y, z + self.shear[1] * y]), across)
    }

    /// A wrench on the body, on its parent.
    pub(super) fn outward(&self, turn: (S, S), w: Wrench<S>) -> (Wrench<S>, Across<S>) {
        let [x, y, z] = w.moment.0;
        let moment = Turn::new(self.moment, turn).outward([x, y]);
        let (f, force) = self.force_outward(turn, w.force);
        let n_x = moment[0] - self.slide * force[1];
        let n_y = moment[1] + self.slide * force[0];
        let onto_parent = Wrench {
            moment: Vec3([
                n_x,
                (n_y - self.axial[0] * z) - self.arm[0] * f[2],
                (n_y + self.axial[1] * z) + self.arm[1] * f[1],
            ]),
            force: f,
        };
        (onto_parent, Across { moment, force })
    }

    /// A direction of the parent, such as gravity, scaled as its linear velocity, in the body's axes; and in between.
    pub(super) fn direction_inward(&self, turn: (S, S), v: Vec3<S>) -> (Vec3<S>, [S; 2]) {
        let [x, y, z] = v.0;
        let y = y + self.shear[1] * z;
        let z = z - self.shear[0] * y;
        let [a, b] = Turn::new(self.force, turn).inward([x, y]);
        (Vec3([a, b, z]), [x, y])
    }

    /// The twist of the parent, of the body.
    pub(super) fn inward(&self, turn: (S, S), t: Twist<S>) -> (Twist<S>, Across<S>) {
        let ([ω_x, ω_y, ω_z], [v_x, v_y, v_z]) = (t.angular.0, t.linear.0);
        let v_z = v_z - self.arm[0] * ω_y;
        let v_y = v_y + self.arm[1] * ω_z;
        let z = self.axial[1] * ω_z - self.axial[0] * ω_y;
        let ω_y = ω_y + ω_z;
        let v_y = v_y + self.shear[1] * v_z;
        let v_z = v_z - self.shear[0] * v_y;
        let across = Across {
            moment: [ω_x, ω_y],
            force: [v_x + self.slide * ω_y, v_y - self.slide * ω_x],
        };
        let [ω_x, ω_y] = Turn::new(self.moment, turn).inward(across.moment);
        let [v_x, v_y] = Turn::new(self.force, turn).inward(across.force);
        let inward = Twist {
            angular: Vec3([ω_x, ω_y, z]),
            linear: Vec3([v_x, v_y, v_z]),
        };
        (inward, across)
    }

    /// An articulated inertia of the body, its moment along z eliminated, seen by the parent.
    pub(super) fn inertia_outward(&self, turn: (S, S), inertia: Articulated<S>) -> Articulated<S> {
        self.armed(self.placed(self.slid(self.turned(turn, inertia))))
    }

    /// The same in axes before the joint's turn, about the body's origin, n_x and n_y scaled by ν, f_x and f_y by φ.
    pub(super) fn turned(&self, turn: (S, S), inertia: Articulated<S>) -> Articulated<S> {
        let ([nx, ny], [fx, fy]) = (self.moment, self.force);
        let (moments, forces) = (Turn::new([nx, ny], turn), Turn::new([fx, fy], turn));
        let (a, h, m) = (inertia.moment, inertia.coupling, inertia.force);
        let mut turned = Articulated {
            moment: Mat3::zero(),
            coupling: Mat3::zero(),
            force: Mat3::zero(),
        };
        let (c, s) = turn;
        let [xx, xy, yy] = turned_symmetric(
            turn,
            [nx * nx * a[0][0], nx * ny * a[0][1], ny * ny * a[1][1]],
        );
        put(&mut turned.moment, 0, 0, xx);
        put(&mut turned.moment, 0, 1, xy);
        put(&mut turned.moment, 1, 1, yy);
        let [xx, xy, yy] = turned_symmetric(
            turn,
            [fx * fx * m[0][0], fx * fy * m[0][1], fy * fy * m[1][1]],
        );
        put(&mut turned.force, 0, 0, xx);
        put(&mut turned.force, 0, 1, xy);
        put(&mut turned.force, 1, 1, yy);
        let [x, y] = forces.outward([m[0][2], m[1][2]]);
        put(&mut turned.force, 0, 2, x);
        put(&mut turned.force, 1, 2, y);
        put(&mut turned.force, 2, 2, m[2][2]);
        let (xx, xy) = (nx * fx * h[0][0], nx * fy * h[0][1]);
        let (yx, yy) = (ny * fx * h[1][0], ny * fy * h[1][1]);
        let κ = s * (xx - yy) + c * (xy + yx);
        let (w, k) = (s * κ, c * κ);
        let [x, y] = moments.outward([h[0][2], h[1][2]]);
        turned.coupling.0[0] = [xx - w, k - yx, x];
        turned.coupling.0[1] = [k - xy, yy + w, y];
        turned
    }

    /// n −= slide z × f.
    fn slid(&self, inertia: Articulated<S>) -> Articulated<S> {
        let d = self.slide;
        let (h, m) = (inertia.coupling, inertia.force);
        let mut slid = inertia;
        for b in 0..3 {
            slid.coupling.0[0][b] = h[0][b] - d * m[1][b];
            slid.coupling.0[1][b] = h[1][b] + d * m[0][b];
        }
        let (a, moved) = (inertia.moment, slid.coupling);
        put(
            &mut slid.moment,
            0,
            0,
            a[0][0] - d * (h[0][1] + moved[0][1]),
        );
        put(
            &mut slid.moment,
            0,
            1,
            a[0][1] + d * (moved[0][0] - h[1][1]),
        );
        put(
            &mut slid.moment,
            1,
            1,
            a[1][1] + d * (h[1][0] + moved[1][0]),
        );
        slid
    }

    /// f_y −= shear₀ f_z, f_z += shear₁ f_y, n_z = n_y.
    fn placed(&self, inertia: Articulated<S>) -> Articulated<S> {
        let mut placed = sheared_force(inertia, 1, 2, -self.shear[0]);
        placed = sheared_force(placed, 2, 1, self.shear[1]);
        placed.coupling.0[2] = placed.coupling[1];
        let (xy, yy) = (placed.moment[0][1], placed.moment[1][1]);
        put(&mut placed.moment, 0, 2, xy);
        put(&mut placed.moment, 1, 2, yy);
        put(&mut placed.moment, 2, 2, yy);
        placed
    }

    /// n_z += arm₁ f_y, n_y −= arm₀ f_z.
    fn armed(&self, inertia: Articulated<S>) -> Articulated<S> {
        let x = self.arm[1];
        let mut armed = sheared_moment(inertia, 2, 1, x);
        // n_z was a copy of n_y: n_z'² = n_z' n_y + x n_z' f_y.
        armed.moment.0[2][2] = armed.moment[1][2] + x * armed.coupling[2][1];
        sheared_moment(armed, 1, 2, -self.arm[0])
    }
}

/// Rz X Rzᵀ of [x_xx, x_xy, x_yy].
fn turned_symmetric<S: Scalar>((c, s): (S, S), [xx, xy, yy]: [S; 3]) -> [S; 3] {
    let κ = s * (xx - yy) + (c + c) * xy;
    let w = s * κ;
    [xx - w, c * κ - xy, yy + w]
}

fn put<S: Scalar>(m: &mut Mat3<S>, i: usize, j: usize, value: S) {
    m.0[i][j] = value;
    m.0[j][i] = value;
}

/// f_j += x f_k.
fn sheared_force<S: Scalar>(inertia: Articulated<S>, j: usize, k: usize, x: S) -> Articulated<S> {
    let (h, m) = (inertia.coupling, inertia.force);
    let mut sheared = inertia;
    for row in 0..2 {
        sheared.coupling.0[row][j] = h[row][j] + x * h[row][k];
    }
    for b in (0..3).filter(|&b| b != j) {
        put(&mut sheared.force, j, b, m[j][b] + x * m[k][b]);
    }
    let new = m[j][j] + x * (m[j][k] + sheared.force[j][k]);
    put(&mut sheared.force, j, j, new);
    sheared
}

/// n_j += x f_k.
fn sheared_moment<S: Scalar>(inertia: Articulated<S>, j: usize, k: usize, x: S) -> Articulated<S> {
    let (a, h, m) = (inertia.moment, inertia.coupling, inertia.force);
    let mut sheared = inertia;
    for b in 0..3 {
        sheared.coupling.0[j][b] = h[j][b] + x * m[k][b];
    }
    for b in (0..3).filter(|&b| b != j) {
        put(&mut sheared.moment, j, b, a[j][b] + x * h[b][k]);
    }
    let new = a[j][j] + x * (h[j][k] + sheared.coupling[j][k]);
    put(&mut sheared.moment, j, j, new);
    sheared
}
