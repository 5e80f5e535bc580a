//! The physics of the joints themselves: rotor inertia, damping, friction, springs. Written once for the joints of the
//! tree and for the motors of transmissions, which have the user's coordinates.

use crate::leaves::{Argument, Input, Leaves};
use crate::mechanism::{Coordinates, DofPhysics, Mechanism};
use crate::scalar::Scalar;

use super::inputs::Places;
use super::mode_pairs::ModePair;
use super::resistance::{Resistance, Slopes};
use super::series_spring::CoordinateSpring;

/// The physics of many degrees of freedom, by velocity.
pub(super) struct JointPhysics<S> {
    dofs: Vec<Option<Resistance<S>>>,
    /// What couples modes of one body.
    pairs: Vec<ModePair<S>>,
    /// What couples joints with their motors.
    springs: Vec<CoordinateSpring<S>>,
}

impl<S: Scalar> JointPhysics<S> {
    /// That of the tree's joints.
    pub(super) fn of_tree<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let mut next = Places::new(mechanism);
        let bodies = mechanism.bodies.iter();
        let places: Vec<_> = bodies.map(|body| next.next(body)).collect();
        let mut dofs = Vec::new();
        for (body, (q, _)) in mechanism.bodies.iter().zip(&places) {
            if body.driven {
                continue;
            }
            dofs.extend((0..body.joint.nv()).map(|k| {
                let physics = body.physics.get(k)?;
                Resistance::lift(physics, q.get(k)?, leaves)
            }));
        }
        Self {
            dofs,
            pairs: ModePair::all(mechanism, &places, leaves),
            springs: CoordinateSpring::all(mechanism, &places, leaves),
        }
    }

    /// That of motors.
    pub(super) fn of_motors<L: Leaves<S = S>>(mechanism: &Mechanism, leaves: &L) -> Self {
        let argument = Argument::Q;
        let motors =
            (mechanism.coordinates.iter()).flat_map(|one| one.motors.iter().zip(rated(one)));
        let lift = |(physics, index): (&DofPhysics, usize)| {
            Resistance::lift(physics, &Input { argument, index }.into(), leaves)
        };
        Self {
            dofs: motors.map(lift).collect(),
            pairs: Vec::new(),
            springs: Vec::new(),
        }
    }

    /// Whether any is on.
    pub(super) fn any(&self) -> bool {
        self.on().next().is_some() || !self.pairs.is_empty() || !self.springs.is_empty()
    }

    /// Those that are on, with their velocities.
    fn on(&self) -> impl Iterator<Item = (usize, &Resistance<S>)> {
        let dofs = self.dofs.iter().enumerate();
        dofs.filter_map(|(v, dof)| Some((v, dof.as_ref()?)))
    }

    /// The forces that couple modes, with their velocities.
    fn between(&self, rates: &[S]) -> impl Iterator<Item = (usize, S)> {
        self.pairs.iter().flat_map(|pair| pair.forces(rates))
    }

    /// What damping, friction and springs add to the derivatives of the forces, by velocity.
    pub(super) fn slopes(&self, rates: &[S]) -> impl Iterator<Item = (usize, Slopes<S>)> {
        self.on().map(|(v, dof)| (v, dof.slopes(rates[v])))
    }

    /// Whether anything acts in the degree of freedom of a velocity.
    pub(super) fn acts_on(&self, v: usize) -> bool {
        self.dofs.get(v).is_some_and(Option::is_some)
    }

    /// Leaves the rotors of these velocities out: their inertia is counted elsewhere.
    pub(super) fn forget_rotors(&mut self, velocities: &[usize]) {
        for &v in velocities {
            if let Some(Some(dof)) = self.dofs.get_mut(v) {
                dof.rotor = None;
            }
        }
    }

    /// The rotor inertia of a velocity, if there is one.
    pub(super) fn rotor(&self, v: usize) -> Option<S> {
        self.dofs.get(v)?.as_ref()?.rotor
    }

    /// The resistance of the rotors to an acceleration (or their momenta at a rate), added to forces.
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
    pub(super) fn with_resistance(&self, τ: Vec<S>, rates: &[S]) -> Vec<S> {
        self.resisted(τ, rates, [S::add, S::sub])
    }

    /// The forces that remain after damping, friction and springs.
    pub(super) fn less_resistance(&self, τ: Vec<S>, rates: &[S]) -> Vec<S> {
        self.resisted(τ, rates, [S::sub, S::add])
    }

    /// Forces and what resists, brought together by `with`; what drives is by `against`.
    fn resisted(&self, mut τ: Vec<S>, rates: &[S], [with, against]: [fn(S, S) -> S; 2]) -> Vec<S> {
        for (v, dof) in self.on() {
            if let Some(resistance) = dof.force(rates[v]) {
                τ[v] = with(τ[v], resistance);
            }
        }
        for (v, force) in self.between(rates) {
            τ[v] = with(τ[v], force);
        }
        for spring in &self.springs {
            let ([joint, motor], force) = spring.force(rates);
            τ[joint] = with(τ[joint], force);
            τ[motor] = against(τ[motor], force);
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

    /// An energy and ½ Σ stiffness (q − rest)² + Σ K_ij η_i η_j + ½ Σ k (q − θ)², that of the springs.
    pub(super) fn with_potential(&self, energy: S, half: S) -> S {
        let springs = self.on().filter_map(|(_, dof)| dof.spring);
        let own = springs.fold(energy, |sum, (stiffness, stretch)| {
            sum + (half * stiffness) * (stretch * stretch)
        });
        let between = self.pairs.iter().filter_map(ModePair::energy);
        let own = between.fold(own, |sum, energy| sum + energy);
        let series = self.springs.iter().map(|spring| spring.energy(half));
        series.fold(own, |sum, energy| sum + energy)
    }
}

/// For every velocity of the user the coordinate that it is the rate of, where it is one: a motor's is.
fn rated(coordinates: &Coordinates) -> impl Iterator<Item = usize> {
    let blocks = coordinates.blocks.iter();
    blocks.flat_map(|block| (block.q..).take(block.velocities.len()))
}
