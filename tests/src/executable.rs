//! A compiled program that holds generated functions: inputs as hexadecimal bits in, outputs out.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::leaves::Input;
use denoc_codegen::program::Program;
use denoc_codegen::reference::State;

use crate::subject::Outputs;

/// A program that answers a line `FUNCTION WORD…` by a line of words.
#[derive(Debug)]
pub struct Executable {
    path: PathBuf,
    precision: Precision,
    programs: Vec<Program>,
}

impl Executable {
    /// What was built at `path` from the functions of a compiled model.
    pub(crate) fn new(path: PathBuf, compiled: &Compiled) -> Self {
        let functions = compiled.functions.iter();
        Self {
            path,
            precision: compiled.options.precision,
            programs: functions.map(|function| function.program.clone()).collect(),
        }
    }

    /// The outputs of every function at every state.
    ///
    /// # Errors
    /// When the program fails or prints something else.
    pub fn run(&self, states: &[State]) -> Result<Vec<Vec<Outputs>>, String> {
        let mut requests = String::new();
        for (index, program) in self.programs.iter().enumerate() {
            for state in states {
                let _ = writeln!(requests, "{index}{}", self.words(program, state));
            }
        }
        let mut child = Command::new(&self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut stdin = child.stdin.take().ok_or("no stdin")?;
        // The program answers while it reads: writing from here could fill both pipes.
        let writer = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
        let output = child
            .wait_with_output()
            .map_err(|error| error.to_string())?;
        let written = writer.join().map_err(|_| "the writer panicked")?;
        written.map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("{}: {}", self.path.display(), output.status));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines = text.lines();
        let mut results = Vec::new();
        for program in &self.programs {
            let mut of_function = Vec::new();
            for _ in states {
                of_function
                    .push(self.outputs(program, lines.next().ok_or("an answer is missing")?)?);
            }
            results.push(of_function);
        }
        Ok(results)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "single precision takes rounded inputs"
    )]
    fn words(&self, program: &Program, state: &State) -> String {
        let mut text = String::new();
        for port in &program.inputs {
            for index in 0..port.len {
                let value = state.get(Input {
                    argument: port.argument,
                    index,
                });
                let _ = match self.precision {
                    Precision::F64 => write!(text, " {:x}", value.to_bits()),
                    Precision::F32 => write!(text, " {:x}", (value as f32).to_bits()),
                };
            }
        }
        text
    }

    fn outputs(&self, program: &Program, line: &str) -> Result<Outputs, String> {
        let mut words = line.split_ascii_whitespace();
        let mut number = || -> Result<f64, String> {
            let word = words.next().ok_or("an element is missing")?;
            let bits = u64::from_str_radix(word, 16).map_err(|error| error.to_string())?;
            Ok(match self.precision {
                Precision::F64 => f64::from_bits(bits),
                Precision::F32 => f64::from(f32::from_bits(
                    u32::try_from(bits).map_err(|error| error.to_string())?,
                )),
            })
        };
        let arrays = program
            .outputs
            .iter()
            .map(|output| output.elements.iter().map(|_| number()).collect());
        arrays.collect()
    }
}
