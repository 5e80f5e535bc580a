//! Mechanisms with loops: Lagrange's equations with multipliers as they stand, one system for everything.
//!
//! ```text
//!  M q̈ + h = E τ + Gᵀ λ        G q̈ + γ = 0        (E puts the forces of actuated joints in their places)
//! ```
//!
//! M and h are those of the open chain by Jourdain's principle, G and γ the derivatives of [`Cut`](super::cut::Cut); nothing is eliminated
//! beforehand. Wrenches of cut joints are compared by what they do: by their generalised forces Gᵀ λ, through the motion of both
//! frames of the joint. Over a step h the second equation is another: Φ at its end, to second order in h and first in q̈ − q̈ᶠ,
//! with q̈ᶠ what M q̈ + h = E τ gives, is 0.

use super::array;
use super::bodies::Moved;
use super::cut::{Cut, closures, root};
use super::dynamics::Dynamics;
use super::elimination::{Pivot, dot, solve, solve_least, transposed};
use super::hyper::Hyper;
use crate::leaves::{Argument, Leaves};
use crate::mechanism::{ConstraintRow, Loops, Mechanism};
use crate::recursion::Quantity;
use crate::scalar::Scalar;

/// A mechanism with loops, in a motion.
pub(super) struct Closed<'a, L: Leaves> {
    loops: &'a Loops,
    dynamics: Dynamics<'a, L>,
    /// G, by rows.
    pub(super) jacobian: Vec<Vec<L::S>>,
    /// γ.
    pub(super) bias: Vec<L::S>,
    /// What stabilises, 2α Φ̇ + β² Φ.
    pub(super) stabilising: Vec<L::S>,
}

impl<'a, L: Leaves<S: Pivot>> Closed<'a, L> {
    /// With these accelerations; none where a solution is sought.
    pub(super) fn of(
        mechanism: &'a Mechanism,
        leaves: &'a L,
        accelerations: &[L::S],
    ) -> Option<Self> {
        let loops = mechanism.loops.as_ref()?;
        let rates = array(mechanism, leaves, Argument::Qd);
        let dynamics = Dynamics::of(mechanism, leaves, &rates, accelerations);
        let jacobian = jacobian(&dynamics);
        Some(Self {
            loops,
            stabilising: stabilising(&dynamics, loops, &jacobian),
            jacobian,
            bias: bias(&dynamics),
            dynamics,
        })
    }

    /// The solution of equations, of least norm where the model asks for it.
    fn solution(&self, matrix: Vec<Vec<L::S>>, right: Vec<L::S>) -> Option<Vec<L::S>> {
        match self.loops.minimum_norm {
            Some(_) => solve_least(matrix, right),
            None => solve(matrix, right),
        }
    }

    fn nv(&self) -> usize {
        self.dynamics.mechanism.nv()
    }

    /// Eᵀ x, or E x.
    fn actuates(&self, v: usize) -> Option<usize> {
        self.loops.actuated.iter().position(|&one| one == v)
    }

    /// q̈ and λ under the forces of the actuated joints.
    pub(super) fn moved(&self) -> Option<(Vec<L::S>, Vec<L::S>)> {
        let bias = self.bias.iter().zip(&self.stabilising);
        let right = bias.map(|(&γ, &more)| -(γ + more)).collect();
        self.bound(self.jacobian.clone(), right)
    }

    /// E τ − h.
    fn driving(&self) -> Vec<L::S> {
        let τ = array(self.dynamics.mechanism, self.dynamics.leaves, Argument::Tau);
        let h = self.dynamics.forces().into_iter().enumerate();
        h.map(|(v, h)| self.actuates(v).map_or(L::S::zero(), |place| τ[place]) - h)
            .collect()
    }

    /// q̈ and λ where q̈ times these rows is given.
    fn bound(&self, rows: Vec<Vec<L::S>>, right: Vec<L::S>) -> Option<(Vec<L::S>, Vec<L::S>)> {
        let multipliers = self.jacobian.len();
        let inertial = self.dynamics.mass_matrix().into_iter().enumerate();
        let inertial = inertial.map(|(v, row)| {
            let pulled = self.jacobian.iter().map(|one| -one[v]);
            row.into_iter().chain(pulled).collect::<Vec<_>>()
        });
        let closing = rows.into_iter().map(|row| {
            let none = vec![L::S::zero(); multipliers];
            [row, none].concat()
        });
        let right = [self.driving(), right].concat();
        let mut solution = solve(inertial.chain(closing).collect(), right)?;
        let λ = solution.split_off(self.nv());
        Some((solution, λ))
    }

    /// q̈ and λ with which the loops are closed at the end of the step.
    fn over_step(&self) -> Option<(Vec<L::S>, Vec<L::S>)> {
        let Dynamics {
            mechanism,
            leaves,
            half,
            ..
        } = self.dynamics;
        let step = array(mechanism, leaves, Argument::StepSize)[0];
        let free = solve(self.dynamics.mass_matrix(), self.driving())?;
        let freely = self.dynamics.accelerated(&free);
        let (mut rows, mut right) = (Vec::new(), Vec::new());
        for closure in closures(mechanism) {
            let own = self.dynamics.cut(&freely, closure);
            let units = self.dynamics.virtual_motions.iter();
            let ahead = units.map(|unit| own.ahead(&self.dynamics.cut(unit, closure), step, half));
            let ahead: Vec<_> = ahead.collect();
            for &row in &closure.rows {
                let open = ahead.iter().map(|cut| cut.open(row, Hyper::fixed(half)));
                let open: Vec<Hyper<L::S>> = open.collect();
                let slopes: Vec<L::S> = open.iter().map(|one| one.first).collect();
                let value = open.first().map_or(L::S::zero(), |one| one.value);
                right.push(dot(&slopes, &free) - value);
                rows.push(slopes);
            }
        }
        self.bound(rows, right)
    }

    /// q̈, and of it the independent accelerations.
    fn with_independent(&self, accelerations: Vec<L::S>) -> Vec<Vec<L::S>> {
        let independent = self.loops.mobility.independent.iter();
        let independent = independent.map(|&v| accelerations[v]).collect();
        vec![accelerations, independent]
    }

    /// The wrenches through the joints of the tree.
    fn joint_wrenches(self) -> Option<Vec<L::S>> {
        let (accelerations, λ) = self.moved()?;
        let loads = self.dynamics.loads(&λ);
        let dynamics = self.dynamics.with_accelerations(&accelerations);
        Some(dynamics.joint_wrenches(&loads))
    }

    /// Gᵀ λ.
    fn pulled(&self, λ: &[L::S]) -> Vec<L::S> {
        let columns = transposed(&self.jacobian, self.nv());
        columns.iter().map(|column| dot(column, λ)).collect()
    }

    /// τ for given accelerations, and Gᵀ λ.
    pub(super) fn forces(&self) -> Option<[Vec<L::S>; 2]> {
        let needed = self.dynamics.forces();
        let actuated = self.loops.actuated.len();
        let row = |v: usize| {
            let own =
                (0..actuated).map(|place| L::S::literal(i8::from(self.actuates(v) == Some(place))));
            own.chain(self.jacobian.iter().map(|row| row[v])).collect()
        };
        let mut solution = self.solution((0..self.nv()).map(row).collect(), needed)?;
        let λ = solution.split_off(actuated);
        Some([solution, self.pulled(&λ)])
    }

    /// All rates of which these are the independent ones.
    pub(super) fn rates(&self) -> Option<Vec<Vec<L::S>>> {
        let (mechanism, leaves) = (self.dynamics.mechanism, self.dynamics.leaves);
        let given = array(mechanism, leaves, Argument::Independent);
        let still = vec![L::S::zero(); self.jacobian.len()];
        if self.loops.minimum_norm.is_none() {
            return Some(vec![self.following(still, given)?]);
        }
        // More equations than unknowns are solved for these, the independent rates as they are.
        let place = |v: usize| {
            self.loops
                .mobility
                .independent
                .iter()
                .position(|&one| one == v)
        };
        let dependent = (0..self.nv()).filter(|&v| place(v).is_none());
        let columns = |row: &Vec<L::S>| dependent.clone().map(|v| row[v]).collect();
        let known = |row: &Vec<L::S>| {
            let independent = self.loops.mobility.independent.iter();
            let own = independent.zip(&given);
            -own.fold(L::S::zero(), |sum, (&v, &rate)| sum + row[v] * rate)
        };
        let rows = self.jacobian.iter();
        let right = rows.clone().map(known).collect();
        let mut solved = solve_least(rows.map(columns).collect(), right)?.into_iter();
        let all =
            (0..self.nv()).map(|v| place(v).map_or_else(|| solved.next(), |k| Some(given[k])));
        Some(vec![all.collect::<Option<_>>()?])
    }

    /// The vector x with G x as given, and these elements in the places of independent velocities.
    pub(super) fn following(&self, parted: Vec<L::S>, independent: Vec<L::S>) -> Option<Vec<L::S>> {
        let chosen = self.loops.mobility.independent.iter().map(|&v| {
            (0..self.nv())
                .map(|other| L::S::literal(i8::from(other == v)))
                .collect()
        });
        solve(
            self.jacobian.iter().cloned().chain(chosen).collect(),
            [parted, independent].concat(),
        )
    }
}

/// The arrays of a quantity of loops, as [`compared`](super::compared) has them.
pub(super) fn expected<L: Leaves<S: Pivot>>(
    mechanism: &Mechanism,
    quantity: Quantity,
    leaves: &L,
) -> Option<Vec<Vec<L::S>>> {
    let still = vec![L::S::zero(); mechanism.nv()];
    let closed = |accelerations: &[L::S]| Closed::of(mechanism, leaves, accelerations);
    let accelerating = || closed(&array(mechanism, leaves, Argument::Qdd));
    let at_rest = || closed(&still);
    match quantity {
        Quantity::Closure => Some(vec![open(&at_rest()?.dynamics)]),
        Quantity::ClosureJacobian => Some(vec![at_rest()?.jacobian.concat()]),
        Quantity::ClosureBias => Some(vec![at_rest()?.bias]),
        Quantity::ForwardDynamics => {
            let closed = at_rest()?;
            let (accelerations, _) = closed.moved()?;
            Some(closed.with_independent(accelerations))
        }
        Quantity::ForwardDynamicsOverStep => {
            let closed = at_rest()?;
            let (accelerations, _) = closed.over_step()?;
            Some(closed.with_independent(accelerations))
        }
        Quantity::ConstraintForces => {
            let closed = at_rest()?;
            Some(vec![closed.pulled(&closed.moved()?.1)])
        }
        Quantity::ConstraintForcesOverStep => {
            let closed = at_rest()?;
            Some(vec![closed.pulled(&closed.over_step()?.1)])
        }
        Quantity::TreeJointWrenches => Some(vec![at_rest()?.joint_wrenches()?]),
        Quantity::InverseDynamics => accelerating()?.forces().map(|[τ, _]| vec![τ]),
        Quantity::InverseDynamicsWithForces => accelerating()?.forces().map(Into::into),
        Quantity::DependentRates => at_rest()?.rates(),
        _ => None,
    }
}

/// The generalised forces of wrenches of cut joints: each acts on its `to` at the origin of that frame, and back on its `from` there.
/// Where the joint does not slide it acts back at the origin of `from`; what moves both frames with the last body that carries them does no work
/// then either, however far apart they are.
pub(super) fn done_by<L: Leaves>(
    mechanism: &Mechanism,
    leaves: &L,
    wrenches: &[L::S],
) -> Vec<L::S> {
    let still = vec![L::S::zero(); mechanism.nv()];
    let dynamics = Dynamics::of(mechanism, leaves, &still, &still);
    let mut forces = still;
    for (closure, wrench) in closures(mechanism).zip(wrenches.chunks(6)) {
        let carrier = match closure.slides() {
            true => closure.ends[0].body,
            false => root(&mechanism.bodies, closure),
        };
        for (v, force) in forces.iter_mut().enumerate() {
            *force = *force + dynamics.relative_power(v, &closure.ends, carrier, wrench);
        }
    }
    forces
}

/// 2α Φ̇ + β² Φ, by rows.
fn stabilising<L: Leaves>(
    dynamics: &Dynamics<'_, L>,
    loops: &Loops,
    jacobian: &[Vec<L::S>],
) -> Vec<L::S> {
    let Some([alpha, beta]) = &loops.stabilisation else {
        return vec![L::S::zero(); jacobian.len()];
    };
    let (mechanism, leaves) = (dynamics.mechanism, dynamics.leaves);
    let rates = array(mechanism, leaves, Argument::Qd);
    let (α, β) = (leaves.constant(alpha), leaves.constant(beta));
    let rows = jacobian.iter().zip(open(dynamics));
    let terms = rows.map(|(row, open)| (α + α) * dot(row, &rates) + β * β * open);
    terms.collect()
}

/// Φ.
fn open<L: Leaves>(dynamics: &Dynamics<'_, L>) -> Vec<L::S> {
    let half = Hyper::fixed(dynamics.half);
    by_rows(dynamics, &dynamics.moved, |cut, row| {
        cut.open(row, half).value
    })
}

/// G, by rows.
fn jacobian<L: Leaves>(dynamics: &Dynamics<'_, L>) -> Vec<Vec<L::S>> {
    let units = dynamics.virtual_motions.iter();
    let columns =
        units.map(|unit| by_rows(dynamics, unit, |cut, row| cut.rate(row, dynamics.half)));
    let columns: Vec<Vec<L::S>> = columns.collect();
    let rows = closures(dynamics.mechanism).map(|closure| closure.rows.len());
    transposed(&columns, rows.sum())
}

/// γ.
fn bias<L: Leaves>(dynamics: &Dynamics<'_, L>) -> Vec<L::S> {
    let still = vec![L::S::zero(); dynamics.mechanism.nv()];
    let coasting = dynamics.accelerated(&still);
    by_rows(dynamics, &coasting, |cut, row| {
        cut.second_rate(row, dynamics.half)
    })
}

/// A value of every row in a motion.
fn by_rows<L: Leaves>(
    dynamics: &Dynamics<'_, L>,
    moved: &Moved<L::S>,
    of: impl Fn(&Cut<Hyper<L::S>>, ConstraintRow) -> L::S,
) -> Vec<L::S> {
    let all = closures(dynamics.mechanism).flat_map(|closure| {
        let cut = dynamics.cut(moved, closure);
        let rows = closure.rows.iter().map(|&row| of(&cut, row));
        rows.collect::<Vec<_>>()
    });
    all.collect()
}
