//! Mode shapes of uniform beams on ξ = 0 … 1, with ∫ φ̂² dξ = 1 (`docs/flexible.md`).

use core::f64::consts::PI;

/// How the ends of a beam are held in the body's frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Boundary {
    /// Clamped to the frame at ξ = 0, free at ξ = 1.
    ClampedFree,
    /// Clamped at both ends.
    ClampedClamped,
    /// Pinned at both ends: the x axis of the body is the chord.
    PinnedPinned,
}

impl Boundary {
    /// All, with the names that models give them.
    pub(crate) const ALL: [(&'static str, Self); 3] = [
        ("clamped-free", Self::ClampedFree),
        ("clamped-clamped", Self::ClampedClamped),
        ("pinned-pinned", Self::PinnedPinned),
    ];
}

/// The shape of a mode.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Bending: cosh βξ − cos βξ − κ (sinh βξ − sin βξ).
    Bending {
        /// β, of which β² is the frequency in √(EI/ρA)/L².
        beta: f64,
        /// κ.
        kappa: f64,
        /// 1 − κ, to all its digits.
        rest: f64,
        /// φ̂(1) and φ̂'(1), exact where they are 2 or 0.
        end: (f64, f64),
    },
    /// √2 sin αξ: bending between pins, torsion, axial.
    Sine {
        /// α.
        alpha: f64,
    },
}

impl Shape {
    /// Bending mode `number`, from 1.
    pub(super) fn bending(boundary: Boundary, number: usize) -> Self {
        let i = number as f64;
        let (guess, sign) = match boundary {
            Boundary::PinnedPinned => return Self::Sine { alpha: i * PI },
            Boundary::ClampedFree => ((i - 0.5) * PI, -1.0),
            Boundary::ClampedClamped => ((i + 0.5) * PI, 1.0),
        };
        // cos β = ±1 / cosh β, by Newton's method.
        let mut beta: f64 = if number == 1 && sign < 0.0 {
            1.8751
        } else {
            guess
        };
        for _ in 0..30 {
            let cosh = beta.cosh();
            let value = beta.cos() - sign / cosh;
            let slope = -beta.sin() + sign * beta.sinh() / (cosh * cosh);
            beta -= value / slope;
        }
        let (sine, cosine) = (beta.sin(), beta.cos());
        // κ = (cosh β ∓ cos β)/(sinh β ∓ sin β), with e^β divided out.
        let decay = (-beta).exp();
        let below = 0.5 * (1.0 - decay * decay) - sign * decay * sine;
        let above = 0.5 * (1.0 + decay * decay) - sign * decay * cosine;
        let rest = (-decay * decay + sign * decay * (cosine - sine)) / below;
        Self::Bending {
            beta,
            kappa: above / below,
            rest,
            end: match boundary {
                // φ̂(1)² = 4 ∫ φ̂² dξ.
                Boundary::ClampedFree => {
                    let sign = if number.is_multiple_of(2) { -1.0 } else { 1.0 };
                    (2.0 * sign, 2.0 * sign * beta * above / below)
                }
                Boundary::ClampedClamped | Boundary::PinnedPinned => (0.0, 0.0),
            },
        }
    }

    /// Torsional or axial mode `number`, from 1.
    pub(super) fn along(boundary: Boundary, number: usize) -> Self {
        let i = number as f64;
        let alpha = match boundary {
            Boundary::ClampedClamped => i * PI,
            Boundary::ClampedFree | Boundary::PinnedPinned => (i - 0.5) * PI,
        };
        Self::Sine { alpha }
    }

    /// β or α: the wave number.
    pub(super) fn wave(&self) -> f64 {
        match *self {
            Self::Bending { beta, .. } => beta,
            Self::Sine { alpha } => alpha,
        }
    }

    /// φ̂(ξ).
    pub(super) fn value(&self, ξ: f64) -> f64 {
        let value = match *self {
            Self::Bending { end, .. } if ξ >= 1.0 => end.0,
            Self::Sine { alpha } => core::f64::consts::SQRT_2 * (alpha * ξ).sin(),
            Self::Bending {
                beta, kappa, rest, ..
            } => {
                let x = beta * ξ;
                0.5 * ((-x).exp() * (1.0 + kappa) + x.exp() * rest) - x.cos() + kappa * x.sin()
            }
        };
        cleaned(value, 1.0)
    }

    /// dφ̂/dξ.
    pub(super) fn slope(&self, ξ: f64) -> f64 {
        let slope = match *self {
            Self::Bending { end, .. } if ξ >= 1.0 => end.1,
            Self::Sine { alpha } => core::f64::consts::SQRT_2 * alpha * (alpha * ξ).cos(),
            Self::Bending {
                beta, kappa, rest, ..
            } => {
                let x = beta * ξ;
                let growing = 0.5 * (x.exp() * rest - (-x).exp() * (1.0 + kappa));
                beta * (growing + x.sin() + kappa * x.cos())
            }
        };
        cleaned(slope, self.wave())
    }

    /// Half waves on 0 … 1, at least.
    pub(super) fn waves(&self) -> usize {
        // β and α stay far below the numbers that a float does not hold.
        (0..)
            .find(|&n| f64::from(n) * PI >= self.wave())
            .unwrap_or(0) as usize
    }
}

/// Below this, relative to its size elsewhere, a value of a shape is 0: a node, known to rounding alone.
const NODE: f64 = 1e-13;

/// A value of a shape or an integral of it, 0 where it is so but for rounding; `size` is what it has elsewhere.
pub(super) fn cleaned(value: f64, size: f64) -> f64 {
    if value.abs() < NODE * size {
        0.0
    } else {
        value
    }
}
