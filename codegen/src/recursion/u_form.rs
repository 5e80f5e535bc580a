//! Inverse dynamics in the U form of Newton and Euler: U = ω̇~ + ω~ω~ carries all accelerations of a link.
//!
//! a_{i+1} = Rᵀ(a_i + U_i p), F = U ms + m a (`docs/formulations.md`). The moment about the origin comes either from
//! products of velocities or from the Euler tensor K.

use super::{Link, Motion, System, zeros};
use crate::joint::Turn;
use crate::leaves::{Leaves, Origin};
use crate::mechanism::MomentForm;
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3, Wrench};

/// The rotational state of a link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotation<S> {
    pub(super) ω: Vec3<S>,
    pub(super) ω_dot: Vec3<S>,
    /// U = ω̇~ + ω~ω~.
    pub(super) u: Mat3<S>,
}

impl<S: Scalar> Rotation<S> {
    pub(super) fn rest() -> Self {
        Self {
            ω: Vec3::zero(),
            ω_dot: Vec3::zero(),
            u: Mat3::zero(),
        }
    }

    /// U from six products.
    pub(super) fn new(ω: Vec3<S>, ω_dot: Vec3<S>) -> Self {
        let ([x, y, z], [dx, dy, dz]) = (ω.0, ω_dot.0);
        let (xx, yy, zz) = (x * x, y * y, z * z);
        let (xy, xz, yz) = (x * y, x * z, y * z);
        let u = Mat3([
            [-(yy + zz), xy - dz, xz + dy],
            [xy + dz, -(xx + zz), yz - dx],
            [xz - dy, yz + dx, -(xx + yy)],
        ]);
        Self { ω, ω_dot, u }
    }
}

/// What the links behind a link need of its motion.
#[derive(Clone, Copy, Debug)]
struct State<S> {
    rotation: Rotation<S>,
    /// Acceleration of the origin, gravity subtracted, in body axes.
    a: Vec3<S>,
    /// ω and ω̇ without the joint's own rates, in body axes before the joint's turn.
    carried: (Vec3<S>, Vec3<S>),
    /// Rate and acceleration about z that the joints of a group of parallel axes add to those carried to its first.
    turning: (S, S),
}

/// τ(q, q̇, q̈), Nm or N.
pub(super) fn inverse_dynamics<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let mut τ = zeros(system.nv);
    let w = joint_wrenches(system, loads(system, motion, leaves), leaves);
    for (link, w) in system.links.iter().zip(w) {
        link.project(w, &mut τ);
    }
    τ
}

/// The wrench every joint carries, about its body's origin: what the bodies behind it need. In a group of parallel
/// axes the moments across the axis go straight to the group's first body, which alone has its full wrench.
pub(super) fn joint_wrenches<L: Leaves>(
    system: &System<L::S>,
    mut w: Vec<Wrench<L::S>>,
    leaves: &L,
) -> Vec<Wrench<L::S>> {
    let mut across = vec![Vec3::zero(); system.links.len()];
    for (i, link) in system.links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "U form, backward",
        });
        let Some(parent) = link.parent else { continue };
        w[parent] = w[parent]
            + match link.group {
                None => link.onto_parent_with(w[i], across[i]),
                Some(member) => {
                    let moment = link.moment_about_joint(w[i]);
                    across[member.base] = across[member.base] + member.outward_across(moment);
                    link.force_onto_parent(w[i].force, moment[2])
                }
            };
    }
    w
}

/// The inertia wrench of every body about its origin, gravity included.
pub(super) fn loads<L: Leaves>(
    system: &System<L::S>,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<Wrench<L::S>> {
    let mut states: Vec<State<L::S>> = Vec::new();
    let mut loads: Vec<Wrench<L::S>> = Vec::new();
    for link in &system.links {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "U form, forward",
        });
        let state = advance(system, motion, link, &states);
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "U form, F = U ms + m a",
        });
        let (ms, rotation, a) = (link.mass.first_moment, &state.rotation, state.a);
        loads.push(Wrench {
            moment: moment(link, rotation) + ms.cross(a),
            force: a * link.mass.mass + rotation.u * ms,
        });
        states.push(state);
    }
    loads
}

/// The motion of a link from that of its parent (and of the first link of its group).
fn advance<S: Scalar>(
    system: &System<S>,
    motion: &Motion<S>,
    link: &Link<S>,
    states: &[State<S>],
) -> State<S> {
    let (parent, a) = link
        .parent
        .map_or((Rotation::rest(), -system.gravity), |p| {
            (states[p].rotation, states[p].a)
        });
    let (joint, joint_rate) = (
        link.joint_twist(&motion.rates),
        link.joint_twist(&motion.accelerations),
    );
    let own = (joint.angular[2], joint_rate.angular[2]);
    let (carried, rotation, turning) = match (link.group, link.parent) {
        (Some(member), Some(p)) => {
            // ω = Rᵀ ω_G + z Ω with the sum Ω of the group's rates.
            let (ω_group, ω_dot_group) = states[member.base].carried;
            let (rate, acceleration) = states[p].turning;
            let turning = if member.opposite {
                (own.0 - rate, own.1 - acceleration)
            } else {
                (own.0 + rate, own.1 + acceleration)
            };
            let z = Vec3::unit(2);
            let ω = member.inward(ω_group) + z * turning.0;
            let ω_dot = member.inward(ω_dot_group) + ω.cross(z * turning.0) + z * turning.1;
            (
                states[member.base].carried,
                Rotation::new(ω, ω_dot),
                turning,
            )
        }
        _ => {
            let before_turn = (
                link.inward_before_turn(parent.ω),
                link.inward_before_turn(parent.ω_dot),
            );
            let ω = link.turned_inward(before_turn.0) + joint.angular;
            let ω_dot =
                link.turned_inward(before_turn.1) + ω.cross(joint.angular) + joint_rate.angular;
            (before_turn, Rotation::new(ω, ω_dot), own)
        }
    };
    let at_joint = link.inward(a + parent.u * link.offset);
    let a = joint_acceleration(link, at_joint, carried.0, &rotation, joint) + joint_rate.linear;
    State {
        rotation,
        a,
        carried,
        turning,
    }
}

/// The acceleration of the body's origin without the joint's own: the slide swept along, and Coriolis. The column of
/// U along the joint's axis is the same before and after the joint's own rates.
pub(super) fn joint_acceleration<S: Scalar>(
    link: &Link<S>,
    at_joint: Vec3<S>,
    ω_carried: Vec3<S>,
    rotation: &Rotation<S>,
    joint: Twist<S>,
) -> Vec3<S> {
    let slid = link
        .slide
        .map_or(at_joint, |slide| at_joint + rotation.u.column(2) * slide);
    match link.turn {
        // The velocity of the origin is measured in axes that turn with the joint.
        Turn::Matrix(_) => slid + (link.turned_inward(ω_carried) + rotation.ω).cross(joint.linear),
        _ => slid + rotation.ω.cross(joint.linear + joint.linear),
    }
}

/// The moment of the body's inertia about its origin, in the form chosen for the body.
fn moment<S: Scalar>(link: &Link<S>, rotation: &Rotation<S>) -> Vec3<S> {
    match link.moment {
        MomentForm::Products => moment_from_products([link.mass.tensor; 3], rotation),
        MomentForm::EulerTensor => moment_from_euler_tensor([link.composite.euler; 3], rotation),
    }
}

/// J ω̇ + ω × J ω through the products ω_j ω_k: differences of principal moments are constants. Row k comes from the
/// k-th tensor (the tensor of the body over the scale of that row).
pub(super) fn moment_from_products<S: Scalar>(
    [j, k, l]: [Mat3<S>; 3],
    rotation: &Rotation<S>,
) -> Vec3<S> {
    let ([x, y, z], [dx, dy, dz]) = (rotation.ω.0, rotation.ω_dot.0);
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    Vec3([
        j[0][0] * dx
            + (j[2][2] - j[1][1]) * yz
            + j[0][1] * (dy - xz)
            + j[0][2] * (dz + xy)
            + j[1][2] * (yy - zz),
        k[1][1] * dy
            + (k[0][0] - k[2][2]) * xz
            + k[0][1] * (dx + yz)
            + k[1][2] * (dz - xy)
            + k[0][2] * (zz - xx),
        l[2][2] * dz
            + (l[1][1] - l[0][0]) * xy
            + l[0][2] * (dx - yz)
            + l[1][2] * (dy + xz)
            + l[0][1] * (xx - yy),
    ])
}

/// The axial vector of U K − (U K)ᵀ, with the Euler tensor K; row k from the k-th tensor, as above.
pub(super) fn moment_from_euler_tensor<S: Scalar>(
    [j, k, l]: [Mat3<S>; 3],
    rotation: &Rotation<S>,
) -> Vec3<S> {
    let u = rotation.u;
    Vec3([
        j[1][1] * u[2][1] - j[2][2] * u[1][2] + (u[2][2] - u[1][1]) * j[1][2] + u[2][0] * j[0][1]
            - u[1][0] * j[0][2],
        k[2][2] * u[0][2] - k[0][0] * u[2][0] + (u[0][0] - u[2][2]) * k[0][2] + u[0][1] * k[1][2]
            - u[2][1] * k[0][1],
        l[0][0] * u[1][0] - l[1][1] * u[0][1] + (u[1][1] - u[0][0]) * l[0][1] + u[1][2] * l[0][2]
            - u[0][2] * l[1][2],
    ])
}
