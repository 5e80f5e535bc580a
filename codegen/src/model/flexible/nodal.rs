//! A flexible body by its nodes: lumped masses whose displacements are given for every mode, as a finite-element program exports
//! them.
//!
//! Node k is at r_k = x_k + Σ Φ_k,i η_i and turns with ω_k = ω + Σ Ψ_k,i η̇_i; its inertia J_k is not turned, so that all integrals
//! are constants. They are sums of products of the decimals as written, hence exact:
//!
//! ```text
//!  m = Σ m_k      ms = Σ m_k x_k      J = Σ m_k (x_k·x_k 1 − x_k x_kᵀ) + J_k
//!  linear_i  = Σ m_k Φ_k,i            second_ij = Σ m_k Φ_k,i Φ_k,jᵀ
//!  dyad_i    = Σ m_k Φ_k,i x_kᵀ + A   axial(A) = Σ J_k Ψ_k,i,  A = −Aᵀ
//!  M_e,ij    = Σ m_k Φ_k,i·Φ_k,j + Ψ_k,iᵀ J_k Ψ_k,j
//! ```
//!
//! Nothing is foreshortened.

use super::integrals::{FrameShapes, Integrals, ModeData};
use crate::exact::number::Number;
use crate::mechanism::{Deformation, DofPhysics, Dyad, Geometry, Inertia, ModeIntegrals, Sym3};

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
        Integrals {
            inertia: self.inertia(),
            modes: self.data(),
            deformation: self.deformation(),
            frames: (self.frames.iter())
                .map(|(name, node)| self.frame(name, *node))
                .collect(),
            tip: None,
        }
    }

    /// M_e by two modes.
    pub(crate) fn mass(&self) -> Vec<Vec<Number>> {
        let lower: Vec<Vec<Number>> = (0..self.modes.len())
            .map(|i| (0..=i).map(|j| self.modal_mass(i, j)).collect())
            .collect();
        self.by_two_modes(|i, j| lower[i.max(j)][i.min(j)].clone())
    }

    /// m, ms and J of the undeformed body.
    fn inertia(&self) -> Inertia {
        let mass = total(self.nodes.iter().map(|node| node.mass.clone()));
        let first_moment = core::array::from_fn(|k| {
            total(self.nodes.iter().map(|node| &node.mass * &node.place[k]))
        });
        Inertia {
            mass,
            first_moment,
            tensor: Sym3 {
                xx: self.moment(0, 0),
                yy: self.moment(1, 1),
                zz: self.moment(2, 2),
                xy: self.moment(0, 1),
                xz: self.moment(0, 2),
                yz: self.moment(1, 2),
            },
        }
    }

    /// An entry of J.
    fn moment(&self, a: usize, b: usize) -> Number {
        total(self.nodes.iter().map(
            |Node {
                 place,
                 mass,
                 inertia,
             }| {
                let product = &place[a] * &place[b];
                let arm = match a == b {
                    true => dot(place, place) - product,
                    false => -product,
                };
                mass * arm + &inertia[a][b]
            },
        ))
    }

    /// Names, and what acts in each mode by itself: the diagonals of M_e, K and D.
    fn data(&self) -> Vec<ModeData> {
        let modes = self.modes.iter().enumerate();
        let data = modes.map(|(i, mode)| ModeData {
            name: mode.name.clone(),
            physics: DofPhysics {
                rotor_inertia: self.modal_mass(i, i),
                stiffness: self.stiffness[i][i].clone(),
                damping: self.damping[i][i].clone(),
                ..DofPhysics::default()
            },
        });
        data.collect()
    }

    fn deformation(&self) -> Deformation {
        let count = self.modes.len();
        let off_diagonal = |matrix: &[Vec<Number>]| {
            self.by_two_modes(|i, j| match i == j {
                true => Number::ZERO,
                false => matrix[i][j].clone(),
            })
        };
        Deformation {
            geometry: self.geometry,
            modes: (0..count).map(|i| self.first(i)).collect(),
            second: self.all_second(),
            shortening: self.by_two_modes(|_, _| Number::ZERO),
            axis: Default::default(),
            mass: off_diagonal(&self.mass()),
            stiffness: off_diagonal(&self.stiffness),
            damping: off_diagonal(&self.damping),
        }
    }

    /// The integrals of one mode.
    fn first(&self, mode: usize) -> ModeIntegrals {
        let sum = |f: &dyn Fn(&Node, &NodeShape) -> Number| {
            total(self.of_mode(mode).map(|(node, shape)| f(node, shape)))
        };
        let spin: [Number; 3] =
            core::array::from_fn(|k| sum(&|node, shape| dot(&node.inertia[k], &shape.turn)));
        let antisymmetric = skew(&spin);
        ModeIntegrals {
            linear: core::array::from_fn(|k| sum(&|node, shape| &node.mass * &shape.shift[k])),
            dyad: core::array::from_fn(|a| {
                core::array::from_fn(|b| {
                    let arm = sum(&|node, shape| &node.mass * &shape.shift[a] * &node.place[b]);
                    arm + &antisymmetric[a][b]
                })
            }),
        }
    }

    /// Σ m Φ_i Φ_jᵀ by i and j; that of j and i is its transpose.
    fn all_second(&self) -> Vec<Vec<Dyad>> {
        let count = self.modes.len();
        let lower: Vec<Vec<Dyad>> = (0..count)
            .map(|i| (0..=i).map(|j| self.second(i, j)).collect())
            .collect();
        let entry = |i: usize, j: usize| match j <= i {
            true => lower[i][j].clone(),
            false => transposed(&lower[j][i]),
        };
        let rows = (0..count).map(|i| (0..count).map(|j| entry(i, j)).collect());
        rows.collect()
    }

    /// Σ m Φ_i Φ_jᵀ.
    fn second(&self, i: usize, j: usize) -> Dyad {
        core::array::from_fn(|a| {
            core::array::from_fn(|b| {
                total(
                    self.of_modes(i, j).map(|(node, first, second)| {
                        &node.mass * &first.shift[a] * &second.shift[b]
                    }),
                )
            })
        })
    }

    /// Σ m Φ_i·Φ_j + Ψ_iᵀ J Ψ_j.
    fn modal_mass(&self, i: usize, j: usize) -> Number {
        total(self.of_modes(i, j).map(|(node, first, second)| {
            let turned = node.inertia.each_ref().map(|row| dot(row, &second.turn));
            &node.mass * dot(&first.shift, &second.shift) + dot(&first.turn, &turned)
        }))
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

    /// The nodes, each with its displacement in a mode.
    fn of_mode(&self, mode: usize) -> impl Iterator<Item = (&Node, &NodeShape)> {
        self.nodes.iter().zip(&self.modes[mode].shapes)
    }

    /// The nodes, each with its displacements in two modes.
    fn of_modes(
        &self,
        i: usize,
        j: usize,
    ) -> impl Iterator<Item = (&Node, &NodeShape, &NodeShape)> {
        let pairs = self.of_mode(i).zip(&self.modes[j].shapes);
        pairs.map(|((node, first), second)| (node, first, second))
    }

    /// A matrix with a row and a column for each mode.
    fn by_two_modes(&self, entry: impl Fn(usize, usize) -> Number) -> Vec<Vec<Number>> {
        let count = self.modes.len();
        let rows = (0..count).map(|i| (0..count).map(|j| entry(i, j)).collect());
        rows.collect()
    }
}

fn total(terms: impl Iterator<Item = Number>) -> Number {
    terms.fold(Number::ZERO, |sum, term| sum + term)
}

fn dot(a: &[Number; 3], b: &[Number; 3]) -> Number {
    total(a.iter().zip(b).map(|(a, b)| a * b))
}

fn transposed(a: &Dyad) -> Dyad {
    core::array::from_fn(|i| core::array::from_fn(|j| a[j][i].clone()))
}

/// The antisymmetric A with A_21 − A_12 = v_x, A_02 − A_20 = v_y, A_10 − A_01 = v_z.
fn skew(v: &[Number; 3]) -> Dyad {
    let [x, y, z] = v.each_ref().map(|one| one / &Number::from(2));
    [
        [Number::ZERO, -&z, y.clone()],
        [z, Number::ZERO, -&x],
        [-&y, x, Number::ZERO],
    ]
}
