// Solves A X = B of n equations: matrix is A, rhs is B, row by row, and becomes X; A is used up. Elimination with partial
// pivoting. false, and anything in rhs: a pivot is no larger than n times the epsilon times the largest element, or not
// finite. The same operations in the same order as denoc::linear.
function denoc_solve(n, sides, matrix, rhs) {
  const least = (n * Number.EPSILON) * denoc_largest(n * n, matrix);
  for (let k = 0; k < n; k++) {
    let magnitude = Math.abs(matrix[(k * n) + k]);
    let row = k;
    for (let i = k + 1; i < n; i++) {
      const other = Math.abs(matrix[(i * n) + k]);
      if (other > magnitude) {
        magnitude = other;
        row = i;
      }
    }
    const inverse = 1.0 / matrix[(row * n) + k];
    if (!(magnitude > least && magnitude <= Number.MAX_VALUE && Math.abs(inverse) <= Number.MAX_VALUE)) return false;
    if (row !== k) {
      for (let j = 0; j < sides; j++) {
        [rhs[(k * sides) + j], rhs[(row * sides) + j]] = [rhs[(row * sides) + j], rhs[(k * sides) + j]];
      }
      for (let j = k; j < n; j++) {
        const element = matrix[(k * n) + j];
        matrix[(k * n) + j] = matrix[(row * n) + j];
        matrix[(row * n) + j] = element;
      }
    }
    for (let i = k + 1; i < n; i++) {
      const factor = matrix[(i * n) + k] * inverse;
      for (let j = k + 1; j < n; j++) {
        matrix[(i * n) + j] -= factor * matrix[(k * n) + j];
      }
      for (let j = 0; j < sides; j++) {
        rhs[(i * sides) + j] -= factor * rhs[(k * sides) + j];
      }
    }
    matrix[(k * n) + k] = inverse;
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let i = 0; i < sides; i++) {
      let sum = rhs[(k * sides) + i];
      for (let j = k + 1; j < n; j++) {
        sum -= matrix[(k * n) + j] * rhs[(j * sides) + i];
      }
      rhs[(k * sides) + i] = sum * matrix[(k * n) + k];
    }
  }
  return true;
}
