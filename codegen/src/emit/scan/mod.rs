//! Reading back what was printed: Rust, C or JavaScript text → lists of statements, to be compared with the program.
//!
//! Chunks are followed through their calls and values through the live array, so a function reads the same whether
//! it was cut or not, and in any language. Only the shapes our emitters print are understood.

mod c99;
mod javascript;
mod rust;

use std::collections::BTreeMap;

use crate::compile::Precision;
use crate::counts::Counts;
use crate::function::Function;
use crate::program::{Operand, Operation, Program};

pub use c99::c99;
pub use javascript::javascript;
pub use rust::rust;

/// A function as it is in the text (or, by [`Scanned::of`], as it should).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scanned {
    /// Name, in C with the prefix.
    pub name: String,
    /// Arguments of sine and cosine, without padding.
    pub angles: Vec<ScannedOperand>,
    /// Slot, operation, operands.
    pub statements: Vec<(usize, Operation, ScannedOperand, ScannedOperand)>,
    /// Output elements: whether negative, and what.
    pub outputs: Vec<Vec<(bool, ScannedOperand)>>,
}

/// An operand as it is in the text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ScannedOperand {
    /// A number, by its bits (as f64; every f32 is one).
    Number(u64),
    /// An element of an input array.
    Input(String, usize),
    /// A cosine.
    Cosine(usize),
    /// A sine.
    Sine(usize),
    /// The result of a statement.
    Slot(usize),
}

impl Scanned {
    /// The expected result of reading the text of a function.
    #[must_use]
    pub fn of(function: &Function, precision: Precision) -> Self {
        let program = &function.program;
        let term = |operand| term(program, operand, precision);
        let statements = program.statements.iter().enumerate();
        let outputs = program.outputs.iter().map(|output| {
            let elements = output.elements.iter();
            elements
                .map(|element| (element.negative, term(element.operand)))
                .collect()
        });
        let mut scanned = Self {
            name: function.name.clone(),
            angles: program.angles.iter().map(|angle| term(*angle)).collect(),
            statements: statements
                .map(|(slot, s)| (slot, s.operation, term(s.a), term(s.b)))
                .collect(),
            outputs: outputs.collect(),
        };
        scanned.trim();
        scanned
    }

    /// Operation counts, by the rules of [`Program::counts`].
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let mut trig: Vec<&ScannedOperand> = Vec::new();
        for (_, operation, a, b) in &self.statements {
            match operation {
                Operation::Add | Operation::Sub => counts.add += 1,
                Operation::Mul => counts.mul += 1,
                Operation::Div => counts.div += 1,
                Operation::Saturate => counts.add_saturation(),
            }
            trig.extend([a, b]);
        }
        for (negative, term) in self.outputs.iter().flatten() {
            counts.neg += usize::from(*negative && !matches!(term, ScannedOperand::Number(_)));
            trig.push(term);
        }
        trig.retain(|term| matches!(term, ScannedOperand::Cosine(_) | ScannedOperand::Sine(_)));
        trig.sort_unstable();
        trig.dedup();
        counts.trig = trig.len();
        counts
    }

    /// Removes the padding of the angles.
    fn trim(&mut self) {
        while self.angles.last() == Some(&ScannedOperand::Number(0)) {
            self.angles.pop();
        }
    }
}

fn term(program: &Program, operand: Operand, precision: Precision) -> ScannedOperand {
    match operand {
        Operand::Constant(index) => {
            let constant = &program.constants[index];
            ScannedOperand::Number(match precision {
                Precision::F64 => constant.to_f64().to_bits(),
                Precision::F32 => f64::from(constant.to_f32()).to_bits(),
            })
        }
        Operand::Input(input) => ScannedOperand::Input(input.argument.name().into(), input.index),
        Operand::Cosine(index) => ScannedOperand::Cosine(index),
        Operand::Sine(index) => ScannedOperand::Sine(index),
        Operand::Slot(slot) => ScannedOperand::Slot(slot),
    }
}

/// A function that is being read.
struct FunctionReader {
    precision: Precision,
    scanned: Scanned,
    /// The contents of local arrays (`live`, `kept`) at this point.
    arrays: BTreeMap<(String, usize), ScannedOperand>,
}

impl FunctionReader {
    fn new(name: String, precision: Precision) -> Self {
        Self {
            precision,
            scanned: Scanned {
                name,
                ..Scanned::default()
            },
            arrays: BTreeMap::new(),
        }
    }

    fn number(&self, text: &str) -> Result<ScannedOperand, String> {
        let value = match self.precision {
            Precision::F64 => text.parse::<f64>().ok(),
            Precision::F32 => text.parse::<f32>().ok().map(f64::from),
        };
        value
            .map(|value| ScannedOperand::Number(value.to_bits()))
            .ok_or_else(|| format!("no number: {text}"))
    }

    /// The local `t12`.
    fn local(&self, name: &str) -> Result<ScannedOperand, String> {
        let slot = slot(name)?;
        let known = self
            .scanned
            .statements
            .get(slot)
            .is_some_and(|known| known.0 == slot);
        if known {
            Ok(ScannedOperand::Slot(slot))
        } else {
            Err(format!("{name} is read before it is set"))
        }
    }

    fn element(&self, array: &str, index: usize) -> Result<ScannedOperand, String> {
        match array {
            "cos" | "cs" => Ok(ScannedOperand::Cosine(index)),
            "sin" | "sn" => Ok(ScannedOperand::Sine(index)),
            "live" | "kept" => {
                let held = self.arrays.get(&(array.into(), index)).cloned();
                held.ok_or_else(|| format!("{array}[{index}] is read before it is set"))
            }
            input => Ok(ScannedOperand::Input(input.into(), index)),
        }
    }

    fn finish(mut self) -> Scanned {
        self.scanned.trim();
        self.scanned
    }
}

fn slot(name: &str) -> Result<usize, String> {
    let digits = name
        .strip_prefix('t')
        .ok_or_else(|| format!("no local: {name}"))?;
    digits.parse().map_err(|_| format!("no local: {name}"))
}
