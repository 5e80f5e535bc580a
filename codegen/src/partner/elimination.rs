//! Linear equations, exactly where scalars are.

use core::cmp::Ordering;

use crate::exact::element::FieldElement;
use crate::scalar::Scalar;

/// A scalar that tells whether it can be divided by.
pub(crate) trait Pivot: Scalar {
    /// Whether it is a pivot.
    fn is_pivot(self) -> bool;
}

impl<E: FieldElement> Pivot for E {
    fn is_pivot(self) -> bool {
        !self.is_zero() && !self.is_undefined()
    }
}

/// x of A x = b; `None` when A is singular.
pub(crate) fn solve<S: Pivot>(matrix: Vec<Vec<S>>, right: Vec<S>) -> Option<Vec<S>> {
    let right = right.into_iter().map(|b| vec![b]).collect();
    Some(reduced(matrix, right)?.concat())
}

/// X of A X = B with so many columns, B and X row by row; `None` when A is singular.
pub(crate) fn solve_sides<S: Pivot>(
    matrix: Vec<Vec<S>>,
    right: &[S],
    sides: usize,
) -> Option<Vec<S>> {
    let right = right.chunks(sides.max(1)).map(<[S]>::to_vec);
    Some(reduced(matrix, right.collect())?.concat())
}

/// The x that leaves least of A x = b open, of these that of least norm; `None` unless A has as many independent rows or columns as it
/// can. It is Aᵀ (A Aᵀ)⁻¹ b with independent rows, (AᵀA)⁻¹ Aᵀ b with independent columns.
pub(crate) fn solve_least<S: Pivot>(matrix: Vec<Vec<S>>, right: Vec<S>) -> Option<Vec<S>> {
    let columns = matrix.first().map_or(0, Vec::len);
    let transposed = transposed(&matrix, columns);
    match matrix.len().cmp(&columns) {
        Ordering::Equal => solve(matrix, right),
        Ordering::Less => {
            let x = solve(products(&matrix, &matrix), right)?;
            Some(products(&transposed, &[x]).concat())
        }
        Ordering::Greater => {
            let right = products(&transposed, &[right]).concat();
            solve(products(&transposed, &transposed), right)
        }
    }
}

/// The transpose of a matrix of `columns` columns, both by rows.
pub(super) fn transposed<S: Copy>(matrix: &[Vec<S>], columns: usize) -> Vec<Vec<S>> {
    let column = |j: usize| matrix.iter().map(|row| row[j]).collect();
    (0..columns).map(column).collect()
}

/// Σ a b.
pub(crate) fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    let pairs = a.iter().zip(b);
    pairs.fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}

/// The products of rows with rows.
fn products<S: Scalar>(a: &[Vec<S>], b: &[Vec<S>]) -> Vec<Vec<S>> {
    let row = |a: &Vec<S>| b.iter().map(|b| dot(a, b)).collect();
    a.iter().map(row).collect()
}

/// A⁻¹; `None` when A is singular.
pub(super) fn inverse<S: Pivot>(matrix: &[Vec<S>]) -> Option<Vec<Vec<S>>> {
    let n = matrix.len();
    let unit = |i: usize| (0..n).map(|j| S::literal(i8::from(i == j))).collect();
    reduced(matrix.to_vec(), (0..n).map(unit).collect())
}

/// X of A X = B by Gauss and Jordan; `None` when A is singular, or has not as many columns as rows.
fn reduced<S: Pivot>(mut a: Vec<Vec<S>>, mut b: Vec<Vec<S>>) -> Option<Vec<Vec<S>>> {
    let n = a.len();
    if a.iter().any(|row| row.len() != n) {
        return None;
    }
    for k in 0..n {
        let pivot = (k..n).find(|&row| a[row][k].is_pivot())?;
        a.swap(k, pivot);
        b.swap(k, pivot);
        let inverse = S::one() / a[k][k];
        for x in a[k].iter_mut().chain(&mut b[k]) {
            *x = *x * inverse;
        }
        let (own, right) = (a[k].clone(), b[k].clone());
        for row in (0..n).filter(|&row| row != k) {
            let factor = a[row][k];
            let both = a[row]
                .iter_mut()
                .zip(&own)
                .chain(b[row].iter_mut().zip(&right));
            both.for_each(|(x, &y)| *x = *x - factor * y);
        }
    }
    Some(b)
}

/// U, unit upper triangular, and D of A = U D Uᵀ; of A the upper triangle counts.
pub(crate) fn upper_factors<S: Scalar>(mut a: Vec<Vec<S>>) -> (Vec<Vec<S>>, Vec<S>) {
    let n = a.len();
    let mut upper: Vec<Vec<S>> = (0..n)
        .map(|i| (0..n).map(|j| S::literal(i8::from(i == j))).collect())
        .collect();
    let mut diagonal = vec![S::zero(); n];
    for k in (0..n).rev() {
        diagonal[k] = a[k][k];
        let column: Vec<S> = a[..k].iter().map(|row| row[k] / diagonal[k]).collect();
        for (i, row) in a[..k].iter_mut().enumerate() {
            upper[i][k] = column[i];
            let pivot = row[k];
            for (entry, &other) in row[i..k].iter_mut().zip(&column[i..]) {
                *entry = *entry - pivot * other;
            }
        }
    }
    (upper, diagonal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::element::PrimeField;
    use crate::exact::field::Mersenne;

    type Element = <Mersenne as PrimeField>::Element;

    fn vector(elements: &[i8]) -> Vec<Element> {
        elements.iter().map(|&x| Element::literal(x)).collect()
    }

    /// Whether the solution is this.
    fn solves(matrix: &[&[i8]], right: &[i8], expected: &[i8]) -> bool {
        let rows = matrix.iter().map(|row| vector(row)).collect();
        let found: Vec<Element> = solve_least(rows, vector(right)).unwrap_or_default();
        let expected = vector(expected);
        let mut pairs = found.iter().zip(&expected);
        found.len() == expected.len() && pairs.all(|(&a, &b)| (a - b).is_zero())
    }

    #[test]
    fn solutions_of_least_norm_and_of_least_squares() {
        // x + y = 2 is nearest to 0 at (1, 1).
        assert!(solves(&[&[1, 1]], &[2], &[1, 1]));
        // x = 1 and x = 3 leave least open at 2.
        assert!(solves(&[&[1], &[1]], &[1, 3], &[2]));
        assert!(solves(&[&[2, 1], &[1, 1]], &[3, 2], &[1, 1]));
        // Rows that say the same leave it open what is meant.
        assert!(solves(&[&[1, 1, 0], &[2, 2, 0]], &[2, 4], &[]));
    }
}
