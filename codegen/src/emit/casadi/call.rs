//! The call of a C function from an external one: arrays of CasADi → its inputs, its outputs → arrays of CasADi.
//!
//! An input that is a vector is read where CasADi has it, a matrix is copied row by row. An output whose elements stand as CasADi wants
//! them is written there, or, where CasADi does not want it, into the work vector; the elements of others are copied one by one.

use rustc_hash::FxHashMap;

use super::variable::{Variable, sides};
use crate::emit::page::Page;
use crate::function::Function;
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::name;
use crate::program::{Output, Pattern};

/// A call.
pub(super) struct Call<'a> {
    /// The function, its matrices packed.
    pub(super) function: &'a Function,
    /// The place among CasADi's arguments of each of its inputs.
    pub(super) sources: Vec<usize>,
    /// The result of CasADi that each of its outputs belongs to; `None`: nobody wants it.
    pub(super) targets: Vec<Option<Target>>,
    /// The argument without which the call changes nothing.
    pub(super) only_with: Option<usize>,
}

/// The elements of a result.
pub(super) struct Target {
    /// The place of the result.
    pub(super) result: usize,
    /// The places of its elements in the output of the function; `None`: a zero.
    pub(super) elements: Vec<Option<usize>>,
    /// Whether they are added to what is there.
    pub(super) adds: bool,
}

impl Target {
    /// The elements of a result in an output whose rows are in another order: that of each row of the result.
    pub(super) fn new(
        result: usize,
        variable: &Variable,
        output: &Output,
        row: impl Fn(usize) -> usize,
    ) -> Self {
        let places = places(&pattern(output));
        let place = |(r, c): (usize, usize)| places.get(&(row(r), c)).copied();
        Self {
            result,
            elements: variable.pattern.places().map(place).collect(),
            adds: false,
        }
    }

    /// Whether the output is the result as it is.
    fn is_whole(&self, output: &Output) -> bool {
        let all = (0..output.elements.len()).map(Some);
        !self.adds && all.eq(self.elements.iter().copied())
    }
}

/// The places of the elements of an output.
pub(super) fn pattern(output: &Output) -> Pattern {
    let (rows, columns) = sides(output.shape);
    let dense = || Pattern::dense(rows, columns);
    output.pattern.clone().unwrap_or_else(dense)
}

impl Call<'_> {
    /// Prints the call; `arguments` are those of CasADi, and `first` numbers of the work vector are taken. The number that is taken then.
    pub(super) fn print(
        &self,
        page: &mut Page,
        (prefix, mechanism): (&str, &Mechanism),
        arguments: &[Variable],
        first: usize,
    ) -> usize {
        let mut work = first;
        let mut passed: Vec<String> = Vec::new();
        for (port, &place) in self.function.inputs().iter().zip(&self.sources) {
            if port.argument == Argument::Prepared {
                passed.push("&prepared".into());
                continue;
            }
            let name = port.argument.name();
            passed.push(name.into());
            if arguments[place].is_vector() {
                page.line(format_args!(
                    "const double *{name} = arg[{place}] ? arg[{place}] : {ZEROS};"
                ));
                continue;
            }
            let (rows, columns) = sides(port.argument.extent().on(mechanism));
            page.line(format_args!("double *{name} = {};", offset(work)));
            work += rows * columns;
            copied(page, (name, place), &arguments[place].pattern);
        }
        for (output, target) in self.function.outputs().iter().zip(&self.targets) {
            let name = output.name;
            passed.push(name.into());
            let len = output.elements.len();
            match target {
                Some(target) if target.is_whole(output) => {
                    let result = target.result;
                    let own = offset(work);
                    page.line(format_args!(
                        "double *{name} = res[{result}] ? res[{result}] : {own};"
                    ));
                }
                _ => page.line(format_args!("double *{name} = {};", offset(work))),
            }
            work += len;
        }
        self.print_call(page, prefix, &passed.join(", "));
        for (output, target) in self.function.outputs().iter().zip(&self.targets) {
            if let Some(target) = target.as_ref().filter(|one| !one.is_whole(output)) {
                stored(page, output.name, target);
            }
        }
        work
    }

    fn print_call(&self, page: &mut Page, prefix: &str, passed: &str) {
        let name = name::identifier(&self.function.name);
        if !self.function.can_fail() {
            return page.line(format_args!("{prefix}_{name}({passed});"));
        }
        page.block(format!("if ({prefix}_{name}({passed}) != 0)"), |page| {
            page.line(format_args!("return 1;"));
        });
    }

    /// The largest number of zeros that are read in place of an argument.
    pub(super) fn zeros(&self, arguments: &[Variable]) -> usize {
        let vectors = self.sources.iter().map(|&place| &arguments[place]);
        let lengths = vectors.filter(|one| one.is_vector()).map(Variable::len);
        lengths.max().unwrap_or(0)
    }
}

/// What is read in place of an argument that is not there.
pub(super) const ZEROS: &str = "denoc_zeros";

/// The work vector from a place on.
fn offset(place: usize) -> String {
    match place {
        0 => "work".into(),
        place => format!("work + {place}"),
    }
}

/// The elements of a matrix by their rows and columns.
fn places(pattern: &Pattern) -> FxHashMap<(usize, usize), usize> {
    pattern.places().zip(0..).collect()
}

/// Fills a matrix, row by row.
fn copied(page: &mut Page, (name, place): (&str, usize), pattern: &Pattern) {
    let own = places(pattern);
    for row in 0..pattern.rows {
        for column in 0..pattern.columns {
            let element = row * pattern.columns + column;
            match own.get(&(row, column)) {
                Some(k) => page.line(format_args!(
                    "{name}[{element}] = arg[{place}] ? arg[{place}][{k}] : 0.0;"
                )),
                None => page.line(format_args!("{name}[{element}] = 0.0;")),
            }
        }
    }
}

/// Stores elements of an output in a result.
fn stored(page: &mut Page, name: &str, target: &Target) {
    if target.elements.is_empty() {
        return;
    }
    let result = target.result;
    let equals = if target.adds { "+=" } else { "=" };
    page.block(format!("if (res[{result}])"), |page| {
        for (k, element) in target.elements.iter().enumerate() {
            match element {
                Some(place) => {
                    page.line(format_args!("res[{result}][{k}] {equals} {name}[{place}];"));
                }
                None if target.adds => {}
                None => page.line(format_args!("res[{result}][{k}] = 0.0;")),
            }
        }
    });
}
