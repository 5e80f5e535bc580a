//! What was measured → tables.

use denoc_codegen::function::Function;
use denoc_codegen::report::{Section, Table};

use super::build::Program;
use super::machine::processor;
use super::object::Sizes;
use super::peers::Pinocchio;
use super::rounds::{Effort, Measured, Times};
use super::samples::Samples;
use super::toolchain::{Language, Toolchain, Toolchains};
use super::work::{BATCH, STATES, Work, has_batch};

/// All there is to print.
pub(super) struct Report<'a> {
    pub(super) work: &'a Work,
    pub(super) toolchains: &'a Toolchains,
    pub(super) programs: &'a [Program],
    pub(super) measured: &'a Measured,
    pub(super) effort: Effort,
    /// Where peers are asked for: their times, or why there are none.
    pub(super) peers: Option<Result<Pinocchio, String>>,
}

/// Scatter beyond which a warning is due, in parts of the median.
const BUSY: f64 = 0.1;

impl Report<'_> {
    /// The tables: machine and compilers, calls, batches, stack, code, peers.
    pub(super) fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.compilers(), self.calls()];
        sections.extend(self.cold());
        sections.extend(self.batches());
        sections.extend(self.stack());
        sections.push(self.code());
        sections.extend(self.of_peers());
        sections
    }

    /// The times of a function by a compiler, by their places.
    pub(super) fn times(&self, compiler: usize, function: usize) -> &Times {
        &self.measured.times[compiler][function]
    }

    /// The predicted time of a call, ns.
    pub(super) fn predicted(&self, cycles: Option<usize>) -> Option<f64> {
        Some(cycles? as f64 * self.measured.cycle.median()?)
    }

    fn compilers(&self) -> Section {
        let compiled = &self.work.compiled;
        let mut table = Table::new(&["compiler", "version", "flags"]);
        for Toolchain {
            command,
            version,
            flags,
            ..
        } in &self.toolchains.found
        {
            table.row([command.clone(), version.clone(), flags.join(" ")]);
        }
        let mut notes: Vec<String> = self
            .toolchains
            .missing
            .iter()
            .map(|why| sentence(why))
            .collect();
        notes.extend(self.kind_of_rust());
        notes.push(self.clock());
        notes.extend(self.busy());
        Section {
            title: format!(
                "{}, --opt {}, {}, on {}",
                compiled.name,
                compiled.options.opt,
                self.work.scalars()[1],
                processor()
            ),
            table,
            notes,
        }
    }

    /// Which code it is that rustc compiles.
    fn kind_of_rust(&self) -> Option<String> {
        let mut found = self.toolchains.found.iter();
        let rustc = found.find(|one| one.language == Language::Rust)?;
        Some(match &rustc.runtime {
            Some(folder) => format!(
                "Rust is the code of the attribute, with the crate denoc of {}.",
                folder.display()
            ),
            None => "Rust is stand-alone text, whose sines are no vectors in single calls; --runtime FOLDER times the code of the attribute."
                .into(),
        })
    }

    /// How was measured, and what a cycle took.
    fn clock(&self) -> String {
        let Effort { time, repetitions } = self.effort;
        let clock = match self.measured.cycle.median() {
            Some(cycle) => format!("; a cycle took {cycle:.3} ns ({:.2} GHz)", 1.0 / cycle),
            None => String::new(),
        };
        let samples = match repetitions {
            1 => "One sample".into(),
            several => format!("Medians of {several} samples"),
        };
        format!("{samples} of {} ms or more{clock}.", 1e3 * time)
    }

    /// How far samples scatter, where that is much.
    fn busy(&self) -> Option<String> {
        let all = self.measured.times.iter().flatten();
        // Cold calls scatter by themselves.
        let all = all.flat_map(|times| [&times.call, &times.batch]);
        let worst = all.filter_map(Samples::scatter).fold(0.0, f64::max);
        (worst > BUSY).then(|| {
            format!(
                "The samples scatter: from quartile to quartile up to {:.0} % of the median. Is the machine busy? Then short samples are \
                 interrupted less often: --time 0.001 --repetitions 50.",
                100.0 * worst
            )
        })
    }

    fn calls(&self) -> Section {
        let mut table = self.table(&["function", ">M", ">A", ">D", ">sqrt", ">trig", ">predicted"]);
        let mut notes = vec![CALLS.replace("STATES", &STATES.to_string())];
        for (place, function) in self.work.functions().iter().enumerate() {
            let counts = function.counts();
            let counts = [counts.mul, counts.add, counts.div, counts.sqrt, counts.trig];
            let predicted = self.predicted(self.work.cycles(function));
            let times = self.of_calls(place, |times| &times.call);
            notes.extend(self.failure(place));
            let counts = counts.map(|count| count.to_string()).into_iter();
            let row = core::iter::once(function.name.clone()).chain(counts);
            table.row(row.chain([figure(predicted)]).chain(times));
        }
        Section {
            title: "ns a call".into(),
            table,
            notes,
        }
    }

    /// The times of calls of a function by every compiler.
    fn of_calls(
        &self,
        place: usize,
        samples: fn(&Times) -> &Samples,
    ) -> impl Iterator<Item = String> {
        self.of_compilers(move |one| match self.times(one, place) {
            times if times.fails => "fails".into(),
            times => figure(samples(times).median()),
        })
    }

    /// Why a function has no time, where it has none.
    fn failure(&self, place: usize) -> Option<String> {
        let fails = (0..self.programs.len()).any(|one| self.times(one, place).fails);
        fails.then(|| {
            format!(
                "`{}` has no time: at some of the states it returns a status other than 0, before its end.",
                self.work.functions()[place].name
            )
        })
    }

    /// Nothing where they were not asked for.
    fn cold(&self) -> Option<Section> {
        let megabytes = self.work.cold? >> 20;
        let mut table = self.table(&["function"]);
        for (place, function) in self.work.functions().iter().enumerate() {
            let times = self.of_calls(place, |times| &times.cold);
            table.row(core::iter::once(function.name.clone()).chain(times));
        }
        Some(Section {
            title: "ns a call, caches cold".into(),
            table,
            notes: vec![COLD.replace("MEGABYTES", &megabytes.to_string())],
        })
    }

    /// Nothing where no function has a batch.
    fn batches(&self) -> Option<Section> {
        let mut table = self.table(&["function"]);
        for (place, function) in self.work.functions().iter().enumerate() {
            if has_batch(function) {
                let times = self.of_compilers(|one| figure(self.times(one, place).batch.median()));
                table.row(core::iter::once(batch_of(function)).chain(times));
            }
        }
        (!table.is_empty()).then(|| Section {
            title: format!("ns a state, in batches of {BATCH}"),
            table,
            notes: Vec::new(),
        })
    }

    /// Of C, whose compilers report it.
    fn stack(&self) -> Option<Section> {
        let is_of_c = |&one: &usize| self.toolchains.found[one].language == Language::C;
        let of_c: Vec<usize> = (0..self.programs.len()).filter(is_of_c).collect();
        let mut names = vec!["function", ">bound"];
        let heads: Vec<String> = of_c.iter().map(|&one| self.head(one)).collect();
        names.extend(heads.iter().map(String::as_str));
        let mut table = Table::new(&names);
        for (place, function) in self.work.functions().iter().enumerate() {
            let bound = self.work.stack(function).optimised.to_string();
            let used = of_c
                .iter()
                .map(|&one| bytes(self.programs[one].sizes[place].stack));
            table.row([function.name.clone(), bound].into_iter().chain(used));
        }
        (!of_c.is_empty()).then(|| Section {
            title: "Bytes of stack".into(),
            table,
            notes: vec![STACK.into()],
        })
    }

    fn code(&self) -> Section {
        let mut table = self.table(&["function"]);
        for (place, function) in self.work.functions().iter().enumerate() {
            let sizes = |size: fn(&Sizes) -> Option<usize>| {
                self.of_compilers(move |one| bytes(size(&self.programs[one].sizes[place])))
            };
            table.row(
                [function.name.clone()]
                    .into_iter()
                    .chain(sizes(|one| one.code)),
            );
            if has_batch(function) {
                let of_batch = sizes(|one| one.batch_code);
                table.row(core::iter::once(batch_of(function)).chain(of_batch));
            }
        }
        Section {
            title: "Bytes of code".into(),
            table,
            notes: vec![CODE.into()],
        }
    }

    fn of_peers(&self) -> Option<Section> {
        let mut section = Section {
            title: "Peers".into(),
            ..Section::default()
        };
        match self.peers.as_ref()? {
            Err(why) => section.notes.push(why.clone()),
            Ok(found) => {
                section.title = format!("Pinocchio {} from Python, ns a call", found.version);
                section.table = Table::new(&["function", "Pinocchio's", ">time"]);
                for (ours, theirs, samples) in &found.times {
                    let time = figure(samples.median());
                    section.table.row([(*ours).into(), (*theirs).into(), time]);
                }
                let overhead = figure(found.overhead.median());
                section.notes.push(PINOCCHIO.replace("OVERHEAD", &overhead));
            }
        }
        Some(section)
    }

    /// A table with these columns and one for every compiler.
    fn table(&self, first: &[&str]) -> Table {
        let heads: Vec<String> = self.of_compilers(|one| self.head(one)).collect();
        let names = first
            .iter()
            .copied()
            .chain(heads.iter().map(String::as_str));
        Table::new(&names.collect::<Vec<&str>>())
    }

    fn head(&self, compiler: usize) -> String {
        format!(">{}", self.programs[compiler].compiler)
    }

    /// A cell for every compiler.
    fn of_compilers<'s>(
        &'s self,
        cell: impl Fn(usize) -> String + 's,
    ) -> impl Iterator<Item = String> + 's {
        (0..self.programs.len()).map(cell)
    }
}

const CALLS: &str = "Calls one after the other at STATES states in turn, with what a call itself takes, caches warm. M multiplications, \
A additions and subtractions, D divisions, trig distinct sines and cosines; predicted: by the model of a processor that orders the statements, \
40 cycles for all sines; it knows no solvers of equations.";

const COLD: &str = "Each call behind MEGABYTES MB of other data and 512 kB of other code; a sample is the median of 16 calls or more.";

const STACK: &str = "bound: what the header says of optimised code. Measured: the frame of the function and the largest of those that it calls.";

const CODE: &str = "Code of a function with its parts. Sines, cosines and solvers that functions share are not in it.";

const PINOCCHIO: &str = "In double precision. A call from Python that computes next to nothing takes OVERHEAD ns; the rest is the function.";

fn batch_of(function: &Function) -> String {
    format!("{}_batch", function.name)
}

/// A time with three digits, or more before the point.
fn figure(ns: Option<f64>) -> String {
    match ns {
        None => String::new(),
        Some(ns) if ns < 10.0 => format!("{ns:.2}"),
        Some(ns) if ns < 100.0 => format!("{ns:.1}"),
        Some(ns) => format!("{ns:.0}"),
    }
}

fn bytes(bytes: Option<usize>) -> String {
    bytes.map_or_else(String::new, |bytes| bytes.to_string())
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let figures = [0.123, 9.87, 54.321, 1234.5].map(|ns| figure(Some(ns)));
        assert_eq!(figures, ["0.12", "9.87", "54.3", "1234"]);
        assert_eq!(figure(None), "");
    }

    #[test]
    fn remarks_are_sentences() {
        assert_eq!(sentence("no compiler"), "No compiler.");
        assert_eq!(sentence(""), ".");
    }
}
