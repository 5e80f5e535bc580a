//! What was measured → JSON, with every sample.

use denoc_codegen::function::Function;
use denoc_codegen::report::json::counts;
use serde_json::{Map, Value, json};

use super::machine::processor;
use super::object::Sizes;
use super::peers::Pinocchio;
use super::report::Report;
use super::rounds::Times;
use super::samples::Samples;
use super::toolchain::Toolchain;
use super::work::{BATCH, STATES};

/// The object that docs/json.md describes.
pub(super) fn object(report: &Report) -> Value {
    let compiled = &report.work.compiled;
    let functions = report.work.functions().iter().enumerate();
    let functions: Map<String, Value> = functions
        .map(|(place, one)| (one.name.clone(), function(report, place, one)))
        .collect();
    json!({
        "model": compiled.name,
        "opt": compiled.options.opt,
        "scalar": report.work.scalars()[1],
        "processor": processor(),
        "cycle": samples(&report.measured.cycle),
        "sample_seconds": report.effort.time,
        "states": STATES,
        "cold_bytes": report.work.cold,
        "batch_states": BATCH,
        "compilers": report.toolchains.found.iter().map(compiler).collect::<Vec<_>>(),
        "functions": functions,
        "peers": report.peers.as_ref().map(peers),
    })
}

fn compiler(toolchain: &Toolchain) -> Value {
    json!({
        "name": toolchain.command,
        "language": toolchain.language.name(),
        "version": toolchain.version,
        "flags": toolchain.flags,
        "runtime": toolchain.runtime.as_ref().map(|folder| folder.to_string_lossy()),
    })
}

fn function(report: &Report, place: usize, function: &Function) -> Value {
    let mut value = counts(&function.counts());
    let cycles = report.work.cycles(function);
    let programs = report.programs.iter().enumerate();
    let times: Map<String, Value> = programs
        .map(|(number, program)| {
            let times = timed(report.times(number, place), program.sizes[place]);
            (program.compiler.clone(), times)
        })
        .collect();
    value["formulation"] = function.formulation.into();
    value["predicted_cycles"] = cycles.into();
    value["predicted"] = report.predicted(cycles).into();
    value["stack_bound"] = report.work.stack(function).optimised.into();
    value["times"] = times.into();
    value
}

fn timed(times: &Times, sizes: Sizes) -> Value {
    json!({
        "call": samples(&times.call),
        "cold": samples(&times.cold),
        "batch": samples(&times.batch),
        "fails": times.fails,
        "stack": sizes.stack,
        "code": sizes.code,
        "batch_code": sizes.batch_code,
    })
}

/// `{"median", "quartiles", "samples"}`; null without samples.
fn samples(samples: &Samples) -> Value {
    let Some(median) = samples.median() else {
        return Value::Null;
    };
    json!({ "median": median, "quartiles": samples.quartiles(), "samples": samples.all() })
}

fn peers(found: &Result<Pinocchio, String>) -> Value {
    let found = match found {
        Err(why) => return json!({ "pinocchio": null, "reason": why }),
        Ok(found) => found,
    };
    let times = found.times.iter();
    let times: Map<String, Value> = times
        .map(|(ours, _, times)| ((*ours).into(), samples(times)))
        .collect();
    let pinocchio = json!({
        "version": found.version,
        "overhead": samples(&found.overhead),
        "functions": times,
    });
    json!({ "pinocchio": pinocchio, "reason": null })
}
