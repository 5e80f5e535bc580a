//! `denoc man`: the manual, a page for every command.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use crate::failure::Failure;
use crate::files::{Format, Output, Overwriting};
use denoc_codegen::name::visible_path;
use denoc_codegen::output::{Kind, MANUAL};

/// Arguments of `man`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    /// Directory to write into, made if it is missing
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
}

const NOTES: &str = "Writes denoc.1 and a page for every command, denoc-generate.1 and so on.

Examples:
  denoc man --out ~/.local/share/man/man1 && man denoc-generate";

/// Runs the command; `denoc` is the whole command line.
pub(crate) fn run(arguments: &Arguments, denoc: Command) -> Result<String, Failure> {
    let mut denoc = denoc.disable_help_subcommand(true);
    // Gives commands the names of their pages.
    denoc.build();
    let mut files = vec![page(denoc.clone(), &arguments.out)?];
    for command in denoc.get_subcommands() {
        files.push(page(command.clone(), &arguments.out)?);
    }
    let written = arguments.overwriting.write(files)?;
    let summary = format!(
        "Wrote {} pages into {}\n",
        written.paths.len(),
        visible_path(&arguments.out)
    );
    Ok(written.or_summary(summary))
}

/// The page of one command.
fn page(command: Command, folder: &Path) -> Result<Output, Failure> {
    let man = Man::new(command);
    let mut text = format!("{MANUAL}{}\n", env!("CARGO_PKG_VERSION")).into_bytes();
    man.render(&mut text)
        .map_err(|error| Failure::Message(format!("cannot render the manual: {error}")))?;
    Ok(Output {
        path: folder.join(man.get_filename()),
        format: Format::Marked(Kind::Manual),
        text: String::from_utf8_lossy(&text).into_owned(),
    })
}
