//! Functions that limbs share: equal runs of a program → where the function of a run finds its operands, and what each call is given.
//!
//! ```text
//!  Copies ──operands──► what stands at the same place of every run
//!    the same for all limbs ──────────────► All: an element of an input, of sines and cosines, of the array `live`
//!    at a constant distance in an array ──► Own: the same, counted from where the limb's elements start
//!    anything else ───────────────────────► Own, in the limb's part of `live`: what a run returns is there, the rest is put there before the call
//! ```
//!
//! A limb has one part of `live` for all of its functions, so that what the first returns is where the second looks for it.

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
    /// The array that carries values from function to function.
    Live,
}

/// A function that limbs share.
#[derive(Clone, Debug)]
pub struct SharedFunction {
    /// Its first run.
    pub run: Range<usize>,
    /// The limbs.
    pub limbs: Vec<String>,
    /// The arrays that it takes, of all and of the limb; `live` of the limb comes last.
    pub arrays: Vec<(SharedArray, Whose)>,
    /// Of the limbs' parts of arrays, their length, and where they start for each.
    parts: FxHashMap<SharedArray, (usize, Vec<usize>)>,
    /// Of the statements of the run, the locations of their operands.
    pub operands: Vec<Vec<SharedLocation>>,
    /// What is returned: the place in the run, and the index in the limb's part of `live`.
    pub results: Vec<(usize, usize)>,
}

impl SharedFunction {
    /// The length of a limb's part of an array.
    #[must_use]
    pub fn len(&self, array: SharedArray) -> usize {
        self.parts.get(&array).map_or(0, |(len, _)| *len)
    }

    /// Where the part of a limb starts.
    #[must_use]
    pub fn start(&self, array: SharedArray, limb: usize) -> usize {
        let starts = self.parts.get(&array).map(|(_, starts)| starts);
        starts
            .and_then(|starts| starts.get(limb).copied())
            .unwrap_or(0)
    }
}

/// All such functions of a program.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Of each of the program's [`Copies`], the function.
    pub functions: Vec<SharedFunction>,
    /// Length of `live`.
    pub live: usize,
    /// Of what runs return, the index in `live`.
    pub index: FxHashMap<usize, usize>,
    /// What is put into `live` before each call: by function and limb, the operands and their indices.
    pub moves: Vec<Vec<Vec<(Operand, usize)>>>,
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
        for one in copies {
            layout.returned(program, one);
        }
        let drafts: Vec<Draft> = copies
            .iter()
            .map(|one| layout.draft(program, one))
            .collect();
        let mut shared = Self {
            live: layout.length(),
            ..Self::default()
        };
        for (draft, one) in drafts.into_iter().zip(copies) {
            shared.add(&layout, draft, one);
        }
        Some(shared)
    }

    fn add(&mut self, layout: &Layout, draft: Draft, copies: &Copies) {
        let Draft {
            block,
            operands,
            mut parts,
            moves,
            results,
        } = draft;
        let starts: Vec<usize> = (0..copies.starts.len())
            .map(|limb| layout.start(block, limb))
            .collect();
        for (limb, start) in copies.starts.iter().enumerate() {
            let own = results
                .iter()
                .map(|(place, at)| (start + place, starts[limb] + at));
            self.index.extend(own);
        }
        let limbs = 0..copies.starts.len();
        let moves = limbs.map(|limb| {
            let own = moves.iter().map(|one| match one {
                Move::Common(operand, index) => (limb == 0).then_some((*operand, *index)),
                Move::Own(operands, index) => Some((operands[limb], starts[limb] + index)),
            });
            own.flatten().collect()
        });
        self.moves.push(moves.collect());
        parts.insert(SharedArray::Live, (layout.blocks[block].len(), starts));
        let elements = operands.iter().flatten().filter_map(|one| match one {
            SharedLocation::Element(array, whose, _) => Some((*array, *whose)),
            SharedLocation::Constant(_) | SharedLocation::Local(_) => None,
        });
        let returned = (SharedArray::Live, Whose::Own);
        let mut arrays: Vec<_> = elements.chain([returned]).collect();
        arrays.sort_unstable();
        arrays.dedup();
        self.functions.push(SharedFunction {
            run: copies.starts[0]..copies.starts[0] + copies.len,
            limbs: copies.limbs.clone(),
            arrays,
            parts,
            operands,
            results,
        });
    }
}

/// A function before it is known where the parts of `live` are.
struct Draft {
    /// The limbs' block of `live`.
    block: usize,
    operands: Vec<Vec<SharedLocation>>,
    parts: FxHashMap<SharedArray, (usize, Vec<usize>)>,
    moves: Vec<Move>,
    results: Vec<(usize, usize)>,
}

enum Move {
    /// Of all limbs: the operand, and the index in `live`.
    Common(Operand, usize),
    /// Of each limb: its operand, and the index in its part.
    Own(Vec<Operand>, usize),
}

/// What `live` holds: what is common to all limbs, and then of every group of limbs as many parts as it has limbs.
#[derive(Default)]
struct Layout {
    common: FxHashMap<Operand, usize>,
    /// Of every group of limbs, what is in a part.
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

    /// What a run returns is in the parts.
    fn returned(&mut self, program: &Program, copies: &Copies) {
        let block = self.block(&copies.limbs);
        for place in copies.results(program) {
            let slots = copies
                .starts
                .iter()
                .map(|start| Operand::Slot(start + place));
            let next = self.blocks[block].len();
            self.blocks[block].insert(slots.collect(), next);
        }
    }

    fn draft(&mut self, program: &Program, copies: &Copies) -> Draft {
        let block = self.block(&copies.limbs);
        let results = copies.results(program).into_iter().map(|place| {
            let slots = copies
                .starts
                .iter()
                .map(|start| Operand::Slot(start + place));
            let slots: Vec<Operand> = slots.collect();
            (place, self.blocks[block].get(&slots).copied().unwrap_or(0))
        });
        let results = results.collect();
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
            return SharedLocation::Element(SharedArray::Live, Whose::All, index);
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
        SharedLocation::Element(SharedArray::Live, Whose::Own, index)
    }

    /// Where the part of a limb starts.
    fn start(&self, block: usize, limb: usize) -> usize {
        let before = self.blocks.iter().zip(&self.limbs).take(block);
        let before = before.map(|(block, limbs)| block.len() * limbs.len());
        self.common.len() + before.sum::<usize>() + limb * self.blocks[block].len()
    }

    fn length(&self) -> usize {
        self.start(self.blocks.len().saturating_sub(1), 0)
            + self.blocks.last().map_or(0, FxHashMap::len) * self.limbs.last().map_or(0, Vec::len)
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
