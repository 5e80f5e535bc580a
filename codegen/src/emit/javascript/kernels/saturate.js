// a/sqrt(a^2 + b^2), between -1 and 1; 0 where a is 0. The same operations in the same order as denoc::state.
function denoc_saturate(a, b) {
  return a * denoc_rsqrt(((a * a) + (b * b)) + 1e-300);
}
