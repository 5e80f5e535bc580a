mod files;

use std::sync::Mutex;

use super::write::signed_text;
use super::*;
use crate::compile::{Compiled, Fma, Options, Precision, compile};
use crate::mechanism::Mechanism;
use crate::model;
use crate::optimize::{Effort, Event, Unsearched, optimize};
use crate::pass::search::Cost;
use crate::program::{Operand, Operation, Statement};
use crate::prove::attacks::{Writer, rate};

const ARM: &str = r#"name = "arm"
gravity = [0.0, 0.0, -9.81]
convention = "saha"
[[link]]
joint = "revolute"
a = 0.1
b = 0.2
alpha = 0.7
theta = 0.3
mass = 1.0
r = [0.01, 0.02, 0.0]
inertia = { xx = 0.1, yy = 0.2, zz = 0.15, xy = 0.01 }
[[link]]
joint = "revolute"
a = 0.3
b = 0.1
alpha = "pi/2"
mass = 1.5
r = [0.1, 0.02, 0.03]
inertia = { xx = 0.1, yy = 0.1, zz = 0.12 }
"#;

fn arm() -> Mechanism {
    model::parse("arm.toml", ARM).expect("no fault").mechanism
}

fn options(results: Option<Result<Results, String>>) -> Options {
    let path = "arm.toml.opt3".to_owned();
    Options {
        functions: Some(
            ["inverse_dynamics", "forward_dynamics"]
                .map(String::from)
                .into(),
        ),
        opt: 3,
        searched: results.map(|results| Searched {
            path,
            asked: true,
            results,
        }),
        ..Options::default()
    }
}

fn results() -> Results {
    let effort = Effort {
        proposals: Some(60_000),
        walks: 2,
        ..Effort::default()
    };
    optimize(&arm(), &options(None), effort, &|_| ()).expect("it compiles")
}

fn compiled(results: Option<Result<Results, String>>) -> Compiled {
    compile(&arm(), &options(results)).expect("it compiles")
}

/// At opt 2.
fn below() -> Compiled {
    let options = Options {
        opt: 2,
        ..options(None)
    };
    compile(&arm(), &options).expect("it compiles")
}

/// Asserts that opt 2 is used, and that the warning has these words.
#[track_caller]
fn refused(results: Option<Result<Results, String>>, words: &str) {
    let (refused, below) = warned(results, words);
    for (function, below) in refused.functions.iter().zip(&below.functions) {
        assert_eq!(function.program, below.program, "{}", function.name);
    }
}

/// The same of the function at one place alone.
#[track_caller]
fn refused_at(place: usize, results: Option<Result<Results, String>>, words: &str) {
    let (refused, below) = warned(results, words);
    let functions = refused.functions.iter().zip(&below.functions);
    for (at, (function, below)) in functions.enumerate() {
        assert_eq!(function.searched, at != place, "{words}");
        assert!(at != place || function.program == below.program, "{words}");
    }
}

/// What is compiled with results of which a warning has these words, and at opt 2.
#[track_caller]
fn warned(results: Option<Result<Results, String>>, words: &str) -> (Compiled, Compiled) {
    let (compiled, below) = (compiled(results), below());
    let warnings = &compiled.warnings;
    let mentions = |warning: &String| warning.contains(words) && warning.contains("opt 2 is used");
    assert!(
        warnings.iter().any(mentions),
        "`{words}` is not in {warnings:?}"
    );
    (compiled, below)
}

#[test]
fn results_survive_the_round_trip_and_are_used() {
    let results = results();
    let text = results.to_text();
    assert!(Results::parse(&text) == Ok(results.clone()), "{text}");
    let compiled = compiled(Some(Ok(results.clone())));
    assert_eq!(compiled.warnings, Vec::<String>::new());
    let less = |entry: &Entry| entry.after.0 + entry.after.1 < entry.before.0 + entry.before.1;
    assert!(
        results.entries.iter().any(less),
        "there is something to find"
    );
    for (function, entry) in compiled.functions.iter().zip(&results.entries) {
        let counts = function.program.counts();
        assert_eq!((counts.mul, counts.add), entry.after, "{}", function.name);
        assert!(
            counts.total() <= entry.before.0 + entry.before.1,
            "{}",
            function.name
        );
        let origins = function
            .program
            .statements
            .iter()
            .map(|s| s.origin.equation);
        assert!(origins.clone().any(|equation| !equation.is_empty()));
    }
}

#[test]
fn functions_from_which_a_search_started_take_its_results_as_a_compilation_does() {
    let options = options(Some(Ok(results())));
    let compiled = compile(&arm(), &options).expect("it compiles");
    let below = Unsearched::compile(&arm(), &options).expect("it compiles");
    let with = below.with(options.searched.expect("given above"));
    let with = with.expect("it passes its checks");
    assert_eq!(with.options.opt, 3);
    assert_eq!(with.warnings, [""; 0]);
    assert_eq!(with.functions.len(), compiled.functions.len());
    for (one, other) in with.functions.iter().zip(&compiled.functions) {
        assert!(one.searched);
        assert_eq!((&one.name, &one.program), (&other.name, &other.program));
    }
}

#[test]
fn two_searches_give_the_same_bytes() {
    assert_eq!(results().to_text(), results().to_text());
}

#[test]
fn results_that_do_not_fit_are_reported_and_not_used() {
    let results = results();
    refused(None, "no search results were given");
    refused(
        Some(Err("line 3: bad".into())),
        "arm.toml.opt3: line 3: bad",
    );
    let mut of_another = results.clone();
    of_another.version = "0.0.1".into();
    refused(Some(Ok(of_another)), "it is of denoc 0.0.1");
    let mut of_another = results.clone();
    of_another.model = "0000000000000000".into();
    refused(Some(Ok(of_another)), "it is of another text of the model");
    let mut of_none = results.clone();
    of_none.entries.clear();
    refused(
        Some(Ok(of_none)),
        "there is nothing for `inverse_dynamics`, `forward_dynamics`",
    );
}

#[test]
fn results_changed_by_hand_are_not_used() {
    let text = results().to_text();
    let changed = |from: &str, to: &str, everywhere: bool| {
        assert!(text.contains(from), "`{from}` is not in\n{text}");
        let text = if everywhere {
            text.replace(from, to)
        } else {
            text.replacen(from, to, 1)
        };
        // Somebody who changes a file on purpose writes its digest, too.
        let body = &text[..text.rfind("digest").expect("a digest")];
        let text = signed_text(body.to_owned());
        Results::parse(&text).expect("it can be read")
    };
    let warnings = |results: Results| compiled(Some(Ok(results))).warnings.concat();
    // Each first constant becomes another number; the values differ.
    let first = text
        .lines()
        .find(|line| line.starts_with("constant "))
        .expect("a constant");
    let other = changed(first, "constant 1234567/1", true);
    assert!(warnings(other).contains("it differs at output `"));
    let other = changed("output tau ", "output tao ", true);
    assert!(warnings(other).contains("`inverse_dynamics` has other outputs"));
    for index in ["2", "9"] {
        let other = changed(" qdd[0]", &format!(" qdd[{index}]"), true);
        assert!(warnings(other).contains("`inverse_dynamics` has other inputs"));
    }
    let other = changed("formulation ", "formulation un", true);
    assert!(warnings(other).contains("was searched from the formulation `un"));
}

/// The program with the first element of its first output replaced by what is computed from it.
fn with_first(program: Program, with: impl FnOnce(&mut Writer, Operand) -> Operand) -> Program {
    let operand = program.outputs[0].elements[0].operand;
    let mut writer = Writer(program);
    let operand = with(&mut writer, operand);
    writer.0.outputs[0].elements[0].operand = operand;
    writer.0
}

/// The program with a value added to the first element of its first output and taken off again.
fn there_and_off(program: Program, value: impl FnOnce(&mut Writer) -> Operand) -> Program {
    with_first(program, |writer, x| {
        let value = value(writer);
        writer.there_and_off(x, value)
    })
}

/// By 10¹⁵, which takes digits.
fn lossy(program: Program) -> Program {
    there_and_off(program, |writer| writer.decimal("1e15"))
}

/// By 1/(q̇₀ − 6), which takes digits near 6 rad/s.
fn with_a_pole(program: Program) -> Program {
    there_and_off(program, |writer| {
        let [six, one] = ["6", "1"].map(|text| writer.decimal(text));
        let near = writer.write(Operation::Sub, rate(0), six);
        writer.write(Operation::Div, one, near)
    })
}

/// By (q̇₀ / 10⁵)¹⁶.
fn with_a_power(program: Program) -> Program {
    there_and_off(program, |writer| {
        let small = writer.decimal("1e-5");
        let small = writer.write(Operation::Mul, rate(0), small);
        writer.squared(small, 4)
    })
}

/// 10³⁷ times as large and back, which single precision has no numbers for.
fn far_away(program: Program) -> Program {
    with_first(program, |writer, x| {
        let factors = ["1e37", "1e-37"].map(|text| writer.decimal(text));
        let scaled = factors.into_iter();
        scaled.fold(x, |x, factor| writer.write(Operation::Mul, x, factor))
    })
}

#[test]
fn results_that_cost_more_or_lose_digits_are_not_used() {
    let results = results();
    let with = |place: usize, program: Program| {
        let mut changed = results.clone();
        changed.entries[place].program = program;
        Some(Ok(changed))
    };
    let literal = Options {
        opt: 0,
        ..options(None)
    };
    let literal = compile(&arm(), &literal).expect("it compiles");
    for (place, function) in literal.functions.iter().enumerate() {
        let words = format!("`{}` costs more than what it would replace", function.name);
        refused_at(place, with(place, function.program.clone()), &words);
    }
    let saved = |entry: &Entry| {
        let total = |(mul, add): (usize, usize)| mul + add;
        total(entry.before).saturating_sub(total(entry.after))
    };
    let entries = results.entries.iter().enumerate();
    let roomy = entries.filter(|(_, entry)| saved(entry) >= 2);
    let roomy: Vec<_> = roomy.collect();
    assert!(!roomy.is_empty(), "two operations more are no fault yet");
    for (place, entry) in roomy {
        let words = format!("`{}` loses digits", entry.function);
        refused_at(place, with(place, lossy(entry.program.clone())), &words);
    }
}

/// The program with a product computed twice, where both sums that take it in can be fused with it: one operation more, or none when it is fused.
fn with_a_product_twice(source: &Program) -> Option<Program> {
    let doubled = |place: usize| {
        let mut program = source.clone();
        program.rename(|operand| match operand {
            Operand::Slot(slot) if slot > place => Operand::Slot(slot + 1),
            other => other,
        });
        let copy = program.statements[place];
        program.statements.insert(place + 1, copy);
        let reads = |one: &Statement| one.operands().any(|one| one == Operand::Slot(place));
        let reader = program.statements.iter_mut().rfind(|one| reads(one))?;
        *reader = reader.map(|operand| match operand {
            Operand::Slot(slot) if slot == place => Operand::Slot(place + 1),
            other => other,
        });
        Some(program)
    };
    let products = (source.angle_statements..source.statements.len())
        .filter(|&place| source.statements[place].operation == Operation::Mul);
    let is_as_cheap = |program: &Program| {
        Cost::Fused.of(program) == Cost::Fused.of(source)
            && Cost::Operations.of(program) > Cost::Operations.of(source)
    };
    products.filter_map(doubled).find(is_as_cheap)
}

#[test]
fn results_cost_no_more_as_they_are_printed() {
    let below = below().functions;
    let mut results = results();
    let mut doubled = below.iter().enumerate().filter_map(|(place, function)| {
        with_a_product_twice(&function.program).map(|program| (place, program))
    });
    let (place, program) = doubled.next().expect("a product that two sums take in");
    results.entries[place].program = program;
    results.entries[place].settings.cost = Cost::Fused;
    let words = format!("`{}` costs more", below[place].name);
    refused_at(place, Some(Ok(results.clone())), &words);
    let fused = Options {
        fma: Fma::Any,
        ..options(Some(Ok(results)))
    };
    let fused = compile(&arm(), &fused).expect("it compiles");
    assert_eq!(fused.warnings, [""; 0]);
    assert!(fused.functions[place].searched);
}

/// Of inverse dynamics from a formulation that costs more, so that there is room, and that is fixed: with its program replaced, compiled.
fn in_a_dear_formulation(attack: impl Fn(Program) -> Program, precision: Precision) -> Compiled {
    let mut results = results();
    results.entries[0].formulation = "denoc".into();
    let entry = &mut results.entries[0];
    entry.program = attack(entry.program.clone());
    let options = Options {
        formulations: vec![("inverse_dynamics".into(), "denoc".into())],
        precision,
        ..options(Some(Ok(results)))
    };
    compile(&arm(), &options).expect("it compiles")
}

#[test]
fn results_that_are_the_same_exactly_and_not_in_floats_are_not_used() {
    let both = [Precision::F64, Precision::F32];
    let attacks: [(fn(Program) -> Program, &[Precision], &str); 3] = [
        (with_a_pole, &both, "has more sines, divisions or roots"),
        (with_a_power, &both, "computes higher powers"),
        (far_away, &both[1..], "can lose more digits of `tau`"),
    ];
    for (attack, refusing, words) in attacks {
        for precision in both {
            let compiled = in_a_dear_formulation(attack, precision);
            let warnings = compiled.warnings.concat();
            let refused = warnings.contains(&format!("`inverse_dynamics` {words}"));
            let expected = refusing.contains(&precision);
            assert_eq!(refused, expected, "{words}, {precision:?}: {warnings}");
            assert_eq!(compiled.functions[0].searched, !expected, "{warnings}");
        }
    }
}

#[test]
fn a_formulation_that_the_user_fixed_is_not_replaced() {
    let same = in_a_dear_formulation(|program| program, Precision::F64);
    assert_eq!(same.warnings, [""; 0]);
    assert!(same.functions[0].searched);
    let with = |asked: bool, formulation: &str, fixed: bool| {
        let mut results = results();
        results.entries[0].formulation = formulation.into();
        let mut options = options(Some(Ok(results)));
        if let Some(searched) = &mut options.searched {
            searched.asked = asked;
        }
        if fixed {
            options.formulations = vec![("inverse_dynamics".into(), "denoc".into())];
        }
        compile(&arm(), &options).expect("it compiles")
    };
    let cheapest = below().functions[0].formulation;
    assert_ne!(cheapest, "denoc");
    let warning = format!(
        "arm.toml.opt3: `inverse_dynamics` was searched from the formulation `{cheapest}`, not `denoc`: opt 2 is used for it"
    );
    for (asked, warnings) in [(true, vec![warning]), (false, Vec::new())] {
        let kept = with(asked, cheapest, true);
        assert_eq!(kept.warnings, warnings, "{asked}");
        let inverse = &kept.functions[0];
        assert_eq!((inverse.formulation, inverse.searched), ("denoc", false));
        // What nobody fixed may be of any formulation.
        let taken = with(asked, "denoc", false);
        assert_eq!(taken.warnings, [""; 0], "{asked}");
        let inverse = &taken.functions[0];
        assert_eq!((inverse.formulation, inverse.searched), ("denoc", true));
    }
}

#[test]
fn models_with_parameters_take_no_results() {
    let text = ARM.replace(
        "[[link]]\njoint = \"revolute\"\na = 0.3",
        "[parameters]\npayload = 0.5\n[[link]]\njoint = \"revolute\"\na = 0.3",
    );
    let text = text.replace("mass = 1.5", "mass = \"1.5 + payload\"");
    let loaded = model::parse("arm.toml", &text);
    let open = loaded.map_err(|faults| faults.to_string());
    let open = open.expect("no fault").mechanism;
    let results = Some(Ok(results()));
    let compiled = compile(&open, &options(results)).expect("it compiles");
    let warning = "a model with parameters is not searched: opt 2 is used";
    assert_eq!(compiled.warnings, [warning]);
    assert_eq!(compiled.options.opt, 2);
}

#[test]
fn newer_results_replace_those_of_the_same_programs() {
    let old = results();
    let mut newer = old.clone();
    newer.entries.remove(0);
    newer.entries[0].settings.seed = 7;
    let mut other = old.entries[0].clone();
    other.function = "gravity".into();
    newer.entries.push(other.clone());
    let expected = [old.entries[0].clone(), newer.entries[0].clone(), other];
    assert_eq!(old.updated(newer).entries, expected);
}

/// Those of `models/puma.toml`, which have the mass matrix.
fn of_the_puma() -> Results {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/puma.toml");
    beside(&path, "puma.toml").results.expect("search results")
}

/// Its weights are named as those of M are, which there are more of.
#[test]
fn results_for_a_product_of_the_upper_triangle_are_used() {
    let with = |results| Options {
        functions: Some(vec!["mass_matrix_upper_vjp".into()]),
        ..options(results)
    };
    let effort = Effort {
        proposals: Some(2000),
        ..Effort::default()
    };
    let found = optimize(&arm(), &with(None), effort, &|_| ()).expect("it compiles");
    let read = Results::parse(&found.to_text()).map_err(|(_, what)| what);
    let compiled = compile(&arm(), &with(Some(read))).expect("it compiles");
    assert_eq!(compiled.warnings, [""; 0]);
    assert!(compiled.functions[0].searched);
}

#[test]
fn a_result_for_the_mass_matrix_is_one_for_its_upper_triangle() {
    let results = of_the_puma();
    let whole = results.of("mass_matrix").expect("a result");
    let upper = results.of("mass_matrix_upper").expect("that of the whole");
    let [whole, upper] = [whole, upper].map(|entry| entry.program.outputs[0].elements.clone());
    let places = (0..6).flat_map(|i| (i..6).map(move |j| 6 * i + j));
    let expected: Vec<Signed> = places.map(|place| whole[place]).collect();
    assert_eq!(upper, expected);
    assert_eq!(results.of("mass_matrix_inverse"), None);
}

/// As of a file whose matrix was searched again.
#[test]
fn the_cheaper_of_two_results_for_the_upper_triangle_is_taken() {
    let mut results = of_the_puma();
    let cheap = results
        .of("mass_matrix_upper")
        .expect("a result")
        .into_owned();
    let mut old = cheap.clone();
    old.function = "mass_matrix_upper".into();
    let last = *old.program.statements.last().expect("a statement");
    old.program.statements.push(last);
    results.entries.push(old);
    assert_eq!(results.of("mass_matrix_upper").as_deref(), Some(&cheap));
}

#[test]
fn a_result_with_an_element_twice_is_none_for_its_upper_triangle() {
    let mut results = of_the_puma();
    let named = |entry: &&mut Entry| entry.function == "mass_matrix";
    let entry = results.entries.iter_mut().find(named).expect("a result");
    entry.program.outputs[0].elements.swap(1, 2);
    assert_eq!(results.of("mass_matrix_upper"), None);
    let entry = results.entries.iter_mut().find(named).expect("a result");
    entry.program.outputs.clear();
    assert_eq!(results.of("mass_matrix_upper"), None);
}

#[test]
fn the_upper_triangle_is_not_searched_beside_its_matrix() {
    let searched = |functions: &[&str]| {
        let options = Options {
            functions: Some(functions.iter().map(|&name| name.to_owned()).collect()),
            ..options(None)
        };
        let effort = Effort {
            proposals: Some(1000),
            ..Effort::default()
        };
        let results = optimize(&arm(), &options, effort, &|_| ()).expect("it compiles");
        let names = results.entries.into_iter().map(|entry| entry.function);
        names.collect::<Vec<String>>()
    };
    let [triangle, whole] = ["mass_matrix_upper", "mass_matrix"];
    assert_eq!(searched(&[triangle, whole]), [whole]);
    assert_eq!(searched(&[triangle]), [triangle]);
}

#[test]
fn a_search_walks_as_often_as_is_asked() {
    for (walks, expected) in [(0, 1), (1, 1), (3, 3)] {
        let begun = Mutex::new(0);
        let effort = Effort {
            proposals: Some(100),
            walks,
            ..Effort::default()
        };
        let report = |event: Event| {
            if let Event::Begun(proposals) = event {
                *begun.lock().expect("no thread has ended early") = proposals;
            }
        };
        let options = Options {
            functions: Some(vec!["mass_matrix".to_owned()]),
            ..options(None)
        };
        optimize(&arm(), &options, effort, &report).expect("it compiles");
        let begun = begun.into_inner().expect("no thread has ended early");
        assert_eq!(begun, 100 * expected, "{walks}");
    }
}

#[test]
fn a_result_names_its_function_and_step() {
    for (name, function) in [
        ("bias", "bias"),
        ("forward_dynamics_step1", "forward_dynamics"),
        ("forward_dynamics_over_step", "forward_dynamics_over_step"),
        (
            "forward_dynamics_over_step_step12",
            "forward_dynamics_over_step",
        ),
    ] {
        assert_eq!(function_of(name), function);
    }
}
