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

/// The row from k on with the largest element of column k, the first of equals, and that magnitude.
#[inline]
fn pivot_row(n: usize, k: usize, a: &[Float]) -> (usize, Float) {
    let (mut row, mut largest) = (k, a[k * n + k].abs());
    for i in k + 1..n {
        let magnitude = a[i * n + k].abs();
        if magnitude > largest {
            (row, largest) = (i, magnitude);
        }
    }
    (row, largest)
}

/// Row i − (aᵢₖ/aₖₖ) row k, for all i below k.
#[inline]
fn eliminate((n, sides): (usize, usize), k: usize, inverse: Float, a: &mut [Float], b: &mut [Float]) {
    let (upper, lower) = a.split_at_mut((k + 1) * n);
    let (above, below) = b.split_at_mut((k + 1) * sides);
    for (i, row) in lower.chunks_exact_mut(n).enumerate() {
        let factor = row[k] * inverse;
        for (element, pivot) in row[k + 1..].iter_mut().zip(&upper[k * n + k + 1..]) {
            *element -= factor * pivot;
        }
        let own = &mut below[i * sides..(i + 1) * sides];
        for (element, pivot) in own.iter_mut().zip(&above[k * sides..]) {
            *element -= factor * pivot;
        }
    }
}

/// xₖ = (bₖ − Σ aₖⱼ xⱼ)/aₖₖ from below, of every side; the diagonal holds reciprocals.
#[inline]
fn substitute((n, sides): (usize, usize), a: &[Float], b: &mut [Float]) {
    for k in (0..n).rev() {
        let (above, below) = b.split_at_mut((k + 1) * sides);
        for (side, own) in above[k * sides..].iter_mut().enumerate() {
            let mut sum = *own;
            let solved = below.iter().skip(side).step_by(sides);
            for (element, x) in a[k * n + k + 1..(k + 1) * n].iter().zip(solved) {
                sum -= element * *x;
            }
            *own = sum * a[k * n + k];
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
    for k in 0..n {
        let (pivot, magnitude) = pivot_row(n, k, a);
        let inverse = 1.0 / a[pivot * n + k];
        let sound = magnitude > least && magnitude.is_finite() && inverse.is_finite();
        if !sound {
            return false;
        }
        if pivot != k {
            for (values, width) in [(&mut *a, n), (&mut *b, sides)] {
                let (upper, lower) = values.split_at_mut(pivot * width);
                upper[k * width..(k + 1) * width].swap_with_slice(&mut lower[..width]);
            }
        }
        eliminate((n, sides), k, inverse, a, b);
        a[k * n + k] = inverse;
    }
    // No step is of length 0.
    if sides > 0 {
        substitute((n, sides), a, b);
    }
    true
}
