//! What a file has besides its functions: the defaults of parameters, and the steps of states with quaternions.

use super::external::{Body, External};
use super::variable::Variable;
use super::{ZEROS, external_name};
use crate::compile::Compiled;
use crate::emit::state::{StateLayout, Which};
use crate::program::Shape;

/// The external functions of a model with parameters or with quaternions.
pub(super) fn externals(view: &Compiled) -> Vec<External<'static>> {
    let mut all: Vec<External> = defaults(view).into_iter().collect();
    if let Some(layout) = StateLayout::of(view) {
        all.extend(Which::BOTH.map(|which| step(view, &layout, which)));
    }
    all
}

/// `NAME_parameters_default`: the parameters as the model has them.
fn defaults(view: &Compiled) -> Option<External<'static>> {
    view.preparation.as_ref()?;
    let (prefix, parameters) = (&view.name, &view.mechanism.parameters);
    let mut lines = vec![
        format!("const {prefix}_parameters parameters = {prefix}_parameters_default();"),
        "if (res[0]) {".into(),
    ];
    let values = parameters.iter().enumerate();
    lines.extend(values.map(|(k, one)| format!("    res[0][{k}] = parameters.{};", one.name)));
    lines.push("}".into());
    Some(External {
        name: external_name(view, "parameters_default"),
        arguments: Vec::new(),
        results: vec![Variable::dense(
            "parameters",
            Shape::Vector(parameters.len()),
        )],
        body: Body::Lines(lines, 0, 0),
    })
}

/// `NAME_integrate` or `NAME_difference`.
fn step(view: &Compiled, layout: &StateLayout, which: Which) -> External<'static> {
    let (q, v) = (Shape::Vector(layout.nq), Shape::Vector(layout.nv));
    let vector = |name, shape| Variable::dense(name, shape);
    let (arguments, result) = match which {
        Which::Integrate => (
            vec![vector("q", q), vector("v", v), vector("dt", Shape::Scalar)],
            vector(which.result(), q),
        ),
        Which::Difference => (
            vec![vector("q0", q), vector("q1", q)],
            vector(which.result(), v),
        ),
    };
    let mut passed: Vec<String> = (0..arguments.len())
        .map(|k| format!("arg[{k}] ? arg[{k}] : {ZEROS}"))
        .collect();
    if which == Which::Integrate {
        passed[2] = "arg[2] ? arg[2][0] : 0.0".into();
    }
    passed.push("res[0] ? res[0] : work".into());
    let (prefix, name) = (&view.name, which.name());
    External {
        name: external_name(view, name),
        arguments,
        results: vec![result],
        body: Body::Lines(
            vec![format!("{prefix}_{name}({});", passed.join(", "))],
            layout.result_len(which),
            layout.nq,
        ),
    }
}
