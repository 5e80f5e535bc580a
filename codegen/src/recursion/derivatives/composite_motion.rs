//! The inertia of a composite body with its momentum and the rate of its tensor.

use core::ops::Add;

use super::OwnMotion;
use crate::recursion::system::Link;
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mat3, Twist, Vec3, Wrench};

/// What a composite body carries in a link's frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompositeMotion<S> {
    pub inertia: Composite<S>,
    /// Angular momentum about the origin and linear momentum.
    pub momentum: Wrench<S>,
    /// The rate of the inertia tensor about the origin, symmetric.
    pub tensor_rate: Mat3<S>,
}

/// The velocities that a shift from a link to its parent goes with, against the origin of the link.
#[derive(Clone, Copy, Debug)]
pub(super) struct OffsetRates<S> {
    /// Of the link's origin against the joint frame's, in the link's axes.
    pub slide: Vec3<S>,
    /// Of the joint frame's origin against the parent's, in the parent's axes.
    pub offset: Vec3<S>,
}

impl<S: Scalar> OffsetRates<S> {
    pub(super) fn rest() -> Self {
        Self {
            slide: Vec3::zero(),
            offset: Vec3::zero(),
        }
    }
}

impl<S: Scalar> Add for CompositeMotion<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            inertia: self.inertia + other.inertia,
            momentum: self.momentum + other.momentum,
            tensor_rate: sum(self.tensor_rate, other.tensor_rate),
        }
    }
}

fn sum<S: Scalar>(a: Mat3<S>, b: Mat3<S>) -> Mat3<S> {
    Mat3::symmetric(|i, j| a[i][j] + b[i][j])
}

/// −(a~ b~ + b~ a~), symmetric.
fn symmetric_product<S: Scalar>(a: Vec3<S>, b: Vec3<S>) -> Mat3<S> {
    let doubled: [S; 3] = core::array::from_fn(|k| {
        let product = a[k] * b[k];
        product + product
    });
    Mat3::symmetric(|i, j| {
        if i == j {
            doubled[(i + 1) % 3] + doubled[(i + 2) % 3]
        } else {
            -(a[i] * b[j] + a[j] * b[i])
        }
    })
}

/// ω~ J − J ω~ with J = tr(K) 1 − K: the rate of the tensor of a body that turns.
fn turning_tensor<S: Scalar>(euler: Mat3<S>, ω: Vec3<S>) -> Mat3<S> {
    let k = euler;
    let [x, y, z] = ω.0;
    let doubled = |v: S| v + v;
    let [a, b, c] = [y * k[2][0], z * k[1][0], x * k[2][1]].map(doubled);
    Mat3::symmetric(|i, j| match (i, j) {
        (0, 0) => b - a,
        (1, 1) => c - b,
        (2, 2) => a - c,
        (0, 1) => z * (k[1][1] - k[0][0]) - y * k[2][1] + x * k[2][0],
        (0, 2) => y * (k[0][0] - k[2][2]) - x * k[1][0] + z * k[2][1],
        _ => x * (k[2][2] - k[1][1]) - z * k[2][0] + y * k[1][0],
    })
}

impl<S: Scalar> CompositeMotion<S> {
    /// That of the link's own body.
    pub(super) fn own(link: &Link<S>, ω: Vec3<S>, own: OwnMotion) -> Self {
        let at_rest = Self {
            inertia: link.composite,
            momentum: Wrench::zero(),
            tensor_rate: Mat3::zero(),
        };
        if own == OwnMotion::Apart {
            return at_rest;
        }
        // The body's tensor as it is in the model, not from its Euler tensor: fewer operations.
        let (tensor, first_moment) = (link.mass.tensor, link.mass.first_moment);
        Self {
            momentum: Wrench::new(tensor * ω, ω.cross(first_moment)),
            tensor_rate: turning_tensor(link.composite.euler, ω),
            ..at_rest
        }
    }

    /// The same set as a rigid whole in motion with a twist more.
    pub(super) fn driven_by(self, t: Twist<S>) -> Self {
        let Composite {
            euler,
            first_moment,
            mass,
        } = self.inertia;
        let tensor = self.inertia.tensor();
        let own = Wrench::new(
            tensor * t.angular + first_moment.cross(t.linear),
            t.linear * mass + t.angular.cross(first_moment),
        );
        let shifting = symmetric_product(t.linear, first_moment);
        let rate = sum(turning_tensor(euler, t.angular), shifting);
        Self {
            inertia: self.inertia,
            momentum: self.momentum + own,
            tensor_rate: sum(self.tensor_rate, rate),
        }
    }

    /// The same set seen from the parent.
    pub(super) fn onto_parent(self, link: &Link<S>, rates: &OffsetRates<S>, half: S) -> Self {
        let at_joint = if link.slides() {
            self.shifted(link.slid(), rates.slide, half)
        } else {
            self
        };
        let Composite {
            euler,
            first_moment,
            mass,
        } = at_joint.inertia;
        let turned = Self {
            inertia: Composite {
                euler: link.tensor_in_parent(euler),
                first_moment: link.outward(first_moment),
                mass,
            },
            momentum: Wrench::new(
                link.outward(at_joint.momentum.moment),
                link.outward(at_joint.momentum.force),
            ),
            tensor_rate: link.tensor_in_parent(at_joint.tensor_rate),
        };
        turned.shifted(link.offset, rates.offset, half)
    }

    /// The same set about another origin: this one is at `x` from it, and moves against it with `u`.
    fn shifted(self, x: Vec3<S>, u: Vec3<S>, half: S) -> Self {
        let Composite {
            first_moment, mass, ..
        } = self.inertia;
        let force = self.momentum.force + u * mass;
        let moment = self.momentum.moment + first_moment.cross(u) + x.cross(force);
        let rate = sum(
            symmetric_product(u, first_moment),
            symmetric_product(x, force),
        );
        Self {
            inertia: self.inertia.shifted(x, half),
            momentum: Wrench::new(moment, force),
            tensor_rate: sum(self.tensor_rate, rate),
        }
    }
}
