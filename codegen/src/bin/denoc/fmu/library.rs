//! The binary of an FMU: source → a library for this platform, by a C compiler that is installed.

use std::env::consts::{ARCH, DLL_SUFFIX, OS};
use std::path::Path;
use std::process::{Command, Stdio};

use denoc_codegen::fmu::Fmu;
use denoc_codegen::name::{visible, visible_lines};

use crate::compiler::version;
use crate::failure::Failure;

/// C compilers that are looked for.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

/// Lines of a compiler's messages that are shown.
const LINES: usize = 20;

/// A C compiler that can be run.
pub(super) struct Compiler {
    command: String,
}

/// A library.
pub(super) struct Library {
    /// As FMI names it: `x86_64-linux`.
    pub(super) platform: String,
    /// The name of its file.
    pub(super) file: String,
    /// Its contents.
    pub(super) bytes: Vec<u8>,
    /// The compiler that made it.
    pub(super) compiler: String,
}

impl Compiler {
    /// The compiler of this name, or the first that is installed; `None` where none is.
    ///
    /// # Errors
    /// A compiler that is named and cannot be run.
    pub(super) fn find(named: Option<&str>) -> Result<Option<Self>, Failure> {
        if let Some(name) = named {
            // A path is one from here, and the compiler runs in a folder of its own.
            let is_path = Path::new(name).components().count() > 1;
            let absolute = std::path::absolute(name).ok().filter(|_| is_path);
            let command = absolute.map_or(name.into(), |path| path.to_string_lossy().into_owned());
            return match version(&command) {
                Ok(_) => Ok(Some(Self { command })),
                Err(why) => Err(Failure::Message(format!(
                    "--compiler {}: cannot run this compiler: {why}; write the name or the path of a C compiler that is installed, such as \
                     gcc, or write the source alone with --sources-only",
                    visible(name)
                ))),
            };
        }
        let found = COMPILERS.into_iter().find(|name| version(name).is_ok());
        Ok(found.map(|command| Self {
            command: command.into(),
        }))
    }

    /// Compiles the source of an FMU in a folder of its own.
    ///
    /// # Errors
    /// What the compiler reports.
    pub(super) fn compile(&self, fmu: &Fmu) -> Result<Library, Failure> {
        let failed = |error: std::io::Error| {
            let compiler = visible(&self.command);
            Failure::Message(format!(
                "cannot compile the source of the FMU with {compiler}: {error}"
            ))
        };
        let folder = tempfile::tempdir().map_err(failed)?;
        let source = format!("{}.c", fmu.identifier);
        let file = format!("{}{DLL_SUFFIX}", fmu.identifier);
        std::fs::write(folder.path().join(&source), &fmu.source).map_err(failed)?;
        let mut compiler = Command::new(&self.command);
        compiler
            .args(["-std=c99", "-O2", "-shared", "-fvisibility=hidden"])
            .args((OS != "windows").then_some("-fPIC"))
            .args([source.as_str(), "-o", &file, "-lm"])
            .current_dir(folder.path())
            .stdin(Stdio::null());
        let output = compiler.output().map_err(failed)?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            let lines: Vec<&str> = text.lines().take(LINES).collect();
            return Err(Failure::Message(format!(
                "{} does not compile the source of the FMU: name another compiler with --compiler, or write the source alone with \
                 --sources-only; it says\n{}",
                visible(&self.command),
                visible_lines(&lines.join("\n"))
            )));
        }
        Ok(Library {
            platform: platform(),
            bytes: std::fs::read(folder.path().join(&file)).map_err(failed)?,
            file,
            compiler: visible(&self.command).into_owned(),
        })
    }
}

/// The platform of this program, as FMI names it.
fn platform() -> String {
    let system = match OS {
        "macos" => "darwin",
        other => other,
    };
    format!("{ARCH}-{system}")
}
