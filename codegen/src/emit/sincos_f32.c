/* Sine and cosine of n angles, n a multiple of 8, arrays apart from each other.
   Error below 1 ulp for |x| <= 12800 rad; beyond, and for infinities and NaN, the NaN 0x7fc00000.
   sin(-0) is +0. The same operations in the same order as denoc::sincosf. */
static void denoc_sincosf(int n, const float *DENOC_RESTRICT x, float *DENOC_RESTRICT s, float *DENOC_RESTRICT c)
{
    typedef union { float f; uint32_t u; } bits;
    const uint32_t no_result_bits = UINT32_C(0x7fc00000);
    const uint32_t magnitude_bits = UINT32_C(0x7fffffff);
    const uint32_t limit_bits = UINT32_C(0x46480000); /* 12800.0 */
    const float round = 12582912.0F; /* 1.5 * 2^23: adding it leaves an integer in the low bits */
    int first, i;
    for (first = 0; first < n; first += 8) {
        uint32_t quadrant[8], no_result[8];
        /* x = k * pi/2 + y + tail; y is kept in s, tail in c */
        for (i = 0; i < 8; i++) {
            bits a, t;
            uint32_t outside;
            float k, high, middle, low, head, head_error, y;
            a.f = x[first + i];
            outside = UINT32_C(0) - (((a.u & magnitude_bits) + (magnitude_bits - limit_bits)) >> 31);
            a.u &= ~outside;
            t.f = (a.f * 0.63661975F) + round;
            k = t.f - round;
            high = (a.f - (k * 1.5703125F)) - (k * 0.0004837513F);
            middle = k * 7.5495336e-08F;
            low = k * 2.563344e-12F;
            head = high - middle;
            head_error = (high - head) - middle;
            y = head - low;
            s[first + i] = y;
            c[first + i] = ((head - y) - low) + head_error;
            quadrant[i] = t.u;
            no_result[i] = outside & no_result_bits;
        }
        for (i = 0; i < 8; i++) {
            const float y = s[first + i];
            const float tail = c[first + i];
            const float z = y * y;
            const float half = 0.5F * z;
            const float w = 1.0F - half;
            float p;
            bits sine, cosine;
            uint32_t exchange;
            p = -0.16666655F + (z * (0.008332189F + (z * -0.0001951829F)));
            sine.f = y + (((z * y) * p) + (tail * w));
            p = 0.041666646F + (z * (-0.0013887312F + (z * 2.4432766e-05F)));
            cosine.f = w + (((1.0F - w) - half) + (((z * z) * p) - (y * tail)));
            /* odd quadrants exchange the two; outside the domain they are +0 and 1, whose bits OR completes */
            exchange = (sine.u ^ cosine.u) & (UINT32_C(0) - (quadrant[i] & 1U));
            sine.u = ((sine.u ^ exchange) ^ ((quadrant[i] & 2U) << 30)) | no_result[i];
            cosine.u = ((cosine.u ^ exchange) ^ (((quadrant[i] + 1U) & 2U) << 30)) | no_result[i];
            s[first + i] = sine.f;
            c[first + i] = cosine.f;
        }
    }
}
