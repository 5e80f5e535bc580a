//! Newton and Euler in U form (`../u_form.rs`) with α scaling: U, ω and ω̇ as they are, accelerations and wrenches with
//! scaled z components.

use super::loads::{Reference, loads};
use super::twisted::TwistedJoints;
use crate::exact::number::Number;
use crate::joint::JointRotation;
use crate::leaves::Leaves;
use crate::mechanism::Mechanism;
use crate::recursion::{Link, Motion, System, zeros};
use crate::scalar::Scalar;
use crate::spatial::{Vec3, Wrench};

/// τ(q, q̇, q̈), Nm or N.
pub(in crate::recursion) fn inverse_dynamics<L: Leaves>(
    mechanism: &Mechanism,
    motion: &Motion<L::S>,
    leaves: &L,
) -> Vec<L::S> {
    let system = &System::lift_spread(mechanism, |_| Number::ZERO, leaves);
    let twists = TwistedJoints::lift(mechanism, leaves);
    let one = L::S::one();
    let inverse = |i: usize| {
        let rows = Vec3([one, one, one / twists.wrench_z[i]]);
        Wrench::new(rows, rows)
    };
    let mut w = loads(system, &twists, motion, Reference::Motion, inverse, leaves).wrenches;
    let mut τ = zeros(system.nv);
    for (i, link) in system.inward(leaves, "scaled U form, backward") {
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
    Wrench::new(scaled(w.moment), scaled(w.force))
}

/// The wrench of link i on its parent, and the scale of its z components.
fn onto_parent<S: Scalar>(
    link: &Link<S>,
    twists: &TwistedJoints<S>,
    i: usize,
    w: Wrench<S>,
) -> (Wrench<S>, S) {
    let inner = twists.wrench_z[i];
    let (Some(twist), JointRotation::AboutZ(c, s)) = (twists.outward[i], link.turn) else {
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
    (Wrench::new(moment, f), z)
}
