const TWO_OVER_PI: Float = core::f64::consts::FRAC_2_PI as Float;

/// `(y, tail, quadrant, no_result)` with x = n·π/2 + y + tail, |y| ≤ π/4, n in the low bits of `quadrant`;
/// `no_result` is zero in the domain and [`NO_RESULT`] outside, where x counts as 0.
#[inline(always)]
fn reduce(x: Float) -> (Float, Float, Bits, Bits) {
    // The carry into the sign bit says |x| > LIMIT (infinities and NaN are largest); `outside` is that bit everywhere.
    // Written as an addition: of a subtraction LLVM makes a 64-bit comparison, which SSE2 does not have.
    let bits = x.to_bits();
    let magnitude = bits & (Bits::MAX >> 1);
    let carry = magnitude.wrapping_add((Bits::MAX >> 1) - LIMIT.to_bits()) >> (Bits::BITS - 1);
    let outside = carry.wrapping_neg();
    let x = Float::from_bits(bits & !outside); // no NaN enters the arithmetic

    let rounded = (x * TWO_OVER_PI) + ROUND;
    let n = rounded - ROUND;
    let (high, middle, low) = less_quadrants(x, n);
    let head = high - middle;
    // Exact, for |high| < |middle| too: head is then a short multiple of 2⁻⁷³ (`f32`: 2⁻³⁴).
    let head_error = (high - head) - middle;
    let y = head - low;
    let tail = ((head - y) - low) + head_error;
    (y, tail, rounded.to_bits(), outside & NO_RESULT)
}

/// `(sin x, cos x)` from what [`reduce`] made of x.
#[inline(always)]
fn evaluate(y: Float, tail: Float, quadrant: Bits, no_result: Bits) -> (Float, Float) {
    let z = y * y;
    let zz = z * z;
    let half = 0.5 * z;
    let w = 1.0 - half;

    // sin(y + tail) = y + y³·p(y²) + tail·cos(y)
    let sine = y + (((z * y) * polynomial(SIN, z, zz)) + (tail * w));

    // cos(y + tail) = 1 − y²/2 + y⁴·p(y²) − y·tail; (1 − w) − half restores what rounding took from w
    let cosine = w + (((1.0 - w) - half) + ((zz * polynomial(COS, z, zz)) - (y * tail)));

    // Odd quadrants exchange the two. Bit 1 of n is the sign of the sine, bit 1 of n + 1 that of the cosine.
    // Outside the domain sine and cosine are +0 and 1 here, and OR makes NO_RESULT of both.
    let (sine, cosine) = (sine.to_bits(), cosine.to_bits());
    let exchange = (sine ^ cosine) & (quadrant & 1).wrapping_neg();
    let sine_sign = (quadrant & 2) << (Bits::BITS - 2);
    let cosine_sign = (quadrant.wrapping_add(1) & 2) << (Bits::BITS - 2);
    (
        Float::from_bits(((sine ^ exchange) ^ sine_sign) | no_result),
        Float::from_bits(((cosine ^ exchange) ^ cosine_sign) | no_result),
    )
}

/// The sine and the cosine of each angle, in radians; NaN beyond [`LIMIT`].
#[inline(always)]
pub fn sincos<const N: usize>(angles: &[Float; N], sin: &mut [Float; N], cos: &mut [Float; N]) {
    // Two short loops keep more independent lanes in flight than one long one (27 and 38 ns at N = 8 with SSE2).
    let (mut y, mut tail) = ([0.0; N], [0.0; N]);
    let (mut quadrant, mut no_result) = ([0; N], [0; N]);
    for i in 0..N {
        (y[i], tail[i], quadrant[i], no_result[i]) = reduce(angles[i]);
    }
    for i in 0..N {
        (sin[i], cos[i]) = evaluate(y[i], tail[i], quadrant[i], no_result[i]);
    }
}

/// `(sin x, cos x)` of one angle, the same bits.
#[inline]
pub fn sin_cos(x: Float) -> (Float, Float) {
    let (y, tail, quadrant, no_result) = reduce(x);
    evaluate(y, tail, quadrant, no_result)
}
