//! Lines: how long they are, what sets them apart, and the numbers in comments.

use super::samples;
use crate::compile::Precision;
use crate::emit::chunk::Plan;
use crate::emit::layout::Code;
use crate::emit::page::Page;
use crate::emit::stack::Stack;
use crate::emit::state::{StateLayout, Which};
use crate::emit::{c99, cpp, rust};
use crate::leaves::Argument;
use crate::program::Port;

#[test]
fn an_empty_line_sets_apart_what_is_not_the_first() {
    let mut page = Page::default();
    page.apart();
    page.block("mod first", |page| {
        page.apart();
        page.line(format_args!("one;"));
        page.apart();
        page.line(format_args!("two;"));
    });
    let text = page.into_text();
    assert_eq!(text, "mod first {\n    one;\n\n    two;\n}\n");
}

/// The longest line of prettyplease.
const LONGEST: usize = 89;

#[test]
fn a_list_in_a_list_is_broken_where_its_comma_does_not_fit() {
    for length in 60..=80 {
        let long = "x".repeat(length);
        let inner = Code::list("inner(", [long.as_str(), "y"], ")");
        let outer = Code::list("outer(", [inner, "z".into()], ");");
        let mut text = String::new();
        outer.print(0, 0, &mut text);
        assert!(text.lines().all(|line| line.len() <= LONGEST), "{text}");
        // On a line of its own, indented, with the comma behind it.
        let fits = 4 + "inner(".len() + length + ", y),".len() <= LONGEST;
        assert_eq!(text.contains(", y)"), fits, "{text}");
    }
}

#[test]
fn angles_are_set_apart_from_what_forms_them() {
    let text = rust::file(&samples::small(), false);
    let lines: Vec<&str> = text.lines().collect();
    let mut total = 0;
    for pair in lines.windows(2) {
        if pair[1].trim_start().starts_with("let angles = [") {
            let before = pair[0];
            assert!(before.is_empty() || before.ends_with('{'), "{before}");
            total += 1;
        }
    }
    assert!(total > 1, "{total} functions with angles");
}

#[test]
fn steps_of_a_state_are_declared_apart_with_what_they_do() {
    let compiled = samples::afloat();
    let layout = StateLayout::of(&compiled).expect("quaternions");
    let (header, cpp) = (c99::emit_header(&compiled), cpp::emit(&compiled));
    for which in Which::BOTH {
        let first = layout.notes(which).swap_remove(0);
        assert!(!first.is_empty());
        let declared = format!(";\n\n/*\n * {first}\n");
        assert!(header.contains(&declared), "{first}");
        assert!(cpp.contains(&format!("/* {first} */\n")), "{first}");
    }
}

/// Results are kept, and compilers may copy what is read: three numbers for a coordinate.
#[test]
fn the_stack_of_a_step_grows_with_the_coordinates() {
    let layouts = [samples::rigid(), samples::afloat()];
    let layouts = layouts.map(|one| StateLayout::of(&one).expect("quaternions"));
    let [one, several] = layouts.map(|one| (one.nq, one.stack()));
    assert!(several.0 > one.0);
    assert_eq!(several.1, one.1 + 3 * 8 * (several.0 - one.0));
}

/// Sines are taken of four angles at once: one to four take as much stack.
#[test]
fn the_stack_of_sines_grows_with_groups_of_four() {
    let bound = |angles: usize| {
        let mut compiled = samples::constant();
        let program = &mut compiled.functions[0].program;
        program.angles = (0..angles).map(samples::q).collect();
        let plan = Plan::of(program, c99::LIMITS);
        Stack::of(program, &plan, Precision::F64).unoptimised
    };
    assert!((2..=4).all(|angles| bound(angles) == bound(1)));
    assert!(bound(5) > bound(4) && bound(4) > bound(0));
}

/// C has no arrays of no elements: such an input is a pointer, and its length has no name.
#[test]
fn the_length_of_an_input_has_a_name_unless_it_is_zero() {
    let header = |len: usize| {
        let mut compiled = samples::fixed();
        let inputs = &mut compiled.functions[0].program.inputs;
        let argument = Argument::Wrenches;
        inputs.push(Port { argument, len });
        c99::emit_header(&compiled)
    };
    let (some, none) = (header(6), header(0));
    assert!(some.contains("#define FIXED_WRENCHES_LEN 6\n"), "{some}");
    assert!(
        some.contains("const double wrenches[FIXED_WRENCHES_LEN]"),
        "{some}"
    );
    assert!(none.contains("const double *wrenches"), "{none}");
    assert!(!none.contains("WRENCHES_LEN"), "{none}");
}
