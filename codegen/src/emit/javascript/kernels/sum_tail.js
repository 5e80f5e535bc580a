// What sum, the rounded a + b, lacks of the sum of a and b with their tails. The same operations in the same order as denoc::sincos.
function denoc_sum_tail(a, b, sum, aTail, bTail) {
  const ofB = sum - a;
  return ((a - (sum - ofB)) + (b - ofB)) + (aTail + bTail);
}
