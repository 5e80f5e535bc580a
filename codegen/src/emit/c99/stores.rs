//! How C writes results: elements of large outputs that are next to each other → two or four at once.
//!
//! ```text
//!  M[8] = t1; M[9] = -t2; M[10] = 0.0; … ──► DENOC_STORE_2(&M[8], t1, -t2); DENOC_STORE_4(&M[10], 0.0, …);
//! ```
//!
//! Processors store one number a cycle, or a vector, and a mass matrix of a quadruped is 324 of them, which take longer than its operations.

use super::super::arrays::Written;
use super::super::body::Language;
use super::super::page::Page;
use super::Style;
use crate::compile::Precision;

/// Elements from which on results are stored together: below, making vectors takes what storing them saves (36 and 49 elements: 4 % more
/// to 4 % less time; 324 and 1444: 2 to 24 % less).
const LARGE: usize = 64;

/// Of four elements, those that are 0 so that they are stored at once. The others need two steps to become a vector, and then take as
/// long as two vectors of two.
const ZEROS: usize = 2;

/// Prints what writes elements of an output, from a place on.
pub(super) fn print(page: &mut Page, style: Style, output: &str, first: usize, values: &[Written]) {
    let is_large = values.len() >= LARGE && !style.lanes;
    let (mut at, mut rest) = (first, values);
    while !rest.is_empty() {
        let size = if is_large { together(rest) } else { 1 };
        let (group, others) = rest.split_at(size);
        let texts: Vec<&str> = group.iter().map(|one| one.text.as_str()).collect();
        match texts.as_slice() {
            [text] => page.line(format_args!("{output}[{at}]{} = {text};", style.lane())),
            texts => page.line(format_args!(
                "{}{size}(&{output}[{at}], {});",
                MACRO,
                texts.join(", ")
            )),
        }
        (at, rest) = (at + size, others);
    }
}

/// How many of some elements are stored at once.
fn together(values: &[Written]) -> usize {
    let zeros = |four: &[Written]| four.iter().filter(|one| one.is_zero).count();
    match values {
        [_] => 1,
        [_, _, _, _, ..] if zeros(&values[..4]) >= ZEROS => 4,
        _ => 2,
    }
}

/// The name of the macros, before their sizes.
const MACRO: &str = "DENOC_STORE_";

/// The definitions of the macros that a text uses; nothing where it uses none.
pub(super) fn definitions(text: &str, precision: Precision) -> String {
    let (scalar, bytes) = match precision {
        Precision::F64 => ("double", 8),
        Precision::F32 => ("float", 4),
    };
    let mut of_vectors = String::new();
    let mut of_numbers = String::new();
    for (size, word) in [(2, "two"), (4, "four")] {
        if !text.contains(&format!("{MACRO}{size}(")) {
            continue;
        }
        let names = &["a", "b", "c", "d"][..size];
        let parameters = names.join(", ");
        let list = format!("({})", names.join("), ("));
        // Of an array, which starts at any number.
        of_vectors += &format!(
            "typedef {scalar} denoc_stored_{word} __attribute__((vector_size({}), aligned({bytes}), may_alias));\n\
             #define {MACRO}{size}(to, {parameters}) (*(denoc_stored_{word} *)(to) = (denoc_stored_{word}){{{list}}})\n",
            size * bytes
        );
        let numbers = names.iter().enumerate();
        let numbers: Vec<String> = numbers
            .map(|(k, name)| format!("(to)[{k}] = ({name})"))
            .collect();
        of_numbers += &format!(
            "#define {MACRO}{size}(to, {parameters}) ({})\n",
            numbers.join(", ")
        );
    }
    match of_vectors.is_empty() {
        true => String::new(),
        false => format!(
            "\n/* Stores results next to each other. */\n#if defined(DENOC_VECTORS)\n{of_vectors}#else\n{of_numbers}#endif\n"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes in which elements are stored, 0 for a zero.
    fn sizes(values: &[u8]) -> Vec<usize> {
        let written = values.iter().map(|value| Written {
            text: value.to_string(),
            is_zero: *value == 0,
        });
        let written: Vec<Written> = written.collect();
        let (mut rest, mut sizes) = (written.as_slice(), Vec::new());
        while !rest.is_empty() {
            let size = together(rest);
            sizes.push(size);
            rest = &rest[size..];
        }
        sizes
    }

    #[test]
    fn four_are_stored_at_once_with_two_zeros_and_one_alone_is_the_last() {
        assert_eq!(sizes(&[1, 0, 2, 0, 3]), [4, 1]);
        assert_eq!(sizes(&[1, 2, 0, 3, 4, 0, 0]), [2, 4, 1]);
        assert_eq!(sizes(&[0, 0, 0]), [2, 1]);
        assert_eq!(sizes(&[1, 2, 3, 0]), [2, 2]);
    }

    #[test]
    fn only_macros_that_are_used_are_defined() {
        assert_eq!(definitions("tau[0] = t1;", Precision::F64), "");
        let two = definitions("DENOC_STORE_2(&M[0], t1, 0.0);", Precision::F32);
        assert!(two.contains("typedef float denoc_stored_two") && two.contains("vector_size(8)"));
        assert!(two.contains("#define DENOC_STORE_2(to, a, b) ((to)[0] = (a), (to)[1] = (b))"));
        assert!(!two.contains("four"));
    }
}
