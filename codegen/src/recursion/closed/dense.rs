//! Vectors and dense matrices: a matrix is a list of rows, or of columns where it says so.

use crate::recursion::zeros;
use crate::scalar::Scalar;

/// Σ a b.
pub(super) fn dot<S: Scalar>(a: &[S], b: &[S]) -> S {
    let products = a.iter().zip(b);
    products.fold(S::zero(), |sum, (&a, &b)| sum + a * b)
}

/// a + b.
pub(super) fn plus<S: Scalar>(a: &[S], b: &[S]) -> Vec<S> {
    a.iter().zip(b).map(|(&a, &b)| a + b).collect()
}

/// The entries of a vector at these places.
pub(super) fn at<S: Copy>(vector: &[S], places: &[usize]) -> Vec<S> {
    places.iter().map(|&place| vector[place]).collect()
}

/// The vector that has these values at these places, and 0 elsewhere.
pub(super) fn scattered<S: Scalar>(len: usize, parts: &[(&[usize], &[S])]) -> Vec<S> {
    let mut vector = zeros(len);
    for (places, values) in parts {
        for (&place, &value) in places.iter().zip(*values) {
            vector[place] = value;
        }
    }
    vector
}

/// A column of the identity.
pub(super) fn unit<S: Scalar>(len: usize, place: usize) -> Vec<S> {
    (0..len).map(|i| S::literal(i8::from(i == place))).collect()
}

/// M x, or Mᵀ x of columns.
pub(super) fn times<S: Scalar>(matrix: &[Vec<S>], x: &[S]) -> Vec<S> {
    matrix.iter().map(|row| dot(row, x)).collect()
}

/// a + Σ column · x.
pub(super) fn combined<S: Scalar>(
    a: &[S],
    columns: impl IntoIterator<Item: AsRef<[S]>>,
    x: &[S],
) -> Vec<S> {
    let columns = columns.into_iter().zip(x);
    columns.fold(a.to_vec(), |sum, (column, &x)| {
        let added = sum.iter().zip(column.as_ref());
        added.map(|(&sum, &entry)| sum + entry * x).collect()
    })
}

/// Cᵀ M C of columns, given M C by columns: symmetric.
pub(super) fn congruent<S: Scalar>(columns: &[Vec<S>], moved: &[Vec<S>]) -> Vec<Vec<S>> {
    let d = columns.len();
    let mut matrix = vec![zeros(d); d];
    for i in 0..d {
        for j in 0..=i {
            let entry = dot(&columns[j], &moved[i]);
            matrix[i][j] = entry;
            matrix[j][i] = entry;
        }
    }
    matrix
}

/// The diagonal of a square matrix.
pub(super) fn diagonal<S: Copy>(matrix: &[Vec<S>]) -> Vec<S> {
    (0..matrix.len()).map(|k| matrix[k][k]).collect()
}
