//! The condition number of a symmetric positive definite matrix, by Jacobi's rotations.

/// λ_max / λ_min of a symmetric matrix, row-major; infinite when it is not positive definite (to rounding), 1 when empty.
#[must_use]
pub fn condition(matrix: &[f64]) -> f64 {
    let n = matrix.len().isqrt();
    let mut a: Vec<Vec<f64>> = matrix.chunks(n.max(1)).map(<[f64]>::to_vec).collect();
    // Convergence is quadratic: ten sweeps are more than enough, for any size in use.
    for _ in 0..10 {
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, p, q);
            }
        }
    }
    let values = (0..n).map(|k| a[k][k]);
    let (low, high) = values.fold((f64::INFINITY, 0.0_f64), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    if n == 0 {
        1.0
    } else if low > 0.0 {
        high / low
    } else {
        f64::INFINITY
    }
}

/// Makes a_pq zero by a turn in the plane of p and q.
fn rotate(a: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    // tan 2φ = 2 a_pq / (a_qq − a_pp), |φ| ≤ π/4
    let θ = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = θ.signum() / (θ.abs() + θ.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    for row in a.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    for k in 0..a.len() {
        (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
    }
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
