//! A long computation: a bar on a terminal, and an end at Ctrl-C with what there is by then.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use denoc_codegen::simulate::Progress;
use indicatif::{ProgressBar, ProgressStyle};

/// Exit status of a computation that Ctrl-C ended, as shells have it: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// Runs a computation from t = 0 to `end`, s, with a bar on stderr where that is a terminal.
///
/// The first Ctrl-C ends it after the step at hand; the second ends the process.
pub(crate) fn shown<T>(end: f64, run: impl FnOnce(&mut Progress) -> T) -> T {
    /// Of the whole.
    const PARTS: f64 = 1000.0;
    let bar = bar("{msg}");
    bar.set_length(PARTS as u64);
    let stop = interruption();
    let done = run(&mut |t| {
        let part = (PARTS * t / end) as u64;
        if part > bar.position() {
            bar.set_message(format!("t = {t:.3} s"));
            bar.set_position(part);
        }
        match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    bar.finish_and_clear();
    done
}

/// A bar on stderr where that is a terminal, with what is done by the template `done` and the remaining time.
pub(crate) fn bar(done: &str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    let template = format!("{{bar:40}} {{percent:>3}} %  {done}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// True from the first Ctrl-C on.
pub(crate) fn interruption() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    let handler = move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    // Where no handler can be set, Ctrl-C ends the process as it always does.
    let _ = ctrlc::set_handler(handler);
    stop
}
