//! The leaves that the formulas of a recursion start from: numbers of the model, inputs, cosines and sines of joint angles,
//! and the solutions of equations that it comes to on its way.

mod extent;
mod record;
mod solve;

pub use extent::{Dim, Extent};
pub use record::{Equations, Record};
pub use solve::{CUTOFF, MARGINS, Solve};

use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::scalar::Scalar;

/// A named input array of a generated function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Argument {
    /// Joint coordinates q, rad or m; quaternions as x, y, z, w.
    Q,
    /// Generalised velocities q̇ (v), rad/s or m/s.
    Qd,
    /// Generalised accelerations, rad/s² or m/s².
    Qdd,
    /// Generalised forces τ, Nm or N.
    Tau,
    /// Canonical momenta p = M q̇.
    P,
    /// External wrenches on the bodies of the model, 6 numbers each: [moment; force] on the body about the origin of
    /// its frame, in its axes, Nm and N.
    Wrenches,
    /// Coordinates of driven joints, rad or m.
    DrivenQ,
    /// Their rates.
    DrivenQd,
    /// Their accelerations.
    DrivenQdd,
    /// Values of the model's parameters.
    Parameters,
    /// Values that depend on parameters only, computed once.
    Prepared,
    /// Rates of the independent velocities of a mechanism with loops.
    Independent,
    /// Values of the first program of a function that later ones need.
    Carried,
    /// All solutions so far, between the programs of a function.
    Solved,
    /// Size of a step, s.
    StepSize,
    /// A direction in q, by velocities: right tangent space; of loops, by the independent ones.
    DirectionQ,
    /// A direction in q̇.
    DirectionQd,
    /// A direction in q̈.
    DirectionQdd,
    /// A direction in τ.
    DirectionTau,
    /// A direction in p.
    DirectionP,
    /// A direction in the external wrenches.
    DirectionWrenches,
    /// A direction in the rates of the independent velocities.
    DirectionIndependent,
    /// Weights on the elements of an output array.
    Weights(Weight),
}

/// Weights on an output array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Weight {
    /// Their name in signatures.
    pub name: &'static str,
    /// The extent of the array.
    pub extent: Extent,
}

impl Argument {
    /// All but weights.
    pub const ALL: [Self; 22] = [
        Self::Q,
        Self::Qd,
        Self::Qdd,
        Self::Tau,
        Self::P,
        Self::Wrenches,
        Self::DrivenQ,
        Self::DrivenQd,
        Self::DrivenQdd,
        Self::Parameters,
        Self::Prepared,
        Self::Independent,
        Self::Carried,
        Self::Solved,
        Self::StepSize,
        Self::DirectionQ,
        Self::DirectionQd,
        Self::DirectionQdd,
        Self::DirectionTau,
        Self::DirectionP,
        Self::DirectionWrenches,
        Self::DirectionIndependent,
    ];

    /// A number of its own, below 2³², from which values are drawn.
    pub(crate) fn number(self) -> u64 {
        let place = Self::ALL.iter().position(|one| *one == self);
        let of_name = || {
            let bytes = self.name().bytes();
            // FNV-1a.
            bytes.fold(0x811c_9dc5, |hash: u32, byte| {
                (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
            })
        };
        place.map_or_else(|| u64::from(of_name()), |place| place as u64)
    }

    /// The name in signatures and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parameters => "parameters",
            Self::Prepared => "prepared",
            Self::Independent => "rates",
            Self::Carried => "carried",
            Self::Solved => "solved",
            Self::StepSize => "step",
            Self::Q => "q",
            Self::Qd => "qd",
            Self::Qdd => "qdd",
            Self::Tau => "tau",
            Self::P => "p",
            Self::Wrenches => "wrenches",
            Self::DrivenQ => "driven_q",
            Self::DrivenQd => "driven_qd",
            Self::DrivenQdd => "driven_qdd",
            Self::DirectionQ => "dq",
            Self::DirectionQd => "dqd",
            Self::DirectionQdd => "dqdd",
            Self::DirectionTau => "dtau",
            Self::DirectionP => "dp",
            Self::DirectionWrenches => "dwrenches",
            Self::DirectionIndependent => "drates",
            Self::Weights(weight) => weight.name,
        }
    }
}

/// One element of an input array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Input {
    /// The array.
    pub argument: Argument,
    /// Position in it.
    pub index: usize,
}

impl Input {
    /// The element `k` places on.
    #[must_use]
    pub fn after(self, k: usize) -> Self {
        Self {
            index: self.index + k,
            ..self
        }
    }
}

/// The angle ±(m q + offset) of a joint about its axis.
///
/// Offsets are kept apart in a sum: circle points of constant angles are rounded, so they do not add. In proofs the
/// circle points of m q and of q are independent: no rewriting uses that the one follows from the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JointAngle {
    /// q.
    pub coordinate: Input,
    /// m > 0: 1 unless the joint follows another or a motor through a gear.
    pub multiple: Number,
    /// Added to m q, rad.
    pub offset: Angle,
    /// Whether the angle is −(m q + offset).
    pub negative: bool,
}

impl JointAngle {
    /// q + offset.
    #[must_use]
    pub fn new(coordinate: Input, offset: Angle) -> Self {
        Self {
            coordinate,
            multiple: Number::ONE,
            offset,
            negative: false,
        }
    }

    /// Minus this angle.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            negative: !self.negative,
            ..self
        }
    }
}

/// A coordinate of a joint: a constant combination of inputs, plus a constant. Most are one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coordinate {
    /// Inputs with their factors, which are not 0.
    pub terms: Vec<(Input, Number)>,
    /// Added, rad (or a number of metres).
    pub offset: Angle,
    /// Products of two inputs with their factors, added.
    pub squares: Vec<(Input, Input, Number)>,
}

impl From<Input> for Coordinate {
    fn from(input: Input) -> Self {
        Self {
            terms: vec![(input, Number::ONE)],
            offset: Angle::default(),
            squares: Vec::new(),
        }
    }
}

impl Coordinate {
    /// The value.
    pub fn value<L: Leaves>(&self, leaves: &L) -> L::S {
        let terms = self.terms.iter();
        let sum = terms.fold(L::S::zero(), |sum, (input, factor)| {
            sum + leaves.times(factor, leaves.input(*input))
        });
        let squares = self.squares.iter();
        let sum = squares.fold(sum, |sum, (a, b, factor)| {
            sum + leaves.times(factor, leaves.input(*a) * leaves.input(*b))
        });
        if self.offset.is_zero() {
            return sum;
        }
        sum + leaves.constant(&self.offset.to_number())
    }

    /// The angles whose sum it is with a constant more.
    #[must_use]
    pub fn angles(&self, offset: &Angle) -> Vec<JointAngle> {
        let mut rest = Some(self.offset.clone() + offset.clone());
        let angle = |(coordinate, factor): &(Input, Number)| {
            let offset = rest.take().unwrap_or_default();
            let negative = factor.is_negative();
            JointAngle {
                coordinate: *coordinate,
                multiple: factor.abs(),
                offset: if negative { -offset } else { offset },
                negative,
            }
        };
        self.terms.iter().map(angle).collect()
    }
}

/// Index of a body in [`Mechanism::bodies`](crate::mechanism::Mechanism::bodies).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BodyId(pub usize);

/// The origin of a value in a formulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The body it belongs to.
    pub body: Option<BodyId>,
    /// The source equation, as cited in code: `Saha (11c)`.
    pub equation: &'static str,
}

impl Origin {
    /// Of no body: of an equation of the whole mechanism.
    #[must_use]
    pub fn whole(equation: &'static str) -> Self {
        Self {
            body: None,
            equation,
        }
    }
}

/// The values a formula starts from: numbers of the model, inputs, cosines and sines, solutions of equations.
///
/// A recursion that solves equations in the middle goes straight on with the solution. Numbers are solved for there and then;
/// where values are no numbers, solutions are inputs ([`Argument::Solved`]), and the equations are kept in a [`Record`].
pub trait Leaves {
    /// The scalar these leaves are of.
    type S: Scalar;

    /// A number of the model.
    fn constant(&self, value: &Number) -> Self::S;

    /// An element of an input array.
    fn input(&self, input: Input) -> Self::S;

    /// Cosine and sine of a signed sum of joint angles (at least one).
    fn circle(&self, angles: &[JointAngle]) -> (Self::S, Self::S);

    /// X of A X = B, A by rows, B and X row by row.
    fn solve(&self, solve: Solve, matrix: &[Vec<Self::S>], right: &[Self::S]) -> Vec<Self::S>;

    /// The results hold where all of these are positive: pivots of an elimination in a fixed order, above what counts as 0.
    fn guard(&self, margins: &[Self::S]);

    /// A number of the model times a value; 1 and −1 are no multiplications.
    fn times(&self, factor: &Number, value: Self::S) -> Self::S {
        if factor.is_one() {
            value
        } else if (-factor).is_one() {
            -value
        } else {
            self.constant(factor) * value
        }
    }

    /// The rates of values when inputs change with these rates, others stay; `None` where values do not know what they were
    /// computed from.
    fn tangents(
        &self,
        _values: &[Self::S],
        _direction: &[(Input, Self::S)],
    ) -> Option<Vec<Self::S>> {
        None
    }

    /// The slopes of Σ weight · value by the inputs that it depends on, those of some arguments; `None` as above.
    fn adjoints(
        &self,
        _values: &[Self::S],
        _weights: &[Self::S],
        _by: &[Argument],
    ) -> Option<Vec<(Input, Self::S)>> {
        None
    }

    /// From here on, values belong to `origin` (for provenance; values of most scalars have none).
    fn mark(&self, _origin: Origin) {}
}
