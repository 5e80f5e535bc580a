/// The largest magnitude in a slice; what is not finite is larger than all.
#[inline]
fn largest(values: &[Float]) -> Float {
    let mut largest = 0.0;
    for value in values {
        let magnitude = value.abs();
        if !magnitude.is_finite() {
            return magnitude;
        }
        if magnitude > largest {
            largest = magnitude;
        }
    }
    largest
}

/// The first row with the largest element of column k, of n columns, and that element.
#[inline]
fn pivot_row(n: usize, k: usize, rows: &[Float]) -> Option<(usize, Float)> {
    let (mut row, mut largest) = (0, *rows.get(k)?);
    for i in 1..n - k {
        let element = *rows.get(i * n + k)?;
        if element.abs() > largest.abs() {
            (row, largest) = (i, element);
        }
    }
    Some((row, largest))
}

/// Exchanges a row with the one of the same width at `index` of others.
#[inline]
fn exchange(row: &mut [Float], others: &mut [Float], index: usize) {
    if let Some((_, others)) = others.split_at_mut_checked(index * row.len()) {
        for (one, other) in row.iter_mut().zip(others) {
            core::mem::swap(one, other);
        }
    }
}

/// Row − factor · other.
#[inline]
fn subtract(row: &mut [Float], factor: Float, other: &[Float]) {
    for (element, other) in row.iter_mut().zip(other) {
        *element -= factor * other;
    }
}

/// Row i − (aᵢₖ/aₖₖ) row k, for all rows i below k: `pivots` are the elements of row k behind aₖₖ, `own` its right-hand
/// sides.
#[inline]
fn eliminate(
    (n, k): (usize, usize),
    (inverse, pivots, own): (Float, &[Float], &[Float]),
    lower: &mut [Float],
    below: &mut [Float],
) {
    let sides = own.len();
    for i in 0..n - k - 1 {
        let (Some(row), Some(values)) = (
            lower.get_mut(i * n..(i + 1) * n),
            below.get_mut(i * sides..(i + 1) * sides),
        ) else {
            return;
        };
        if let Some((_, [first, elements @ ..])) = row.split_at_mut_checked(k) {
            let factor = *first * inverse;
            subtract(elements, factor, pivots);
            subtract(values, factor, own);
        }
    }
}

/// xₖ = (bₖ − Σ aₖⱼ xⱼ)/aₖₖ from below, of every side; the diagonal holds reciprocals.
#[inline]
fn substitute((n, sides): (usize, usize), a: &[Float], b: &mut [Float]) {
    for k in (0..n).rev() {
        let (Some((_, [inverse, elements @ ..])), Some((above, below))) = (
            a.split_at_checked(k * n + k),
            b.split_at_mut_checked((k + 1) * sides),
        ) else {
            return;
        };
        let (Some((_, own)), Some((elements, _))) = (
            above.split_at_mut_checked(k * sides),
            elements.split_at_checked(n - k - 1),
        ) else {
            return;
        };
        // A single side is summed in a register.
        if let [own] = own {
            for (element, x) in elements.iter().zip(&*below) {
                *own -= element * x;
            }
            *own *= inverse;
            continue;
        }
        for (j, element) in elements.iter().enumerate() {
            let Some(x) = below.get(j * sides..(j + 1) * sides) else {
                return;
            };
            subtract(own, *element, x);
        }
        for own in own {
            *own *= inverse;
        }
    }
}

/// Solves A X = B: `matrix` is A, n × n, `rhs` is B, n × sides, both row by row; B becomes X. A is used up.
///
/// Gauss's elimination with partial pivoting, row i − (aᵢₖ/aₖₖ) row k for i > k, where row k is the first of those left
/// with the largest |aₖₖ|; then xₖ = (bₖ − Σ aₖⱼ xⱼ)/aₖₖ from below.
///
/// `false`, and anything in `rhs`: a pivot is no larger than n ε max |aᵢⱼ| (A is singular to working precision), or it or
/// its reciprocal is not finite, or a slice is shorter than n × n or n × sides. What lies behind these lengths stays as it is.
///
/// Traps: a NaN or an infinity in B is not looked for, it comes out in X. The bound is an estimate: of random singular
/// matrices of integers one in fifty passes, with an X of the size of 1/ε.
#[inline]
#[must_use]
pub fn solve(n: usize, sides: usize, matrix: &mut [Float], rhs: &mut [Float]) -> bool {
    let (size, sized) = (n.saturating_mul(n), n.saturating_mul(sides));
    let (Some(a), Some(b)) = (matrix.get_mut(..size), rhs.get_mut(..sized)) else {
        return false;
    };
    let least = (n as Float * Float::EPSILON) * largest(a);
    // From here on no slice is too short: `else` only avoids indices, which leave a panic where they are not optimised away.
    let (mut rows, mut values) = (&mut *a, &mut *b);
    for k in 0..n {
        let Some((pivot, element)) = pivot_row(n, k, rows) else {
            return false;
        };
        let (magnitude, inverse) = (element.abs(), 1.0 / element);
        let sound = magnitude > least && magnitude.is_finite() && inverse.is_finite();
        if !sound {
            return false;
        }
        let (Some((row, lower)), Some((own, below))) = (
            rows.split_at_mut_checked(n),
            values.split_at_mut_checked(sides),
        ) else {
            return false;
        };
        if pivot > 0 {
            exchange(row, lower, pivot - 1);
            exchange(own, below, pivot - 1);
        }
        let Some((_, [diagonal, pivots @ ..])) = row.split_at_mut_checked(k) else {
            return false;
        };
        eliminate((n, k), (inverse, pivots, own), lower, below);
        *diagonal = inverse;
        (rows, values) = (lower, below);
    }
    substitute((n, sides), a, b);
    true
}
