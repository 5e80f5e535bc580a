//! `cargo run --profile long -p denoc-tests --features denoc-codegen/cli --bin accuracy -- [CHAINS STATES]`: the tables of docs/accuracy.md, on all cores.
//!
//! CHAINS random chains of every size (10), each at STATES states of every range (10); robots at ten times as many.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use denoc_tests::accuracy::{Cell, RANGES, measure, measure_robot, random_chain};

/// Sizes of chains.
const SIZES: [usize; 4] = [3, 6, 12, 30];

/// Robots with search results.
const ROBOTS: [&str; 4] = ["stanford", "puma", "ur5", "panda"];

/// A robot is one mechanism, and has so many times the states of a chain.
const ROBOT_STATES: u64 = 10;

/// Something to measure.
#[derive(Clone, Copy)]
enum Task {
    Chain { n: usize, seed: u64, opt: u8 },
    Robot { name: &'static str, opt: u8 },
}

/// A line of a table: a size or a robot, and the level.
type Line = (usize, String, u8);

impl Task {
    fn line(self) -> Line {
        match self {
            Self::Chain { n, opt, .. } => (n, format!("chain, n = {n}"), opt),
            Self::Robot { name, opt } => (usize::MAX, name.into(), opt),
        }
    }

    fn run(self, states: u64) -> Result<Vec<Cell>, String> {
        match self {
            Self::Chain { n, seed, opt } => measure(&random_chain(n, seed), opt, states),
            Self::Robot { name, opt } => measure_robot(name, opt, ROBOT_STATES * states),
        }
    }
}

fn tasks(chains: u64) -> Vec<Task> {
    let mut tasks = Vec::new();
    // The long ones first.
    for n in SIZES.into_iter().rev() {
        let of_size =
            (0..3).flat_map(|opt| (0..chains).map(move |seed| Task::Chain { n, seed, opt }));
        tasks.extend(of_size);
    }
    let robots = ROBOTS.into_iter();
    tasks.extend(robots.flat_map(|name| (0..=3).map(move |opt| Task::Robot { name, opt })));
    tasks
}

fn say(words: &str) {
    // Nobody listens any more: go on.
    let _ = io::stdout().write_all(words.as_bytes());
}

/// The tables, one a range.
fn tables(lines: &BTreeMap<Line, Vec<Cell>>) -> String {
    let mut text = String::new();
    for (place, range) in RANGES.iter().enumerate() {
        let _ = write!(
            text,
            "\n### {}\n\n| | `--opt` | inverse dynamics: median | 99 % | largest | gravity: median | 99 % | largest \
             | forward dynamics / cond M: median | 99 % | largest |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
            range.name
        );
        for ((_, name, opt), cells) in lines {
            let _ = writeln!(text, "| {name} | {opt} | {} |", cells[place].line());
        }
    }
    text
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let [chains, states] = match numbers[..] {
        [] => [10, 10],
        [chains, states] => [chains, states],
        _ => {
            say("usage: accuracy [CHAINS STATES]\n");
            return ExitCode::FAILURE;
        }
    };
    let tasks = tasks(chains);
    let (next, lines) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let failed = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let measured = task.run(states);
                    match (measured, lines.lock(), failed.lock()) {
                        (Ok(cells), Ok(mut lines), _) => {
                            let known = lines
                                .entry(task.line())
                                .or_insert_with(|| vec![Cell::default(); RANGES.len()]);
                            known.iter_mut().zip(cells).for_each(|(a, b)| a.extend(b));
                        }
                        (Err(why), _, Ok(mut failed)) => failed.push(why),
                        _ => return,
                    }
                }
            });
        }
    });
    let (lines, failed) = (lines.into_inner(), failed.into_inner());
    let (Ok(lines), Ok(failed)) = (lines, failed) else {
        return ExitCode::FAILURE;
    };
    say(&tables(&lines));
    for why in &failed {
        say(&format!("{why}\n"));
    }
    if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
