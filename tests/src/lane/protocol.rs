//! A program that holds the functions of a model: lines of words in, lines of words out.
//!
//! A request is a line `FUNCTION WORD…`, its answer a line `STATUS WORD…`; words are the bits of numbers in hexadecimal. The
//! functions have the numbers 0, 1…; behind them come `prepare`, whose words are values of the parameters, and the defaults,
//! which have no words and answer with the values.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use denoc_codegen::compile::{Compiled, Precision};
use denoc_codegen::leaves::{Argument, Input};
use denoc_codegen::program::Port;

use super::{Answer, BEFORE, Outputs, Request, Step, parameters};

/// A program of the functions of a model, and how to start it.
#[derive(Debug)]
pub struct Executable {
    command: Vec<String>,
    precision: Precision,
    functions: Vec<Signature>,
    parameters: usize,
    /// Whether outputs are arrays of the caller, which a function that fails leaves alone.
    keeps: bool,
}

/// The arrays of a function.
#[derive(Debug)]
struct Signature {
    inputs: Vec<Port>,
    outputs: Vec<usize>,
}

impl Executable {
    /// What `command` starts, built from the functions of a compiled model. `keeps`: whether outputs are arrays of the caller, which a
    /// function that fails leaves alone.
    #[must_use]
    pub fn new(command: &[&str], compiled: &Compiled, keeps: bool) -> Self {
        let functions = compiled.functions.iter().map(|function| {
            let ports = function.inputs().iter();
            let given = ports.filter(|port| port.argument != Argument::Prepared);
            let outputs = function.outputs().iter();
            Signature {
                inputs: given.copied().collect(),
                outputs: outputs.map(|output| output.elements.len()).collect(),
            }
        });
        Self {
            command: command.iter().map(ToString::to_string).collect(),
            precision: compiled.options.precision,
            functions: functions.collect(),
            parameters: parameters(compiled).len(),
            keeps,
        }
    }

    /// The answers of every function to all steps.
    ///
    /// # Errors
    /// When the program fails or prints something else.
    pub fn run(&self, steps: &[Step]) -> Result<Vec<Vec<Answer>>, String> {
        let functions = self.functions.iter().enumerate();
        let requests = functions.flat_map(|one| steps.iter().map(move |step| (one, step)));
        let requests = requests.map(|((index, function), step)| self.line(index, function, step));
        let text = self.exchange(requests.collect())?;
        let mut lines = text.lines();
        let mut answers = |function: &Signature| -> Result<Vec<Answer>, String> {
            let answer = |step: &Step| {
                let line = lines.next().ok_or("an answer is missing")?;
                self.answer(function, step, line)
                    .map_err(|error| format!("{error} at {}: {line}", step.label))
            };
            steps.iter().map(answer).collect()
        };
        self.functions.iter().map(&mut answers).collect()
    }

    /// What the program prints for these lines.
    fn exchange(&self, requests: String) -> Result<String, String> {
        let [program, arguments @ ..] = &self.command[..] else {
            return Err("no command".into());
        };
        let mut child = Command::new(program)
            .args(arguments)
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
        if !output.status.success() {
            return Err(format!("{:?}: {}", self.command, output.status));
        }
        written.map_err(|error| error.to_string())?;
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    }

    /// A request as a line.
    fn line(&self, index: usize, function: &Signature, step: &Step) -> String {
        let prepare = self.functions.len();
        let (number, values) = match &step.request {
            Request::Defaults => (prepare + 1, Vec::new()),
            Request::Prepare(values) => (prepare, values.clone()),
            Request::Call(state) => {
                let element = |argument, index| state.get(Input { argument, index });
                let ports = function.inputs.iter();
                let values =
                    ports.flat_map(|port| (0..port.len).map(|k| element(port.argument, k)));
                (index, values.collect())
            }
        };
        let mut line = number.to_string();
        for value in values {
            let _ = write!(line, " {:x}", self.bits(value));
        }
        line.push('\n');
        line
    }

    /// What a line answers.
    fn answer(&self, function: &Signature, step: &Step, line: &str) -> Result<Answer, String> {
        let mut words = line.split_ascii_whitespace();
        let status = words.next().ok_or("no status")?;
        let status: u32 = status.parse().map_err(|_| "no status")?;
        let mut numbers = words
            .map(|word| self.number(word))
            .collect::<Result<Vec<f64>, String>>()?;
        let lens = match step.request {
            Request::Defaults => &[self.parameters][..],
            Request::Prepare(_) => &[],
            Request::Call(_) => &function.outputs,
        };
        let expected = if status == 0 || self.keeps {
            lens.iter().sum()
        } else {
            0
        };
        if numbers.len() != expected {
            return Err(format!("{} words instead of {expected}", numbers.len()));
        }
        if status != 0 {
            let untouched = numbers.iter().all(|value| *value == BEFORE);
            return if untouched {
                Ok(Err(status))
            } else {
                Err("results of a function that fails".into())
            };
        }
        let arrays: Outputs = (lens.iter())
            .map(|len| numbers.drain(..len).collect())
            .collect();
        Ok(Ok(arrays))
    }

    /// A number as the program has it.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "single precision takes rounded inputs"
    )]
    fn bits(&self, value: f64) -> u64 {
        match self.precision {
            Precision::F64 => value.to_bits(),
            Precision::F32 => u64::from((value as f32).to_bits()),
        }
    }

    fn number(&self, word: &str) -> Result<f64, String> {
        let bits = u64::from_str_radix(word, 16).map_err(|error| error.to_string())?;
        Ok(match self.precision {
            Precision::F64 => f64::from_bits(bits),
            Precision::F32 => {
                let bits = u32::try_from(bits).map_err(|error| error.to_string())?;
                f64::from(f32::from_bits(bits))
            }
        })
    }
}
