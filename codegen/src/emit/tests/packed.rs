//! Packed matrices: their constants, what is not packed, matrices without elements.

use super::samples;
use super::tools::Directory;
use crate::compile::Compiled;
use crate::emit::scan::{self, Language, Misprint};
use crate::emit::{EMITTERS, Printing, c99, packed, rust};
use crate::program::{Output, Shape};

fn all() -> [Compiled; 2] {
    [samples::sparse(), samples::sparse_closed()]
}

/// An output of a function.
fn output<'a>(compiled: &'a Compiled, function: &str) -> &'a Output {
    let mut functions = compiled.functions.iter();
    let found = functions.find(|one| one.name == function);
    &found.expect("a function").outputs()[0]
}

#[test]
fn packed_texts_read_back_in_every_language() {
    for compiled in all() {
        let all = EMITTERS.iter();
        for emitter in all.filter(|one| (one.obstacle)(&compiled).is_none()) {
            for standalone in [false, true] {
                let files = emitter.print(&compiled, Printing { standalone });
                assert!(files.is_ok(), "{}: {files:?}", emitter.name);
            }
        }
    }
}

#[test]
fn matrices_of_as_many_columns_as_velocities_are_packed() {
    let dense = samples::sparse();
    let packed = packed(&dense);
    let matrix = output(&packed, "mass_matrix");
    let pattern = matrix.pattern.as_ref().expect("a pattern");
    assert_eq!(pattern.starts, [0, 2, 3, 4]);
    assert_eq!(pattern.row_indices, [0, 2, 1, 0]);
    assert_eq!(matrix.elements.len(), 4);
    let wrenches = output(&packed, "joint_wrenches");
    assert_eq!(wrenches, output(&dense, "joint_wrenches"));
    assert_eq!(wrenches.shape, Shape::Matrix(1, 6));
}

#[test]
fn nothing_is_packed_unless_it_is_asked_for() {
    let mut dense = samples::sparse();
    dense.options.sparse = false;
    for (printed, function) in packed(&dense).functions.iter().zip(&dense.functions) {
        assert_eq!(printed.outputs(), function.outputs());
    }
    let header = c99::emit_header(&dense);
    assert!(!header.contains("NNZ"));
    let zeros = "Structural zeros: 5 of 9 elements of M.";
    assert!(header.contains(zeros) && rust::file(&dense, true).contains(zeros));
}

/// The texts with constants.
fn texts(printed: &Compiled) -> [(Language, String); 2] {
    [
        (Language::Rust, rust::file(printed, true)),
        (Language::C, c99::emit_header(printed)),
    ]
}

fn found(compiled: &Compiled, language: Language, text: &str) -> Option<Misprint> {
    scan::check_patterns(("text", text), language, &packed(compiled), compiled).err()
}

/// Whether a line has constants of a pattern.
fn is_constant(line: &str) -> bool {
    let words = [
        "_SHAPE: ",
        "_COLUMN_STARTS: ",
        "_ROW_INDICES: ",
        "_ROWS ",
        "_COLS ",
        "_COLUMN_STARTS {",
        "_ROW_INDICES {",
    ];
    words.iter().any(|word| line.contains(word)) && !line.contains("JOINT_WRENCHES")
}

#[test]
fn every_change_of_a_pattern_is_noticed() {
    let mut total = 0;
    for compiled in all() {
        for (language, text) in texts(&packed(&compiled)) {
            assert_eq!(found(&compiled, language, &text), None);
            for (start, line) in text
                .match_indices('\n')
                .map(|(at, _)| (at + 1, text[at + 1..].lines().next()))
            {
                let line = line.filter(|line| is_constant(line)).unwrap_or_default();
                let values = line
                    .rfind(['=', '{', ' '])
                    .map_or(0, |at| line[..at].rfind(['=', '{']).unwrap_or(at));
                let digits = line
                    .char_indices()
                    .filter(|(at, c)| *at > values && c.is_ascii_digit());
                // An index without a meaning.
                for (at, digit) in digits.filter(|_| !line.ends_with("ROW_INDICES {0}")) {
                    let mut wrong = text.clone();
                    let other = if digit == '1' { "2" } else { "1" };
                    wrong.replace_range(start + at..=start + at, other);
                    let misprint = found(&compiled, language, &wrong);
                    assert!(misprint.is_some(), "{language:?}: {line}");
                    total += 1;
                }
            }
        }
    }
    assert!(total > 80, "{total} changes");
}

/// The zeros are those of the program before it was packed.
#[test]
fn an_element_that_is_left_out_is_noticed() {
    let dense = samples::sparse();
    let mut less = dense.clone();
    let program = &mut less.functions[0].program;
    program.outputs[0].elements[4] = program.outputs[0].elements[1];
    let printed = packed(&less);
    for (language, text) in texts(&printed) {
        let checked = scan::check_patterns(("text", &text), language, &printed, &dense);
        let misprint = checked.expect_err("an element is left out");
        assert_eq!(misprint.function, "mass_matrix", "{misprint}");
    }
}

#[test]
fn a_matrix_of_zeros_has_no_elements() {
    let compiled = packed(&samples::sparse()).into_owned();
    let [(_, rust), (_, header)] = texts(&compiled);
    for words in [
        "pub fn coriolis_matrix(q: &[f64; 3]) -> [f64; 0]",
        "pub const CORIOLIS_MATRIX_C_SHAPE: (usize, usize) = (3, 3);",
        "pub const CORIOLIS_MATRIX_C_COLUMN_STARTS: [usize; 4] = [0, 0, 0, 0];",
        "pub const CORIOLIS_MATRIX_C_ROW_INDICES: [usize; 0] = [];",
    ] {
        assert!(rust.contains(words), "{words}");
    }
    for words in [
        "#define SPARSE_CORIOLIS_MATRIX_C_NNZ 0\n",
        "#define SPARSE_CORIOLIS_MATRIX_C_COLUMN_STARTS {0, 0, 0, 0}\n",
        "#define SPARSE_CORIOLIS_MATRIX_C_ROW_INDICES {0}\n",
        "void sparse_coriolis_matrix(const double q[SPARSE_NQ], double *C);",
    ] {
        assert!(header.contains(words), "{words} is not in\n{header}");
    }
}

/// What a user writes with the macros, in C and in C++.
const USE: &str = "
static const int starts[] = NAME_MASS_MATRIX_M_COLUMN_STARTS;
static const long long rows[NAME_MASS_MATRIX_M_NNZ] = NAME_MASS_MATRIX_M_ROW_INDICES;
int main(void)
{
    int column, k;
    for (column = 0; column < NAME_MASS_MATRIX_M_COLS; column++)
        for (k = starts[column]; k < starts[column + 1]; k++)
            if (rows[k] >= NAME_MASS_MATRIX_M_ROWS || (k > starts[column] && rows[k] <= rows[k - 1]))
                return 1;
    return starts[NAME_MASS_MATRIX_M_COLS] != NAME_MASS_MATRIX_M_NNZ;
}
";

#[test]
fn packed_c_builds_without_a_diagnostic_and_its_macros_initialise_arrays() {
    const FLAGS: &str = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Werror";
    for compiled in all() {
        let compiled = packed(&compiled).into_owned();
        let name = &compiled.name;
        let directory = Directory::new(&format!("packed-{name}"));
        directory.emit(&compiled);
        let text = USE.replace("NAME", &name.to_ascii_uppercase());
        for file in ["use.c", "use.cpp"] {
            directory.write(file, &format!("#include \"{name}.h\"\n{text}"));
        }
        for compiler in ["gcc", "clang"] {
            directory.quiet(&format!("{compiler} {FLAGS} -O1 -c {name}.c"));
        }
        directory.quiet("g++ -Wall -Wextra -Wpedantic -Werror -c use.cpp");
        if directory.quiet(&format!("gcc {FLAGS} use.c -o use")) {
            let path = directory.path().join("use");
            directory.text(&path.to_string_lossy());
        }
    }
}
