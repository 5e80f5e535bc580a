//! Integrals over parts of a beam by Gauss's rule.

/// Points of the rule.
const POINTS: usize = 16;

/// Parts of the interval for each half wave of the integrand.
const PARTS: usize = 4;

/// ∫ f over `from` … `to`, of an `f` with at most `waves` half waves there.
pub(super) fn integral(from: f64, to: f64, waves: usize, f: impl Fn(f64) -> f64) -> f64 {
    let parts = PARTS * waves.max(1);
    let rule = rule();
    let width = (to - from) / parts as f64;
    let part = |index: usize| {
        let middle = from + (index as f64 + 0.5) * width;
        let values = rule
            .iter()
            .map(|(x, weight)| weight * f(middle + 0.5 * width * x));
        0.5 * width * values.sum::<f64>()
    };
    (0..parts).map(part).sum()
}

/// Nodes and weights on −1 … 1: the roots of Legendre's polynomial by Newton's method.
pub(super) fn rule() -> [(f64, f64); POINTS] {
    let n = POINTS as f64;
    core::array::from_fn(|k| {
        let guess = core::f64::consts::PI * (k as f64 + 0.75) / (n + 0.5);
        let (_, mut x) = denoc_sincos::sin_cos(guess);
        let mut slope = 1.0;
        for _ in 0..20 {
            let (value, derivative) = legendre(x);
            slope = derivative;
            x -= value / slope;
        }
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    })
}

/// P_n(x) and its derivative.
fn legendre(x: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, x);
    for k in 2..=POINTS {
        let k = k as f64;
        (before, value) = (
            value,
            ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k,
        );
    }
    let n = POINTS as f64;
    (value, n * (x * value - before) / (x * x - 1.0))
}
