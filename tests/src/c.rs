//! Compiled C: generated source and a small `main` that reads inputs and prints outputs as hexadecimal bits.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::emit::c99::{emit_header, emit_source};

use crate::executable::Executable;

/// A compiler with its flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build {
    /// `gcc` or `clang`.
    pub compiler: &'static str,
    /// Flags.
    pub flags: Vec<&'static str>,
}

impl Build {
    /// The builds that must give the same bits: gcc `-O1 -std=c99`; for a `thorough` test all installed compilers
    /// (gcc must be) at `-O2 -std=c99` and with what a compiler may do at most.
    #[must_use]
    pub fn all(thorough: bool) -> Vec<Self> {
        if !thorough {
            // Every model at -O2 under both compilers is four minutes of compilers at work.
            let flags = vec!["-O1", "-std=c99"];
            return vec![Self {
                compiler: "gcc",
                flags,
            }];
        }
        let mut builds = Vec::new();
        for compiler in compilers() {
            builds.push(Self {
                compiler,
                flags: vec!["-O2", "-std=c99"],
            });
            builds.push(Self {
                compiler,
                flags: vec!["-O3", "-std=gnu17", "-march=native"],
            });
        }
        builds
    }

    /// What gcc takes least time for.
    #[must_use]
    pub fn quick() -> Self {
        Self {
            compiler: "gcc",
            flags: vec!["-O0", "-std=c99"],
        }
    }

    fn title(&self) -> String {
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

/// Whether a program runs. (tcc knows no `--version`.)
#[must_use]
pub fn is_installed(program: &str) -> bool {
    ["--version", "-v"].iter().any(|argument| {
        let quiet = Command::new(program)
            .arg(argument)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        quiet.is_ok_and(|status| status.success())
    })
}

/// A directory for a test's files, empty.
///
/// # Panics
/// When it cannot be made.
#[must_use]
pub fn directory(name: &str) -> PathBuf {
    let path = PathBuf::from(concat!(env!("OUT_DIR"), "/c")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the build directory is writable");
    path
}

/// Writes `NAME.h` and `NAME.c` into a directory.
///
/// # Panics
/// When they cannot be written.
pub fn write_sources(compiled: &Compiled, directory: &std::path::Path) {
    let write = |extension: &str, text: String| {
        let path = directory.join(format!("{}.{extension}", compiled.name));
        fs::write(path, text).expect("the build directory is writable");
    };
    write("h", emit_header(compiled));
    write("c", emit_source(compiled));
}

/// Runs a command; its messages when it fails.
///
/// # Errors
/// What it printed.
pub fn execute(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    let output = command
        .output()
        .map_err(|error| format!("{shown}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(format!("{shown}: {}\n{errors}", output.status))
    }
}

/// Builds a program that holds all functions of a compiled model.
///
/// # Errors
/// What the compiler said.
pub fn build(
    compiled: &Compiled,
    directory_name: &str,
    build: &Build,
) -> Result<Executable, String> {
    let directory = directory(&format!(
        "{directory_name}-{}-{}",
        compiled.name,
        build.title()
    ));
    write_sources(compiled, &directory);
    fs::write(directory.join("main.c"), main(compiled)).map_err(|error| error.to_string())?;
    let path = directory.join("run");
    let mut command = Command::new(build.compiler);
    command.current_dir(&directory).args(&build.flags);
    command
        .arg("-o")
        .arg(&path)
        .arg("main.c")
        .arg(format!("{}.c", compiled.name))
        .arg("-lm");
    execute(&mut command)?;
    Ok(Executable::new(path, compiled))
}

/// The text of `main.c`: a line `FUNCTION WORD…` is answered by a line of words.
fn main(compiled: &Compiled) -> String {
    let (scalar, word, scan, print) = match compiled.options.precision {
        Precision::F64 => ("double", "uint64_t", "SCNx64", "PRIx64"),
        Precision::F32 => ("float", "uint32_t", "SCNx32", "PRIx32"),
    };
    let mut cases = String::new();
    for (index, function) in compiled.functions.iter().enumerate() {
        let program = &function.program;
        let inputs = program
            .inputs
            .iter()
            .map(|port| (port.argument.name(), port.len, true));
        let outputs = program
            .outputs
            .iter()
            .map(|output| (output.name, output.elements.len(), false));
        let (mut arrays, mut read, mut write) = (String::new(), String::new(), String::new());
        let mut arguments = Vec::new();
        for (position, (name, len, is_input)) in inputs.chain(outputs).enumerate() {
            // An input and an output may have one name.
            let name = format!("{name}_{position}");
            let _ = writeln!(arrays, "            {scalar} {name}[{}];", len.max(1));
            let _ = if is_input {
                writeln!(read, "            if (!input({name}, {len})) return 1;")
            } else {
                writeln!(write, "            output({name}, {len});")
            };
            arguments.push(name);
        }
        let call = format!(
            "{}_{}({})",
            compiled.name,
            function.name,
            arguments.join(", ")
        );
        let _ = writeln!(
            cases,
            "        case {index}: {{\n{arrays}{read}            {call};\n{write}            break;\n        }}"
        );
    }
    format!(
        r#"#include "{name}.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int input({scalar} *x, int n)
{{
    for (int k = 0; k < n; ++k) {{
        {word} bits;
        if (scanf("%" {scan}, &bits) != 1) return 0;
        memcpy(&x[k], &bits, sizeof bits);
    }}
    return 1;
}}

static void output(const {scalar} *x, int n)
{{
    for (int k = 0; k < n; ++k) {{
        {word} bits;
        memcpy(&bits, &x[k], sizeof bits);
        printf("%" {print} " ", bits);
    }}
}}

int main(void)
{{
    unsigned function;
    while (scanf("%u", &function) == 1) {{
        switch (function) {{
{cases}        default:
            return 2;
        }}
        puts("");
    }}
    return 0;
}}
"#,
        name = compiled.name
    )
}
