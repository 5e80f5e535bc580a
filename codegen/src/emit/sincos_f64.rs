
/// Sine and cosine of N angles at once, by IEEE +, -, x and integer operations only.
///
/// Error below 1 ulp for |x| <= 409600 rad; beyond, and for infinities and NaN, the NaN 0x7ff8000000000000. sin(-0) is +0.
#[inline(always)]
#[allow(
    clippy::approx_constant,
    clippy::pedantic,
    clippy::needless_range_loop,
    reason = "loops by index become vectors; constants are parts of pi/2"
)]
fn sincos<const N: usize>(angles: &[f64; N], sin: &mut [f64; N], cos: &mut [f64; N]) {
    const NO_RESULT: u64 = 0x7ff8000000000000;
    const ROUND: f64 = 6755399441055744.0; // 1.5 * 2^52: adding it leaves an integer in the low bits
    let mut quadrant = [0; N];
    let mut no_result = [0; N];
    // x = n * pi/2 + y + tail; y is kept in sin, tail in cos
    for i in 0..N {
        let bits = angles[i].to_bits();
        let carry = (bits & (u64::MAX >> 1)).wrapping_add((u64::MAX >> 1) - 0x4119000000000000) >> 63;
        let outside = 0_u64.wrapping_sub(carry);
        let x = f64::from_bits(bits & !outside);
        let rounded = (x * 0.6366197723675814) + ROUND;
        let n = rounded - ROUND;
        let high = x - (n * 1.5707963267923333);
        let middle = n * 2.5633441515839558e-12;
        let low = n * 1.0562999066987428e-23;
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
        let zz = z * z;
        let half = 0.5 * z;
        let w = 1.0 - half;
        let p = (-0.1666666666666663 + (z * 0.008333333333321931))
            + (zz
                * ((-0.00019841269829472076 + (z * 2.7557313587610584e-6))
                    + (zz * (-2.505074321273694e-8 + (z * 1.5895997304207934e-10)))));
        let sine = (y + (((z * y) * p) + (tail * w))).to_bits();
        let p = (0.041666666666666595 + (z * -0.0013888888888873342))
            + (zz
                * ((2.4801587289002056e-5 + (z * -2.755731421702289e-7))
                    + (zz * (2.0875705392542896e-9 + (z * -1.1358748992172285e-11)))));
        let cosine = (w + (((1.0 - w) - half) + ((zz * p) - (y * tail)))).to_bits();
        // odd quadrants exchange the two; outside the domain they are +0 and 1, whose bits OR completes
        let exchange = (sine ^ cosine) & 0_u64.wrapping_sub(quadrant[i] & 1);
        let sine_sign = (quadrant[i] & 2) << 62;
        let cosine_sign = (quadrant[i].wrapping_add(1) & 2) << 62;
        sin[i] = f64::from_bits(((sine ^ exchange) ^ sine_sign) | no_result[i]);
        cos[i] = f64::from_bits(((cosine ^ exchange) ^ cosine_sign) | no_result[i]);
    }
}
