
/* Multiples of 2^-22 from -2 to 2, exact in float. */
static uint32_t denoc_fill(uint32_t seed, int n, double *x)
{
    uint32_t state = seed;
    int k;
    for (k = 0; k < n; k++) {
        uint32_t high;
        int32_t centred;
        state = (uint32_t)(state * UINT32_C(1664525)) + UINT32_C(1013904223);
        high = state >> 8;
        centred = (int32_t)high - 8388608;
        x[k] = (double)centred / 4194304.0;
    }
    return state;
}

static uint64_t denoc_mix(uint64_t hash, uint64_t number)
{
    const uint64_t product = (hash ^ number) * UINT64_C(0x100000001b3);
    return product ^ (product >> 29);
}

/* Every NaN is one. */
static uint64_t denoc_hash(uint64_t hash, int n, const double *x)
{
    typedef union { double f; uint64_t u; } bits;
    uint64_t mixed = hash;
    int k;
    for (k = 0; k < n; k++) {
        bits a;
        a.f = x[k];
        if ((a.u & UINT64_C(0x7fffffffffffffff)) > UINT64_C(0x7ff0000000000000)) {
            a.u = UINT64_C(0x7ff8000000000000);
        }
        mixed = denoc_mix(mixed, a.u);
    }
    return mixed;
}
