//! Singular values of a matrix by one-sided Jacobi rotations: Hestenes, *Inversion of matrices by biorthogonalization* (1958).
//!
//! Columns are rotated in pairs until all are orthogonal: their lengths are then the singular values, each known to its own
//! digits and not only to those of the largest. Only + − × ÷ and √ are used, so that every machine finds the same bits.

/// Two columns with a cosine below this are orthogonal.
const ORTHOGONAL: f64 = 1e-15;

/// Sweeps over all pairs; columns that rounding keeps from being orthogonal are left after these.
const SWEEPS: usize = 30;

/// The columns rotated to be orthogonal, longest first.
pub(super) fn orthogonalised(mut columns: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for _ in 0..SWEEPS {
        columns.sort_by(|a, b| dot(b, b).total_cmp(&dot(a, a)));
        let mut rotated = false;
        for p in 0..columns.len() {
            let (before, after) = columns.split_at_mut(p + 1);
            for second in after {
                rotated |= rotate(&mut before[p], second);
            }
        }
        if !rotated {
            break;
        }
    }
    columns.sort_by(|a, b| dot(b, b).total_cmp(&dot(a, a)));
    columns
}

/// Turns two columns in their plane until they are orthogonal; whether they were not.
fn rotate(p: &mut [f64], q: &mut [f64]) -> bool {
    let (alpha, beta, gamma) = (dot(p, p), dot(q, q), dot(p, q));
    if gamma.abs() <= ORTHOGONAL * (alpha * beta).sqrt() {
        return false;
    }
    // tan of the smaller angle that makes them orthogonal.
    let zeta = (beta - alpha) / (2.0 * gamma);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = cosine * tangent;
    for (a, b) in p.iter_mut().zip(q) {
        (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
    }
    true
}

/// Σ a b.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hilbert's matrix, whose smallest singular value is 1e-5 of the largest at size 4.
    #[test]
    fn singular_values_of_a_matrix_of_hilbert() {
        let entry = |i: usize, j: usize| 1.0 / (i + j + 1) as f64;
        let columns = (0..4).map(|j| (0..4).map(|i| entry(i, j)).collect());
        let found = orthogonalised(columns.collect());
        let expected = [
            1.500_214_280_059_243,
            0.169_141_220_221_450_03,
            0.006_738_273_605_760_748,
            0.000_096_702_304_022_586_89,
        ];
        for (column, expected) in found.iter().zip(expected) {
            let length = dot(column, column).sqrt();
            assert!((length / expected - 1.0).abs() < 1e-11, "{length}");
        }
    }
}
