//! The call of a C function from an external one: arrays of CasADi → its inputs, its outputs → arrays of CasADi.
//!
//! An input that is a vector is read where CasADi has it, a matrix is copied row by row. An output whose elements stand as CasADi wants
//! them is written there, or, where CasADi does not want it, into the work vector; the elements of others are copied one by one. Coordinates
//! with quaternions are in the work vector at length 1, and what is of the tangent space is turned into what CasADi has, and back.

use rustc_hash::FxHashMap;

use super::tangent::{self, GIVEN};
use super::variable::{Variable, sides};
use crate::emit::page::Page;
use crate::function::Function;
use crate::leaves::Argument;
use crate::mechanism::Mechanism;
use crate::name;
use crate::program::{Output, Pattern};
use crate::state::Piece;

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

/// What becomes of an output.
pub(super) struct Target {
    /// The place of the result.
    result: usize,
    /// How it is made of the output.
    elements: Elements,
    /// Whether it is added to what is there.
    adds: bool,
}

/// The elements of a result.
enum Elements {
    /// Their places in the output of the function; `None`: a zero.
    Same(Vec<Option<usize>>),
    /// Rows of the tangent space, by T of the coordinates, or by its change with the argument at this place.
    Turned(Vec<TangentRow>, Option<usize>),
}

/// A row of the tangent space.
struct TangentRow {
    /// By velocity, the place in the output.
    from: Vec<Option<usize>>,
    /// By coordinate, the place in the result.
    to: Vec<Option<usize>>,
}

/// What calls are printed for.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    /// Before the names of C functions.
    pub(super) prefix: &'a str,
    pub(super) mechanism: &'a Mechanism,
    /// The pieces of the state, if there are quaternions in it.
    pub(super) pieces: &'a [Piece],
    /// The arguments of CasADi.
    pub(super) arguments: &'a [Variable],
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
            elements: Elements::Same(variable.pattern.places().map(place).collect()),
            adds: false,
        }
    }

    /// A result J T of an output J: of every row of the result, that of the output.
    pub(super) fn by_coordinates(
        result: usize,
        variable: &Variable,
        output: &Output,
        row: impl Fn(usize) -> usize,
    ) -> Self {
        let (own, there) = (pattern(output), places(&variable.pattern));
        let here = places(&own);
        let rows = (0..variable.pattern.rows).map(|r| TangentRow {
            from: (0..own.columns)
                .map(|v| here.get(&(row(r), v)).copied())
                .collect(),
            to: (0..variable.pattern.columns)
                .map(|q| there.get(&(r, q)).copied())
                .collect(),
        });
        Self {
            result,
            elements: Elements::Turned(rows.collect(), None),
            adds: false,
        }
    }

    /// A result Tᵀ g of an output g; or, with the place of a change of the coordinates, the change of Tᵀ g with it.
    pub(super) fn gradient(
        result: usize,
        variable: &Variable,
        output: &Output,
        along: Option<usize>,
    ) -> Self {
        let row = TangentRow {
            from: (0..output.elements.len()).map(Some).collect(),
            to: (0..variable.len()).map(Some).collect(),
        };
        Self {
            result,
            elements: Elements::Turned(vec![row], along),
            adds: false,
        }
    }

    /// The same, added to what is there.
    pub(super) fn added(self) -> Self {
        Self { adds: true, ..self }
    }

    /// Whether the output is the result as it is.
    fn is_whole(&self, output: &Output) -> bool {
        let all = (0..output.elements.len()).map(Some);
        match &self.elements {
            Elements::Same(places) => !self.adds && all.eq(places.iter().copied()),
            Elements::Turned(..) => false,
        }
    }
}

/// The places of the elements of an output.
pub(super) fn pattern(output: &Output) -> Pattern {
    let (rows, columns) = sides(output.shape);
    let dense = || Pattern::dense(rows, columns);
    output.pattern.clone().unwrap_or_else(dense)
}

impl Call<'_> {
    /// The place of the coordinates among CasADi's arguments.
    pub(super) fn coordinates(&self) -> Option<usize> {
        let mut inputs = self.function.inputs().iter().zip(&self.sources);
        inputs.find_map(|(port, place)| (port.argument == Argument::Q).then_some(*place))
    }

    /// Prints the call where `first` numbers of the work vector are taken. The number that is taken then.
    pub(super) fn print(&self, page: &mut Page, setting: Setting, first: usize) -> usize {
        let Setting {
            prefix,
            mechanism,
            pieces,
            arguments,
        } = setting;
        let has_quaternions = !pieces.is_empty();
        let mut work = first;
        let mut passed: Vec<String> = Vec::new();
        for (port, &place) in self.function.inputs().iter().zip(&self.sources) {
            if port.argument == Argument::Prepared {
                passed.push("&prepared".into());
                continue;
            }
            let name = port.argument.name();
            passed.push(name.into());
            if has_quaternions && port.argument == Argument::Q {
                continue;
            }
            if has_quaternions && Argument::Q.direction() == Some(port.argument) {
                page.line(format_args!(
                    "const double *{GIVEN}_{name} = arg[{place}] ? arg[{place}] : {ZEROS};"
                ));
                page.line(format_args!("double *{name} = {};", offset(work)));
                work += port.len;
                tangent::print_tangent(page, pieces, &format!("{GIVEN}_{name}"), name);
                continue;
            }
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
                stored(page, output.name, target, pieces);
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
fn stored(page: &mut Page, name: &str, target: &Target, pieces: &[Piece]) {
    let result = target.result;
    let equals = if target.adds { "+=" } else { "=" };
    let elements = match &target.elements {
        Elements::Same(elements) => elements,
        Elements::Turned(rows, along) => {
            let along = along.map(|place| format!("arg[{place}]"));
            return page.block(format!("if (res[{result}])"), |page| {
                for TangentRow { from, to } in rows {
                    let row = tangent::Row {
                        from: (name, from),
                        to: (result, to),
                        equals,
                        along: along.as_deref(),
                    };
                    row.print(page, pieces);
                }
            });
        }
    };
    if elements.is_empty() {
        return;
    }
    page.block(format!("if (res[{result}])"), |page| {
        for (k, element) in elements.iter().enumerate() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_is_copied_row_by_row_with_its_zeros() {
        let copy = |pattern: &Pattern| {
            let mut page = Page::default();
            copied(&mut page, ("w", 2), pattern);
            page.into_text()
        };
        assert_eq!(
            copy(&Pattern::of_places((2, 2), [(0, 0), (1, 1)])),
            "\
w[0] = arg[2] ? arg[2][0] : 0.0;
w[1] = 0.0;
w[2] = 0.0;
w[3] = arg[2] ? arg[2][1] : 0.0;
"
        );
        assert_eq!(
            copy(&Pattern::dense(2, 2)),
            "\
w[0] = arg[2] ? arg[2][0] : 0.0;
w[1] = arg[2] ? arg[2][2] : 0.0;
w[2] = arg[2] ? arg[2][1] : 0.0;
w[3] = arg[2] ? arg[2][3] : 0.0;
"
        );
    }
}
