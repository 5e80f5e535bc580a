//! Outputs that are arrays of the caller, as in C and JavaScript: written last, and they may overlap
//! inputs.
//!
//! Inputs that are outputs as they are, are read into the array `kept` before the first output is written. Arrays of lanes do not overlap.

use core::ops::Range;

use super::body::{FunctionBody, Language};
use super::chunk::outputs;
use super::page::Page;
use crate::leaves::Input;
use crate::program::{Operand, Program, Signed};

/// Inputs that are outputs as they are.
pub(super) fn kept(program: &Program) -> Vec<Input> {
    let input = |operand| match operand {
        Operand::Input(input) => Some(input),
        _ => None,
    };
    let mut kept: Vec<Input> = outputs(program).filter_map(input).collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// What an element of an output becomes.
pub(super) struct Written {
    pub(super) text: String,
    /// Whether it is 0 for all inputs.
    pub(super) is_zero: bool,
}

impl<L: Language> FunctionBody<'_, L> {
    /// Reads what is kept.
    pub(super) fn keep(&self, page: &mut Page) {
        for (k, input) in kept(self.program()).into_iter().enumerate() {
            let element = self.language.element(input);
            page.line(format_args!("kept[{k}] = {element}{}", L::END));
        }
    }

    /// Writes a run of output elements, counted through all outputs, in a function whose locals are the slots of `scope`.
    pub(super) fn write(&self, page: &mut Page, elements: &Range<usize>, scope: &Range<usize>) {
        let kept = kept(self.program());
        let outputs = self.program().outputs.iter();
        let mut before = 0;
        for output in outputs {
            let own = before..before + output.elements.len();
            before = own.end;
            let run = elements.start.max(own.start)..elements.end.min(own.end);
            if run.is_empty() {
                continue;
            }
            let first = run.start - own.start;
            let values = output.elements[first..run.end - own.start].iter();
            let values = values.map(|value| Written {
                text: self.kept_or_signed(*value, scope, &kept),
                is_zero: self.program().is_zero(value.operand),
            });
            let values: Vec<Written> = values.collect();
            self.language.write(page, output.name, first, &values);
        }
    }

    fn kept_or_signed(&self, element: Signed, scope: &Range<usize>, kept: &[Input]) -> String {
        let value = match element.operand {
            Operand::Input(input) if self.language.lane().is_empty() => {
                let index = kept.binary_search(&input).unwrap_or(0); // all such inputs are kept
                format!("kept[{index}]")
            }
            other => self.operand(other, scope),
        };
        let sign = if element.negative { "-" } else { "" };
        format!("{sign}{value}")
    }

    /// Number of elements of all outputs.
    pub(super) fn elements(&self) -> usize {
        let outputs = self.program().outputs.iter();
        outputs.map(|output| output.elements.len()).sum()
    }
}
