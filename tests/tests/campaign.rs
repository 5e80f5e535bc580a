//! A slice of the campaign: random mechanisms of every kind hold, and none is refused.

use denoc_tests::campaign::{Outcome, run, text};

#[test]
fn random_mechanisms_hold() {
    for seed in 0..40 {
        match run(seed) {
            Outcome::Holds(functions) => assert!(!functions.is_empty(), "seed {seed}"),
            Outcome::Refused(why) | Outcome::Wrong(why) => {
                panic!("seed {seed}: {why}\n{}", text(seed))
            }
        }
    }
}
