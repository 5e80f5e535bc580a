//! Reading back what was printed: text → facts, to be compared with those of the program it was printed from.
//!
//! ```text
//!  text ──token──► tokens ──outline──► functions ──run──► facts ─┐
//!  Function ───────────────────expected─────────────────► facts ─┴─► the first difference
//! ```
//!
//! A fact is a statement with its operands, an angle, an element of a result, what a step is given, equations to solve. The text is
//! run with symbols for numbers: a name means what was assigned to it, an array what was put into it, a parameter what the call
//! gives. The patterns of packed matrices are read as well, and compared with the zeros of the matrices before they were packed.
//! So a function reads the same whether it was cut or not, and in any language. Nothing here is shared with the
//! printers; only the shapes that they print are understood.

mod call;
mod cursor;
mod difference;
mod expected;
mod expression;
mod fact;
mod failure;
mod header;
mod item;
mod outline;
mod pattern;
mod place;
mod preparation;
mod protocol;
mod run;
mod state;
mod statement;
mod token;

use crate::compile::{Compiled, Precision, Sincos};
use crate::function::Function;

pub use difference::Misprint;
pub use fact::{Fact, Scanned, TailOf, Value};
pub use header::check_header;
pub use pattern::check_patterns;

use super::lanes::batched;
use crate::state::pieces;
use outline::Outline;
use run::Run;
use state::StateFunction;
use token::Tokens;

/// A language that is read back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Rust.
    Rust,
    /// C99.
    C,
    /// JavaScript, which has one type of numbers.
    JavaScript,
}

/// What is not understood: at which token, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fault {
    at: usize,
    why: &'static str,
}

impl Fault {
    fn new(at: usize, why: &'static str) -> Self {
        Self { at, why }
    }
}

/// A text that is read.
struct Text<'t> {
    language: Language,
    precision: Precision,
    sincos: Sincos,
    tokens: Tokens<'t>,
    /// Its functions.
    outline: Outline<'t>,
}

/// Reads all functions of a compiled mechanism in the text of a file, and compares them with their programs.
///
/// # Errors
/// The first difference.
pub fn check(
    source: &str,
    file: &str,
    language: Language,
    compiled: &Compiled,
) -> Result<(), Misprint> {
    let prefix = match language {
        Language::C => format!("{}_", compiled.name),
        Language::Rust | Language::JavaScript => String::new(),
    };
    let printed = PrintedAs {
        language,
        precision: compiled.options.precision,
        sincos: compiled.options.sincos,
        prefix: &prefix,
    };
    printed.check(source, file, compiled.printed())?;
    if language != Language::JavaScript {
        let text = printed.read(source).map_err(|found| found.of_file(file))?;
        let mut functions = batched(compiled);
        functions
            .try_for_each(|function| text.check_lanes(function, &prefix))
            .map_err(|found| found.of_file(file))?;
    }
    let rest = printed.read(source).and_then(|text| {
        text.check_states(compiled, &prefix)?;
        text.check_preparation(compiled, &prefix)
    });
    rest.map_err(|found| found.of_file(file))
}

/// How functions are printed in a text.
#[derive(Clone, Copy, Debug)]
pub struct PrintedAs<'a> {
    /// The language.
    pub language: Language,
    /// The type of numbers; JavaScript has one only.
    pub precision: Precision,
    /// Who takes sines and cosines; in JavaScript always our kernel.
    pub sincos: Sincos,
    /// The prefix of the names of functions: in C, that of the mechanism.
    pub prefix: &'a str,
}

impl PrintedAs<'_> {
    /// Reads functions in the text of a file, and compares them with their programs.
    ///
    /// # Errors
    /// The first difference.
    pub fn check<'f>(
        self,
        source: &str,
        file: &str,
        functions: impl IntoIterator<Item = &'f Function>,
    ) -> Result<(), Misprint> {
        let checked = self.read(source).and_then(|text| {
            let mut functions = functions.into_iter();
            functions.try_for_each(|function| text.check(function, self.prefix))
        });
        checked.map_err(|found| found.of_file(file))
    }

    /// One function of a text as it reads there.
    ///
    /// # Errors
    /// What is not of a shape that is printed.
    pub fn scan(self, source: &str, function: &Function) -> Result<Scanned, Misprint> {
        let text = self.read(source)?;
        let (scanned, fault) = text.scan(function, self.prefix);
        match fault {
            Some(fault) => Err(Misprint::unread(source, &function.name, fault)),
            None => Ok(scanned),
        }
    }

    /// Finds the functions of a text.
    fn read(self, source: &str) -> Result<Text<'_>, Misprint> {
        let tokens =
            Tokens::of(source).map_err(|fault| Misprint::unread(source, "the file", fault))?;
        Ok(Text {
            language: self.language,
            precision: match self.language {
                Language::JavaScript => Precision::F64,
                Language::Rust | Language::C => self.precision,
            },
            sincos: match self.language {
                Language::JavaScript => Sincos::Poly,
                Language::Rust | Language::C => self.sincos,
            },
            outline: outline::of_file(&tokens, self.language),
            tokens,
        })
    }
}

impl Text<'_> {
    /// A literal without its suffix, which says the type in C; `None`: it says another.
    fn digits<'a>(&self, literal: &'a str) -> Option<&'a str> {
        match (self.language, self.precision) {
            (Language::C, Precision::F32) => literal.strip_suffix('f'),
            _ => Some(literal),
        }
    }

    /// # Errors
    /// The first difference of a function from its programs.
    fn check(&self, function: &Function, prefix: &str) -> Result<(), Misprint> {
        let (found, fault) = self.scan(function, prefix);
        let expected = Scanned::of(function, self.precision, self.sincos);
        match difference::first(&found, &expected, fault) {
            None => Ok(()),
            Some(difference) => {
                let of = (function.name.as_str(), Some(function));
                Err(Misprint::of(self, of, &expected, difference))
            }
        }
    }

    /// # Errors
    /// The first difference of a function of lanes from its program.
    fn check_lanes(&self, function: &Function, prefix: &str) -> Result<(), Misprint> {
        let mut run = Run::of(self, Some(function));
        let fault = run.of_lanes(function, prefix).err();
        let expected = Scanned::of(function, self.precision, self.sincos);
        match difference::first(&run.scanned, &expected, fault) {
            None => Ok(()),
            Some(difference) => {
                let of = (function.name.as_str(), Some(function));
                Err(Misprint::of(self, of, &expected, difference))
            }
        }
    }

    /// A function up to what is not understood.
    fn scan(&self, function: &Function, prefix: &str) -> (Scanned, Option<Fault>) {
        let mut run = Run::of(self, Some(function));
        let fault = run.whole(function, prefix).err();
        (run.scanned, fault)
    }

    /// # Errors
    /// The first difference of `integrate` and `difference` from the layout of the state, where the mechanism has them.
    fn check_states(&self, compiled: &Compiled, prefix: &str) -> Result<(), Misprint> {
        let (mechanism, pieces) = (&compiled.mechanism, pieces(&compiled.mechanism));
        if pieces.is_empty() || self.language == Language::JavaScript {
            return Ok(());
        }
        for function in StateFunction::BOTH {
            let mut run = Run::of(self, None);
            let lengths = (mechanism.nq(), mechanism.nv());
            let fault = run.state(function, prefix, lengths).err();
            let expected = function.expected(&pieces);
            if let Some(difference) = difference::first(&run.scanned, &expected, fault) {
                let of = (function.name(), None);
                return Err(Misprint::of(self, of, &expected, difference));
            }
        }
        Ok(())
    }

    /// # Errors
    /// The first difference of what takes the parameters, where the model has some.
    fn check_preparation(&self, compiled: &Compiled, prefix: &str) -> Result<(), Misprint> {
        if compiled.preparation.is_none() {
            return Ok(());
        }
        let checked = preparation::check(self, compiled, prefix);
        checked.map_err(|fault| Misprint::unread(self.tokens.source, "prepare", fault))
    }
}
