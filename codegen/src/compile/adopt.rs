//! Search results → the programs of a compiled mechanism, where they fit; where they do not, that is said.

use rustc_hash::FxHashMap;

use crate::compile::flow::PROOF_POINTS;
use crate::compile::range::overflows;
use crate::compile::{
    Compiled, Fma, LEVEL, Options, Precision, compile_in_order_of_recursions, find,
};
use crate::function::Function;
use crate::leaves::{Input, Origin};
use crate::mechanism::{BodyId, Mechanism};
use crate::pass::search::{Cost, has_more_besides, is_stable_over_decades};
use crate::program::{Operand, Output, Program};
use crate::prove::{Range, bounded, evidence, prove_equal};
use crate::searched::{Entry, Results, Searched, programs};

/// Takes the programs found by search into a mechanism compiled at the level below.
pub(crate) fn adopt(compiled: &mut Compiled) {
    let searched = compiled.options.searched.take();
    match usable(searched.as_ref(), &compiled.mechanism) {
        Ok(fitting) => take(compiled, fitting),
        Err(why) => {
            compiled.warnings.push(why);
            compiled.options.opt = LEVEL;
        }
    }
    compiled.options.searched = searched;
}

/// Results that are of this version and of the mechanism.
struct Fitting<'a> {
    path: &'a str,
    asked: bool,
    results: &'a Results,
}

fn usable<'a>(
    searched: Option<&'a Searched>,
    mechanism: &Mechanism,
) -> Result<Fitting<'a>, String> {
    if !mechanism.parameters.is_empty() {
        return Err("a model with parameters is not searched: opt 2 is used".into());
    }
    let Some(Searched {
        path,
        asked,
        results,
    }) = searched
    else {
        return Err("no search results were given: opt 2 is used".into());
    };
    let warning = |why: &String| format!("{path}: {why}: opt 2 is used");
    let results = results.as_ref().map_err(warning)?;
    results
        .fit(&mechanism.source.hash)
        .map_err(|why| warning(&why))?;
    let asked = *asked;
    Ok(Fitting {
        path,
        asked,
        results,
    })
}

fn take(compiled: &mut Compiled, fitting: Fitting) {
    let Fitting {
        path,
        asked,
        results,
    } = fitting;
    let mut missing = Vec::new();
    for function in &mut compiled.functions {
        let names: Vec<(usize, String)> = programs(function)
            .map(|(place, name, _)| (place, name))
            .collect();
        let mut fixed = compiled.options.formulations.iter();
        let fixed = fixed.any(|(known, _)| *known == function.name);
        for (place, name) in names {
            let Some(entry) = results.of(&name) else {
                missing.push(format!("`{name}`"));
                continue;
            };
            if fixed && !asked && entry.formulation != function.formulation {
                continue;
            }
            let of_model = (&compiled.mechanism, &compiled.options);
            match found(&entry, (function, place), fixed, of_model) {
                Ok(found) => *function = found,
                Err(why) => compiled
                    .warnings
                    .push(format!("{path}: `{name}` {why}: opt 2 is used for it")),
            }
        }
    }
    if asked && !missing.is_empty() {
        compiled.warnings.push(format!(
            "{path}: there is nothing for {}: opt 2 is used there",
            missing.join(", ")
        ));
    }
}

/// The function with the program of an entry in its place; or why it is not taken.
///
/// Where no formulation is `fixed`, a result that started from another one than is the cheapest now is as good, but not where
/// there are other programs, which go with those of the same formulation alone.
fn found(
    entry: &Entry,
    (function, place): (&Function, usize),
    fixed: bool,
    (mechanism, options): (&Mechanism, &Options),
) -> Result<Function, String> {
    let fixed = fixed || !function.stages.is_empty();
    let row = find(mechanism, &function.name)
        .ok()
        .and_then(|quantity| quantity.row_named(&entry.formulation, mechanism))
        .filter(|row| !fixed || row.formulation.name() == function.formulation)
        .ok_or_else(|| {
            format!(
                "was searched from the formulation `{}`, not `{}`",
                entry.formulation, function.formulation
            )
        })?;
    let mut found = Function {
        formulation: row.formulation.name(),
        paper: row.source,
        searched: true,
        ..function.clone()
    };
    if let Some((source, _)) = found.programs_mut().nth(place) {
        let beside = || unsearched(mechanism, options, function, row.formulation.name());
        *source = program(entry, source, (mechanism, options), beside)?;
    }
    let proved = find(mechanism, &function.name)
        .map_err(|error| error.to_string())
        .and_then(|quantity| {
            evidence(&found, quantity, PROOF_POINTS).map_err(|why| format!("is wrong: it {why}"))
        });
    found.evidence = Some(proved?);
    Ok(found)
}

/// The program of a function by another formulation than is the cheapest, at the level below.
fn unsearched(
    mechanism: &Mechanism,
    options: &Options,
    function: &Function,
    formulation: &str,
) -> Option<Program> {
    if formulation == function.formulation {
        return None;
    }
    let options = Options {
        functions: Some(vec![function.name.clone()]),
        formulations: vec![(function.name.clone(), formulation.to_owned())],
        opt: LEVEL,
        searched: None,
        ..options.clone()
    };
    let compiled = compile_in_order_of_recursions(mechanism, &options).ok()?;
    let mut functions = compiled.functions.into_iter();
    functions.next().map(|function| function.program)
}

/// The program of an entry, complete and proved equal to the one it replaces; or why it is not taken.
///
/// Its errors have bounds that go with those of the program that it replaces, or of that from which it was searched (`beside`).
fn program(
    entry: &Entry,
    source: &Program,
    (mechanism, options): (&Mechanism, &Options),
    beside: impl FnOnce() -> Option<Program>,
) -> Result<Program, String> {
    let precision = options.precision;
    // What is printed has no more operations, whatever they were searched for.
    let printed = match options.fma {
        Fma::Off => Cost::Operations,
        Fma::Target | Fma::Any => Cost::Fused,
    };
    let costs = [entry.settings.cost, printed];
    if (costs.iter()).any(|cost| cost.of(&entry.program) > cost.of(source)) {
        return Err("costs more than what it would replace".into());
    }
    let program = complete(entry, source, mechanism)?;
    if has_more_besides(&program, source) {
        return Err("has more sines, divisions or roots than what it would replace".into());
    }
    let mut constants = program.constants.iter();
    if constants.any(|constant| overflows(constant, precision)) {
        return Err("has a constant beyond the range of the floating-point type".into());
    }
    prove_equal(&program, source, mechanism, PROOF_POINTS[0])
        .map_err(|why| format!("is not what it would replace: it {why}"))?;
    if !is_stable_over_decades(source, &program) {
        return Err("loses digits".into());
    }
    let range = match precision {
        Precision::F64 => &Range::DOUBLE,
        Precision::F32 => &Range::SINGLE,
    };
    bounded(&program, source, mechanism, range).or_else(|why| match beside() {
        Some(own) if bounded(&program, &own, mechanism, range).is_ok() => Ok(()),
        _ => Err(why.to_string()),
    })?;
    Ok(program)
}

/// With the names and origins that a file holds as text only, and without what it does not use.
fn complete(entry: &Entry, source: &Program, mechanism: &Mechanism) -> Result<Program, String> {
    let mut program = Program {
        inputs: source.inputs.clone(),
        ..entry.program.clone()
    };
    let named = entry.outputs.iter().map(String::as_str);
    let same_names = named.eq(source.outputs.iter().map(|output| output.name));
    let lengths = |outputs: &[Output]| -> Vec<usize> {
        outputs.iter().map(|output| output.elements.len()).collect()
    };
    if !same_names || lengths(&program.outputs) != lengths(&source.outputs) {
        return Err("has other outputs".into());
    }
    for (output, known) in program.outputs.iter_mut().zip(&source.outputs) {
        (output.name, output.shape) = (known.name, known.shape);
    }
    // By name: the file may have meant the argument of this name of another function, such as the weights of M for those of its triangle.
    let mut is_strange = false;
    program.rename(|operand| match operand {
        Operand::Input(Input { argument, index }) => {
            let mut ports = source.inputs.iter();
            let port = ports.find(|port| port.argument.name() == argument.name());
            let port = port.filter(|port| index < port.len);
            is_strange |= port.is_none();
            let argument = port.map_or(argument, |port| port.argument);
            Operand::Input(Input { argument, index })
        }
        other => other,
    });
    if is_strange {
        return Err("has other inputs".into());
    }
    let equations: FxHashMap<&str, &'static str> = source
        .statements
        .iter()
        .map(|statement| (statement.origin.equation, statement.origin.equation))
        .collect();
    let bodies = mechanism.bodies.len();
    let origins: Vec<Origin> = entry
        .origins
        .iter()
        .map(|(body, equation)| Origin {
            body: body.filter(|body| *body < bodies).map(BodyId),
            equation: equations.get(equation.as_str()).copied().unwrap_or(""),
        })
        .collect();
    for (statement, &origin) in program.statements.iter_mut().zip(&entry.origin_of) {
        statement.origin = origins.get(origin).copied().unwrap_or_default();
    }
    Ok(program.pruned())
}
