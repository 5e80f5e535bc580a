// sqrt(1 + x^2) for |x| <= 1
function denoc_hypotenuse(x) {
  const squared = 1.0 + (x * x);
  return squared * denoc_rsqrt(squared);
}

// Divides n numbers by the power of two below the largest magnitude, and returns it.
function denoc_normalise(n, x) {
  denoc_double[0] = denoc_largest(n, x);
  denoc_bits[0] &= 0x7ff0000000000000n;
  const power = denoc_bits[0] === 0n ? 2.2250738585072014e-308 : denoc_double[0];
  const inverse = 1.0 / power;
  for (let i = 0; i < n; i++) {
    x[i] *= inverse;
  }
  return power;
}

// The product of n numbers of a from p on and n from q on.
function denoc_dot(n, a, p, q) {
  let sum = 0.0;
  for (let i = 0; i < n; i++) {
    sum += a[p + i] * a[q + i];
  }
  return sum;
}

// The square of the longest row.
function denoc_longest(rows, columns, a) {
  let longest = 0.0;
  for (let i = 0; i < rows; i++) {
    const square = denoc_dot(columns, a, i * columns, i * columns);
    if (square > longest) longest = square;
  }
  return longest;
}

// Cosine and sine of the angle that makes two rows orthogonal, of their products.
function denoc_angle(pp, qq, pq) {
  const sine = 2.0 * pq;
  const cosine = qq - pp;
  let tangent;
  if (Math.abs(cosine) >= Math.abs(sine)) {
    const ratio = sine / cosine;
    tangent = ratio / (1.0 + denoc_hypotenuse(ratio));
  } else {
    const ratio = cosine / sine;
    const root = denoc_hypotenuse(ratio);
    tangent = 1.0 / (ratio + (ratio < 0.0 ? -root : root));
  }
  const c = denoc_rsqrt(1.0 + (tangent * tangent));
  return [c, c * tangent];
}

// n numbers of x from p on and n from q on: (p, q) becomes (c p - s q, s p + c q).
function denoc_turn_rows(n, c, s, x, p, q) {
  for (let k = 0; k < n; k++) {
    const before = x[p + k];
    x[p + k] = (c * before) - (s * x[q + k]);
    x[q + k] = (s * before) + (c * x[q + k]);
  }
}

// Makes every pair of rows of A orthogonal, one after the other, and turns b likewise. Rows whose square is at most least
// are let be. true: all were orthogonal before.
function denoc_sweep(rows, columns, a, b, least) {
  const tolerance = columns * Number.EPSILON;
  let orthogonal = true;
  for (let j = 1; j < rows; j++) {
    const q = j * columns;
    for (let i = 0; i < j; i++) {
      const p = i * columns;
      const pp = denoc_dot(columns, a, p, p);
      const qq = denoc_dot(columns, a, q, q);
      const pq = denoc_dot(columns, a, p, q);
      if (pp > least && qq > least && (pq / pp) * (pq / qq) > tolerance * tolerance) {
        const [c, s] = denoc_angle(pp, qq, pq);
        denoc_turn_rows(columns, c, s, a, p, q);
        denoc_turn_rows(1, c, s, b, i, j);
        orthogonal = false;
      }
    }
  }
  return orthogonal;
}

// The shortest of all x with the least |A x - b|, A of rows times columns: matrix is A, rhs is b, solution becomes x. The
// first two are used up. Singular values up to cutoff times the largest count as 0. One-sided Jacobi on the rows.
// false, and anything in solution: a number is not finite, cutoff is negative, or the rows are not orthogonal after 30
// sweeps. The same operations in the same order as denoc::linear.
function denoc_minimum_norm(rows, columns, matrix, rhs, cutoff, solution) {
  if (!(denoc_largest(rows * columns, matrix) <= Number.MAX_VALUE && denoc_largest(rows, rhs) <= Number.MAX_VALUE
      && cutoff >= 0.0 && cutoff <= Number.MAX_VALUE)) return false;
  const power = denoc_normalise(rows * columns, matrix);
  const scale = denoc_normalise(rows, rhs) / power;
  // To leave out a row below epsilon is a change of A below its rounding.
  const share = cutoff < Number.EPSILON ? cutoff : Number.EPSILON;
  let left = 30;
  while (!denoc_sweep(rows, columns, matrix, rhs,
      ((share * share) * denoc_longest(rows, columns, matrix)) + 1e-300)) {
    left--;
    if (left === 0) return false;
  }
  const least = ((cutoff * cutoff) * denoc_longest(rows, columns, matrix)) + 1e-300;
  for (let i = 0; i < rows; i++) {
    const square = denoc_dot(columns, matrix, i * columns, i * columns);
    rhs[i] = square > least ? rhs[i] / square : 0.0;
  }
  for (let j = 0; j < columns; j++) {
    let sum = 0.0;
    for (let i = 0; i < rows; i++) {
      sum += rhs[i] * matrix[(i * columns) + j];
    }
    solution[j] = sum * scale;
  }
  return denoc_largest(columns, solution) <= Number.MAX_VALUE;
}
