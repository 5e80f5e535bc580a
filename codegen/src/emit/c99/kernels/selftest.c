
/* Multiples of 2^-22 from -2 to 2, exact in float. */
static uint32_t denoc_fill(uint32_t seed, int n, double *x)
{
    int k;
    for (k = 0; k < n; k++) {
        seed = (uint32_t)(seed * UINT32_C(1664525)) + UINT32_C(1013904223);
        x[k] = (double)((int32_t)(seed >> 8) - 8388608) / 4194304.0;
    }
    return seed;
}

static uint64_t denoc_mix(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * UINT64_C(0x100000001b3);
    return hash ^ (hash >> 29);
}

/* Every NaN is one. */
static uint64_t denoc_hash(uint64_t hash, int n, const double *x)
{
    typedef union { double f; uint64_t u; } bits;
    int k;
    for (k = 0; k < n; k++) {
        bits a;
        a.f = x[k];
        if ((a.u & UINT64_C(0x7fffffffffffffff)) > UINT64_C(0x7ff0000000000000)) {
            a.u = UINT64_C(0x7ff8000000000000);
        }
        hash = denoc_mix(hash, a.u);
    }
    return hash;
}
