//! The unit twist of a degree of freedom and its rates.

use super::composite_motion::OffsetRates;
use crate::joint::{Direction, Dof};
use crate::recursion::Motion;
use crate::recursion::system::Link;
use crate::recursion::u_form::LinkMotion;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Vec3};

/// A unit twist and its rates, in a link's frame, seen by an observer with whom the link's origin is at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitTwist<S> {
    /// Ψ.
    pub twist: Twist<S>,
    /// Ψ̇, the rate if the parent carried it.
    pub rate: Twist<S>,
    /// Ψ̈, the same of the rate; gravity is an acceleration of the parent.
    pub acceleration: Twist<S>,
    /// Φ = Ψ̇ + the rate of Ψ.
    pub change: Twist<S>,
}

/// The rate of a twist that a body in motion carries: [ω × s_ω; ω × s_v + v × s_ω].
fn carried<S: Scalar>(motion: Twist<S>, s: Twist<S>) -> Twist<S> {
    Twist::new(
        motion.angular.cross(s.angular),
        motion.angular.cross(s.linear) + motion.linear.cross(s.angular),
    )
}

fn difference<S: Scalar>(a: Twist<S>, b: Twist<S>) -> Twist<S> {
    a + b * -S::one()
}

impl<S: Scalar> Link<S> {
    /// Whether its one degree of freedom is a turn about z.
    pub(super) fn is_revolute(&self) -> bool {
        let turns = |dof: &Dof<S>| matches!(dof.direction, Direction::Angular(2));
        matches!(&self.dofs[..], [dof] if turns(dof))
    }
}

impl<S: Scalar> UnitTwist<S> {
    /// Those of all degrees of freedom of a link.
    pub(super) fn of_link(link: &Link<S>, motion: &Motion<S>, state: &LinkMotion<S>) -> Vec<Self> {
        let (rotation, a) = (&state.rotation, state.a);
        let z = Vec3::unit(2);
        if link.is_revolute() {
            let [x, y, _] = rotation.ω.0;
            let rate = Vec3([y, -x, S::zero()]);
            return vec![Self {
                twist: Twist::new(z, Vec3::zero()),
                rate: Twist::new(rate, Vec3::zero()),
                acceleration: Twist::new(rotation.u.column(2), a.cross(z)),
                change: Twist::new(rate + rate, Vec3::zero()),
            }];
        }
        let own = link.joint_twist(&motion.rates);
        let own_rate = link.joint_twist(&motion.accelerations);
        let t = Twist::new(rotation.ω, Vec3::zero());
        let parent = difference(t, own);
        let swept = carried(t, own);
        let parent_rate = difference(Twist::new(rotation.ω_dot, a), own_rate + swept);
        let of_dof = |dof: &Dof<S>| {
            let twist = dof.twist();
            let rate = carried(parent, twist);
            Self {
                twist,
                rate,
                acceleration: carried(parent_rate, twist) + carried(parent, rate),
                change: rate + carried(t, twist),
            }
        };
        link.dofs.iter().map(of_dof).collect()
    }

    /// The same in the frame of a link behind.
    pub(super) fn inward(self, link: &Link<S>, rates: &OffsetRates<S>) -> Self {
        let at_joint = self.shifted(link.offset, rates.offset);
        let turn = |t: Twist<S>| t.turned(|v| link.inward(v));
        let turned = Self {
            twist: turn(at_joint.twist),
            rate: turn(at_joint.rate),
            acceleration: turn(at_joint.acceleration),
            change: turn(at_joint.change),
        };
        if link.slides() {
            turned.shifted(link.slid(), rates.slide)
        } else {
            turned
        }
    }

    /// The same about an origin at `x`, which moves with `u`.
    fn shifted(self, x: Vec3<S>, u: Vec3<S>) -> Self {
        let at = |t: Twist<S>| Twist::new(t.angular, t.linear + t.angular.cross(x));
        let following = |t: Twist<S>, s: Twist<S>| {
            let moved = at(t);
            Twist::new(moved.angular, moved.linear - (u + u).cross(s.angular))
        };
        Self {
            twist: at(self.twist),
            rate: self.rate,
            acceleration: following(self.acceleration, self.rate),
            change: following(self.change, self.twist),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::build;
    use crate::generic::generic;
    use crate::graph::Mode;
    use crate::recursion::{Formulation, Quantity};

    /// The rates of unit twists of turns about z have zeros that pruning does not find in those of other joints.
    #[test]
    fn turns_about_z_cost_what_their_unit_twists_leave() {
        let of = Quantity::InverseDynamicsDerivatives;
        let built = build(&generic(3), of, Formulation::Composite, Mode::Pruned);
        let counts = built.expect("a program").first.counts();
        assert_eq!((counts.mul, counts.add), (477, 445));
    }
}
