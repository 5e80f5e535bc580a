//! One lane in single precision: x → reduced angle and quadrant → sine and cosine.
//! `codegen/src/emit/sincos_f32.c` is its twin, operation by operation.

/// Largest |x|, in radians, for which [`sincosf`](super::sincosf) has a result. LIMIT · 2/π is below 2¹³, which the
/// exact products of the reduction need.
pub const LIMIT: f32 = 12_800.0;

/// Bits of the one NaN that stands for "no result". They include all bits of 1.0.
const NO_RESULT: u32 = 0x7fc0_0000;

/// 1.5·2²³: adding it rounds to an integer and leaves that integer, modulo 2²², in the low bits.
const ROUND: f32 = 12582912.0;

const TWO_OVER_PI: f32 = core::f32::consts::FRAC_2_PI;

/// π/2 in four pieces of 11, 11, 11 and 24 bits (Cody and Waite): n < 2¹³ times any of the first three is exact.
/// Zeros in the binary expansion make the last piece as small as 2⁻³⁸; what is left out is 2⁻⁶³.
const HALF_PI: [f32; 4] = [1.5703125, 0.0004837513, 7.5495336e-8, 2.563344e-12];

/// (sin(y)/y − 1)/y² in powers of y², minimax for the relative error of the sine on |y| ≤ π/4: 2⁻²⁷·⁹.
/// (Remez; each coefficient was rounded before the remaining ones were fitted again.)
const SIN: [f32; 3] = [-0.16666655, 0.008332189, -0.0001951829];

/// (cos(y) − 1 + y²/2)/y⁴ in powers of y², minimax for the relative error of the cosine on |y| ≤ π/4: 2⁻³²·⁹.
const COS: [f32; 3] = [0.041666646, -0.0013887312, 2.4432766e-5];

/// `(y, tail, quadrant, no_result)` with x = n·π/2 + y + tail, |y| ≤ π/4, n in the low bits of `quadrant`;
/// `no_result` is zero in the domain and [`NO_RESULT`] outside, where x counts as 0.
#[inline(always)]
pub(super) fn reduce(x: f32) -> (f32, f32, u32, u32) {
    // The carry into the sign bit says |x| > LIMIT (infinities and NaN are largest); `outside` is that bit everywhere.
    let bits = x.to_bits();
    let magnitude = bits & (u32::MAX >> 1);
    let carry = magnitude.wrapping_add((u32::MAX >> 1) - LIMIT.to_bits()) >> 31;
    let outside = 0_u32.wrapping_sub(carry);
    let x = f32::from_bits(bits & !outside); // no NaN enters the arithmetic

    let rounded = (x * TWO_OVER_PI) + ROUND;
    let n = rounded - ROUND;
    let high = (x - (n * HALF_PI[0])) - (n * HALF_PI[1]); // exact
    let middle = n * HALF_PI[2]; // exact
    let low = n * HALF_PI[3];
    let head = high - middle;
    let head_error = (high - head) - middle; // exact, for |high| < |middle| too: head is then a short multiple of 2⁻³⁴
    let y = head - low;
    let tail = ((head - y) - low) + head_error;
    (y, tail, rounded.to_bits(), outside & NO_RESULT)
}

/// `(sin x, cos x)` from what [`reduce`] made of x.
#[inline(always)]
pub(super) fn evaluate(y: f32, tail: f32, quadrant: u32, no_result: u32) -> (f32, f32) {
    let z = y * y;
    let half = 0.5 * z;
    let w = 1.0 - half;

    // sin(y + tail) = y + y³·p(y²) + tail·cos(y)
    let p = SIN[0] + (z * (SIN[1] + (z * SIN[2])));
    let sine = y + (((z * y) * p) + (tail * w));

    // cos(y + tail) = 1 − y²/2 + y⁴·p(y²) − y·tail; (1 − w) − half restores what rounding took from w
    let p = COS[0] + (z * (COS[1] + (z * COS[2])));
    let cosine = w + (((1.0 - w) - half) + (((z * z) * p) - (y * tail)));

    // Odd quadrants exchange the two. Bit 1 of n is the sign of the sine, bit 1 of n + 1 that of the cosine.
    // Outside the domain sine and cosine are +0 and 1 here, and OR makes NO_RESULT of both.
    let (sine, cosine) = (sine.to_bits(), cosine.to_bits());
    let exchange = (sine ^ cosine) & 0_u32.wrapping_sub(quadrant & 1);
    let sine_sign = (quadrant & 2) << 30;
    let cosine_sign = (quadrant.wrapping_add(1) & 2) << 30;
    (
        f32::from_bits(((sine ^ exchange) ^ sine_sign) | no_result),
        f32::from_bits(((cosine ^ exchange) ^ cosine_sign) | no_result),
    )
}
