//! Kernels: the functions that generated code calls, in the order in which they are printed.
//!
//! A compiled mechanism → the kernels it needs; each language has their text. In Rust that is the text of the crate
//! `denoc-sincos`, elsewhere it is a twin of it, and tests compare the bits of both.

use std::collections::BTreeSet;

use super::state::StateLayout;
use crate::compile::{Compiled, Sincos};
use crate::function::Function;
use crate::program::{Operation, Program};
use crate::state::CoordinateKind;

/// A kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kernel {
    /// Sine and cosine of an array of angles.
    Sincos,
    /// The same of angles with tails.
    SincosWithTails,
    /// What rounding takes from a sum of angles.
    SumTail,
    /// What rounding takes from a multiple of an angle.
    ProductTail,
    /// The reciprocal square root.
    Root,
    /// a/√(a² + b²), the smooth sign of dry friction.
    Saturation,
    /// Half angles of quaternions: their sine and cosine, their arc tangent.
    Angle,
    /// Products of quaternions, rotation vectors.
    Rotation,
    /// `integrate` and `difference` of a spherical joint.
    Spherical,
    /// `integrate` and `difference` of a free joint.
    Free,
    /// The largest magnitude of an array.
    Magnitude,
    /// Square equations, by elimination.
    Elimination,
    /// Any equations, with least norm.
    LeastNorm,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Sincos,
        Self::SincosWithTails,
        Self::SumTail,
        Self::ProductTail,
        Self::Root,
        Self::Saturation,
        Self::Angle,
        Self::Rotation,
        Self::Spherical,
        Self::Free,
        Self::Magnitude,
        Self::Elimination,
        Self::LeastNorm,
    ];

    /// The kernels that all functions of a compiled mechanism need, those of its state included.
    #[must_use]
    pub fn of(compiled: &Compiled) -> BTreeSet<Self> {
        let mut needed = BTreeSet::new();
        for function in compiled.printed() {
            needed.extend(Self::of_function(function, compiled.options.sincos));
        }
        if let Some(state) = StateLayout::of(compiled) {
            needed.extend([Self::Sincos, Self::Root, Self::Angle, Self::Rotation]);
            let joints = [
                (CoordinateKind::Quaternion, Self::Spherical),
                (CoordinateKind::Pose, Self::Free),
            ];
            needed.extend(
                (joints.into_iter()).filter_map(|(kind, kernel)| state.has(kind).then_some(kernel)),
            );
        }
        needed
    }

    /// The kernels that a function needs.
    #[must_use]
    pub fn of_function(function: &Function, sincos: Sincos) -> BTreeSet<Self> {
        let mut needed = BTreeSet::new();
        if sincos == Sincos::Poly {
            for program in function.programs() {
                let tails = program.tails();
                needed.extend(match (program.angles.is_empty(), tails.is_empty()) {
                    (true, _) => None,
                    (false, true) => Some(Self::Sincos),
                    (false, false) => Some(Self::SincosWithTails),
                });
                needed.extend(
                    tails
                        .slots()
                        .map(|slot| match program.statements[slot].operation {
                            Operation::Mul => Self::ProductTail,
                            _ => Self::SumTail,
                        }),
                );
            }
        }
        if function.programs().any(Program::saturates) {
            needed.extend([Self::Root, Self::Saturation]);
        }
        for stage in &function.stages {
            match stage.solve.least_norm {
                None => needed.extend([Self::Magnitude, Self::Elimination]),
                Some(_) => needed.extend([Self::Root, Self::Magnitude, Self::LeastNorm]),
            }
        }
        needed
    }
}
