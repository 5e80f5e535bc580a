//! Constants as text that Rust and C read back to the same bits, and strings of C.

use crate::compile::Precision;
use crate::program::Constant;

/// The shortest text that is read back to the constant, rounded once: `0.1`, `12.0`, `1e-7`.
///
/// A constant beyond the range of the type prints as `1e999`, which both compilers refuse or warn of.
pub(super) fn text(constant: &Constant, precision: Precision) -> String {
    let (text, finite) = match precision {
        Precision::F64 => (
            format!("{:?}", constant.to_f64()),
            constant.to_f64().is_finite(),
        ),
        Precision::F32 => (
            format!("{:?}", constant.to_f32()),
            constant.to_f32().is_finite(),
        ),
    };
    if finite { text } else { "1e999".into() }
}

/// What the [`text`] of a constant leaves out of it, rounded once: `0.0`, `-1.2e-17`.
pub(super) fn rest(constant: &Constant, precision: Precision) -> String {
    match precision {
        Precision::F64 => format!("{:?}", constant.rest_f64()),
        Precision::F32 => format!("{:?}", constant.rest_f32()),
    }
}

/// A string of C and C++, without trigraphs and with bytes beyond ASCII as they are in UTF-8. Names of models are of visible characters.
pub(super) fn string(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => literal += &format!("\\{}", char::from(byte)),
            b' '..=b'~' => literal.push(char::from(byte)),
            // Three octal digits end by themselves.
            other => literal += &format!("\\{other:03o}"),
        }
    }
    literal + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_strings_of_c() {
        assert_eq!(string("a\"b\\c"), r#""a\"b\\c""#);
        assert_eq!(string("x ??/ é1"), r#""x \?\?/ \303\2511""#);
    }
}
