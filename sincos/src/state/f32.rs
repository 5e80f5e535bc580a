/// The sign bit.
const SIGN: u32 = 1 << 31;

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
