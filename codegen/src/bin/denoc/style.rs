//! Colours, where a person looks at a terminal and `NO_COLOR` does not forbid them; words are the same without.

use std::io::{IsTerminal, Stderr, Stdout, stderr, stdout};

use anstream::{AutoStream, ColorChoice};
use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Style};
use denoc_codegen::report::Format;

const HEADING: Style = AnsiColor::Green.on_default().bold();
const NAME: Style = AnsiColor::Cyan.on_default().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Of help and of messages about wrong usage.
pub(crate) const HELP: Styles = Styles::styled()
    .header(HEADING)
    .usage(HEADING)
    .literal(NAME)
    .placeholder(AnsiColor::Cyan.on_default())
    .error(ERROR)
    .valid(NAME)
    .invalid(WARNING);

/// Whether messages are shown in colours.
pub(crate) fn on_stderr() -> bool {
    stderr().is_terminal() && AutoStream::<Stderr>::choice(&stderr()) != ColorChoice::Never
}

/// How tables are printed that a person reads.
pub(crate) fn tables() -> Format {
    let shown = stdout().is_terminal();
    match shown && AutoStream::<Stdout>::choice(&stdout()) != ColorChoice::Never {
        true => Format::Terminal,
        false => Format::Text,
    }
}

/// The word that a message begins with, `error` or `warning`, with its colon.
pub(crate) fn word(word: &str, colours: bool) -> String {
    let style = match word {
        "error" => ERROR,
        _ => WARNING,
    };
    match colours {
        true => format!("{style}{word}:{style:#}"),
        false => format!("{word}:"),
    }
}
