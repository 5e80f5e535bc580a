/// a / √(a² + b²), between −1 and 1: smooth in a, and steep where |a| < b. Odd in a, even in b; 0 where a is 0.
///
/// What dry friction takes for the sign of a rate a, with b the rate of transition.
#[inline]
#[must_use]
pub fn saturate(a: Float, b: Float) -> Float {
    a * rsqrt(((a * a) + (b * b)) + TINY)
}
