/* What sum, the rounded a + b, lacks of the sum of a and b with their tails. The same operations in the same order as
   denoc::sincos. */
static double denoc_sum_tail(double a, double b, double sum, double a_tail, double b_tail)
{
    const double of_b = sum - a;
    return ((a - (sum - of_b)) + (b - of_b)) + (a_tail + b_tail);
}
