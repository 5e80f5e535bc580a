//! The switch of a build with mutants: `DENOC_MUTANT` is the number of the one that is on, `DENOC_REACHED` a file to which the
//! numbers of those that are reached are appended, a line each and each once a process.

extern crate std;

use std::boxed::Box;
use std::fs::OpenOptions;
use std::io::Write;
use std::string::String;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, format};

struct Switch {
    on: usize,
    /// The file, and which numbers are in it.
    reached: Option<(String, Box<[AtomicBool]>)>,
}

static SWITCH: OnceLock<Switch> = OnceLock::new();

fn read() -> Switch {
    let number = env::var("DENOC_MUTANT").ok();
    let path = env::var("DENOC_REACHED").ok();
    Switch {
        on: number.and_then(|text| text.parse().ok()).unwrap_or(usize::MAX),
        reached: path.map(|path| (path, (0..MUTANTS).map(|_| AtomicBool::new(false)).collect())),
    }
}

/// Whether the mutant of this number is on.
#[inline]
pub(crate) fn on(number: usize) -> bool {
    let switch = SWITCH.get_or_init(read);
    if let Some((path, known)) = &switch.reached
        && !known[number].swap(true, Ordering::Relaxed)
        && let Ok(mut file) = OpenOptions::new().append(true).create(true).open(path)
    {
        let _ = file.write_all(format!("{number}\n").as_bytes());
    }
    switch.on == number
}
