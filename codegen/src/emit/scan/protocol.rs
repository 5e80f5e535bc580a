//! Calls: of parts and steps, of kernels, of solvers; and what is done when there is no solution.

use super::cursor::Cursor;
use super::fact::{Fact, Value};
use super::run::{Cell, Item, Run, Scope};
use super::{Fault, Language};
use crate::program::Operation;

impl<'t> Run<'t> {
    /// A call of a function, with its arguments.
    pub(super) fn called(
        &mut self,
        scope: &mut Scope<'t>,
        (name, at): (&'t str, usize),
        arguments: Cursor<'t>,
    ) -> Result<Item, Fault> {
        // The text has kernels too: what they do is known.
        let is_kernel = name.starts_with("denoc_");
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
            "denoc_sincos" | "denoc_sincosf" | "sincos" | "sincosf" => {
                let given = self.list(scope, arguments)?;
                self.sines(&given, at)
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
            ("sin" | "sinf", [Item::Number(angle)]) => Ok(self.sine_and_cosine(*angle)?.0),
            ("cos" | "cosf", [Item::Number(angle)]) => Ok(self.sine_and_cosine(*angle)?.1),
            ("sin_cos" | "sin_cos_libm" | "sin_cosf_libm", [Item::Number(angle)]) => {
                let (sine, cosine) = self.sine_and_cosine(*angle)?;
                Ok(Item::List(vec![sine, cosine]))
            }
            ("Ok", [_]) => {
                self.returned = true;
                Ok(given.swap_remove(0))
            }
            _ => Err(Fault::new(at, "no such function is printed")),
        }
    }

    /// Sine and cosine of an array of angles: in C its length, then the three arrays.
    fn sines(&mut self, given: &[Item], at: usize) -> Result<Item, Fault> {
        let [len @ .., angles, sines, cosines] = given else {
            return Err(Fault::new(at, "three arrays were expected"));
        };
        let mut cells = Vec::new();
        self.flatten(angles, at, &mut cells)?;
        let all = Value::Number((cells.len() as f64).to_bits());
        match len {
            [] => {}
            [Item::Number(len)] if len.plain()? == all => {}
            _ => return Err(Fault::new(at, "another length was expected")),
        }
        let (mut sine, mut cosine) = (Vec::new(), Vec::new());
        for cell in cells {
            let (of_sine, of_cosine) = self.sine_and_cosine(cell)?;
            for (item, to) in [(of_sine, &mut sine), (of_cosine, &mut cosine)] {
                let Item::Number(cell) = item else { continue };
                to.push(Some(cell));
            }
        }
        self.copy(sines, sine, at)?;
        self.copy(cosines, cosine, at)?;
        Ok(Item::List(Vec::new()))
    }

    fn sine_and_cosine(&mut self, angle: Cell) -> Result<(Item, Item), Fault> {
        let (place, fact) = self.angles.place(angle.plain()?);
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

    /// Solves equations: `rows, [columns,] matrix, right[, cutoff, solution]`.
    fn solve(
        &mut self,
        scope: &mut Scope<'t>,
        mut arguments: Cursor<'t>,
        least_norm: bool,
    ) -> Result<Item, Fault> {
        let at = scope.start;
        let rows = arguments.integer()?;
        arguments.expect(&[","])?;
        let mut columns = rows;
        if least_norm {
            columns = arguments.integer()?;
            arguments.expect(&[","])?;
        }
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
            cutoff,
            matrix: self.values(matrix, rows * columns, at)?,
            right: self.values(right, rows, at)?,
        };
        self.scanned.push(fact, at);
        // The solver overwrites its equations.
        self.copy(matrix, vec![None; rows * columns], at)?;
        self.copy(right, vec![None; rows], at)?;
        let cell = |index| Cell {
            negative: false,
            value: Value::Solved(index),
            at,
        };
        let found = (self.solved..self.solved + columns).map(cell).map(Some);
        self.copy(solution, found.collect(), at)?;
        self.solved += columns;
        if self.unchecked {
            return Err(Fault::new(at, "nobody asks whether there was a solution"));
        }
        self.unchecked = true;
        Ok(Item::Outcome)
    }

    /// `if`: there is no solution, and so the function fails.
    pub(super) fn failure(&mut self, scope: &mut Scope<'t>) -> Result<(), Fault> {
        scope.cursor.expect(&["if"])?;
        let at = scope.cursor.at;
        let c = self.text.language == Language::C;
        let condition = match self.text.language {
            Language::Rust => {
                let end = scope.cursor.find("{").ok_or_else(|| scope.cursor.fault())?;
                let start = core::mem::replace(&mut scope.cursor.at, end);
                Cursor {
                    at: start,
                    end,
                    ..scope.cursor
                }
            }
            Language::C | Language::JavaScript => scope.cursor.inside("(")?,
        };
        let block = scope.cursor.inside("{")?;
        let fails = match self.text.language {
            Language::C => block.is(&["return", "1", ";"]),
            Language::JavaScript => block.is(&["return", "false", ";"]),
            Language::Rust => {
                let status = ["Status", ":", ":", "Singular", ")", ";"];
                let open: [&[&str]; 2] = [
                    &["return", "Err", "(", ":", ":", "denoc", ":", ":"],
                    &["return", "Err", "("],
                ];
                open.iter()
                    .any(|open| block.is(&[open, &status[..]].concat()))
            }
        };
        if !fails {
            return Err(Fault::new(at, "it does not fail without a solution"));
        }
        let outside = core::mem::replace(&mut scope.cursor, condition);
        let negated = scope.cursor.eat("!");
        if negated && c {
            let inside = scope.cursor.inside("(")?;
            self.positive(scope, inside)?;
        } else if let Some(margins) = scope.names.get(scope.cursor.peek(0)).cloned()
            && matches!(margins, Item::Array(_))
        {
            scope.cursor.at += 1;
            let all = every(self.text.language, negated);
            if !scope.cursor.is(all) {
                return Err(scope.cursor.fault());
            }
            let mut cells = Vec::new();
            self.flatten(&margins, at, &mut cells)?;
            for cell in cells {
                self.scanned.push(Fact::Positive(cell.plain()?), at);
            }
        } else {
            let outcome = self.expression(scope)?;
            let wanted: &[&str] = if c { &["!", "=", "0"] } else { &[] };
            let asked = matches!(outcome, Item::Outcome) && negated != c;
            if !asked || !scope.cursor.is(wanted) {
                return Err(Fault::new(
                    at,
                    "it does not ask whether there was a solution",
                ));
            }
            self.unchecked = false;
        }
        scope.cursor = outside;
        Ok(())
    }

    /// `margins0[0] > 0.0`
    fn positive(&mut self, scope: &mut Scope<'t>, inside: Cursor<'t>) -> Result<(), Fault> {
        let at = inside.at;
        scope.cursor = inside;
        let Item::Number(cell) = self.operand(scope)? else {
            return Err(Fault::new(at, "a number was expected"));
        };
        scope.cursor.expect(&[">"])?;
        match self.operand(scope)? {
            Item::Number(zero) if zero.plain()? == Value::Number(0) && scope.cursor.is_done() => {
                self.scanned.push(Fact::Positive(cell.plain()?), at);
                Ok(())
            }
            _ => Err(scope.cursor.fault()),
        }
    }
}

/// What is asked of all elements of an array: whether any is not positive.
fn every(language: Language, negated: bool) -> &'static [&'static str] {
    match (language, negated) {
        (Language::Rust, false) => &[
            ".", "iter", "(", ")", ".", "any", "(", "|", "margin", "|", "margin", ".", "is_nan",
            "(", ")", "|", "|", "*", "margin", "<", "=", "0.0", ")",
        ],
        (Language::JavaScript, true) => &[
            ".", "every", "(", "(", "margin", ")", "=", ">", "margin", ">", "0.0", ")",
        ],
        _ => &["nothing"],
    }
}
