//! The one file with `unsafe`: machine code is called, and its memory is freed.
//!
//! Why it is sound:
//! - What is called was compiled from a [`Program`] by [`module`](super::module) or [`wide`](super::wide), for this processor and its C calling
//!   convention, with the parameters of the types below. It reads and writes the elements of the program's own ports and outputs, at distances
//!   that are constants or the distances of [`Rows`], and nothing else but its stack and the kernels' results.
//! - Every slice is compared with the program before a call: [`Rows`] and [`RowsMut`] have all of their elements by construction, slices
//!   have the length of their port. The scratch memory has the numbers that both phases of a batch write and read.
//! - Memory is written by Cranelift, or from the bytes of the assembler, then made executable and no longer writable, and freed with the
//!   value that has it: nobody keeps a function beyond it.
//! - Code has no state: it may be called by many threads at once, and moved between them.

#![allow(unsafe_code, reason = "see above")]

use core::mem::MaybeUninit;
use cranelift_jit::JITModule;
use denoc_codegen::program::Program;

use super::batch::Phase::{Angles, Values};
use super::batch::{VECTOR, lanes};
use super::module::{self, Built, Unsupported};
use super::wide::{self, Wide};
use crate::constants::Constants;
use crate::real::Real;
use crate::rows::{BLOCK, Rows, RowsMut};

/// Arrays of a function, at most; a program with more is interpreted.
const ARRAYS: usize = 40;

type Single<T> =
    unsafe extern "C" fn(inputs: *const *const T, outputs: *const *mut T, constants: *const T);
type Many<T> = unsafe extern "C" fn(
    arrays: *const Array,
    circles: *mut T,
    groups: usize,
    constants: *const Line,
);

/// A line of a cache: what vectors are read from is aligned to it.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Line([u8; LINE]);

const LINE: usize = 64;

/// Vectors of so many bytes, each with a number in all lanes.
fn table<T: Real>(numbers: &[f64], bytes: usize) -> Vec<Line> {
    let vector = |&number: &f64| T::from_f64(number).vector().into_iter().cycle().take(bytes);
    let all: Vec<u8> = numbers.iter().flat_map(vector).collect();
    let line = |part: &[u8]| {
        let mut line = [0; LINE];
        line[..part.len()].copy_from_slice(part);
        Line(line)
    };
    all.chunks(LINE).map(line).collect()
}

/// The rows of an array: where the first starts, and how many bytes lie between the starts of two.
#[repr(C)]
#[derive(Clone, Copy)]
struct Array {
    first: *const u8,
    distance: usize,
}

/// Memory with machine code.
struct Memory(Option<JITModule>);

// SAFETY: the module is touched by nobody but `drop`, which has it alone; what it holds does not change.
unsafe impl Send for Memory {}
// SAFETY: as above; a shared reference gives access to nothing.
unsafe impl Sync for Memory {}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(module) = self.0.take() {
            // SAFETY: functions in this memory are called by methods of the value that owns it, which borrow it.
            unsafe { module.free_memory() }
        }
    }
}

/// The function of one state.
pub(crate) struct SingleCode<T> {
    function: Single<T>,
    constants: Vec<T>,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    _memory: Memory,
}

/// The functions of many states.
pub(crate) struct BatchCode<T> {
    angles: Option<Phase<T>>,
    values: Phase<T>,
    /// Numbers of scratch memory for the circles of a block, and behind them.
    circles: usize,
    stored: usize,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    _memory: Memory,
    _wide: Option<Wide>,
}

/// A function of many states, with its table of constants.
struct Phase<T> {
    function: Many<T>,
    constants: Vec<Line>,
    /// States of a group.
    lanes: usize,
}

fn lengths(program: &Program) -> Option<(Vec<usize>, Vec<usize>)> {
    let inputs: Vec<usize> = program.inputs.iter().map(|port| port.len).collect();
    let outputs = program.outputs.iter().map(|output| output.elements.len());
    let outputs: Vec<usize> = outputs.collect();
    (inputs.len() + outputs.len() <= ARRAYS).then_some((inputs, outputs))
}

fn too_many() -> Unsupported {
    Unsupported::because("a function with more than 40 arrays")
}

impl<T: Real> SingleCode<T> {
    /// Compiles a program.
    pub(crate) fn new(program: &Program, constants: &Constants) -> Result<Self, Unsupported> {
        let (inputs, outputs) = lengths(program).ok_or_else(too_many)?;
        let Built {
            module,
            entries,
            constants,
        } = module::single(program, constants)?;
        let (&[entry], [constants]) = (&entries[..], &constants[..]) else {
            return Err(Unsupported::because("no function"));
        };
        // SAFETY: the function was compiled with these parameters, for this calling convention.
        let function = unsafe { core::mem::transmute::<*const u8, Single<T>>(entry) };
        Ok(Self {
            function,
            constants: constants
                .iter()
                .map(|&number| T::from_f64(number))
                .collect(),
            inputs,
            outputs,
            _memory: Memory(Some(module)),
        })
    }

    /// Runs it. Whether the arrays have the lengths of the program; if not, nothing is run.
    #[inline]
    pub(crate) fn call(&self, inputs: &[&[T]], outputs: &mut [&mut [T]]) -> bool {
        let known = inputs.len() == self.inputs.len()
            && outputs.len() == self.outputs.len()
            && inputs
                .iter()
                .zip(&self.inputs)
                .all(|(array, &len)| array.len() == len)
            && outputs
                .iter()
                .zip(&self.outputs)
                .all(|(array, &len)| array.len() == len);
        if !known {
            return false;
        }
        // Code reads as many entries as there are arrays; to clear the others takes as long as a quarter of a call.
        let mut reads = [MaybeUninit::<*const T>::uninit(); ARRAYS];
        for (pointer, array) in reads.iter_mut().zip(inputs) {
            pointer.write(array.as_ptr());
        }
        let mut writes = [MaybeUninit::<*mut T>::uninit(); ARRAYS];
        for (pointer, array) in writes.iter_mut().zip(outputs) {
            pointer.write(array.as_mut_ptr());
        }
        let (reads, writes) = (reads.as_ptr().cast(), writes.as_ptr().cast());
        // SAFETY: the arrays have the lengths of the program, and outlive the call.
        unsafe { (self.function)(reads, writes, self.constants.as_ptr()) };
        true
    }
}

impl<T: Real> BatchCode<T> {
    /// Compiles a program.
    pub(crate) fn new(program: &Program, constants: &Constants) -> Result<Self, Unsupported> {
        let (inputs, outputs) = lengths(program).ok_or_else(too_many)?;
        let wide = wide::values(program, constants).ok();
        let has_angles = !program.angles.is_empty();
        let phases = [(Angles, has_angles), (Values, wide.is_none())];
        let phases = phases
            .into_iter()
            .filter_map(|(phase, by_cranelift)| by_cranelift.then_some(phase));
        let Built {
            module,
            entries,
            constants: tables,
        } = module::batch(program, constants, phases)?;
        let mut made = entries.iter().zip(&tables).map(|(&entry, numbers)| Phase {
            // SAFETY: the function was compiled with these parameters, for this calling convention.
            function: unsafe { core::mem::transmute::<*const u8, Many<T>>(entry) },
            constants: table::<T>(numbers, VECTOR),
            lanes: lanes(VECTOR, constants.precision),
        });
        let angles = if has_angles { made.next() } else { None };
        let values = match &wide {
            Some(wide) => Some(Phase {
                // SAFETY: as above.
                function: unsafe {
                    core::mem::transmute::<*const u8, Many<T>>(wide.memory.as_ptr())
                },
                constants: table::<T>(&wide.constants, wide::BYTES),
                lanes: lanes(wide::BYTES, constants.precision),
            }),
            None => made.next(),
        };
        let vectors = wide.as_ref().map_or(0, |wide| wide.stored);
        Ok(Self {
            angles,
            values: values.ok_or_else(|| Unsupported::because("no function"))?,
            circles: 2 * program.angles.len() * BLOCK,
            stored: vectors * wide::BYTES / size_of::<T>(),
            inputs,
            outputs,
            _memory: Memory(Some(module)),
            _wide: wide,
        })
    }

    /// Runs it for the leading states, as many as fill vectors, and says how many those are: none, where rows have not the lengths of
    /// the program.
    pub(crate) fn call(
        &self,
        states: usize,
        inputs: &[Rows<'_, T>],
        outputs: &mut [RowsMut<'_, T>],
    ) -> usize {
        let known = inputs.len() == self.inputs.len()
            && outputs.len() == self.outputs.len()
            && inputs
                .iter()
                .zip(&self.inputs)
                .all(|(rows, &len)| rows.layout.has(states, len))
            && outputs
                .iter()
                .zip(&self.outputs)
                .all(|(rows, &len)| rows.layout.has(states, len));
        if !known {
            return 0;
        }
        let size = size_of::<T>();
        let mut arrays = [Array {
            first: core::ptr::null(),
            distance: 0,
        }; ARRAYS];
        let given = inputs.iter().map(|rows| Array {
            first: rows.as_slice().as_ptr().cast(),
            // Of one row there may be any.
            distance: rows.layout.distance.wrapping_mul(size),
        });
        let found = outputs.iter_mut().map(|rows| Array {
            first: rows.as_mut_slice().as_mut_ptr().cast_const().cast(),
            // Of one row there may be any.
            distance: rows.layout.distance.wrapping_mul(size),
        });
        for (array, rows) in arrays.iter_mut().zip(given.chain(found)) {
            *array = rows;
        }
        let count = inputs.len() + outputs.len();
        let line = LINE / size;
        let mut scratch = vec![T::default(); self.circles + self.stored + line];
        let start = scratch.as_ptr().align_offset(LINE).min(line);
        let scratch = &mut scratch[start..];
        let lanes = self.values.lanes;
        let whole = states / lanes * lanes;
        let mut done = 0;
        while done < whole {
            let block = BLOCK.min(whole - done);
            let run = |phase: &Phase<T>, scratch: &mut [T]| {
                let groups = block / phase.lanes;
                // SAFETY: rows have all elements of `states` states, of which these are some; the scratch memory has a block of
                // angles and one of tails, and what is stored behind them.
                unsafe {
                    (phase.function)(
                        arrays.as_ptr(),
                        scratch.as_mut_ptr(),
                        groups,
                        phase.constants.as_ptr(),
                    );
                }
            };
            if let Some(angles) = &self.angles {
                run(angles, scratch);
                sines(&mut scratch[..self.circles]);
            }
            run(&self.values, scratch);
            for array in &mut arrays[..count] {
                array.first = array.first.wrapping_add(array.distance * block);
            }
            done += block;
        }
        whole
    }
}

/// Angles and tails → sines and cosines, in place, in the widest vectors that the processor has.
fn sines<T: Real>(circles: &mut [T]) {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512dq")
        {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { sines_avx512(circles) };
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { sines_avx2(circles) };
        }
    }
    all_sines(circles);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn sines_avx512<T: Real>(circles: &mut [T]) {
    all_sines(circles);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sines_avx2<T: Real>(circles: &mut [T]) {
    all_sines(circles);
}

#[inline(always)]
fn all_sines<T: Real>(circles: &mut [T]) {
    let (angles, tails) = circles.split_at_mut(circles.len() / 2);
    let (angles, _) = angles.as_chunks_mut::<BLOCK>();
    let (tails, _) = tails.as_chunks_mut::<BLOCK>();
    for (angles, tails) in angles.iter_mut().zip(tails) {
        for lane in 0..BLOCK {
            (angles[lane], tails[lane]) = T::sin_cos(angles[lane], tails[lane]);
        }
    }
}
