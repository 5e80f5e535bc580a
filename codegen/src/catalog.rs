//! The quantities of a mechanism.

use crate::closed::Subsystems;
use crate::exact::number::Number;
use crate::mechanism::{Inertialess, Mechanism};
use crate::prove;
use crate::recursion::Quantity;
use crate::signature::{Existence, Family};

impl Quantity {
    /// All quantities of a mechanism that are generated where all functions are asked for, in the order of the contract.
    #[must_use]
    pub fn all(mechanism: &Mechanism) -> Vec<Self> {
        Self::of_family(mechanism, Family::Dynamics)
    }

    /// The quantities of a family that a mechanism has, in the order of the contract.
    #[must_use]
    pub fn of_family(mechanism: &Mechanism, family: Family) -> Vec<Self> {
        let mut all = Self::existing(mechanism);
        all.retain(|quantity| quantity.signature().family == family);
        all
    }

    /// The quantities of all families that a mechanism has, in the order of the contract.
    #[must_use]
    pub fn existing(mechanism: &Mechanism) -> Vec<Self> {
        let mut all = Self::known(mechanism);
        all.retain(|quantity| quantity.missing_inertia(mechanism).is_none());
        all
    }

    /// The parts that move against no inertia, if this quantity therefore does not exist.
    #[must_use]
    pub fn missing_inertia(self, mechanism: &Mechanism) -> Option<&Inertialess> {
        let inertialess = mechanism.inertialess.as_ref();
        inertialess.filter(|_| self.solves_for_motion())
    }

    /// All quantities of a mechanism whose mass matrix is regular: those of frames frame by frame.
    pub(crate) fn known(mechanism: &Mechanism) -> Vec<Self> {
        let of_same_kind = |a: &Self, b: &Self| a.frame().is_some() == b.frame().is_some();
        let table: Vec<Self> = Self::table().collect();
        let runs = table.chunk_by(of_same_kind);
        let known = runs.flat_map(|run| match run.first().and_then(|first| first.frame()) {
            None => run.to_vec(),
            Some(_) => (0..mechanism.frames.len())
                .flat_map(|frame| run.iter().filter_map(move |one| one.of_frame(frame)))
                .collect(),
        });
        known.filter(|one| one.exists_on(mechanism)).collect()
    }

    /// Whether a mechanism whose mass matrix is regular has this quantity.
    #[must_use]
    pub fn exists_on(self, mechanism: &Mechanism) -> bool {
        let has_loops = mechanism.loops.is_some();
        match self.signature().exists {
            Existence::Counted => false,
            Existence::Open => !has_loops,
            Existence::Loops => has_loops,
            Existence::DeterminateLoops => has_loops && is_determinate(mechanism),
            Existence::Determinate => !has_loops || is_determinate(mechanism),
            Existence::Regular => !has_least_norm(mechanism),
            Existence::RegularDeterminate => {
                !has_loops || (!has_least_norm(mechanism) && is_determinate(mechanism))
            }
            Existence::RegularLoops => has_loops && !has_least_norm(mechanism),
            Existence::All => true,
            Existence::Frames => !mechanism.frames.is_empty(),
            Existence::OpenFrames => !has_loops && !mechanism.frames.is_empty(),
            Existence::FullRank => !has_loops && has_operational_inertia(mechanism),
            Existence::Mass => !has_loops && has_mass(mechanism),
            Existence::Conservative => !mechanism.is_undeformed(),
            Existence::OpenConservative => !has_loops && !mechanism.is_undeformed(),
            Existence::Parametric => !has_loops && !mechanism.parameters.is_empty(),
            Existence::Rigid => !has_loops && !mechanism.is_flexible(),
            Existence::Identified => {
                !has_loops && !mechanism.is_flexible() && !has_open_base(mechanism)
            }
        }
    }
}

/// Whether the actuated joints determine the inverse dynamics of a mechanism with loops: as many unknowns as equations,
/// or a solution of least norm.
fn is_determinate(mechanism: &Mechanism) -> bool {
    has_least_norm(mechanism) || Subsystems::of(mechanism).is_ok()
}

/// Whether solutions of least norm are asked for.
fn has_least_norm(mechanism: &Mechanism) -> bool {
    let loops = mechanism.loops.as_ref();
    loops.is_some_and(|loops| loops.minimum_norm.is_some())
}

/// Whether geometry or gravity are known at run time only, and with them which parameters are independent.
fn has_open_base(mechanism: &Mechanism) -> bool {
    mechanism.has_open_geometry() || mechanism.gravity.iter().any(Number::is_formula)
}

fn has_mass(mechanism: &Mechanism) -> bool {
    let mut bodies = mechanism.bodies.iter();
    bodies.any(|body| !body.inertia.mass.is_zero())
}

/// Whether the frames' Jacobians together have full row rank somewhere: counted along the branches, a frame needs six
/// degrees of freedom of its own.
fn has_operational_inertia(mechanism: &Mechanism) -> bool {
    !mechanism.frames.is_empty()
        && mechanism.nv() >= 6 * mechanism.frames.len()
        && prove::jacobian_rank(mechanism) == 6 * mechanism.frames.len()
}
