//! A five-bar in its plane: two legs on the base with two revolute joints each, Saha section 3.5.
//!
//! With cranks a₁, a₂ and couplers l₁, l₂ as vectors from joint to joint, ω_i the rates of the cranks and ψ_i those of the
//! couplers, all against the base, (24) is z × (a₁ ω₁ + l₁ ψ₁) = z × (a₂ ω₂ + l₂ ψ₂). The projections Φ of (25b) have rank one,
//! along the other coupler: [u, v] = z · (u × v) with l₂ takes ψ₂ from the equation, and with l₁ it takes ψ₁,
//!
//! ```text
//!  ψ₁ = ([a₂, l₂] ω₂ − [a₁, l₂] ω₁) / [l₁, l₂],    ψ₂ = ([a₂, l₁] ω₂ − [a₁, l₁] ω₁) / [l₁, l₂].
//! ```
//!
//! For ψ̇ the numerators have, behind the same in ω̇, a₁·l ω₁² + l₁·l ψ₁² − a₂·l ω₂² − l₂·l ψ₂² with l = l₂ and l = l₁. Products of two
//! vectors depend on how one has turned against the other, a sum of joint angles: nothing is taken to base axes.

mod bars;

use crate::recursion::zeros;
use crate::scalar::Scalar;

/// [u, v] and u · v.
#[derive(Clone, Copy)]
struct Products<S> {
    across: S,
    along: S,
}

/// A five-bar at an instant.
pub(super) struct FiveBar<S> {
    velocities: [[usize; 2]; 2],
    opposite: [[bool; 2]; 2],
    /// Of a_i and l_k.
    cranks: [[Products<S>; 2]; 2],
    /// Of l₁ and l₂.
    couplers: Products<S>,
    /// l_k · l_k.
    squares: [S; 2],
    /// 1/[l₁, l₂].
    inverse: S,
}

impl<S: Scalar> FiveBar<S> {
    /// The factor from ω of crank `i` to ψ of coupler `k`: [a_i, l] with l the other coupler, signed.
    fn share(&self, i: usize, k: usize) -> S {
        let across = self.cranks[i][1 - k].across;
        if i == 0 { -across } else { across }
    }

    /// A rate about z, or a moment, as that of a joint, and back.
    fn signed(&self, leg: usize, joint: usize, x: S) -> S {
        if self.opposite[leg][joint] { -x } else { x }
    }

    /// The rate of a coupler's joint, from the rates of coupler and crank.
    fn of_joint(&self, leg: usize, ψ: S, ω: S) -> S {
        self.signed(leg, 1, ψ - ω)
    }

    /// q̇ from the rates of the feet, (27a), (29b).
    pub(super) fn rates(&self, feet: [S; 2], nv: usize) -> Vec<S> {
        let ω = [0, 1].map(|i| self.signed(i, 0, feet[i]));
        let mut rates = zeros(nv);
        for (k, [foot, knee]) in self.velocities.into_iter().enumerate() {
            let ψ = (self.share(1, k) * ω[1] + self.share(0, k) * ω[0]) * self.inverse;
            rates[foot] = feet[k];
            rates[knee] = self.of_joint(k, ψ, ω[k]);
        }
        rates
    }

    /// q̈ where the feet have no accelerations.
    pub(super) fn biases(&self, rates: &[S]) -> Vec<S> {
        let turned = |i: usize| {
            let [foot, knee] = self.velocities[i];
            let ω = self.signed(i, 0, rates[foot]);
            [ω, ω + self.signed(i, 1, rates[knee])]
        };
        let squares = [0, 1].map(|i| turned(i).map(|rate| rate * rate));
        let mut biases = zeros(rates.len());
        for (k, [_, knee]) in self.velocities.into_iter().enumerate() {
            let of_leg = |i: usize| {
                let other = 1 - k;
                let coupler = if i == other {
                    self.squares[i]
                } else {
                    self.couplers.along
                };
                self.cranks[i][other].along * squares[i][0] + coupler * squares[i][1]
            };
            let ψ = (of_leg(0) - of_leg(1)) * self.inverse;
            biases[knee] = self.of_joint(k, ψ, S::zero());
        }
        biases
    }

    /// Nᵀ w of the feet.
    pub(super) fn forces(&self, w: &[S]) -> [S; 2] {
        let moments = [0, 1].map(|k| self.signed(k, 1, w[self.velocities[k][1]]));
        let scaled = moments.map(|moment| moment * self.inverse);
        [0, 1].map(|i| {
            let own = self.signed(i, 0, w[self.velocities[i][0]]) - moments[i];
            let through = self.share(i, 0) * scaled[0] + self.share(i, 1) * scaled[1];
            self.signed(i, 0, own + through)
        })
    }
}
