//! The places of the elements of packed matrices, as constants in compressed columns.

use super::super::layout::Code;
use super::super::page::Page;
use super::identifier;
use crate::function::Function;
use crate::name;
use crate::program::{Output, Pattern};

/// Prints the constants of a function: `MASS_MATRIX_M_SHAPE`, `MASS_MATRIX_M_COLUMN_STARTS`, `MASS_MATRIX_M_ROW_INDICES`.
pub(super) fn print(page: &mut Page, function: &Function) {
    for output in function.outputs() {
        if let Some(pattern) = &output.pattern {
            constants(page, function, output, pattern);
        }
    }
}

fn constants(page: &mut Page, function: &Function, output: &Output, pattern: &Pattern) {
    let matrix = format!("`{}` of [`{}`]", output.name, path(function));
    let stem = stem(&function.name, output.name);
    let (rows, columns) = (pattern.rows, pattern.columns);
    page.apart();
    page.docs([format!("Rows and columns of {matrix}.")]);
    page.line(format_args!(
        "pub const {stem}_SHAPE: (usize, usize) = ({rows}, {columns});"
    ));
    page.apart();
    page.docs([format!(
        "Where the columns of {matrix} start among its elements, and the number of these."
    )]);
    list(page, &format!("{stem}_COLUMN_STARTS"), &pattern.starts);
    page.apart();
    page.docs([format!("The rows of the elements of {matrix}.")]);
    list(page, &format!("{stem}_ROW_INDICES"), &pattern.row_indices);
}

/// The prefix of the names of its constants.
pub(super) fn stem(function: &str, output: &str) -> String {
    [function, output].map(name::upper).join("_")
}

fn path(function: &Function) -> String {
    format!("Self::{}", identifier(&function.name))
}

fn list(page: &mut Page, name: &str, numbers: &[usize]) {
    let open = format!("pub const {name}: [usize; {}] = [", numbers.len());
    page.code(Code::list(
        &open,
        numbers.iter().map(usize::to_string),
        "];",
    ));
}
