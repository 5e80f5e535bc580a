//! The regressor Y of τ = Y π: the generalised forces of every inertial parameter at unit value.
//!
//! Written apart from the recursions, in base axes about the base's origin, where a wrench needs no recursion to reach a
//! joint: Y_kc = p_kᵀ w_c for every joint k on the path of the parameter's body.

use super::parameter::{InertiaEntry, InertialParameter};
use crate::joint::{Dof, JointRotation};
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::{Body, Mechanism};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3, Wrench};

/// A body in motion, base axes.
struct Moving<S> {
    parent: Option<usize>,
    /// Body axes to base axes.
    axes: Mat3<S>,
    origin: Vec3<S>,
    ω: Vec3<S>,
    ω_dot: Vec3<S>,
    /// Acceleration of the origin, gravity subtracted.
    a: Vec3<S>,
    /// Row of Y and unit twist, about the base's origin, of every degree of freedom.
    twists: Vec<(usize, Twist<S>)>,
}

/// The rows of Y with a column for every parameter, at the state that the leaves give: one row for every velocity, and
/// behind them one for every driven one (what drives it, and the kinetic energy, depend on these parameters, too).
/// The mechanism has elementary joints only; its own parameters play no part.
pub fn regressor<L: Leaves>(
    mechanism: &Mechanism,
    parameters: &[InertialParameter],
    leaves: &L,
) -> Vec<Vec<L::S>> {
    let needed = parameters.iter().map(|one| one.body.0 + 1).max();
    let bodies = motion(mechanism, needed.unwrap_or(0), leaves);
    let mut rows = vec![vec![L::S::zero(); parameters.len()]; mechanism.nv() + mechanism.driven()];
    for (column, parameter) in parameters.iter().enumerate() {
        let moving = &bodies[parameter.body.0];
        let wrench = moving.wrench(parameter.entry);
        let path = core::iter::successors(Some(moving), |body| Some(&bodies[body.parent?]));
        for (row, twist) in path.flat_map(|body| &body.twists) {
            rows[*row][column] = twist.angular.dot(wrench.moment) + twist.linear.dot(wrench.force);
        }
    }
    rows
}

/// The motion of the first bodies (parents come before their children).
fn motion<L: Leaves>(mechanism: &Mechanism, needed: usize, leaves: &L) -> Vec<Moving<L::S>> {
    let gravity = Vec3(core::array::from_fn(|k| {
        leaves.constant(&mechanism.gravity[k])
    }));
    let base = Moving {
        parent: None,
        axes: Mat3::identity(),
        origin: Vec3::zero(),
        ω: Vec3::zero(),
        ω_dot: Vec3::zero(),
        a: -gravity,
        twists: Vec::new(),
    };
    let mut place = JointIndices::default();
    let mut bodies: Vec<Moving<L::S>> = Vec::with_capacity(needed);
    for body in &mechanism.bodies[..needed] {
        let joint = place.next(body);
        let first_row = if body.driven {
            mechanism.nv() + joint.driven
        } else {
            joint.v
        };
        let parent = body.parent.map(|parent| parent.0);
        let carrier = parent.map_or(&base, |parent| &bodies[parent]);
        let mut moving = carrier.carry(body, joint, leaves);
        moving.parent = parent;
        for (row, _) in &mut moving.twists {
            *row += first_row;
        }
        bodies.push(moving);
    }
    bodies
}

/// The indices of a joint's coordinates and velocities in their arrays.
#[derive(Clone, Copy, Default)]
struct JointIndices {
    q: usize,
    v: usize,
    driven: usize,
}

impl JointIndices {
    /// The place of this body's joint; moves on to the next.
    fn next(&mut self, body: &Body) -> Self {
        let here = *self;
        if body.driven {
            self.driven += body.joint.nq();
        } else {
            self.q += body.joint.nq();
            self.v += body.joint.nv();
        }
        here
    }
}

impl<S: Scalar> Moving<S> {
    /// A body that this one carries; its rows are counted from its own first.
    fn carry<L: Leaves<S = S>>(&self, body: &Body, place: JointIndices, leaves: &L) -> Self {
        let [q, rates, accelerations] = if body.driven {
            [Argument::DrivenQ, Argument::DrivenQd, Argument::DrivenQdd]
        } else {
            [Argument::Q, Argument::Qd, Argument::Qdd]
        };
        let (first, v) = if body.driven {
            (place.driven, place.driven)
        } else {
            (place.q, place.v)
        };
        let input = |argument, index| leaves.input(Input { argument, index });
        let coordinate = |index| Input { argument: q, index }.into();
        let coordinates: Vec<_> = (first..first + body.joint.nq()).map(coordinate).collect();
        let motion = body.joint.motion(&coordinates, leaves);
        let rotation = Mat3::from_fn(|i, j| leaves.constant(&body.placement.rotation.0[i][j]));
        let offset = Vec3(core::array::from_fn(|k| {
            leaves.constant(&body.placement.translation[k])
        }));
        let placed = self.axes * rotation;
        let axes = match motion.turn {
            JointRotation::Fixed => placed,
            JointRotation::AboutZ(c, s) => {
                let [x, y, z] = core::array::from_fn(|j| placed.column(j));
                let columns = [x * c + y * s, y * c - x * s, z];
                Mat3::from_fn(|i, j| columns[j][i])
            }
            JointRotation::Matrix(turn) => placed * turn,
        };
        let mut arm = self.axes * offset;
        if let Some(travel) = motion.travel {
            arm = arm + placed * travel;
        }
        if let Some(slide) = motion.slide {
            arm = arm + placed.column(2) * slide;
        }
        let origin = self.origin + arm;
        let dofs: Vec<Dof<S>> = body.joint.dofs(v, leaves);
        let sum = |argument| {
            dofs.iter().fold(Twist::zero(), |twist, dof| {
                dof.added(twist, input(argument, dof.velocity))
            })
        };
        let in_base = |twist: Twist<S>| (axes * twist.angular, axes * twist.linear);
        // Unit twists are constant in the body's frame: d/dt (z x) = z ẋ + ω × z x.
        let (turning, sliding) = in_base(sum(rates));
        let (turning_rate, sliding_rate) = in_base(sum(accelerations));
        let ω = self.ω + turning;
        Self {
            parent: None,
            axes,
            origin,
            ω,
            ω_dot: self.ω_dot + turning_rate + ω.cross(turning),
            a: self.a
                + self.ω_dot.cross(arm)
                + self.ω.cross(self.ω.cross(arm) + sliding)
                + sliding_rate
                + ω.cross(sliding),
            twists: dofs
                .iter()
                .map(|dof| {
                    let (angular, linear) = in_base(dof.twist());
                    let linear = linear + origin.cross(angular);
                    (dof.velocity - v, Twist { angular, linear })
                })
                .collect(),
        }
    }

    /// The inertia wrench of a parameter at unit value, about the base's origin, base axes.
    fn wrench(&self, entry: InertiaEntry) -> Wrench<S> {
        let inward = |v: Vec3<S>| self.axes.transposed() * v;
        let (ω, ω_dot, a) = (inward(self.ω), inward(self.ω_dot), inward(self.a));
        let (moment, force) = match entry {
            InertiaEntry::Mass => (Vec3::zero(), a),
            // F = ω̇ × ms + ω × (ω × ms), n = ms × a
            InertiaEntry::FirstMoment(k) => {
                let unit = Vec3::unit(k);
                (unit.cross(a), ω_dot.cross(unit) + ω.cross(ω.cross(unit)))
            }
            InertiaEntry::Tensor(i, j) => (moment(i, j, ω, ω_dot), Vec3::zero()),
            // J = tr(K) 1 − K, and the unit tensor has the moment ω̇.
            InertiaEntry::Euler(i, j) if i == j => (ω_dot - moment(i, j, ω, ω_dot), Vec3::zero()),
            InertiaEntry::Euler(i, j) => (-moment(i, j, ω, ω_dot), Vec3::zero()),
        };
        let (moment, force) = (self.axes * moment, self.axes * force);
        Wrench {
            moment: moment + self.origin.cross(force),
            force,
        }
    }
}

/// E ω̇ + ω × E ω for the symmetric unit tensor with ones at (i, j) and (j, i).
fn moment<S: Scalar>(i: usize, j: usize, ω: Vec3<S>, ω_dot: Vec3<S>) -> Vec3<S> {
    let times = |v: Vec3<S>| {
        let mut product = Vec3::zero();
        product[i] = v[j];
        product[j] = v[i];
        product
    };
    times(ω_dot) + ω.cross(times(ω))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::field::{Fp, Mersenne};
    use crate::generic::generic;
    use crate::identify::parameter::closed_form;
    use crate::mechanism::Basis;
    use crate::prove::Point;
    use crate::recursion;
    use crate::recursion::Formulation;
    use crate::recursion::Quantity;
    use crate::transform::base_parameters;

    #[test]
    fn regressor_times_parameters_is_inverse_dynamics() {
        for basis in Basis::ALL {
            let mechanism = base_parameters(&generic(5), |_| basis);
            let parameters = closed_form(&mechanism, |_| basis);
            let point = Point::new(Mersenne, 7, &mechanism);
            let rows = regressor(&mechanism, &parameters, &point);
            let τ = recursion::run(
                &mechanism,
                Quantity::InverseDynamics,
                Formulation::Denoc,
                &point,
            );
            for (row, expected) in rows.iter().zip(&τ[0]) {
                let found = row
                    .iter()
                    .zip(&parameters)
                    .fold(Fp::zero(), |sum, (&y, one)| {
                        sum + y * Fp::of(&one.value(&mechanism))
                    });
                assert_eq!(found, *expected);
            }
        }
    }
}
