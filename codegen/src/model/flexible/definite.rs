//! Whether matrices of modes are positive definite, and the lowest frequency of K and M: in floats, for messages alone.

use crate::exact::number::Number;

/// A pivot below this part of its diagonal entry is 0 but for rounding.
const SMALLEST: f64 = 1e-12;

/// An entry below this part of the geometric mean of its diagonal entries may be next to a pivot of 0.
const COUPLED: f64 = 1e-6;

/// Steps of the iteration for the lowest frequency; a power of ten is all that is asked of it.
const STEPS: usize = 100;

/// The factors L D Lᵀ of a symmetric matrix that is positive definite.
pub(crate) struct Factored {
    /// L below the diagonal, D on it.
    rows: Vec<Vec<f64>>,
}

impl Factored {
    /// The factors.
    ///
    /// # Errors
    /// The first row whose pivot is not positive: it depends on those before it, or is negative or not finite.
    pub(crate) fn new(matrix: &[Vec<Number>]) -> Result<Self, usize> {
        Self::of(matrix, |pivot, diagonal| pivot > SMALLEST * diagonal)
    }

    /// The first row that shows that a matrix has a negative eigenvalue, if one does.
    pub(crate) fn negative(matrix: &[Vec<Number>]) -> Option<usize> {
        Self::of(matrix, |pivot, diagonal| pivot >= -SMALLEST * diagonal).err()
    }

    /// The factors by rows; `is_sound` decides of a pivot beside its diagonal entry. The row of the first that is not sound, else.
    fn of(matrix: &[Vec<Number>], is_sound: impl Fn(f64, f64) -> bool) -> Result<Self, usize> {
        let mut rows = floats(matrix);
        let diagonals: Vec<f64> = (0..rows.len()).map(|k| rows[k][k]).collect();
        for k in 0..rows.len() {
            let diagonal = diagonals[k];
            for j in 0..k {
                // Row k holds L D up to here: the entry less what earlier columns take of it.
                let taken: f64 = (0..j).map(|l| rows[k][l] * rows[j][l]).sum();
                rows[k][j] -= taken;
            }
            let mut pivot = diagonal;
            for j in 0..k {
                let product = rows[k][j];
                let is_zero = rows[j][j] <= SMALLEST * diagonals[j];
                if is_zero && product.abs() > COUPLED * (diagonal * diagonals[j]).sqrt() {
                    return Err(k);
                }
                rows[k][j] = if is_zero { 0.0 } else { product / rows[j][j] };
                pivot -= product * rows[k][j];
            }
            if !is_sound(pivot, diagonal) || !pivot.is_finite() {
                return Err(k);
            }
            rows[k][k] = pivot;
        }
        Ok(Self { rows })
    }

    /// The solution of L D Lᵀ x = `right`.
    fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let n = right.len();
        for k in 0..n {
            let known: f64 = (0..k).map(|j| self.rows[k][j] * right[j]).sum();
            right[k] -= known;
        }
        for k in (0..n).rev() {
            let known: f64 = (k + 1..n).map(|j| self.rows[j][k] * right[j]).sum();
            right[k] = right[k] / self.rows[k][k] - known;
        }
        right
    }

    /// The lowest frequency in Hz of the modes with this stiffness: 1/√λ/2π with the largest eigenvalue λ of K⁻¹ M, by iteration.
    pub(crate) fn lowest_frequency(&self, mass: &[Vec<Number>]) -> f64 {
        let mass = floats(mass);
        let times = |x: &[f64]| -> Vec<f64> {
            let dot = |row: &Vec<f64>| row.iter().zip(x).map(|(a, b)| a * b).sum();
            mass.iter().map(dot).collect()
        };
        // Unequal entries: no mode is orthogonal to them by symmetry.
        let mut x: Vec<f64> = (0..mass.len()).map(|k| 1.0 / (1.0 + k as f64)).collect();
        let mut square = f64::NAN;
        for _ in 0..STEPS {
            let next = self.solve(times(&x));
            let norm = next.iter().fold(0.0_f64, |norm, one| norm.max(one.abs()));
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let weighted = times(&next);
            // Rayleigh's quotient of K by M at `next`, for K next = M x.
            square = dot(&weighted, &x) / dot(&weighted, &next);
            x = next.iter().map(|one| one / norm).collect();
        }
        square.sqrt() / core::f64::consts::TAU
    }
}

fn floats(matrix: &[Vec<Number>]) -> Vec<Vec<f64>> {
    let rows = matrix.iter();
    rows.map(|row| row.iter().map(Number::to_f64).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[i64]]) -> Vec<Vec<Number>> {
        let rows = rows.iter();
        rows.map(|row| row.iter().copied().map(Number::from).collect())
            .collect()
    }

    #[test]
    fn the_first_dependent_row_is_found() {
        assert!(Factored::new(&matrix(&[&[2, 1], &[1, 2]])).is_ok());
        assert_eq!(Factored::new(&matrix(&[&[1, 2], &[2, 4]])).err(), Some(1));
        assert_eq!(Factored::new(&matrix(&[&[0]])).err(), Some(0));
        assert_eq!(Factored::negative(&matrix(&[&[1, 2], &[2, 4]])), None);
        assert_eq!(Factored::negative(&matrix(&[&[1, 2], &[2, 3]])), Some(1));
        assert_eq!(Factored::negative(&matrix(&[&[0, 1], &[1, 0]])), Some(1));
    }

    #[test]
    fn the_lowest_frequency_of_two_masses_between_three_springs() {
        // Eigenvalues 1 and 3.
        let stiffness = Factored::new(&matrix(&[&[2, -1], &[-1, 2]]));
        let mass = matrix(&[&[1, 0], &[0, 1]]);
        let found = stiffness.map(|one| one.lowest_frequency(&mass));
        let found = found.unwrap_or(f64::NAN) * core::f64::consts::TAU;
        assert!((found - 1.0).abs() < 1e-9, "{found}");
    }
}
