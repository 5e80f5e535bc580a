//! A JavaScript function: plan → text.

use core::fmt::Write;
use core::ops::Range;

use super::super::chunk::{Part, Place, Plan, Uses};
use super::super::value::kept;
use super::super::{literal, value};
use crate::compile::Precision;
use crate::function::Function;
use crate::name;
use crate::program::{Operand, Program};

/// What a function is printed from.
pub(super) struct Body<'a> {
    pub(super) function: &'a Function,
    pub(super) plan: &'a Plan,
}

impl Body<'_> {
    fn program(&self) -> &Program {
        &self.function.program
    }

    /// Functions of the parts, then the function itself.
    pub(super) fn print(&self, text: &mut String) {
        for (number, part) in (1..).zip(self.plan.parts().filter(|part| !part.inline)) {
            let parameters = parameters(&self.plan.part_uses(self.program(), part));
            let name = self.part_name(number);
            let _ = writeln!(text, "\nfunction {name}({parameters}) {{");
            self.statements(text, part);
            text.push_str("}\n");
        }
        let inputs = self.program().inputs.iter();
        let outputs = self.program().outputs.iter();
        let parameters: Vec<&str> = inputs
            .map(|port| port.argument.name())
            .chain(outputs.map(|output| output.name))
            .collect();
        let name = name::identifier(&self.function.name);
        let _ = writeln!(text, "\nfunction {name}({}) {{", parameters.join(", "));
        self.arrays(text);
        let mut number = 0;
        self.flow(text, &self.plan.before, &mut number);
        self.sincos(text);
        self.flow(text, &self.plan.after, &mut number);
        self.outputs(text);
        text.push_str("}\n");
    }

    /// Local arrays.
    fn arrays(&self, text: &mut String) {
        let angles = self.program().angles.len();
        let lengths = [
            ("angle", angles),
            ("sn", angles),
            ("cs", angles),
            ("live", self.plan.live),
            ("kept", kept(self.program()).len()),
        ];
        for (name, len) in lengths {
            if len > 0 {
                let _ = writeln!(text, "  const {name} = new Float64Array({len});");
            }
        }
    }

    fn flow(&self, text: &mut String, parts: &[Part], number: &mut usize) {
        for part in parts {
            if part.inline {
                self.statements(text, part);
                continue;
            }
            *number += 1;
            let arguments = parameters(&self.plan.part_uses(self.program(), part));
            let _ = writeln!(text, "  {}({arguments});", self.part_name(*number));
        }
    }

    fn part_name(&self, number: usize) -> String {
        format!("{}_part_{number}", name::identifier(&self.function.name))
    }

    /// Sine and cosine of all angles.
    fn sincos(&self, text: &mut String) {
        if self.program().angles.is_empty() {
            return;
        }
        for (k, angle) in self.program().angles.iter().enumerate() {
            let angle = self.operand(*angle, &self.plan.own());
            let _ = writeln!(text, "  angle[{k}] = {angle};");
        }
        text.push_str("  denoc_sincos(angle, sn, cs);\n");
    }

    fn statements(&self, text: &mut String, part: &Part) {
        let scope = if part.inline {
            self.plan.own()
        } else {
            part.statements.clone()
        };
        for slot in part.statements.clone() {
            let statement = &self.program().statements[slot];
            let a = self.operand(statement.a, &scope);
            let b = self.operand(statement.b, &scope);
            let value = value::result(statement.operation, &a, &b);
            let _ = writeln!(text, "  const t{slot} = {value};");
        }
        for &slot in &part.stores {
            if let Some(index) = self.plan.stored(slot) {
                let _ = writeln!(text, "  live[{index}] = t{slot};");
            }
        }
    }

    fn outputs(&self, text: &mut String) {
        let kept = kept(self.program());
        for (k, input) in kept.iter().enumerate() {
            let (name, index) = (input.argument.name(), input.index);
            let _ = writeln!(text, "  kept[{k}] = {name}[{index}];");
        }
        // The plan puts all results into the live array where other languages write them in functions of their own.
        let scope = if self.plan.writers.is_empty() {
            self.plan.own()
        } else {
            0..0
        };
        for output in &self.program().outputs {
            for (at, element) in output.elements.iter().enumerate() {
                let value =
                    value::element(*element, &kept, |operand| self.operand(operand, &scope));
                let _ = writeln!(text, "  {}[{at}] = {value};", output.name);
            }
        }
    }

    fn operand(&self, operand: Operand, scope: &Range<usize>) -> String {
        match self.plan.place(operand, scope) {
            Place::Constant(index) => {
                literal::text(&self.program().constants[index], Precision::F64)
            }
            Place::Input(input) => format!("{}[{}]", input.argument.name(), input.index),
            Place::Cosine(index) => format!("cs[{index}]"),
            Place::Sine(index) => format!("sn[{index}]"),
            Place::Local(slot) => format!("t{slot}"),
            Place::Live(index) => format!("live[{index}]"),
        }
    }
}

/// What a part takes, as parameters and as arguments alike.
fn parameters(uses: &Uses) -> String {
    let arrays = [(uses.sine, "sn"), (uses.cosine, "cs"), (uses.live, "live")];
    let inputs = uses.inputs.iter().map(|argument| argument.name());
    let arrays = arrays.iter().filter(|(used, _)| *used);
    let all: Vec<&str> = inputs.chain(arrays.map(|(_, name)| *name)).collect();
    all.join(", ")
}
