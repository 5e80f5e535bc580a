//! What acts in joints, by the motion of their own coordinates: rotors, damping, friction, springs.

use super::hyper::Hyper;
use super::moving::{Directions, Moving};
use crate::exact::number::Number;
use crate::leaves::{Argument, Coordinate, Input, Leaves};
use crate::mechanism::{BodyId, Combination, DofPhysics, Mechanism};
use crate::recursion::Places;
use crate::scalar::Scalar;

/// The degrees of freedom in which something acts, with their derivatives: of a coordinate, its value, its rate along the first
/// velocity, along the second, and its acceleration.
pub(super) struct Joints<S> {
    acting: Vec<(Hyper<S>, Acting<S>)>,
    /// What couples modes of one body, besides ∫ Φ_i · Φ_j dm: i, j, and what acts on i by the motion of j.
    pairs: Vec<(Hyper<S>, Hyper<S>, Acting<S>)>,
}

/// What acts.
#[derive(Clone, Copy, Debug)]
struct Acting<S> {
    rotor: S,
    damping: S,
    friction: Option<(S, S)>,
    stiffness: S,
    rest: S,
}

impl<S: Scalar> Joints<S> {
    pub(super) fn along<L: Leaves<S = S>>(
        mechanism: &Mechanism,
        directions: &Directions<S>,
        moving: &Moving<'_, L>,
    ) -> Self {
        let constant = |number: &Number| moving.constant(number).value;
        let lift = |physics: &DofPhysics| Acting {
            rotor: constant(&physics.rotor_inertia),
            damping: constant(&physics.damping),
            friction: (!physics.friction.is_zero()).then(|| {
                (
                    constant(&physics.friction),
                    constant(&physics.friction_rate),
                )
            }),
            stiffness: constant(&physics.stiffness),
            rest: constant(&physics.rest),
        };
        let mut acting = Vec::new();
        let mut places = Places::new(mechanism);
        let placed: Vec<_> = mechanism
            .bodies
            .iter()
            .map(|body| places.next(body))
            .collect();
        for (body, (q, v)) in mechanism.bodies.iter().zip(&placed) {
            if body.driven {
                continue;
            }
            let rates = body.joint.nq() == body.joint.nv();
            for (k, physics) in body
                .physics
                .iter()
                .enumerate()
                .filter(|(_, one)| !one.is_off())
            {
                let moved = if rates {
                    moving.of(&q[k])
                } else {
                    velocity(mechanism, v + k, directions)
                };
                acting.push((moved, lift(physics)));
            }
            if let Some(spring) = &body.spring {
                let of = |(q, _): &(Vec<Coordinate>, usize)| q.first().map(|q| moving.of(q));
                if let (Some(joint), Some(motor)) =
                    (of(&placed[spring.joint.0]), of(&(q.clone(), *v)))
                {
                    let between = Acting {
                        rotor: S::zero(),
                        damping: constant(&spring.damping),
                        friction: None,
                        stiffness: constant(&spring.stiffness),
                        rest: S::zero(),
                    };
                    acting.push((joint - motor, between));
                }
            }
        }
        if let Some(coordinates) = &mechanism.coordinates {
            for (v, physics) in coordinates
                .motors
                .iter()
                .enumerate()
                .filter(|(_, one)| !one.is_off())
            {
                let input = Input {
                    argument: Argument::Q,
                    index: coordinates.rated_by(v),
                };
                acting.push((moving.of(&input.into()), lift(physics)));
            }
        }
        Self {
            acting,
            pairs: pairs(mechanism, &placed, moving),
        }
    }

    /// By the rates of `unit` along its first velocity: the force in the motion `self` on that velocity.
    pub(super) fn force(&self, unit: &Self) -> S {
        self.on(unit, Acting::force)
    }

    /// The same of what resists alone, without rotors.
    pub(super) fn resistance(&self, unit: &Self) -> S {
        self.on(unit, Acting::resistance)
    }

    fn on(&self, unit: &Self, force: fn(&Acting<S>, &Hyper<S>) -> S) -> S {
        let own = self.acting.iter().zip(&unit.acting);
        let own = own.fold(S::zero(), |sum, ((moved, acting), (unit, _))| {
            sum + unit.first * force(acting, moved)
        });
        let pairs = self.pairs.iter().zip(&unit.pairs);
        pairs.fold(own, |sum, ((_, moved, acting), (unit, _, _))| {
            sum + unit.first * force(acting, moved)
        })
    }

    /// Σ rotor · rate of `self` along its first velocity · rate of `other` along its part `of`.
    pub(super) fn inertia(&self, other: &Self, of: fn(&Hyper<S>) -> S) -> S {
        let own = self.acting.iter().zip(&other.acting);
        let own = own.fold(S::zero(), |sum, ((moved, acting), (other, _))| {
            sum + moved.first * acting.rotor * of(other)
        });
        let pairs = self.pairs.iter().zip(&other.pairs);
        pairs.fold(own, |sum, ((moved, _, acting), (_, other, _))| {
            sum + moved.first * acting.rotor * of(other)
        })
    }

    /// Twice the energy of the springs.
    pub(super) fn double_energy(&self) -> S {
        let own = self.acting.iter().fold(S::zero(), |sum, (moved, acting)| {
            let stretch = moved.value - acting.rest;
            sum + acting.stiffness * stretch * stretch
        });
        let pairs = self.pairs.iter();
        pairs.fold(own, |sum, (one, other, acting)| {
            sum + acting.stiffness * one.value * other.value
        })
    }
}

/// What couples modes: their mass beyond ∫ Φ_i · Φ_j dm (on the diagonal the rest of it is a rotor), stiffness and damping off the
/// diagonal.
fn pairs<L: Leaves>(
    mechanism: &Mechanism,
    placed: &[(Vec<Coordinate>, usize)],
    moving: &Moving<'_, L>,
) -> Vec<(Hyper<L::S>, Hyper<L::S>, Acting<L::S>)> {
    let mut pairs = Vec::new();
    for (index, body) in mechanism.bodies.iter().enumerate() {
        let Some(deformation) = &body.deformation else {
            continue;
        };
        let modes = mechanism.modes_of(BodyId(index));
        let coordinates = modes.filter_map(|mode| placed[mode.0].0.first());
        let modes: Vec<Hyper<L::S>> = coordinates.map(|one| moving.of(one)).collect();
        for (i, &one) in modes.iter().enumerate() {
            for (j, &other) in modes.iter().enumerate() {
                let off = |matrix: &[Vec<Number>]| {
                    if i == j {
                        Number::ZERO
                    } else {
                        matrix[i][j].clone()
                    }
                };
                let second = &deformation.second[i][j];
                let counted = &second[0][0] + &second[1][1] + &second[2][2];
                let constant = |number: &Number| moving.constant(number).value;
                let acting = Acting {
                    rotor: constant(&(off(&deformation.mass) - counted)),
                    damping: constant(&off(&deformation.damping)),
                    friction: None,
                    stiffness: constant(&off(&deformation.stiffness)),
                    rest: L::S::zero(),
                };
                pairs.push((one, other, acting));
            }
        }
    }
    pairs
}

impl<S: Scalar> Acting<S> {
    fn force(&self, moved: &Hyper<S>) -> S {
        self.rotor * moved.both + self.resistance(moved)
    }

    fn resistance(&self, moved: &Hyper<S>) -> S {
        let rate = moved.second;
        let sliding = self.damping * rate + self.stiffness * (moved.value - self.rest);
        match self.friction {
            Some((friction, scale)) => sliding + friction * rate.saturate(scale),
            None => sliding,
        }
    }
}

/// A velocity that is the rate of no coordinate.
fn velocity<S: Scalar>(mechanism: &Mechanism, v: usize, along: &Directions<S>) -> Hyper<S> {
    let rows = mechanism.coordinates.as_ref().map(|one| &one.velocities);
    let own = rows
        .and_then(|rows| rows.get(v))
        .and_then(Combination::plain)
        .unwrap_or(v);
    Hyper {
        value: S::zero(),
        first: along.first.own[own],
        second: along.second.own[own],
        both: along.change.own[own],
    }
}
