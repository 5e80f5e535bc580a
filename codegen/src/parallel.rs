//! Work on many things at once, as many at a time as there are processors, with results that do not depend on how many.
//!
//! Work may be divided again within work: a [`Processor`] is taken for every thread beside the first and given back at its end,
//! a thread that waits for others lends them its own ([`Lent`]), and whoever divides work looks for one before every item. So threads that
//! work are as many as processors (one more where a wait ends, until the next item ends), while there are items to begin.

use std::sync::Mutex;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{LazyLock, MutexGuard, PoisonError};
use std::thread::{Scope, scope};

/// The results of `work` for all items, in their order.
///
/// Items are begun in their order: the longest should come first.
pub(crate) fn map<I: Send, R: Send>(
    items: impl IntoIterator<Item = I, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(I) -> R + Sync,
) -> Vec<R> {
    let items = items.into_iter();
    let shared = Shared {
        done: Mutex::new((0..items.len()).map(|_| None).collect()),
        left: Mutex::new(items.enumerate()),
        work,
    };
    let mut lent = None;
    scope(|scope| {
        shared.run(scope, None);
        lent = Some(Lent::new());
    });
    drop(lent);
    let done = shared.done.into_inner();
    let done = done.unwrap_or_else(PoisonError::into_inner);
    done.into_iter().flatten().collect()
}

/// The results of two pieces of work of about the same size.
pub(crate) fn both<A: Send, B>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B,
) -> (A, B) {
    let Some(processor) = Processor::idle() else {
        return (one(), other());
    };
    scope(|scope| {
        let one = scope.spawn(move || {
            let _processor = processor;
            one()
        });
        let other = other();
        let lent = Lent::new();
        let one = one.join();
        drop(lent);
        match one {
            Ok(one) => (one, other),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// What the threads of [`map`] share.
struct Shared<T: Iterator, R, W> {
    left: Mutex<std::iter::Enumerate<T>>,
    done: Mutex<Vec<Option<R>>>,
    work: W,
}

impl<T, R, W> Shared<T, R, W>
where
    T: ExactSizeIterator<Item: Send> + Send,
    R: Send,
    W: Fn(T::Item) -> R + Sync,
{
    /// Works until no items are left, with another thread for every idle processor; a thread with a processor of its own ends when there
    /// are too many.
    fn run<'s>(&'s self, scope: &'s Scope<'s, '_>, own: Option<Processor>) {
        while own.is_none() || !Processor::are_missing() {
            let (next, left) = {
                let mut items = locked(&self.left);
                (items.next(), items.len())
            };
            let Some((place, item)) = next else {
                return;
            };
            if left > 0
                && let Some(processor) = Processor::idle()
            {
                scope.spawn(move || self.run(scope, Some(processor)));
            }
            let result = (self.work)(item);
            if let Some(place) = locked(&self.done).get_mut(place) {
                *place = Some(result);
            }
        }
    }
}

/// Where a thread panicked the panic goes on; no lock is held while others work.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Processors without work; below 0 while threads that waited work again beside those that they lent theirs.
static IDLE: LazyLock<AtomicIsize> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // The thread that asks first has one.
    AtomicIsize::new(isize::try_from(processors).unwrap_or(isize::MAX) - 1)
});

/// A processor beside that of the thread that takes it, until it is dropped.
struct Processor;

impl Processor {
    fn idle() -> Option<Self> {
        let taken = IDLE.fetch_update(Ordering::AcqRel, Ordering::Acquire, |idle| {
            (idle > 0).then(|| idle - 1)
        });
        taken.ok().map(|_| Self)
    }

    /// Whether more threads work than there are processors.
    fn are_missing() -> bool {
        IDLE.load(Ordering::Acquire) < 0
    }
}

impl Drop for Processor {
    fn drop(&mut self) {
        IDLE.fetch_add(1, Ordering::AcqRel);
    }
}

/// The processor of a thread that waits, until it is dropped.
struct Lent;

impl Lent {
    fn new() -> Self {
        IDLE.fetch_add(1, Ordering::AcqRel);
        Self
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        IDLE.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::{both, map};

    #[test]
    fn two_results_are_those_of_their_work() {
        let words = String::from("two");
        assert_eq!(
            both(|| words.len(), || words.to_uppercase()),
            (3, "TWO".to_owned())
        );
    }

    #[test]
    fn results_are_complete_and_in_order() {
        let items: Vec<u32> = (0..1000).collect();
        let squares = map(&items, |item| item * item);
        let expected: Vec<u32> = items.iter().map(|item| item * item).collect();
        assert_eq!(squares, expected);
        assert_eq!(map([0; 0], |item: u32| item), [0; 0]);
    }

    #[test]
    fn work_may_be_divided_within_work() {
        let rows = map(0..30_u32, |row| map(0..row, |column| row * column));
        for (row, columns) in (0..).zip(rows) {
            let expected: Vec<u32> = (0..row).map(|column| row * column).collect();
            assert_eq!(columns, expected);
        }
    }

    #[test]
    fn a_panic_goes_on() {
        let work = || map(0..100_u32, |item| assert_ne!(item, 70, "an item"));
        assert!(std::panic::catch_unwind(work).is_err());
    }
}
