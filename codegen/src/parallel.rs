//! Work on many things at once, as many at a time as there are processors, with results that do not depend on how many.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The results of `work` for all items, in their order. `state` is made once in every thread, and kept from item to item.
///
/// Items are begun in their order: the longest should come first.
pub(crate) fn map<I: Sync, S, R: Send>(
    items: &[I],
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &I) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::default();
    let thread = || {
        let mut state = state();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else {
                return;
            };
            let result = work(&mut state, item);
            if let Ok(mut done) = done.lock() {
                done.push((place, result));
            }
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 1..processors.min(items.len()) {
            scope.spawn(thread);
        }
        thread();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The results of two pieces of work of about the same size.
pub(crate) fn both<A: Send, B>(
    one: impl FnOnce() -> A + Send,
    other: impl FnOnce() -> B,
) -> (A, B) {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        match one.join() {
            Ok(one) => (one, other),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
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
        let squares = map(&items, || (), |(), item| item * item);
        let expected: Vec<u32> = items.iter().map(|item| item * item).collect();
        assert_eq!(squares, expected);
        assert_eq!(map(&[], || (), |(), item: &u32| *item), [0; 0]);
    }

    #[test]
    fn the_state_of_a_thread_is_not_shared() {
        let items = [1_u64; 64];
        let counts = map(
            &items,
            || 0,
            |known, item| {
                *known += item;
                *known
            },
        );
        // Every thread counts from one, and all together do all.
        assert!(counts.contains(&1));
        assert!(counts.iter().all(|count| (1..=64).contains(count)));
    }
}
