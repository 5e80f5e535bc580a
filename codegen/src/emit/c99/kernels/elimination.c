/* Solves A X = B of n equations: matrix is A, rhs is B, row by row, and becomes X; A is used up. Elimination with partial pivoting.
   1, and anything in rhs: a pivot is no larger than n times the machine's epsilon times the largest element, or not
   finite. 0 otherwise. */
static int denoc_solve(int n, int sides, double *matrix, double *rhs)
{
    const double least = ((double)n * DBL_EPSILON) * denoc_largest(n * n, matrix);
    int i, j, k;
    for (k = 0; k < n; k++) {
        double magnitude = denoc_magnitude(matrix[(k * n) + k]);
        double inverse;
        int row = k;
        for (i = k + 1; i < n; i++) {
            const double other = denoc_magnitude(matrix[(i * n) + k]);
            if (other > magnitude) {
                magnitude = other;
                row = i;
            }
        }
        inverse = 1.0 / matrix[(row * n) + k];
        if (!(magnitude > least && magnitude <= DBL_MAX && denoc_magnitude(inverse) <= DBL_MAX)) {
            return 1;
        }
        if (row != k) {
            for (j = 0; j < sides; j++) {
                const double b = rhs[(k * sides) + j];
                rhs[(k * sides) + j] = rhs[(row * sides) + j];
                rhs[(row * sides) + j] = b;
            }
            for (j = k; j < n; j++) {
                const double element = matrix[(k * n) + j];
                matrix[(k * n) + j] = matrix[(row * n) + j];
                matrix[(row * n) + j] = element;
            }
        }
        for (i = k + 1; i < n; i++) {
            const double factor = matrix[(i * n) + k] * inverse;
            for (j = k + 1; j < n; j++) {
                matrix[(i * n) + j] -= factor * matrix[(k * n) + j];
            }
            for (j = 0; j < sides; j++) {
                rhs[(i * sides) + j] -= factor * rhs[(k * sides) + j];
            }
        }
        matrix[(k * n) + k] = inverse;
    }
    for (k = n - 1; k >= 0; k--) {
        for (i = 0; i < sides; i++) {
            double sum = rhs[(k * sides) + i];
            for (j = k + 1; j < n; j++) {
                sum -= matrix[(k * n) + j] * rhs[(j * sides) + i];
            }
            rhs[(k * sides) + i] = sum * matrix[(k * n) + k];
        }
    }
    return 0;
}
