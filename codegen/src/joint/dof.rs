//! Degrees of freedom: unit twists.

use super::Joint;
use crate::leaves::Leaves;

/// A degree of freedom: a unit twist of the body's frame, and the index of its velocity.
#[derive(Clone, Copy, Debug)]
pub struct Dof<S> {
    /// Index in the velocity arrays.
    pub velocity: usize,
    /// The unit twist.
    pub direction: Direction<S>,
    /// Inertia of its motor's rotor, which the carrying body does not feel.
    pub rotor: Option<S>,
}

/// A unit twist that is constant in the body's frame.
#[derive(Clone, Copy, Debug)]
pub enum Direction<S> {
    /// Rotation about axis 0, 1 or 2.
    Angular(usize),
    /// Translation along axis 0, 1 or 2.
    Linear(usize),
    /// None: the rate of a mode or of a motor behind a spring, which moves no point of the body's frame.
    Internal,
    /// Rotation about z with this translation along z, m/rad.
    Screw(S),
}

impl Joint {
    /// The degrees of freedom of an elementary joint whose first velocity is `v`.
    pub(crate) fn dofs<L: Leaves>(&self, v: usize, leaves: &L) -> Vec<Dof<L::S>> {
        let dof = |(velocity, direction)| Dof {
            velocity,
            direction,
            rotor: None,
        };
        (v..).zip(self.directions(leaves)).map(dof).collect()
    }
}
