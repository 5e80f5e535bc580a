//! The body of a function: program and plan → lines, the same walk for every language of statements.
//!
//! ```text
//!  parts before ─► sines and cosines ─► parts after ─► outputs
//!   (angles)          (a kernel)                        (of the language)
//! ```
//!
//! A part is in the body, or in a function of its own that is called there. What a language has of its own is a
//! [`Language`]; what only languages with arrays as outputs share is in [`arrays`](super::arrays).

use core::ops::Range;
use std::borrow::Cow;
use std::collections::HashSet;

use super::arrays::Written;
use super::chunk::{Chunk, Limits, Plan, Uses, ValueLocation, operands, trigonometry};
use super::literal;
use super::page::Page;
use super::shared::{Passed, Shared, SharedArray, SharedLocation, Whose};
use crate::compile::Precision;
use crate::function::Function;
use crate::leaves::{Argument, Input};
use crate::name;
use crate::program::{Fused, Operand, Operation, Port, Program, Tail, Tails};

/// The parts of a function's body that differ between languages.
pub(super) trait Language: Copy {
    /// The arrays of sines and of cosines.
    const TRIGONOMETRY: [&'static str; 2];
    /// How long functions are.
    const LIMITS: Limits;
    /// Whether limbs are given copies of their parts of arrays, on the stack.
    const COPIES_PARTS: bool = false;
    /// The end of a statement.
    const END: &'static str = ";";

    /// The type of numbers.
    fn precision(self) -> Precision;

    /// A number, given the text that is read back to it.
    fn number(self, text: String) -> String {
        text
    }

    /// An element of an input.
    fn element(self, input: Input) -> String {
        format!("{}[{}]", input.argument.name(), input.index)
    }

    /// The definition of a local: `const double t3`.
    fn local(self, name: &str) -> String;

    /// The name of the function that saturates.
    fn saturation(self) -> String {
        "denoc_saturate".into()
    }

    /// The name of the function that multiplies and adds, rounding once.
    fn fused(self) -> String {
        match self.precision() {
            Precision::F64 => "fma".into(),
            Precision::F32 => "fmaf".into(),
        }
    }

    /// The name of the function whose result is the tail of a sum or of a product.
    fn tail(self, what: &str) -> String {
        format!("denoc_{what}_tail")
    }

    /// Whether sine and cosine take the tails of angles.
    fn takes_tails(self) -> bool {
        true
    }

    /// The index of the lane, behind all others: `[k]`; nothing where there are no lanes.
    fn lane(self) -> &'static str {
        ""
    }

    /// Prints what is done for every lane; without lanes, what is done once.
    fn each_lane(self, page: &mut Page, inside: impl FnOnce(&mut Page)) {
        inside(page);
    }

    /// Prints what takes sine and cosine of all angles, of which there are some.
    fn sines(self, page: &mut Page, body: &FunctionBody<Self>);

    /// The name of a function of statements.
    fn part(self, function: &Function, number: usize) -> String {
        format!("{}_part_{number}", name::identifier(&function.name))
    }

    /// An array as a parameter of such a function.
    fn parameter(self, array: &ArrayArgument) -> String;

    /// An array as an argument of such a function.
    fn argument(self, array: &ArrayArgument) -> String {
        array.name().into()
    }

    /// The part of an array that is a limb's, as an argument; prints what must come before the call.
    fn own_argument(self, page: &mut Page, array: &str, part: Range<usize>) -> String;

    /// Prints a call; `name` may start with what is assigned to.
    fn call(self, page: &mut Page, name: &str, arguments: Vec<String>) {
        page.line(format_args!(
            "{name}({}){}",
            arguments.join(", "),
            Self::END
        ));
    }

    /// Prints elements of an output that is an array of the caller, from a place on.
    fn write(self, page: &mut Page, output: &str, first: usize, values: &[Written]) {
        for (at, Written { text, .. }) in (first..).zip(values) {
            let lane = self.lane();
            page.line(format_args!("{output}[{at}]{lane} = {text}{}", Self::END));
        }
    }

    /// Prints a function that the body calls; `merged`: it is to become a part of the body again where compilers optimise.
    fn function(
        self,
        page: &mut Page,
        name: &str,
        parameters: Vec<String>,
        merged: bool,
        inside: impl FnOnce(&mut Page),
    );
}

/// An array that a function of statements takes.
pub(super) enum ArrayArgument {
    /// An input of the function.
    Input(Port),
    /// One of its own.
    Own {
        name: Cow<'static, str>,
        len: usize,
        written: bool,
    },
}

impl ArrayArgument {
    /// One of the function's own that is only read.
    fn own(name: impl Into<Cow<'static, str>>, len: usize) -> Self {
        Self::Own {
            name: name.into(),
            len,
            written: false,
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Self::Input(port) => port.argument.name(),
            Self::Own { name, .. } => name,
        }
    }
}

/// The source of the printed body of a function.
pub(super) struct FunctionBody<'a, L> {
    pub(super) function: &'a Function,
    pub(super) plan: &'a Plan,
    pub(super) language: L,
}

impl<L: Language> FunctionBody<'_, L> {
    pub(super) fn program(&self) -> &Program {
        &self.function.program
    }

    /// The functions of the parts.
    pub(super) fn parts(&self, page: &mut Page) {
        for (number, part) in (1..).zip(self.plan.functions()) {
            if let Some((of, _)) = part.call {
                self.shared_function(page, (of, number));
                continue;
            }
            let uses = self.plan.part_uses(self.program(), part);
            let arrays = self.arrays(&uses, !part.stores.is_empty());
            let parameters = arrays.iter().map(|one| self.language.parameter(one));
            let name = self.language.part(self.function, number);
            let statements = |page: &mut Page| self.statements(page, part);
            let inside = |page: &mut Page| self.language.each_lane(page, statements);
            let (parameters, merged) = (parameters.collect(), self.plan.merged);
            (self.language).function(page, &name, parameters, merged, inside);
        }
    }

    /// Everything but the outputs.
    pub(super) fn flow(&self, page: &mut Page) {
        let mut number = 0;
        self.run(page, &self.plan.before, &mut number);
        if !self.program().angles.is_empty() {
            let sines = |page: &mut Page| {
                self.tails(page);
                self.language.sines(page, self);
            };
            match self.plan.is_cut() {
                true => self.language.each_lane(page, sines),
                false => sines(page),
            }
        }
        self.run(page, &self.plan.after, &mut number);
    }

    fn run(&self, page: &mut Page, parts: &[Chunk], number: &mut usize) {
        for part in parts {
            if part.inline {
                self.statements(page, part);
                continue;
            }
            if let Some(call) = part.call {
                *number += usize::from(call.1 == 0);
                self.shared_call(page, call, *number);
                continue;
            }
            *number += 1;
            let uses = self.plan.part_uses(self.program(), part);
            let arguments = self.arguments(&uses, !part.stores.is_empty());
            let name = self.language.part(self.function, *number);
            self.language.call(page, &name, arguments);
        }
    }

    fn statements(&self, page: &mut Page, part: &Chunk) {
        let own = self.plan.own();
        let scope = if part.inline { &own } else { &part.statements };
        for slot in part.statements.clone() {
            let statement = &self.program().statements[slot];
            let operands = statement.operands().map(|one| self.operand(one, scope));
            self.statement(
                page,
                slot,
                statement.operation,
                &operands.collect::<Vec<_>>(),
            );
        }
        if part.call.is_some() {
            return;
        }
        for &slot in &part.stores {
            if let Some(index) = self.plan.stored(slot) {
                let (lane, end) = (self.language.lane(), L::END);
                page.line(format_args!("live[{index}]{lane} = t{slot}{end}"));
            }
        }
    }

    /// The statement of a local of that number.
    fn statement(&self, page: &mut Page, number: usize, operation: Operation, operands: &[String]) {
        let [a, b, rest @ ..] = operands else { return };
        let end = L::END;
        let local = self.language.local(&format!("t{number}"));
        let mut infix = |sign| page.line(format_args!("{local} = {a} {sign} {b}{end}"));
        match operation {
            Operation::Add => infix('+'),
            Operation::Sub => infix('-'),
            Operation::Mul => infix('*'),
            Operation::Div => infix('/'),
            Operation::Saturate => {
                let saturate = self.language.saturation();
                page.line(format_args!("{local} = {saturate}({a}, {b}){end}"));
            }
            Operation::Fused(Fused { form, .. }) => {
                let fused = self.language.fused();
                let minus = |negative| if negative { "-" } else { "" };
                let of_product = minus(form.negates_product());
                let of_addend = minus(form.negates_addend());
                let addend = rest.first().map_or("", String::as_str);
                page.line(format_args!(
                    "{local} = {fused}({of_product}{a}, {b}, {of_addend}{addend}){end}"
                ));
            }
        }
    }

    /// A function that limbs share.
    fn shared_function(&self, page: &mut Page, (of, number): (usize, usize)) {
        let Some(shared) = &self.plan.shared else {
            return;
        };
        let function = &shared.functions[of];
        let arrays = function.arrays.iter().map(|&(array, whose)| {
            let name = self.name_in_limb(array, whose);
            match (array, whose) {
                (SharedArray::Limb, _) => limb_array(name, shared.limbs[function.first]),
                (_, Whose::All) => self.whole(shared, array),
                (_, Whose::Own) => ArrayArgument::own(name, function.part(array, 0).len()),
            }
        });
        let parameters = arrays.map(|one| self.language.parameter(&one));
        let name = self.language.part(self.function, number);
        let end = L::END;
        let inside = |page: &mut Page| {
            let statements = function
                .run
                .clone()
                .map(|slot| &self.program().statements[slot]);
            for (place, (statement, locations)) in statements.zip(&function.operands).enumerate() {
                let operands = locations.iter().map(|one| self.shared_operand(*one));
                let operands: Vec<String> = operands.collect();
                self.statement(page, place, statement.operation, &operands);
            }
            for (place, index) in &function.results {
                page.line(format_args!("{LIMB}[{index}] = t{place}{end}"));
            }
        };
        (self.language).function(page, &name, parameters.collect(), false, inside);
    }

    /// What its limb is given, and its call.
    fn shared_call(&self, page: &mut Page, (of, limb): (usize, usize), number: usize) {
        let Some(shared) = &self.plan.shared else {
            return;
        };
        let own = self.plan.own();
        for (operand, to) in &shared.moves[of][limb] {
            let value = self.operand(*operand, &own);
            page.line(format_args!("{} = {value}{}", passed(*to), L::END));
        }
        let function = &shared.functions[of];
        let arguments = function.arrays.iter().map(|&(array, whose)| {
            let limb_of_all = function.first + limb;
            match (array, whose) {
                (SharedArray::Limb, _) => {
                    let array = limb_array(limb_name(limb_of_all), shared.limbs[limb_of_all]);
                    self.language.argument(&array)
                }
                (_, Whose::All) => self.language.argument(&self.whole(shared, array)),
                (_, Whose::Own) => {
                    let part = function.part(array, limb);
                    self.language.own_argument(page, self.name_of(array), part)
                }
            }
        });
        let arguments = arguments.collect();
        let name = self.language.part(self.function, number);
        self.language.call(page, &name, arguments);
    }

    fn shared_operand(&self, location: SharedLocation) -> String {
        match location {
            SharedLocation::Constant(index) => self.operand(Operand::Constant(index), &(0..0)),
            SharedLocation::Local(place) => format!("t{place}"),
            SharedLocation::Element(SharedArray::Input(argument), Whose::All, index) => {
                self.language.element(Input { argument, index })
            }
            SharedLocation::Element(array, whose, index) => {
                format!("{}[{index}]", self.name_in_limb(array, whose))
            }
        }
    }

    /// The name of an array in the function that calls; that of limbs is each limb's.
    fn name_of(&self, array: SharedArray) -> &'static str {
        let [sine, cosine] = L::TRIGONOMETRY;
        match array {
            SharedArray::Input(argument) => argument.name(),
            SharedArray::Sine => sine,
            SharedArray::Cosine => cosine,
            SharedArray::Common => COMMON,
            SharedArray::Limb => LIMB,
        }
    }

    /// The same in the function that limbs share.
    fn name_in_limb(&self, array: SharedArray, whose: Whose) -> Cow<'static, str> {
        let name = self.name_of(array);
        match (array, whose) {
            (SharedArray::Limb, _) | (_, Whose::All) => name.into(),
            (_, Whose::Own) => own_name(name).into(),
        }
    }

    /// A whole array of the function that calls.
    fn whole(&self, shared: &Shared, array: SharedArray) -> ArrayArgument {
        let name = self.name_of(array);
        let mut ports = self.program().inputs.iter();
        let input = match array {
            SharedArray::Input(argument) => ports.find(|port| port.argument == argument),
            _ => None,
        };
        let len = match array {
            SharedArray::Common => shared.common,
            _ => self.program().angles.len(),
        };
        input.map_or_else(
            || ArrayArgument::own(name, len),
            |port| ArrayArgument::Input(*port),
        )
    }

    /// The arrays between the function and those of limbs: names and lengths.
    pub(super) fn passed(&self) -> Vec<(Cow<'static, str>, usize)> {
        let Some(shared) = &self.plan.shared else {
            return Vec::new();
        };
        let limbs = shared.limbs.iter().enumerate();
        let limbs = limbs.map(|(limb, len)| (limb_name(limb).into(), *len));
        let common = (Cow::from(COMMON), shared.common);
        [common]
            .into_iter()
            .chain(limbs)
            .filter(|(_, len)| *len > 0)
            .collect()
    }

    /// The angles, whose sines and cosines are taken between the parts.
    pub(super) fn angles(&self) -> impl Iterator<Item = String> {
        let scope = self.plan.own();
        let angles = self.program().angles.iter();
        angles.map(move |&angle| self.operand(angle, &scope))
    }

    /// The tails of sums and multiples of angles.
    fn tails(&self, page: &mut Page) {
        if !self.language.takes_tails() {
            return;
        }
        let (tails, scope) = (self.program().tails(), self.plan.own());
        for slot in tails.slots() {
            let statement = &self.program().statements[slot];
            let (what, sign) = match statement.operation {
                Operation::Mul => ("product", ""),
                Operation::Sub => ("sum", "-"),
                _ => ("sum", ""),
            };
            let result = self.operand(Operand::Slot(slot), &scope);
            let [a, b] = [statement.a, statement.b].map(|one| self.operand(one, &scope));
            let [a_tail, b_tail] = [statement.a, statement.b].map(|one| self.tail(&tails, one));
            let b_tail = signed(sign, b_tail);
            let local = self.language.local(&format!("e{slot}"));
            let function = self.language.tail(what);
            let arguments = vec![a, format!("{sign}{b}"), result, a_tail, b_tail];
            (self.language).call(page, &format!("{local} = {function}"), arguments);
        }
    }

    /// The tail of an operand of an angle.
    fn tail(&self, tails: &Tails, operand: Operand) -> String {
        match tails.of(operand) {
            Tail::Zero => self.language.number("0.0".into()),
            Tail::Constant(index) => {
                let constant = &self.program().constants[index];
                let text = literal::rest(constant, self.language.precision());
                self.language.number(text)
            }
            Tail::Slot(slot) => format!("e{slot}"),
        }
    }

    /// The tails of the angles; nothing where sines take none, or no angle has one.
    pub(super) fn angle_tails(&self) -> Option<Vec<String>> {
        let tails = self.program().tails();
        if tails.is_empty() || !self.language.takes_tails() {
            return None;
        }
        let angles = self.program().angles.iter();
        Some(angles.map(|&angle| self.tail(&tails, angle)).collect())
    }

    /// Whether any sine, any cosine is used.
    pub(super) fn trigonometry(&self) -> [bool; 2] {
        trigonometry(self.program()).into()
    }

    /// The arguments of a part or a writer.
    pub(super) fn arrays(&self, uses: &Uses, stores: bool) -> Vec<ArrayArgument> {
        let ports = self.program().inputs.iter();
        let ports = ports.filter(|port| uses.inputs.contains(&port.argument));
        let [sine, cosine] = L::TRIGONOMETRY;
        let (angles, live) = (self.program().angles.len(), self.plan.live);
        let own = [
            (uses.sine, sine, angles, false),
            (uses.cosine, cosine, angles, false),
            (uses.live, "live", live, stores),
        ];
        let own = own.into_iter().filter(|(used, ..)| *used);
        let own = own.map(|(_, name, len, written)| ArrayArgument::Own {
            name: name.into(),
            len,
            written,
        });
        ports
            .copied()
            .map(ArrayArgument::Input)
            .chain(own)
            .collect()
    }

    /// The same as arguments.
    pub(super) fn arguments(&self, uses: &Uses, stores: bool) -> Vec<String> {
        let arrays = self.arrays(uses, stores);
        arrays
            .iter()
            .map(|array| self.language.argument(array))
            .collect()
    }

    /// Inputs that the function does not depend on: the signature is that of the quantity.
    pub(super) fn unused(&self) -> Vec<&'static str> {
        let used: HashSet<Argument> = operands(self.program())
            .filter_map(|operand| match operand {
                Operand::Input(input) => Some(input.argument),
                _ => None,
            })
            .collect();
        let ports = self.program().inputs.iter().map(|port| port.argument);
        ports
            .filter(|argument| !used.contains(argument))
            .map(Argument::name)
            .collect()
    }

    /// The outputs that have elements in a run, counted through all outputs.
    pub(super) fn touched(&self, elements: &Range<usize>) -> Vec<usize> {
        let mut start = 0;
        let mut touched = Vec::new();
        for (k, output) in self.program().outputs.iter().enumerate() {
            let end = start + output.elements.len();
            if start < elements.end && elements.start < end {
                touched.push(k);
            }
            start = end;
        }
        touched
    }

    /// The index of the lane in the arrays of sines and cosines: in a function that is not cut they are those of one lane.
    pub(super) fn lane_of_sines(&self) -> &'static str {
        match self.plan.is_cut() {
            true => self.language.lane(),
            false => "",
        }
    }

    /// An operand, in a function whose locals are the slots of `scope`.
    pub(super) fn operand(&self, operand: Operand, scope: &Range<usize>) -> String {
        let [sine, cosine] = L::TRIGONOMETRY;
        match self.plan.place(operand, scope) {
            ValueLocation::Constant(index) => {
                let constant = &self.program().constants[index];
                let text = literal::text(constant, self.language.precision());
                self.language.number(text)
            }
            ValueLocation::Input(input) => self.language.element(input),
            ValueLocation::Cosine(index) => format!("{cosine}[{index}]{}", self.lane_of_sines()),
            ValueLocation::Sine(index) => format!("{sine}[{index}]{}", self.lane_of_sines()),
            ValueLocation::Local(slot) => format!("t{slot}"),
            ValueLocation::Live(index) => format!("live[{index}]{}", self.language.lane()),
            ValueLocation::Passed(value) => passed(value),
        }
    }
}

/// The name of what is given to all limbs, and, in a function that they share, of the limb's array.
const COMMON: &str = "common";
const LIMB: &str = "limb";

/// The name of the array of a limb, in the function that calls.
fn limb_name(limb: usize) -> String {
    format!("{LIMB}_{}", limb + 1)
}

/// The name of a limb's part of an array.
pub(super) fn own_name(array: &str) -> String {
    format!("own_{array}")
}

/// The array of a limb.
fn limb_array(name: impl Into<Cow<'static, str>>, len: usize) -> ArrayArgument {
    ArrayArgument::Own {
        name: name.into(),
        len,
        written: true,
    }
}

/// A value that functions of limbs are given or return, in the function that calls.
fn passed(value: Passed) -> String {
    match value {
        Passed::Common(index) => format!("{COMMON}[{index}]"),
        Passed::Limb(limb, index) => format!("{}[{index}]", limb_name(limb)),
    }
}

/// A number with a sign before its own.
fn signed(sign: &str, number: String) -> String {
    match number.strip_prefix('-') {
        Some(magnitude) if sign == "-" => magnitude.into(),
        _ => format!("{sign}{number}"),
    }
}
