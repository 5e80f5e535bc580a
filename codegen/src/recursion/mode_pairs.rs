//! Springs and damping between two modes of a flexible body: the entries of K and D off their diagonals.
//!
//! With the modal coordinates η the modes i and j of a pair have the forces K_ij η_j + D_ij η̇_j and K_ij η_i + D_ij η̇_i, and the
//! energy K_ij η_i η_j. The diagonals of K and D are springs and damping of the modes themselves
//! ([`Resistance`](super::resistance::Resistance)).

use crate::exact::number::Number;
use crate::leaves::{Coordinate, Leaves};
use crate::mechanism::{BodyId, Deformation, Mechanism};
use crate::scalar::Scalar;

/// What couples two modes.
pub(super) struct ModePair<S> {
    /// Their indices in the velocity arrays of the tree.
    velocities: [usize; 2],
    /// K_ij with η_i and η_j.
    spring: Option<(S, [S; 2])>,
    /// D_ij.
    damping: Option<S>,
}

impl<S: Scalar> ModePair<S> {
    /// The pairs of a mechanism's flexible bodies; `places`: coordinates and first velocity of every body's joint.
    pub(super) fn all<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        places: &[(Vec<Coordinate>, usize)],
        leaves: &L,
    ) -> Vec<Self> {
        let bodies = mechanism.bodies.iter().enumerate();
        let flexible = bodies.filter_map(|(i, body)| Some((i, body.deformation.as_ref()?)));
        let pairs = flexible.flat_map(|(index, deformation)| {
            let modes = mechanism.modes_of(BodyId(index));
            let modes: Vec<(&Coordinate, usize)> = modes
                .filter_map(|mode| {
                    let (q, v) = &places[mode.0];
                    Some((q.first()?, *v))
                })
                .collect();
            Self::of_body(deformation, &modes, leaves)
        });
        pairs.collect()
    }

    /// The pairs of a body with these coordinates and velocities of its modes.
    fn of_body<L: Leaves<S = S>>(
        deformation: &Deformation,
        modes: &[(&Coordinate, usize)],
        leaves: &L,
    ) -> Vec<Self> {
        let mut pairs = Vec::new();
        for (i, (η_i, v_i)) in modes.iter().enumerate() {
            for (j, (η_j, v_j)) in modes.iter().enumerate().skip(i + 1) {
                let (stiffness, damping) =
                    (&deformation.stiffness[i][j], &deformation.damping[i][j]);
                let spring = || {
                    (
                        leaves.constant(stiffness),
                        [η_i, η_j].map(|η| η.value(leaves)),
                    )
                };
                let pair = Self {
                    velocities: [*v_i, *v_j],
                    spring: is_on(stiffness).then(spring),
                    damping: is_on(damping).then(|| leaves.constant(damping)),
                };
                if pair.spring.is_some() || pair.damping.is_some() {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }

    /// The two forces against displacements and rates, each with its velocity.
    pub(super) fn forces(&self, rates: &[S]) -> [(usize, S); 2] {
        let force = |own: usize| {
            let other = 1 - own;
            let spring = self.spring.map(|(stiffness, η)| stiffness * η[other]);
            let damping = self
                .damping
                .map(|damping| damping * rates[self.velocities[other]]);
            let all = [spring, damping].into_iter().flatten();
            let force = all.reduce(|a, b| a + b).unwrap_or_else(S::zero);
            (self.velocities[own], force)
        };
        [force(0), force(1)]
    }

    /// K_ij η_i η_j, if there is a spring.
    pub(super) fn energy(&self) -> Option<S> {
        self.spring
            .map(|(stiffness, [first, second])| stiffness * (first * second))
    }
}

fn is_on(number: &Number) -> bool {
    !number.is_zero()
}
