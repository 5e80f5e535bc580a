/* Changes the signs of a quaternion so that its real part has none. */
static void denoc_shorter(float q[4])
{
    typedef union { float f; uint32_t u; } bits;
    bits element;
    uint32_t sign;
    int i;
    element.f = q[3];
    sign = element.u & UINT32_C(0x80000000);
    for (i = 0; i < 4; i++) {
        element.f = q[i];
        element.u ^= sign;
        q[i] = element.f;
    }
}

static void denoc_sine_cosine(float angle, float *s, float *c)
{
    float x[8];
    float sn[8];
    float cs[8];
    x[0] = angle;
    x[1] = 0.0F;
    x[2] = 0.0F;
    x[3] = 0.0F;
    x[4] = 0.0F;
    x[5] = 0.0F;
    x[6] = 0.0F;
    x[7] = 0.0F;
    denoc_sincosf(8, x, sn, cs);
    *s = sn[0];
    *c = cs[0];
}

/* atan(sqrt(z))/sqrt(z) for 0 <= z <= 1 */
static float denoc_atan_ratio(float z)
{
    const float zz = z * z;
    const float z4 = zz * zz;
    float p;
    p = (0.038327444F + (z * -0.019261079F)) + (zz * (0.0062072533F + (z * -0.0009362992F)));
    p = ((0.11104707F + (z * -0.09036742F)) + (zz * (0.07417497F + (z * -0.05760716F)))) + (z4 * p);
    return ((1.0F + (z * -0.33333334F)) + (zz * (0.1999999F + (z * -0.14285319F)))) + (z4 * p);
}
