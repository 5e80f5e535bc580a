//! Newton and Euler in U form (`../u_form.rs`) with α scaling: U, ω and ω̇ as they are, accelerations and wrenches with
//! scaled z components.

use super::twisted::Twists;
use crate::exact::number::Number;
use crate::joint::{Direction, Turn};
use crate::leaves::{Leaves, Origin};
use crate::mechanism::Mechanism;
use crate::recursion::u_form::{Rotation, joint_acceleration, moment_from_euler_tensor};
use crate::recursion::{Link, Motion, System, zeros};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Vec3, Wrench};

/// Which accelerations the loads are taken at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reference {
    /// Those of the motion.
    Motion,
    /// On a body with a revolute joint that is not driven ω̇_z = −ω_x ω_y: then U_10 = 0.
    Symmetric,
}

/// The wrenches of a reference motion.
pub(super) struct Loads<S> {
    /// Scaled wrenches on the bodies, about their origins.
    pub wrenches: Vec<Wrench<S>>,
    /// The accelerations of the joints in the reference motion less those of the motion.
    pub ahead: Vec<S>,
    /// ω̇ of every body in the reference motion, in its axes.
    pub angular: Vec<Vec3<S>>,
}

/// What the links behind a link need of its motion.
#[derive(Clone, Copy, Debug)]
struct State<S> {
    rotation: Rotation<S>,
    /// Acceleration of the origin, gravity subtracted, in body axes, its z component scaled.
    a: Vec3<S>,
}

/// τ(q, q̇, q̈), Nm or N.
pub(in crate::recursion) fn inverse_dynamics<L: Leaves>(
    mechanism: &Mechanism,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let system = &System::lift_spread(mechanism, |_| Number::ZERO, leaves);
    let twists = Twists::lift(mechanism, leaves);
    let one = L::S::one();
    let inverse = |i: usize| {
        let rows = Vec3([one, one, one / twists.wrench_z[i]]);
        Wrench {
            moment: rows,
            force: rows,
        }
    };
    let mut w = loads(system, &twists, motion, Reference::Motion, inverse, leaves).wrenches;
    let mut τ = zeros(system.nv);
    for (i, link) in system.links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "scaled U form, backward",
        });
        let z = twists.wrench_z[i];
        link.project(with_z(w[i], z), &mut τ);
        let Some(parent) = link.parent else { continue };
        let (seen, z) = onto_parent(link, &twists, i, w[i]);
        w[parent] = w[parent] + with_z(seen, z / twists.wrench_z[parent]);
    }
    τ
}

/// A wrench with its z components multiplied.
fn with_z<S: Scalar>(w: Wrench<S>, z: S) -> Wrench<S> {
    let scaled = |v: Vec3<S>| Vec3([v[0], v[1], z * v[2]]);
    Wrench {
        moment: scaled(w.moment),
        force: scaled(w.force),
    }
}

/// The wrench of link i on its parent, and the scale of its z components.
fn onto_parent<S: Scalar>(
    link: &Link<S>,
    twists: &Twists<S>,
    i: usize,
    w: Wrench<S>,
) -> (Wrench<S>, S) {
    let inner = twists.wrench_z[i];
    let (Some(twist), Turn::AboutZ(c, s)) = (twists.outward[i], link.turn) else {
        return (link.onto_parent(with_z(w, inner)), S::one());
    };
    let [n_x, n_y, n_z] = twist.outward((c, s), link.moment_about_joint(w), inner).0;
    let f = twist.outward((c, s), w.force, inner);
    let (z, [x, y, d]) = (twist.cos * inner, link.offset.0);
    // n + p × f
    let moment = Vec3([
        n_x + ((y * z) * f[2] - d * f[1]),
        n_y + (d * f[0] - (x * z) * f[2]),
        n_z + ((x / z) * f[1] - (y / z) * f[0]),
    ]);
    (Wrench { moment, force: f }, z)
}

/// The inertia wrench of every body about its origin, gravity included, every row multiplied by `inverse`.
pub(super) fn loads<L: Leaves>(
    system: &System<L::S>,
    twists: &Twists<L::S>,
    motion: &Motion<L::S>,
    reference: Reference,
    inverse: impl Fn(usize) -> Wrench<L::S>,
    leaves: &L,
) -> Loads<L::S> {
    let mut states: Vec<State<L::S>> = Vec::with_capacity(system.links.len());
    let mut loads = Loads {
        wrenches: Vec::with_capacity(system.links.len()),
        ahead: zeros(system.nv),
        angular: Vec::with_capacity(system.links.len()),
    };
    for (i, link) in system.links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "scaled U form, forward",
        });
        let mut state = advance(system, twists, motion, i, &states);
        if let (Reference::Symmetric, Some(v)) = (reference, axis_velocity(link)) {
            let (ω, carried) = (state.rotation.ω, state.rotation.ω_dot);
            let chosen = -(ω[0] * ω[1]);
            loads.ahead[v] = chosen - carried[2];
            state.rotation = Rotation::new(ω, Vec3([carried[0], carried[1], chosen]));
        }
        if let (Some(_), Some(slide)) = (twists.inward[i], link.slide) {
            let arm = over_z(Vec3([slide; 3]), twists.motion_z[i]);
            let along = state.rotation.u.column(2);
            state.a = Vec3(core::array::from_fn(|k| state.a[k] + arm[k] * along[k]));
        }
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "scaled U form, F = U ms + m a",
        });
        let z = twists.motion_z[i];
        loads.wrenches.push(load(link, &state, z, inverse(i)));
        loads.angular.push(state.rotation.ω_dot);
        states.push(state);
    }
    loads
}

/// The velocity of a link with one degree of freedom, about its axis.
fn axis_velocity<S: Scalar>(link: &Link<S>) -> Option<usize> {
    match link.dofs[..] {
        [dof] => matches!(dof.direction, Direction::Angular(2)).then_some(dof.velocity),
        _ => None,
    }
}

/// A vector with its z component divided.
fn over_z<S: Scalar>(v: Vec3<S>, z: S) -> Vec3<S> {
    Vec3([v[0], v[1], v[2] / z])
}

/// The motion of a link from that of its parent; at a twisted joint without the slide of its own frame.
fn advance<S: Scalar>(
    system: &System<S>,
    twists: &Twists<S>,
    motion: &Motion<S>,
    i: usize,
    states: &[State<S>],
) -> State<S> {
    let link = &system.links[i];
    let (parent, a, z) = link
        .parent
        .map_or((Rotation::rest(), -system.gravity, S::one()), |p| {
            (states[p].rotation, states[p].a, twists.motion_z[p])
        });
    let joint = link.joint_twist(&motion.rates);
    let joint_rate = link.joint_twist(&motion.accelerations);
    let turned = |ω: Vec3<S>, ω_dot: Vec3<S>| {
        let ω = ω + joint.angular;
        Rotation::new(ω, ω_dot + ω.cross(joint.angular) + joint_rate.angular)
    };
    if let (Some(twist), Turn::AboutZ(c, s)) = (twists.inward[i], link.turn) {
        let one = S::one();
        let inward = |v: Vec3<S>| {
            let [x, y, z] = twist.inward((c, s), v, one).0;
            Vec3([x, y, twist.cos * z])
        };
        let scaled_offset = [link.offset, link.offset, link.offset * (one / z)];
        let swept = Vec3(core::array::from_fn(|k| {
            Vec3(parent.u[k]).dot(scaled_offset[k])
        }));
        return State {
            rotation: turned(inward(parent.ω), inward(parent.ω_dot)),
            a: twist.inward((c, s), a + swept, z),
        };
    }
    let a = Vec3([a[0], a[1], z * a[2]]);
    let rotation = turned(link.inward(parent.ω), link.inward(parent.ω_dot));
    let at_joint = link.inward(a + parent.u * link.offset);
    let carried = link.inward_before_turn(parent.ω);
    State {
        rotation,
        a: joint_acceleration(link, at_joint, carried, &rotation, joint) + joint_rate.linear,
    }
}

/// The inertia wrench of a body, every row multiplied by `inverse`: F = U ms + m a, N with ms × a.
fn load<S: Scalar>(link: &Link<S>, state: &State<S>, z: S, inverse: Wrench<S>) -> Wrench<S> {
    let rows = |tensor: Mat3<S>| {
        inverse
            .moment
            .0
            .map(|scale| Mat3::from_fn(|i, j| tensor[i][j] * scale))
    };
    let own = moment_from_euler_tensor(rows(link.composite.euler), &state.rotation);
    let (ms, m) = (link.mass.first_moment, link.mass.mass);
    let value = Vec3([S::one(), S::one(), z]);
    let a = state.a;
    let crossed = |k: usize| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let scale = inverse.moment[k];
        (ms[i] * value[j] * scale) * a[j] - (ms[j] * value[i] * scale) * a[i]
    };
    let force = |k: usize| {
        let scale = inverse.force[k];
        Vec3(state.rotation.u[k]).dot(ms * scale) + (m * value[k] * scale) * a[k]
    };
    Wrench {
        moment: own + Vec3(core::array::from_fn(crossed)),
        force: Vec3(core::array::from_fn(force)),
    }
}
