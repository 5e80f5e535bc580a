/// How often all pairs of rows are looked at, at most. Ten times is much, twenty with a cut-off of 0.
const SWEEPS: usize = 30;

/// a · b.
#[inline]
fn dot(a: &[Float], b: &[Float]) -> Float {
    let mut sum = 0.0;
    for (a, b) in a.iter().zip(b) {
        sum += a * b;
    }
    sum
}

/// √(1 + x²) for |x| ≤ 1.
#[inline]
fn hypotenuse(x: Float) -> Float {
    let squared = 1.0 + (x * x);
    squared * rsqrt(squared)
}

/// Divides by the power of two below the largest magnitude, and returns it. It is at least the least normal number.
#[inline]
fn normalise(values: &mut [Float]) -> Float {
    let bits = largest(values).to_bits() & Float::INFINITY.to_bits();
    let power = Float::from_bits(bits.max(Float::MIN_POSITIVE.to_bits()));
    let inverse = 1.0 / power;
    for value in values {
        *value *= inverse;
    }
    power
}

/// The square of the longest row.
#[inline]
fn longest((rows, columns): (usize, usize), mut a: &[Float]) -> Float {
    let mut longest = 0.0;
    for _ in 0..rows {
        let Some((row, rest)) = a.split_at_checked(columns) else {
            break;
        };
        let square = dot(row, row);
        if square > longest {
            longest = square;
        }
        a = rest;
    }
    longest
}

/// Cosine and sine of the angle that makes two rows orthogonal, of their products p·p, q·q and p·q ≠ 0.
///
/// tan 2θ = 2 p·q / (q·q − p·p), |θ| ≤ π/4.
#[inline]
fn angle(pp: Float, qq: Float, pq: Float) -> (Float, Float) {
    let (sine, cosine) = (2.0 * pq, qq - pp);
    let tangent = if cosine.abs() >= sine.abs() {
        let ratio = sine / cosine;
        ratio / (1.0 + hypotenuse(ratio))
    } else {
        let ratio = cosine / sine;
        let root = hypotenuse(ratio);
        1.0 / (ratio + (if ratio < 0.0 { -root } else { root }))
    };
    let c = rsqrt(1.0 + (tangent * tangent));
    (c, c * tangent)
}

/// (p, q) → (c p − s q, s p + c q).
#[inline]
fn turn((c, s): (Float, Float), p: &mut Float, q: &mut Float) {
    (*p, *q) = ((c * *p) - (s * *q), (s * *p) + (c * *q));
}

/// Makes every pair of rows of A orthogonal, one after the other, and turns b likewise. Rows whose square is at most
/// `least` are let be. `true`: all were orthogonal before.
#[inline]
fn sweep(columns: usize, a: &mut [Float], b: &mut [Float], least: Float) -> bool {
    let tolerance = columns as Float * Float::EPSILON;
    let mut orthogonal = true;
    for j in 1..b.len() {
        let (Some((upper, lower)), Some((above, [b_q, ..]))) = (
            a.split_at_mut_checked(j * columns),
            b.split_at_mut_checked(j),
        ) else {
            break;
        };
        let Some((q, _)) = lower.split_at_mut_checked(columns) else {
            break;
        };
        for (i, b_p) in above.iter_mut().enumerate() {
            let Some(p) = upper.get_mut(i * columns..(i + 1) * columns) else {
                break;
            };
            let (pp, qq, pq) = (dot(p, p), dot(q, q), dot(p, q));
            let long = pp > least && qq > least;
            // Not (p·q)² > (p·p) (q·q) …, which vanishes in single precision.
            if long && (pq / pp) * (pq / qq) > tolerance * tolerance {
                let angle = angle(pp, qq, pq);
                for (p, q) in p.iter_mut().zip(&mut *q) {
                    turn(angle, p, q);
                }
                turn(angle, b_p, b_q);
                orthogonal = false;
            }
        }
    }
    orthogonal
}

/// The shortest of all x with the least |A x − b|: `matrix` is A, rows × columns, row by row; `rhs` is b; `solution`
/// becomes x = A⁺ b. The first two are used up. Any shape, any rank.
///
/// Rotations of pairs of rows, J, make the rows of W = J A orthogonal (one-sided Jacobi, Hestenes 1958). Their lengths
/// are the singular values, and with c = J b, x = Σ wᵢ cᵢ/|wᵢ|² over all rows with |wᵢ| > `cutoff` · max |w|: singular
/// values up to `cutoff` times the largest count as 0. Of A = 0, x = 0.
///
/// A and b are divided by powers of two first, so that squares neither overflow nor vanish. Rows of W below 1e-150
/// (`f32`: 1e-18) of the largest element count as 0.
///
/// `false`, and anything in `solution`: an element of A, b or x is not finite, `cutoff` is negative or not finite, a
/// slice is too short, or the rows are not orthogonal after 30 sweeps.
#[inline]
#[must_use]
pub fn minimum_norm(
    rows: usize,
    columns: usize,
    matrix: &mut [Float],
    rhs: &mut [Float],
    cutoff: Float,
    solution: &mut [Float],
) -> bool {
    let size = rows.saturating_mul(columns);
    let (Some(a), Some(b), Some(x)) = (
        matrix.get_mut(..size),
        rhs.get_mut(..rows),
        solution.get_mut(..columns),
    ) else {
        return false;
    };
    let sound = largest(a).is_finite() && largest(b).is_finite();
    if !sound || !cutoff.is_finite() || cutoff < 0.0 {
        return false;
    }
    if columns == 0 {
        return true;
    }
    let power = normalise(a);
    let scale = normalise(b) / power;
    // To leave out a row below ε is a change of A below its rounding.
    let share = cutoff.min(Float::EPSILON);
    let mut left = SWEEPS;
    while !sweep(
        columns,
        a,
        b,
        (share * share) * longest((rows, columns), a) + TINY,
    ) {
        left -= 1;
        if left == 0 {
            return false;
        }
    }
    let least = (cutoff * cutoff) * longest((rows, columns), a) + TINY;
    x.fill(0.0);
    let mut others = &*a;
    for c in &*b {
        let Some((row, rest)) = others.split_at_checked(columns) else {
            return false;
        };
        let square = dot(row, row);
        let factor = if square > least { *c / square } else { 0.0 };
        for (x, element) in x.iter_mut().zip(row) {
            *x += factor * element;
        }
        others = rest;
    }
    for x in &mut *x {
        *x *= scale;
    }
    largest(x).is_finite()
}
