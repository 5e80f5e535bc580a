//! One lane in double precision: x → reduced angle and quadrant → sine and cosine.
//! `codegen/src/emit/sincos_f64.c` is its twin, operation by operation.

/// Largest |x|, in radians, for which [`sincos`](super::sincos) has a result. LIMIT · 2/π is below 2¹⁸, which the
/// exact products of the reduction need.
pub const LIMIT: f64 = 409_600.0;

/// Bits of the one NaN that stands for "no result". They include all bits of 1.0.
const NO_RESULT: u64 = 0x7ff8_0000_0000_0000;

/// 1.5·2⁵²: adding it rounds to an integer and leaves that integer, modulo 2⁵¹, in the low bits.
const ROUND: f64 = 6755399441055744.0;

const TWO_OVER_PI: f64 = core::f64::consts::FRAC_2_PI;

/// π/2 in three pieces of 35, 35 and 53 bits (Cody and Waite): n < 2¹⁸ times either of the first two is exact.
/// Zeros in the binary expansion make the last piece as small as 2⁻⁷⁶; what is left out is 2⁻¹³⁰.
const HALF_PI: [f64; 3] = [
    1.5707963267923333,
    2.5633441515839558e-12,
    1.0562999066987428e-23,
];

/// (sin(y)/y − 1)/y² in powers of y², minimax for the relative error of the sine on |y| ≤ π/4: 2⁻⁵⁷·⁸.
/// (Remez; each coefficient was rounded before the remaining ones were fitted again.)
const SIN: [f64; 6] = [
    -0.1666666666666663,
    0.008333333333321931,
    -0.00019841269829472076,
    2.7557313587610584e-6,
    -2.505074321273694e-8,
    1.5895997304207934e-10,
];

/// (cos(y) − 1 + y²/2)/y⁴ in powers of y², minimax for the relative error of the cosine on |y| ≤ π/4: 2⁻⁶³·⁹.
const COS: [f64; 6] = [
    0.041666666666666595,
    -0.0013888888888873342,
    2.4801587289002056e-5,
    -2.755731421702289e-7,
    2.0875705392542896e-9,
    -1.1358748992172285e-11,
];

/// `(y, tail, quadrant, no_result)` with x = n·π/2 + y + tail, |y| ≤ π/4, n in the low bits of `quadrant`;
/// `no_result` is zero in the domain and [`NO_RESULT`] outside, where x counts as 0.
#[inline(always)]
pub(super) fn reduce(x: f64) -> (f64, f64, u64, u64) {
    // The carry into the sign bit says |x| > LIMIT (infinities and NaN are largest); `outside` is that bit everywhere.
    // Written as an addition: of a subtraction LLVM makes a 64-bit comparison, which SSE2 does not have.
    let bits = x.to_bits();
    let magnitude = bits & (u64::MAX >> 1);
    let carry = magnitude.wrapping_add((u64::MAX >> 1) - LIMIT.to_bits()) >> 63;
    let outside = 0_u64.wrapping_sub(carry);
    let x = f64::from_bits(bits & !outside); // no NaN enters the arithmetic

    let rounded = (x * TWO_OVER_PI) + ROUND;
    let n = rounded - ROUND;
    let high = x - (n * HALF_PI[0]); // exact
    let middle = n * HALF_PI[1]; // exact
    let low = n * HALF_PI[2];
    let head = high - middle;
    let head_error = (high - head) - middle; // exact, for |high| < |middle| too: head is then a short multiple of 2⁻⁷³
    let y = head - low;
    let tail = ((head - y) - low) + head_error;
    (y, tail, rounded.to_bits(), outside & NO_RESULT)
}

/// `(sin x, cos x)` from what [`reduce`] made of x.
#[inline(always)]
pub(super) fn evaluate(y: f64, tail: f64, quadrant: u64, no_result: u64) -> (f64, f64) {
    let z = y * y;
    let zz = z * z;
    let half = 0.5 * z;
    let w = 1.0 - half;

    // sin(y + tail) = y + y³·p(y²) + tail·cos(y)
    let p =
        (SIN[0] + (z * SIN[1])) + (zz * ((SIN[2] + (z * SIN[3])) + (zz * (SIN[4] + (z * SIN[5])))));
    let sine = y + (((z * y) * p) + (tail * w));

    // cos(y + tail) = 1 − y²/2 + y⁴·p(y²) − y·tail; (1 − w) − half restores what rounding took from w
    let p =
        (COS[0] + (z * COS[1])) + (zz * ((COS[2] + (z * COS[3])) + (zz * (COS[4] + (z * COS[5])))));
    let cosine = w + (((1.0 - w) - half) + ((zz * p) - (y * tail)));

    // Odd quadrants exchange the two. Bit 1 of n is the sign of the sine, bit 1 of n + 1 that of the cosine.
    // Outside the domain sine and cosine are +0 and 1 here, and OR makes NO_RESULT of both.
    let (sine, cosine) = (sine.to_bits(), cosine.to_bits());
    let exchange = (sine ^ cosine) & 0_u64.wrapping_sub(quadrant & 1);
    let sine_sign = (quadrant & 2) << 62;
    let cosine_sign = (quadrant.wrapping_add(1) & 2) << 62;
    (
        f64::from_bits(((sine ^ exchange) ^ sine_sign) | no_result),
        f64::from_bits(((cosine ^ exchange) ^ cosine_sign) | no_result),
    )
}
