//! A target language: a name, and files, each with an extension and a function that prints it.

use core::fmt;
use std::borrow::Cow;

use super::scan::{self, Language, Misprint};
use crate::compile::Compiled;
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;
use crate::signature::Family;

/// A language that compiled mechanisms are printed in: a folder of this module, and a row of
/// [`EMITTERS`](super::EMITTERS).
#[derive(Clone, Copy, Debug)]
pub struct Emitter {
    /// Its name on the command line.
    pub name: &'static str,
    /// The description of its files: `C99`.
    pub about: &'static str,
    /// Whether the command line offers it; what is not offered is for parts of this crate.
    pub offered: bool,
    /// What is printed of a compiled mechanism: [`packed`](super::packed::packed) where the options of the compilation pack matrices.
    pub view: fn(&Compiled) -> Cow<'_, Compiled>,
    /// What it has not, of what the mechanism was compiled with, and what to do: ``fused operations; print it without `fma` ``.
    pub obstacle: fn(&Compiled) -> Option<String>,
    /// The functions that its files need beside one that was asked for.
    pub besides: fn(Quantity, &Mechanism) -> Vec<Quantity>,
    /// Its files.
    pub files: &'static [FileKind],
}

/// A file of an emitter.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// The name of the file after the name of the mechanism and a dot.
    pub extension: &'static str,
    /// Its text.
    pub text: fn(&Compiled, Printing) -> String,
    /// The language in which the functions are read back; none where there are none.
    pub functions: Option<Language>,
    /// The language in which the patterns of packed matrices are read back; none where there are none.
    pub patterns: Option<Language>,
}

/// Settings of the printers beside the options of the compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Printing {
    /// Whether a file carries its kernels and needs no crate. Only Rust has a choice: other languages always carry them.
    pub standalone: bool,
}

/// A printed file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Path in the directory that it is written to.
    pub name: String,
    /// Contents.
    pub text: String,
}

/// Why a mechanism could not be printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrintError {
    /// What a language has not: its name; what, and what to do.
    Obstacle(&'static str, String),
    /// A text that is not what it was printed from: an error of a printer, never of the model.
    Misprint(Misprint),
}

impl From<Misprint> for PrintError {
    fn from(misprint: Misprint) -> Self {
        Self::Misprint(misprint)
    }
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Obstacle(language, what) => write!(f, "{language} has no {what}"),
            Self::Misprint(misprint) => misprint.fmt(f),
        }
    }
}

impl std::error::Error for PrintError {}

impl Emitter {
    /// The files of a compiled mechanism, each read back and compared with the programs that it was printed from.
    ///
    /// # Errors
    /// What the language has not; the first statement that is not that of its program.
    pub fn print(&self, compiled: &Compiled, printing: Printing) -> Result<Vec<File>, PrintError> {
        if let Some(what) = (self.obstacle)(compiled) {
            return Err(PrintError::Obstacle(self.name, what));
        }
        let printed = (self.view)(compiled);
        let file = |kind: &FileKind| {
            let name = format!("{}.{}", compiled.name, kind.extension);
            let text = (kind.text)(&printed, printing);
            if let Some(language) = kind.functions {
                scan::check(&text, &name, language, &printed)?;
            }
            if let Some(language) = kind.patterns {
                scan::check_patterns((&name, &text), language, &printed, compiled)?;
            }
            Ok(File { name, text })
        };
        let files = self.files.iter().map(file);
        let files = files.collect::<Result<Vec<File>, Misprint>>()?;
        if let [source, header, ..] = files.as_slice() {
            scan::check_header((&header.name, &header.text), &source.text, &printed)?;
        }
        Ok(files)
    }

    /// Whether another writes all of its files, and more: C++ writes those of C.
    #[must_use]
    pub fn is_part_of(&self, other: &Self) -> bool {
        let has = |one: &FileKind| other.files.iter().any(|its| its.extension == one.extension);
        other.files.len() > self.files.len() && self.files.iter().all(has)
    }

    /// The files it writes: `NAME.c and NAME.h, C99`.
    #[must_use]
    pub fn help(&self) -> String {
        let names = self.files.iter();
        let names = names.map(|one| format!("NAME.{}", one.extension));
        let names: Vec<String> = names.collect();
        let names = match names.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            names => names.concat(),
        };
        let about = if self.about.is_empty() { "" } else { ", " };
        format!("{names}{about}{}", self.about)
    }
}

/// No obstacle: everything can be printed.
pub(super) fn prints_all(_: &Compiled) -> Option<String> {
    None
}

/// No functions besides.
pub(super) fn alone(_: Quantity, _: &Mechanism) -> Vec<Quantity> {
    Vec::new()
}

/// The functions that are asked for, as [`Options::functions`](crate::compile::Options::functions) has them, with those that
/// the files of these languages need besides. Names that do not exist stay, for the compiler to refuse.
#[must_use]
pub fn with_functions_besides(
    asked: Option<Vec<String>>,
    mechanism: &Mechanism,
    emitters: &[&Emitter],
) -> Option<Vec<String>> {
    let is_asked = |quantity: &Quantity| match &asked {
        None => quantity.signature().family == Family::Dynamics,
        Some(names) => names.contains(&quantity.name(mechanism)),
    };
    let existing = Quantity::existing(mechanism);
    let quantities: Vec<Quantity> = existing.iter().copied().filter(is_asked).collect();
    let further = emitters.iter().flat_map(|emitter| {
        let of_one = |&quantity: &Quantity| (emitter.besides)(quantity, mechanism);
        quantities.iter().flat_map(of_one)
    });
    let further: Vec<Quantity> = further.filter(|one| existing.contains(one)).collect();
    if further.is_empty() {
        return asked;
    }
    let all = || {
        Quantity::all(mechanism)
            .into_iter()
            .map(|one| one.name(mechanism))
    };
    let mut names = asked.unwrap_or_else(|| all().collect());
    for name in further.into_iter().map(|one| one.name(mechanism)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Some(names)
}
