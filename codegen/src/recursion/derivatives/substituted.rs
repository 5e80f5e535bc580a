//! Values in place of inputs.

use crate::exact::number::Number;
use crate::leaves::{Argument, Input, JointAngle, Leaves, Origin, Solve};

/// Leaves with values in place of some inputs, over which a graph is replayed: derivatives in it are at those values.
pub(in crate::recursion) struct Substituted<'a, L: Leaves> {
    pub inner: &'a L,
    /// The values by argument.
    pub arrays: &'a [(Argument, Vec<L::S>)],
}

impl<L: Leaves> Leaves for Substituted<'_, L> {
    type S = L::S;

    fn constant(&self, value: &Number) -> L::S {
        self.inner.constant(value)
    }

    fn input(&self, input: Input) -> L::S {
        let mut arrays = self.arrays.iter();
        let found = arrays.find(|(argument, _)| *argument == input.argument);
        let value = found.and_then(|(_, values)| values.get(input.index));
        value.map_or_else(|| self.inner.input(input), |&value| value)
    }

    fn circle(&self, angles: &[JointAngle]) -> (L::S, L::S) {
        self.inner.circle(angles)
    }

    fn solve(&self, solve: Solve, matrix: &[Vec<L::S>], right: &[L::S]) -> Vec<L::S> {
        self.inner.solve(solve, matrix, right)
    }

    fn guard(&self, margins: &[L::S]) {
        self.inner.guard(margins);
    }

    fn times(&self, factor: &Number, value: L::S) -> L::S {
        self.inner.times(factor, value)
    }

    fn mark(&self, origin: Origin) {
        self.inner.mark(origin);
    }
}
