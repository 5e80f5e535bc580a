/// The floating-point type of this module.
type Float = f32;

/// Its bits.
type Bits = u32;

/// Largest |x|, in radians, that has a sine and a cosine here. LIMIT · 2/π is below 2¹⁵, which the exact products of the
/// reduction need.
pub const LIMIT: Float = 51_200.0;

/// Bits of the one NaN that stands for "no result". They include all bits of 1.0.
const NO_RESULT: Bits = 0x7fc0_0000;

/// 1.5·2²³: adding it rounds to an integer and leaves that integer, modulo 2²², in the low bits.
const ROUND: Float = 12582912.0;

/// 2¹² + 1: what splits a number into halves of 12 bits (Veltkamp).
const SPLIT: Float = 4_097.0;

/// π/2 in five pieces of 8, 1, 7, 9 and 24 bits (Cody and Waite): n < 2¹⁵ times any of the first four is exact.
/// Zeros in the binary expansion make the last piece as small as 2⁻³⁸; what is left out is 2⁻⁶³.
const HALF_PI: [Float; 5] = [1.5703125, 0.00048828125, -4.4703484e-6, 1.5890691e-8, 2.563344e-12];

/// x less n of the pieces that leave an exact difference, and n of each of the other two, the first of them exact. A number, or several
/// side by side.
#[inline(always)]
fn less_quadrants<T>(x: T, n: T, half_pi: [T; 5]) -> (T, T, T)
where
    T: Copy + core::ops::Sub<Output = T> + core::ops::Mul<Output = T>,
{
    let high = ((x - (n * half_pi[0])) - (n * half_pi[1])) - (n * half_pi[2]);
    (high, n * half_pi[3], n * half_pi[4])
}

/// (sin(y)/y − 1)/y² in powers of y², minimax for the relative error of the sine on |y| ≤ π/4: 2⁻²⁷·⁹.
/// (Remez; each coefficient was rounded before the remaining ones were fitted again.)
const SIN: [Float; 3] = [-0.16666655, 0.008332189, -0.0001951829];

/// (cos(y) − 1 + y²/2)/y⁴ in powers of y², minimax for the relative error of the cosine on |y| ≤ π/4: 2⁻³²·⁹.
const COS: [Float; 3] = [0.041666646, -0.0013887312, 2.4432766e-5];

/// A polynomial in z; its square is not needed.
#[inline(always)]
fn polynomial<T>(c: [T; 3], z: T, _: T) -> T
where
    T: Copy + core::ops::Add<Output = T> + core::ops::Mul<Output = T>,
{
    c[0] + (z * (c[1] + (z * c[2])))
}
