/// The floating-point type of this module.
type Float = f64;

/// Its bits.
type Bits = u64;

/// Largest |x|, in radians, that has a sine and a cosine here. LIMIT · 2/π is below 2²⁷, which the exact products of the
/// reduction need.
pub const LIMIT: Float = 200_000_000.0;

/// Bits of the one NaN that stands for "no result". They include all bits of 1.0.
const NO_RESULT: Bits = 0x7ff8_0000_0000_0000;

/// 1.5·2⁵²: adding it rounds to an integer and leaves that integer, modulo 2⁵¹, in the low bits.
const ROUND: Float = 6755399441055744.0;

/// 2²⁷ + 1: what splits a number into halves of 26 bits (Veltkamp).
const SPLIT: Float = 134_217_729.0;

/// π/2 in four pieces of 25, 24, 25 and 53 bits (Cody and Waite): n < 2²⁷ times any of the first three is exact. What is left out
/// is 2⁻¹³⁵.
const HALF_PI: [Float; 4] = [
    1.5707963109016418,
    1.5893254712295857e-8,
    6.123233932053594e-17,
    6.36831716351095e-25,
];

/// x less n of the pieces that leave an exact difference, and n of each of the other two, the first of them exact. A number, or several
/// side by side.
#[inline(always)]
fn less_quadrants<T>(x: T, n: T, half_pi: [T; 4]) -> (T, T, T)
where
    T: Copy + core::ops::Sub<Output = T> + core::ops::Mul<Output = T>,
{
    let high = (x - (n * half_pi[0])) - (n * half_pi[1]);
    (high, n * half_pi[2], n * half_pi[3])
}

/// (sin(y)/y − 1)/y² in powers of y², minimax for the relative error of the sine on |y| ≤ π/4: 2⁻⁵⁷·⁸.
/// (Remez; each coefficient was rounded before the remaining ones were fitted again.)
const SIN: [Float; 6] = [
    -0.1666666666666663,
    0.008333333333321931,
    -0.00019841269829472076,
    2.7557313587610584e-6,
    -2.505074321273694e-8,
    1.5895997304207934e-10,
];

/// (cos(y) − 1 + y²/2)/y⁴ in powers of y², minimax for the relative error of the cosine on |y| ≤ π/4: 2⁻⁶³·⁹.
const COS: [Float; 6] = [
    0.041666666666666595,
    -0.0013888888888873342,
    2.4801587289002056e-5,
    -2.755731421702289e-7,
    2.0875705392542896e-9,
    -1.1358748992172285e-11,
];

/// A polynomial in z, with zz = z².
#[inline(always)]
fn polynomial<T>(c: [T; 6], z: T, zz: T) -> T
where
    T: Copy + core::ops::Add<Output = T> + core::ops::Mul<Output = T>,
{
    (c[0] + (z * c[1])) + (zz * ((c[2] + (z * c[3])) + (zz * (c[4] + (z * c[5])))))
}
