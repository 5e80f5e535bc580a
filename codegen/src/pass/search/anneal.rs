//! Metropolis: a random move is taken when it costs no more, and sometimes when it does.

use super::moves::propose;
use super::network::Network;
use super::random::Random;
use super::wide;

/// How a run cools, from one temperature to the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) proposals: u64,
    /// Proposals after each tidying that redefine several nodes at once.
    pub(super) wide: usize,
}

/// Proposals between two tidyings.
const CHUNK: u64 = 20_000;
/// Nodes that moves of several nodes look at after each tidying, at most.
const LOOKED_AT: usize = 200_000;
/// A run that has come to cost so much more than the best state goes back to it.
const ASTRAY: f64 = 1.15;
/// Moves that cost more than this are never taken.
const STEEPEST: usize = 8;

/// Leaves the network in the cheapest state met, which never costs more than the first. `None` when a state could not be
/// restored: the network is then of no use.
pub(super) fn anneal(
    network: &mut Network,
    schedule: Schedule,
    random: &mut Random,
    progress: &dyn Fn(u64),
) -> Option<()> {
    let mut best = network.snapshot();
    let mut done = 0;
    while done < schedule.proposals {
        let fraction = done as f64 / schedule.proposals as f64;
        let chances = Chances::at(schedule.from + (schedule.to - schedule.from) * fraction);
        let chunk = CHUNK.min(schedule.proposals - done);
        for _ in 0..chunk {
            step(network, &chances, random);
            if network.cost() < best.cost {
                best = network.snapshot();
            }
        }
        done += chunk;
        progress(chunk);
        network.tidy()?;
        let wide = schedule.wide.min(LOOKED_AT / network.nodes.len().max(1));
        for _ in 0..wide {
            wide::step(network, &chances, random);
            if network.cost() < best.cost {
                best = network.snapshot();
            }
        }
        if network.cost() < best.cost {
            best = network.snapshot();
        } else if network.cost() as f64 > best.cost as f64 * ASTRAY {
            network.restore(&best)?;
        }
    }
    network.restore(&best)
}

/// One proposal.
pub(super) fn step(network: &mut Network, chances: &Chances, random: &mut Random) {
    let candidates = network.candidates();
    let Some(&subject) = candidates.get(random.below(candidates.len())) else {
        return;
    };
    let subject = subject as usize;
    if network.nodes[subject].uses == 0 {
        return;
    }
    let before = network.cost();
    let mark = network.begin(subject);
    if let Some(definition) = propose(network, subject, random) {
        let old = network.define(subject, definition);
        if chances.take(network.cost() - before, random) {
            network.keep();
            network.renamed(subject);
            return;
        }
        network.define(subject, old);
        network.recall(subject);
    }
    network.undo(mark);
}

/// Of 2³² draws, how many take a move that costs 1, 2, … more.
pub(super) struct Chances([u32; STEEPEST]);

impl Chances {
    /// At this temperature.
    pub(super) fn at(temperature: f64) -> Self {
        Self(core::array::from_fn(|k| {
            let chance = (-(k as f64 + 1.0) / temperature).exp();
            (chance * f64::from(u32::MAX)) as u32
        }))
    }

    /// Whether a move that costs so much more is taken.
    #[inline]
    pub(super) fn take(&self, rise: i64, random: &mut Random) -> bool {
        let rise = usize::try_from(rise).unwrap_or(0);
        let chance = |rise: usize| self.0.get(rise - 1);
        rise == 0 || chance(rise).is_some_and(|&chance| random.bits() < chance)
    }
}

#[cfg(test)]
mod tests {
    use super::{Chances, Random};

    #[test]
    fn what_costs_more_is_taken_as_often_as_the_temperature_says() {
        const DRAWS: usize = 10_000;
        let (chances, mut random) = (Chances::at(4.0), Random::new(1));
        for rise in -2..=10_i64 {
            let taken = (0..DRAWS).filter(|_| chances.take(rise, &mut random));
            let share = taken.count() as f64 / DRAWS as f64;
            // What costs more than eight never is, and what costs no more always.
            let expected = match rise {
                9.. => 0.0,
                _ => (-(rise.max(0) as f64) / 4.0).exp(),
            };
            assert!((share - expected).abs() < 0.03, "{rise}: {share}");
        }
    }
}
