//! What regions of several limbs have in common: regions → the statements that are the same on other values.
//!
//! ```text
//!  region ──number──► of every statement, a number for its operation, the numbers of its operands, and how many such there are before it
//!         ──common──► numbers that all limbs have
//!         ──expel───► a statement that not all have goes before or behind the rest, with all that it needs or all that needs it,
//!                     whichever is less; and again, until the rest is common
//! ```
//!
//! How a limb is mounted differs from limb to limb: these statements are at the start and at the end of a region. What comes from outside
//! counts as equal, whatever it is: a function takes it as an argument.

use rustc_hash::{FxHashMap, FxHashSet};

use super::limbs::Limbs;
use crate::leaves::Argument;
use crate::program::{Operand, Operation, Program, Statement};

/// Rounds of expelling: every round takes the first statements that differ.
const ROUNDS: usize = 200;

/// Where a statement of a region stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stand {
    /// Before the common part.
    Before,
    /// In it.
    Within,
    /// Behind it.
    Behind,
}

/// The region of a limb.
#[derive(Clone)]
pub(super) struct Region {
    limb: usize,
    slots: Vec<usize>,
    stands: Vec<Stand>,
    /// The places in the region of the operands of every statement, and of what takes it.
    takes: Vec<Vec<usize>>,
    users: Vec<Vec<usize>>,
}

/// An operand, as limbs have it in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Symbol {
    /// A statement of the common part.
    Number(usize),
    Constant(usize),
    /// An input of the limb, counted from its first.
    Input(Argument, usize),
    /// The same of its angles.
    Sine(usize),
    Cosine(usize),
    Outside,
}

type Key = (Operation, Symbol, Symbol, usize);

impl Region {
    pub(super) fn new(program: &Program, limb: usize, slots: Vec<usize>) -> Self {
        let places = slots.iter().enumerate();
        let places: FxHashMap<usize, usize> = places.map(|(place, &slot)| (slot, place)).collect();
        let takes = slots.iter().map(|&slot| {
            let operands = program.statements[slot].operands();
            let inside = operands.filter_map(|one| match one {
                Operand::Slot(slot) => places.get(&slot).copied(),
                _ => None,
            });
            inside.collect()
        });
        let takes: Vec<Vec<usize>> = takes.collect();
        let mut users = vec![Vec::new(); slots.len()];
        for (at, operands) in takes.iter().enumerate() {
            operands.iter().for_each(|&place| users[place].push(at));
        }
        Self {
            limb,
            stands: vec![Stand::Within; slots.len()],
            slots,
            takes,
            users,
        }
    }

    /// The statements that stand there, by their slots.
    pub(super) fn standing(&self, stand: Stand) -> impl Iterator<Item = usize> {
        let all = self.slots.iter().zip(&self.stands);
        all.filter(move |(_, one)| **one == stand)
            .map(|(slot, _)| *slot)
    }

    /// What is in the common part and needed for a statement, or needs it.
    fn reach(&self, from: usize, next: &[Vec<usize>]) -> Vec<usize> {
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            if self.stands[place] == Stand::Within && seen.insert(place) {
                open.extend(&next[place]);
            }
        }
        seen.into_iter().collect()
    }

    /// Takes a statement out of the common part.
    fn expel(&mut self, place: usize) {
        let needed = self.reach(place, &self.takes);
        let needing = self.reach(place, &self.users);
        let (stand, all) = match needed.len() <= needing.len() {
            true => (Stand::Before, needed),
            false => (Stand::Behind, needing),
        };
        all.into_iter().for_each(|one| self.stands[one] = stand);
    }

    /// The numbers of the statements of the common part, in their order; statements with the order of their operands.
    fn numbers(&self, program: &Program, book: &mut Book) -> Vec<Option<(usize, Statement)>> {
        let mut occurrences: FxHashMap<(Operation, Symbol, Symbol), usize> = FxHashMap::default();
        let mut numbers: Vec<Option<(usize, Statement)>> = vec![None; self.slots.len()];
        let places = self.slots.iter().enumerate();
        let places: FxHashMap<usize, usize> = places.map(|(place, &slot)| (slot, place)).collect();
        for (place, &slot) in self.slots.iter().enumerate() {
            if self.stands[place] != Stand::Within {
                continue;
            }
            let mut statement = program.statements[slot];
            let number = |slot: usize| {
                let known = places.get(&slot).and_then(|&place| numbers[place].as_ref());
                known.map(|(number, _)| *number)
            };
            let [mut a, mut b] =
                [statement.a, statement.b].map(|one| book.symbol(one, self.limb, number));
            let commutes = matches!(statement.operation, Operation::Add | Operation::Mul);
            if commutes && b < a {
                (a, b) = (b, a);
                (statement.a, statement.b) = (statement.b, statement.a);
            }
            let before = occurrences.entry((statement.operation, a, b)).or_insert(0);
            let number = book.number((statement.operation, a, b, *before));
            *before += 1;
            numbers[place] = Some((number, statement));
        }
        numbers
    }
}

/// What keys are known.
struct Book<'p> {
    limbs: &'p Limbs,
    /// Of every constant, the first that is equal.
    constants: &'p [usize],
    /// Of the angles of every limb, a number that says how they follow from its coordinates.
    angles: &'p FxHashMap<(usize, usize), usize>,
    keys: FxHashMap<Key, usize>,
}

impl Book<'_> {
    fn number(&mut self, key: Key) -> usize {
        let next = self.keys.len();
        *self.keys.entry(key).or_insert(next)
    }

    fn symbol(
        &self,
        operand: Operand,
        limb: usize,
        number: impl Fn(usize) -> Option<usize>,
    ) -> Symbol {
        let angle = |angle: usize| self.angles.get(&(limb, angle)).copied();
        let known = match operand {
            Operand::Slot(slot) => number(slot).map(Symbol::Number),
            Operand::Constant(index) => Some(Symbol::Constant(self.constants[index])),
            Operand::Input(input) => {
                let place = self.limbs.place_of(input, limb);
                place.map(|place| Symbol::Input(input.argument, place))
            }
            Operand::Sine(index) => angle(index).map(Symbol::Sine),
            Operand::Cosine(index) => angle(index).map(Symbol::Cosine),
        };
        known.unwrap_or(Symbol::Outside)
    }
}

/// Numbers for the angles of limbs: the same for angles that follow in the same way from coordinates at the same places.
fn angles(
    program: &Program,
    limbs: &Limbs,
    regions: &[Region],
) -> FxHashMap<(usize, usize), usize> {
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    let mut numbers = FxHashMap::default();
    for region in regions {
        for (angle, &operand) in program.angles.iter().enumerate() {
            if let Some(text) = formula(program, limbs, region.limb, operand) {
                let next = known.len();
                numbers.insert((region.limb, angle), *known.entry(text).or_insert(next));
            }
        }
    }
    numbers
}

/// How an angle follows from the coordinates of a limb alone.
fn formula(program: &Program, limbs: &Limbs, limb: usize, operand: Operand) -> Option<String> {
    match operand {
        Operand::Input(input) => {
            let place = limbs.place_of(input, limb)?;
            Some(format!("{}[{place}]", input.argument.name()))
        }
        Operand::Constant(index) => Some(format!("#{}", program.first_equal(index))),
        Operand::Slot(slot) => {
            let statement = program.statements.get(slot)?;
            let [a, b] = [statement.a, statement.b].map(|one| formula(program, limbs, limb, one));
            Some(format!("({} {:?} {})", a?, statement.operation, b?))
        }
        Operand::Cosine(_) | Operand::Sine(_) => None,
    }
}

/// Expels from regions what they have not in common; of every region the slots and statements of the common part, in the same order and
/// with operands in the same order.
pub(super) fn aligned(
    program: &Program,
    limbs: &Limbs,
    regions: &mut [Region],
) -> Vec<Vec<(usize, Statement)>> {
    let angles = angles(program, limbs, regions);
    let constants = (0..program.constants.len()).map(|one| program.first_equal(one));
    let constants: Vec<usize> = constants.collect();
    for _ in 0..ROUNDS {
        let mut book = Book {
            limbs,
            constants: &constants,
            angles: &angles,
            keys: FxHashMap::default(),
        };
        let numbers = regions
            .iter()
            .map(|region| region.numbers(program, &mut book));
        let numbers: Vec<Vec<Option<(usize, Statement)>>> = numbers.collect();
        let mut owners = vec![0_usize; book.keys.len()];
        let all = numbers.iter().flatten().flatten();
        all.for_each(|(number, _)| owners[*number] += 1);
        let everyone = regions.len();
        let differs = |one: &Option<(usize, Statement)>| {
            one.is_some_and(|(number, _)| owners[number] < everyone)
        };
        if !numbers.iter().flatten().any(differs) {
            let all = numbers.iter().zip(regions.iter());
            return all
                .map(|(numbers, region)| in_order(numbers, region))
                .collect();
        }
        for (region, numbers) in regions.iter_mut().zip(&numbers) {
            let first = (0..numbers.len()).filter(|&place| {
                let mut operands = region.takes[place].iter();
                differs(&numbers[place]) && !operands.any(|&one| differs(&numbers[one]))
            });
            let first: Vec<usize> = first.collect();
            for place in first {
                if region.stands[place] == Stand::Within {
                    region.expel(place);
                }
            }
        }
    }
    vec![Vec::new(); regions.len()]
}

/// The slots and statements of a common part in the order of their numbers, in which operands come first.
fn in_order(numbers: &[Option<(usize, Statement)>], region: &Region) -> Vec<(usize, Statement)> {
    let all = numbers.iter().zip(&region.slots);
    let common =
        all.filter_map(|(one, &slot)| one.map(|(number, statement)| (number, slot, statement)));
    let mut common: Vec<(usize, usize, Statement)> = common.collect();
    common.sort_unstable_by_key(|(number, ..)| *number);
    let statements = common.into_iter();
    statements
        .map(|(_, slot, statement)| (slot, statement))
        .collect()
}
