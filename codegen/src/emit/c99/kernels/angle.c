/* Changes the signs of a quaternion so that its real part has none. */
static void denoc_shorter(double q[4])
{
    typedef union { double f; uint64_t u; } bits;
    bits element;
    uint64_t sign;
    int i;
    element.f = q[3];
    sign = element.u & UINT64_C(0x8000000000000000);
    for (i = 0; i < 4; i++) {
        element.f = q[i];
        element.u ^= sign;
        q[i] = element.f;
    }
}

static void denoc_sine_cosine(double angle, double *s, double *c)
{
    denoc_sincos(&angle, s, c);
}

/* atan(sqrt(z))/sqrt(z) for 0 <= z <= 1 */
static double denoc_atan_ratio(double z)
{
    const double zz = z * z;
    const double z4 = zz * zz;
    double p;
    p = (0.0014617443452305857 + (z * -0.000383940199511399))
        + (zz * (6.417521380148418e-05 + (z * -5.1088377160169476e-06)));
    p = ((0.021121592024968418 + (z * -0.014503077265527372))
        + (zz * (0.008449890495476115 + (z * -0.004000208473874335)))) + (z4 * p);
    p = ((0.03971908090703415 + (z * -0.03613932033987281))
        + (zz * (0.03213544039860453 + (z * -0.027181551738405262)))) + (z4 * p);
    p = ((0.05882325539174457 + (z * -0.05262931380326809))
        + (zz * (0.0476047104829861 + (z * -0.04340718259107275)))) + (z4 * p);
    p = ((0.11111111110929806 + (z * -0.09090909084093497))
        + (zz * (0.07692307534369804 + (z * -0.0666666420347601)))) + (z4 * p);
    return ((1.0 + (z * -0.3333333333333333))
        + (zz * (0.19999999999999984 + (z * -0.14285714285711718)))) + (z4 * p);
}
