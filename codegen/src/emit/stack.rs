//! How much stack a call of generated code takes: upper bounds for optimised and for unoptimised builds.

use core::ops::Range;

use super::arrays::kept;
use super::chunk::{Plan, outputs};
use super::shared::Shared;
use crate::compile::Precision;
use crate::program::{Operand, Program};

/// Upper bounds in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stack {
    /// At `-O1` and above.
    pub optimised: usize,
    /// At `-O0`, where every value has a place of its own.
    pub unoptimised: usize,
}

impl Stack {
    /// The bounds of a function.
    #[must_use]
    pub fn of(program: &Program, plan: &Plan, precision: Precision) -> Self {
        let width = width(precision);
        Self {
            optimised: optimised(program, plan, width),
            unoptimised: unoptimised(program, plan, width),
        }
    }

    /// These bounds with so many bytes more.
    #[must_use]
    pub fn and(self, more: usize) -> Self {
        Self {
            optimised: self.optimised + more,
            unoptimised: self.unoptimised + more,
        }
    }

    /// The bound that covers both.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            optimised: self.optimised.max(other.optimised),
            unoptimised: self.unoptimised.max(other.unoptimised),
        }
    }

    /// As generated code says it.
    #[must_use]
    pub fn line(self) -> String {
        let Self {
            optimised,
            unoptimised,
        } = self;
        format!("Stack: at most {optimised} bytes at -O1 and above, {unoptimised} at -O0.")
    }
}

/// Bytes of a number.
pub(super) fn width(precision: Precision) -> usize {
    match precision {
        Precision::F64 => 8,
        Precision::F32 => 4,
    }
}

/// Optimised, a value takes stack only while it is alive and in no register. Compilers reorder statements, and keep
/// copies in vectors: gcc and clang for x86-64 took up to 2.2 times the most values that are alive at once in the order
/// of the text (3.1 times in short functions), in which `FRAME` is not counted. Of parts that are merged all values may be in one frame.
fn optimised(program: &Program, plan: &Plan, width: usize) -> usize {
    /// Registers saved, alignment, parameters and loop counters.
    const FRAME: usize = 192;
    /// Places for each value that is alive: three of 8 bytes, in single precision too, where more are in vectors.
    const PLACES: usize = 24;
    /// What sincos keeps of groups of angles, in vectors.
    const SINCOS: usize = 512;
    let frame = |arrays: usize, alive: usize| FRAME + width * arrays + PLACES * alive;
    let tails = program.tails().slots().count();
    let written = || {
        outputs(program).filter_map(|operand| match operand {
            Operand::Slot(slot) => Some(slot),
            _ => None,
        })
    };
    let arrays = arrays(program, plan, kept(program).len());
    let with = |run: &Range<usize>| frame(arrays, tails + alive(program, run, written()));
    let parts = plan.parts().filter(|part| !part.inline).map(|part| {
        let stored = part.stores.iter().copied();
        frame(0, alive(program, &part.statements, stored))
    });
    let writers = plan.writers.iter().map(|_| frame(0, 0));
    let sincos = if program.angles.is_empty() { 0 } else { SINCOS };
    let apart = with(&plan.own()) + parts.chain(writers).max().unwrap_or(0);
    let together = plan.merged.then(|| with(&(0..program.statements.len())));
    sincos + apart.max(together.unwrap_or(0))
}

/// Unoptimised, the function's arrays and the deepest function below it; each statement's value has a place, and twice
/// that, in a vector with a copy of itself, where a compiler vectorises straight-line code.
fn unoptimised(program: &Program, plan: &Plan, width: usize) -> usize {
    /// Registers saved, alignment, parameters and loop counters.
    const FRAME: usize = 512;
    /// What sincos of four angles keeps: its values and the parts of its sums, in vectors of four. It is a part of functions that have
    /// few angles.
    const SINCOS: usize = 3584;
    const MOST_GROUPS: usize = 4;
    let outputs = program.outputs.iter();
    let elements = outputs.map(|output| output.elements.len()).sum();
    let tails = program.tails().slots().count();
    let own = arrays(program, plan, elements) + 2 * (plan.own().len() + tails);
    let below = plan.parts().filter(|part| !part.inline);
    let below = below.map(|part| part.statements.len());
    let writers = plan.writers.iter().map(ExactSizeIterator::len);
    let deepest = below.chain(writers).max().unwrap_or(0);
    let sincos = SINCOS * program.angles.len().div_ceil(4).min(MOST_GROUPS);
    FRAME + own * width + sincos + FRAME + 2 * deepest * width
}

/// Numbers in the function's own arrays, `kept` of them inputs that outputs may overlap.
fn arrays(program: &Program, plan: &Plan, kept: usize) -> usize {
    let passed = plan.shared.iter().flat_map(Shared::lengths);
    3 * program.angles.len().next_multiple_of(4) + plan.live + passed.sum::<usize>() + kept
}

/// The most values of a run of statements that are alive at once; `last` are those that live to its end.
fn alive(program: &Program, run: &Range<usize>, last: impl Iterator<Item = usize>) -> usize {
    let mut ends: Vec<usize> = run.clone().collect();
    let mut note = |slot: usize, at: usize| {
        if run.contains(&slot) {
            let end = &mut ends[slot - run.start];
            *end = at.max(*end);
        }
    };
    for at in run.clone() {
        for operand in program.statements[at].operands() {
            if let Operand::Slot(slot) = operand {
                note(slot, at);
            }
        }
    }
    last.for_each(|slot| note(slot, run.end));
    let mut ending = vec![0; run.len() + 1];
    for end in ends {
        ending[end - run.start] += 1;
    }
    let (mut now, mut most) = (0_usize, 0);
    for ended in &ending[..run.len()] {
        now += 1;
        most = most.max(now);
        now -= ended;
    }
    most
}
