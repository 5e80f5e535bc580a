//! CasADi: compiled mechanism → one C file with external functions, which `casadi.external` loads.
//!
//! ```text
//!  Compiled ──view──► Compiled, all matrices in compressed columns, by a name of its own ──c99──► static functions
//!     each function ──► External F                              ──external──► F, F_n_in, … F_work
//!                   ──derivative──► jac_F, fwd1_F, adj1_F, fwd1_adj1_F
//! ```
//!
//! The C functions are those of the C99 emitter and read back as such. Matrices are printed as CasADi keeps them, so that most results are
//! written where CasADi wants them. External functions keep no state: one serves all threads, and `F_checkout` has one slot for any number of
//! callers.

mod call;
mod derivative;
mod external;
mod state;
mod tangent;
mod variable;

use core::fmt::Write;
use std::borrow::Cow;
use std::collections::BTreeSet;

use super::c99::{self, comment};
use super::emitter::{Emitter, FileKind};
use super::notes;
use super::page::Page;
use super::scan::Language;
use crate::compile::{Compiled, Precision};
use crate::function::Function;
use crate::name;
use call::{Call, Target, ZEROS};
use derivative::Differentiated;
use external::{Body, External};
use variable::Variable;

/// External functions of CasADi.
pub const EMITTER: Emitter = Emitter {
    name: "casadi",
    about: "C99 for casadi.external, with derivatives",
    offered: true,
    view: |compiled| Cow::Owned(view(compiled)),
    obstacle,
    besides: derivative::besides,
    files: &[FileKind {
        extension: "casadi.c",
        text: |view, _| emit(view),
        functions: Some(Language::C),
        patterns: None,
    }],
};

/// In the names of the C functions, behind that of the mechanism: those without belong to the external ones.
const INNER: &str = "_c";

/// All matrices in compressed columns, C functions by names of their own.
fn view(compiled: &Compiled) -> Compiled {
    let functions = compiled.functions.iter().cloned();
    Compiled {
        name: format!("{}{INNER}", compiled.name),
        functions: functions.map(|one| one.packed(|_| true)).collect(),
        ..compiled.clone()
    }
}

/// What cannot be printed: options that CasADi has no use for, names that it does not take.
fn obstacle(compiled: &Compiled) -> Option<String> {
    let options = &compiled.options;
    if options.precision == Precision::F32 {
        return Some(
            "numbers of 32 bits, since CasADi computes with 64: print it without `f32`".into(),
        );
    }
    if options.batch {
        return Some("batches, which CasADi makes by `map`: print it without `batch`".into());
    }
    if options.selftest {
        return Some("self-test: print it without `selftest`".into());
    }
    let view = view(compiled);
    let externals = externals(&view);
    let mut known = BTreeSet::new();
    for external in &externals {
        let name = &external.name;
        if !is_name(name) {
            return Some(format!(
                "function `{name}`, since names of CasADi start with a letter and have no two underscores in a row: change `--name`, or \
                 the name of the frame"
            ));
        }
        if let Some(symbol) = external
            .symbols()
            .into_iter()
            .find(|one| !known.insert(one.clone()))
        {
            return Some(format!(
                "two functions with one symbol `{symbol}`, of which `{name}` has one: rename the frame that is in it"
            ));
        }
    }
    None
}

/// Whether CasADi takes a name.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains("__")
}

/// All external functions, each with its derivatives behind it.
fn externals(view: &Compiled) -> Vec<External<'_>> {
    let mut all = state::externals(view);
    for function in &view.functions {
        let value = value(view, function);
        let derivatives = Differentiated::externals(view, function, &value);
        all.push(value);
        all.extend(derivatives);
    }
    all
}

/// A function as it is.
fn value<'a>(view: &'a Compiled, function: &'a Function) -> External<'a> {
    let ports = function.inputs().iter();
    let arguments = ports.map(|port| Variable::of_port(*port, &view.mechanism));
    let results: Vec<Variable> = function.outputs().iter().map(Variable::of_output).collect();
    let outputs = function.outputs().iter().zip(&results).enumerate();
    let targets =
        outputs.map(|(k, (output, result))| Some(Target::new(k, result, output, |row| row)));
    let call = Call {
        function,
        sources: (0..function.inputs().len()).collect(),
        targets: targets.collect(),
        only_with: None,
    };
    External {
        name: external_name(view, &function.name),
        arguments: arguments.collect(),
        body: Body::Calls(vec![call], Vec::new()),
        results,
    }
}

/// The name of the external function of a function: `puma_gravity`.
fn external_name(view: &Compiled, function: &str) -> String {
    format!("{}_{}", own_name(view), name::identifier(function))
}

/// The name of the mechanism.
fn own_name(view: &Compiled) -> &str {
    view.name.strip_suffix(INNER).unwrap_or(&view.name)
}

/// `NAME.casadi.c`.
fn emit(view: &Compiled) -> String {
    let externals = externals(view);
    let mut notes = notes::file(view);
    if let Some(first) = notes.first_mut() {
        *first = first.replacen(&view.name, own_name(view), 1);
    }
    let mut text = comment(&notes) + "\n" + &comment(&about(view, &externals));
    text.push_str(&c99::emit_part(view));
    text.push_str(INTERFACE);
    let sparsities: BTreeSet<Vec<usize>> = (externals.iter())
        .flat_map(|one| one.arguments.iter().chain(&one.results))
        .map(Variable::sparsity)
        .collect();
    let sparsities: Vec<Vec<usize>> = sparsities.into_iter().collect();
    for (place, numbers) in sparsities.iter().enumerate() {
        text.push_str(&sparsity(place, numbers));
    }
    let zeros = externals.iter().map(External::zeros).max().unwrap_or(0);
    if zeros > 0 {
        let _ = writeln!(
            text,
            "\n/* In place of arguments that are not there. */\nstatic const double {ZEROS}[{zeros}] = {{0.0}};"
        );
    }
    let mut page = Page::default();
    for external in &externals {
        external.print(&mut page, view, &sparsities);
    }
    let externals = page.into_text();
    text + &tangent::kernels(&externals) + &externals
}

/// How to use the file, and its functions.
fn about(view: &Compiled, externals: &[External]) -> Vec<String> {
    let own = own_name(view);
    let first = view.functions.first();
    let first = first.map_or_else(String::new, |one| external_name(view, &one.name));
    let lines = [
        "External functions of CasADi. Compile the file to a library and load a function by its name:".to_owned(),
        format!("    cc -O2 -shared -fPIC {own}.casadi.c -o {own}.so"),
    ];
    let load = format!("    F = casadi.external(\"{first}\", \"./{own}.so\")");
    let rest = [
        "jac_F, fwd1_F, adj1_F and fwd1_adj1_F are derivatives of F, which CasADi finds by itself.",
        "An argument that is NULL is read as zeros, a result that is NULL is not written.",
        "No function allocates or keeps state: any number of threads may call one, with any memory slot.",
        "Returns 0, or 1 where equations are singular or parameters invalid: results hold nothing then.",
        "",
    ];
    let names = externals.iter().map(|one| one.name.clone());
    (lines.map(Into::into).into_iter())
        .chain([load])
        .chain(rest.map(Into::into))
        .chain(names)
        .collect()
}

/// The longest line of numbers.
const WIDTH: usize = 100;

/// A sparsity.
fn sparsity(place: usize, numbers: &[usize]) -> String {
    let mut text = format!(
        "static const casadi_int denoc_sparsity_{place}[{}] = {{",
        numbers.len()
    );
    let mut column = text.len();
    for (k, number) in numbers.iter().enumerate() {
        let item = if k == 0 {
            number.to_string()
        } else {
            format!(", {number}")
        };
        if column + item.len() > WIDTH {
            text.push_str(",\n    ");
            column = 4 + item.len();
            text.push_str(item.trim_start_matches(", "));
            continue;
        }
        column += item.len();
        text.push_str(&item);
    }
    text + "};\n"
}

/// Integers of CasADi, which are others in acados, and the visibility of what it looks for.
const INTERFACE: &str = "
#ifndef casadi_int
#define casadi_int long long int
#endif
#ifndef CASADI_SYMBOL_EXPORT
#if defined(_WIN32) || defined(__CYGWIN__)
#define CASADI_SYMBOL_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define CASADI_SYMBOL_EXPORT __attribute__((visibility(\"default\")))
#else
#define CASADI_SYMBOL_EXPORT
#endif
#endif

/* Rows, columns, and 1 for all elements; or the starts of columns and the rows of elements. */
";

#[cfg(test)]
mod tests {
    use super::{WIDTH, is_name, sparsity};

    #[test]
    fn names_start_with_a_letter_and_have_no_two_underscores_in_a_row() {
        for name in ["arm", "Arm_gravity", "a_1_"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "_arm", "1arm", "arm__gravity", "__arm"] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn a_sparsity_on_several_lines_has_all_numbers() {
        let numbers: Vec<usize> = (0..200).collect();
        let text = sparsity(3, &numbers);
        let (head, rest) = text.split_once('{').expect("a list");
        assert_eq!(head, "static const casadi_int denoc_sparsity_3[200] = ");
        let list = rest.trim_end_matches("};\n").split(',');
        let found = list.map(|number| number.trim().parse().expect("a number"));
        assert_eq!(found.collect::<Vec<usize>>(), numbers);
        assert!(text.lines().count() > 5, "{text}");
        // With what closes the list.
        assert!(text.lines().all(|line| line.len() <= WIDTH + 2), "{text}");
    }
}
