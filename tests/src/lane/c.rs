//! C as a lane: generated source, compiled without a warning and without a call of what it does not define, and a small `main`.

mod main;

use std::fs;
use std::path::Path;
use std::process::Command;

use denoc_codegen::compile::{Compiled, Fma};
use denoc_codegen::emit::c99::{emit_header, emit_source};

use super::{Executable, directory, execute, is_installed};
use crate::plan::slow;

/// Warnings, each an error.
pub const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// A compiler with its flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// `gcc` or `clang`.
    pub compiler: &'static str,
    /// Flags.
    pub flags: Vec<&'static str>,
}

impl Build {
    fn of(compiler: &'static str, flags: &[&'static str]) -> Self {
        Self {
            compiler,
            flags: flags.to_vec(),
        }
    }

    /// The builds that must give the same bits: all installed compilers (gcc must be) at `-O2 -std=c99` and with what a compiler may do at
    /// most; where there is little time, with the latter alone.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let most = ["-O3", "-std=gnu17", "-march=native"];
        let levels = [&["-O2", "-std=c99"][..], &most];
        let of = |compiler| levels.map(|flags| Self::of(compiler, flags));
        let [gcc, clang] = ["gcc", "clang"].map(of);
        match (is_installed("clang"), slow()) {
            (false, _) => gcc.into(),
            (true, true) => [gcc, clang].concat(),
            (true, false) => {
                let ([_, gcc], [_, clang]) = (gcc, clang);
                vec![gcc, clang]
            }
        }
    }

    /// gcc `-O2 -std=c99`.
    #[must_use]
    pub fn optimised() -> Self {
        Self::of("gcc", &["-O2", "-std=c99"])
    }

    /// clang `-O2 -std=c99`; where clang is not installed, gcc `-O1 -std=c99`, which takes twice the time.
    #[must_use]
    pub fn other() -> Self {
        match is_installed("clang") {
            true => Self::of("clang", &["-O2", "-std=c99"]),
            false => Self::of("gcc", &["-O1", "-std=c99"]),
        }
    }

    /// What gcc takes least time for.
    #[must_use]
    pub fn quick() -> Self {
        Self::of("gcc", &["-O0", "-std=c99"])
    }

    /// `gcc -O1 -std=c99`.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{} {}", self.compiler, self.flags.join(" "))
    }

    /// The title as the name of a directory.
    fn folder(&self) -> String {
        format!("{}{}", self.compiler, self.flags.concat().replace('=', "_"))
    }
}

/// gcc, and clang where it is installed.
#[must_use]
pub fn compilers() -> Vec<&'static str> {
    match is_installed("clang") {
        true => vec!["gcc", "clang"],
        false => vec!["gcc"],
    }
}

/// Writes `NAME.h` and `NAME.c` into a directory.
///
/// # Panics
/// When they cannot be written.
pub fn write_sources(compiled: &Compiled, directory: &Path) {
    let write = |extension: &str, text: String| {
        let path = directory.join(format!("{}.{extension}", compiled.name));
        fs::write(path, text).expect("the build directory is writable");
    };
    write("h", emit_header(compiled));
    write("c", emit_source(compiled));
}

/// The symbols that an object needs and does not define, without roots, which are instructions unless a number is negative.
///
/// # Errors
/// When `nm` does not run.
pub fn foreign_symbols(object: &Path) -> Result<Vec<String>, String> {
    let symbols = execute(Command::new("nm").arg("-u").arg(object))?;
    let names = symbols.lines();
    let names = names.filter_map(|line| line.split_ascii_whitespace().last());
    let foreign = names.filter(|name| !["sqrt", "sqrtf"].contains(name));
    Ok(foreign.map(Into::into).collect())
}

/// Builds a program that holds all functions of a compiled model.
///
/// # Errors
/// What the compiler said, or the symbols that the object needs.
pub fn build(
    compiled: &Compiled,
    directory_name: &str,
    build: &Build,
) -> Result<Executable, String> {
    let directory = directory(&format!(
        "{directory_name}-{}-{}",
        compiled.name,
        build.folder()
    ));
    write_sources(compiled, &directory);
    fs::write(directory.join("main.c"), main::text(compiled)).map_err(|error| error.to_string())?;
    let compile = |arguments: &[&str]| {
        let mut command = Command::new(build.compiler);
        execute(
            command
                .current_dir(&directory)
                .args(&build.flags)
                .args(arguments),
        )
    };
    let source = format!("{}.c", compiled.name);
    compile(&[&WARNINGS[..], &["-c", &source, "-o", "code.o"]].concat())?;
    let mut foreign = foreign_symbols(&directory.join("code.o"))?;
    if compiled.options.fma == Fma::Any {
        foreign.retain(|name| !["fma", "fmaf"].contains(&name.as_str()));
    }
    if !foreign.is_empty() {
        return Err(format!("{source} by {} needs {foreign:?}", build.title()));
    }
    // What is tested is compiled: the last level counts.
    compile(&["-O0", "main.c", "code.o", "-o", "run", "-lm"])?;
    let path = directory.join("run");
    Ok(Executable::new(&[&path.to_string_lossy()], compiled, true))
}
