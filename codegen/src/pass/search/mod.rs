//! Rewriting search: program → network of n-ary sums and products → random moves, cooled → cheaper program.
//!
//! Every move keeps the value of the node that it redefines, exactly. Equal cost is always accepted: most of the way to a
//! cheaper program leads over plateaus. The search is seeded and counts proposals, never seconds: the same program,
//! settings and version give the same result on any machine.

mod anneal;
mod constants;
mod export;
mod import;
mod moves;
mod network;
mod random;
mod short;
mod stability;
mod terms;
#[cfg(test)]
mod tests;
mod timed;
mod wide;

use anneal::{Schedule, anneal};
use network::Network;
use random::Random;
use stability::is_stable;
pub use stability::is_stable_over_decades;
use timed::timed;

use crate::pass::fuse::fused;
use crate::pass::machine::cycles;
use crate::pass::order::ordered;
use crate::program::{Operand, Program};

/// How long and what to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Moves to propose for a function.
    pub proposals: u64,
    /// Another seed, another search.
    pub seed: u64,
    /// The objective, to be minimised.
    pub cost: Cost,
    /// How warm.
    pub heat: Heat,
    /// Where accuracy is asked for.
    pub range: InputRange,
}

/// Whether moves that cost something are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heat {
    /// At temperatures that fall, again and again.
    #[default]
    Annealed,
    /// Once, at temperatures that fall from where nothing much is spoilt: to go on from what was searched.
    Gentle,
    /// Never.
    None,
}

impl Heat {
    /// Runs that start from the program as it is.
    fn starts(self) -> u64 {
        match self {
            Self::Annealed => STARTS,
            Self::Gentle | Self::None => 1,
        }
    }

    /// Temperatures between which these runs fall: what is searched in windows would be spoilt by more.
    fn first(self, in_windows: bool) -> (f64, f64) {
        match self {
            Self::Annealed if in_windows => (0.33, 0.14),
            Self::Annealed => (0.4, 0.14),
            Self::Gentle => (0.28, 0.1),
            Self::None => (0.0, 0.0),
        }
    }

    /// Proposals after each tidying that redefine several nodes at once.
    fn wide(self) -> usize {
        match self {
            Self::Annealed | Self::Gentle => 1000,
            Self::None => 0,
        }
    }

    /// Nodes up to which a network is searched as a whole, and nodes of a window of a larger one; the next begins half-way.
    fn windows(self) -> (usize, usize) {
        match self {
            Self::Annealed | Self::None => (1000, 600),
            Self::Gentle => (1500, 1200),
        }
    }

    /// Whether a last run goes on from the best so far.
    fn goes_on(self) -> bool {
        self == Self::Annealed
    }

    /// Its temperatures.
    fn last(self, in_windows: bool) -> (f64, f64) {
        match self {
            Self::Annealed if in_windows => (0.25, 0.1),
            Self::Annealed => (0.3, 0.1),
            Self::Gentle | Self::None => (0.0, 0.0),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            proposals: Self::proposals_for(0),
            seed: 1,
            cost: Cost::Operations,
            heat: Heat::Annealed,
            range: InputRange::Decades,
        }
    }
}

/// The inputs at which a program must be as accurate as the one it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputRange {
    /// From −3 to 3.
    Moderate,
    /// These, and every array in a decade of its own from 1e-4 to 1e3: what is kept in a file of results.
    Decades,
}

impl InputRange {
    fn is_stable(self, source: &Program, found: &Program) -> bool {
        match self {
            Self::Moderate => is_stable(source, found),
            Self::Decades => is_stable_over_decades(source, found),
        }
    }
}

impl Settings {
    /// Moves that are worth proposing for a program of so many statements.
    #[must_use]
    pub fn proposals_for(statements: usize) -> u64 {
        const LEAST: u64 = 70_000_000;
        const MOST: u64 = 400_000_000;
        const EACH: u64 = 150_000;
        (EACH * statements as u64).clamp(LEAST, MOST)
    }
}

/// The objective of a search, to be minimised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Multiplications and additions.
    Operations,
    /// The same of the [`fused`] program.
    Fused,
    /// Cycles by the model of a [processor](crate::pass::machine), of no more operations than before.
    Time,
    /// The same of the fused program.
    FusedTime,
}

impl Cost {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Operations, Self::Fused, Self::Time, Self::FusedTime];

    /// Its name in search results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Operations => "operations",
            Self::Fused => "fused",
            Self::Time => "time",
            Self::FusedTime => "fused_time",
        }
    }

    /// The cost of a program: operations, or cycles.
    #[must_use]
    pub fn of(self, program: &Program) -> usize {
        match self {
            Self::Operations => program.counts().total(),
            Self::Fused => fused(program).counts().total(),
            Self::Time => cycles(&ordered(program)),
            Self::FusedTime => cycles(&ordered(&fused(program))),
        }
    }

    /// The key of a search: the cost, and of equal ones the operations and the number of negations.
    #[must_use]
    pub fn price(self, program: &Program) -> (usize, usize, usize) {
        let counts = program.counts();
        (self.of(program), self.operations(program), counts.neg)
    }

    /// Multiplications and additions as they are executed.
    #[must_use]
    pub fn operations(self, program: &Program) -> usize {
        match self.is_fused() {
            true => Self::Fused.of(program),
            false => Self::Operations.of(program),
        }
    }

    fn is_fused(self) -> bool {
        matches!(self, Self::Fused | Self::FusedTime)
    }

    fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::FusedTime)
    }
}

/// Runs that start from the program as it is: where a run ends is a matter of luck, and the best of several is kept.
const STARTS: u64 = 2;
/// Statements beyond which a program is not searched.
const MOST: usize = 1 << 22;

/// A cheaper program with the same values, or the program itself: never one that costs more.
///
/// `progress` is called from time to time with the number of further proposals done; they add up to the budget.
#[must_use]
pub fn search(program: &Program, settings: Settings, progress: &dyn Fn(u64)) -> Program {
    let found = if program.statements.len() < MOST {
        candidates(program, settings, progress)
    } else {
        Vec::new()
    };
    let price = |program: &Program| settings.cost.price(program);
    let operations = settings.cost.operations(program);
    let better = found.into_iter().filter(|found| {
        price(found) < price(program)
            && settings.cost.operations(found) <= operations
            && !has_more_besides(found, program)
    });
    let mut better: Vec<Program> = better.collect();
    better.sort_by_key(price);
    better
        .into_iter()
        .find(|found| settings.range.is_stable(program, found))
        .unwrap_or_else(|| program.clone())
}

/// Whether a program has more of what no cost counts than another: angles, sines and cosines, divisions, roots.
#[must_use]
pub fn has_more_besides(found: &Program, source: &Program) -> bool {
    let of = |program: &Program| {
        let counts = program.counts();
        [program.angles.len(), counts.trig, counts.div, counts.sqrt]
    };
    let mut pairs = of(found).into_iter().zip(of(source));
    pairs.any(|(own, known)| own > known)
}

/// The programs that the runs end with.
fn candidates(program: &Program, settings: Settings, progress: &dyn Fn(u64)) -> Vec<Program> {
    let mut found = Vec::new();
    let mut random = Random::new(settings.seed);
    let in_windows = |network: &Network| network.nodes.len() > settings.heat.windows().0;
    let starts = settings.heat.starts();
    let runs = starts + u64::from(settings.heat.goes_on());
    let schedule = |run, (from, to)| Schedule {
        from,
        to,
        wide: settings.heat.wide(),
        proposals: share(settings.proposals, runs, run),
    };
    let mut best: Option<(Network, Vec<Operand>)> = None;
    for run in 0..starts {
        let Some((mut network, leaves)) = import::import(program, settings.cost.is_fused()) else {
            return found;
        };
        let schedule = schedule(run, settings.heat.first(in_windows(&network)));
        if sweep(&mut network, settings.heat, schedule, &mut random, progress).is_none() {
            continue;
        }
        found.extend(export::export(&network, &leaves, program));
        if best
            .as_ref()
            .is_none_or(|(known, _)| network.cost() < known.cost())
        {
            best = Some((network, leaves));
        }
    }
    if let Some((mut network, leaves)) = best.filter(|_| settings.heat.goes_on()) {
        let last = schedule(starts, settings.heat.last(in_windows(&network)));
        let done = match settings.cost.is_time() {
            true => {
                let cost = |network: &Network| {
                    let program = export::export(network, &leaves, program)?;
                    Some(settings.cost.of(&program))
                };
                timed(&mut network, last, &mut random, (&cost, progress))
            }
            false => sweep(&mut network, settings.heat, last, &mut random, progress),
        };
        if done.is_some() {
            found.extend(export::export(&network, &leaves, program));
        }
    }
    found
}

/// One run: over the whole network, or window by window.
fn sweep(
    network: &mut Network,
    heat: Heat,
    schedule: Schedule,
    random: &mut Random,
    progress: &dyn Fn(u64),
) -> Option<()> {
    let nodes = network.nodes.len();
    let (whole, window_nodes) = heat.windows();
    if nodes <= whole {
        network.activate(|_| true);
        return anneal(network, schedule, random, progress);
    }
    let windows = (nodes - window_nodes / 2).div_ceil(window_nodes / 2) as u64;
    let mut start = 0;
    for window in 0..windows {
        // Tidying has put the nodes in order, and the network shrinks below the window.
        network.activate(|index| (start..start + window_nodes).contains(&index));
        let part = Schedule {
            proposals: share(schedule.proposals, windows, window),
            ..schedule
        };
        anneal(network, part, random, progress)?;
        start += window_nodes / 2;
    }
    Some(())
}

/// The share of one of `parts` in `total`; all add up to the total.
fn share(total: u64, parts: u64, part: u64) -> u64 {
    total / parts + u64::from(part < total % parts)
}
