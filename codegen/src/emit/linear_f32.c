/* Systems of linear equations; matrices row by row. The same operations in the same order as denoc::linear. */

static float denoc_magnitude(float x)
{
    return x < 0.0F ? -x : x;
}

/* The largest magnitude of n numbers; what is not finite is larger than all. */
static float denoc_largest(int n, const float *x)
{
    float largest = 0.0F;
    int i;
    for (i = 0; i < n; i++) {
        const float magnitude = denoc_magnitude(x[i]);
        if (!(magnitude <= FLT_MAX)) {
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
static int denoc_solve(int n, float *matrix, float *rhs)
{
    const float least = ((float)n * FLT_EPSILON) * denoc_largest(n * n, matrix);
    int i, j, k;
    for (k = 0; k < n; k++) {
        float magnitude = denoc_magnitude(matrix[(k * n) + k]);
        float inverse;
        int row = k;
        for (i = k + 1; i < n; i++) {
            const float other = denoc_magnitude(matrix[(i * n) + k]);
            if (other > magnitude) {
                magnitude = other;
                row = i;
            }
        }
        inverse = 1.0F / matrix[(row * n) + k];
        if (!(magnitude > least && magnitude <= FLT_MAX && denoc_magnitude(inverse) <= FLT_MAX)) {
            return 1;
        }
        if (row != k) {
            const float b = rhs[k];
            rhs[k] = rhs[row];
            rhs[row] = b;
            for (j = k; j < n; j++) {
                const float element = matrix[(k * n) + j];
                matrix[(k * n) + j] = matrix[(row * n) + j];
                matrix[(row * n) + j] = element;
            }
        }
        for (i = k + 1; i < n; i++) {
            const float factor = matrix[(i * n) + k] * inverse;
            for (j = k + 1; j < n; j++) {
                matrix[(i * n) + j] -= factor * matrix[(k * n) + j];
            }
            rhs[i] -= factor * rhs[k];
        }
        matrix[(k * n) + k] = inverse;
    }
    for (k = n - 1; k >= 0; k--) {
        float sum = rhs[k];
        for (j = k + 1; j < n; j++) {
            sum -= matrix[(k * n) + j] * rhs[j];
        }
        rhs[k] = sum * matrix[(k * n) + k];
    }
    return 0;
}

/* 1/sqrt(x) for 1 <= x <= 2, to about an ulp. */
static float denoc_linear_rsqrt(float x)
{
    typedef union { float f; uint32_t u; } bits;
    const float half = 0.5F * x;
    bits y;
    int i;
    y.f = x;
    y.u = UINT32_C(0x5f375a86) - (y.u >> 1); /* within 3.5 % */
    for (i = 0; i < 2; i++) {
        y.f *= 1.5F - ((half * y.f) * y.f);
    }
    return y.f + ((0.5F * y.f) * (1.0F - ((x * y.f) * y.f)));
}

/* sqrt(1 + x^2) for |x| <= 1 */
static float denoc_hypotenuse(float x)
{
    const float squared = 1.0F + (x * x);
    return squared * denoc_linear_rsqrt(squared);
}

/* Divides n numbers by the power of two below the largest magnitude, and returns it. */
static float denoc_normalise(int n, float *x)
{
    typedef union { float f; uint32_t u; } bits;
    bits power;
    float inverse;
    int i;
    power.f = denoc_largest(n, x);
    power.u &= UINT32_C(0x7f800000);
    if (power.u == 0) {
        power.f = FLT_MIN;
    }
    inverse = 1.0F / power.f;
    for (i = 0; i < n; i++) {
        x[i] *= inverse;
    }
    return power.f;
}

static float denoc_dot(int n, const float *p, const float *q)
{
    float sum = 0.0F;
    int i;
    for (i = 0; i < n; i++) {
        sum += p[i] * q[i];
    }
    return sum;
}

/* The square of the longest row. */
static float denoc_longest(int rows, int columns, const float *a)
{
    float longest = 0.0F;
    int i;
    for (i = 0; i < rows; i++) {
        const float square = denoc_dot(columns, &a[i * columns], &a[i * columns]);
        if (square > longest) {
            longest = square;
        }
    }
    return longest;
}

/* Cosine and sine of the angle that makes two rows orthogonal, of their products. */
static void denoc_angle(float pp, float qq, float pq, float *c, float *s)
{
    const float sine = 2.0F * pq;
    const float cosine = qq - pp;
    float tangent;
    if (denoc_magnitude(cosine) >= denoc_magnitude(sine)) {
        const float ratio = sine / cosine;
        tangent = ratio / (1.0F + denoc_hypotenuse(ratio));
    } else {
        const float ratio = cosine / sine;
        const float root = denoc_hypotenuse(ratio);
        tangent = 1.0F / (ratio + (ratio < 0.0F ? -root : root));
    }
    *c = denoc_linear_rsqrt(1.0F + (tangent * tangent));
    *s = *c * tangent;
}

/* n elements of each: (p, q) becomes (c p - s q, s p + c q). */
static void denoc_turn_rows(int n, float c, float s, float *p, float *q)
{
    int k;
    for (k = 0; k < n; k++) {
        const float before = p[k];
        p[k] = (c * before) - (s * q[k]);
        q[k] = (s * before) + (c * q[k]);
    }
}

/* Makes every pair of rows of A orthogonal, one after the other, and turns b likewise. Rows whose square is at most
   least are let be. 1: all were orthogonal before. */
static int denoc_sweep(int rows, int columns, float *a, float *b, float least)
{
    const float tolerance = (float)columns * FLT_EPSILON;
    int orthogonal = 1;
    int i, j;
    for (j = 1; j < rows; j++) {
        float *const q = &a[j * columns];
        for (i = 0; i < j; i++) {
            float *const p = &a[i * columns];
            const float pp = denoc_dot(columns, p, p);
            const float qq = denoc_dot(columns, q, q);
            const float pq = denoc_dot(columns, p, q);
            if (pp > least && qq > least && (pq / pp) * (pq / qq) > tolerance * tolerance) {
                float c, s;
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
static int denoc_minimum_norm(int rows, int columns, float *matrix, float *rhs, float cutoff, float *solution)
{
    float power, scale, share, least;
    int i, j;
    int left = 30;
    if (!(denoc_largest(rows * columns, matrix) <= FLT_MAX && denoc_largest(rows, rhs) <= FLT_MAX
            && cutoff >= 0.0F && cutoff <= FLT_MAX)) {
        return 1;
    }
    power = denoc_normalise(rows * columns, matrix);
    scale = denoc_normalise(rows, rhs) / power;
    /* To leave out a row below epsilon is a change of A below its rounding. */
    share = cutoff < FLT_EPSILON ? cutoff : FLT_EPSILON;
    while (!denoc_sweep(rows, columns, matrix, rhs,
            ((share * share) * denoc_longest(rows, columns, matrix)) + 1e-36F)) {
        left--;
        if (left == 0) {
            return 1;
        }
    }
    least = ((cutoff * cutoff) * denoc_longest(rows, columns, matrix)) + 1e-36F;
    for (i = 0; i < rows; i++) {
        const float *const row = &matrix[i * columns];
        const float square = denoc_dot(columns, row, row);
        rhs[i] = square > least ? rhs[i] / square : 0.0F;
    }
    for (j = 0; j < columns; j++) {
        float sum = 0.0F;
        for (i = 0; i < rows; i++) {
            sum += rhs[i] * matrix[(i * columns) + j];
        }
        solution[j] = sum * scale;
    }
    return denoc_largest(columns, solution) <= FLT_MAX ? 0 : 1;
}
