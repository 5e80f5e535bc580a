/* a/sqrt(a^2 + b^2), between -1 and 1; 0 where a is 0. */
static double denoc_saturate(double a, double b)
{
    return a * denoc_rsqrt(((a * a) + (b * b)) + DENOC_TINY);
}
