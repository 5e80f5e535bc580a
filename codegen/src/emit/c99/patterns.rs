//! The places of the elements of packed matrices in compressed columns: macros, so that there is no data and the user chooses the type.

use core::fmt::Write;

use super::{Style, lengths};
use crate::compile::Compiled;
use crate::program::Pattern;

/// The longest line.
const WIDTH: usize = 100;

/// The definitions for all functions of a header; nothing where no matrix is packed.
pub(super) fn definitions(compiled: &Compiled, style: Style) -> String {
    let mut text = String::new();
    for function in &compiled.functions {
        for output in function.outputs() {
            if let Some(pattern) = &output.pattern {
                text.push_str(&definition(
                    &lengths::stem(style, function, output),
                    pattern,
                ));
            }
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("{ABOUT}{text}\n"),
    }
}

const ABOUT: &str = "\
/*
 * Packed matrices: initialisers of arrays of integers, such as
 *     static const int starts[] = NAME_COLUMN_STARTS, rows[] = NAME_ROW_INDICES;
 * Elements of column c are those from starts[c] to starts[c + 1], exclusive; element k is in the row rows[k].
 * A matrix of zeros has an NNZ of 0: its argument is not looked at, and rows has one number without a meaning.
 */
";

fn definition(stem: &str, pattern: &Pattern) -> String {
    // C has no arrays of no elements.
    let rows = match pattern.row_indices.as_slice() {
        [] => &[0],
        rows => rows,
    };
    let starts = list(&format!("{stem}_COLUMN_STARTS"), &pattern.starts);
    starts + &list(&format!("{stem}_ROW_INDICES"), rows)
}

/// `#define NAME {0, 1, 2}`, on several lines when long.
fn list(name: &str, numbers: &[usize]) -> String {
    let mut text = format!("#define {name} {{");
    let mut column = text.len();
    for (place, number) in numbers.iter().enumerate() {
        let comma = if place + 1 < numbers.len() {
            ", "
        } else {
            "}\n"
        };
        let item = format!("{number}{comma}");
        if column + item.len() > WIDTH {
            text.push_str("\\\n    ");
            column = 4;
        }
        column += item.len();
        let _ = write!(text, "{item}"); // writing to a String cannot fail
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, list};

    #[test]
    fn lines_of_numbers_are_filled_and_no_longer_than_they_may_be() {
        let numbers: Vec<usize> = (0..200).collect();
        for length in 1..40 {
            let text = list(&"N".repeat(length), &numbers);
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            assert!(lines.len() > 5, "{text}");
            for pair in lines.windows(2) {
                let line = pair[0].trim_end_matches("\\\n");
                let mut items = pair[1].trim_start().split_inclusive(' ');
                let next = items.next().expect("a number");
                assert!(line.len() <= WIDTH, "{line}");
                assert!(line.len() + next.len() > WIDTH, "{line}{next}");
            }
        }
    }
}
