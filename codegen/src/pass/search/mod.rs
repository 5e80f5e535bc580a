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
mod stability;
mod terms;
#[cfg(test)]
mod tests;

use anneal::{Schedule, anneal};
use network::Network;
use random::Random;
pub use stability::is_stable;

use crate::program::{Operand, Operation, Program};

/// How long and what to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Moves to propose for a function.
    pub proposals: u64,
    /// Another seed, another search.
    pub seed: u64,
    /// What is made small.
    pub cost: Cost,
    /// How warm.
    pub heat: Heat,
}

/// Whether moves that cost something are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heat {
    /// At temperatures that fall, again and again.
    #[default]
    Annealed,
    /// Never.
    None,
}

impl Heat {
    /// Temperatures at which runs start; each goes on from the best before it.
    fn hot(self) -> &'static [f64] {
        match self {
            Self::Annealed => &HOT,
            Self::None => &[0.0],
        }
    }

    /// Temperature at which runs end.
    fn cold(self) -> f64 {
        match self {
            Self::Annealed => COLD,
            Self::None => 0.0,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            proposals: 40_000_000,
            seed: 1,
            cost: Cost::Operations,
            heat: Heat::Annealed,
        }
    }
}

/// What a search makes small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Multiplications and additions.
    Operations,
    /// The same, where a product that only one sum uses costs nothing: fused multiply-adds.
    Fused,
}

impl Cost {
    /// The cost of a program.
    #[must_use]
    pub fn of(self, program: &Program) -> usize {
        let total = program.counts().total();
        match self {
            Self::Operations => total,
            Self::Fused => total - taken_in(program),
        }
    }
}

/// Multiplications that an addition takes in as a fused multiply-add: used there alone, one an addition.
fn taken_in(program: &Program) -> usize {
    let mut uses = vec![0_usize; program.statements.len()];
    let elements = program.outputs.iter().flat_map(|output| &output.elements);
    let operands = program.statements.iter().flat_map(|s| [s.a, s.b]);
    for operand in operands.chain(elements.map(|element| element.operand)) {
        if let Operand::Slot(index) = operand {
            uses[index] += 1;
        }
    }
    let own = |operand: Operand| match operand {
        Operand::Slot(index) => {
            uses[index] == 1 && program.statements[index].operation == Operation::Mul
        }
        _ => false,
    };
    let sums = program
        .statements
        .iter()
        .filter(|s| matches!(s.operation, Operation::Add | Operation::Sub));
    sums.filter(|s| own(s.a) || own(s.b)).count()
}

/// Temperatures at which runs start; the first is the hottest, each goes on from the best before it.
const HOT: [f64; 3] = [0.5, 0.4, 0.3];
/// Temperature at which runs end.
const COLD: f64 = 0.1;
/// Nodes up to which a network is searched as a whole.
const WHOLE: usize = 1000;
/// Nodes of a window of a larger one; the next begins half-way.
const WINDOW: usize = 600;
/// Statements beyond which a program is not searched.
const MOST: usize = 1 << 22;

/// A cheaper program with the same values, or the program itself: never one that costs more.
///
/// `progress` is told how many more proposals are done, from time to time; they add up to the budget.
#[must_use]
pub fn search(program: &Program, settings: Settings, progress: &dyn Fn(u64)) -> Program {
    let found = if program.statements.len() < MOST {
        candidates(program, settings, progress)
    } else {
        Vec::new()
    };
    let price = |program: &Program| (settings.cost.of(program), program.counts().neg);
    let better = found
        .into_iter()
        .filter(|found| price(found) < price(program));
    let mut better: Vec<Program> = better.collect();
    better.sort_by_key(price);
    better
        .into_iter()
        .find(|found| is_stable(program, found))
        .unwrap_or_else(|| program.clone())
}

/// The programs that the runs end with, the last first.
fn candidates(program: &Program, settings: Settings, progress: &dyn Fn(u64)) -> Vec<Program> {
    let mut found = Vec::new();
    let fused = settings.cost == Cost::Fused;
    let Some((mut network, leaves)) = import::import(program, fused) else {
        return found;
    };
    let mut random = Random::new(settings.seed);
    let runs = settings.heat.hot().len() as u64;
    for (run, &hot) in (0..runs).zip(settings.heat.hot()) {
        let proposals = share(settings.proposals, runs, run);
        let schedule = Schedule {
            from: hot,
            to: settings.heat.cold(),
            proposals,
        };
        if sweep(&mut network, schedule, &mut random, progress).is_none() {
            break;
        }
        found.extend(export::export(&network, &leaves, program));
    }
    found.reverse();
    found
}

/// One run: over the whole network, or window by window.
fn sweep(
    network: &mut Network,
    schedule: Schedule,
    random: &mut Random,
    progress: &dyn Fn(u64),
) -> Option<()> {
    let nodes = network.nodes.len();
    if nodes <= WHOLE {
        network.activate(|_| true);
        return anneal(network, schedule, random, progress);
    }
    let windows = (nodes - WINDOW / 2).div_ceil(WINDOW / 2) as u64;
    let mut start = 0;
    for window in 0..windows {
        // Tidying has put the nodes in order, and the network shrinks below the window.
        network.activate(|index| (start..start + WINDOW).contains(&index));
        let part = Schedule {
            proposals: share(schedule.proposals, windows, window),
            ..schedule
        };
        anneal(network, part, random, progress)?;
        start += WINDOW / 2;
    }
    Some(())
}

/// What of `total` falls to one of `parts`; all add up to the total.
fn share(total: u64, parts: u64, part: u64) -> u64 {
    total / parts + u64::from(part < total % parts)
}
