// What product, the rounded a * b, lacks of the product of a and b with their tails.
function denoc_product_tail(a, b, product, aTail, bTail) {
  const split = 134217729.0; // 2^27 + 1
  const aTimes = split * a;
  const bTimes = split * b;
  const aHigh = aTimes - (aTimes - a);
  const bHigh = bTimes - (bTimes - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  const error = (((aHigh * bHigh) - product) + (aHigh * bLow)) + (aLow * bHigh);
  return (error + (aLow * bLow)) + ((a * bTail) + (aTail * b));
}
