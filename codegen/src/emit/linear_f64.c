/* Systems of linear equations; matrices row by row. The same operations in the same order as denoc::linear. */

static double denoc_magnitude(double x)
{
    return x < 0.0 ? -x : x;
}

/* The largest magnitude of n numbers; what is not finite is larger than all. */
static double denoc_largest(int n, const double *x)
{
    double largest = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        const double magnitude = denoc_magnitude(x[i]);
        if (!(magnitude <= DBL_MAX)) {
            return magnitude;
        }
        if (magnitude > largest) {
            largest = magnitude;
        }
    }
    return largest;
}

/* Solves A x = b of n equations: matrix is A, rhs is b and becomes x; A is used up. Elimination with partial pivoting.
   1, and anything in rhs: a pivot is no larger than n times the machine's epsilon times the largest element, or not
   finite. 0 otherwise. */
static int denoc_solve(int n, double *matrix, double *rhs)
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
            const double b = rhs[k];
            rhs[k] = rhs[row];
            rhs[row] = b;
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
            rhs[i] -= factor * rhs[k];
        }
        matrix[(k * n) + k] = inverse;
    }
    for (k = n - 1; k >= 0; k--) {
        double sum = rhs[k];
        for (j = k + 1; j < n; j++) {
            sum -= matrix[(k * n) + j] * rhs[j];
        }
        rhs[k] = sum * matrix[(k * n) + k];
    }
    return 0;
}

/* 1/sqrt(x) for 1 <= x <= 2, to about an ulp. */
static double denoc_linear_rsqrt(double x)
{
    typedef union { double f; uint64_t u; } bits;
    const double half = 0.5 * x;
    bits y;
    int i;
    y.f = x;
    y.u = UINT64_C(0x5fe6eb50c7b537a9) - (y.u >> 1); /* within 3.5 % */
    for (i = 0; i < 3; i++) {
        y.f *= 1.5 - ((half * y.f) * y.f);
    }
    return y.f + ((0.5 * y.f) * (1.0 - ((x * y.f) * y.f)));
}

/* sqrt(1 + x^2) for |x| <= 1 */
static double denoc_hypotenuse(double x)
{
    const double squared = 1.0 + (x * x);
    return squared * denoc_linear_rsqrt(squared);
}

/* Divides n numbers by the power of two below the largest magnitude, and returns it. */
static double denoc_normalise(int n, double *x)
{
    typedef union { double f; uint64_t u; } bits;
    bits power;
    double inverse;
    int i;
    power.f = denoc_largest(n, x);
    power.u &= UINT64_C(0x7ff0000000000000);
    if (power.u == 0) {
        power.f = DBL_MIN;
    }
    inverse = 1.0 / power.f;
    for (i = 0; i < n; i++) {
        x[i] *= inverse;
    }
    return power.f;
}

static double denoc_dot(int n, const double *p, const double *q)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += p[i] * q[i];
    }
    return sum;
}

/* The square of the longest row. */
static double denoc_longest(int rows, int columns, const double *a)
{
    double longest = 0.0;
    int i;
    for (i = 0; i < rows; i++) {
        const double square = denoc_dot(columns, &a[i * columns], &a[i * columns]);
        if (square > longest) {
            longest = square;
        }
    }
    return longest;
}

/* Cosine and sine of the angle that makes two rows orthogonal, of their products. */
static void denoc_angle(double pp, double qq, double pq, double *c, double *s)
{
    const double sine = 2.0 * pq;
    const double cosine = qq - pp;
    double tangent;
    if (denoc_magnitude(cosine) >= denoc_magnitude(sine)) {
        const double ratio = sine / cosine;
        tangent = ratio / (1.0 + denoc_hypotenuse(ratio));
    } else {
        const double ratio = cosine / sine;
        const double root = denoc_hypotenuse(ratio);
        tangent = 1.0 / (ratio + (ratio < 0.0 ? -root : root));
    }
    *c = denoc_linear_rsqrt(1.0 + (tangent * tangent));
    *s = *c * tangent;
}

/* n elements of each: (p, q) becomes (c p - s q, s p + c q). */
static void denoc_turn_rows(int n, double c, double s, double *p, double *q)
{
    int k;
    for (k = 0; k < n; k++) {
        const double before = p[k];
        p[k] = (c * before) - (s * q[k]);
        q[k] = (s * before) + (c * q[k]);
    }
}

/* Makes every pair of rows of A orthogonal, one after the other, and turns b likewise. Rows whose square is at most
   least are let be. 1: all were orthogonal before. */
static int denoc_sweep(int rows, int columns, double *a, double *b, double least)
{
    const double tolerance = (double)columns * DBL_EPSILON;
    int orthogonal = 1;
    int i, j;
    for (j = 1; j < rows; j++) {
        double *const q = &a[j * columns];
        for (i = 0; i < j; i++) {
            double *const p = &a[i * columns];
            const double pp = denoc_dot(columns, p, p);
            const double qq = denoc_dot(columns, q, q);
            const double pq = denoc_dot(columns, p, q);
            if (pp > least && qq > least && (pq / pp) * (pq / qq) > tolerance * tolerance) {
                double c, s;
                denoc_angle(pp, qq, pq, &c, &s);
                denoc_turn_rows(columns, c, s, p, q);
                denoc_turn_rows(1, c, s, &b[i], &b[j]);
                orthogonal = 0;
            }
        }
    }
    return orthogonal;
}

/* The shortest of all x with the least |A x - b|, A of rows times columns: matrix is A, rhs is b, solution becomes x.
   The first two are used up. Singular values up to cutoff times the largest count as 0. One-sided Jacobi on the rows.
   1, and anything in solution: a number is not finite, cutoff is negative, or the rows are not orthogonal after 30
   sweeps. 0 otherwise. */
static int denoc_minimum_norm(int rows, int columns, double *matrix, double *rhs, double cutoff, double *solution)
{
    double power, scale, share, least;
    int i, j;
    int left = 30;
    if (!(denoc_largest(rows * columns, matrix) <= DBL_MAX && denoc_largest(rows, rhs) <= DBL_MAX
            && cutoff >= 0.0 && cutoff <= DBL_MAX)) {
        return 1;
    }
    power = denoc_normalise(rows * columns, matrix);
    scale = denoc_normalise(rows, rhs) / power;
    /* To leave out a row below epsilon is a change of A below its rounding. */
    share = cutoff < DBL_EPSILON ? cutoff : DBL_EPSILON;
    while (!denoc_sweep(rows, columns, matrix, rhs,
            ((share * share) * denoc_longest(rows, columns, matrix)) + 1e-300)) {
        left--;
        if (left == 0) {
            return 1;
        }
    }
    least = ((cutoff * cutoff) * denoc_longest(rows, columns, matrix)) + 1e-300;
    for (i = 0; i < rows; i++) {
        const double *const row = &matrix[i * columns];
        const double square = denoc_dot(columns, row, row);
        rhs[i] = square > least ? rhs[i] / square : 0.0;
    }
    for (j = 0; j < columns; j++) {
        double sum = 0.0;
        for (i = 0; i < rows; i++) {
            sum += rhs[i] * matrix[(i * columns) + j];
        }
        solution[j] = sum * scale;
    }
    return denoc_largest(columns, solution) <= DBL_MAX ? 0 : 1;
}
