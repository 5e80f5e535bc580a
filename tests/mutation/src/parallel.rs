//! Work on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use miette::{Result, miette};

/// The results of `work` for 0 to `count` − 1, in no order, on `jobs` threads.
///
/// # Errors
/// The first of a thread, which ends by it.
pub(crate) fn parallel<T: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                return Ok(done);
            }
            done.push(work(place)?);
        }
    };
    let ends: Vec<Result<Vec<T>>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(worker)).collect();
        let ends = threads.into_iter().map(|thread| thread.join());
        ends.map(|end| end.unwrap_or_else(|_| Err(miette!("a thread ended early"))))
            .collect()
    });
    let mut all = Vec::new();
    for end in ends {
        all.extend(end?);
    }
    Ok(all)
}
