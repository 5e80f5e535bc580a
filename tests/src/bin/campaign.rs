//! `cargo run --profile long -p denoc-tests --features denoc-codegen/cli --bin campaign -- FIRST COUNT`: random mechanisms from the seed FIRST on, on all cores.
//!
//! Prints every failure with its seed and its model, and in the end what held, with the worst errors by function. To go on, start behind
//! the last seed that was printed as done.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use denoc_tests::campaign::{Outcome, run, text};

/// Seeds after which progress is printed.
const REPORTED: u64 = 200;

#[derive(Default)]
struct Totals {
    mechanisms: u64,
    functions: u64,
    refused: u64,
    wrong: u64,
    /// Of every function, its worst error beside the bound there.
    worst: BTreeMap<String, [f64; 2]>,
}

impl Totals {
    fn add(&mut self, seed: u64, outcome: Outcome) {
        self.mechanisms += 1;
        match outcome {
            Outcome::Holds(errors) => {
                for (function, [error, bound]) in errors {
                    self.functions += 1;
                    let worst = self.worst.entry(function).or_insert([0.0, 1.0]);
                    if error / bound > worst[0] / worst[1] {
                        *worst = [error, bound];
                    }
                }
            }
            Outcome::Refused(why) => {
                self.refused += 1;
                say(&format!("seed {seed}: refused: {why}\n"));
            }
            Outcome::Wrong(why) => {
                self.wrong += 1;
                say(&format!("seed {seed}: WRONG: {why}\n{}\n", text(seed)));
            }
        }
    }

    fn report(&self) {
        let Self {
            mechanisms,
            functions,
            refused,
            wrong,
            ..
        } = self;
        say(&format!(
            "{mechanisms} mechanisms, {functions} functions hold, {refused} mechanisms refused, {wrong} wrong\n"
        ));
    }
}

fn say(words: &str) {
    // Nobody listens any more: go on counting.
    let _ = io::stdout().write_all(words.as_bytes());
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let [first, count] = numbers[..] else {
        say("usage: campaign FIRST COUNT (the first seed, and how many)\n");
        return ExitCode::FAILURE;
    };
    let (next, totals) = (AtomicU64::new(0), Mutex::new(Totals::default()));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        return;
                    }
                    let seed = first + place;
                    let outcome = run(seed);
                    let Ok(mut totals) = totals.lock() else {
                        return;
                    };
                    totals.add(seed, outcome);
                    if totals.mechanisms % REPORTED == 0 {
                        say(&format!("done up to about seed {seed}: "));
                        totals.report();
                    }
                }
            });
        }
    });
    let Ok(totals) = totals.into_inner() else {
        return ExitCode::FAILURE;
    };
    for (function, [error, bound]) in &totals.worst {
        say(&format!(
            "{function:32} worst error {error:.1e}, where {bound:.1e} is allowed\n"
        ));
    }
    totals.report();
    if totals.wrong + totals.refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
