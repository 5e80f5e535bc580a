//! Functions that limbs share: equal runs of a program → where the function of a run finds its operands, and what each call is given.
//!
//! ```text
//!  Copies ──operands──► what stands at the same place of every run
//!    the same for all limbs ──────────────► All: an element of an input, of sines and cosines, of the array `common`
//!    at a constant distance in an array ──► Own: the same, counted from where the limb's elements start
//!    anything else ───────────────────────► the limb's array: what a run returns is there, the rest is put there before the call
//! ```
//!
//! A limb has one array for all of its functions, so that what the first returns is where the second looks for it.

use core::ops::Range;
use rustc_hash::FxHashMap;

use crate::leaves::{Argument, Input};
use crate::program::{Copies, Operand, Program};

/// Whose elements of an array they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Whose {
    /// Those of the function that calls.
    All,
    /// Those of the limb, counted from its first.
    Own,
}

/// The location of an operand's value in a function that limbs share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SharedLocation {
    /// Entry of [`Program::constants`].
    Constant(usize),
    /// The local of that place in the run.
    Local(usize),
    /// Element of an array.
    Element(SharedArray, Whose, usize),
}

/// An array that such a function takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SharedArray {
    /// An input.
    Input(Argument),
    /// The sines.
    Sine,
    /// The cosines.
    Cosine,
    /// What is given to all limbs.
    Common,
    /// What is given to a limb, and what it returns.
    Limb,
}

/// A value that is given to functions of limbs, or that they return.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// Element of what is given to all limbs.
    Common(usize),
    /// Of the array of that limb, the element.
    Limb(usize, usize),
}

/// A function that limbs share.
#[derive(Clone, Debug)]
pub struct SharedFunction {
    /// Its first run.
    pub run: Range<usize>,
    /// The limbs.
    pub limbs: Vec<String>,
    /// The arrays that it takes, of all and of the limb; that of the limb comes last.
    pub arrays: Vec<(SharedArray, Whose)>,
    /// The array of the first limb; those of the others follow.
    pub first: usize,
    /// Of the limbs' parts of arrays, their length, and where they start for each.
    parts: FxHashMap<SharedArray, (usize, Vec<usize>)>,
    /// Of the statements of the run, the locations of their operands.
    pub operands: Vec<Vec<SharedLocation>>,
    /// What is returned: the place in the run, and the index in the limb's array.
    pub results: Vec<(usize, usize)>,
}

impl SharedFunction {
    /// A limb's part of an array.
    #[must_use]
    pub fn part(&self, array: SharedArray, limb: usize) -> Range<usize> {
        let Some((len, starts)) = self.parts.get(&array) else {
            return 0..0;
        };
        let start = starts.get(limb).copied().unwrap_or(0);
        start..start + len
    }
}

/// All such functions of a program.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Of each of the program's [`Copies`], the function.
    pub functions: Vec<SharedFunction>,
    /// How many values are given to all limbs.
    pub common: usize,
    /// The lengths of the limbs' arrays.
    pub limbs: Vec<usize>,
    /// Of what runs return, the array of the limb and the index in it.
    pub returned: FxHashMap<usize, (usize, usize)>,
    /// What is given before each call: by function and limb, the operands and where they are put.
    pub moves: Vec<Vec<Vec<(Operand, Passed)>>>,
}

impl Shared {
    /// The functions of a program; `None`: there are none.
    #[must_use]
    pub fn of(program: &Program) -> Option<Self> {
        let copies = &program.copies;
        let valid = copies.iter().all(|one| one.are_equal(program));
        if copies.is_empty() || !valid {
            return None;
        }
        let mut layout = Layout::default();
        let results: Vec<Vec<(usize, usize)>> = copies
            .iter()
            .map(|one| layout.returned(program, one))
            .collect();
        let drafts: Vec<Draft> = copies
            .iter()
            .zip(results)
            .map(|(one, results)| layout.draft(program, one, results))
            .collect();
        let mut shared = Self {
            common: layout.common.len(),
            limbs: layout.lengths(),
            ..Self::default()
        };
        for (draft, one) in drafts.into_iter().zip(copies) {
            shared.add(&layout, draft, one);
        }
        Some(shared)
    }

    /// The lengths of all arrays between the function and those of limbs.
    pub fn lengths(&self) -> impl Iterator<Item = usize> {
        self.limbs.iter().copied().chain([self.common])
    }

    /// The lengths of all limbs' parts of arrays, where each call has copies of them.
    pub fn copies(&self) -> impl Iterator<Item = usize> {
        let parts = self.functions.iter().flat_map(|one| one.parts.values());
        parts.map(|(len, starts)| len * starts.len())
    }

    fn add(&mut self, layout: &Layout, draft: Draft, copies: &Copies) {
        let Draft {
            block,
            operands,
            parts,
            moves,
            results,
        } = draft;
        let first = layout.first(block);
        for (limb, start) in (first..).zip(&copies.starts) {
            let own = results
                .iter()
                .map(|(place, index)| (start + place, (limb, *index)));
            self.returned.extend(own);
        }
        let limbs = 0..copies.starts.len();
        let moves = limbs.map(|limb| {
            let own = moves.iter().map(|one| match one {
                Move::Common(operand, index) => {
                    (limb == 0).then_some((*operand, Passed::Common(*index)))
                }
                Move::Own(operands, index) => {
                    Some((operands[limb], Passed::Limb(first + limb, *index)))
                }
            });
            own.flatten().collect()
        });
        self.moves.push(moves.collect());
        let elements = operands.iter().flatten().filter_map(|one| match one {
            SharedLocation::Element(array, whose, _) => Some((*array, *whose)),
            SharedLocation::Constant(_) | SharedLocation::Local(_) => None,
        });
        let returned = (SharedArray::Limb, Whose::Own);
        let mut arrays: Vec<_> = elements.chain([returned]).collect();
        arrays.sort_unstable();
        arrays.dedup();
        self.functions.push(SharedFunction {
            run: copies.starts[0]..copies.starts[0] + copies.len,
            limbs: copies.limbs.clone(),
            arrays,
            first,
            parts,
            operands,
            results,
        });
    }
}

/// A function before the lengths of arrays are known.
struct Draft {
    /// The group of limbs.
    block: usize,
    operands: Vec<Vec<SharedLocation>>,
    parts: FxHashMap<SharedArray, (usize, Vec<usize>)>,
    moves: Vec<Move>,
    results: Vec<(usize, usize)>,
}

enum Move {
    /// Of all limbs: the operand, and the index in what is common.
    Common(Operand, usize),
    /// Of each limb: its operand, and the index in its array.
    Own(Vec<Operand>, usize),
}

/// What the arrays hold: what is common to all limbs, and of every group of limbs as many arrays as it has limbs.
#[derive(Default)]
struct Layout {
    common: FxHashMap<Operand, usize>,
    /// Of every group of limbs, what is in the array of one.
    blocks: Vec<FxHashMap<Vec<Operand>, usize>>,
    /// The limbs of each.
    limbs: Vec<Vec<String>>,
}

impl Layout {
    fn block(&mut self, limbs: &[String]) -> usize {
        let known = self.limbs.iter().position(|one| one == limbs);
        known.unwrap_or_else(|| {
            self.limbs.push(limbs.to_vec());
            self.blocks.push(FxHashMap::default());
            self.blocks.len() - 1
        })
    }

    /// What runs return is in the arrays: the place in a run, and the index.
    fn returned(&mut self, program: &Program, copies: &Copies) -> Vec<(usize, usize)> {
        let block = self.block(&copies.limbs);
        let block = &mut self.blocks[block];
        let results = copies.results(program).into_iter().map(|place| {
            let slots = copies.starts.iter();
            let slots = slots.map(|start| Operand::Slot(start + place));
            let index = block.len();
            block.insert(slots.collect(), index);
            (place, index)
        });
        results.collect()
    }

    fn draft(&mut self, program: &Program, copies: &Copies, results: Vec<(usize, usize)>) -> Draft {
        let block = self.block(&copies.limbs);
        let operands = Operands::of(program, copies);
        let mut draft = Draft {
            block,
            operands: Vec::new(),
            parts: operands.parts(),
            moves: Vec::new(),
            results,
        };
        for statement in &operands.all {
            let locations = statement.iter().map(|one| match one {
                Alike::Constant(index) => SharedLocation::Constant(*index),
                Alike::Local(place) => SharedLocation::Local(*place),
                Alike::Outside(outside) => self.location(outside, &mut draft),
            });
            let locations = locations.collect();
            draft.operands.push(locations);
        }
        draft
    }

    fn location(&mut self, outside: &[Operand], draft: &mut Draft) -> SharedLocation {
        let first = outside[0];
        if outside.iter().all(|one| *one == first) {
            if let Some((array, index)) = element(first) {
                return SharedLocation::Element(array, Whose::All, index);
            }
            let next = self.common.len();
            let index = *self.common.entry(first).or_insert_with(|| {
                draft.moves.push(Move::Common(first, next));
                next
            });
            return SharedLocation::Element(SharedArray::Common, Whose::All, index);
        }
        if let Some((array, _)) = element(first)
            && let Some((_, starts)) = draft.parts.get(&array)
            && let Some(index) = distance(array, outside, starts)
        {
            return SharedLocation::Element(array, Whose::Own, index);
        }
        let block = &mut self.blocks[draft.block];
        let next = block.len();
        let index = *block.entry(outside.to_vec()).or_insert_with(|| {
            draft.moves.push(Move::Own(outside.to_vec(), next));
            next
        });
        SharedLocation::Element(SharedArray::Limb, Whose::Own, index)
    }

    /// The array of the first limb of a group.
    fn first(&self, block: usize) -> usize {
        self.limbs[..block].iter().map(Vec::len).sum()
    }

    /// The lengths of all limbs' arrays.
    fn lengths(&self) -> Vec<usize> {
        let groups = self.blocks.iter().zip(&self.limbs);
        let lengths = groups.map(|(block, limbs)| vec![block.len(); limbs.len()]);
        lengths.flatten().collect()
    }
}

/// The array of an operand, and the index in it.
fn element(operand: Operand) -> Option<(SharedArray, usize)> {
    match operand {
        Operand::Input(Input { argument, index }) => Some((SharedArray::Input(argument), index)),
        Operand::Sine(index) => Some((SharedArray::Sine, index)),
        Operand::Cosine(index) => Some((SharedArray::Cosine, index)),
        Operand::Constant(_) | Operand::Slot(_) => None,
    }
}

/// The index of elements in the limbs' parts of an array, if it is the same in all.
fn distance(array: SharedArray, outside: &[Operand], starts: &[usize]) -> Option<usize> {
    let mut distances = outside.iter().zip(starts).map(|(one, start)| {
        let (of, index) = element(*one)?;
        (of == array).then_some(index)?.checked_sub(*start)
    });
    let first = distances.next().flatten()?;
    distances.all(|one| one == Some(first)).then_some(first)
}

/// An operand of all runs at the same place.
enum Alike {
    Constant(usize),
    Local(usize),
    Outside(Vec<Operand>),
}

/// The operands of equal runs, statement by statement.
struct Operands {
    all: Vec<Vec<Alike>>,
}

impl Operands {
    fn of(program: &Program, copies: &Copies) -> Self {
        let first = copies.starts[0];
        let run = first..first + copies.len;
        let statement = |place: usize| {
            let operands = program.statements[first + place].operands();
            let operands = operands.enumerate().map(|(number, operand)| match operand {
                Operand::Constant(index) => Alike::Constant(index),
                Operand::Slot(slot) if run.contains(&slot) => Alike::Local(slot - first),
                _ => {
                    let statements = copies.starts.iter();
                    let statements = statements.map(|start| &program.statements[start + place]);
                    let alike = statements.filter_map(|one| one.operands().nth(number));
                    Alike::Outside(alike.collect())
                }
            });
            operands.collect()
        };
        Self {
            all: (0..copies.len).map(statement).collect(),
        }
    }

    /// The limbs' parts of arrays: the distances from limb to limb are those of the first elements that differ.
    fn parts(&self) -> FxHashMap<SharedArray, (usize, Vec<usize>)> {
        let mut distances: FxHashMap<SharedArray, (Vec<usize>, Range<usize>)> =
            FxHashMap::default();
        for alike in self.all.iter().flatten() {
            let Alike::Outside(outside) = alike else {
                continue;
            };
            let elements: Option<Vec<(SharedArray, usize)>> =
                outside.iter().copied().map(element).collect();
            let Some(elements) = elements else { continue };
            let (array, first) = elements[0];
            let alike = elements.iter().all(|(other, _)| *other == array);
            let own = elements.iter().map(|(_, index)| index.wrapping_sub(first));
            let own: Vec<usize> = own.collect();
            if !alike || own.iter().all(|one| *one == 0) {
                continue;
            }
            let (known, range) = distances
                .entry(array)
                .or_insert_with(|| (own.clone(), first..first + 1));
            if *known == own {
                *range = range.start.min(first)..range.end.max(first + 1);
            }
        }
        let part = |(array, (distances, range)): (SharedArray, (Vec<usize>, Range<usize>))| {
            let starts = distances.iter().map(|one| range.start.wrapping_add(*one));
            (array, (range.len(), starts.collect()))
        };
        distances.into_iter().map(part).collect()
    }
}
