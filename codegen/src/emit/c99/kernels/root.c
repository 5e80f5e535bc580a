/* Added to squares before anything is divided by them or their roots: the vector 0 then has the direction 0. */
#define DENOC_TINY 1e-300

/* 1/sqrt(x) for x >= 1e-300, to about an ulp. The same operations in the same order as denoc::state. */
static double denoc_rsqrt(double x)
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
