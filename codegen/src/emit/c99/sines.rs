//! Sine and cosine in C: angles → groups of at most four → vectors in registers, or one after the other.
//!
//! ```text
//!  q[1], q[2], t0, q[3], q[4], q[5] ──► denoc_sincos_four(&sn[0], &cs[0], …) denoc_sincos_two(&sn[4], &cs[4], …)
//!                                        GNU vectors where the processor has some, else denoc_sincos of each
//! ```
//!
//! Angles that are stored one by one and loaded as a vector stall a processor; four that are made a vector in registers do not.
//! More lanes slow single calls down. One text is the kernel of a number and of a vector, so that both have the same bits.

use core::fmt::Write;
use std::collections::BTreeSet;

use super::super::body::FunctionBody;
use super::super::lanes::batched;
use super::super::page::Page;
use super::Style;
use super::kernels;
use crate::compile::{Compiled, Precision, Sincos};
use crate::emit::kernel::Kernel;
use crate::function::Function;

/// Words for sizes of groups.
const WORDS: [&str; 4] = ["one", "two", "three", "four"];

/// What stands before functions that are parts of others.
const INLINED: &str = "
#if defined(__GNUC__)
#define DENOC_INLINE inline __attribute__((always_inline))
#else
#define DENOC_INLINE inline
#endif
";

/// Angles of a function up to which the kernel is a part of it. With more, its copies take more from the instruction cache than calls cost:
/// with the 32 angles of a humanoid inverse dynamics takes 466 ns in place of 370, with the 12 of a quadruped calls cost 3 to 5 %.
const INLINE: usize = 16;

/// Whether a function of a file has more angles than the kernel is copied for.
pub(super) fn are_many(compiled: &Compiled) -> bool {
    compiled
        .programs()
        .any(|program| program.angles.len() > INLINE)
}

/// The groups that angles are taken in, by their sizes.
fn groups(angles: usize) -> impl Iterator<Item = usize> {
    let four = core::iter::repeat_n(WORDS.len(), angles / WORDS.len());
    let rest = angles % WORDS.len();
    four.chain((rest > 0).then_some(rest))
}

/// `denoc_sincos_four_with_tails`, in single precision `denoc_sincosf_…`.
fn name(size: usize, tails: bool, suffix: &str) -> String {
    let with = if tails { "_with_tails" } else { "" };
    format!("denoc_sincos{suffix}_{}{with}", WORDS[size - 1])
}

/// Calls for all angles of a function.
pub(super) fn print(page: &mut Page, body: &FunctionBody<Style>) {
    let angles: Vec<String> = body.angles().collect();
    let tails = body.angle_tails();
    let lane = body.lane_of_sines();
    let sizes: Vec<usize> = match body.language.lanes {
        // The compiler makes vectors of lanes.
        true => vec![1; angles.len()],
        false => groups(angles.len()).collect(),
    };
    let mut first = 0;
    for size in sizes {
        let group = first..first + size;
        let mut arguments = vec![format!("&sn[{first}]{lane}"), format!("&cs[{first}]{lane}")];
        arguments.extend_from_slice(&angles[group.clone()]);
        if let Some(tails) = &tails {
            arguments.extend_from_slice(&tails[group]);
        }
        let name = name(size, tails.is_some(), body.language.suffix());
        page.line(format_args!("{name}({});", arguments.join(", ")));
        first += size;
    }
}

/// The kernels of a file, with and without tails as they are needed, and the functions of groups, by where they are printed.
#[derive(Default)]
pub(super) struct SineText {
    /// In any case.
    common: String,
    /// Where there are vectors.
    of_vectors: String,
    /// Where there are none.
    of_numbers: String,
    /// The lanes of all vectors.
    widths: BTreeSet<usize>,
}

impl SineText {
    /// What a file needs.
    pub(super) fn of(compiled: &Compiled) -> Self {
        let mut text = Self::default();
        let needed = Kernel::of(compiled);
        for (kernel, tails) in [(Kernel::Sincos, false), (Kernel::SincosWithTails, true)] {
            if needed.contains(&kernel) {
                text.add(compiled, kernel, tails, needed.contains(&Kernel::Angle));
            }
        }
        text
    }

    /// Whether it asks if there are vectors.
    pub(super) fn has_vectors(&self) -> bool {
        !self.widths.is_empty()
    }

    /// Adds a kernel and the groups it takes; `by_state`: what integrates quaternions takes sine and cosine of single angles.
    fn add(&mut self, compiled: &Compiled, kernel: Kernel, tails: bool, by_state: bool) {
        let precision = compiled.options.precision;
        let linkage = if are_many(compiled) {
            "DENOC_NOINLINE"
        } else {
            "DENOC_INLINE"
        };
        let mut of_number = kernels::text(kernel, precision);
        if compiled.options.batch {
            of_number = of_number.replace("static void", "static DENOC_INLINE void");
        }
        let sizes = sizes(compiled, tails);
        let single = sizes.contains(&1) || by_state && !tails;
        let numbers = if single {
            &mut self.common
        } else {
            &mut self.of_numbers
        };
        let _ = write!(numbers, "\n{of_number}");
        let vectors = sizes.iter().filter_map(|&size| width(size, precision));
        let vectors: BTreeSet<usize> = vectors.collect();
        for &width in &vectors {
            self.of_vectors += &of_vector(&of_number, width, precision);
        }
        self.widths.extend(vectors);
        for size in sizes {
            // A part of the loop over lanes, which is no vector otherwise.
            let linkage = match size {
                1 if compiled.options.batch => "DENOC_INLINE",
                _ => linkage,
            };
            let group = Group {
                size,
                tails,
                precision,
                linkage,
            };
            match width(size, precision) {
                None => self.common += &group.of_numbers(),
                Some(width) => {
                    self.of_vectors += &group.of_vector(width);
                    self.of_numbers += &group.of_numbers();
                }
            }
        }
    }

    /// The text, behind what says whether there are vectors.
    pub(super) fn whole(self, precision: Precision) -> String {
        let Self {
            common,
            of_vectors,
            of_numbers,
            widths,
        } = self;
        // Defined where it is used, and nowhere else: a macro that is not used is a warning.
        let [everywhere, in_vectors, in_numbers] = where_inlined(&common, &of_vectors, &of_numbers);
        let mut text = everywhere.to_owned() + &common;
        if !widths.is_empty() {
            let types = widths.into_iter().map(|width| types(width, precision));
            let types: String = types.collect();
            let _ = write!(
                text,
                "\n#if defined(DENOC_VECTORS)\n{in_vectors}{types}{of_vectors}\n#else\n{in_numbers}{of_numbers}\n#endif\n"
            );
        }
        text
    }
}

/// [`INLINED`] before all text, before that of vectors or before that of numbers.
fn where_inlined(common: &str, of_vectors: &str, of_numbers: &str) -> [&'static str; 3] {
    let uses = |text: &str| text.contains("DENOC_INLINE");
    match (uses(common), uses(of_vectors), uses(of_numbers)) {
        (false, false, false) => ["", "", ""],
        (false, true, false) => ["", INLINED, ""],
        (false, false, true) => ["", "", INLINED],
        _ => [INLINED, "", ""],
    }
}

/// The sizes of groups that functions of a file take, with or without tails.
fn sizes(compiled: &Compiled, tails: bool) -> BTreeSet<usize> {
    if compiled.options.sincos == Sincos::Libm {
        return BTreeSet::new();
    }
    let programs = compiled.programs();
    let programs = programs.filter(|program| program.tails().is_empty() != tails);
    let mut sizes: BTreeSet<usize> = programs
        .flat_map(|program| groups(program.angles.len()))
        .collect();
    let has_angles = |function: &Function| {
        let program = &function.program;
        !program.angles.is_empty() && program.tails().is_empty() != tails
    };
    if batched(compiled).any(has_angles) {
        sizes.insert(1);
    }
    sizes
}

/// The lanes of the vector that a group fills; one number needs none. Two numbers in single precision are no vector of SSE.
fn width(size: usize, precision: Precision) -> Option<usize> {
    match (size, precision) {
        (1, _) => None,
        (2, Precision::F64) => Some(2),
        _ => Some(4),
    }
}

/// The types of vectors of numbers and of their bits.
fn types(width: usize, precision: Precision) -> String {
    let (scalar, bits, bytes) = match precision {
        Precision::F64 => ("double", "uint64_t", 8),
        Precision::F32 => ("float", "uint32_t", 4),
    };
    // No more than stacks are aligned to: functions would align theirs anew.
    let (word, bytes) = (WORDS[width - 1], width * bytes);
    let align = bytes.min(16);
    format!(
        "typedef {scalar} denoc_{word} __attribute__((vector_size({bytes}), aligned({align})));\n\
         typedef {bits} denoc_{word}_bits __attribute__((vector_size({bytes}), aligned({align})));\n"
    )
}

/// The kernel of a vector: that of a number with other types and another name.
fn of_vector(of_number: &str, width: usize, precision: Precision) -> String {
    let (scalar, bits, suffix) = match precision {
        Precision::F64 => ("double", "uint64_t", ""),
        Precision::F32 => ("float", "uint32_t", "f"),
    };
    let word = WORDS[width - 1];
    // What is the same for all lanes stays a number.
    let (comment, code) = of_number.split_once("*/").unwrap_or(("", of_number));
    let _ = comment;
    let lines = code
        .lines()
        .map(|line| match line.trim_start().starts_with("const ") {
            true => line.to_owned(),
            false => line
                .replace(
                    &format!("denoc_sincos{suffix}"),
                    &format!("denoc_sincos{suffix}_of_{word}"),
                )
                .replace("static void", "static DENOC_INLINE void")
                .replace(scalar, &format!("denoc_{word}"))
                .replace(bits, &format!("denoc_{word}_bits")),
        });
    let lines: Vec<String> = lines.collect();
    lines.join("\n") + "\n"
}

/// A function of a group of angles.
#[derive(Clone, Copy)]
struct Group {
    size: usize,
    tails: bool,
    precision: Precision,
    /// What stands between `static` and its type.
    linkage: &'static str,
}

impl Group {
    fn suffix(self) -> &'static str {
        match self.precision {
            Precision::F64 => "",
            Precision::F32 => "f",
        }
    }

    fn head(self) -> String {
        let scalar = match self.precision {
            Precision::F64 => "double",
            Precision::F32 => "float",
        };
        let list = |letter: char| -> String {
            let numbers = (0..self.size).map(|k| format!(", {scalar} {letter}{k}"));
            numbers.collect()
        };
        let rests = if self.tails { list('r') } else { String::new() };
        let name = name(self.size, self.tails, self.suffix());
        format!(
            "\nstatic {} void {name}({scalar} *s, {scalar} *c{}{rests})\n{{\n",
            self.linkage,
            list('x')
        )
    }

    /// The kernel of a number or of a vector.
    fn kernel(self, vector: &str) -> String {
        let with = if self.tails { "_with_tails" } else { "" };
        format!("denoc_sincos{}{vector}{with}", self.suffix())
    }

    /// One angle after the other.
    fn of_numbers(self) -> String {
        let mut text = self.head();
        let kernel = self.kernel("");
        for k in 0..self.size {
            let rest = if self.tails {
                format!("&r{k}, ")
            } else {
                String::new()
            };
            let _ = writeln!(text, "    {kernel}(&x{k}, {rest}&s[{k}], &c[{k}]);");
        }
        text + "}\n"
    }

    /// All at once.
    fn of_vector(self, width: usize) -> String {
        let word = WORDS[width - 1];
        let zero = format!("0.0{}", self.suffix().to_ascii_uppercase());
        let vector = |name: &str, letter: char| {
            let given = (0..self.size).map(|k| format!("{letter}{k}"));
            let padded = given.chain(core::iter::repeat_n(zero.clone(), width - self.size));
            let padded: Vec<String> = padded.collect();
            format!(
                "    const denoc_{word} {name} = {{{}}};\n",
                padded.join(", ")
            )
        };
        let mut text = self.head() + &vector("x", 'x');
        let mut rest = "";
        if self.tails {
            text += &vector("rest", 'r');
            rest = "&rest, ";
        }
        let kernel = self.kernel(&format!("_of_{word}"));
        let _ = writeln!(
            text,
            "    denoc_{word} sine, cosine;\n    {kernel}(&x, {rest}&sine, &cosine);"
        );
        for k in 0..self.size {
            let _ = writeln!(text, "    s[{k}] = sine[{k}];\n    c[{k}] = cosine[{k}];");
        }
        text + "}\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_taken_in_fours_and_no_more_than_there_are() {
        for angles in 0..20 {
            assert_eq!(groups(angles).sum::<usize>(), angles);
            assert!(groups(angles).all(|size| (1..=4).contains(&size)));
        }
        assert_eq!(groups(7).collect::<Vec<_>>(), [4, 3]);
    }
}
