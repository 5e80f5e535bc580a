//! One scaled joint: how a wrench, a twist and an inertia pass it, in the coordinates of `gauge.rs`.
//!
//! Wrench coordinates go from the link, unsheared, to its parent, which is sheared: turn about z, slide, then the four lines
//! of `gauge.rs`. Twists go back by the transposed factors; an inertia takes both from both sides, and its moment
//! along z is known to be eliminated.

use crate::exact::number::Number;
use crate::leaves::Leaves;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3, Wrench};

/// The constants of a scaled joint.
#[derive(Clone, Debug)]
pub(super) struct ScaledJoint<T> {
    /// Scales of n_x and n_y over ν.
    pub moment: [T; 2],
    /// Scales of f_x and f_y over φ.
    pub force: [T; 2],
    /// d φ/ν: n −= slide z × f.
    pub slide: T,
    /// cos² α: f_z' = f_y − square f_y', behind f_y' = f_y − f_z.
    pub square: T,
    /// n_z' = n_y + arm f_y' + axial₁ n_z.
    pub arm: T,
    /// Y' = copy f_y + axial₀ n_z: 1, or 0 where the axes meet.
    pub copy: T,
    /// The factors of n_z in Y' and n_z'.
    pub axial: [T; 2],
}

impl ScaledJoint<Number> {
    /// The same constants as scalars.
    pub(super) fn lift<L: Leaves>(&self, leaves: &L) -> ScaledJoint<L::S> {
        let pair = |[x, y]: &[Number; 2]| [leaves.constant(x), leaves.constant(y)];
        ScaledJoint {
            moment: pair(&self.moment),
            force: pair(&self.force),
            slide: leaves.constant(&self.slide),
            square: leaves.constant(&self.square),
            arm: leaves.constant(&self.arm),
            copy: leaves.constant(&self.copy),
            axial: pair(&self.axial),
        }
    }
}

/// The parts transverse to the axis of a wrench or a twist, in axes before the joint's turn and at the body's origin: scaled
/// by ν and φ, or by their inverses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transverse<S> {
    /// Of the moment or the angular part.
    pub moment: [S; 2],
    /// Of the force or the linear part.
    pub force: [S; 2],
}

/// A turn about z that takes scaled x and y to equally scaled ones: [[X c, −Y s], [X s, Y c]].
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaledRotation<S>([[S; 2]; 2]);

impl<S: Scalar> ScaledRotation<S> {
    pub(super) fn new([x, y]: [S; 2], (c, s): (S, S)) -> Self {
        Self([[x * c, y * s], [x * s, y * c]])
    }

    pub(super) fn outward(&self, [x, y]: [S; 2]) -> [S; 2] {
        let [[xc, ys], [xs, yc]] = self.0;
        [xc * x - ys * y, xs * x + yc * y]
    }

    fn inward(&self, [x, y]: [S; 2]) -> [S; 2] {
        let [[xc, ys], [xs, yc]] = self.0;
        [xc * x + xs * y, yc * y - ys * x]
    }
}

impl<S: Scalar> ScaledJoint<S> {
    /// A force, or anything that turns with the body as one, in the parent's axes; and its part transverse to the axis in
    /// between.
    pub(super) fn force_outward(&self, turn: (S, S), f: Vec3<S>) -> (Vec3<S>, [S; 2]) {
        let transverse = ScaledRotation::new(self.force, turn).outward([f[0], f[1]]);
        (self.placed_force(transverse, f[2]), transverse)
    }

    /// A force by Rx(α).
    pub(super) fn placed_force(&self, [x, y]: [S; 2], z: S) -> Vec3<S> {
        let placed = y - z;
        Vec3([x, placed, y - self.square * placed])
    }

    /// Takes a wrench on the body (unsheared) to its parent (sheared).
    pub(super) fn outward(&self, turn: (S, S), w: Wrench<S>) -> (Wrench<S>, Transverse<S>) {
        let [x, y, n_z] = w.moment.0;
        let moment = ScaledRotation::new(self.moment, turn).outward([x, y]);
        let (f, force) = self.force_outward(turn, w.force);
        let n_x = moment[0] - self.slide * force[1];
        let n_y = moment[1] + self.slide * force[0];
        let onto_parent = Wrench::new(
            Vec3([
                n_x,
                self.copy * force[1] + self.axial[0] * n_z,
                (n_y + self.arm * f[1]) + self.axial[1] * n_z,
            ]),
            f,
        );
        (onto_parent, Transverse { moment, force })
    }

    /// A direction of the parent, such as gravity, scaled as its linear velocity, in the body's axes; and in between.
    pub(super) fn direction_inward(&self, turn: (S, S), v: Vec3<S>) -> (Vec3<S>, [S; 2]) {
        let [x, y, z] = v.0;
        let placed = y - self.square * z;
        let transverse = [x, placed + z];
        let [x, y] = ScaledRotation::new(self.force, turn).inward(transverse);
        (Vec3([x, y, -placed]), transverse)
    }

    /// Takes the twist of the parent (sheared) to the body (unsheared).
    pub(super) fn inward(&self, turn: (S, S), t: Twist<S>) -> (Twist<S>, Transverse<S>) {
        let ([ω_x, ω_y, ω_z], [v_x, v_y, v_z]) = (t.angular.0, t.linear.0);
        let placed = (v_y + self.arm * ω_z) - self.square * v_z;
        let z = self.axial[1] * ω_z + self.axial[0] * ω_y;
        let v_y = (placed + v_z) + self.copy * ω_y;
        let transverse = Transverse {
            moment: [ω_x, ω_z],
            force: [v_x + self.slide * ω_z, v_y - self.slide * ω_x],
        };
        let [ω_x, ω_y] = ScaledRotation::new(self.moment, turn).inward(transverse.moment);
        let [v_x, v_y] = ScaledRotation::new(self.force, turn).inward(transverse.force);
        let inward = Twist::new(Vec3([ω_x, ω_y, z]), Vec3([v_x, v_y, -placed]));
        (inward, transverse)
    }
}
