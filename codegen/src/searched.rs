//! Search results: programs found by `denoc optimize`, kept beside the model as `MODEL.opt3`, committed by the user.
//!
//! A result holds for one version of denoc and one text of the model. What is read is proved again before it is used:
//! a file that was changed by hand cannot give wrong code.
//!
//! A result is of one program. A function that solves equations has several, which are searched one by one, under the names of
//! its steps: `forward_dynamics_step0`.

mod read;
#[cfg(test)]
#[cfg(feature = "tools")]
mod tests;
mod write;

use std::borrow::Cow;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::function::Function;
use crate::pass::search::Settings;
use crate::program::{Output, Program, Signed};
use crate::recursion::Quantity;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 256 << 20;

/// The search results beside a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The file, as messages call it.
    pub path: String,
    /// Whether the user asked for the level by its number: functions without a result are then reported.
    pub asked: bool,
    /// The results, or why there are none.
    pub results: Result<Results, String>,
}

/// The contents of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    /// The version of denoc that searched.
    pub version: String,
    /// Hash of the model's text.
    pub model: String,
    /// One result a program.
    pub entries: Vec<Entry>,
}

/// The result for one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The function, or its step.
    pub function: String,
    /// The formulation it started from.
    pub formulation: String,
    /// The settings of its search.
    pub settings: Settings,
    /// Multiplications and additions that the search started from.
    pub before: (usize, usize),
    /// Multiplications and additions found.
    pub after: (usize, usize),
    /// The program; names of outputs and origins of statements are below.
    pub(crate) program: Program,
    /// Names of the outputs.
    pub(crate) outputs: Vec<String>,
    /// Places in the formulation: body and equation.
    pub(crate) origins: Vec<(Option<usize>, String)>,
    /// For every statement, its entry in `origins`.
    pub(crate) origin_of: Vec<usize>,
}

/// The programs of a function that are searched, by their place in it, with the names of their results: of several those that
/// compute something.
pub(crate) fn programs(function: &Function) -> impl Iterator<Item = (usize, String, &Program)> {
    let several = !function.stages.is_empty();
    let all = function.programs().enumerate();
    let all = all.filter(move |(_, program)| !(several && program.statements.is_empty()));
    all.map(move |(place, program)| {
        let name = if several {
            format!("{}{STEP}{place}", function.name)
        } else {
            function.name.clone()
        };
        (place, name, program)
    })
}

/// Before the place of one of several programs.
const STEP: &str = "_step";

/// The function to which the result of this name belongs.
fn function_of(name: &str) -> &str {
    let step = name.rsplit_once(STEP);
    let step = step.filter(|(_, place)| {
        !place.is_empty() && place.bytes().all(|digit| digit.is_ascii_digit())
    });
    step.map_or(name, |(function, _)| function)
}

/// The version that this library writes and takes.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The file of results of a model: `puma.toml` has `puma.toml.opt3`.
#[must_use]
pub fn path_of(model: &Path) -> PathBuf {
    let mut name = model.as_os_str().to_owned();
    name.push(".opt3");
    name.into()
}

/// The search results beside the model at `path`; `shown` is the model's path in messages.
#[must_use]
pub fn beside(path: &Path, shown: &str) -> Searched {
    let shown = format!("{shown}.opt3");
    let results = text(&path_of(path)).and_then(|text| {
        read::read(&text).map_err(|(line, message)| format!("line {line}: {message}"))
    });
    Searched {
        path: shown,
        asked: true,
        results,
    }
}

fn text(path: &Path) -> Result<String, String> {
    if !path.exists() {
        return Err("there is no such file; `denoc optimize` makes it".into());
    }
    if !path.is_file() {
        return Err("this is no regular file".into());
    }
    let unreadable = |error: std::io::Error| format!("cannot read the file: {error}");
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > LONGEST {
        return Err("the file is longer than 256 MiB".into());
    }
    String::from_utf8(bytes).map_err(|_| "the file is not UTF-8".into())
}

impl Entry {
    /// The same of the upper triangle of the symmetric matrix that is its one output, row by row; `None` where it has another, or
    /// computes an element twice.
    fn upper_triangle(&self) -> Option<Self> {
        let mut entry = self.clone();
        let [output] = &mut entry.program.outputs[..] else {
            return None;
        };
        output.elements = upper_triangle(output)?;
        Some(entry)
    }
}

/// The upper triangle of a symmetric matrix of signed operands, row by row; `None` of others.
pub(crate) fn upper_triangle(matrix: &Output) -> Option<Vec<Signed>> {
    let all = &matrix.elements;
    let n = all.len().isqrt();
    let places = || (0..n).flat_map(|i| (i..n).map(move |j| (i, j)));
    let is_symmetric =
        n * n == all.len() && places().all(|(i, j)| all[n * i + j] == all[n * j + i]);
    is_symmetric.then(|| places().map(|(i, j)| all[n * i + j]).collect())
}

/// The function whose matrix a program has the triangle of.
pub(crate) fn whole_of(program: &str) -> Option<&'static str> {
    let [triangle, whole] =
        [Quantity::MassMatrixUpper, Quantity::MassMatrix].map(|one| one.signature().name);
    (program == triangle).then_some(whole)
}

impl Results {
    /// The result for a program by its name: its own, or of the triangle of M that of the whole matrix where that is cheaper.
    pub(crate) fn of(&self, program: &str) -> Option<Cow<'_, Entry>> {
        let named = |name: &str| self.entries.iter().find(|entry| entry.function == name);
        let own = named(program).map(Cow::Borrowed);
        let whole = whole_of(program).and_then(named);
        let part = whole.and_then(Entry::upper_triangle).map(Cow::Owned);
        let both = own.into_iter().chain(part);
        both.min_by_key(|entry| entry.program.counts().total())
    }

    /// The text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        write::text(self)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// The first line that is wrong, and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        read::read(text)
    }

    /// These results with newer ones, which replace those of the same programs.
    #[must_use]
    pub fn updated(mut self, newer: Self) -> Self {
        for entry in newer.entries {
            match self
                .entries
                .iter_mut()
                .find(|old| old.function == entry.function)
            {
                Some(old) => *old = entry,
                None => self.entries.push(entry),
            }
        }
        self
    }

    /// Whether the results are of this version and of the model with this hash; otherwise why not.
    ///
    /// # Errors
    /// The reason why it does not fit.
    pub fn fit(&self, model: &str) -> Result<(), String> {
        if self.version != VERSION {
            let version = &self.version;
            return Err(format!("it is of denoc {version}, this is denoc {VERSION}"));
        }
        if self.model != model {
            return Err("it is of another text of the model".into());
        }
        Ok(())
    }
}
