//! Parallel mechanisms with least norm: the twist t_e where the legs meet is an unknown, not taken out.
//!
//! q̇ = F θ̇ + T t_e: T are the rates that follow a unit twist where the legs meet, F those that a unit rate of a foot takes with
//! that point at rest, (27a). The remaining equations of (28) are those of each leg, Φ_i (t_e − p̃_1 θ̇_i) = 0.
//!
//! Where Φ = Σ Φ_i of (29a) is singular the feet do not determine how the mechanism moves, but the forces do: with multipliers μ_i of
//! these equations the dynamics are Bᵀ (M q̈ + h − τ) = Cᵀ μ, B = [F, T] and C y = 0 the equations, solved for all at once.
//! Where forces are asked for, μ_i = f for all legs: Φ f = Tᵀ (M q̈ + h), and τ = Fᵀ (M q̈ + h) + p̃_1ᵀ Φ_i f.

mod equations;

use self::equations::JoinedLegs;
use super::ClosedSystem;
use super::constraint::Constraints;
use super::dense::{combined, congruent, dot, plus, times};
use super::forces::Solved;
use super::leg::projection;
use super::solving::Equations;
use crate::leaves::Leaves;
use crate::recursion::zeros;

impl<L: Leaves> ClosedSystem<'_, L> {
    fn joined_legs(&self, constraints: &Constraints<L::S>, γ: &[L::S]) -> JoinedLegs<L::S> {
        JoinedLegs {
            legs: self.legs(constraints, γ),
            nv: self.system.nv,
        }
    }

    fn joined_legs_at_rest(&self) -> JoinedLegs<L::S> {
        let constraints = self.at_rest();
        let biases = constraints.biases();
        self.joined_legs(&constraints, &biases)
    }

    /// q̈ = B y + what follows from biases.
    pub(super) fn joined_legs_forward(&self, constraints: &Constraints<L::S>) -> Solved<L::S> {
        let γ = self.stabilised(constraints);
        let joined = self.joined_legs(constraints, &γ);
        let (columns, free) = (
            [joined.of_feet(), joined.of_twist()].concat(),
            joined.free(),
        );
        let mass = self.mass_matrix();
        let φ = self.φ();
        self.mark("Bᵀ (M q̈ + h − τ) = Cᵀ μ");
        let moved: Vec<Vec<L::S>> = columns.iter().map(|c| times(&mass, c)).collect();
        let forces = columns.iter().zip(&moved);
        let forces = forces.map(|(column, moved)| dot(column, &φ) - dot(moved, &free));
        let (rows, closing) = joined.equations();
        let balance = congruent(&columns, &moved).into_iter().enumerate();
        let balance = balance.map(|(i, own)| {
            let reactions = rows.iter().map(|row| -row[i]);
            own.into_iter().chain(reactions).collect()
        });
        let closed = rows
            .iter()
            .map(|row| [&row[..], &zeros(rows.len())].concat());
        let y = self.solve(&Equations {
            matrix: balance.chain(closed).collect(),
            right: forces.chain(closing).collect(),
        });
        let qdd = combined(&free, &columns, &y);
        let λ = Vec::new();
        Solved { qdd, λ }
    }

    /// τ of the feet, from M q̈ + h.
    pub(super) fn joined_legs_inverse(&self, needed: &[L::S]) -> Vec<L::S> {
        let joined = self.joined_legs_at_rest();
        self.mark("Φ f = Tᵀ (M q̈ + h)");
        let f = self.solve(&Equations {
            matrix: projection(&joined.legs),
            right: times(&joined.of_twist(), needed),
        });
        let at_rest = times(&joined.of_feet(), needed);
        let through = times(&joined.feet(), &f);
        plus(&at_rest, &through)
    }

    /// q̇: Φ t_e = Σ Φ_i p̃_1 θ̇_i, (29a), from the rates of the feet.
    pub(super) fn joined_legs_rates(&self, rates: &[L::S]) -> Vec<L::S> {
        let joined = self.joined_legs_at_rest();
        self.mark("Saha (29a)");
        let t_e = self.solve(&Equations {
            matrix: projection(&joined.legs),
            right: combined(&zeros(joined.directions()), joined.feet(), rates),
        });
        let still = combined(&zeros(self.system.nv), joined.of_feet(), rates);
        combined(&still, joined.of_twist(), &t_e)
    }
}
