//! `cargo run --profile long -p denoc-tests --features denoc-codegen/cli --bin fuzz -- FIRST COUNT`: changed files into the readers, from the seed FIRST on, on all cores.
//!
//! Prints every failure with its seed and its text, and in the end how many were read and refused. To go on, start behind the last seed
//! that was printed as done.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use denoc_tests::fuzz::{Corpus, Format, Outcome, run, text};

/// Seeds after which progress is printed.
const REPORTED: u64 = 50_000;

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
        say("usage: fuzz FIRST COUNT (the first seed, and how many)\n");
        return ExitCode::FAILURE;
    };
    // What a reader panics with is reported with its seed.
    std::panic::set_hook(Box::new(|_| {}));
    let corpus = Corpus::of_repository();
    for format in Format::ALL {
        say(&format!(
            "{} files of {}\n",
            corpus.len(format),
            format.extension()
        ));
    }
    let next = AtomicU64::new(0);
    let [read, refused, failed] = [0; 3].map(AtomicU64::new);
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
                    let (format, text) = text(&corpus, seed);
                    let total = match run(&corpus, format, &text) {
                        Outcome::Read => &read,
                        Outcome::Refused => &refused,
                        Outcome::Failed(why) => {
                            let extension = format.extension();
                            say(&format!("seed {seed}, {extension}: {why}\n{text}\n"));
                            &failed
                        }
                    };
                    total.fetch_add(1, Ordering::Relaxed);
                    if (place + 1).is_multiple_of(REPORTED) {
                        say(&format!("done up to about seed {seed}\n"));
                    }
                }
            });
        }
    });
    let [read, refused, failed] = [read, refused, failed].map(AtomicU64::into_inner);
    say(&format!(
        "{read} texts read, {refused} refused, {failed} failures\n"
    ));
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
