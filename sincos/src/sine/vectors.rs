/// K angles from the first on; what lies behind the last is 0.
#[inline(always)]
fn group<const N: usize, const K: usize>(
    first: usize,
    angles: &[Float; N],
    tails: &[Float; N],
    sin: &mut [Float; N],
    cos: &mut [Float; N],
) {
    if VECTORS && K > 2 {
        return four::group(first, angles, tails, sin, cos);
    }
    if VECTORS && K == 2 {
        return two::group(first, angles, tails, sin, cos);
    }
    for at in first..N.min(first + K) {
        (sin[at], cos[at]) = sin_cos_with_tail(angles[at], tails[at]);
    }
}

/// [`reduce`] and [`evaluate`] of several angles in one vector, operation by operation: hence the same bits. LLVM 22 makes no vectors of arrays of
/// four numbers in a function of hundreds of others.
macro_rules! vector {
    ($name:ident, $float:ident, $bits:ident, $lanes:literal) => {
        mod $name {
            use super::{Bits, Float, LIMIT, NO_RESULT, ROUND, TWO_OVER_PI, less_quadrants, polynomial};
            use wide::{$bits, $float};

            const HALF_PI: [$float; super::HALF_PI.len()] = in_lanes(super::HALF_PI);
            const SIN: [$float; super::SIN.len()] = in_lanes(super::SIN);
            const COS: [$float; super::COS.len()] = in_lanes(super::COS);

            /// Each number in all lanes. Before the program runs: `map` is not inlined where a function has many of them.
            const fn in_lanes<const N: usize>(numbers: [Float; N]) -> [$float; N] {
                let mut vectors = [$float::ZERO; N];
                let mut place = 0;
                while place < N {
                    vectors[place] = $float::new([numbers[place]; $lanes]);
                    place += 1;
                }
                vectors
            }

            /// As many angles as a vector has lanes, from the first on; what lies behind the last is 0.
            #[inline(always)]
            pub(super) fn group<const N: usize>(
                first: usize,
                angles: &[Float; N],
                tails: &[Float; N],
                sin: &mut [Float; N],
                cos: &mut [Float; N],
            ) {
                let lanes = |of: &[Float; N]| {
                    let lane = |i| if first + i < N { of[first + i] } else { 0.0 };
                    $float::new(core::array::from_fn::<Float, $lanes, _>(lane))
                };
                let (sine, cosine) = sin_cos(lanes(angles), lanes(tails));
                let (sine, cosine) = (sine.to_array(), cosine.to_array());
                for i in 0..$lanes {
                    if first + i < N {
                        (sin[first + i], cos[first + i]) = (sine[i], cosine[i]);
                    }
                }
            }

            #[inline(always)]
            fn sin_cos(x: $float, rest: $float) -> ($float, $float) {
                let number = $float::splat;
                let bits = $bits::splat;
                let of_float = |x: $float| -> $bits { bytemuck::cast(x) };
                let of_bits = |x: $bits| -> $float { bytemuck::cast(x) };

                let magnitude = of_float(x) & bits(Bits::MAX >> 1);
                let carry = (magnitude + bits((Bits::MAX >> 1) - LIMIT.to_bits())) >> (Bits::BITS - 1);
                let outside = bits(0) - carry;

                let rounded = (x * number(TWO_OVER_PI)) + number(ROUND);
                let n = rounded - number(ROUND);
                let (high, middle, low) = less_quadrants(x, n, HALF_PI);
                let head = high - middle;
                let head_error = (high - head) - middle;
                let low = low - rest;
                let y = head - low;
                let tail = ((head - y) - low) + head_error;
                let quadrant = of_float(rounded);

                let z = y * y;
                let zz = z * z;
                let half = number(0.5) * z;
                let w = number(1.0) - half;
                let of_sine = polynomial(SIN, z, zz);
                let of_cosine = polynomial(COS, z, zz);
                let sine = y + (((z * y) * of_sine) + (tail * w));
                let cosine = w + (((number(1.0) - w) - half) + ((zz * of_cosine) - (y * tail)));

                let (sine, cosine) = (of_float(sine), of_float(cosine));
                let exchange = (sine ^ cosine) & (bits(0) - (quadrant & bits(1)));
                let sine_sign = (quadrant & bits(2)) << (Bits::BITS - 2);
                let cosine_sign = ((quadrant + bits(1)) & bits(2)) << (Bits::BITS - 2);
                let inside = outside ^ bits(Bits::MAX);
                let no_result = outside & bits(NO_RESULT);
                (
                    of_bits((((sine ^ exchange) ^ sine_sign) & inside) | no_result),
                    of_bits((((cosine ^ exchange) ^ cosine_sign) & inside) | no_result),
                )
            }
        }
    };
}
