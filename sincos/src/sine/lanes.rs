const TWO_OVER_PI: Float = core::f64::consts::FRAC_2_PI as Float;

/// `(y, tail, quadrant, outside)` with x + rest = n·π/2 + y + tail, |y| ≤ π/4, n in the low bits of `quadrant`; rest is what
/// rounding left of an angle whose nearest number x is. `outside` has no bit set in the domain and all bits outside.
#[inline(always)]
fn reduce(x: Float, rest: Float) -> (Float, Float, Bits, Bits) {
    // The carry into the sign bit says |x| > LIMIT (infinities and NaN are largest); `outside` is that bit everywhere.
    // Written as an addition: of a subtraction LLVM makes a 64-bit comparison, which SSE2 does not have.
    let magnitude = x.to_bits() & (Bits::MAX >> 1);
    let carry = magnitude.wrapping_add((Bits::MAX >> 1) - LIMIT.to_bits()) >> (Bits::BITS - 1);

    let rounded = (x * TWO_OVER_PI) + ROUND;
    let n = rounded - ROUND;
    let (high, middle, low) = less_quadrants(x, n, HALF_PI);
    let head = high - middle;
    // Exact, for |high| < |middle| too: head is then a short multiple of 2⁻⁷⁸ (`f32`: 2⁻³⁴).
    let head_error = (high - head) - middle;
    let low = low - rest;
    let y = head - low;
    let tail = ((head - y) - low) + head_error;
    (y, tail, rounded.to_bits(), carry.wrapping_neg())
}

/// The sine and the cosine from what [`reduce`] made of an angle.
#[inline(always)]
fn evaluate(y: Float, tail: Float, quadrant: Bits, outside: Bits) -> (Float, Float) {
    let z = y * y;
    let zz = z * z;
    let half = 0.5 * z;
    let w = 1.0 - half;

    // sin(y + tail) = y + y³·p(y²) + tail·cos(y)
    let sine = y + (((z * y) * polynomial(SIN, z, zz)) + (tail * w));

    // cos(y + tail) = 1 − y²/2 + y⁴·p(y²) − y·tail; (1 − w) − half restores what rounding took from w
    let cosine = w + (((1.0 - w) - half) + ((zz * polynomial(COS, z, zz)) - (y * tail)));

    // Odd quadrants exchange the two. Bit 1 of n is the sign of the sine, bit 1 of n + 1 that of the cosine.
    let (sine, cosine) = (sine.to_bits(), cosine.to_bits());
    let exchange = (sine ^ cosine) & (quadrant & 1).wrapping_neg();
    let sine_sign = (quadrant & 2) << (Bits::BITS - 2);
    let cosine_sign = (quadrant.wrapping_add(1) & 2) << (Bits::BITS - 2);
    // Masks come last: what the domain excludes takes as long as anything else, and nothing waits for the comparison.
    let no_result = outside & NO_RESULT;
    (
        Float::from_bits((((sine ^ exchange) ^ sine_sign) & !outside) | no_result),
        Float::from_bits((((cosine ^ exchange) ^ cosine_sign) & !outside) | no_result),
    )
}

/// The sine and the cosine of each angle, in radians; NaN beyond [`LIMIT`].
#[inline(always)]
pub fn sincos<const N: usize>(angles: &[Float; N], sin: &mut [Float; N], cos: &mut [Float; N]) {
    sincos_with_tails(angles, &[0.0; N], sin, cos);
}

/// The sine and the cosine of each angle with its tail, in radians: of sums that [`sum_tail`] and [`product_tail`] complete. NaN
/// where the angle is beyond [`LIMIT`].
#[inline(always)]
pub fn sincos_with_tails<const N: usize>(
    angles: &[Float; N],
    tails: &[Float; N],
    sin: &mut [Float; N],
    cos: &mut [Float; N],
) {
    // Where there are vectors, three angles cost as much as four.
    let rest = if VECTORS && N % 4 == 3 { 4 } else { N % 4 };
    for first in (0..N / 4 * 4).step_by(4) {
        group::<N, 4>(first, angles, tails, sin, cos);
    }
    let first = N / 4 * 4;
    match rest {
        1 => group::<N, 1>(first, angles, tails, sin, cos),
        2 => group::<N, 2>(first, angles, tails, sin, cos),
        3 => group::<N, 3>(first, angles, tails, sin, cos),
        4 => group::<N, 4>(first, angles, tails, sin, cos),
        _ => {}
    }
}

/// Whether the processor takes several numbers at once.
const VECTORS: bool = cfg!(any(target_feature = "sse2", target_feature = "neon"));

/// `(sin x, cos x)` of one angle, the same bits.
#[inline(always)]
pub fn sin_cos(x: Float) -> (Float, Float) {
    sin_cos_with_tail(x, 0.0)
}

/// The sine and the cosine of x + tail, one angle of [`sincos_with_tails`], the same bits.
#[inline(always)]
pub fn sin_cos_with_tail(x: Float, tail: Float) -> (Float, Float) {
    let (y, tail, quadrant, outside) = reduce(x, tail);
    evaluate(y, tail, quadrant, outside)
}

/// What `sum`, the rounded a + b, lacks of the sum of a + a_tail and b + b_tail (Knuth's and Møller's TwoSum).
#[inline(always)]
pub fn sum_tail(a: Float, b: Float, sum: Float, a_tail: Float, b_tail: Float) -> Float {
    let of_b = sum - a;
    ((a - (sum - of_b)) + (b - of_b)) + (a_tail + b_tail)
}

/// What `product`, the rounded a · b, lacks of the product of a + a_tail and b + b_tail (Dekker's and Veltkamp's TwoProduct).
#[inline(always)]
pub fn product_tail(a: Float, b: Float, product: Float, a_tail: Float, b_tail: Float) -> Float {
    let (a_times, b_times) = (SPLIT * a, SPLIT * b);
    let (a_high, b_high) = (a_times - (a_times - a), b_times - (b_times - b));
    let (a_low, b_low) = (a - a_high, b - b_high);
    let error = (((a_high * b_high) - product) + (a_high * b_low)) + (a_low * b_high);
    (error + (a_low * b_low)) + ((a * b_tail) + (a_tail * b))
}
