//! `cargo run --profile long -p denoc-tests --features denoc-codegen/cli --bin fuzz -- FIRST COUNT`: changed files into the readers, from the seed FIRST on, on all cores.
//!
//! Prints every failure with its seed and its text, and in the end how many were read and refused. To go on, start behind the last seed
//! that was printed as done. A text that is still being read after a minute ends the run, with its seed and its text. SEED alone prints its text.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use denoc_tests::fuzz::{Corpus, Format, Outcome, run, text};

/// Seeds after which progress is printed.
const REPORTED: u64 = 50_000;

/// What no text may take: the longest of those that are right takes a second.
const LONGEST: Duration = Duration::from_mins(1);

/// The seed that a worker is at, and since when.
type Place = Mutex<Option<(u64, Instant)>>;

/// Ends the process where a text takes too long; returns when all places are left.
fn watch(places: &[Place], corpus: &Corpus) {
    loop {
        let at: Vec<(u64, Instant)> = places
            .iter()
            .filter_map(|place| place.lock().ok().and_then(|at| *at))
            .collect();
        if let Some((seed, _)) = at.iter().find(|(_, since)| since.elapsed() > LONGEST) {
            say(&format!(
                "seed {seed}: not read after {LONGEST:?}\n{}",
                shown(corpus, *seed)
            ));
            std::process::exit(1);
        }
        if at.is_empty() {
            return;
        }
        thread::sleep(Duration::from_millis(200));
    }
}

/// The text of a seed, with its format.
fn shown(corpus: &Corpus, seed: u64) -> String {
    let (format, text) = text(corpus, seed);
    format!("{}:\n{text}\n", format.extension())
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
    let (first, count) = match numbers[..] {
        [seed] => {
            say(&shown(&Corpus::of_repository(), seed));
            return ExitCode::SUCCESS;
        }
        [first, count] => (first, count),
        _ => {
            say(
                "usage: fuzz FIRST COUNT (the first seed, and how many), or fuzz SEED, which prints its text\n",
            );
            return ExitCode::FAILURE;
        }
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
    let at = |seed| Mutex::new(Some((seed, Instant::now())));
    let places: Vec<Place> = (0..workers).map(|_| at(first)).collect();
    thread::scope(|scope| {
        scope.spawn(|| watch(&places, &corpus));
        for at in &places {
            let (corpus, next) = (&corpus, &next);
            let (read, refused, failed) = (&read, &refused, &failed);
            let moved = move |to: Option<u64>| {
                if let Ok(mut at) = at.lock() {
                    *at = to.map(|seed| (seed, Instant::now()));
                }
            };
            scope.spawn(move || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        return moved(None);
                    }
                    let seed = first + place;
                    moved(Some(seed));
                    let (format, text) = text(corpus, seed);
                    let total = match run(corpus, format, &text) {
                        Outcome::Read => read,
                        Outcome::Refused => refused,
                        Outcome::Failed(why) => {
                            let extension = format.extension();
                            say(&format!("seed {seed}, {extension}: {why}\n{text}\n"));
                            failed
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
