/* Added to squares before anything is divided by them or their roots: the vector 0 then has the direction 0. */
#define DENOC_TINY 1e-36F

/* 1/sqrt(x) for x >= 1e-36, to about an ulp. The same operations in the same order as denoc::state. */
static float denoc_rsqrt(float x)
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
