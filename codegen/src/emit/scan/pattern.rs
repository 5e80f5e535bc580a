//! The places of the elements of packed matrices, read back: put there, the elements are the matrix of the dense program.

use super::{Language, Misprint};
use crate::compile::Compiled;
use crate::function::Function;
use crate::name;
use crate::program::{Output, Shape, Signed};

/// The constants of a text that say where the elements of packed matrices are: with zeros elsewhere, the printed functions give what the `dense` ones give.
///
/// # Errors
/// The first function with a matrix of which this is not so.
pub fn check_patterns(
    (file, text): (&str, &str),
    language: Language,
    printed: &Compiled,
    dense: &Compiled,
) -> Result<(), Misprint> {
    let prefix = match language {
        Language::C => format!("{}_", printed.name.to_ascii_uppercase()),
        Language::Rust | Language::JavaScript => String::new(),
    };
    let read = PatternText {
        text,
        language,
        prefix,
    };
    let pairs = printed.functions.iter().zip(&dense.functions);
    for (printed, dense) in pairs {
        let results = printed.outputs().iter().zip(dense.outputs());
        for (packed, whole) in results {
            let same = match packed.pattern {
                None => packed == whole,
                Some(_) => read.elements(&printed.name, packed) == Some(elements(dense, whole)),
            };
            if !same {
                return Err(misprint(file, &printed.name, packed.name));
            }
        }
    }
    Ok(())
}

fn misprint(file: &str, function: &str, output: &str) -> Misprint {
    Misprint {
        file: file.into(),
        line: 0,
        function: function.into(),
        found: String::new(),
        why: "the pattern is another",
        expected: format!("the places of {output} that are not 0"),
    }
}

/// An element with its row and its column.
type Placed = (usize, usize, Signed);

/// The elements of a dense matrix that are not 0, column by column, behind its rows and columns.
fn elements(function: &Function, matrix: &Output) -> ([usize; 2], Vec<Placed>) {
    let Shape::Matrix(rows, columns) = matrix.shape else {
        return ([0; 2], Vec::new());
    };
    let places = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column)));
    let all = places.map(|(row, column)| (row, column, matrix.elements[row * columns + column]));
    let kept = all.filter(|(_, _, element)| !function.last().is_zero(element.operand));
    ([rows, columns], kept.collect())
}

/// A text with constants.
struct PatternText<'t> {
    text: &'t str,
    language: Language,
    prefix: String,
}

impl PatternText<'_> {
    /// The elements of a packed matrix where the text says that they are; `None`: it does not say so.
    fn elements(&self, function: &str, packed: &Output) -> Option<([usize; 2], Vec<Placed>)> {
        let words = [function, packed.name].map(name::upper).join("_");
        let stem = format!("{}{words}", self.prefix);
        let [rows, columns] = self.sides(&stem)?;
        let starts = self.numbers(&format!("{stem}_COLUMN_STARTS"))?;
        let mut row_indices = self.numbers(&format!("{stem}_ROW_INDICES"))?;
        if packed.elements.is_empty() && self.language == Language::C {
            row_indices.pop();
        }
        let len = packed.elements.len();
        let fits = starts.len() == columns + 1 && row_indices.len() == len;
        if !fits || starts.first() != Some(&0) || starts.last() != Some(&len) {
            return None;
        }
        let mut placed = Vec::new();
        for (column, bounds) in starts.windows(2).enumerate() {
            for place in bounds[0]..bounds[1] {
                placed.push((
                    *row_indices.get(place)?,
                    column,
                    *packed.elements.get(place)?,
                ));
            }
        }
        Some(([rows, columns], placed))
    }

    /// Rows and columns.
    fn sides(&self, stem: &str) -> Option<[usize; 2]> {
        if self.language == Language::C {
            let side = |name: &str| self.defined(&format!("{stem}_{name}"))?.trim().parse().ok();
            return Some([side("ROWS")?, side("COLS")?]);
        }
        let shape = self.numbers(&format!("{stem}_SHAPE"))?;
        shape.try_into().ok()
    }

    /// The numbers of a list: `const NAME: [usize; 2] = [0, 1];`, `#define NAME {0, 1}`.
    fn numbers(&self, name: &str) -> Option<Vec<usize>> {
        let defined = self.defined(name)?;
        let list = defined.trim_matches(|c: char| "[]{}() \n".contains(c));
        let numbers = list
            .split(',')
            .map(|one| one.trim_matches(|c: char| c.is_whitespace() || c == '\\'));
        let numbers = numbers.filter(|one| !one.is_empty());
        numbers.map(|one| one.parse().ok()).collect()
    }

    /// The text of a constant.
    fn defined(&self, name: &str) -> Option<&str> {
        let (head, end) = match self.language {
            Language::C => (format!("#define {name} "), "\n"),
            Language::Rust | Language::JavaScript => (format!("const {name}: "), ";\n"),
        };
        let at = self.text.find(&head)? + head.len();
        let mut value = &self.text[at..];
        if self.language == Language::C {
            let mut ends = value.match_indices(end).map(|(at, _)| at);
            let end = ends.find(|at| !value[..*at].ends_with('\\'))?;
            return Some(&value[..end]);
        }
        value = value.split_once(" = ")?.1;
        Some(value.split_once(end)?.0)
    }
}
