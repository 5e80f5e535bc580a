//! Calls: of parts and steps, of kernels, of solvers.

use super::cursor::Cursor;
use super::fact::{Fact, NO_TAIL, TailOf, Value};
use super::item::{Cell, Item};
use super::run::{Run, Scope};
use super::{Fault, Language};
use crate::compile::Precision;
use crate::program::Operation;

/// What kernels of a group of angles have in their names, by the number of angles.
const SIZES: [&str; 4] = ["_one", "_two", "_three", "_four"];

/// Whether a function of C is a kernel. The functions of a mechanism may have the same prefix: those of one that is called `denoc`.
fn is_kernel(name: &str) -> bool {
    const NAMES: [&str; 9] = [
        "solve",
        "minimum_norm",
        "saturate",
        "sum_tail",
        "product_tail",
        "integrate_spherical",
        "integrate_free",
        "difference_spherical",
        "difference_free",
    ];
    let Some(own) = name.strip_prefix("denoc_") else {
        return false;
    };
    own.strip_prefix("sincos")
        .map_or(NAMES.contains(&own), of_sines)
}

/// Whether a function of C takes numbers of this type, as far as its name says: C would convert them without a word.
fn has_type(name: &str, precision: Precision) -> bool {
    let is_double = matches!(name, "fma" | "sin" | "cos");
    let is_single = matches!(name, "fmaf" | "sinf" | "cosf");
    let sines = name.strip_prefix("denoc_sincos");
    let sines = sines.filter(|_| is_kernel(name));
    let of_sines =
        sines.is_none_or(|ending| ending.starts_with('f') == (precision == Precision::F32));
    of_sines
        && match precision {
            Precision::F64 => !is_single,
            Precision::F32 => !is_double,
        }
}

/// Whether a kernel of sines ends so: `f_two_with_tails`.
fn of_sines(ending: &str) -> bool {
    let ending = ending.strip_prefix('f').unwrap_or(ending);
    let size = ending.strip_suffix("_with_tails").unwrap_or(ending);
    size.is_empty() || SIZES.contains(&size)
}

impl<'t> Run<'t> {
    /// A call of a function, with its arguments.
    pub(super) fn called(
        &mut self,
        scope: &mut Scope<'t>,
        (name, at): (&'t str, usize),
        arguments: Cursor<'t>,
    ) -> Result<Item, Fault> {
        if self.text.language == Language::C && !has_type(name, self.text.precision) {
            return Err(Fault::new(at, "the function is one of the other type"));
        }
        // The text has kernels too: what they do is known.
        let is_kernel = is_kernel(name);
        let known = scope.functions.get(name);
        let known = known.or_else(|| self.text.outline.get(name)).cloned();
        let known = known.filter(|_| !is_kernel);
        if let Some(known) = known {
            let given = self.list(scope, arguments)?;
            return self.call(&known, &given, at);
        }
        match name {
            "denoc_solve" | "solve" => self.solve(scope, arguments, false),
            "denoc_minimum_norm" | "minimum_norm" => self.solve(scope, arguments, true),
            "denoc_sincos" | "sincos" | "sincosf" => {
                let given = self.list(scope, arguments)?;
                self.sines(&given, false, at)
            }
            "sincos_with_tails" | "sincosf_with_tails" => {
                let given = self.list(scope, arguments)?;
                self.sines(&given, true, at)
            }
            _ if name.starts_with("denoc_sincos") => {
                let given = self.list(scope, arguments)?;
                self.group(name, &given, at)
            }
            _ => {
                let given = self.list(scope, arguments)?;
                self.kernel(scope, (name, at), given)
            }
        }
    }

    /// A function of numbers.
    fn kernel(
        &mut self,
        scope: &Scope<'t>,
        (name, at): (&str, usize),
        mut given: Vec<Item>,
    ) -> Result<Item, Fault> {
        match (name, given.as_slice()) {
            ("denoc_saturate" | "saturate", [_, _]) => {
                self.operation(Operation::Saturate, &given, scope.start)
            }
            ("fma" | "fmaf" | "mul_add", &[Item::Number(a), Item::Number(b), Item::Number(c)]) => {
                self.fused([a, b, c], scope.start)
            }
            ("denoc_sum_tail" | "sum_tail" | "sum_tailf", five) => self.tail(TailOf::Sum, five, at),
            ("denoc_product_tail" | "product_tail" | "product_tailf", five) => {
                self.tail(TailOf::Product, five, at)
            }
            ("sin" | "sinf", [Item::Number(angle)]) => Ok(self.sine_and_cosine(*angle, NO_TAIL)?.0),
            ("cos" | "cosf", [Item::Number(angle)]) => Ok(self.sine_and_cosine(*angle, NO_TAIL)?.1),
            (
                "sin_cos_with_tail" | "sin_cosf_with_tail",
                [Item::Number(angle), Item::Number(tail)],
            ) => {
                let tail = tail.value.signed(tail.negative);
                let (sine, cosine) = self.sine_and_cosine(*angle, tail)?;
                Ok(Item::List(vec![sine, cosine]))
            }
            ("sin_cos" | "sin_cosf" | "sin_cos_libm" | "sin_cosf_libm", [Item::Number(angle)]) => {
                let (sine, cosine) = self.sine_and_cosine(*angle, NO_TAIL)?;
                Ok(Item::List(vec![sine, cosine]))
            }
            ("Ok", [_]) => {
                self.returned = true;
                Ok(given.swap_remove(0))
            }
            _ => self.joint(name.strip_prefix("denoc_").unwrap_or(name), &given, at),
        }
    }

    /// What rounding takes from a sum or a product.
    fn tail(&mut self, of: TailOf, given: &[Item], at: usize) -> Result<Item, Fault> {
        let mut cells = Vec::new();
        for item in given {
            self.flatten(item, at, &mut cells)?;
        }
        let signed: Vec<_> = cells
            .iter()
            .map(|one| one.value.signed(one.negative))
            .collect();
        let five = signed.try_into();
        let five = five.map_err(|_| Fault::new(at, "five numbers were expected"))?;
        self.scanned.push(Fact::Tail(of, five), at);
        self.tails += 1;
        Ok(Item::Number(Cell {
            negative: false,
            value: Value::Tail(self.tails - 1),
            at,
        }))
    }

    /// Sine and cosine of a group of angles in C: `denoc_sincos_two_with_tails(&sn[4], &cs[4], x, y, of x, of y)`.
    fn group(&mut self, name: &str, given: &[Item], at: usize) -> Result<Item, Fault> {
        let words = name.trim_start_matches("denoc_sincos");
        let words = words.strip_prefix('f').unwrap_or(words);
        let (size, with_tails) = match words.strip_suffix("_with_tails") {
            Some(size) => (size, true),
            None => (words, false),
        };
        let size = 1 + SIZES
            .iter()
            .position(|known| *known == size)
            .ok_or(Fault::new(at, "no kernel that is printed"))?;
        let [sines, cosines, numbers @ ..] = given else {
            return Err(Fault::new(at, "arrays were expected"));
        };
        let (mut cells, mut rest) = (Vec::new(), Vec::new());
        for (place, number) in numbers.iter().enumerate() {
            let to = if place < size { &mut cells } else { &mut rest };
            self.flatten(number, at, to)?;
        }
        if cells.len() != size || rest.len() != if with_tails { size } else { 0 } {
            return Err(Fault::new(at, "another number of angles was expected"));
        }
        self.sines_of(cells, &rest, (sines, cosines), at)
    }

    /// Sine and cosine of arrays of angles. The tails of angles are an array of their own in Rust, in JavaScript in that of cosines.
    fn sines(&mut self, given: &[Item], with_tails: bool, at: usize) -> Result<Item, Fault> {
        let (angles, tails, sines, cosines) = match (self.text.language, given) {
            (Language::JavaScript, [angles, sines, cosines]) => {
                (angles, Some(cosines), sines, cosines)
            }
            (Language::Rust, [angles, sines, cosines]) if !with_tails => {
                (angles, None, sines, cosines)
            }
            (Language::Rust, [angles, tails, sines, cosines]) if with_tails => {
                (angles, Some(tails), sines, cosines)
            }
            _ => return Err(Fault::new(at, "other arrays were expected")),
        };
        let (mut cells, mut rest) = (Vec::new(), Vec::new());
        self.flatten(angles, at, &mut cells)?;
        match (tails, self.text.language) {
            // What was not set in an array of JavaScript is 0.
            (Some(Item::Array(tails)), Language::JavaScript) => {
                let zero = Cell {
                    negative: false,
                    value: Value::Number(0),
                    at,
                };
                let held = &self.arrays[tails.array].cells[tails.start..tails.start + tails.len];
                rest.extend(held.iter().map(|cell| cell.unwrap_or(zero)));
            }
            (Some(tails), _) => self.flatten(tails, at, &mut rest)?,
            (None, _) => {}
        }
        self.sines_of(cells, &rest, (sines, cosines), at)
    }

    /// Puts sine and cosine of angles with their tails, if there are any, into arrays.
    fn sines_of(
        &mut self,
        cells: Vec<Cell>,
        rest: &[Cell],
        (sines, cosines): (&Item, &Item),
        at: usize,
    ) -> Result<Item, Fault> {
        let tails = rest.iter().map(|one| one.value.signed(one.negative));
        let tails: Vec<_> = match tails.len() {
            0 => vec![NO_TAIL; cells.len()],
            len if len == cells.len() => tails.collect(),
            _ => return Err(Fault::new(at, "another number of tails was expected")),
        };
        let (mut sine, mut cosine) = (Vec::new(), Vec::new());
        for (cell, tail) in cells.into_iter().zip(tails) {
            let (of_sine, of_cosine) = self.sine_and_cosine(cell, tail)?;
            for (item, to) in [(of_sine, &mut sine), (of_cosine, &mut cosine)] {
                let Item::Number(cell) = item else { continue };
                to.push(Some(cell));
            }
        }
        self.copy(sines, sine, at)?;
        self.copy(cosines, cosine, at)?;
        Ok(Item::List(Vec::new()))
    }

    fn sine_and_cosine(&mut self, angle: Cell, tail: (bool, Value)) -> Result<(Item, Item), Fault> {
        let (place, fact) = self.angles.place(angle.plain()?, tail);
        if let Some(fact) = fact {
            self.scanned.push(fact, angle.at);
        }
        let number = |value| {
            Item::Number(Cell {
                negative: false,
                value,
                at: angle.at,
            })
        };
        Ok((number(Value::Sine(place)), number(Value::Cosine(place))))
    }

    /// Solves equations: `rows, sides, matrix, right`, or with least norm `rows, columns, matrix, right, cutoff, solution`.
    fn solve(
        &mut self,
        scope: &mut Scope<'t>,
        mut arguments: Cursor<'t>,
        least_norm: bool,
    ) -> Result<Item, Fault> {
        let at = scope.start;
        let rows = arguments.integer()?;
        arguments.expect(&[","])?;
        let second = arguments.integer()?;
        arguments.expect(&[","])?;
        let (columns, sides) = if least_norm {
            (second, 1)
        } else {
            (rows, second)
        };
        let given = self.list(scope, arguments)?;
        let (matrix, right, cutoff, solution) = match given.as_slice() {
            [matrix, right] if !least_norm => (matrix, right, None, right),
            [matrix, right, Item::Number(cutoff), solution] if least_norm => {
                (matrix, right, Some(cutoff.plain()?), solution)
            }
            _ => return Err(Fault::new(at, "other arguments were expected")),
        };
        let cutoff = match cutoff {
            Some(Value::Number(bits)) => Some(bits),
            Some(_) => return Err(Fault::new(at, "a number was expected")),
            None => None,
        };
        let fact = Fact::Equations {
            rows,
            columns,
            sides,
            cutoff,
            matrix: self.values(matrix, rows * columns, at)?,
            right: self.values(right, rows * sides, at)?,
        };
        self.scanned.push(fact, at);
        // The solver overwrites its equations.
        self.copy(matrix, vec![None; rows * columns], at)?;
        self.copy(right, vec![None; rows * sides], at)?;
        let cell = |index| Cell {
            negative: false,
            value: Value::Solved(index),
            at,
        };
        let found = (self.solved..self.solved + columns * sides)
            .map(cell)
            .map(Some);
        self.copy(solution, found.collect(), at)?;
        self.solved += columns * sides;
        if self.unchecked {
            return Err(Fault::new(at, "nobody asks whether there was a solution"));
        }
        self.unchecked = true;
        Ok(Item::Outcome)
    }
}
