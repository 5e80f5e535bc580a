//! The kernels in C: one source each, in double precision, and what of it is different in single precision.
//!
//! ```text
//!  kernels/root.c ──F64──► as it is
//!                 ──F32──► float, uint32_t, FLT_…; the pairs of the kernel; `F` behind every number
//! ```

use crate::compile::Precision;
use crate::emit::kernel::Kernel;

/// What makes other compilers refuse the file or leave the arithmetic as it is written; before all kernels.
pub const GUARD: &str = include_str!("kernels/guard.c");

/// What is different of it in double precision: `double` is evaluated as it is when `float` is evaluated in `double`, as with
/// `-std=c99` on s390x, and what is written as `double` must not be read as `float`.
const IN_DOUBLE: &[(&str, &str)] = &[
    (
        "FLT_EVAL_METHOD != 0 &&",
        "FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 &&",
    ),
    (
        "#if defined(__clang__)\n",
        "/* A negative length says: remove -fsingle-precision-constant. */\n\
         typedef char denoc_constants_are_double[(long)16777217.0 == 16777217L ? 1 : -1];\n\
         #if defined(__clang__)\n",
    ),
];

/// The guard of a file in a precision.
#[must_use]
pub fn guard(precision: Precision) -> String {
    let pairs = match precision {
        Precision::F64 => IN_DOUBLE,
        Precision::F32 => &[],
    };
    let pairs = pairs.iter();
    pairs.fold(GUARD.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// What refuses targets without fused operations.
pub(super) fn needs_fma(precision: Precision) -> String {
    let text = include_str!("kernels/fma.c");
    match precision {
        Precision::F64 => text.into(),
        // Processors for single precision alone have them there.
        Precision::F32 => text.replace("FP_FAST_FMA", "FP_FAST_FMAF"),
    }
}

/// Words of every kernel: in double precision, in single.
const WORDS: &[(&str, &str)] = &[
    ("double", "float"),
    ("uint64_t", "uint32_t"),
    ("UINT64_C", "UINT32_C"),
    ("DBL_", "FLT_"),
];

/// Other pieces of π/2, another domain, shorter polynomials.
const SINCOS: &[(&str, &str)] = &[
    ("denoc_sincos(", "denoc_sincosf("),
    ("denoc::sincos.", "denoc::sincosf."),
    ("200000000", "51200"),
    ("0x7ff8000000000000", "0x7fc00000"),
    ("0x7fffffffffffffff", "0x7fffffff"),
    ("0x41a7d78400000000", "0x47480000"),
    ("6755399441055744.0", "12582912.0"),
    ("2^52", "2^23"),
    (">> 63", ">> 31"),
    ("<< 62", "<< 30"),
    ("0.6366197723675814", "0.63661975"),
    (
        "(a.f - (k * 1.5707963109016418)) - (k * 1.5893254712295857e-08)",
        "((a.f - (k * 1.5703125)) - (k * 0.00048828125)) - (k * -4.4703484e-06)",
    ),
    ("6.123233932053594e-17", "1.5890691e-08"),
    ("6.36831716351095e-25", "2.563344e-12"),
    ("    zz = z * z;\n", ""),
    ("z, zz, half", "z, half"),
    (
        "(-0.1666666666666663 + (z * 0.008333333333321931))
        + (zz * ((-0.00019841269829472076 + (z * 2.7557313587610584e-06))
        + (zz * (-2.505074321273694e-08 + (z * 1.5895997304207934e-10)))))",
        "-0.16666655 + (z * (0.008332189 + (z * -0.0001951829)))",
    ),
    (
        "(0.041666666666666595 + (z * -0.0013888888888873342))
        + (zz * ((2.4801587289002056e-05 + (z * -2.755731421702289e-07))
        + (zz * (2.0875705392542896e-09 + (z * -1.1358748992172285e-11)))))",
        "0.041666646 + (z * (-0.0013887312 + (z * 2.4432766e-05)))",
    ),
    ("(zz * p) - (y", "((z * z) * p) - (y"),
];

/// What is different where angles have tails.
const WITH_TAILS: &[(&str, &str)] = &[
    (
        "/* Sine and cosine of an angle, or of several at once. Error",
        "/* The same with what rounding took from the angle, if it is a sum. Error",
    ),
    ("denoc_sincos(", "denoc_sincos_with_tails("),
    ("*x, ", "*x, const double *rest, "),
    ("denoc::sincos.", "denoc::sincos_with_tails."),
    (
        "low = k * 6.36831716351095e-25;",
        "low = (k * 6.36831716351095e-25) - *rest;",
    ),
];

/// Halves of numbers with fewer bits.
const PRODUCT_TAIL: &[(&str, &str)] = &[("134217729.0", "4097.0"), ("2^27", "2^12")];

/// Another first guess, and one step of Newton's iteration less.
const ROOT: &[(&str, &str)] = &[
    ("0x5fe6eb50c7b537a9", "0x5f375a86"),
    ("i < 3", "i < 2"),
    ("1e-300", "1e-36"),
];

/// A shorter polynomial.
const ANGLE: &[(&str, &str)] = &[
    ("denoc_sincos(", "denoc_sincosf("),
    ("0x8000000000000000", "0x80000000"),
    (
        "    p = (0.0014617443452305857 + (z * -0.000383940199511399))
        + (zz * (6.417521380148418e-05 + (z * -5.1088377160169476e-06)));
    p = ((0.021121592024968418 + (z * -0.014503077265527372))
        + (zz * (0.008449890495476115 + (z * -0.004000208473874335)))) + (z4 * p);
    p = ((0.03971908090703415 + (z * -0.03613932033987281))
        + (zz * (0.03213544039860453 + (z * -0.027181551738405262)))) + (z4 * p);
    p = ((0.05882325539174457 + (z * -0.05262931380326809))
        + (zz * (0.0476047104829861 + (z * -0.04340718259107275)))) + (z4 * p);
    p = ((0.11111111110929806 + (z * -0.09090909084093497))
        + (zz * (0.07692307534369804 + (z * -0.0666666420347601)))) + (z4 * p);
    return ((1.0 + (z * -0.3333333333333333))
        + (zz * (0.19999999999999984 + (z * -0.14285714285711718)))) + (z4 * p);",
        "    p = (0.038327444 + (z * -0.019261079)) + (zz * (0.0062072533 + (z * -0.0009362992)));
    p = ((0.11104707 + (z * -0.09036742)) + (zz * (0.07417497 + (z * -0.05760716)))) + (z4 * p);
    return ((1.0 + (z * -0.33333334)) + (zz * (0.1999999 + (z * -0.14285319)))) + (z4 * p);",
    ),
];

/// Another mask of the exponent.
const LEAST_NORM: &[(&str, &str)] = &[("0x7ff0000000000000", "0x7f800000")];

/// The text of a kernel.
#[must_use]
pub fn text(kernel: Kernel, precision: Precision) -> String {
    if kernel == Kernel::SincosWithTails {
        return with_tails(precision);
    }
    let (double, pairs): (&str, &[_]) = match kernel {
        Kernel::Sincos | Kernel::SincosWithTails => (include_str!("kernels/sincos.c"), SINCOS),
        Kernel::SumTail => (include_str!("kernels/sum_tail.c"), &[]),
        Kernel::ProductTail => (include_str!("kernels/product_tail.c"), PRODUCT_TAIL),
        Kernel::Root => (include_str!("kernels/root.c"), ROOT),
        Kernel::Saturation => (include_str!("kernels/saturate.c"), &[]),
        Kernel::Angle => (include_str!("kernels/angle.c"), ANGLE),
        Kernel::Rotation => (include_str!("kernels/rotation.c"), &[]),
        Kernel::Spherical => (include_str!("kernels/spherical.c"), &[]),
        Kernel::Free => (include_str!("kernels/free.c"), &[]),
        Kernel::Magnitude => (include_str!("kernels/magnitude.c"), &[]),
        Kernel::Elimination => (include_str!("kernels/elimination.c"), &[]),
        Kernel::LeastNorm => (include_str!("kernels/least_norm.c"), LEAST_NORM),
    };
    match precision {
        Precision::F64 => double.into(),
        Precision::F32 => single(double, pairs),
    }
}

/// Sine and cosine of angles with tails.
fn with_tails(precision: Precision) -> String {
    let text = include_str!("kernels/sincos.c").to_owned();
    let pairs = WITH_TAILS.iter();
    let text = pairs.fold(text, |text, (from, to)| text.replace(from, to));
    match precision {
        Precision::F64 => text,
        Precision::F32 => single(&text, SINCOS).replace("sincos_with_tails", "sincosf_with_tails"),
    }
}

/// Other bits of numbers; those of the hash have 64 all the same.
const SELFTEST: &[(&str, &str)] = &[
    (
        "union { double f; uint64_t u; }",
        "union { float f; uint32_t u; }",
    ),
    ("double", "float"),
    ("4194304.0", "4194304.0F"),
    ("UINT64_C(0x7fffffffffffffff)", "UINT32_C(0x7fffffff)"),
    ("UINT64_C(0x7ff0000000000000)", "UINT32_C(0x7f800000)"),
    ("UINT64_C(0x7ff8000000000000)", "UINT32_C(0x7fc00000)"),
];

/// What the self-test calls.
#[must_use]
pub(super) fn selftest(precision: Precision) -> String {
    let pairs = match precision {
        Precision::F64 => &[],
        Precision::F32 => SELFTEST,
    };
    let text = include_str!("kernels/selftest.c").to_owned();
    let pairs = pairs.iter();
    pairs.fold(text, |text, (from, to)| text.replace(from, to))
}

/// A kernel in single precision.
fn single(double: &str, pairs: &[(&str, &str)]) -> String {
    let replaced = WORDS
        .iter()
        .chain(pairs)
        .fold(String::from(double), |text, (from, to)| {
            text.replace(from, to)
        });
    let mut text = String::new();
    let mut rest = replaced.as_str();
    while let Some((code, comment)) = rest.split_once("/*") {
        let (comment, after) = comment.split_once("*/").unwrap_or((comment, ""));
        text += &suffixed(code);
        text += &format!("/*{comment}*/");
        rest = after;
    }
    text + &suffixed(rest)
}

/// Code with an `F` behind every number that is no integer: `0.5`, `1e-36`.
fn suffixed(code: &str) -> String {
    let mut text = String::new();
    let mut rest = code;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit() || is_word(c)) {
        let (before, token) = rest.split_at(start);
        let end = end_of_token(token);
        let (token, after) = token.split_at(end);
        text += before;
        text += token;
        let is_number = token.starts_with(|c: char| c.is_ascii_digit());
        if is_number && token.parse::<u64>().is_err() && token.parse::<f64>().is_ok() {
            text.push('F');
        }
        rest = after;
    }
    text + rest
}

/// The length of a name or of a number, with the sign of its exponent.
fn end_of_token(token: &str) -> usize {
    let mut before = ' ';
    let number = token.starts_with(|c: char| c.is_ascii_digit());
    let mut within = |c: char| {
        let exponent = number && c == '-' && before == 'e';
        before = c;
        is_word(c) || number && c == '.' || exponent
    };
    token.find(|c| !within(c)).unwrap_or(token.len())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_single_precision_have_a_suffix() {
        assert_eq!(
            suffixed("x1 = 0.5 * a[3] - 1e-36; y = 2e-08 - 0x5f375a86 + U4(0x1e-1);"),
            "x1 = 0.5F * a[3] - 1e-36F; y = 2e-08F - 0x5f375a86 + U4(0x1e-1);"
        );
    }

    #[test]
    fn the_guard_in_double_precision_is_another() {
        let text = guard(Precision::F64);
        for (from, to) in IN_DOUBLE {
            assert_eq!(GUARD.matches(from).count(), 1, "{from}");
            assert_eq!(text.matches(to).count(), 1, "{to}");
        }
        assert_eq!(guard(Precision::F32), GUARD);
    }

    /// What is replaced must be there: a pair that names nothing would leave a number of double precision.
    #[test]
    fn every_pair_names_something_in_its_kernel() {
        for (kernel, pairs) in [
            (Kernel::Sincos, SINCOS),
            (Kernel::Sincos, WITH_TAILS),
            (Kernel::ProductTail, PRODUCT_TAIL),
            (Kernel::Root, ROOT),
            (Kernel::Angle, ANGLE),
            (Kernel::LeastNorm, LEAST_NORM),
        ] {
            let mut text = text(kernel, Precision::F64);
            for (from, to) in WORDS.iter().chain(pairs) {
                let is_word = WORDS.iter().any(|(word, _)| word == from);
                assert!(is_word || text.contains(from), "{kernel:?}: {from}");
                text = text.replace(from, to);
            }
        }
    }

    #[test]
    fn nothing_in_single_precision_is_double() {
        for kernel in Kernel::ALL {
            let text = text(kernel, Precision::F32);
            for word in ["double", "uint64", "UINT64", "DBL"] {
                assert!(!text.contains(word), "{kernel:?}: {word}");
            }
        }
    }
}
