//! A slice of the campaign: random mechanisms of every kind hold, and none is refused.

use denoc_tests::campaign::{Outcome, run, text};
use denoc_tests::plan::slow;

#[test]
fn random_mechanisms_hold() {
    for seed in 0..if slow() { 200 } else { 24 } {
        let outcome = run(seed);
        let holds = matches!(&outcome, Outcome::Holds(functions) if !functions.is_empty());
        assert!(holds, "seed {seed}: {outcome:?}\n{}", text(seed));
    }
}
