//! The places of the elements of packed matrices, as constants.

use core::fmt::Write;

use super::super::c99;
use crate::compile::Compiled;
use crate::name;

/// Nothing where no matrix is packed.
pub(super) fn definitions(compiled: &Compiled) -> String {
    let mut text = String::new();
    for function in &compiled.functions {
        for output in function.outputs() {
            let Some(pattern) = &output.pattern else {
                continue;
            };
            let stem = c99::stem(compiled, function, output);
            let (rows, columns) = (pattern.rows, pattern.columns);
            // The macro has a number where C needs one.
            let places = match pattern.row_indices.len() {
                0 => "{}".into(),
                _ => format!("{{{stem}_ROW_INDICES}}"),
            };
            let _ = writeln!(
                text,
                "inline constexpr Pattern<{columns}, {stem}_NNZ> {}_{}_pattern = {{\n    {rows}, {{{stem}_COLUMN_STARTS}}, {places}\n}};",
                name::identifier(&function.name),
                output.name,
            );
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("{PATTERN}{text}"),
    }
}

const PATTERN: &str = "
/*
 * Packed matrices in compressed columns: elements of column c are those from column_starts[c] to column_starts[c + 1], exclusive;
 * element k is in the row row_indices[k]. Eigen reads them as
 *     Eigen::Map<const Eigen::SparseMatrix<Scalar>>(rows, columns, nonzeros, column_starts.data(), row_indices.data(), values.data())
 */
template <std::size_t Columns, std::size_t NonZeros>
struct Pattern {
    int rows;
    std::array<int, Columns + 1> column_starts;
    std::array<int, NonZeros> row_indices;
    static constexpr int columns = static_cast<int>(Columns);
    static constexpr int nonzeros = static_cast<int>(NonZeros);
};
";
