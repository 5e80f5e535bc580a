//! C++: a header over the C functions, which only calls them. Function → call → overloads.
//!
//! ```text
//!  NAME.c, NAME.h   as the emitter of C prints them
//!  NAME.hpp         namespace NAME: sizes, joints as enums, and for every function
//!      f(inputs…, outputs…)   spans of fixed extent in C++20, references to arrays in C++17
//!      f(inputs…) → results   arrays by value; std::optional where a function can fail
//!      the same on Eigen      where DENOC_EIGEN is defined before the header is included
//! ```
//!
//! Sizes are types, so that an array of another length does not compile. Nothing allocates and nothing throws.

mod batch;
mod call;
mod names;
mod parameters;
mod patterns;
mod places;
mod value;

use core::fmt::Write;

use super::c99::{self, comment};
use super::emitter::{Emitter, FileKind, alone, prints_all};
use super::notes;
use super::packed::packed;
use super::page::Page;
use super::state::{StateLayout, Which};
use crate::compile::{Compiled, Precision};
use crate::name;
use call::Call;

/// C++ over C99.
pub const EMITTER: Emitter = Emitter {
    name: "cpp",
    about: "C++17 and C++20 over C99",
    offered: true,
    view: packed,
    obstacle: prints_all,
    besides: alone,
    files: &[
        c99::SOURCE,
        c99::HEADER,
        FileKind {
            extension: "hpp",
            text: |compiled, _| emit(compiled),
            functions: None,
            patterns: None,
        },
    ],
};

/// `NAME.hpp`.
#[must_use]
pub fn emit(compiled: &Compiled) -> String {
    let name = &compiled.name;
    let upper = name.to_ascii_uppercase();
    let scalar = match compiled.options.precision {
        Precision::F64 => "double",
        Precision::F32 => "float",
    };
    let mut text = comment(&notes::file(compiled));
    let _ = write!(
        text,
        "#ifndef DENOC_{upper}_HPP\n#define DENOC_{upper}_HPP\n\n#include \"{name}.h\"\n{PREAMBLE}"
    );
    let _ = writeln!(text, "\nnamespace {} {{\n", names::namespace(name));
    text.push_str(&comment(&guide(name)));
    let _ = writeln!(text, "using Scalar = {scalar};");
    text.push_str(&places::definitions(compiled));
    text.push_str(ARRAYS);
    text.push_str(&patterns::definitions(compiled));
    text.push_str(&parameters::definitions(compiled));
    let calls = calls(compiled);
    if calls.iter().any(Call::can_fail) {
        text.push_str(STATUS);
    }
    let mut page = Page::default();
    for call in &calls {
        call.print(&mut page);
    }
    batch::print(&mut page, compiled);
    text.push_str(&page.into_text());
    if compiled.options.selftest {
        let _ = write!(
            text,
            "\n/* Whether the compiler kept the bits: {name}_selftest of {name}.h. */\n\
             [[nodiscard]] inline bool selftest() noexcept\n{{\n    return ::{name}_selftest() == 0;\n}}\n"
        );
    }
    text + "\n}\n\n#endif\n"
}

/// All functions that have overloads.
fn calls(compiled: &Compiled) -> Vec<Call> {
    let functions = compiled.printed();
    let functions = functions.map(|function| Call::of_function(function, compiled));
    let states = StateLayout::of(compiled);
    let states = states.iter().flat_map(|layout| {
        let step = |which| Call::of_state(layout, which, compiled);
        Which::BOTH.map(step)
    });
    functions.chain(states).collect()
}

/// The C function behind one of these.
fn c_name(compiled: &Compiled, function: &str) -> String {
    format!("{}_{}", compiled.name, name::identifier(function))
}

/// A comment of one line.
fn line(text: &str) -> String {
    format!("/* {} */\n", notes::one_line(text))
}

/// How to use the header.
fn guide(name: &str) -> Vec<String> {
    [
        "Calls of the C functions, which have to be compiled and linked: units, formulations, operations and stack are in".to_owned(),
        format!("{name}.h. Every function has two forms: results are its last arguments, or are returned. Matrices are stored as it says there."),
        "Arrays have a length as a part of their type; they may overlap. Nothing allocates, throws or keeps state.".into(),
        String::new(),
        "With DENOC_EIGEN defined before this file is included, vectors and matrices of Eigen as well.".into(),
    ]
    .to_vec()
}

/// The standard, and what of the library is needed.
const PREAMBLE: &str = "
#if !(__cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L))
#error \"this header needs C++17\"
#endif

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <type_traits>
#if __has_include(<version>)
#include <version>
#endif
#if defined(__cpp_lib_span)
#include <span>
#endif
#if defined(DENOC_EIGEN)
#include <Eigen/Core>
#endif
";

/// The types of arrays.
const ARRAYS: &str = "
/* Arrays that are read and written: in C++17, which has no spans, std::array. */
#if defined(__cpp_lib_span)
template <std::size_t Length>
using Input = std::span<const Scalar, Length>;
template <std::size_t Length>
using Output = std::span<Scalar, Length>;
#else
template <std::size_t Length>
using Input = const std::array<Scalar, Length> &;
template <std::size_t Length>
using Output = std::array<Scalar, Length> &;
#endif

#if defined(DENOC_EIGEN)
/* A vector is a column, a matrix is row-major as in C. */
template <int Rows, int Columns = 1>
using Matrix = Eigen::Matrix<Scalar, Rows, Columns, (Rows != 1 && Columns == 1) ? Eigen::ColMajor : Eigen::RowMajor>;
template <int Rows, int Columns>
using Stride = std::conditional_t<Rows == 1 || Columns == 1, Eigen::InnerStride<1>, Eigen::OuterStride<Columns>>;
/* What is read may be any expression; one that is not stored like this is evaluated first, on the stack. */
template <int Rows, int Columns = 1>
using MatrixInput = const Eigen::Ref<const Matrix<Rows, Columns>, 0, Stride<Rows, Columns>> &;
/* What is written is stored like this, or it does not compile. */
template <int Rows, int Columns = 1>
using MatrixOutput = Eigen::Ref<Matrix<Rows, Columns>, 0, Stride<Rows, Columns>>;
#endif
";

/// The answer of functions that can fail.
const STATUS: &str = "
/* Singular equations leave the results alone. */
enum class Status : int {
    ok = 0,
    singular = 1
};
";
