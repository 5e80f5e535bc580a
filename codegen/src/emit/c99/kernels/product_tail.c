/* What product, the rounded a * b, lacks of the product of a and b with their tails. */
static double denoc_product_tail(double a, double b, double product, double a_tail, double b_tail)
{
    const double split = 134217729.0; /* 2^27 + 1 */
    const double a_times = split * a;
    const double b_times = split * b;
    const double a_high = a_times - (a_times - a);
    const double b_high = b_times - (b_times - b);
    const double a_low = a - a_high;
    const double b_low = b - b_high;
    const double error = (((a_high * b_high) - product) + (a_high * b_low)) + (a_low * b_high);
    return (error + (a_low * b_low)) + ((a * b_tail) + (a_tail * b));
}
