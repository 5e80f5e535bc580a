//! Where values are: in registers, as many as there are, and in memory.
//!
//! A value that has to leave its register is the one whose next use is last; it is stored once, and read from there from then on.

use super::needs::Value;

/// Registers that hold values.
pub(super) const REGISTERS: usize = 13;

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In this register.
    Register(usize),
    /// In the memory of the group, so many vectors from its start.
    Stored(usize),
}

/// A value that leaves its register for memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaving {
    pub(super) register: usize,
    pub(super) stored: usize,
}

/// The places of all values.
pub(super) struct Places {
    /// Of every value, the steps that still take it, the next one last.
    uses: Vec<Vec<usize>>,
    places: Vec<Option<Place>>,
    held: [Option<Value>; REGISTERS],
    /// Places in memory that are free again, and those that will be when the step is done: until then it reads from them.
    free: Vec<usize>,
    freed: Vec<usize>,
    /// Vectors of memory that were taken.
    pub(super) stored: usize,
}

impl Places {
    pub(super) fn new(uses: Vec<Vec<usize>>) -> Self {
        Self {
            places: vec![None; uses.len()],
            held: [None; REGISTERS],
            free: Vec::new(),
            freed: Vec::new(),
            stored: 0,
            uses,
        }
    }

    /// Where a value is; nowhere before it is there.
    pub(super) fn of(&self, value: Value) -> Option<Place> {
        self.places[value]
    }

    /// A register for a value, and what has to leave it.
    pub(super) fn take(&mut self, value: Value) -> (usize, Option<Leaving>) {
        let next = |held: Option<Value>| match held {
            // A free one before all others.
            None => usize::MAX,
            // What nobody takes any more holds its register for this statement alone.
            Some(value) => self.uses[value].last().copied().unwrap_or(0),
        };
        let all = 0..REGISTERS;
        let register = all.max_by_key(|&k| next(self.held[k])).unwrap_or(0);
        let leaving = self.held[register].map(|gone| {
            let stored = self.memory();
            self.places[gone] = Some(Place::Stored(stored));
            Leaving { register, stored }
        });
        self.held[register] = Some(value);
        self.places[value] = Some(Place::Register(register));
        (register, leaving)
    }

    /// A step has taken a value: if it was the last, its place is free.
    pub(super) fn taken(&mut self, value: Value, step: usize) {
        if self.uses[value].last() == Some(&step) {
            self.uses[value].pop();
        }
        if self.uses[value].is_empty() {
            self.leave(value);
        }
    }

    /// A step is done, which reads from memory no more.
    pub(super) fn done(&mut self) {
        self.free.append(&mut self.freed);
    }

    fn leave(&mut self, value: Value) {
        match self.places[value].take() {
            Some(Place::Register(register)) => self.held[register] = None,
            Some(Place::Stored(stored)) => self.freed.push(stored),
            None => {}
        }
    }

    fn memory(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.stored += 1;
            self.stored - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_that_is_taken_last_leaves_its_register() {
        // Value k is taken by statement 100 - k, the last one by statement 1 too.
        let mut uses: Vec<Vec<usize>> = (0..=REGISTERS).map(|k| vec![100 - k]).collect();
        uses[REGISTERS - 1].push(1);
        let mut places = Places::new(uses);
        for value in 0..REGISTERS {
            assert_eq!(places.take(value).1, None);
        }
        let held = places.of(0);
        let (register, leaving) = places.take(REGISTERS);
        assert_eq!(held, Some(Place::Register(register)));
        assert_eq!(
            leaving,
            Some(Leaving {
                register,
                stored: 0
            })
        );
        assert_eq!(places.of(0), Some(Place::Stored(0)));
        // Taken once, and once more.
        places.taken(REGISTERS - 1, 1);
        assert!(places.of(REGISTERS - 1).is_some());
        places.taken(REGISTERS - 1, 100 - (REGISTERS - 1));
        assert_eq!(places.of(REGISTERS - 1), None);
        // Memory and registers are used again.
        places.taken(0, 100);
        assert_eq!(places.memory(), 1, "the step still reads it");
        places.done();
        assert_eq!(places.memory(), 0);
        assert_eq!(places.stored, 2);
    }
}
