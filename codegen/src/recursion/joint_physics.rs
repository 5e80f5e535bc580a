//! What acts in the joints themselves: rotor inertia, damping, friction, springs. Written once for the joints of the
//! tree and for the motors of transmissions, which have the user's coordinates.

use crate::leaves::{Argument, Coordinate, Input, Leaves};
use crate::mechanism::{Coordinates, DofPhysics, Mechanism};
use crate::scalar::Scalar;

use super::inputs::Places;

/// The physics of many degrees of freedom, by velocity.
pub(super) struct JointPhysics<S> {
    dofs: Vec<Option<Dof<S>>>,
}

/// The physics of one; `None`: off.
struct Dof<S> {
    rotor: Option<S>,
    damping: Option<S>,
    /// Friction at high rates, and the rate of transition.
    friction: Option<(S, S)>,
    /// Stiffness and q − rest.
    spring: Option<(S, S)>,
}

impl<S: Scalar> JointPhysics<S> {
    /// That of the tree's joints.
    pub(super) fn of_tree<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let mut places = Places::new(mechanism);
        let mut dofs = Vec::new();
        for body in &mechanism.bodies {
            let (q, _) = places.next(body);
            if body.driven {
                continue;
            }
            dofs.extend((0..body.joint.nv()).map(|k| {
                let physics = body.physics.get(k)?;
                Dof::lift(physics, q.get(k)?, leaves)
            }));
        }
        Self { dofs }
    }

    /// That of motors.
    pub(super) fn of_motors<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let argument = Argument::Q;
        let motors =
            (mechanism.coordinates.iter()).flat_map(|one| one.motors.iter().zip(rated(one)));
        let lift = |(physics, index): (&DofPhysics, usize)| {
            Dof::lift(physics, &Input { argument, index }.into(), leaves)
        };
        Self {
            dofs: motors.map(lift).collect(),
        }
    }

    /// Whether any is on.
    pub(super) fn any(&self) -> bool {
        self.on().next().is_some()
    }

    /// Those that are on, with their velocities.
    fn on(&self) -> impl Iterator<Item = (usize, &Dof<S>)> {
        let dofs = self.dofs.iter().enumerate();
        dofs.filter_map(|(v, dof)| Some((v, dof.as_ref()?)))
    }

    /// The rotor inertia of a velocity, if there is one.
    pub(super) fn rotor(&self, v: usize) -> Option<S> {
        self.dofs.get(v)?.as_ref()?.rotor
    }

    /// What the rotors resist an acceleration with (or their momenta at a rate), added to forces.
    pub(super) fn with_rotors(&self, mut τ: Vec<S>, accelerations: &[S]) -> Vec<S> {
        for (v, dof) in self.on() {
            if let Some(rotor) = dof.rotor {
                τ[v] = τ[v] + rotor * accelerations[v];
            }
        }
        τ
    }

    /// The rotors on the diagonal of M.
    pub(super) fn on_diagonal(&self, mut matrix: Vec<Vec<S>>) -> Vec<Vec<S>> {
        for (v, dof) in self.on() {
            if let Some(rotor) = dof.rotor {
                matrix[v][v] = matrix[v][v] + rotor;
            }
        }
        matrix
    }

    /// Forces that overcome damping, friction and springs as well.
    pub(super) fn with_resistance(&self, mut τ: Vec<S>, rates: &[S]) -> Vec<S> {
        for (v, dof) in self.on() {
            if let Some(resistance) = dof.resistance(rates[v]) {
                τ[v] = τ[v] + resistance;
            }
        }
        τ
    }

    /// What damping, friction and springs leave of forces.
    pub(super) fn less_resistance(&self, mut τ: Vec<S>, rates: &[S]) -> Vec<S> {
        for (v, dof) in self.on() {
            if let Some(resistance) = dof.resistance(rates[v]) {
                τ[v] = τ[v] - resistance;
            }
        }
        τ
    }

    /// An energy and ½ Σ rotor q̇², that of the rotors' own turns.
    pub(super) fn with_kinetic(&self, energy: S, half: S, rates: &[S]) -> S {
        let rotors = self
            .on()
            .filter_map(|(v, dof)| Some((dof.rotor?, rates[v])));
        rotors.fold(energy, |sum, (rotor, rate)| {
            sum + (half * rotor) * (rate * rate)
        })
    }

    /// An energy and ½ Σ stiffness (q − rest)², that of the springs.
    pub(super) fn with_potential(&self, energy: S, half: S) -> S {
        let springs = self.on().filter_map(|(_, dof)| dof.spring);
        springs.fold(energy, |sum, (stiffness, stretch)| {
            sum + (half * stiffness) * (stretch * stretch)
        })
    }
}

impl<S: Scalar> Dof<S> {
    fn lift<L: Leaves<S = S>>(physics: &DofPhysics, q: &Coordinate, leaves: &L) -> Option<Self> {
        if physics.is_off() {
            return None;
        }
        let number = |value| leaves.constant(value);
        let DofPhysics {
            rotor_inertia,
            damping,
            friction,
            friction_rate,
            stiffness,
            rest,
        } = physics;
        let stretch = || {
            if rest.is_zero() {
                q.value(leaves)
            } else {
                q.value(leaves) - number(rest)
            }
        };
        Some(Self {
            rotor: (!rotor_inertia.is_zero()).then(|| number(rotor_inertia)),
            damping: (!damping.is_zero()).then(|| number(damping)),
            friction: (!friction.is_zero()).then(|| (number(friction), number(friction_rate))),
            spring: (!stiffness.is_zero()).then(|| (number(stiffness), stretch())),
        })
    }

    /// damping q̇ + friction q̇ / √(q̇² + rate²) + stiffness (q − rest); `None` when there is none of these.
    fn resistance(&self, rate: S) -> Option<S> {
        let damping = self.damping.map(|damping| damping * rate);
        let friction = self
            .friction
            .map(|(friction, scale)| friction * rate.saturate(scale));
        let spring = self.spring.map(|(stiffness, stretch)| stiffness * stretch);
        let all = [damping, friction, spring].into_iter().flatten();
        all.reduce(|a, b| a + b)
    }
}

/// For every velocity of the user the coordinate that it is the rate of, where it is one: a motor's is.
fn rated(coordinates: &Coordinates) -> impl Iterator<Item = usize> {
    let blocks = coordinates.blocks.iter();
    blocks.flat_map(|block| (block.q..).take(block.velocities.len()))
}
