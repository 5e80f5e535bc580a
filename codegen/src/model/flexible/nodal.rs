//! A flexible body by its nodes: lumped masses whose displacements are given for every mode, as a finite-element program exports
//! them.
//!
//! Node k is at r_k = x_k + Σ Φ_k,i η_i and turns with ω_k = ω + Σ Ψ_k,i η̇_i; its inertia J_k is not turned, so that all integrals
//! are constants: [`Sums`](super::sums::Sums) of products of the decimals as written, hence exact.
//!
//! Nothing is foreshortened.

mod stations;

use super::integrals::{FrameShapes, Integrals, ModeData};
use super::sums::Sums;
use crate::exact::number::Number;
use crate::mechanism::{Deformation, DofPhysics, Dyad, Geometry};

/// A flexible body as its mode file describes it; SI units, in the axes of the body, about the origin of its frame.
#[derive(Clone, Debug)]
pub(crate) struct Nodal {
    /// The nodes.
    pub(crate) nodes: Vec<Node>,
    /// The modes, at least one.
    pub(crate) modes: Vec<NodalMode>,
    /// K by two modes, symmetric.
    pub(crate) stiffness: Vec<Vec<Number>>,
    /// D by two modes, symmetric.
    pub(crate) damping: Vec<Vec<Number>>,
    /// How much of the geometry is deformed; never [`Geometry::Stiffened`].
    pub(crate) geometry: Geometry,
    /// Frames by name and node, counted from 0.
    pub(crate) frames: Vec<(String, usize)>,
}

/// A lumped mass.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// x, m.
    pub(crate) place: [Number; 3],
    /// kg.
    pub(crate) mass: Number,
    /// About the node, symmetric, kg m².
    pub(crate) inertia: Dyad,
}

/// A mode by its displacements.
#[derive(Clone, Debug)]
pub(crate) struct NodalMode {
    /// Its name among those of its body.
    pub(crate) name: String,
    /// What it does to each node.
    pub(crate) shapes: Vec<NodeShape>,
}

/// The displacement of a node for a unit of a modal coordinate.
#[derive(Clone, Debug)]
pub(crate) struct NodeShape {
    /// Ψ, small rotation, rad.
    pub(crate) turn: [Number; 3],
    /// Φ, m.
    pub(crate) shift: [Number; 3],
}

impl Nodal {
    /// A body that can be computed, in place of one that could not be read: one mass and one mode.
    pub(super) fn harmless() -> Self {
        let one = || vec![vec![Number::ONE]];
        let along = || [Number::ONE, Number::ZERO, Number::ZERO];
        Self {
            nodes: vec![Node {
                place: along(),
                mass: Number::ONE,
                inertia: Dyad::default(),
            }],
            modes: vec![NodalMode {
                name: "mode_1".to_owned(),
                shapes: vec![NodeShape {
                    turn: Default::default(),
                    shift: along(),
                }],
            }],
            stiffness: one(),
            damping: one(),
            geometry: Geometry::Exact,
            frames: Vec::new(),
        }
    }

    /// The modal integrals of the body.
    pub(crate) fn integrals(&self) -> Integrals {
        let sums = Sums::new(self);
        let mass = sums.mass();
        Integrals {
            inertia: sums.inertia(),
            modes: self.data(&mass),
            deformation: self.deformation(&sums, &mass),
            frames: (self.frames.iter())
                .map(|(name, node)| self.frame(name, *node))
                .collect(),
            tip: None,
        }
    }

    /// M_e by two modes.
    pub(crate) fn mass(&self) -> Vec<Vec<Number>> {
        Sums::new(self).mass()
    }

    /// Names, and what acts in each mode by itself: the diagonals of M_e, K and D.
    fn data(&self, mass: &[Vec<Number>]) -> Vec<ModeData> {
        let modes = self.modes.iter().enumerate();
        let data = modes.map(|(i, mode)| ModeData {
            name: mode.name.clone(),
            physics: DofPhysics {
                rotor_inertia: mass[i][i].clone(),
                stiffness: self.stiffness[i][i].clone(),
                damping: self.damping[i][i].clone(),
                ..DofPhysics::default()
            },
        });
        data.collect()
    }

    fn deformation(&self, sums: &Sums, mass: &[Vec<Number>]) -> Deformation {
        let off_diagonal = |matrix: &[Vec<Number>]| {
            self.by_two_modes(|i, j| match i == j {
                true => Number::ZERO,
                false => matrix[i][j].clone(),
            })
        };
        Deformation {
            geometry: self.geometry,
            modes: (0..self.modes.len()).map(|i| sums.first(i)).collect(),
            second: sums.all_second(),
            shortening: self.by_two_modes(|_, _| Number::ZERO),
            axis: Default::default(),
            mass: off_diagonal(mass),
            stiffness: off_diagonal(&self.stiffness),
            damping: off_diagonal(&self.damping),
            shape: self.shape(),
        }
    }

    /// The frame at a node.
    fn frame(&self, name: &str, node: usize) -> FrameShapes {
        let shapes = || self.modes.iter().map(|mode| &mode.shapes[node]);
        FrameShapes {
            name: name.to_owned(),
            origin: self.nodes[node].place.clone(),
            shift: shapes().map(|shape| shape.shift.clone()).collect(),
            turn: shapes().map(|shape| shape.turn.clone()).collect(),
            shortening: self.by_two_modes(|_, _| Number::ZERO),
        }
    }

    /// A matrix with a row and a column for each mode.
    fn by_two_modes(&self, entry: impl Fn(usize, usize) -> Number) -> Vec<Vec<Number>> {
        let count = self.modes.len();
        let rows = (0..count).map(|i| (0..count).map(|j| entry(i, j)).collect());
        rows.collect()
    }
}
