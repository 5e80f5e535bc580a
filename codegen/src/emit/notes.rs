//! The comments of generated code about itself: its source, its cost, its use of the stack.

use crate::compile::{Compiled, Fma, Precision, Sincos};
use crate::counts::Counts;
use crate::function::{Evidence, Function, Proof};
use crate::leaves::Argument;
use crate::name::visible;
use crate::program::Output;

use super::body::Language;
use super::chunk::Plan;
use super::kernel::Kernel;
use super::shared::{Shared, SharedFunction};
use super::stack::{Stack, width};

/// Multiplications and additions of our sincos for one angle.
const fn sincos_price(precision: Precision) -> (usize, usize) {
    match precision {
        Precision::F64 => (23, 29),
        Precision::F32 => (18, 24),
    }
}

/// Multiplications and additions of the reciprocal root in our saturation.
pub(super) const fn root_price(precision: Precision) -> (usize, usize) {
    match precision {
        Precision::F64 => (14, 6),
        Precision::F32 => (11, 5),
    }
}

/// Lines for the head of a file.
#[must_use]
pub fn file(compiled: &Compiled) -> Vec<String> {
    let (mechanism, options) = (&compiled.mechanism, &compiled.options);
    let (precision, sincos) = match (options.precision, options.sincos) {
        (Precision::F64, Sincos::Poly) => ("f64", "own sincos"),
        (Precision::F32, Sincos::Poly) => ("f32", "own sincos"),
        (Precision::F64, Sincos::Libm) => ("f64", "libm"),
        (Precision::F32, Sincos::Libm) => ("f32", "libm"),
    };
    let sparse = if options.sparse { ", --sparse" } else { "" };
    let fma = match options.fma {
        Fma::Off => "",
        Fma::Target => ", --fma",
        Fma::Any => ", --fma any",
    };
    let batch = if options.batch { ", --batch" } else { "" };
    let mut lines = vec![
        format!(
            "{}: dynamics of a mechanism with {} coordinates and {} velocities.",
            compiled.name,
            mechanism.nq(),
            mechanism.nv()
        ),
        String::new(),
        format!("Model:     {}", one_line(&mechanism.name)),
        format!("Source:    {}, SHA-256 {}", one_line(&mechanism.source.path), mechanism.source.hash),
        format!("Generator: denoc {}, --opt {}, {precision}, {sincos}{sparse}{batch}{fma}", env!("CARGO_PKG_VERSION"), options.opt),
        String::new(),
        "Operations: add includes subtractions; neg, sqrt and trig (distinct sines and cosines) are apart.".into(),
    ];
    if options.sincos == Sincos::Poly {
        let (mul, add) = sincos_price(options.precision);
        lines.push(format!(
            "Sine and cosine of one angle together take {mul} mul and {add} add, not counted."
        ));
    }
    if Kernel::of(compiled).contains(&Kernel::Saturation) {
        let (mul, add) = root_price(options.precision);
        lines.push(format!(
            "The root of a friction (a/sqrt(a^2 + b^2): 3 mul, 1 add, 1 sqrt) takes {mul} mul and {add} add, not counted."
        ));
    }
    lines.push(String::new());
    lines.push("Generated. The output belongs to you: no licence attaches.".into());
    lines
}

/// What a function was proved equal to: the recursion, the partner, how many points, and the primes of their fields.
fn proved(evidence: &Evidence) -> Vec<String> {
    let line = |what: &str, proof: &Proof| {
        let [one, other] = proof.primes;
        let points = proof.points;
        format!("Proved equal to {what}, at {points} points modulo {one} and {other}.")
    };
    let recursion = line(
        &format!("its recursion ({})", evidence.literal),
        &evidence.recursion,
    );
    let partner = match &evidence.partner {
        Ok((name, proof)) => line(&format!("its partner ({name})"), proof),
        Err(reason) => format!("No partner: {reason}."),
    };
    vec![recursion, partner]
}

/// The comments about a function: its result, its use, its price.
pub(super) struct Notes {
    /// Its result.
    pub(super) summary: String,
    /// Its use.
    pub(super) usage: Option<&'static str>,
    /// Its formulation, with the source.
    pub(super) formulation: String,
    /// What it was proved equal to.
    pub(super) evidence: Option<Evidence>,
    pub(super) operations: Counts,
    /// Its structural zeros: `12 of 36 elements of dtau_dq`.
    pub(super) zeros: Vec<String>,
    /// Its packed matrices: `30 of 36 elements of M`.
    pub(super) packed: Vec<String>,
    /// The equations that it solves.
    pub(super) equations: Vec<String>,
    /// Limbs that share a function.
    pub(super) shared: Vec<String>,
    pub(super) stack: Stack,
}

impl Notes {
    /// About a function of one program.
    pub(super) fn of<L: Language>(function: &Function, language: L) -> Self {
        let (route, paper) = (one_line(&function.route()), one_line(function.paper));
        let plan = Plan::of(&function.program, L::LIMITS);
        let copies = plan.shared.iter().filter(|_| L::COPIES_PARTS);
        let copies: usize = copies.flat_map(Shared::copies).sum();
        let precision = language.precision();
        Self {
            summary: one_line(&function.summary),
            usage: None,
            formulation: format!("{route} ({paper})"),
            evidence: function.evidence.clone(),
            operations: function.counts(),
            zeros: zeros(function),
            packed: packed(function),
            equations: Vec::new(),
            shared: shared(&plan),
            stack: Stack::of(&function.program, &plan, precision).and(copies * width(precision)),
        }
    }

    /// One after the other.
    pub(super) fn lines(self) -> Vec<String> {
        let Counts {
            mul,
            add,
            div,
            neg,
            sqrt,
            trig,
            fma,
        } = self.operations;
        let mut lines = vec![self.summary];
        lines.extend(self.usage.map(Into::into));
        lines.push(String::new());
        lines.push(format!("Formulation: {}.", self.formulation));
        lines.extend(self.evidence.iter().flat_map(proved));
        let fma = match fma {
            0 => String::new(),
            fused => format!(", {fused} fma"),
        };
        lines.push(format!(
            "Operations: {mul} mul, {add} add{fma}, {div} div, {neg} neg, {sqrt} sqrt, {trig} trig."
        ));
        if !self.zeros.is_empty() {
            lines.push(format!("Structural zeros: {}.", self.zeros.join(", ")));
        }
        if !self.packed.is_empty() {
            let packed = self.packed.join(", ");
            lines.push(format!(
                "Packed, column by column: {packed}; the others are structural zeros."
            ));
        }
        if !self.equations.is_empty() {
            lines.push(format!("Equations solved: {}.", self.equations.join("; ")));
        }
        lines.extend(self.shared);
        lines.push(self.stack.line());
        lines
    }
}

/// The limbs that share functions.
fn shared(plan: &Plan) -> Vec<String> {
    let functions = plan.shared.iter().flat_map(|one| &one.functions);
    let line = |one: &SharedFunction| {
        let limbs: Vec<String> = one.limbs.iter().map(|limb| one_line(limb)).collect();
        format!(
            "Limbs {}: {} statements in one function, called {} times.",
            limbs.join(", "),
            one.run.len(),
            limbs.len()
        )
    };
    functions.map(line).collect()
}

/// The outputs with elements that are 0 for all inputs.
fn zeros(function: &Function) -> Vec<String> {
    let dense = function
        .outputs()
        .iter()
        .filter(|one| one.pattern.is_none());
    let counted = dense.map(|one| (function.last().zeros(one), one));
    let some = counted.filter(|(zeros, _)| *zeros > 0);
    some.map(|(zeros, one)| share(zeros, one)).collect()
}

/// The outputs without such elements.
fn packed(function: &Function) -> Vec<String> {
    let packed = function
        .outputs()
        .iter()
        .filter(|one| one.pattern.is_some());
    packed.map(|one| share(one.elements.len(), one)).collect()
}

/// A number of the elements of an output.
fn share(number: usize, of: &Output) -> String {
    format!("{number} of {} elements of {}", of.whole(), of.name)
}

/// The contents of an input array, with units.
#[must_use]
pub fn argument(argument: Argument) -> &'static str {
    match argument {
        Argument::Parameters => "values of the parameters, in the order of their structure",
        Argument::Prepared => "what prepare computed from the parameters",
        Argument::Independent => "rates of the independent velocities, rad/s or m/s",
        Argument::Carried => "what the first step carries over",
        Argument::StepSize => "size of the step, s: one number",
        Argument::Solved => "what was solved for so far",
        Argument::Q => "joint coordinates, rad or m",
        Argument::Qd => "generalised velocities, rad/s or m/s",
        Argument::Qdd => "generalised accelerations, rad/s^2 or m/s^2",
        Argument::Tau => "generalised forces, Nm or N",
        Argument::Wrenches => "[moment; force] on each body about its frame's origin, Nm and N",
        Argument::DrivenQ => "coordinates of driven joints, rad or m",
        Argument::DrivenQd => "rates of driven joints, rad/s or m/s",
        Argument::DrivenQdd => "accelerations of driven joints, rad/s^2 or m/s^2",
        Argument::P => "canonical momenta M(q) qd, kg m^2/s or kg m/s",
        Argument::DirectionQ => "direction in q, by velocities: right tangent space",
        Argument::DirectionQd => "direction in qd",
        Argument::DirectionQdd => "direction in qdd",
        Argument::DirectionTau => "direction in tau",
        Argument::DirectionP => "direction in p",
        Argument::DirectionWrenches => "direction in the wrenches",
        Argument::DirectionIndependent => "direction in the rates of the independent velocities",
        Argument::Weights(_) => "weights on an output, element by element",
    }
}

/// Text for a comment: one visible line that cannot end a C comment or start another.
#[must_use]
pub fn one_line(text: &str) -> String {
    visible(text)
        .replace("*/", "* /")
        .replace("/*", "/ *")
        .replace("??", "? ?")
}

/// Text as code in Markdown, whatever it holds: between more backticks than it has in a row.
#[must_use]
pub fn code(text: &str) -> String {
    let text = one_line(text);
    let row = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(row + 1);
    match row {
        0 => format!("{fence}{text}{fence}"),
        _ => format!("{fence} {text} {fence}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_models_are_code_in_markdown() {
        assert_eq!(code("<dynamics> [a](b) *c*"), "`<dynamics> [a](b) *c*`");
        assert_eq!(code("a`b``c"), "``` a`b``c ```");
        assert_eq!(code("two\nlines"), r"`two\u{a}lines`");
    }
}
