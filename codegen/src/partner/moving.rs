//! Leaves of a mechanism on the move: coordinates with their derivatives along two velocities.

use super::hyper::Hyper;
use crate::exact::number::Number;
use crate::leaves::{Argument, Coordinate, Input, JointAngle, Leaves, Solve};
use crate::mechanism::{Block, BlockKind, Mechanism};
use crate::scalar::Scalar;

/// A velocity of the whole mechanism: the user's, and that of driven joints.
#[derive(Clone, Debug)]
pub(super) struct Velocity<S> {
    pub(super) own: Vec<S>,
    pub(super) driven: Vec<S>,
}

/// Two velocities, and what the first changes along the second.
#[derive(Clone, Debug)]
pub(super) struct Directions<S> {
    pub(super) first: Velocity<S>,
    pub(super) second: Velocity<S>,
    pub(super) change: Velocity<S>,
}

/// Leaves whose inputs q move in two directions.
pub(super) struct Moving<'a, L: Leaves> {
    leaves: &'a L,
    /// q with its derivatives.
    coordinates: Vec<Hyper<L::S>>,
    driven: Vec<Hyper<L::S>>,
    /// Other inputs that change.
    others: Vec<(Argument, Vec<Hyper<L::S>>)>,
}

impl<'a, L: Leaves> Moving<'a, L> {
    pub(super) fn new(mechanism: &Mechanism, leaves: &'a L, along: &Directions<L::S>) -> Self {
        let half = leaves.constant(&(Number::ONE / Number::from(2)));
        let value = |index| {
            leaves.input(Input {
                argument: Argument::Q,
                index,
            })
        };
        let blocks = mechanism.blocks();
        let coordinates = blocks
            .iter()
            .flat_map(|block| moved(block, along, half, &value));
        let (first, second, change) = (&along.first, &along.second, &along.change);
        let driven = (0..mechanism.driven()).map(|index| Hyper {
            value: leaves.input(Input {
                argument: Argument::DrivenQ,
                index,
            }),
            first: first.driven[index],
            second: second.driven[index],
            both: change.driven[index],
        });
        Self {
            leaves,
            coordinates: coordinates.collect(),
            driven: driven.collect(),
            others: Vec::new(),
        }
    }

    /// Inputs that change along one direction each: q by a velocity, others by rates of their elements.
    pub(super) fn varied(
        mechanism: &Mechanism,
        leaves: &'a L,
        velocity: &[L::S],
        others: &[(Argument, &[L::S])],
    ) -> Self {
        let still = |own: usize| Velocity {
            own: vec![L::S::zero(); own],
            driven: vec![L::S::zero(); mechanism.driven()],
        };
        let along = Directions {
            first: Velocity {
                own: velocity.to_vec(),
                ..still(0)
            },
            second: still(mechanism.nv()),
            change: still(mechanism.nv()),
        };
        let varied = |(argument, rates): &(Argument, &[L::S])| {
            let argument = *argument;
            let value = |(index, &first): (usize, &L::S)| Hyper {
                first,
                ..Hyper::fixed(leaves.input(Input { argument, index }))
            };
            (argument, rates.iter().enumerate().map(value).collect())
        };
        Self {
            others: others.iter().map(varied).collect(),
            ..Self::new(mechanism, leaves, &along)
        }
    }

    /// A coordinate of a joint.
    pub(super) fn of(&self, coordinate: &Coordinate) -> Hyper<L::S> {
        coordinate.value(self)
    }
}

/// The coordinates of a block with their derivatives.
fn moved<S: Scalar>(
    block: &Block,
    along: &Directions<S>,
    half: S,
    value: &impl Fn(usize) -> S,
) -> Vec<Hyper<S>> {
    let v = |k: usize| {
        let of = |one: &Velocity<S>| one.own[block.v + k];
        [of(&along.first), of(&along.second), of(&along.change)]
    };
    match block.kind {
        BlockKind::Rates => {
            let rated = (0..block.coordinates.len()).map(|k| {
                let [first, second, both] = v(k);
                Hyper {
                    value: value(block.q + k),
                    first,
                    second,
                    both,
                }
            });
            rated.collect()
        }
        BlockKind::Quaternion => turned(block.q, [v(0), v(1), v(2)], half, value).to_vec(),
        BlockKind::Pose => {
            let quaternion = turned(block.q + 3, [v(3), v(4), v(5)], half, value);
            // Only δ: the velocity in base axes is R v, and changes along δ.
            let turning = quaternion.map(|part| Hyper {
                first: S::zero(),
                both: S::zero(),
                ..part
            });
            let zero = S::zero();
            let velocity = |of: usize| {
                [0, 1, 2].map(|k| {
                    let parts = v(k);
                    let change = if of == 0 { parts[2] } else { zero };
                    Hyper {
                        second: change,
                        ..Hyper::fixed(parts[of])
                    }
                })
            };
            let [first, second] = [0, 1].map(|of| rotated(turning, velocity(of)));
            let shifted = (0..3).map(|k| Hyper {
                value: value(block.q + k),
                first: first[k].value,
                second: second[k].value,
                both: first[k].second,
            });
            shifted.chain(quaternion).collect()
        }
    }
}

/// The quaternion Q at `q`, turned at angular velocities ω in the body's frame: Q̇ = ½ Q ω.
fn turned<S: Scalar>(
    q: usize,
    ω: [[S; 3]; 3],
    half: S,
    value: &impl Fn(usize) -> S,
) -> [Hyper<S>; 4] {
    let quaternion = [0, 1, 2, 3].map(|k| value(q + k));
    let rate = |quaternion: [S; 4], of: usize| {
        product(quaternion, [ω[0][of], ω[1][of], ω[2][of], S::zero()]).map(|x| half * x)
    };
    let (first, second) = (rate(quaternion, 0), rate(quaternion, 1));
    let (turned, changed) = (rate(second, 0), rate(quaternion, 2));
    [0, 1, 2, 3].map(|k| Hyper {
        value: quaternion[k],
        first: first[k],
        second: second[k],
        both: turned[k] + changed[k],
    })
}

/// The product of two quaternions x, y, z, w.
fn product<S: Scalar>([a, b, c, d]: [S; 4], [x, y, z, w]: [S; 4]) -> [S; 4] {
    [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ]
}

/// The vector part of Q v Q⁻¹ for a quaternion of length 1.
fn rotated<S: Scalar>(quaternion: [S; 4], [x, y, z]: [S; 3]) -> [S; 3] {
    let [a, b, c, d] = quaternion;
    let [x, y, z, _] = product(product(quaternion, [x, y, z, S::zero()]), [-a, -b, -c, d]);
    [x, y, z]
}

impl<L: Leaves> Leaves for Moving<'_, L> {
    type S = Hyper<L::S>;

    fn constant(&self, value: &Number) -> Self::S {
        Hyper::fixed(self.leaves.constant(value))
    }

    fn input(&self, input: Input) -> Self::S {
        match input.argument {
            Argument::Q => self.coordinates[input.index],
            Argument::DrivenQ => self.driven[input.index],
            _ => {
                let mut others = self.others.iter();
                let varied = others.find(|(argument, _)| *argument == input.argument);
                varied.map_or_else(
                    || Hyper::fixed(self.leaves.input(input)),
                    |(_, values)| values[input.index],
                )
            }
        }
    }

    fn circle(&self, angles: &[JointAngle]) -> (Self::S, Self::S) {
        let (c, s) = self.leaves.circle(angles);
        let angle = angles
            .iter()
            .fold(Hyper::fixed(L::S::zero()), |sum, angle| {
                let turned = self.input(angle.coordinate) * self.constant(&angle.multiple);
                if angle.negative {
                    sum - turned
                } else {
                    sum + turned
                }
            });
        let Hyper {
            first,
            second,
            both,
            ..
        } = angle;
        let product = first * second;
        let cosine = Hyper {
            value: c,
            first: -(s * first),
            second: -(s * second),
            both: -(s * both) - c * product,
        };
        let sine = Hyper {
            value: s,
            first: c * first,
            second: c * second,
            both: c * both - s * product,
        };
        (cosine, sine)
    }

    /// Poses solve nothing.
    fn solve(&self, solve: Solve, _: &[Vec<Self::S>], _: &[Self::S]) -> Vec<Self::S> {
        vec![Hyper::fixed(L::S::zero() / L::S::zero()); solve.unknowns()]
    }

    fn guard(&self, _: &[Self::S]) {}
}
