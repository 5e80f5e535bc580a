//! `denoc completions`: what a shell needs to complete commands and options.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Arguments of `completions`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

const NOTES: &str = "Examples:
  denoc completions bash > ~/.local/share/bash-completion/completions/denoc
  denoc completions zsh > ~/.zfunc/_denoc
  denoc completions fish > ~/.config/fish/completions/denoc.fish";

/// Runs the command; `denoc` is the whole command line.
pub(crate) fn run(arguments: &Arguments, mut denoc: Command) -> String {
    let mut script = Vec::new();
    generate(arguments.shell, &mut denoc, "denoc", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}
