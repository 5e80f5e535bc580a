//! The matrix of convective inertia terms C = Nᵀ (M Ṅ + W M E N), Saha (16a), with Ṁ − 2C skew-symmetric.
//!
//! W M E t has the force part m ω × (ω × d) of the angular velocity alone. Written as −m (ω × d) × ω instead of the
//! printed −m ω~ d~ ω (the same vector) it makes Ṁ_i − 2 W_i M_i E_i skew for every body, and with it Ṁ − 2C.
//!
//! Composite bodies carry, beside M̃, the matrix B̃ = Σ A_kᵀ (W M E A_k + M Ȧ_k); it acts on angular velocities only:
//! B̃ t = [X ω; Y ω].

use super::composite::{composite_momentum, composites};
use super::momentum::twists;
use super::{Link, System};
use crate::joint::Turn;
use crate::leaves::{Leaves, Origin};
use crate::scalar::Scalar;
use crate::spatial::{Composite, Mat3, Twist, Vec3, Wrench};

/// A unit twist of a joint, carried along a path, with its rate.
#[derive(Clone, Copy)]
struct Carried<S> {
    t: Twist<S>,
    t_dot: Twist<S>,
}

/// B̃ of a composite body: B̃ t = [X ω; Y ω].
#[derive(Clone, Copy)]
struct Convective<S> {
    x: Mat3<S>,
    y: Mat3<S>,
}

/// The n × n matrix C(q, q̇), rows first.
pub(super) fn matrix<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let t = twists(system, rates, leaves);
    let composites = composites(system, leaves);
    let convective = convective(system, &composites, &t, rates, leaves);
    let mut matrix = vec![vec![L::S::zero(); system.nv]; system.nv];
    for (i, link) in system.links.iter().enumerate() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (16a), MCI",
        });
        for dof in &link.dofs {
            // Column of this velocity, rows of it and of what is between it and the base.
            let p = dof.twist();
            let p_dot = Twist {
                angular: t[i].angular.cross(p.angular),
                linear: t[i].angular.cross(p.linear),
            };
            let mut w = wrench(
                &composites[i],
                &convective[i],
                Carried { t: p, t_dot: p_dot },
            );
            for ancestor in system.path(i) {
                for other in &system.links[ancestor].dofs {
                    if ancestor == i || other.velocity < dof.velocity {
                        matrix[other.velocity][dof.velocity] = other.component(w);
                    }
                }
                w = system.links[ancestor].onto_parent(w);
            }
        }
    }
    for root in 0..system.links.len() {
        below(
            system,
            root,
            &t,
            rates,
            (&composites, &convective),
            &mut matrix,
            leaves,
        );
    }
    matrix
}

/// Columns of the joint of `root`, rows of the joints behind it: its unit twists carried outwards.
fn below<L: Leaves>(
    system: &System<L::S>,
    root: usize,
    t: &[Twist<L::S>],
    rates: &[L::S],
    (composites, convective): (&[Composite<L::S>], &[Convective<L::S>]),
    matrix: &mut [Vec<L::S>],
    leaves: &L,
) {
    leaves.mark(Origin {
        body: Some(system.links[root].body),
        equation: "Saha (16a), MCI",
    });
    for dof in &system.links[root].dofs {
        let p = dof.twist();
        let ω = t[root].angular;
        let p_dot = Twist {
            angular: ω.cross(p.angular),
            linear: ω.cross(p.linear),
        };
        let mut carried: Vec<Option<Carried<L::S>>> = vec![None; system.links.len()];
        carried[root] = Some(Carried { t: p, t_dot: p_dot });
        for k in root + 1..system.links.len() {
            let link = &system.links[k];
            let Some((parent, from)) = link
                .parent
                .and_then(|parent| Some((parent, carried[parent]?)))
            else {
                continue;
            };
            let moved = carry(link, from, t[parent], link.joint_twist(rates));
            let w = wrench(&composites[k], &convective[k], moved);
            for other in &link.dofs {
                matrix[other.velocity][dof.velocity] = other.component(w);
            }
            carried[k] = Some(moved);
        }
    }
}

/// A t and A ṫ + Ȧ t across a joint; Ȧ t = [0; ω_t × ȧ].
fn carry<S: Scalar>(
    link: &Link<S>,
    from: Carried<S>,
    t_parent: Twist<S>,
    joint: Twist<S>,
) -> Carried<S> {
    let t = link.from_parent(from.t);
    let mut t_dot = link.from_parent(from.t_dot);
    let fixed = link.inward(from.t.angular.cross(t_parent.angular.cross(link.offset)));
    let sliding = link.inward(t_parent.angular).cross(link.slid()) + joint.linear;
    t_dot.linear = t_dot.linear + fixed + t.angular.cross(sliding);
    Carried { t, t_dot }
}

/// M̃ ṫ + B̃ t.
fn wrench<S: Scalar>(
    composite: &Composite<S>,
    convective: &Convective<S>,
    carried: Carried<S>,
) -> Wrench<S> {
    let ω = carried.t.angular;
    composite_momentum(composite, carried.t_dot)
        + Wrench {
            moment: convective.x * ω,
            force: convective.y * ω,
        }
}

/// B̃ of every link.
fn convective<L: Leaves>(
    system: &System<L::S>,
    composites: &[Composite<L::S>],
    t: &[Twist<L::S>],
    rates: &[L::S],
    leaves: &L,
) -> Vec<Convective<L::S>> {
    let mut all: Vec<Convective<L::S>> = system
        .links
        .iter()
        .zip(t)
        .map(|(link, t)| {
            let ω = t.angular;
            Convective {
                x: Mat3::skew(ω) * link.mass.tensor,
                y: Mat3::skew(link.mass.first_moment.cross(ω)), // −(ω × m d)~
            }
        })
        .collect();
    for (i, link) in system.links.iter().enumerate().rev() {
        leaves.mark(Origin {
            body: Some(link.body),
            equation: "Saha (16b), M̃_l, M̃_e",
        });
        let Some(parent) = link.parent else { continue };
        let moved = convective_onto_parent(
            link,
            all[i],
            &composites[i],
            t[parent].angular,
            link.joint_twist(rates),
        );
        all[parent] = Convective {
            x: all[parent].x + moved.x,
            y: all[parent].y + moved.y,
        };
    }
    all
}

/// Aᵀ (B̃ A + M̃ Ȧ) of a child, with Ȧ = [0, 0; −ȧ~, 0].
fn convective_onto_parent<S: Scalar>(
    link: &Link<S>,
    b: Convective<S>,
    composite: &Composite<S>,
    ω_parent: Vec3<S>,
    joint: Twist<S>,
) -> Convective<S> {
    // The slide: about the joint frame's origin, still in body axes.
    let along = link.slid();
    let a_dot = link.inward(ω_parent).cross(along) + joint.linear;
    let slid = Shift { a: along, a_dot }.apply(b, composite.first_moment, composite.mass);
    let moment = composite.first_moment + along * composite.mass;
    let turn = match link.turn {
        Turn::Fixed => Mat3::identity(),
        Turn::AboutZ(c, s) => {
            let (o, i) = (S::zero(), S::one());
            Mat3([[c, -s, o], [s, c, o], [o, o, i]])
        }
        Turn::Matrix(r) => r,
    };
    let r = link.placement.matrix * turn;
    let turned = Convective {
        x: slid.x.conjugated(r),
        y: slid.y.conjugated(r),
    };
    let shift = Shift {
        a: link.offset,
        a_dot: ω_parent.cross(link.offset),
    };
    shift.apply(turned, link.outward(moment), composite.mass)
}

/// A shift by a point that moves: a and ȧ in one frame.
struct Shift<S> {
    a: Vec3<S>,
    a_dot: Vec3<S>,
}

impl<S: Scalar> Shift<S> {
    /// Y' = Y − m ȧ~, X' = X − ms~ ȧ~ + a~ Y'.
    fn apply(&self, b: Convective<S>, first_moment: Vec3<S>, mass: S) -> Convective<S> {
        let rate = Mat3::skew(self.a_dot);
        let y = b.y - Mat3::from_fn(|i, j| rate[i][j] * mass);
        let x = b.x - Mat3::skew(first_moment) * rate + Mat3::skew(self.a) * y;
        Convective { x, y }
    }
}
