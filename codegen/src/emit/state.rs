//! `integrate` and `difference`: what the printers need of them. Pieces of the state → comments, prices.

use crate::compile::{Compiled, Precision};
use crate::state::{CoordinateKind, Piece, pieces};

/// One of the two functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    Integrate,
    Difference,
}

impl Which {
    pub(super) const BOTH: [Self; 2] = [Self::Integrate, Self::Difference];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Integrate => "integrate",
            Self::Difference => "difference",
        }
    }

    /// The name of its result.
    pub(super) fn result(self) -> &'static str {
        match self {
            Self::Integrate => "q_next",
            Self::Difference => "v",
        }
    }
}

/// The layout of the state of a compiled mechanism with nq ≠ nv.
pub(super) struct StateLayout {
    pub(super) pieces: Vec<Piece>,
    pub(super) nq: usize,
    pub(super) nv: usize,
    precision: Precision,
}

impl StateLayout {
    /// `None` when nq = nv.
    pub(super) fn of(compiled: &Compiled) -> Option<Self> {
        let pieces = pieces(&compiled.mechanism);
        (!pieces.is_empty()).then(|| Self {
            pieces,
            nq: compiled.mechanism.nq(),
            nv: compiled.mechanism.nv(),
            precision: compiled.options.precision,
        })
    }

    /// The length of a result.
    pub(super) fn result_len(&self, which: Which) -> usize {
        match which {
            Which::Integrate => self.nq,
            Which::Difference => self.nv,
        }
    }

    pub(super) fn has(&self, kind: CoordinateKind) -> bool {
        self.pieces.iter().any(|piece| piece.kind == kind)
    }

    /// Lines about one of the functions.
    pub(super) fn notes(&self, which: Which) -> Vec<String> {
        let (q, v) = (self.nq, self.nv);
        let (limit, lengths) = match self.precision {
            Precision::F64 => ("400000000", "from 1e-70 to 1e70"),
            Precision::F32 => ("102400", "from 1e-6 to 1e6"),
        };
        let [mul, add, div] = self.price(which);
        let text = match which {
            Which::Integrate => {
                let turning = self
                    .pieces
                    .iter()
                    .filter(|piece| piece.kind != CoordinateKind::Rate);
                let turning = turning.count();
                format!(
                    "Coordinates after the time dt, s, at the constant velocity v.\n\n\
                     q ({q}) and the result: rad, m, quaternions x, y, z, w. v ({v}), as qd: rad/s, m/s;\n\
                     in the body's frame a spherical joint's is angular, a free joint's is [linear; angular].\n\
                     Those two follow the exponential map, all other joints are q + v dt.\n\
                     A quaternion of any length {lengths} counts as the unit quaternion along it,\n\
                     and the result is of unit length; the quaternion 0 turns nothing and stays 0.\n\
                     (All other functions take quaternions as they are: a length off by e gives a matrix off by 2e.)\n\
                     A step that turns a joint by more than {limit} rad gives NaN.\n\n\
                     Operations: {mul} mul, {add} add, {div} div, sine and cosine of {turning} angles."
                )
            }
            Which::Difference => format!(
                "The velocity that takes q0 to q1 in unit time: integrate(q0, v, 1) is q1.\n\n\
                 q0, q1 ({q}): rad, m, quaternions x, y, z, w. The result v ({v}), as qd: rad/s, m/s;\n\
                 in the body's frame a spherical joint's is angular, a free joint's is [linear; angular].\n\
                 Those two are the logarithm, which turns by pi at most (q and -q are one rotation),\n\
                 all other joints are q1 - q0.\n\
                 A quaternion of any length {lengths} counts as the unit quaternion along it;\n\
                 the quaternion 0 turns nothing.\n\n\
                 Operations: {mul} mul, {add} add, {div} div."
            ),
        };
        let mut lines: Vec<String> = text.lines().map(Into::into).collect();
        lines.push(format!("Stack: at most {} bytes.", self.stack()));
        lines
    }

    /// Multiplications, additions, divisions; without sine and cosine.
    fn price(&self, which: Which) -> [usize; 3] {
        let mut sum = [0; 3];
        for piece in &self.pieces {
            for (sum, one) in sum.iter_mut().zip(price(piece.kind, which, self.precision)) {
                *sum += one;
            }
        }
        sum
    }

    /// An upper bound on the stack of a call, in bytes, as in [`notes::stack`](super::notes::stack).
    pub(super) fn stack(&self) -> usize {
        /// The frames of the kernels, sincos included, one below the other.
        const KERNELS: usize = 4096;
        let width = match self.precision {
            Precision::F64 => 8,
            Precision::F32 => 4,
        };
        512 + 3 * self.nq * width + KERNELS
    }
}

/// The cost of a kernel: multiplications, additions, divisions, without sine and cosine.
pub(super) fn price(kind: CoordinateKind, which: Which, precision: Precision) -> [usize; 3] {
    use CoordinateKind::{Pose, Quaternion, Rate};
    use Precision::{F32, F64};
    use Which::{Difference, Integrate};
    match (kind, which, precision) {
        (Rate, Integrate, _) => [1, 1, 0],
        (Rate, Difference, _) => [0, 1, 0],
        (Quaternion, Integrate, F64) => [66, 29, 0],
        (Quaternion, Integrate, F32) => [60, 27, 0],
        (Quaternion, Difference, F64) => [67, 45, 1],
        (Quaternion, Difference, F32) => [52, 32, 1],
        (Pose, Integrate, F64) => [110, 57, 0],
        (Pose, Integrate, F32) => [104, 55, 0],
        (Pose, Difference, F64) => [131, 85, 2],
        (Pose, Difference, F32) => [113, 71, 2],
    }
}
