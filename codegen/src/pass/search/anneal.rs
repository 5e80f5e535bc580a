//! Metropolis: a random move is taken when it costs no more, and sometimes when it does.

use super::moves::propose;
use super::network::Network;
use super::random::Random;

/// How a run cools, from one temperature to the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) proposals: u64,
}

/// Proposals between two tidyings.
const CHUNK: u64 = 20_000;
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
        let chances = chances(schedule.from + (schedule.to - schedule.from) * fraction);
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
        if network.cost() < best.cost {
            best = network.snapshot();
        } else if network.cost() as f64 > best.cost as f64 * ASTRAY {
            network.restore(&best)?;
        }
    }
    network.restore(&best)
}

/// One proposal.
fn step(network: &mut Network, chances: &[u32; STEEPEST], random: &mut Random) {
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
        let old = network.redefine(subject, definition);
        let rise = usize::try_from(network.cost() - before).unwrap_or(0);
        let taken = rise == 0
            || chances
                .get(rise - 1)
                .is_some_and(|&chance| random.bits() < chance);
        if taken {
            return;
        }
        network.redefine(subject, old);
    }
    network.undo(mark);
}

/// Of 2³² draws, how many take a move that costs 1, 2, … more.
fn chances(temperature: f64) -> [u32; STEEPEST] {
    core::array::from_fn(|k| {
        let chance = (-(k as f64 + 1.0) / temperature).exp();
        (chance * f64::from(u32::MAX)) as u32
    })
}
