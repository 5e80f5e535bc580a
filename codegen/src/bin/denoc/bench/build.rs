//! Generated code and a timing program → an executable, and the sizes of its functions.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use denoc_codegen::name::visible_lines;

use crate::failure::Failure;
use crate::progress;

use super::object::{Sizes, sizes};
use super::toolchain::{Language, Toolchain};
use super::work::Work;
use super::{c, rust};

/// A timing program.
pub(super) struct Program {
    /// The compiler's name.
    pub(super) compiler: String,
    /// Where it is.
    pub(super) path: PathBuf,
    /// Of every function.
    pub(super) sizes: Vec<Sizes>,
}

/// The programs of all compilers, each in a folder of its own below that of the sources, with a bar on a terminal.
///
/// # Errors
/// The first compiler that fails.
pub(super) fn build(
    folder: &Path,
    toolchains: &[Toolchain],
    work: &Work,
) -> Result<Vec<Program>, Failure> {
    let bar = progress::bar("{msg}");
    bar.set_length(toolchains.len() as u64);
    let mut programs = Vec::new();
    for (number, toolchain) in toolchains.iter().enumerate() {
        bar.set_message(format!("{} compiles", toolchain.command));
        let place = Place {
            sources: folder,
            folder: &folder.join(number.to_string()),
            toolchain,
        };
        programs.push(place.program(work)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(programs)
}

/// Flags of rustc that are no matter of users.
const ALWAYS: [&str; 2] = ["--cap-lints=allow", "-Csymbol-mangling-version=v0"];

/// That of generated code.
const EDITION: &str = "--edition=2024";

/// The manifest of a package of the generated code and the program, in a folder beside them.
fn package(name: &str, runtime: &Path) -> String {
    let runtime = toml::Value::from(runtime.to_string_lossy().into_owned());
    format!(
        r#"[package]
name = "denoc-bench-program"
version = "0.0.0"
edition = "2024"

[workspace]

[lib]
name = "{library}"
path = "../{name}.rs"

[[bin]]
name = "{program}"
path = "../{main}"

[dependencies]
denoc = {{ path = {runtime}, default-features = false, features = ["std", "simd"] }}
"#,
        library = rust::CRATE,
        program = rust::PROGRAM,
        main = rust::FILE,
    )
}

/// Where the sources are, where a compiler writes, and which it is. It runs in the user's folder: there `rustc` may be another than elsewhere.
struct Place<'a> {
    sources: &'a Path,
    folder: &'a Path,
    toolchain: &'a Toolchain,
}

impl Place<'_> {
    fn program(&self, work: &Work) -> Result<Program, Failure> {
        std::fs::create_dir_all(self.folder).map_err(|error| {
            let folder = self.folder.display();
            Failure::Message(format!("{folder}: cannot make it: {error}"))
        })?;
        let path = self.folder.join("program");
        let language = self.toolchain.language;
        let object = match language {
            Language::C => self.of_c(&work.compiled.name, &path),
            Language::Rust => match &self.toolchain.runtime {
                None => self.of_rust(&work.compiled.name, &path),
                Some(runtime) => self.of_package(&work.compiled.name, runtime, &path),
            },
        }?;
        Ok(Program {
            compiler: self.toolchain.command.clone(),
            sizes: sizes(&object, &work.compiled, language),
            path,
        })
    }

    /// The code and the program as two objects, the latter always optimised and never a part of optimisation across files. Returns that
    /// of the code.
    fn of_c(&self, name: &str, program: &Path) -> Result<PathBuf, Failure> {
        let source = self.sources.join(format!("{name}.c"));
        let [code, main] = ["code.o", "main.o"].map(|name| self.folder.join(name));
        let compile = |flags: &[&str], source: &Path, object: &Path| {
            self.call(|compiler| {
                compiler
                    .args(flags)
                    .arg("-c")
                    .arg(source)
                    .arg("-o")
                    .arg(object);
            })
        };
        // Compilers that report no stacks compile without; what else fails, fails again and says why.
        compile(&["-fstack-usage"], &source, &code).or_else(|_| compile(&[], &source, &code))?;
        compile(&["-O2", "-fno-lto"], &self.sources.join(c::FILE), &main)?;
        self.call(|compiler| {
            compiler
                .args([&main, &code])
                .arg("-o")
                .arg(program)
                .arg("-lm");
        })?;
        Ok(code)
    }

    /// The code as a crate of its own, beside the program. Returns the program: symbols of the library are behind bitcode, which
    /// many a `nm` cannot read.
    fn of_rust(&self, name: &str, program: &Path) -> Result<PathBuf, Failure> {
        let source = self.sources.join(format!("{name}.rs"));
        let library = self.folder.join("libcode.rlib");
        self.call(|rustc| {
            let rustc = rustc.arg(EDITION).args(ALWAYS).args([
                "--crate-type=rlib",
                "--crate-name",
                rust::CRATE,
            ]);
            rustc.arg(source).arg("-o").arg(&library);
        })?;
        let mut with = OsString::from(format!("{}=", rust::CRATE));
        with.push(&library);
        self.call(|rustc| {
            let rustc = rustc.arg(EDITION).args(ALWAYS).arg("--extern").arg(with);
            rustc
                .arg(self.sources.join(rust::FILE))
                .arg("-o")
                .arg(program);
        })?;
        Ok(program.to_owned())
    }

    /// The code as the library of a package and the program beside it, with the crate `denoc` in this folder. Returns the program.
    fn of_package(&self, name: &str, runtime: &Path, program: &Path) -> Result<PathBuf, Failure> {
        let manifest = self.folder.join("Cargo.toml");
        let written = std::fs::write(&manifest, package(name, runtime));
        // The versions of the clone, where it has any: no newer ones are looked for.
        let locked = runtime.parent().map(|clone| clone.join("Cargo.lock"));
        let copied = match locked.filter(|file| file.is_file()) {
            Some(file) => std::fs::copy(file, self.folder.join("Cargo.lock")).map(drop),
            None => Ok(()),
        };
        written.and(copied).map_err(|error| {
            let folder = self.folder.display();
            Failure::Message(format!("{folder}: cannot write the package: {error}"))
        })?;
        let target = self.folder.join("target");
        let mut cargo = Command::new("cargo");
        let flags = self.toolchain.flags.iter().map(String::as_str);
        let flags: Vec<&str> = flags.chain(ALWAYS).collect();
        cargo
            .args(["build", "--release", "--quiet", "--manifest-path"])
            .arg(manifest)
            .arg("--target-dir")
            .arg(&target)
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        self.run("cargo", &mut cargo)?;
        let built = target.join("release").join(rust::PROGRAM);
        std::fs::rename(&built, program).map_err(|error| {
            let built = built.display();
            Failure::Message(format!("{built}: cannot move the timing program: {error}"))
        })?;
        Ok(program.to_owned())
    }

    /// Runs the compiler with its flags and these arguments.
    fn call(&self, arguments: impl FnOnce(&mut Command)) -> Result<(), Failure> {
        let Toolchain { command, flags, .. } = self.toolchain;
        let mut called = Command::new(command);
        called.args(flags);
        arguments(&mut called);
        self.run(command, &mut called)
    }

    /// Runs a program that compiles.
    fn run(&self, name: &str, called: &mut Command) -> Result<(), Failure> {
        let said = called.output().map_err(|error| {
            Failure::Message(format!("{name}: cannot run this compiler: {error}"))
        })?;
        match said.status.success() {
            true => Ok(()),
            false => Err(self.failure(&String::from_utf8_lossy(&said.stderr))),
        }
    }

    /// The first lines of what a compiler says, and how to go on.
    fn failure(&self, messages: &str) -> Failure {
        const LINES: usize = 6;
        let Toolchain {
            command,
            language,
            flags,
            ..
        } = self.toolchain;
        // The folder will be gone.
        let messages = messages.replace(&format!("{}/", self.sources.display()), "");
        let lines = messages.lines().filter(|line| !line.trim().is_empty());
        let shown: Vec<String> = lines
            .take(LINES)
            .map(|line| format!("\n  {line}"))
            .collect();
        let advice = match language {
            Language::C => "change its flags with --flags, or name other compilers with --compiler",
            Language::Rust => {
                "change its flags with --rust-flags, or leave Rust out with --language c"
            }
        };
        Failure::Message(format!(
            "{command} {} fails on the generated code:{}\n{advice}",
            flags.join(" "),
            visible_lines(&shown.concat())
        ))
    }
}
