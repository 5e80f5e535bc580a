/* Sine and cosine of an angle, or of several at once. Error below 1 ulp for |x| <= 200000000 rad; beyond, and for infinities and NaN,
   the NaN 0x7ff8000000000000. sin(-0) is +0. The same operations in the same order as denoc::sincos. */
static void denoc_sincos(const double *x, double *s, double *c)
{
    typedef union { double f; uint64_t u; } bits;
    const uint64_t no_result_bits = UINT64_C(0x7ff8000000000000);
    const uint64_t magnitude_bits = UINT64_C(0x7fffffffffffffff);
    const uint64_t limit_bits = UINT64_C(0x41a7d78400000000); /* 200000000.0 */
    const double round = 6755399441055744.0; /* 1.5 * 2^52: adding it leaves an integer in the low bits */
    double k, high, middle, low, head, head_error, y, tail, z, zz, half, w, p;
    uint64_t quadrant, outside, no_result, exchange;
    bits a, t, sine, cosine;
    /* x = k * pi/2 + y + tail */
    a.f = *x;
    outside = UINT64_C(0) - (((a.u & magnitude_bits) + (magnitude_bits - limit_bits)) >> 63);
    t.f = (a.f * 0.6366197723675814) + round;
    quadrant = t.u;
    k = t.f - round;
    high = (a.f - (k * 1.5707963109016418)) - (k * 1.5893254712295857e-08);
    middle = k * 6.123233932053594e-17;
    low = k * 6.36831716351095e-25;
    head = high - middle;
    head_error = (high - head) - middle;
    y = head - low;
    tail = ((head - y) - low) + head_error;
    z = y * y;
    zz = z * z;
    half = 0.5 * z;
    w = 1.0 - half;
    p = (-0.1666666666666663 + (z * 0.008333333333321931))
        + (zz * ((-0.00019841269829472076 + (z * 2.7557313587610584e-06))
        + (zz * (-2.505074321273694e-08 + (z * 1.5895997304207934e-10)))));
    sine.f = y + (((z * y) * p) + (tail * w));
    p = (0.041666666666666595 + (z * -0.0013888888888873342))
        + (zz * ((2.4801587289002056e-05 + (z * -2.755731421702289e-07))
        + (zz * (2.0875705392542896e-09 + (z * -1.1358748992172285e-11)))));
    cosine.f = w + (((1.0 - w) - half) + ((zz * p) - (y * tail)));
    /* odd quadrants exchange the two */
    no_result = outside & no_result_bits;
    exchange = (sine.u ^ cosine.u) & (UINT64_C(0) - (quadrant & 1U));
    sine.u = (((sine.u ^ exchange) ^ ((quadrant & 2U) << 62)) & ~outside) | no_result;
    cosine.u = (((cosine.u ^ exchange) ^ (((quadrant + 1U) & 2U) << 62)) & ~outside) | no_result;
    *s = sine.f;
    *c = cosine.f;
}
