//! Compilers: names → those that are installed, with their versions and flags.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use denoc_codegen::name::visible;

use crate::compiler::version;
use crate::failure::Failure;

/// C compilers that are looked for; the last where neither of the others is there.
const C_COMPILERS: [&str; 3] = ["gcc", "clang", "cc"];

/// Which compilers are wanted.
#[derive(Args)]
pub(super) struct Wanted {
    /// Languages to time; by default those that a compiler is there for
    #[arg(long, value_enum, value_delimiter = ',', value_name = "LANGUAGES")]
    language: Option<Vec<Language>>,
    /// A C compiler, by name or path (repeatable); by default gcc and clang, or else cc, as far as they are installed
    #[arg(long, value_name = "NAME")]
    compiler: Vec<String>,
    /// Flags of the C compilers
    #[arg(
        long,
        value_name = "FLAGS",
        default_value = "-O2 -march=native",
        allow_hyphen_values = true
    )]
    flags: String,
    /// Flags of rustc
    #[arg(
        long,
        value_name = "FLAGS",
        default_value = "-O -C target-cpu=native",
        allow_hyphen_values = true
    )]
    rust_flags: String,
    /// The folder of the crate `denoc`: `runtime` in a clone. Rust is then the code of the attribute, built by cargo, with sines in vectors; without, that
    /// of `denoc generate --standalone`, which has none
    #[arg(long, value_name = "FOLDER")]
    runtime: Option<PathBuf>,
}

/// A language of generated code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Language {
    /// C, by the C compilers
    C,
    /// Rust, by rustc
    Rust,
}

impl Language {
    /// As it is written.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Rust => "rust",
        }
    }
}

/// A compiler that is installed.
#[derive(Clone, Debug)]
pub(super) struct Toolchain {
    /// As it is called.
    pub(super) command: String,
    pub(super) language: Language,
    /// What it says of itself.
    pub(super) version: String,
    pub(super) flags: Vec<String>,
    /// Of Rust that is no stand-alone text: the folder of the crate `denoc`, by its whole path.
    pub(super) runtime: Option<PathBuf>,
}

/// The compilers, and what is not there.
pub(super) struct Toolchains {
    pub(super) found: Vec<Toolchain>,
    /// A remark for each language that is left out because it has no compiler.
    pub(super) missing: Vec<String>,
}

impl Wanted {
    /// The compilers that are installed.
    ///
    /// # Errors
    /// A compiler that is named and cannot be run; `--runtime` without Rust; a language that is named and has no compiler; no compiler at all.
    pub(super) fn find(&self) -> Result<Toolchains, Failure> {
        let is_wanted = |language| match &self.language {
            Some(languages) => languages.contains(&language),
            None => true,
        };
        if self.runtime.is_some() && !is_wanted(Language::Rust) {
            return Err(Failure::Message(
                "--runtime is for Rust, which --language leaves out: add rust, or leave --runtime out"
                    .into(),
            ));
        }
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        if is_wanted(Language::C) {
            found.extend(self.of_c()?);
            if found.is_empty() {
                missing.push(format!(
                    "no C compiler is installed ({})",
                    C_COMPILERS.join(", ")
                ));
            }
        }
        if is_wanted(Language::Rust) {
            let runtime = self.runtime()?;
            match toolchain("rustc", Language::Rust, &self.rust_flags) {
                Ok(rustc) => found.push(Toolchain { runtime, ..rustc }),
                Err(why) => missing.push(format!("rustc cannot be run ({why})")),
            }
        }
        if found.is_empty() || self.language.is_some() && !missing.is_empty() {
            let advice = match is_wanted(Language::C) {
                true => "install one of them, or name a C compiler with --compiler",
                false => "install Rust, or time C with --language c",
            };
            return Err(Failure::Message(format!(
                "{}; {advice}",
                missing.join(" and ")
            )));
        }
        Ok(Toolchains { found, missing })
    }

    /// The crate `denoc`, if it is named.
    fn runtime(&self) -> Result<Option<PathBuf>, Failure> {
        let Some(folder) = &self.runtime else {
            return Ok(None);
        };
        let refused = |why: &str| {
            Failure::Message(format!(
                "--runtime {}: {why}; write the folder `runtime` of a clone of denoc",
                visible(&folder.to_string_lossy())
            ))
        };
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml"));
        let manifest =
            manifest.map_err(|error| refused(&format!("cannot read its Cargo.toml: {error}")))?;
        let table: Option<toml::Table> = manifest.parse().ok();
        let name = table
            .as_ref()
            .and_then(|table| table.get("package")?.get("name")?.as_str());
        if name != Some("denoc") {
            return Err(refused("it is not the folder of the crate `denoc`"));
        }
        let whole = folder.canonicalize();
        whole.map(Some).map_err(|error| refused(&error.to_string()))
    }

    /// The C compilers, each once: gcc is clang under another name on some systems.
    fn of_c(&self) -> Result<Vec<Toolchain>, Failure> {
        let mut found: Vec<Toolchain> = Vec::new();
        for name in &self.compiler {
            let named = toolchain(name, Language::C, &self.flags).map_err(|why| {
                Failure::Message(format!(
                    "--compiler {}: cannot run this compiler: {why}; write the name or the path of a C compiler that is installed, \
                     such as gcc",
                    visible(name)
                ))
            })?;
            if found.iter().all(|one| one.command != named.command) {
                found.push(named);
            }
        }
        if !self.compiler.is_empty() {
            return Ok(found);
        }
        for name in C_COMPILERS {
            let is_last_resort = name == "cc";
            if is_last_resort && !found.is_empty() {
                break;
            }
            let installed = toolchain(name, Language::C, &self.flags).ok();
            let is_new = |new: &Toolchain| found.iter().all(|one| one.version != new.version);
            found.extend(installed.filter(is_new));
        }
        Ok(found)
    }
}

/// A compiler that says its version, or why it does not.
fn toolchain(command: &str, language: Language, flags: &str) -> Result<Toolchain, String> {
    Ok(Toolchain {
        command: command.into(),
        language,
        version: version(command)?,
        flags: flags.split_whitespace().map(Into::into).collect(),
        runtime: None,
    })
}
