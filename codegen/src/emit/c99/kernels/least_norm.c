/* sqrt(1 + x^2) for |x| <= 1 */
static double denoc_hypotenuse(double x)
{
    const double squared = 1.0 + (x * x);
    return squared * denoc_rsqrt(squared);
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
    *c = denoc_rsqrt(1.0 + (tangent * tangent));
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
            ((share * share) * denoc_longest(rows, columns, matrix)) + DENOC_TINY)) {
        left--;
        if (left == 0) {
            return 1;
        }
    }
    least = ((cutoff * cutoff) * denoc_longest(rows, columns, matrix)) + DENOC_TINY;
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
