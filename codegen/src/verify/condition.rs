//! The condition number of a symmetric positive definite matrix, by powers of it and of its inverse.

/// λ_max / λ_min of a symmetric matrix, row-major; infinite when it is not positive definite (to rounding), 1 when empty.
#[must_use]
pub fn condition(matrix: &[f64]) -> f64 {
    let n = matrix.len().isqrt();
    if n == 0 {
        return 1.0;
    }
    let rows: Vec<&[f64]> = matrix.chunks(n).collect();
    let Some(factor) = factor(&rows) else {
        return f64::INFINITY;
    };
    let high = largest(n, |x| rows.iter().map(|row| dot(row, x)).collect());
    let inverse_low = largest(n, |x| solved(&factor, x));
    high * inverse_low
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The rows of L without the zeros behind the diagonal, A = L Lᵀ (Cholesky); `None` where a pivot is not positive.
fn factor(rows: &[&[f64]]) -> Option<Vec<Vec<f64>>> {
    let mut factor: Vec<Vec<f64>> = Vec::with_capacity(rows.len());
    for (i, row) in rows.iter().enumerate() {
        let mut own: Vec<f64> = Vec::with_capacity(i + 1);
        for (other, &entry) in factor.iter().zip(*row) {
            let pivot = other.last().copied().unwrap_or_default();
            own.push((entry - dot(&own, other)) / pivot);
        }
        let pivot = row[i] - dot(&own, &own);
        own.push(Some(pivot).filter(|pivot| *pivot > 0.0)?.sqrt());
        factor.push(own);
    }
    Some(factor)
}

/// (L Lᵀ)⁻¹ x.
fn solved(factor: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    let mut y: Vec<f64> = Vec::with_capacity(x.len());
    for (row, &right) in factor.iter().zip(x) {
        let known = dot(row, &y);
        y.push((right - known) / row[y.len()]);
    }
    for (i, row) in factor.iter().enumerate().rev() {
        let solution = y[i] / row[i];
        y[i] = solution;
        for (left, entry) in y.iter_mut().zip(&row[..i]) {
            *left -= entry * solution;
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
