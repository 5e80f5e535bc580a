//! What is done when there is no solution.

use super::cursor::Cursor;
use super::fact::{Fact, Value};
use super::item::Item;
use super::run::{Run, Scope};
use super::{Fault, Language};

impl<'t> Run<'t> {
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
