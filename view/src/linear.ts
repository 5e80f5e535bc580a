// Linear equations in the least-squares sense, as `denoc::linear::minimum_norm` solves them.

/** How often all pairs of rows are looked at, at most. */
const SWEEPS = 30;

const EPSILON = 2 ** -52;

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
};

/** Cosine and sine of the angle that makes two rows orthogonal: tan 2θ = 2 p·q / (q·q − p·p), |θ| ≤ π/4. */
function angle(pp: number, qq: number, pq: number): [number, number] {
  const theta = 0.5 * Math.atan((2 * pq) / (qq - pp));
  return [Math.cos(theta), Math.sin(theta)];
}

/** (p, q) → (c p − s q, s p + c q). */
function turn(c: number, s: number, p: number[], q: number[]): void {
  for (let k = 0; k < p.length; k++) [p[k], q[k]] = [c * p[k] - s * q[k], s * p[k] + c * q[k]];
}

/** Makes every pair of rows orthogonal, one after the other; true: all were before. */
function sweep(rows: number[][], least: number): boolean {
  let orthogonal = true;
  const columns = rows[0].length - 1;
  const tolerance = (columns * EPSILON) ** 2;
  // The last column is the right side, which turns along and has no part in products.
  const product = (a: number[], b: number[]) => {
    let sum = 0;
    for (let k = 0; k < columns; k++) sum += a[k] * b[k];
    return sum;
  };
  for (let j = 1; j < rows.length; j++) {
    for (let i = 0; i < j; i++) {
      const [p, q] = [rows[i], rows[j]];
      const [pp, qq, pq] = [product(p, p), product(q, q), product(p, q)];
      if (pp <= least || qq <= least || (pq / pp) * (pq / qq) <= tolerance) continue;
      turn(...angle(pp, qq, pq), p, q);
      orthogonal = false;
    }
  }
  return orthogonal;
}

/**
 * A⁺ b: the shortest of all x with the least |A x − b|; any shape, any rank. Rotations of pairs of rows make those of A
 * orthogonal (one-sided Jacobi); singular values up to `cutoff` times the largest count as 0.
 */
export function minimumNorm(matrix: number[][], right: ArrayLike<number>, cutoff: number): number[] {
  if (matrix.length === 0) return [];
  const columns = matrix[0].length;
  const rows = matrix.map((row, k) => [...row, right[k]]);
  const square = (row: number[]) => row.slice(0, columns).reduce((sum, x) => sum + x * x, 0);
  const longest = () => Math.max(...rows.map(square));
  const share = Math.min(cutoff, EPSILON);
  for (let left = SWEEPS; left > 0 && !sweep(rows, share * share * longest() + 1e-300); left--);
  const least = cutoff * cutoff * longest() + 1e-300;
  const solution = new Array<number>(columns).fill(0);
  for (const row of rows) {
    const length = square(row);
    if (length <= least) continue;
    for (let k = 0; k < columns; k++) solution[k] += (row[k] * row[columns]) / length;
  }
  return solution;
}
