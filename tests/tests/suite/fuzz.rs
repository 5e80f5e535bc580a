//! A few seeds of the fuzzing that `cargo run --profile long -p denoc-tests --features denoc-codegen/cli --bin fuzz` runs many of.

use denoc_tests::fuzz::{Corpus, Format, Outcome, run, text};

#[test]
fn readers_survive_changed_files() {
    let corpus = Corpus::of_repository();
    for format in Format::ALL {
        assert!(corpus.len(format) > 0, "{format:?}");
    }
    assert!(corpus.takes_results());
    let (mut read, mut refused, mut failures) = ([0; 5], [0; 5], Vec::new());
    for seed in 0..2500 {
        let (format, text) = text(&corpus, seed);
        match run(&corpus, format, &text) {
            Outcome::Read => read[format as usize] += 1,
            Outcome::Refused => refused[format as usize] += 1,
            Outcome::Failed(why) => {
                failures.push(format!("seed {seed}, {format:?}: {why}\n{text}"))
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // Both ends of the readers are reached.
    let reached = |counts: [usize; 5]| counts.into_iter().all(|count| count > 20);
    assert!(
        reached(read) && reached(refused),
        "{read:?} read, {refused:?} refused"
    );
}
