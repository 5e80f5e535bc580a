//! The exact rank of a matrix.

use core::ops::{Div, Mul, Sub};

/// By elimination, over any field.
pub(crate) fn rank<T>(mut rows: Vec<Vec<T>>, is_zero: impl Fn(&T) -> bool) -> usize
where
    T: Clone + Sub<Output = T> + Mul<Output = T> + Div<Output = T>,
{
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(pivot) = (rank..rows.len()).find(|&row| !is_zero(&rows[row][column])) else {
            continue;
        };
        rows.swap(rank, pivot);
        let lead = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[column].clone() / lead[column].clone();
            for (entry, leading) in row.iter_mut().zip(&lead) {
                *entry = entry.clone() - factor.clone() * leading.clone();
            }
        }
        rank += 1;
    }
    rank
}
