// 1/sqrt(x) for x >= 1e-300, to about an ulp. The same operations in the same order as denoc::state.
const denoc_double = new Float64Array(1);
const denoc_bits = new BigUint64Array(denoc_double.buffer);
function denoc_rsqrt(x) {
  const half = 0.5 * x;
  denoc_double[0] = x;
  denoc_bits[0] = 0x5fe6eb50c7b537a9n - (denoc_bits[0] >> 1n); // within 3.5 %
  let y = denoc_double[0];
  for (let i = 0; i < 3; i++) {
    y *= 1.5 - ((half * y) * y);
  }
  return y + ((0.5 * y) * (1.0 - ((x * y) * y)));
}
