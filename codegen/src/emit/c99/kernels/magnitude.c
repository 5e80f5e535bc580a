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
