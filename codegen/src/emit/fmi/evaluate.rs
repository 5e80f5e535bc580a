//! The generated functions on the numbers of an instance: `fmu_accelerations`, `fmu_outputs`, `fmu_along`, and what closes loops.

use super::layout::numbers;
use super::{outputs, products};
use crate::compile::Compiled;
use crate::emit::literal;
use crate::emit::page::Page;
use crate::emit::preparation::ParameterCode;
use crate::function::Function;
use crate::leaves::Argument;
use crate::name;
use crate::program::Output;
use crate::recursion::Quantity;

/// All of them.
pub(super) fn functions(view: &Compiled) -> String {
    let mechanism = &view.mechanism;
    let mut page = Page::default();
    preparation(&mut page, view);
    let printer = Printer { view };
    page.gap();
    page.block(
        "static int fmu_accelerations(const fmu_numbers *n, const double *q, const double *v, double *a)",
        |page| {
            let only = |output: &Output| (output.name == "qdd").then(|| "a".to_owned());
            printer.call(page, Quantity::ForwardDynamics, only);
            page.line(format_args!("return 0;"));
        },
    );
    page.gap();
    page.block(
        "static int fmu_outputs(const fmu_numbers *n, const double *q, const double *v, double *y)",
        |page| {
            page.line(format_args!("(void)n, (void)q, (void)v, (void)y;"));
            if mechanism.nq() != mechanism.nv() {
                // They come with the functions, and loops alone take one.
                page.line(format_args!(
                    "(void){0}_integrate, (void){0}_difference;",
                    view.name
                ));
            }
            for (quantity, at) in placed(outputs(mechanism)) {
                printer.call(page, quantity, |output| Some(element(output.name, at)));
            }
            page.line(format_args!("return 0;"));
        },
    );
    if let Some(products) = products(mechanism) {
        page.gap();
        page.line(format_args!(
            "/* The derivatives of accelerations and outputs along a direction. */"
        ));
        page.block(
            "static int fmu_along(const fmu_numbers *n, const double *q, const double *v, const double *dq, const double *dv, const double *dtau, \
             double *a, double *y)",
            |page| {
                page.line(format_args!("(void)y;"));
                let mut products = products.into_iter();
                if let Some(accelerations) = products.next() {
                    let only = |output: &Output| (output.name == "dqdd").then(|| "a".to_owned());
                    printer.call(page, accelerations, only);
                }
                let of = outputs(mechanism);
                for ((_, at), product) in placed(of).into_iter().zip(products) {
                    printer.call(page, product, |output| {
                        Some(element(output.name.strip_prefix('d')?, at))
                    });
                }
                page.line(format_args!("return 0;"));
            },
        );
    }
    if mechanism.loops.is_some() {
        closing(&mut page, &printer);
    }
    page.into_text()
}

/// The parameters: defaults, and what is prepared from them.
fn preparation(page: &mut Page, view: &Compiled) {
    let prefix = &view.name;
    let code = ParameterCode::of(view);
    page.gap();
    page.line(format_args!(
        "/* Prepares the parameters; where they are refused, the reason. */"
    ));
    page.block("static const char *fmu_prepare(fmu_numbers *n)", |page| {
        let Some(code) = &code else {
            page.line(format_args!("(void)n;"));
            page.line(format_args!("return NULL;"));
            return;
        };
        let reasons = code.conditions.iter().map(|condition| {
            let reason = format!(
                "{} is negative; all values stay as they were",
                condition.what
            );
            format!("        {},\n", literal::string(&reason))
        });
        let reasons: String = reasons.collect();
        page.line(format_args!(
            "static const char *const reasons[] = {{\n        NULL,\n{reasons}    }};"
        ));
        page.line(format_args!("{prefix}_parameters parameters;"));
        for (k, parameter) in code.parameters.iter().enumerate() {
            page.line(format_args!(
                "parameters.{} = n->parameters[{k}];",
                parameter.name
            ));
        }
        page.line(format_args!(
            "return reasons[{prefix}_prepare(&parameters, &n->prepared)];"
        ));
    });
    page.gap();
    page.block("static void fmu_defaults(fmu_numbers *n)", |page| {
        let Some(code) = &code else {
            page.line(format_args!("(void)n;"));
            return;
        };
        page.line(format_args!(
            "const {prefix}_parameters parameters = {prefix}_parameters_default();"
        ));
        for (k, parameter) in code.parameters.iter().enumerate() {
            page.line(format_args!(
                "n->parameters[{k}] = parameters.{};",
                parameter.name
            ));
        }
        page.line(format_args!("fmu_prepare(n);"));
    });
}

/// What closing loops evaluates.
fn closing(page: &mut Page, printer: &Printer) {
    for (name, quantity, result) in [
        ("closure", Quantity::Closure, "phi"),
        ("closure_jacobian", Quantity::ClosureJacobian, "G"),
        ("mass_matrix", Quantity::MassMatrix, "M"),
    ] {
        page.gap();
        page.block(
            format!(
                "static int fmu_{name}(const fmu_numbers *n, const double *q, double *{result})"
            ),
            |page| {
                page.line(format_args!("(void)n;"));
                printer.call(page, quantity, |output| Some(output.name.to_owned()));
                page.line(format_args!("return 0;"));
            },
        );
    }
    let Compiled {
        name, mechanism, ..
    } = printer.view;
    page.gap();
    page.line(format_args!(
        "/* The coordinates after a step of the velocities. */"
    ));
    page.block(
        "static void fmu_integrate(const double *q, const double *v, double dt, double *next)",
        |page| {
            if mechanism.nq() == mechanism.nv() {
                page.line(format_args!("int k;"));
                page.block("for (k = 0; k < FMU_NQ; k++)", |page| {
                    page.line(format_args!("next[k] = q[k] + (v[k] * dt);"));
                });
                return;
            }
            page.line(format_args!("{name}_integrate(q, v, dt, next);"));
        },
    );
}

/// Prints calls of generated functions.
struct Printer<'a> {
    view: &'a Compiled,
}

impl Printer<'_> {
    /// A call; `place` says where an output goes that is wanted.
    fn call(&self, page: &mut Page, quantity: Quantity, place: impl Fn(&Output) -> Option<String>) {
        let name = quantity.name(&self.view.mechanism);
        let found = self.view.functions.iter().find(|one| one.name == name);
        // It is among those that the mechanism was compiled with.
        if let Some(function) = found {
            page.line(format_args!("{{"));
            page.inside(|page| self.print(page, function, place));
            page.line(format_args!("}}"));
        }
    }

    fn print(
        &self,
        page: &mut Page,
        function: &Function,
        place: impl Fn(&Output) -> Option<String>,
    ) {
        let mut passed: Vec<String> = (function.inputs().iter())
            .map(|port| source(port.argument).to_owned())
            .collect();
        for output in function.outputs() {
            passed.push(place(output).unwrap_or_else(|| {
                let name = format!("unread_{}", output.name);
                let len = output.elements.len().max(1);
                page.line(format_args!("double {name}[{len}];"));
                name
            }));
        }
        let call = format!(
            "{}_{}({})",
            self.view.name,
            name::identifier(&function.name),
            passed.join(", ")
        );
        if !function.can_fail() {
            return page.line(format_args!("{call};"));
        }
        page.block(format!("if ({call} != 0)"), |page| {
            page.line(format_args!("return 1;"));
        });
    }
}

/// Where an argument is read.
fn source(argument: Argument) -> &'static str {
    match argument {
        Argument::Prepared => "&n->prepared",
        Argument::Qd => "v",
        Argument::Tau => "n->tau",
        Argument::DirectionQd => "dv",
        other => other.name(),
    }
}

/// Quantities with the place of their first output.
fn placed(quantities: Vec<Quantity>) -> Vec<(Quantity, usize)> {
    let mut next = 0;
    let place = |quantity: Quantity| {
        let own = next;
        next += numbers(quantity);
        (quantity, own)
    };
    quantities.into_iter().map(place).collect()
}

/// An output by its name: of a pose p is first.
fn element(name: &str, at: usize) -> String {
    format!("&y[{}]", if name == "R" { at + 3 } else { at })
}
