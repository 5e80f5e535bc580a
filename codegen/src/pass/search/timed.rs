//! Metropolis by time: moves as they come, and after some of them the cycles of the whole program decide.
//!
//! A move changes few operations, but where they stand in the longest chain, and what waits for them, is a matter of the program as a
//! whole: cycles cannot be counted move by move as operations can. So a step is some moves of an [`anneal`](super::anneal) that is nearly
//! cold, which cost no operation or seldom one, and it is taken when the program has become no slower, and sometimes when it has.

use super::anneal::{Chances, Schedule, step};
use super::network::Network;
use super::random::Random;

/// Moves between two looks at the clock, for each node.
const MOVES: u64 = 2;
/// The share of its cycles that a program may lose in a step, at first: beyond, few steps are taken.
const LOSS: f64 = 0.01;

/// Cycles of a network, and who is told of proposals that are done.
pub(super) type Clock<'a> = (&'a dyn Fn(&Network) -> Option<usize>, &'a dyn Fn(u64));

/// Leaves the network in the fastest state met, which is never slower than the first. `None` when a state could not be restored.
pub(super) fn timed(
    network: &mut Network,
    schedule: Schedule,
    random: &mut Random,
    (clock, progress): Clock<'_>,
) -> Option<()> {
    network.activate(|_| true);
    network.tidy()?;
    let mut now = (clock(network)?, network.snapshot());
    let mut best = (now.0, network.snapshot());
    let all = network.nodes.len() as u64;
    let mut done = 0;
    while done < schedule.proposals {
        let left = 1.0 - done as f64 / schedule.proposals as f64;
        let chances = Chances::at(schedule.to.max(f64::MIN_POSITIVE));
        let moves = (MOVES * all).clamp(1, schedule.proposals - done);
        for _ in 0..moves {
            step(network, &chances, random);
        }
        done += moves;
        progress(moves);
        network.tidy()?;
        let after = clock(network)?;
        let slower = after as f64 / now.0 as f64 - 1.0;
        if slower <= 0.0 || f64::from(random.bits()) < chance(slower, left) * f64::from(u32::MAX) {
            now = (after, network.snapshot());
        } else {
            network.restore(&now.1)?;
        }
        if now.0 < best.0 {
            best = (now.0, network.snapshot());
        }
    }
    network.restore(&best.1)
}

/// How likely a step is taken that loses this share of the cycles, when this share of the proposals is left.
fn chance(slower: f64, left: f64) -> f64 {
    (-slower / (LOSS * left).max(f64::MIN_POSITIVE)).exp()
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn slower_steps_are_rare_and_at_the_end_there_are_none() {
        let half = [0.001, 0.01, 0.1].map(|slower| chance(slower, 0.5));
        assert!(1.0 > half[0] && half[0] > half[1] && half[1] > half[2] && half[2] < 1e-8);
        assert!(chance(0.01, 1.0) > chance(0.01, 0.5));
        assert!(chance(1e-9, 0.0) == 0.0);
    }
}
