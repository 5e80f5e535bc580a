//! Mechanisms with loops: Lagrange's equations with multipliers as they stand, one system for everything.
//!
//! ```text
//!  M q̈ + h = E τ + Gᵀ λ        G q̈ + γ = 0        (E puts the forces of actuated joints in their places)
//! ```
//!
//! M and h are those of the open chain by Jourdain's principle, G and γ those of the functions `closure_jacobian` and `closure_bias`;
//! nothing is eliminated beforehand. Wrenches of cut joints are compared by what they do: by their generalised forces Gᵀ λ, through
//! the motion of both frames of the joint.

use super::dynamics::Dynamics;
use super::elimination::{Pivot, solve};
use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::{ConstraintRow, Loops, Mechanism};
use crate::recursion::{Formulation, Quantity, replayed, run};
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
        let jacobian = one(mechanism, Quantity::ClosureJacobian, leaves)?;
        let rows = jacobian.chunks(mechanism.nv().max(1));
        let jacobian: Vec<Vec<L::S>> = rows.map(<[L::S]>::to_vec).collect();
        Some(Self {
            loops,
            stabilising: stabilising(mechanism, leaves, &jacobian)?,
            jacobian,
            bias: one(mechanism, Quantity::ClosureBias, leaves)?,
            dynamics: Dynamics::of(mechanism, leaves, &rates, accelerations),
        })
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
        let (mechanism, leaves) = (self.dynamics.mechanism, self.dynamics.leaves);
        let τ = array(mechanism, leaves, Argument::Tau);
        let rows = self.jacobian.len();
        let inertial = self.dynamics.mass_matrix().into_iter().enumerate();
        let inertial = inertial.map(|(v, row)| {
            let pulled = self.jacobian.iter().map(|one| -one[v]);
            row.into_iter().chain(pulled).collect::<Vec<_>>()
        });
        let closing = self.jacobian.iter().map(|row| {
            let none = vec![L::S::zero(); rows];
            [row.clone(), none].concat()
        });
        let h = self.dynamics.forces().into_iter().enumerate();
        let driving = h.map(|(v, h)| self.actuates(v).map_or(L::S::zero(), |place| τ[place]) - h);
        let bias = self.bias.iter().zip(&self.stabilising);
        let right = driving.chain(bias.map(|(&γ, &more)| -(γ + more)));
        let mut solution = solve(inertial.chain(closing).collect(), right.collect())?;
        let λ = solution.split_off(self.nv());
        Some((solution, λ))
    }

    /// q̈, and of it the independent accelerations.
    pub(super) fn accelerations(&self) -> Option<Vec<Vec<L::S>>> {
        let (accelerations, _) = self.moved()?;
        let independent = self.loops.mobility.independent.iter();
        let independent = independent.map(|&v| accelerations[v]).collect();
        Some(vec![accelerations, independent])
    }

    /// Gᵀ λ.
    pub(super) fn constraint_forces(&self) -> Option<Vec<Vec<L::S>>> {
        let (_, λ) = self.moved()?;
        Some(vec![self.pulled(&λ)])
    }

    fn pulled(&self, λ: &[L::S]) -> Vec<L::S> {
        let column = |v: usize| -> Vec<L::S> { self.jacobian.iter().map(|row| row[v]).collect() };
        (0..self.nv()).map(|v| dot(&column(v), λ)).collect()
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
        let mut solution = solve((0..self.nv()).map(row).collect(), needed)?;
        let λ = solution.split_off(actuated);
        Some([solution, self.pulled(&λ)])
    }

    /// All rates of which these are the independent ones.
    pub(super) fn rates(&self) -> Option<Vec<Vec<L::S>>> {
        let (mechanism, leaves) = (self.dynamics.mechanism, self.dynamics.leaves);
        let given = array(mechanism, leaves, Argument::Independent);
        let still = vec![L::S::zero(); self.jacobian.len()];
        Some(vec![self.following(still, given)?])
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
    match quantity {
        Quantity::ForwardDynamics => closed(&still)?.accelerations(),
        Quantity::ConstraintForces => closed(&still)?.constraint_forces(),
        Quantity::InverseDynamics => accelerating()?.forces().map(|[τ, _]| vec![τ]),
        Quantity::InverseDynamicsWithForces => accelerating()?.forces().map(Into::into),
        Quantity::DependentRates => closed(&still)?.rates(),
        _ => None,
    }
}

/// The generalised forces of wrenches of cut joints: each acts on its `to` at the origin of that frame, and back on its `from` there,
/// or at the origin of its own frame where the joint does not slide.
pub(super) fn done_by<L: Leaves>(
    mechanism: &Mechanism,
    leaves: &L,
    wrenches: &[L::S],
) -> Vec<L::S> {
    let still = vec![L::S::zero(); mechanism.nv()];
    let dynamics = Dynamics::of(mechanism, leaves, &still, &still);
    let closures = mechanism.loops.iter().flat_map(|loops| &loops.closures);
    let mut forces = still;
    for (closure, wrench) in closures.zip(wrenches.chunks(6)) {
        let slides = closure
            .rows
            .iter()
            .any(|row| matches!(row, ConstraintRow::Along(_)));
        for (v, force) in forces.iter_mut().enumerate() {
            *force = *force + dynamics.relative_power(v, &closure.ends, slides, wrench);
        }
    }
    forces
}

/// 2α Φ̇ + β² Φ, by rows.
fn stabilising<L: Leaves>(
    mechanism: &Mechanism,
    leaves: &L,
    jacobian: &[Vec<L::S>],
) -> Option<Vec<L::S>> {
    let gains = mechanism.loops.as_ref()?.stabilisation.as_ref();
    let Some([alpha, beta]) = gains else {
        return Some(vec![L::S::zero(); jacobian.len()]);
    };
    let open = one(mechanism, Quantity::Closure, leaves)?;
    let rates = array(mechanism, leaves, Argument::Qd);
    let (α, β) = (leaves.constant(alpha), leaves.constant(beta));
    let rows = jacobian.iter().zip(&open);
    let terms = rows.map(|(row, &open)| (α + α) * dot(row, &rates) + β * β * open);
    Some(terms.collect())
}

/// The one array of a quantity by its own recursion, over a graph that is replayed: leaves of partners are many, and the recursions are
/// not compiled for each.
fn one<L: Leaves>(mechanism: &Mechanism, quantity: Quantity, leaves: &L) -> Option<Vec<L::S>> {
    replayed(
        |graph| run(mechanism, quantity, Formulation::Kinematic, graph),
        leaves,
    )
    .into_iter()
    .next()
}

pub(super) fn array<L: Leaves>(mechanism: &Mechanism, leaves: &L, argument: Argument) -> Vec<L::S> {
    let indices = 0..argument.port(mechanism).len;
    indices
        .map(|index| leaves.input(Input { argument, index }))
        .collect()
}

pub(super) fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    let pairs = a.iter().zip(b);
    pairs.fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}
