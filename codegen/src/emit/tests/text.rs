//! The text itself: names, determinism, and reading it back.

use super::samples;
use crate::compile::{Compiled, Fma, Precision, Sincos};
use crate::emit::chunk::{Limits, Plan};
use crate::emit::kernel::Kernel;
use crate::emit::notes::root_price;
use crate::emit::scan::{self, Language, PrintedAs};
use crate::emit::state::{StateLayout, Which, price};
use crate::emit::{Printing, c99, javascript, rust};
use crate::name::{identifier, of_model, struct_name};
use crate::program::{Operand, Program, Statement};
use crate::state::CoordinateKind;

/// A part of a text, from its first words through its last ones.
pub(super) fn part<'a>(text: &'a str, first: &str, last: &str) -> &'a str {
    let start = text.find(first).expect(first);
    let rest = &text[start..];
    let end = rest.find(last).expect(last);
    &rest[..end + last.len()]
}

#[test]
fn names_follow_the_contract() {
    for (name, expected, of_struct) in [
        ("puma", "puma", "Puma"),
        ("KUKA KR-16 (2)", "kuka_kr_16_2_", "KukaKr16_2"),
        ("6R", "m_6r", "M6r"),
        ("double", "m_double", "MDouble"),
        ("Self", "m_self", "MSelf"),
        ("Result", "result", "MResult"),
        ("into_iterator", "into_iterator", "MIntoIterator"),
        ("results", "results", "Results"),
        ("é", "m_", "M"),
        ("", "m_", "M"),
    ] {
        assert_eq!(identifier(name), expected);
        assert_eq!(of_model(name), expected);
        assert_eq!(struct_name(name), of_struct);
    }
    for (name, of_files, of_struct) in [
        ("(7dof)", "m_7dof_", "M7dof"),
        ("#1", "m_1", "M1"),
        ("_arm", "arm", "Arm"),
        ("-self", "m_self", "MSelf"),
        ("Self-", "self_", "MSelf"),
        ("stdint", "m_stdint", "MStdint"),
        ("Math", "m_math", "MMath"),
        ("math 2", "math_2", "Math2"),
    ] {
        assert_eq!(of_model(name), of_files);
        assert_eq!(of_model(of_files), of_files);
        assert_eq!(struct_name(of_files), of_struct);
    }
}

#[test]
fn structs_have_names_whatever_models_are_called() {
    for name in [
        "_7", "7_", "__7__7", "self_", "_self_", "-Self", "SELF", "s-elf", "crate-", "(", "m_",
        "_m",
    ] {
        let name = struct_name(name);
        assert!(syn::parse_str::<syn::Ident>(&name).is_ok(), "{name}");
    }
}

#[test]
fn printed_functions_read_back_as_their_programs() {
    let further = [samples::closed(), samples::redundant(), samples::open()];
    for mut compiled in samples::all().into_iter().chain(further) {
        for precision in [Precision::F64, Precision::F32] {
            for sincos in [Sincos::Poly, Sincos::Libm] {
                (compiled.options.precision, compiled.options.sincos) = (precision, sincos);
                read_back(&compiled);
            }
        }
    }
}

/// The texts of a mechanism with functions in them.
pub(super) fn texts(compiled: &Compiled) -> Vec<(Language, String)> {
    let mut texts = vec![
        (Language::Rust, rust::file(compiled, false)),
        (Language::Rust, rust::file(compiled, true)),
        (Language::C, c99::emit_source(compiled)),
    ];
    if compiled.options.fma == Fma::Off {
        texts.push((Language::JavaScript, javascript::emit(compiled.printed())));
    }
    texts
}

/// All texts of a mechanism read as they should.
pub(super) fn read_back(compiled: &Compiled) {
    for (language, text) in texts(compiled) {
        reads_back(compiled, language, &text);
    }
}

/// Every function reads as it should, and holds as many operations as its program.
fn reads_back(compiled: &Compiled, language: Language, text: &str) {
    let checked = scan::check(text, "text", language, compiled);
    assert!(checked.is_ok(), "{}: {checked:?}", compiled.name);
    let prefix = match language {
        Language::C => format!("{}_", compiled.name),
        Language::Rust | Language::JavaScript => String::new(),
    };
    let printed = PrintedAs {
        language,
        precision: compiled.options.precision,
        sincos: compiled.options.sincos,
        prefix: &prefix,
    };
    for function in &compiled.functions {
        let read = printed.scan(text, function).expect("a text of ours");
        let counts = function.programs().map(Program::counts).sum();
        assert_eq!(read.counts(), counts, "{}", function.name);
    }
}

/// Lines with code or documentation: empty lines are ours, and plain comments are no tokens.
fn lines(text: &str) -> Vec<&str> {
    let kept = |line: &&str| {
        let line = line.trim_start();
        !line.is_empty() && (!line.starts_with("//") || line.starts_with("///"))
    };
    text.lines().filter(kept).collect()
}

#[test]
fn rust_is_laid_out_as_prettyplease_does() {
    for mut compiled in samples::all() {
        for sincos in [Sincos::Poly, Sincos::Libm] {
            compiled.options.sincos = sincos;
            let text = rust::file(&compiled, false);
            let parsed = syn::parse_file(&text).expect("it is Rust");
            let printed = prettyplease::unparse(&parsed);
            let (ours, theirs) = (lines(&text), lines(&printed));
            let first = ours.iter().zip(&theirs).find(|(a, b)| a != b);
            assert_eq!(first, None, "{}", compiled.name);
            assert_eq!(ours.len(), theirs.len(), "{}", compiled.name);
        }
    }
}

/// Without, the code is right and slow.
#[test]
fn vectors_are_asked_for_where_they_are_used() {
    let mut uses = 0;
    for compiled in samples::all() {
        let text = c99::emit_source(&compiled);
        let used = text.contains("#if defined(DENOC_VECTORS)\n");
        assert_eq!(
            used,
            text.contains("#define DENOC_VECTORS\n"),
            "{}",
            compiled.name
        );
        uses += usize::from(used);
    }
    assert!(uses > 2, "{uses} uses");
}

#[test]
fn the_same_input_prints_the_same_bytes() {
    let print = || {
        let compiled = samples::random("cut", 12, 12, 5000, 12);
        (
            rust::file(&compiled, true),
            c99::emit_source(&compiled),
            c99::emit_header(&compiled),
            javascript::emit(&compiled.functions),
        )
    };
    assert!(print() == print());
}

const LIMITS: Limits = Limits {
    whole: 1000,
    shortest: 300,
    longest: 700,
    merged: 0,
    touched: usize::MAX,
};

#[test]
fn chunks_keep_their_bounds() {
    for count in [1001, 1300, 1401, 5000, 7013] {
        let compiled = samples::random("cut", 12, 12, count, 12);
        let plan = Plan::of(&compiled.functions[0].program, LIMITS);
        let mut next = 0;
        for part in plan.parts() {
            assert_eq!(part.statements.start, next);
            next = part.statements.end;
            assert!(
                part.inline || (LIMITS.shortest..=LIMITS.longest).contains(&part.statements.len()),
                "{part:?}"
            );
        }
        assert_eq!(next, compiled.functions[0].program.statements.len());
        assert!(plan.live < 250, "{} values are live", plan.live);
    }
    let compiled = samples::random("whole", 7, 7, 900, 7);
    assert!(compiled.functions[0].program.statements.len() <= LIMITS.whole);
    assert!(!Plan::of(&compiled.functions[0].program, LIMITS).is_cut());
}

/// How many values are alive before a statement: defined before it, and read by it or later.
fn alive(program: &Program, at: usize) -> usize {
    let read = |operand: Operand, slot| matches!(operand, Operand::Slot(one) if one == slot);
    let later = &program.statements[at..];
    let elements = || program.outputs.iter().flat_map(|output| &output.elements);
    let is_read = |slot: &usize| {
        let mut operands = later.iter().flat_map(Statement::operands);
        operands.any(|one| read(one, *slot)) || elements().any(|one| read(one.operand, *slot))
    };
    (0..at).filter(is_read).count()
}

#[test]
fn programs_are_cut_where_fewest_values_are_alive() {
    let limits = Limits {
        whole: 40,
        shortest: 10,
        longest: 25,
        merged: 0,
        touched: usize::MAX,
    };
    for count in [90, 131] {
        let compiled = samples::random("cut", 5, 5, count, 5);
        let program = &compiled.functions[0].program;
        let plan = Plan::of(program, limits);
        let (_, all_but_last) = plan.after.split_last().expect("parts");
        for part in all_but_last {
            let (start, end) = (part.statements.start, part.statements.end);
            let most = (start + limits.longest).min(program.statements.len() - limits.shortest);
            let fewest = (start + limits.shortest..=most)
                .map(|at| alive(program, at))
                .min();
            assert_eq!(Some(alive(program, end)), fewest, "{count}: {part:?}");
        }
    }
}

#[test]
fn sincos_costs_what_the_header_says() {
    for (precision, products) in [(Precision::F64, 23), (Precision::F32, 18)] {
        let text = c99::kernels::text(Kernel::Sincos, precision);
        let code = text
            .lines()
            .map(|line| line.split("/*").next().unwrap_or_default());
        let code = code.skip_while(|line| !line.starts_with('{'));
        assert_eq!(
            code.map(|line| line.matches(" * ").count()).sum::<usize>(),
            products
        );
    }
}

/// Multiplications, additions and divisions that a C function executes, those of the functions it calls included.
fn executed(text: &str, name: &str) -> [usize; 3] {
    let head = format!("{name}(");
    let lines = text
        .lines()
        .map(|line| line.split("/*").next().unwrap_or_default())
        .skip_while(|line| !(line.starts_with("static") && line.contains(&head)))
        .skip_while(|line| *line != "{")
        .take_while(|line| *line != "}");
    let (mut sum, mut times) = ([0; 3], 1);
    for line in lines {
        if let Some((_, bound)) = line.split_once("i < ") {
            times = bound[..1].parse().expect("a digit");
            continue;
        }
        if line == "    }" {
            times = 1;
        }
        if line.contains("UINT") {
            continue; // integers
        }
        let mut add = |k: usize, count: usize| sum[k] += times * count;
        add(
            0,
            line.matches(" * ").count() + line.matches(" *= ").count(),
        );
        add(1, line.matches(" + ").count() + line.matches(" - ").count());
        add(2, line.matches(" / ").count());
        for call in line.split("denoc_").skip(1) {
            let callee: String = call.chars().take_while(|c| *c != '(').collect();
            if !callee.starts_with("sincos") {
                for (k, count) in executed(text, &format!("denoc_{callee}"))
                    .into_iter()
                    .enumerate()
                {
                    add(k, count);
                }
            }
        }
    }
    sum
}

/// The kernels of a model, one after the other.
fn kernels(compiled: &Compiled) -> String {
    let kernels = Kernel::of(compiled).into_iter();
    kernels
        .map(|kernel| c99::kernels::text(kernel, compiled.options.precision))
        .collect()
}

#[test]
fn saturation_costs_what_the_header_says() {
    let mut compiled = samples::dry();
    for precision in [Precision::F64, Precision::F32] {
        compiled.options.precision = precision;
        let text = kernels(&compiled);
        let (mul, add) = root_price(precision);
        // Two squares, their sum, and the product with the root.
        let expected = [3 + mul, 1 + add, 0];
        assert_eq!(executed(&text, "denoc_saturate"), expected, "{precision:?}");
    }
}

#[test]
fn the_kernels_of_the_state_cost_what_the_comments_say() {
    let mut compiled = samples::afloat();
    for precision in [Precision::F64, Precision::F32] {
        compiled.options.precision = precision;
        let text = kernels(&compiled);
        for (kind, joint) in [
            (CoordinateKind::Quaternion, "spherical"),
            (CoordinateKind::Pose, "free"),
        ] {
            for which in Which::BOTH {
                let counted = executed(&text, &format!("denoc_{}_{joint}", which.name()));
                assert_eq!(
                    counted,
                    price(kind, which, precision),
                    "{joint} {which:?} {precision:?}"
                );
            }
        }
    }
}

#[test]
fn steps_of_a_state_cost_what_the_comments_say() {
    let mut compiled = samples::afloat();
    for precision in [Precision::F64, Precision::F32] {
        compiled.options.precision = precision;
        let layout = StateLayout::of(&compiled).expect("quaternions");
        let files = c99::EMITTER.print(&compiled, Printing::default());
        let files = files.expect("C");
        let source = files.iter().find(|file| file.name.ends_with(".c"));
        let text = source
            .expect("a source")
            .text
            .replace("\nvoid ", "\nstatic void ");
        for which in Which::BOTH {
            let [mul, add, div] = executed(&text, &format!("afloat_{}", which.name()));
            let said = format!("Operations: {mul} mul, {add} add, {div} div");
            let notes = layout.notes(which);
            assert!(
                notes.iter().any(|line| line.starts_with(&said)),
                "{said} {notes:?}"
            );
        }
    }
}

#[test]
fn a_language_without_fused_operations_says_so() {
    let compiled = samples::fused();
    let refused = javascript::EMITTER.print(&compiled, Printing::default());
    let error = refused.expect_err("JavaScript has none").to_string();
    assert_eq!(
        error,
        "javascript has no fused operations; print it without `fma`"
    );
    for emitter in [c99::EMITTER, rust::EMITTER] {
        assert!(emitter.print(&compiled, Printing::default()).is_ok());
    }
}
