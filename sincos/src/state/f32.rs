/// The floating-point type of this module.
pub type Float = f32;

/// The sign bit.
const SIGN: u32 = 1 << 31;

/// Added to squares before anything is divided by them or their roots: the vector 0 then has the direction 0.
const TINY: Float = 1e-36;

/// 1/√x for x ≥ [`TINY`], to about an ulp: the bits of x as a crude logarithm, halved (within 3.5 %), then Newton's
/// iteration for y⁻² = x, which doubles the digits. The last step adds a correction, to round once.
#[inline]
fn rsqrt(x: Float) -> Float {
    let half = 0.5 * x;
    let mut y = Float::from_bits(0x5f37_5a86_u32.wrapping_sub(x.to_bits() >> 1));
    for _ in 0..2 {
        y *= 1.5 - ((half * y) * y);
    }
    y + ((0.5 * y) * (1.0 - ((x * y) * y)))
}

/// (sin h, cos h).
#[inline]
fn sin_cos(h: Float) -> (Float, Float) {
    let (mut sin, mut cos) = ([0.0], [0.0]);
    sincosf(&[h], &mut sin, &mut cos);
    (sin[0], cos[0])
}

/// atan(√z)/√z for 0 ≤ z ≤ 1, a polynomial: relative error 2⁻²⁵ before rounding.
#[inline]
fn atan_ratio(z: Float) -> Float {
    let zz = z * z;
    let z4 = zz * zz;
    let p = (0.038327444 + (z * -0.019261079)) + (zz * (0.0062072533 + (z * -0.0009362992)));
    let p = ((0.11104707 + (z * -0.09036742)) + (zz * (0.07417497 + (z * -0.05760716)))) + (z4 * p);
    ((1.0 + (z * -0.33333334)) + (zz * (0.1999999 + (z * -0.14285319)))) + (z4 * p)
}
