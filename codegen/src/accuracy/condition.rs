//! The condition number of a symmetric positive definite matrix, by powers of it and of its inverse.

use crate::partner::elimination::{dot, upper_factors};

/// λ_max / λ_min of a symmetric matrix, row-major; infinite when it is not positive definite (to rounding), 1 when empty.
#[must_use]
pub fn condition(matrix: &[f64]) -> f64 {
    let n = matrix.len().isqrt();
    if n == 0 {
        return 1.0;
    }
    let rows: Vec<Vec<f64>> = matrix.chunks(n).map(<[f64]>::to_vec).collect();
    let (upper, diagonal) = upper_factors(rows.clone());
    if !diagonal.iter().all(|&pivot| pivot > 0.0) {
        return f64::INFINITY;
    }
    let high = largest(n, |x| rows.iter().map(|row| dot(row, x)).collect());
    let inverse_low = largest(n, |x| solved(&upper, &diagonal, x));
    high * inverse_low
}

/// (U D Uᵀ)⁻¹ x.
fn solved(upper: &[Vec<f64>], diagonal: &[f64], x: &[f64]) -> Vec<f64> {
    let mut y = x.to_vec();
    for (i, row) in upper.iter().enumerate().rev() {
        y[i] -= dot(&row[i + 1..], &y[i + 1..]);
    }
    for (left, pivot) in y.iter_mut().zip(diagonal) {
        *left /= pivot;
    }
    for (i, row) in upper.iter().enumerate() {
        let known = y[i];
        for (left, entry) in y[i + 1..].iter_mut().zip(&row[i + 1..]) {
            *left -= entry * known;
        }
    }
    y
}

/// The largest eigenvalue of a positive definite matrix, given by its products: powers of it, until the Rayleigh quotient stays.
fn largest(n: usize, times: impl Fn(&[f64]) -> Vec<f64>) -> f64 {
    const STEPS: usize = 1000;
    const CHANGE: f64 = 1e-14;
    // Irregular, so that no eigenvector of a matrix with a pattern is orthogonal to it.
    let mut x: Vec<f64> = (0..n)
        .map(|k| 1.0 + ((k * 7919 + 13) % 1009) as f64 / 1009.0)
        .collect();
    let mut quotient = 0.0;
    for _ in 0..STEPS {
        let length = dot(&x, &x).sqrt();
        for entry in &mut x {
            *entry /= length;
        }
        let next = times(&x);
        let before = core::mem::replace(&mut quotient, dot(&x, &next));
        if (quotient - before).abs() <= CHANGE * quotient {
            break;
        }
        x = next;
    }
    quotient
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_matrices_have_their_condition() {
        assert!((condition(&[2.0, 1.0, 1.0, 2.0]) - 3.0).abs() < 1e-14);
        assert!((condition(&[5.0]) - 1.0).abs() < 1e-15);
        assert!((condition(&[]) - 1.0).abs() < 1e-15);
        assert!(condition(&[1.0, 1.0, 1.0, 1.0]) > 1e15);
        // Hilbert's matrix of order 4.
        let hilbert: Vec<f64> = (0..16)
            .map(|k| 1.0 / f64::from(k / 4 + k % 4 + 1))
            .collect();
        assert!((condition(&hilbert) / 15_513.738_738_929 - 1.0).abs() < 1e-9);
    }
}
