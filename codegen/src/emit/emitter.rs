//! A target language: a name, and files, each with an extension and a function that prints it.

use core::fmt;
use std::borrow::Cow;

use super::packed::packed;
use super::scan::{self, Language, Misprint};
use crate::compile::{Compiled, Fma};

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
    /// Whether it packs matrices where the options of the compilation ask for it.
    pub packs: bool,
    /// Whether it has fused operations.
    pub fuses: bool,
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
    /// Fused operations in a language without: its name.
    NotFused(&'static str),
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
            Self::NotFused(language) => {
                write!(
                    f,
                    "{language} has no fused operations; print it without `fma`"
                )
            }
            Self::Misprint(misprint) => misprint.fmt(f),
        }
    }
}

impl std::error::Error for PrintError {}

impl Emitter {
    /// The files of a compiled mechanism, each read back and compared with the programs that it was printed from.
    ///
    /// # Errors
    /// Fused operations that the language has not; the first statement that is not that of its program.
    pub fn print(&self, compiled: &Compiled, printing: Printing) -> Result<Vec<File>, PrintError> {
        if compiled.options.fma != Fma::Off && !self.fuses {
            return Err(PrintError::NotFused(self.name));
        }
        let printed = match self.packs {
            true => packed(compiled),
            false => Cow::Borrowed(compiled),
        };
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
        if let [source, header] = files.as_slice() {
            scan::check_header((&header.name, &header.text), &source.text, &printed)?;
        }
        Ok(files)
    }

    /// The files it writes: `NAME.c and NAME.h, C99`.
    #[must_use]
    pub fn help(&self) -> String {
        let names = self.files.iter();
        let names: Vec<String> = names.map(|one| format!("NAME.{}", one.extension)).collect();
        let about = if self.about.is_empty() { "" } else { ", " };
        format!("{}{about}{}", names.join(" and "), self.about)
    }
}
