//! The plan of a function: program → parts that fit a compiler, and where values that cross a cut are kept.
//!
//! All emitters follow such a plan; where it is cut is a matter of the language.

use core::ops::Range;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::shared::{Passed, Shared};
use crate::leaves::{Argument, Input};
use crate::program::{Operand, Program, Statement};

/// How long functions are, in statements: a language has its own, by what its compilers bear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Most statements of a function that stays whole, and most output elements one function writes.
    pub whole: usize,
    /// Fewest statements of a chunk.
    pub shortest: usize,
    /// Most statements of a chunk.
    pub longest: usize,
    /// Most statements of a function that is cut for the sake of builds without optimisation: compilers that optimise put its
    /// chunks together again. 0: of none.
    pub merged: usize,
    /// Most elements of arrays that a function reads and writes.
    pub touched: usize,
}

impl Limits {
    /// Most output elements of one function: each is an element of an array, and what is written to it may be another.
    fn written(self) -> usize {
        self.touched / 2
    }
}

/// The layout of the statements of a program in functions.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Parts that form angles, before sines and cosines are taken.
    pub before: Vec<Chunk>,
    /// The remaining parts.
    pub after: Vec<Chunk>,
    /// Output elements (counted through all outputs) written by functions of their own; empty: the function itself
    /// writes them.
    pub writers: Vec<Range<usize>>,
    /// Length of the array that carries values across cuts.
    pub live: usize,
    /// Index in that array, of each slot that is in it.
    index: Vec<Option<usize>>,
    /// Slots that are locals of the function itself.
    own: Range<usize>,
    /// The functions that limbs share.
    pub shared: Option<Shared>,
    /// Whether compilers that optimise put its parts together again.
    pub merged: bool,
}

/// A run of statements in one function.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Whether the function itself holds the statements; otherwise they are a function of their own.
    pub inline: bool,
    /// The statements.
    pub statements: Range<usize>,
    /// Slots put into the live array when the part ends.
    pub stores: Vec<usize>,
    /// Where a function that limbs share is called: its place in [`Plan::shared`], and the limb.
    pub call: Option<(usize, usize)>,
}

/// The location of an operand's value, at some place of the generated text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueLocation {
    /// Entry of [`Program::constants`].
    Constant(usize),
    /// Element of an input array.
    Input(Input),
    /// Entry of the array of cosines.
    Cosine(usize),
    /// Entry of the array of sines.
    Sine(usize),
    /// The local of that slot.
    Local(usize),
    /// Entry of the live array.
    Live(usize),
    /// What functions of limbs are given or return.
    Passed(Passed),
}

/// The parameters of a part or a writer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Input arrays, in the order of the signature.
    pub inputs: Vec<Argument>,
    /// The array of sines.
    pub sine: bool,
    /// The array of cosines.
    pub cosine: bool,
    /// The live array.
    pub live: bool,
}

impl Plan {
    /// The plan of a program.
    #[must_use]
    pub fn of(program: &Program, limits: Limits) -> Self {
        Self::with(program, limits, true)
    }

    /// The same with all parts of a program that is cut in functions of their own: for loops over lanes, which hold nothing beyond
    /// their ends.
    #[must_use]
    pub fn of_lanes(program: &Program, limits: Limits) -> Self {
        Self::with(program, limits, false)
    }

    /// `holds`: whether the function itself may hold parts.
    fn with(program: &Program, limits: Limits, holds: bool) -> Self {
        let (angles, all) = (program.angle_statements, program.statements.len());
        let elements: usize = program
            .outputs
            .iter()
            .map(|output| output.elements.len())
            .sum();
        let shared = (holds && elements <= limits.whole)
            .then(|| Self::sharing(program, limits))
            .flatten();
        if let Some(shared) = shared {
            return shared;
        }
        let writers = writers(elements, limits);
        let fits = || inputs(program) + elements <= limits.touched;
        if all <= limits.whole && writers.is_empty() && fits() {
            return Self::whole(angles, all);
        }
        let lives = Lives::of(program);
        let inline = holds && angles <= limits.longest;
        let parts = |ranges: Vec<Range<usize>>, inline| {
            ranges
                .into_iter()
                .map(|statements| Chunk {
                    inline,
                    statements,
                    stores: Vec::new(),
                    call: None,
                })
                .collect()
        };
        let mut plan = Self {
            before: parts(cut(program, 0..angles, &lives, limits), inline),
            after: parts(cut(program, angles..all, &lives, limits), false),
            writers,
            live: 0,
            index: vec![None; all],
            own: if inline { 0..angles } else { 0..0 },
            shared: None,
            merged: holds && all <= limits.merged,
        };
        plan.allocate(program);
        plan
    }

    /// With functions that limbs share, and all else in the function itself; `None`: there are none, or the rest is too long.
    fn sharing(program: &Program, limits: Limits) -> Option<Self> {
        let shared = Shared::of(program)?;
        let (angles, all) = (program.angle_statements, program.statements.len());
        let calls = shared
            .functions
            .iter()
            .map(|one| one.run.len() * one.limbs.len());
        let own = all - calls.sum::<usize>();
        let mut runs = shared.functions.iter().map(|one| one.run.len());
        if own > limits.whole || runs.any(|len| len > limits.whole) {
            return None;
        }
        let after = program.pieces().into_iter().map(|piece| {
            let results = piece.copy.map(|(of, _)| &shared.functions[of].results);
            let start = piece.statements.start;
            let stores = results
                .into_iter()
                .flatten()
                .map(|(place, _)| start + place);
            Chunk {
                inline: piece.copy.is_none(),
                stores: stores.collect(),
                statements: piece.statements,
                call: piece.copy,
            }
        });
        let whole = Self::whole(angles, all);
        Some(Self {
            after: after.collect(),
            shared: Some(shared),
            ..whole
        })
    }

    fn whole(angles: usize, all: usize) -> Self {
        let part = |statements: Range<usize>| {
            let part = Chunk {
                inline: true,
                statements,
                stores: Vec::new(),
                call: None,
            };
            (!part.statements.is_empty())
                .then_some(part)
                .into_iter()
                .collect()
        };
        Self {
            before: part(0..angles),
            after: part(angles..all),
            writers: Vec::new(),
            live: 0,
            index: vec![None; all],
            own: 0..all,
            shared: None,
            merged: false,
        }
    }

    /// Whether the statements are in functions of their own.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.parts().any(|part| !part.inline) || !self.writers.is_empty()
    }

    /// The parts that are functions of their own, each once.
    pub fn functions(&self) -> impl Iterator<Item = &Chunk> {
        let first = |part: &&Chunk| part.call.is_none_or(|(_, limb)| limb == 0);
        self.parts().filter(|part| !part.inline).filter(first)
    }

    /// All parts in order.
    pub fn parts(&self) -> impl Iterator<Item = &Chunk> {
        self.before.iter().chain(&self.after)
    }

    /// Slots that are locals of the function itself.
    #[must_use]
    pub fn own(&self) -> Range<usize> {
        self.own.clone()
    }

    /// The location of an operand in a function whose locals are the slots of `scope`.
    #[must_use]
    pub fn place(&self, operand: Operand, scope: &Range<usize>) -> ValueLocation {
        match operand {
            Operand::Constant(index) => ValueLocation::Constant(index),
            Operand::Input(input) => ValueLocation::Input(input),
            Operand::Cosine(index) => ValueLocation::Cosine(index),
            Operand::Sine(index) => ValueLocation::Sine(index),
            Operand::Slot(slot) => {
                if let Some(passed) = self.returned(slot) {
                    return ValueLocation::Passed(passed);
                }
                match self.stored(slot) {
                    Some(index) if !scope.contains(&slot) => ValueLocation::Live(index),
                    _ => ValueLocation::Local(slot),
                }
            }
        }
    }

    /// Where a function that limbs share returns it.
    fn returned(&self, slot: usize) -> Option<Passed> {
        let (limb, index) = *self.shared.as_ref()?.returned.get(&slot)?;
        Some(Passed::Limb(limb, index))
    }

    /// Index in the live array, if the slot is in it.
    #[must_use]
    pub fn stored(&self, slot: usize) -> Option<usize> {
        self.index.get(slot).copied().flatten()
    }

    /// The arguments of a part.
    #[must_use]
    pub fn part_uses(&self, program: &Program, part: &Chunk) -> Uses {
        let operands = program.statements[part.statements.clone()]
            .iter()
            .flat_map(Statement::operands);
        let mut uses = self.uses(program, operands, &part.statements);
        uses.live |= !part.stores.is_empty();
        uses
    }

    /// The arguments of a writer of these output elements.
    #[must_use]
    pub fn writer_uses(&self, program: &Program, elements: &Range<usize>) -> Uses {
        self.uses(
            program,
            outputs(program).skip(elements.start).take(elements.len()),
            &(0..0),
        )
    }

    fn uses(
        &self,
        program: &Program,
        operands: impl Iterator<Item = Operand>,
        scope: &Range<usize>,
    ) -> Uses {
        let mut uses = Uses::default();
        let mut inputs = vec![false; program.inputs.len()];
        for operand in operands {
            match self.place(operand, scope) {
                ValueLocation::Input(input) => {
                    for (used, port) in inputs.iter_mut().zip(&program.inputs) {
                        *used |= port.argument == input.argument;
                    }
                }
                ValueLocation::Cosine(_) => uses.cosine = true,
                ValueLocation::Sine(_) => uses.sine = true,
                ValueLocation::Live(_) => uses.live = true,
                ValueLocation::Constant(_) | ValueLocation::Local(_) | ValueLocation::Passed(_) => {
                }
            }
        }
        let used = inputs
            .iter()
            .zip(&program.inputs)
            .filter(|(used, _)| **used);
        uses.inputs = used.map(|(_, port)| port.argument).collect();
        uses
    }

    /// Gives every value that crosses a cut its index in the live array: linear scan, the lowest free index first.
    ///
    /// A part reads first and stores last, so values that are read for the last time in a part make room for those it
    /// stores.
    fn allocate(&mut self, program: &Program) {
        let last = self.last_uses(program);
        let (mut free, mut ends) = (BTreeSet::new(), vec![Vec::new(); self.steps() + 1]);
        let before = self.before.iter_mut().map(Some);
        let sincos = core::iter::once(None);
        let after = self.after.iter_mut().map(Some);
        for (step, part) in before.chain(sincos).chain(after).enumerate() {
            free.extend(ends[step].drain(..));
            let Some(part) = part else { continue };
            for slot in part.statements.clone() {
                let Some(end) = last[slot] else { continue };
                let index = free.pop_first().unwrap_or_else(|| {
                    self.live += 1;
                    self.live - 1
                });
                self.index[slot] = Some(index);
                ends[end].push(index);
                part.stores.push(slot);
            }
        }
    }

    /// Steps of the function: parts that form angles, sines and cosines, the other parts.
    fn steps(&self) -> usize {
        self.before.len() + 1 + self.after.len()
    }

    /// For each slot that must outlive its function, the last step that reads it (outputs are written in a step of
    /// their own after all others).
    fn last_uses(&self, program: &Program) -> Vec<Option<usize>> {
        let mut last = vec![None; program.statements.len()];
        let mut note = |operand: Operand, scope: &Range<usize>, step: usize| {
            if let Operand::Slot(slot) = operand
                && !scope.contains(&slot)
            {
                last[slot] = last[slot].max(Some(step));
            }
        };
        let sincos = self.before.len();
        for (step, part) in self
            .before
            .iter()
            .enumerate()
            .chain((sincos + 1..).zip(&self.after))
        {
            for operand in program.statements[part.statements.clone()]
                .iter()
                .flat_map(Statement::operands)
            {
                note(operand, &part.statements, step);
            }
        }
        let tails = program.tails();
        let sums = tails.slots().map(Operand::Slot).chain(tails.operands());
        for angle in program.angles.iter().copied().chain(sums) {
            note(angle, &self.own, sincos);
        }
        let scope = if self.writers.is_empty() {
            self.own()
        } else {
            0..0
        };
        for output in outputs(program) {
            note(output, &scope, self.steps());
        }
        last
    }
}

/// The operands of all output elements.
pub(super) fn outputs(program: &Program) -> impl Iterator<Item = Operand> {
    program
        .outputs
        .iter()
        .flat_map(|output| &output.elements)
        .map(|element| element.operand)
}

/// All operands of a program.
pub(super) fn operands(program: &Program) -> impl Iterator<Item = Operand> {
    let statements = program.statements.iter().flat_map(Statement::operands);
    statements
        .chain(program.angles.iter().copied())
        .chain(outputs(program))
}

/// Whether a program uses any sine, any cosine.
pub(super) fn trigonometry(program: &Program) -> (bool, bool) {
    let any = |wanted: fn(Operand) -> bool| operands(program).any(wanted);
    (
        any(|one| matches!(one, Operand::Sine(_))),
        any(|one| matches!(one, Operand::Cosine(_))),
    )
}

fn writers(elements: usize, limits: Limits) -> Vec<Range<usize>> {
    if elements <= limits.whole.min(limits.written()) {
        return Vec::new();
    }
    let longest = limits.longest.min(limits.written());
    (0..elements)
        .step_by(longest)
        .map(|start| start..elements.min(start + longest))
        .collect()
}

/// Number of elements of inputs that a program reads.
fn inputs(program: &Program) -> usize {
    let read = operands(program).filter(|one| matches!(one, Operand::Input(_)));
    read.collect::<FxHashSet<_>>().len()
}

/// How long the values of statements live.
struct Lives {
    /// For each, the last statement that reads it: those of sines and cosines for an angle, all for an output.
    last: Vec<usize>,
    /// For every position k, how many of the values defined before statement k are read at or after it.
    crossing: Vec<usize>,
}

impl Lives {
    fn of(program: &Program) -> Self {
        let all = program.statements.len();
        let mut last: Vec<usize> = (0..all).collect();
        let mut note = |operand: Operand, at: usize| {
            if let Operand::Slot(slot) = operand {
                last[slot] = last[slot].max(at);
            }
        };
        for (at, statement) in program.statements.iter().enumerate() {
            statement.operands().for_each(|operand| note(operand, at));
        }
        let angles = program.angles.iter().copied();
        angles.for_each(|operand| note(operand, program.angle_statements));
        outputs(program).for_each(|operand| note(operand, all));
        let mut change = vec![0_isize; all + 2];
        for (slot, &last) in last.iter().enumerate() {
            change[slot + 1] += 1;
            change[last + 1] -= 1;
        }
        let mut alive = 0;
        let step = |change| {
            alive += change;
            usize::try_from(alive).unwrap_or(0)
        };
        let crossing = change.into_iter().map(step).collect();
        Self { last, crossing }
    }

    /// The ends of functions from the first statement of a run on that touch no more elements of arrays than `touched`: what they read
    /// of inputs, sines, cosines and values of before, and what they leave behind.
    fn ends(&self, program: &Program, run: Range<usize>, touched: usize) -> Vec<usize> {
        let (mut read, mut ended, mut left) = (FxHashSet::default(), FxHashSet::default(), 0);
        let mut fits = |at: usize| {
            for operand in program.statements[at].operands() {
                match operand {
                    Operand::Constant(_) => {}
                    // The values of before, and inputs, sines and cosines.
                    Operand::Slot(slot) if slot >= run.start => {
                        left -= usize::from(self.last[slot] == at && ended.insert(slot));
                    }
                    _ => _ = read.insert(operand),
                }
            }
            left += usize::from(self.last[at] > at);
            read.len() + left <= touched
        };
        let ends = run.clone().filter(|&at| fits(at)).map(|at| at + 1);
        ends.collect()
    }
}

/// Cuts a run of statements where the fewest values cross; of equal places the latest.
fn cut(
    program: &Program,
    statements: Range<usize>,
    lives: &Lives,
    limits: Limits,
) -> Vec<Range<usize>> {
    let (mut start, mut ranges) = (statements.start, Vec::new());
    while start < statements.end {
        let most = statements.end.min(start + limits.longest);
        let ends = lives.ends(program, start..most, limits.touched);
        let last = ends.last().copied().unwrap_or(most);
        let window = start + limits.shortest..=statements.end.saturating_sub(limits.shortest);
        let in_window = ends.into_iter().rev().filter(|end| window.contains(end));
        let end = match last == statements.end {
            true => last,
            false => (in_window.min_by_key(|&at| lives.crossing[at])).unwrap_or(last),
        };
        ranges.push(start..end);
        start = end;
    }
    ranges
}
