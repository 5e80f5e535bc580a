//! A slice of the campaign: random mechanisms of every kind hold, and none is refused.

use denoc_tests::campaign::{Outcome, run, text};
use denoc_tests::plan::slow;

fn assert_holds(seed: u64) {
    let outcome = run(seed);
    let holds = matches!(&outcome, Outcome::Holds(functions) if !functions.is_empty());
    assert!(holds, "seed {seed}: {outcome:?}\n{}", text(seed));
}

#[test]
fn random_mechanisms_hold() {
    (0..if slow() { 200 } else { 24 }).for_each(assert_holds);
}

/// Masses of micrograms, of whose searches the cheapest results lose digits at large inputs: they are not kept.
#[test]
fn what_short_searches_keep_holds_its_digits() {
    [40_015, 40_039, 40_067].into_iter().for_each(assert_holds);
}

/// Frames that nearly parallel axes shift by many times the size of the mechanism, or outputs of other sizes than the rest: the cheapest
/// programs lose digits, by one array of several (105191), by C + Cᵀ where C is large (109466), or at all levels (100809).
#[test]
fn what_is_chosen_holds_its_digits() {
    [100_809, 103_359, 105_191, 109_466]
        .into_iter()
        .for_each(assert_holds);
}

/// M costs more than its upper triangle does on its own: both are searched.
#[test]
fn what_short_searches_keep_costs_no_more_than_what_is_chosen() {
    [104_435, 108_631].into_iter().for_each(assert_holds);
}
