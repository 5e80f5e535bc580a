//! The variables of an FMU by their value references: one row of scalars, kind after kind.

use crate::mechanism::Mechanism;
use crate::recursion::Quantity;

/// A kind of variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The time, s.
    Time,
    /// A torque or a force at an actuated joint, in the order of the velocities.
    Torque,
    /// A coordinate.
    Coordinate,
    /// A velocity.
    Velocity,
    /// The rate of a coordinate.
    Rate,
    /// An acceleration.
    Acceleration,
    /// An output that is computed: of every frame p (3) and R (9, row by row), then the kinetic and the potential energy.
    Output,
    /// A parameter of the model.
    Parameter,
}

impl Kind {
    /// All of them, in the order of the value references.
    pub const ALL: [Self; 8] = [
        Self::Time,
        Self::Torque,
        Self::Coordinate,
        Self::Velocity,
        Self::Rate,
        Self::Acceleration,
        Self::Output,
        Self::Parameter,
    ];
}

/// The numbers of an output: of a pose p and R, of an energy one.
pub(super) fn numbers(output: Quantity) -> usize {
    match output {
        Quantity::TipPose(_) => 12,
        _ => 1,
    }
}

/// How many variables there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    lengths: [usize; 8],
}

impl Layout {
    /// That of a mechanism.
    #[must_use]
    pub fn of(mechanism: &Mechanism) -> Self {
        let (nq, nv) = (mechanism.nq(), mechanism.nv());
        let torques = (mechanism.loops.as_ref()).map_or(nv, |loops| loops.actuated.len());
        let outputs = super::outputs(mechanism);
        let outputs = outputs.into_iter().map(numbers);
        Self {
            lengths: [
                1,
                torques,
                nq,
                nv,
                nq,
                nv,
                outputs.sum(),
                mechanism.parameters.len(),
            ],
        }
    }

    /// The number of variables of a kind.
    #[must_use]
    pub fn len(&self, kind: Kind) -> usize {
        self.lengths[kind as usize]
    }

    /// The value reference of a variable by its kind and its place among those of the kind.
    #[must_use]
    pub fn reference(&self, kind: Kind, place: usize) -> usize {
        let before: usize = self.lengths[..kind as usize].iter().sum();
        before + place
    }
}
