//! Sums over the nodes of a flexible body: its inertia and its modal integrals, exact, in integers.
//!
//! ```text
//!  m = Σ m_k      ms = Σ m_k x_k      J = Σ m_k (x_k·x_k 1 − x_k x_kᵀ) + J_k
//!  linear_i  = Σ m_k Φ_k,i            second_ij = Σ m_k Φ_k,i Φ_k,jᵀ
//!  dyad_i    = Σ m_k Φ_k,i x_kᵀ + A   axial(A) = Σ J_k Ψ_k,i,  A = −Aᵀ
//!  M_e,ij    = Σ m_k Φ_k,i·Φ_k,j + Ψ_k,iᵀ J_k Ψ_k,j
//! ```

use dashu_int::IBig;

use super::nodal::Nodal;
use super::scaled::{Scaled, quotient};
use crate::exact::number::Number;
use crate::mechanism::{Dyad, Inertia, ModeIntegrals, Sym3};

/// What is summed.
pub(super) struct Sums {
    mass: Scaled<1>,
    place: Scaled<3>,
    /// J by rows.
    inertia: Scaled<9>,
    modes: Vec<ModeSums>,
}

/// What is summed of a mode.
struct ModeSums {
    shift: Scaled<3>,
    turn: Scaled<3>,
    /// m Φ and J Ψ by node.
    momenta: Vec<[IBig; 3]>,
    spins: Vec<[IBig; 3]>,
}

impl Sums {
    /// The integers of a body.
    pub(super) fn new(nodal: &Nodal) -> Self {
        let nodes = nodal.nodes.iter();
        let mass = Scaled::new(nodes.clone().map(|node| [&node.mass]));
        let inertia = Scaled::new(nodes.clone().map(|node| {
            let [[a, b, c], [d, e, f], [g, h, i]] = &node.inertia;
            [a, b, c, d, e, f, g, h, i]
        }));
        let mode = |shift: Scaled<3>, turn: Scaled<3>| ModeSums {
            momenta: (mass.rows.iter().zip(&shift.rows))
                .map(|([mass], shift)| shift.each_ref().map(|one| mass * one))
                .collect(),
            spins: (inertia.rows.iter().zip(&turn.rows))
                .map(|(inertia, turn)| {
                    core::array::from_fn(|k| {
                        let row = inertia[3 * k..].iter().zip(turn);
                        row.map(|(a, b)| a * b).sum()
                    })
                })
                .collect(),
            shift,
            turn,
        };
        let modes = nodal.modes.iter().map(|one| {
            let shapes = one.shapes.iter();
            mode(
                Scaled::new(shapes.clone().map(|shape| shape.shift.each_ref())),
                Scaled::new(shapes.map(|shape| shape.turn.each_ref())),
            )
        });
        Self {
            place: Scaled::new(nodes.map(|node| node.place.each_ref())),
            modes: modes.collect(),
            mass,
            inertia,
        }
    }

    /// m, ms and J of the undeformed body.
    pub(super) fn inertia(&self) -> Inertia {
        let mass = &self.mass.denominator;
        let place = &self.place.denominator;
        let first = |k: usize| {
            let terms = self.nodes().map(|([mass], place)| mass * &place[k]);
            quotient(terms.sum(), &[mass, place])
        };
        let second = Sym3::from_fn(|a, b| {
            let terms = self
                .nodes()
                .map(|([mass], place)| mass * &place[a] * &place[b]);
            quotient(terms.sum(), &[mass, place, place])
        });
        let own = |a: usize, b: usize| {
            let terms = self.inertia.rows.iter().map(|row| &row[3 * a + b]);
            quotient(terms.sum(), &[&self.inertia.denominator])
        };
        let trace = &second.xx + &second.yy + &second.zz;
        let tensor = Sym3::from_fn(|a, b| match a == b {
            true => &trace - second.at(a, b) + own(a, b),
            false => own(a, b) - second.at(a, b),
        });
        Inertia {
            mass: quotient(self.mass.rows.iter().map(|[mass]| mass).sum(), &[mass]),
            first_moment: core::array::from_fn(first),
            tensor,
        }
    }

    /// The integrals of one mode.
    pub(super) fn first(&self, mode: usize) -> ModeIntegrals {
        let mode = &self.modes[mode];
        let [mass, place, shift] = [
            &self.mass.denominator,
            &self.place.denominator,
            &mode.shift.denominator,
        ];
        let linear =
            |k: usize| quotient(mode.momenta.iter().map(|one| &one[k]).sum(), &[mass, shift]);
        let arm = |a: usize, b: usize| {
            let terms = mode.momenta.iter().zip(&self.place.rows);
            let terms = terms.map(|(momentum, place)| &momentum[a] * &place[b]);
            quotient(terms.sum(), &[mass, shift, place])
        };
        let spin: [Number; 3] = core::array::from_fn(|k| {
            let terms = mode.spins.iter().map(|spin| &spin[k]);
            quotient(
                terms.sum(),
                &[&self.inertia.denominator, &mode.turn.denominator],
            )
        });
        let antisymmetric = skew(&spin);
        ModeIntegrals {
            linear: core::array::from_fn(linear),
            dyad: core::array::from_fn(|a| {
                core::array::from_fn(|b| arm(a, b) + &antisymmetric[a][b])
            }),
        }
    }

    /// Σ m Φ_i Φ_jᵀ by i and j; that of j and i is its transpose.
    pub(super) fn all_second(&self) -> Vec<Vec<Dyad>> {
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
        core::array::from_fn(|a| core::array::from_fn(|b| self.product(i, j, a, b)))
    }

    /// Σ m Φ_i,a Φ_j,b.
    fn product(&self, i: usize, j: usize, a: usize, b: usize) -> Number {
        let [i, j] = [i, j].map(|mode| &self.modes[mode]);
        let terms = i.momenta.iter().zip(&j.shift.rows);
        let terms = terms.map(|(momentum, shift)| &momentum[a] * &shift[b]);
        let denominators = [
            &self.mass.denominator,
            &i.shift.denominator,
            &j.shift.denominator,
        ];
        quotient(terms.sum(), &denominators)
    }

    /// M_e by two modes.
    pub(super) fn mass(&self) -> Vec<Vec<Number>> {
        let count = self.modes.len();
        let lower: Vec<Vec<Number>> = (0..count)
            .map(|i| (0..=i).map(|j| self.modal_mass(i, j)).collect())
            .collect();
        let rows = (0..count).map(|i| {
            let row = (0..count).map(|j| lower[i.max(j)][i.min(j)].clone());
            row.collect()
        });
        rows.collect()
    }

    /// Σ m Φ_i·Φ_j + Ψ_iᵀ J Ψ_j.
    fn modal_mass(&self, i: usize, j: usize) -> Number {
        let shifted = (0..3).map(|axis| self.product(i, j, axis, axis));
        let [i, j] = [i, j].map(|mode| &self.modes[mode]);
        let terms = i.turn.rows.iter().zip(&j.spins);
        let terms = terms.flat_map(|(turn, spin)| turn.iter().zip(spin).map(|(a, b)| a * b));
        let denominators = [
            &self.inertia.denominator,
            &i.turn.denominator,
            &j.turn.denominator,
        ];
        shifted.fold(quotient(terms.sum(), &denominators), |sum, one| sum + one)
    }

    /// Masses and places of the nodes.
    fn nodes(&self) -> impl Iterator<Item = (&[IBig; 1], &[IBig; 3])> {
        self.mass.rows.iter().zip(&self.place.rows)
    }
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
