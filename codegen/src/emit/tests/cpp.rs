//! The header of C++: every overload compiles without a diagnostic and has the bits of the C function that it calls, and what does not fit
//! does not compile.

use core::fmt::Write;
use std::path::Path;

use super::samples;
use super::tools::{Directory, slow};
use crate::compile::{Compiled, Precision};
use crate::emit::lanes::batched;
use crate::emit::state::{StateLayout, Which};
use crate::emit::{Printing, c99, cpp};
use crate::function::Function;
use crate::leaves::{Argument, Extent};
use crate::name;
use crate::program::{Output, Port, Shape};

const WARNINGS: &str = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror";

/// Where Debian has Eigen.
const EIGEN: &str = "/usr/include/eigen3";

/// Samples of every kind: failing functions, parameters, packed matrices, batches, quaternions, no joints, single precision.
fn all() -> Vec<Compiled> {
    let mut batch = samples::small();
    batch.name = "batch".into();
    batch.options.batch = true;
    let mut single = samples::arm();
    single.name = "single".into();
    single.options.precision = Precision::F32;
    single.options.selftest = true;
    let mut floating = samples::afloat();
    floating.name = "floating".into();
    floating.options.precision = Precision::F32;
    let mut closed = samples::closed();
    closed.name = "closed".into();
    let packed = |compiled: Compiled| crate::emit::packed(&compiled).into_owned();
    vec![
        samples::small(),
        batch,
        samples::arm(),
        single,
        samples::dry(),
        samples::constant(),
        samples::fixed(),
        packed(samples::sparse()),
        packed(samples::sparse_closed()),
        samples::afloat(),
        floating,
        samples::rigid(),
        closed,
        samples::open(),
    ]
}

fn namespace(compiled: &Compiled) -> String {
    // A function of POSIX has the name.
    match compiled.name.as_str() {
        "open" => "open_".into(),
        name => name.into(),
    }
}

/// Compares memory, counts, and draws numbers.
const TOOLS: &str = "
#include <cstdio>
#include <cstring>
namespace {
unsigned seed = 1;
int compared = 0, faults = 0;
template <typename S> S number(int state)
{
    seed = seed * 1664525U + 1013904223U;
    return state == 0 ? S(0) : S(static_cast<double>(seed >> 8) / 4194304.0 - 2.0);
}
template <typename S, std::size_t N> std::array<S, N> numbers(int state)
{
    std::array<S, N> all{};
    for (S &one : all) one = number<S>(state);
    return all;
}
void same(const void *found, const void *expected, std::size_t size, const char *what)
{
    compared++;
    if (size > 0 && std::memcmp(found, expected, size) != 0) {
        faults++;
        std::printf(\"%s\\n\", what);
    }
}
void holds(bool condition, const char *what)
{
    compared++;
    if (!condition) {
        faults++;
        std::printf(\"%s\\n\", what);
    }
}
template <typename S, std::size_t N> const S *place(const std::array<S, N> &array) { return array.data(); }
const double *place(const double &value) { return &value; }
const float *place(const float &value) { return &value; }
#if defined(DENOC_EIGEN)
template <typename D> const typename D::Scalar *place(const Eigen::PlainObjectBase<D> &matrix) { return matrix.data(); }
#endif
}
";

/// A program with all samples, each in its namespace.
fn program(all: &[Compiled]) -> String {
    let mut text = String::new();
    for compiled in all {
        let _ = writeln!(text, "#include \"{}.hpp\"", compiled.name);
    }
    text += TOOLS;
    for (at, compiled) in all.iter().enumerate() {
        let _ = writeln!(
            text,
            "static void test{at}(int state)\n{{\n    (void)state;"
        );
        let _ = writeln!(text, "    using namespace {};", namespace(compiled));
        places(&mut text, compiled);
        if compiled.preparation.is_some() {
            parameters(&mut text, compiled);
        }
        for function in compiled.printed() {
            calls(&mut text, function, compiled);
        }
        if let Some(layout) = StateLayout::of(compiled) {
            for which in Which::BOTH {
                state(&mut text, &layout, which, compiled);
            }
        }
        batches(&mut text, compiled);
        if compiled.options.selftest {
            text += "    holds(selftest(), \"selftest\");\n";
        }
        text += "}\n";
    }
    text += "int main()\n{\n    for (int state = 0; state < 3; state++) {\n";
    for at in 0..all.len() {
        let _ = writeln!(text, "        test{at}(state);");
    }
    text + "    }\n    std::printf(\"%d compared, %d faults\\n\", compared, faults);\n    return faults != 0;\n}\n"
}

/// Sizes and names, those of the C header.
fn places(text: &mut String, compiled: &Compiled) {
    let upper = compiled.name.to_ascii_uppercase();
    let _ = writeln!(
        text,
        "    static_assert(nq == {upper}_NQ && nv == {upper}_NV);"
    );
    for (at, block) in compiled.mechanism.blocks().iter().enumerate() {
        let name = name::identifier(&block.name);
        let _ = writeln!(
            text,
            "    static_assert(index(Joint::{name}) == {at} && joint_q[{at}] == {} && joint_v[{at}] == {});\n    \
             holds(std::strcmp(joint_names[{at}], \"{}\") == 0, \"name\");",
            block.q, block.v, block.name
        );
        for (letter, names, first) in [
            ('Q', &block.coordinates, block.q),
            ('V', &block.velocities, block.v),
        ] {
            for (k, name) in names.iter().enumerate() {
                let (name, place) = (name::identifier(name), first + k);
                let _ = writeln!(
                    text,
                    "    static_assert(index({letter}::{name}) == {place});"
                );
            }
        }
    }
}

/// `prepared` for the calls, and all answers of `prepare`.
fn parameters(text: &mut String, compiled: &Compiled) {
    let name = &compiled.name;
    let first = &compiled.mechanism.parameters[0].name;
    let _ = writeln!(
        text,
        "    Parameters given = parameters_default();
    Prepared prepared, expected;
    holds(prepare(given, prepared) == 0 && ::{name}_prepare(&given, &expected) == 0, \"prepare\");
    same(&prepared, &expected, sizeof prepared, \"prepared\");
    holds(prepare(given).has_value(), \"prepared by value\");
    given.{first} = -1;
    const int invalid = ::{name}_prepare(&given, &expected);
    holds(invalid != 0 && prepare(given, prepared) == invalid && !prepare(given), \"invalid parameters\");"
    );
}

fn is_number(port: &Port) -> bool {
    port.argument.extent() == Extent::Scalar
}

/// Rows and columns of an output as Eigen has it.
fn sides(output: &Output) -> String {
    match (output.shape, &output.pattern) {
        (Shape::Matrix(rows, 1), None) => rows.to_string(),
        (Shape::Matrix(rows, columns), None) => format!("{rows}, {columns}"),
        _ => output.elements.len().to_string(),
    }
}

/// All overloads of a function beside the function of C.
fn calls(text: &mut String, function: &Function, compiled: &Compiled) {
    let name = name::identifier(&function.name);
    let what = format!("{} {name}", compiled.name);
    let _ = writeln!(text, "    {{");
    for port in function.inputs() {
        let (name, len) = (port.argument.name(), port.len);
        let _ = match port.argument {
            Argument::Prepared => Ok(()),
            _ if is_number(port) => {
                writeln!(text, "    const Scalar {name} = number<Scalar>(state);")
            }
            _ => writeln!(
                text,
                "    const auto {name} = numbers<Scalar, {len}>(state);"
            ),
        };
    }
    let c_inputs = function.inputs().iter().map(|port| match port.argument {
        Argument::Prepared => "&prepared".into(),
        other if is_number(port) => format!("&{}", other.name()),
        other => format!("{}.data()", other.name()),
    });
    let outputs: Vec<&Output> = function.outputs().iter().collect();
    let c_outputs = (0..outputs.len()).map(|k| format!("c{k}"));
    for (k, output) in outputs.iter().enumerate() {
        let _ = writeln!(
            text,
            "    Scalar c{k}[{}] = {{}};",
            output.elements.len().max(1)
        );
    }
    let c_arguments: Vec<String> = c_inputs.chain(c_outputs).collect();
    let kept = if function.can_fail() {
        "const int status = "
    } else {
        ""
    };
    let c_name = format!("::{}_{name}", compiled.name);
    let _ = writeln!(text, "    {kept}{c_name}({});", c_arguments.join(", "));
    let plain = function
        .inputs()
        .iter()
        .map(|port| port.argument.name().to_owned());
    let declared = |output: &Output| match output.shape {
        Shape::Scalar => "Scalar".to_owned(),
        _ => format!("std::array<Scalar, {}>", output.elements.len()),
    };
    overloads(
        text,
        function,
        &name,
        &plain.collect::<Vec<_>>(),
        &declared,
        &what,
    );
    let lengths = || {
        outputs
            .iter()
            .map(|one| one.elements.len())
            .chain(function.inputs().iter().map(|port| port.len))
    };
    let arrays = function
        .inputs()
        .iter()
        .any(|one| one.argument != Argument::Prepared && !is_number(one));
    if arrays && lengths().all(|len| len > 0 && len * 8 <= 128 * 1024) {
        text.push_str("#if defined(DENOC_EIGEN)\n");
        let eigen = function.inputs().iter().map(|port| match port.argument {
            Argument::Prepared => "prepared".into(),
            other if is_number(port) => other.name().to_owned(),
            other => match other.extent().on(&compiled.mechanism) {
                Shape::Matrix(rows, columns) if rows * columns == port.len => {
                    format!(
                        "(Eigen::Map<const Matrix<{rows}, {columns}>>({}.data()))",
                        other.name()
                    )
                }
                _ => format!(
                    "(Eigen::Map<const Matrix<{}>>({}.data()))",
                    port.len,
                    other.name()
                ),
            },
        });
        let declared = |output: &Output| match output.shape {
            Shape::Scalar => "Scalar".to_owned(),
            _ => format!("Matrix<{}>", sides(output)),
        };
        overloads(
            text,
            function,
            &name,
            &eigen.collect::<Vec<_>>(),
            &declared,
            &format!("{what}, Eigen"),
        );
        text.push_str("#endif\n");
    }
    text.push_str("    }\n");
}

/// The two forms of a function with these arguments.
fn overloads(
    text: &mut String,
    function: &Function,
    name: &str,
    inputs: &[String],
    declared: &dyn Fn(&Output) -> String,
    what: &str,
) {
    let outputs = function.outputs();
    text.push_str("    {\n");
    for (k, output) in outputs.iter().enumerate() {
        let _ = writeln!(
            text,
            "    {} r{k};\n    std::memset(static_cast<void *>(&r{k}), 0, sizeof r{k});",
            declared(output)
        );
    }
    let results = (0..outputs.len()).map(|k| format!("r{k}"));
    let arguments: Vec<String> = inputs.iter().cloned().chain(results).collect();
    let arguments = arguments.join(", ");
    let returned = inputs.join(", ");
    let compare = |text: &mut String, place: &dyn Fn(usize) -> String| {
        for (k, output) in outputs.iter().enumerate() {
            let len = output.elements.len();
            let _ = writeln!(
                text,
                "    same(place({}), c{k}, {len} * sizeof(Scalar), \"{what}\");",
                place(k)
            );
        }
    };
    if function.can_fail() {
        let _ = writeln!(
            text,
            "    holds(static_cast<int>({name}({arguments})) == status, \"{what}, status\");"
        );
        compare(text, &|k| format!("r{k}"));
        let _ = writeln!(
            text,
            "    const auto found = {name}({returned});\n    holds(found.has_value() == (status == 0), \"{what}, optional\");\n    if (found) {{"
        );
    } else {
        let _ = writeln!(text, "    {name}({arguments});");
        compare(text, &|k| format!("r{k}"));
        let _ = writeln!(text, "    const auto found = {name}({returned});\n    {{");
    }
    let held = if function.can_fail() {
        "(*found)"
    } else {
        "found"
    };
    compare(text, &|k| match outputs {
        [_] => held.into(),
        _ => format!("{held}.{}", outputs[k].name),
    });
    text.push_str("    }\n    }\n");
}

/// `integrate` or `difference`.
fn state(text: &mut String, layout: &StateLayout, which: Which, compiled: &Compiled) {
    let (name, c_name, len) = (which.name(), &compiled.name, layout.result_len(which));
    let (arrays, passed, c_passed) = match which {
        Which::Integrate => (["nq", "nv"], "a, b, dt", "a.data(), b.data(), dt"),
        Which::Difference => (["nq", "nq"], "a, b", "a.data(), b.data()"),
    };
    let dt = match which {
        Which::Integrate => "const Scalar dt = number<Scalar>(state);",
        Which::Difference => "",
    };
    let [a, b] = arrays;
    let eigen = passed.replace(
        "a, b",
        "(Eigen::Map<const Matrix<A>>(a.data())), (Eigen::Map<const Matrix<B>>(b.data()))",
    );
    let eigen = eigen
        .replace("<A>", &format!("<{a}>"))
        .replace("<B>", &format!("<{b}>"));
    let _ = writeln!(
        text,
        "    {{
    const auto a = numbers<Scalar, {a}>(state);
    const auto b = numbers<Scalar, {b}>(state);
    {dt}
    std::array<Scalar, {len}> expected, found;
    ::{c_name}_{name}({c_passed}, expected.data());
    {name}({passed}, found);
    same(found.data(), expected.data(), sizeof found, \"{name}\");
    same({name}({passed}).data(), expected.data(), sizeof found, \"{name} by value\");
#if defined(DENOC_EIGEN)
    const Matrix<{len}> matrix = {name}({eigen});
    same(matrix.data(), expected.data(), sizeof found, \"{name} of Eigen\");
#endif
    }}"
    );
}

/// Batches beside those of C.
fn batches(text: &mut String, compiled: &Compiled) {
    for function in batched(compiled) {
        let name = name::identifier(&function.name);
        let c_name = &compiled.name;
        text.push_str(
            "#if defined(__cpp_lib_span)\n    {\n    constexpr std::size_t n = lanes + 1;\n",
        );
        let (mut found, mut expected, mut comparisons) =
            (vec!["n".to_owned()], vec!["n".to_owned()], String::new());
        for (k, port) in function.inputs().iter().enumerate() {
            let _ = writeln!(
                text,
                "    const auto i{k} = numbers<Scalar, 2 * lanes * {}>(state);",
                port.len
            );
            found.push(format!("i{k}"));
            expected.push(format!("i{k}.data()"));
        }
        for (k, output) in function.outputs().iter().enumerate() {
            let len = output.elements.len();
            let _ = writeln!(
                text,
                "    static_assert(batch_size(n, {len}) == 2 * lanes * {len});"
            );
            let _ = writeln!(
                text,
                "    std::array<Scalar, 2 * lanes * {len}> o{k}{{}}, c{k}{{}};"
            );
            let _ = writeln!(
                comparisons,
                "    same(o{k}.data(), c{k}.data(), sizeof o{k}, \"{name}_batch\");"
            );
            found.push(format!("o{k}"));
            expected.push(format!("c{k}.data()"));
        }
        let _ = writeln!(
            text,
            "    {name}_batch({});\n    ::{c_name}_{name}_batch({});\n{comparisons}    }}\n#endif",
            found.join(", "),
            expected.join(", ")
        );
    }
    if batched(compiled).next().is_some() {
        text.push_str(
            "#if defined(__cpp_lib_span)
    const auto rows = numbers<Scalar, 27>(state);
    std::array<Scalar, batch_size(9, 3)> blocks;
    std::array<Scalar, 27> back;
    to_blocks(9, 3, rows, blocks);
    from_blocks(9, 3, blocks, back);
    same(back.data(), rows.data(), sizeof back, \"blocks\");
#endif\n",
        );
    }
}

fn write(directory: &Directory, compiled: &Compiled) {
    let name = &compiled.name;
    directory.write(&format!("{name}.h"), &c99::emit_header(compiled));
    directory.write(&format!("{name}.c"), &c99::emit_source(compiled));
    directory.write(&format!("{name}.hpp"), &cpp::emit(compiled));
}

/// The builds: a compiler, a standard, and Eigen where it is installed.
fn builds() -> Vec<(&'static str, &'static str, String)> {
    let has_eigen = Path::new(EIGEN).is_dir();
    if !has_eigen {
        println!("Eigen is not installed: its part of the test is skipped");
    }
    let plain = String::new;
    let eigen = match has_eigen {
        true => format!("-DDENOC_EIGEN -isystem {EIGEN}"),
        false => plain(),
    };
    let mut builds = vec![
        ("g++", "c++20", plain()),
        ("clang++", "c++17", plain()),
        ("g++", "c++17", eigen.clone()),
        ("clang++", "c++20", eigen),
    ];
    if slow() && has_eigen {
        builds.extend([("g++", "c++17", plain()), ("clang++", "c++20", plain())]);
    }
    builds
}

#[test]
fn every_overload_has_the_bits_of_the_c_function() {
    let all = all();
    let directory = Directory::new("cpp");
    let mut objects = Vec::new();
    for compiled in &all {
        write(&directory, compiled);
        let name = &compiled.name;
        directory.quiet(&format!("cc -std=c99 -O1 -c {name}.c"));
        objects.push(format!("{name}.o"));
    }
    directory.write("main.cpp", &program(&all));
    let objects = objects.join(" ");
    for (compiler, standard, eigen) in builds() {
        let command = format!(
            "{compiler} -std={standard} -O1 {WARNINGS} {eigen} main.cpp {objects} -lm -o main"
        );
        if !directory.quiet(&command) {
            continue;
        }
        let found = directory.text("./main").expect("a program");
        assert!(found.ends_with(" 0 faults\n"), "{command}\n{found}");
        let compared = found
            .split(' ')
            .next()
            .and_then(|number| number.parse().ok());
        assert!(compared > Some(600), "{found}");
    }
}

/// What a caller gets wrong, and whether Eigen is needed to say it.
const MISTAKES: [(bool, &str); 6] = [
    (
        false,
        "std::array<double, 2> q{}; std::array<double, 9> M{}; arm::mass_matrix(q, M);",
    ),
    (
        false,
        "std::array<double, 3> q{}; std::array<double, 8> M{}; arm::mass_matrix(q, M);",
    ),
    (
        false,
        "std::array<float, 3> q{}; (void)arm::mass_matrix(q);",
    ),
    (true, "Eigen::Vector2d q; (void)arm::mass_matrix(q);"),
    (
        true,
        "Eigen::Vector3d q; Eigen::Matrix3d M; arm::mass_matrix(q, M); /* column-major */",
    ),
    (
        true,
        "Eigen::Vector3d q; Eigen::Matrix<double, 6, 6, Eigen::RowMajor> all; arm::mass_matrix(q, all.topLeftCorner<3, 3>());",
    ),
];

/// What fits in the same places.
const RIGHT: [(bool, &str); 4] = [
    (
        false,
        "std::array<double, 3> q{}; std::array<double, 9> M{}; arm::mass_matrix(q, M);",
    ),
    (
        true,
        "Eigen::Matrix3d q; q.setZero(); (void)arm::mass_matrix(q.row(0).transpose());",
    ),
    (
        true,
        "Eigen::VectorXd q(3); q.setZero(); (void)arm::mass_matrix(2.0 * q);",
    ),
    (
        true,
        "double place[9]; Eigen::Vector3d q(0, 0, 0); arm::mass_matrix(q, Eigen::Map<arm::Matrix<3, 3>>(place));",
    ),
];

#[test]
fn arrays_that_do_not_fit_do_not_compile() {
    let directory = Directory::new("cpp-mistakes");
    write(&directory, &samples::arm());
    let eigen = Path::new(EIGEN).is_dir();
    let cases = MISTAKES.iter().map(|case| (case, false));
    let cases = cases.chain(RIGHT.iter().map(|case| (case, true)));
    for ((with_eigen, statements), fits) in cases {
        let text = format!("#include \"arm.hpp\"\nint main() {{ {statements} }}\n");
        directory.write("main.cpp", &text);
        let options = match (with_eigen, eigen) {
            (true, false) => continue,
            (true, true) => format!("-DDENOC_EIGEN -isystem {EIGEN}"),
            (false, _) => String::new(),
        };
        let Some(output) =
            directory.run(&format!("g++ -std=c++20 -fsyntax-only {options} main.cpp"))
        else {
            return;
        };
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), fits, "{statements}\n{said}");
    }
}

#[test]
fn the_emitter_writes_all_three_files() {
    let files = cpp::EMITTER.print(&samples::small(), Printing::default());
    let files = files.expect("it reads back");
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["two_link.c", "two_link.h", "two_link.hpp"]);
    assert!(c99::EMITTER.is_part_of(&cpp::EMITTER));
    assert!(!cpp::EMITTER.is_part_of(&c99::EMITTER) && !c99::EMITTER.is_part_of(&c99::EMITTER));
    let asked = [&c99::EMITTER, &cpp::EMITTER];
    let rendered = crate::output::render(&samples::small(), &asked, Printing::default());
    assert_eq!(rendered.expect("it reads back"), files);
}

/// Names of joints that C++ cannot have, or has twice.
#[test]
fn names_become_enumerators() {
    let mut compiled = samples::arm();
    let names = ["class", "Left-Arm", "left arm"];
    for (body, name) in compiled.mechanism.bodies.iter_mut().zip(names) {
        body.joint_name = name.into();
    }
    let text = cpp::emit(&compiled);
    for words in [
        "    class_ = 0,\n    left_arm = 1,\n    left_arm_2 = 2\n",
        "\"class\",\n    \"Left-Arm\",\n    \"left arm\"\n",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}
