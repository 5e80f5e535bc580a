
/// Sine and cosine of N angles at once, by IEEE +, -, x and integer operations only.
///
/// Error below 1 ulp for |x| <= 12800 rad; beyond, and for infinities and NaN, the NaN 0x7fc00000. sin(-0) is +0.
#[inline(always)]
#[allow(
    clippy::approx_constant,
    clippy::pedantic,
    clippy::needless_range_loop,
    reason = "loops by index become vectors; constants are parts of pi/2"
)]
fn sincosf<const N: usize>(angles: &[f32; N], sin: &mut [f32; N], cos: &mut [f32; N]) {
    const NO_RESULT: u32 = 0x7fc00000;
    const ROUND: f32 = 12582912.0; // 1.5 * 2^23: adding it leaves an integer in the low bits
    let mut quadrant = [0; N];
    let mut no_result = [0; N];
    // x = n * pi/2 + y + tail; y is kept in sin, tail in cos
    for i in 0..N {
        let bits = angles[i].to_bits();
        let carry = (bits & (u32::MAX >> 1)).wrapping_add((u32::MAX >> 1) - 0x46480000) >> 31;
        let outside = 0_u32.wrapping_sub(carry);
        let x = f32::from_bits(bits & !outside);
        let rounded = (x * 0.63661975) + ROUND;
        let n = rounded - ROUND;
        let high = (x - (n * 1.5703125)) - (n * 0.0004837513);
        let middle = n * 7.5495336e-8;
        let low = n * 2.563344e-12;
        let head = high - middle;
        let head_error = (high - head) - middle;
        let y = head - low;
        sin[i] = y;
        cos[i] = ((head - y) - low) + head_error;
        quadrant[i] = rounded.to_bits();
        no_result[i] = outside & NO_RESULT;
    }
    for i in 0..N {
        let (y, tail) = (sin[i], cos[i]);
        let z = y * y;
        let half = 0.5 * z;
        let w = 1.0 - half;
        let p = -0.16666655 + (z * (0.008332189 + (z * -0.0001951829)));
        let sine = (y + (((z * y) * p) + (tail * w))).to_bits();
        let p = 0.041666646 + (z * (-0.0013887312 + (z * 2.4432766e-5)));
        let cosine = (w + (((1.0 - w) - half) + (((z * z) * p) - (y * tail)))).to_bits();
        // odd quadrants exchange the two; outside the domain they are +0 and 1, whose bits OR completes
        let exchange = (sine ^ cosine) & 0_u32.wrapping_sub(quadrant[i] & 1);
        let sine_sign = (quadrant[i] & 2) << 30;
        let cosine_sign = (quadrant[i].wrapping_add(1) & 2) << 30;
        sin[i] = f32::from_bits(((sine ^ exchange) ^ sine_sign) | no_result[i]);
        cos[i] = f32::from_bits(((cosine ^ exchange) ^ cosine_sign) | no_result[i]);
    }
}
