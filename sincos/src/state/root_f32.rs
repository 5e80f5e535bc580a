/// The floating-point type of this module.
pub type Float = f32;

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
