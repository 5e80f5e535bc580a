//! Results → text, one thing a line.

use core::fmt::Write;

use sha2::{Digest, Sha256};

use super::{Entry, Results};
use crate::name::hexadecimal;
use crate::program::{Constant, Operand, Operation, Signed};

/// First words of a file.
pub(super) const MAGIC: &str = "denoc search results, format 2";

/// First word of the last line, with the SHA-256 of all before it.
pub(super) const DIGEST: &str = "digest";

pub(super) fn text(results: &Results) -> String {
    let mut text = format!(
        "{MAGIC}\nversion {}\nmodel {}\n",
        results.version, results.model
    );
    for entry in &results.entries {
        function(entry, &mut text);
    }
    text.push('\n');
    signed_text(text)
}

/// A text with its last line.
pub(super) fn signed_text(mut text: String) -> String {
    let digest = hexadecimal(&Sha256::digest(&text));
    text.push_str(DIGEST);
    text.push(' ');
    text.push_str(&digest);
    text.push('\n');
    text
}

/// The sign of an operation.
pub(super) fn symbol(operation: Operation) -> &'static str {
    match operation {
        Operation::Add => "+",
        Operation::Sub => "-",
        Operation::Mul => "*",
        Operation::Div => "/",
        Operation::Saturate => "saturate",
        // What is searched is fused afterwards; no reader takes it.
        Operation::Fused(_) => "fused",
    }
}

fn function(entry: &Entry, text: &mut String) {
    let settings = &entry.settings;
    let ((mul, add), (mul_before, add_before)) = (entry.after, entry.before);
    let mut line = |words: String| {
        text.push_str(words.trim_end());
        text.push('\n');
    };
    line(String::new());
    line(format!("function {}", entry.function));
    line(format!("formulation {}", entry.formulation));
    line(format!("cost {}", settings.cost.name()));
    line(format!("proposals {}", settings.proposals));
    line(format!("seed {}", settings.seed));
    line(format!(
        "operations {mul} {add} from {mul_before} {add_before}"
    ));
    for (body, equation) in &entry.origins {
        let body = body.map_or_else(|| "-".into(), |body| body.to_string());
        line(format!("origin {body} {equation}"));
    }
    let program = &entry.program;
    for constant in &program.constants {
        line(match constant {
            Constant::Number(number) => format!("constant {}", number.to_hex()),
            Constant::Angle(angle) => format!(
                "angle {} {}",
                angle.half_turns.to_hex(),
                angle.radians.to_hex()
            ),
        });
    }
    let statements = program.statements.iter().zip(&entry.origin_of);
    let angles = list(program.angles.iter().map(|&angle| operand(angle)));
    for (place, (statement, origin)) in statements.enumerate() {
        if place == program.angle_statements {
            line(format!("circle {angles}"));
        }
        let (a, b) = (operand(statement.a), operand(statement.b));
        let symbol = symbol(statement.operation);
        line(format!("s{place} = {a} {symbol} {b} @{origin}"));
    }
    if program.angle_statements == program.statements.len() {
        line(format!("circle {angles}"));
    }
    for (output, name) in program.outputs.iter().zip(&entry.outputs) {
        let elements = list(output.elements.iter().map(|&element| signed(element)));
        line(format!("output {name} {elements}"));
    }
    line("end".into());
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn signed(element: Signed) -> String {
    let sign = if element.negative { "-" } else { "" };
    format!("{sign}{}", operand(element.operand))
}

fn operand(operand: Operand) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match operand {
        Operand::Constant(k) => write!(text, "c{k}"),
        Operand::Input(input) => write!(text, "{}[{}]", input.argument.name(), input.index),
        Operand::Cosine(k) => write!(text, "cos{k}"),
        Operand::Sine(k) => write!(text, "sin{k}"),
        Operand::Slot(k) => write!(text, "s{k}"),
    };
    text
}
