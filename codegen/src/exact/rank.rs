//! The exact rank of a matrix.

use crate::exact::number::Number;

/// By elimination.
pub(crate) fn rank(mut rows: Vec<Vec<Number>>) -> usize {
    let mut rank = 0;
    for column in 0..rows.first().map_or(0, Vec::len) {
        let Some(pivot) = (rank..rows.len()).find(|&row| !rows[row][column].is_zero()) else {
            continue;
        };
        rows.swap(rank, pivot);
        let lead = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = &row[column] / &lead[column];
            for (entry, leading) in row.iter_mut().zip(&lead) {
                *entry = &*entry - (&factor * leading);
            }
        }
        rank += 1;
    }
    rank
}
