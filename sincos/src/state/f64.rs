/// The floating-point type of this module.
pub type Float = f64;

/// The sign bit.
const SIGN: u64 = 1 << 63;

/// Added to squares before anything is divided by them or their roots: the vector 0 then has the direction 0.
const TINY: Float = 1e-300;

/// 1/√x for x ≥ [`TINY`], to about an ulp: the bits of x as a crude logarithm, halved (within 3.5 %), then Newton's
/// iteration for y⁻² = x, which doubles the digits. The last step adds a correction, to round once.
#[inline]
fn rsqrt(x: Float) -> Float {
    let half = 0.5 * x;
    let mut y = Float::from_bits(0x5fe6_eb50_c7b5_37a9_u64.wrapping_sub(x.to_bits() >> 1));
    for _ in 0..3 {
        y *= 1.5 - ((half * y) * y);
    }
    y + ((0.5 * y) * (1.0 - ((x * y) * y)))
}

/// (sin h, cos h).
#[inline]
fn sin_cos(h: Float) -> (Float, Float) {
    let (mut sin, mut cos) = ([0.0], [0.0]);
    sincos(&[h], &mut sin, &mut cos);
    (sin[0], cos[0])
}

/// atan(√z)/√z for 0 ≤ z ≤ 1, a polynomial: relative error 2⁻⁵⁶ before rounding.
#[inline]
fn atan_ratio(z: Float) -> Float {
    let zz = z * z;
    let z4 = zz * zz;
    let p = (0.0014617443452305857 + (z * -0.000383940199511399))
        + (zz * (6.417521380148418e-5 + (z * -5.1088377160169476e-6)));
    let p = ((0.021121592024968418 + (z * -0.014503077265527372))
        + (zz * (0.008449890495476115 + (z * -0.004000208473874335))))
        + (z4 * p);
    let p = ((0.03971908090703415 + (z * -0.03613932033987281))
        + (zz * (0.03213544039860453 + (z * -0.027181551738405262))))
        + (z4 * p);
    let p = ((0.05882325539174457 + (z * -0.05262931380326809))
        + (zz * (0.0476047104829861 + (z * -0.04340718259107275))))
        + (z4 * p);
    let p = ((0.11111111110929806 + (z * -0.09090909084093497))
        + (zz * (0.07692307534369804 + (z * -0.0666666420347601))))
        + (z4 * p);
    ((1.0 + (z * -0.3333333333333333)) + (zz * (0.19999999999999984 + (z * -0.14285714285711718))))
        + (z4 * p)
}
