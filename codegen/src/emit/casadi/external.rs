//! An external function: the symbols that CasADi looks for, `F`, `F_n_in`, … `F_work`.

use super::call::{Call, Setting, ZEROS};
use super::tangent::{self, GIVEN};
use super::variable::Variable;
use crate::compile::Compiled;
use crate::emit::page::Page;
use crate::leaves::Argument;
use crate::state::pieces;

/// An external function.
pub(super) struct External<'a> {
    /// Its name.
    pub(super) name: String,
    pub(super) arguments: Vec<Variable>,
    pub(super) results: Vec<Variable>,
    pub(super) body: Body<'a>,
}

/// What an external function does.
pub(super) enum Body<'a> {
    /// Calls, one after the other, and results that are the identity matrix.
    Calls(Vec<Call<'a>>, Vec<usize>),
    /// These lines, which take so many numbers of the work vector and read so many zeros.
    Lines(Vec<String>, usize, usize),
}

/// The symbols of an external function, besides its name.
const SYMBOLS: [&str; 10] = [
    "n_in",
    "n_out",
    "name_in",
    "name_out",
    "sparsity_in",
    "sparsity_out",
    "work",
    "checkout",
    "release",
    "incref",
];

impl External<'_> {
    /// The symbols that it defines.
    pub(super) fn symbols(&self) -> Vec<String> {
        let own = SYMBOLS.iter().chain(&["decref"]);
        let own = own.map(|symbol| format!("{}_{symbol}", self.name));
        core::iter::once(self.name.clone()).chain(own).collect()
    }

    /// `puma_gravity: (q[6]) -> (g[6])`.
    pub(super) fn brief(&self) -> String {
        let list = |all: &[Variable]| {
            let all: Vec<String> = all.iter().map(Variable::brief).collect();
            all.join(", ")
        };
        let (name, results) = (&self.name, list(&self.results));
        format!("{name}: ({}) -> ({results})", list(&self.arguments))
    }

    /// The largest number of zeros that are read in place of an argument.
    pub(super) fn zeros(&self) -> usize {
        match &self.body {
            Body::Lines(.., zeros) => *zeros,
            Body::Calls(calls, _) => {
                let zeros = calls.iter().map(|call| call.zeros(&self.arguments));
                zeros.max().unwrap_or(0)
            }
        }
    }

    /// Prints the function and what describes it; `sparsities` are those of the file, by their places.
    pub(super) fn print(&self, page: &mut Page, compiled: &Compiled, sparsities: &[Vec<usize>]) {
        let name = &self.name;
        page.gap();
        page.line(format_args!("/* {} */", self.brief()));
        let head = format!(
            "{EXPORT} int {name}(const double **arg, double **res, casadi_int *iw, double *work, int mem)"
        );
        let mut body = Page::default();
        let work = self.print_body(&mut body, compiled);
        let body = body.into_text();
        page.line(format_args!("{head}"));
        page.line(format_args!("{{"));
        page.inside(|page| {
            for unread in ["arg", "res", "work"] {
                if !body.contains(unread) {
                    page.line(format_args!("(void){unread};"));
                }
            }
            page.line(format_args!("(void)iw;"));
            page.line(format_args!("(void)mem;"));
            for line in body.lines() {
                page.line(format_args!("{line}"));
            }
            page.line(format_args!("return 0;"));
        });
        page.line(format_args!("}}"));
        let (inputs, outputs) = (&self.arguments, &self.results);
        number(page, &format!("{name}_n_in"), inputs.len());
        number(page, &format!("{name}_n_out"), outputs.len());
        for (what, all) in [("in", inputs), ("out", outputs)] {
            names(page, &format!("{name}_name_{what}"), all);
            let found = all.iter().map(|one| {
                let own = one.sparsity();
                sparsities.iter().position(|known| *known == own)
            });
            let found: Vec<usize> = found.flatten().collect();
            places(page, &format!("{name}_sparsity_{what}"), &found);
        }
        self.print_work(page, work);
        for symbol in ["incref", "decref"] {
            page.line(format_args!("{EXPORT} void {name}_{symbol}(void) {{}}"));
        }
        page.line(format_args!(
            "{EXPORT} int {name}_checkout(void) {{ return 0; }}"
        ));
        page.line(format_args!(
            "{EXPORT} void {name}_release(int mem) {{ (void)mem; }}"
        ));
    }

    /// What it does; the number of numbers of the work vector that it takes.
    fn print_body(&self, page: &mut Page, compiled: &Compiled) -> usize {
        let (calls, identities) = match &self.body {
            Body::Calls(calls, identities) => (calls, identities),
            Body::Lines(lines, work, _) => {
                for line in lines {
                    page.line(format_args!("{line}"));
                }
                return *work;
            }
        };
        self.print_preparation(page, calls, compiled);
        let setting = Setting {
            prefix: &compiled.name,
            mechanism: &compiled.mechanism,
            pieces: &pieces(&compiled.mechanism),
            arguments: &self.arguments,
        };
        let first = print_coordinates(page, calls, setting);
        let mut work = first;
        for call in calls {
            let mut taken = 0;
            let mut inside = |page: &mut Page| taken = call.print(page, setting, first);
            match (call.only_with, calls.len()) {
                (Some(place), _) => page.block(format!("if (arg[{place}])"), inside),
                (None, 1) => inside(page),
                (None, _) => {
                    page.line(format_args!("{{"));
                    page.inside(inside);
                    page.line(format_args!("}}"));
                }
            }
            work = work.max(taken);
        }
        for result in identities {
            let len = self.results[*result].len();
            page.block(format!("if (res[{result}])"), |page| {
                for k in 0..len {
                    page.line(format_args!("res[{result}][{k}] = 1.0;"));
                }
            });
        }
        work
    }

    /// What is computed of the model's parameters.
    fn print_preparation(&self, page: &mut Page, calls: &[Call], compiled: &Compiled) {
        let of_call = |call: &Call| {
            let mut pairs = call.function.inputs().iter().zip(&call.sources);
            pairs.find_map(|(port, place)| (port.argument == Argument::Prepared).then_some(*place))
        };
        let Some(place) = calls.iter().find_map(of_call) else {
            return;
        };
        let prefix = &compiled.name;
        page.line(format_args!("{prefix}_parameters parameters;"));
        page.line(format_args!("{prefix}_prepared prepared;"));
        for (k, parameter) in compiled.mechanism.parameters.iter().enumerate() {
            let name = &parameter.name;
            page.line(format_args!(
                "parameters.{name} = arg[{place}] ? arg[{place}][{k}] : 0.0;"
            ));
        }
        let call = format!("if ({prefix}_prepare(&parameters, &prepared) != 0)");
        page.block(call, |page| page.line(format_args!("return 1;")));
    }

    fn print_work(&self, page: &mut Page, work: usize) {
        let head = format!(
            "{EXPORT} int {}_work(casadi_int *sz_arg, casadi_int *sz_res, casadi_int *sz_iw, casadi_int *sz_w)",
            self.name
        );
        let sizes = [
            ("arg", self.arguments.len()),
            ("res", self.results.len()),
            ("iw", 0),
            ("w", work),
        ];
        page.line(format_args!("{head}"));
        page.line(format_args!("{{"));
        page.inside(|page| {
            for (what, size) in sizes {
                page.line(format_args!("if (sz_{what}) *sz_{what} = {size};"));
            }
            page.line(format_args!("return 0;"));
        });
        page.line(format_args!("}}"));
    }
}

/// Brings quaternions to length 1 for all calls; the numbers of the work vector that they take.
fn print_coordinates(page: &mut Page, calls: &[Call], setting: Setting) -> usize {
    let place = calls.iter().find_map(Call::coordinates);
    let Some(place) = place.filter(|_| !setting.pieces.is_empty()) else {
        return 0;
    };
    let name = Argument::Q.name();
    page.line(format_args!(
        "const double *{GIVEN} = arg[{place}] ? arg[{place}] : {ZEROS};"
    ));
    page.line(format_args!("double *{name} = work;"));
    tangent::print_unit(page, setting.pieces, name);
    setting.mechanism.nq()
}

/// Before what CasADi looks for.
const EXPORT: &str = "CASADI_SYMBOL_EXPORT";

/// A function that says a number.
fn number(page: &mut Page, name: &str, number: usize) {
    page.line(format_args!(
        "{EXPORT} casadi_int {name}(void) {{ return {number}; }}"
    ));
}

/// A function that says the names of arrays.
fn names(page: &mut Page, name: &str, all: &[Variable]) {
    let head = format!("{EXPORT} const char *{name}(casadi_int i)");
    chosen(
        page,
        &head,
        all.iter().map(|one| format!("\"{}\"", one.name)),
    );
}

/// A function that says the sparsities of arrays.
fn places(page: &mut Page, name: &str, sparsities: &[usize]) {
    let head = format!("{EXPORT} const casadi_int *{name}(casadi_int i)");
    let all = sparsities.iter();
    chosen(
        page,
        &head,
        all.map(|place| format!("denoc_sparsity_{place}")),
    );
}

/// A function that says one of several.
fn chosen(page: &mut Page, head: &str, all: impl Iterator<Item = String>) {
    page.line(format_args!("{head}"));
    page.line(format_args!("{{"));
    page.inside(|page| {
        page.block("switch (i)", |page| {
            for (k, one) in all.enumerate() {
                page.line(format_args!("case {k}: return {one};"));
            }
            page.line(format_args!("default: return 0;"));
        });
    });
    page.line(format_args!("}}"));
}
