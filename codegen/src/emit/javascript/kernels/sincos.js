// Sine and cosine of all angles x, with their tails in c, into s and c. Error below 1 ulp for |x| <= 200000000 rad; NaN beyond.
// sin(-0) is +0. The same operations in the same order as denoc::sincos.
function denoc_sincos(x, s, c) {
  const round = 6755399441055744.0; // 1.5 * 2^52: adding and subtracting it rounds to an integer
  for (let i = 0; i < x.length; i++) {
    if (!(Math.abs(x[i]) <= 200000000.0)) {
      s[i] = NaN;
      c[i] = NaN;
      continue;
    }
    // x = k * pi/2 + y + tail
    const k = ((x[i] * 0.6366197723675814) + round) - round;
    const high = (x[i] - (k * 1.5707963109016418)) - (k * 1.5893254712295857e-8);
    const middle = k * 6.123233932053594e-17;
    const low = (k * 6.36831716351095e-25) - c[i];
    const head = high - middle;
    const headError = (high - head) - middle;
    const y = head - low;
    const tail = ((head - y) - low) + headError;
    const z = y * y;
    const zz = z * z;
    const half = 0.5 * z;
    const w = 1.0 - half;
    const forSine = (-0.1666666666666663 + (z * 0.008333333333321931))
      + (zz * ((-0.00019841269829472076 + (z * 2.7557313587610584e-6))
      + (zz * (-2.505074321273694e-8 + (z * 1.5895997304207934e-10)))));
    const sine = y + (((z * y) * forSine) + (tail * w));
    const forCosine = (0.041666666666666595 + (z * -0.0013888888888873342))
      + (zz * ((2.4801587289002056e-5 + (z * -2.755731421702289e-7))
      + (zz * (2.0875705392542896e-9 + (z * -1.1358748992172285e-11)))));
    const cosine = w + (((1.0 - w) - half) + ((zz * forCosine) - (y * tail)));
    const odd = (k & 1) !== 0;
    s[i] = odd ? cosine : sine;
    c[i] = odd ? sine : cosine;
    if ((k & 2) !== 0) s[i] = -s[i];
    if (((k + 1) & 2) !== 0) c[i] = -c[i];
  }
}
