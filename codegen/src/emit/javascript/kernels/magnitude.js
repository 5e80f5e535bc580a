// The largest magnitude of n numbers; what is not finite is larger than all.
function denoc_largest(n, x) {
  let largest = 0.0;
  for (let i = 0; i < n; i++) {
    const magnitude = Math.abs(x[i]);
    if (!(magnitude <= Number.MAX_VALUE)) return magnitude;
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}
