//! Limbs that share a function, where that makes code shorter and not slower: another program of a function in place of the chosen one.
//!
//! ```text
//!  formulations ──choose──► programs before factors are taken out, which makes limbs different
//!     │ share     equal limbs in equal runs
//!     │ factor    of every run, and of equal ones once
//!     ▼ worth     shorter text, no more cycles but those of the calls
//!  Chosen
//! ```

use super::choose::{Chosen, FrameCandidates, choose_alike};
use super::flow::CompilationInput;
use super::{CompileError, checked, trace, wanted};
use crate::accuracy::Trial;
use crate::parallel;
use crate::pass::factor::factor;
use crate::pass::machine::{TEXT, cycles};
use crate::pass::order::ordered;
use crate::pass::share::{alike, piecewise, shared};
use crate::program::{Program, StagedProgram};
use crate::recursion::{Formulation, Quantity};

/// Bytes of text, roughly, of what a call passes on, and of a call.
const PASSED: usize = 8;
const CALL: usize = 48;

/// The first cache for text of most processors, in bytes.
const CACHE: usize = 32 << 10;

/// Operations that a program may have more, in percent: factors between limbs are not taken out.
const MORE: usize = 5;

/// Cycles that it may take more but for calls, in percent: what the model is good for.
const SLOWER: usize = 2;

impl CompilationInput<'_> {
    /// The chosen program, or one in which limbs share functions.
    pub(super) fn shared(
        &self,
        candidates: &FrameCandidates,
        (quantity, fixed): (Quantity, Option<Formulation>),
        chosen: Chosen,
    ) -> Result<Chosen, CompileError> {
        let (mechanism, options) = (&self.elementary, self.options);
        let staged = !chosen.programs.later.is_empty();
        if !options.share || staged || !mechanism.parameters.is_empty() {
            return Ok(chosen);
        }
        let formulations = wanted::to_choose_from(mechanism, quantity, fixed, options);
        let limbs = alike(mechanism);
        let trial = &Trial::new(mechanism, quantity, &[]);
        let frames = parallel::map(0..candidates.frames.len(), |frames| {
            // Which frames are cheapest depends on how limbs are mounted.
            let own = FrameCandidates::new(vec![candidates.frames[frames].clone()]);
            let all = match options.opt {
                0 | 1 => trace::cheapest(&own.frames, trial, &formulations, options.opt)?,
                _ => choose_alike(&own, trial, &formulations, options.techniques, &limbs)?,
            };
            let all = all.into_iter().map(|one| Chosen { frames, ..one });
            Ok(all.collect::<Vec<Chosen>>())
        });
        let frames: Result<Vec<Vec<Chosen>>, CompileError> = frames.into_iter().collect();
        let all = frames?.concat();
        let sharing = parallel::map(all, |one| self.sharing(quantity, one));
        let sharing: Result<Vec<Option<Chosen>>, CompileError> = sharing.into_iter().collect();
        let known = Price::of(&chosen.programs.first);
        let priced = sharing?.into_iter().flatten().map(|one| {
            let price = Price::of(&one.programs.first);
            (price, one)
        });
        let worth = priced
            .filter(|(price, one)| price.is_worth(&known) && one.keeps_digits_of(&chosen, trial));
        let best = worth.min_by_key(|(price, _)| (price.bytes, price.cycles));
        Ok(best.map_or(chosen, |(_, one)| one))
    }

    /// A program with its equal limbs in equal runs, whose factors are taken out.
    fn sharing(&self, quantity: Quantity, chosen: Chosen) -> Result<Option<Chosen>, CompileError> {
        let (name, mechanism) = (quantity.name(&self.elementary), &self.elementary);
        let source = &chosen.programs.first;
        let Some(program) = shared(source, mechanism) else {
            return Ok(None);
        };
        let passed = |program: &Program| match self.factors() {
            true => piecewise(program, factor),
            false => program.clone(),
        };
        let first = checked("sharing", &name, mechanism, source, |_| passed(&program))?;
        Ok(Some(Chosen {
            programs: StagedProgram {
                first,
                later: Vec::new(),
            },
            ..chosen
        }))
    }
}

/// What programs are compared by.
struct Price {
    operations: usize,
    /// Of text.
    bytes: usize,
    /// Cycles, those of calls apart.
    cycles: usize,
}

impl Price {
    fn of(program: &Program) -> Self {
        let printed = program.statements.len() - program.repeated();
        let each = program.copies.iter().map(|one| {
            let passed = program.passed_by(one);
            one.starts.len() * (CALL + PASSED * passed)
        });
        let ordered = piecewise(program, ordered);
        Self {
            operations: program.counts().total(),
            bytes: TEXT * printed + each.sum::<usize>(),
            cycles: cycles(&ordered),
        }
    }

    /// Whether text is shorter by a fifth, or at all where it outgrows the cache, and no time is lost but for calls.
    fn is_worth(&self, known: &Self) -> bool {
        let shorter = match known.bytes > CACHE {
            true => self.bytes < known.bytes,
            false => 5 * self.bytes <= 4 * known.bytes,
        };
        shorter
            && 100 * self.cycles <= (100 + SLOWER) * known.cycles
            && 100 * self.operations <= (100 + MORE) * known.operations
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sharing_is_worth_a_fifth_of_the_text_and_no_time() {
        let price = |operations, bytes, cycles| Price {
            operations,
            bytes,
            cycles,
        };
        let known = price(100, 1000, 100);
        assert!(price(105, 800, 102).is_worth(&known));
        for one in [
            price(105, 801, 102),
            price(105, 800, 103),
            price(106, 800, 102),
        ] {
            assert!(!one.is_worth(&known));
        }
        let [fits, long] = [CACHE, CACHE + 1].map(|bytes| price(100, bytes, 100));
        assert!(fits.is_worth(&long) && !long.is_worth(&long));
        assert!(!price(100, CACHE - 1, 100).is_worth(&fits));
    }
}
