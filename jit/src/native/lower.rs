//! Program → instructions of Cranelift, in one lane or in the lanes of a vector.
//!
//! ```text
//!  Program ──statements──► instructions, one for one: no operation is fused, reordered or left out
//!     reads ──Source──► a call: elements of arrays        a batch: the same element of as many states as there are lanes
//! ```
//!
//! The order is that of the program: [`ordered`](denoc_codegen::pass::order) chose it for processors, and Cranelift keeps it
//! when it is told not to optimise.

use std::collections::HashMap;

use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types::Type};
use cranelift_frontend::FunctionBuilder;
use denoc_codegen::Precision;
use denoc_codegen::leaves::Input;
use denoc_codegen::program::{
    Fused, FusedForm, Operand, Operation, Program, Statement, Tail, Tails,
};

use crate::constants::Constants;

/// Where a program reads what it does not compute, and what it calls.
pub(super) trait Source {
    /// An element of an input array.
    fn input(&mut self, builder: &mut FunctionBuilder, input: Input) -> Value;
    /// The cosine of an angle.
    fn cosine(&mut self, builder: &mut FunctionBuilder, angle: usize) -> Value;
    /// The sine of an angle.
    fn sine(&mut self, builder: &mut FunctionBuilder, angle: usize) -> Value;
    /// A constant in every lane.
    fn number(&mut self, builder: &mut FunctionBuilder, value: f64) -> Value;
    /// a / √(a² + b²).
    fn saturate(&mut self, builder: &mut FunctionBuilder, a: Value, b: Value) -> Value;
}

/// Lowers the statements of a program.
pub(super) struct Lowering<'p, 'b, 'c, S> {
    program: &'p Program,
    constants: &'p Constants,
    pub(super) builder: &'b mut FunctionBuilder<'c>,
    pub(super) source: S,
    slots: Vec<Option<Value>>,
}

impl<'p, 'b, 'c, S: Source> Lowering<'p, 'b, 'c, S> {
    pub(super) fn new(
        program: &'p Program,
        constants: &'p Constants,
        builder: &'b mut FunctionBuilder<'c>,
        source: S,
    ) -> Self {
        Self {
            program,
            constants,
            builder,
            source,
            slots: vec![None; program.statements.len()],
        }
    }

    /// The value of an operand. What is not computed is read in every place anew: an instruction takes it from memory, where a value
    /// that waits for its next use would be stored once more.
    pub(super) fn value(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Slot(slot) => match self.slots.get(slot).copied().flatten() {
                Some(value) => value,
                // Statements read what stands before them.
                None => self.source.number(self.builder, f64::NAN),
            },
            Operand::Constant(index) => self
                .source
                .number(self.builder, self.constants.nearest[index]),
            Operand::Input(input) => self.source.input(self.builder, input),
            Operand::Cosine(angle) => self.source.cosine(self.builder, angle),
            Operand::Sine(angle) => self.source.sine(self.builder, angle),
        }
    }

    /// Lowers these statements.
    pub(super) fn statements(&mut self, range: core::ops::Range<usize>) {
        for slot in range {
            let statement = self.program.statements[slot];
            self.slots[slot] = Some(self.statement(&statement));
        }
    }

    fn statement(&mut self, statement: &Statement) -> Value {
        let (a, b) = (self.value(statement.a), self.value(statement.b));
        match statement.operation {
            Operation::Add => self.builder.ins().fadd(a, b),
            Operation::Sub => self.builder.ins().fsub(a, b),
            Operation::Mul => self.builder.ins().fmul(a, b),
            Operation::Div => self.builder.ins().fdiv(a, b),
            Operation::Saturate => self.source.saturate(self.builder, a, b),
            Operation::Fused(Fused { addend, form }) => {
                let addend = self.value(addend);
                let ins = self.builder.ins();
                match form {
                    FusedForm::Add => ins.fma(a, b, addend),
                    FusedForm::Sub => {
                        let minus = ins.fneg(addend);
                        self.builder.ins().fma(a, b, minus)
                    }
                    FusedForm::From => {
                        let minus = ins.fneg(a);
                        self.builder.ins().fma(minus, b, addend)
                    }
                }
            }
        }
    }

    /// The angles and their tails; `None` where no angle has one.
    pub(super) fn angles(&mut self) -> (Vec<Value>, Option<Vec<Value>>) {
        let program = self.program;
        let tails = program.tails();
        let mut known: HashMap<usize, Value> = HashMap::new();
        for slot in tails.slots() {
            let tail = self.tail_of_statement(slot, &tails, &known);
            known.insert(slot, tail);
        }
        let angles = program
            .angles
            .iter()
            .map(|&angle| self.value(angle))
            .collect();
        let exact = (program.angles.iter()).all(|&angle| tails.of(angle) == Tail::Zero);
        let of_angles = (!exact).then(|| {
            let angles = program.angles.iter();
            angles
                .map(|&angle| self.tail(tails.of(angle), &known))
                .collect()
        });
        (angles, of_angles)
    }

    fn tail(&mut self, tail: Tail, known: &HashMap<usize, Value>) -> Value {
        match tail {
            Tail::Zero => self.source.number(self.builder, 0.0),
            Tail::Constant(index) => self.source.number(self.builder, self.constants.rest[index]),
            Tail::Slot(slot) => match known.get(&slot) {
                Some(tail) => *tail,
                None => self.source.number(self.builder, f64::NAN),
            },
        }
    }

    /// [`sum_tail`](denoc_sincos::sum_tail) or [`product_tail`](denoc_sincos::product_tail), operation by operation.
    fn tail_of_statement(
        &mut self,
        slot: usize,
        tails: &Tails<'_>,
        known: &HashMap<usize, Value>,
    ) -> Value {
        let statement = self.program.statements[slot];
        let (a, b) = (self.value(statement.a), self.value(statement.b));
        let result = self.value(Operand::Slot(slot));
        let a_tail = self.tail(tails.of(statement.a), known);
        let b_tail = self.tail(tails.of(statement.b), known);
        match statement.operation {
            Operation::Add => self.sum_tail([a, b], result, [a_tail, b_tail]),
            Operation::Sub => {
                let b = self.builder.ins().fneg(b);
                let b_tail = self.builder.ins().fneg(b_tail);
                self.sum_tail([a, b], result, [a_tail, b_tail])
            }
            Operation::Mul => self.product_tail([a, b], result, [a_tail, b_tail]),
            Operation::Div | Operation::Saturate | Operation::Fused(_) => {
                self.source.number(self.builder, 0.0)
            }
        }
    }

    fn sum_tail(&mut self, [a, b]: [Value; 2], sum: Value, [a_tail, b_tail]: [Value; 2]) -> Value {
        let of_b = self.builder.ins().fsub(sum, a);
        let of_a = self.builder.ins().fsub(sum, of_b);
        let left = self.builder.ins().fsub(a, of_a);
        let right = self.builder.ins().fsub(b, of_b);
        let error = self.builder.ins().fadd(left, right);
        let carried = self.builder.ins().fadd(a_tail, b_tail);
        self.builder.ins().fadd(error, carried)
    }

    fn product_tail(
        &mut self,
        [a, b]: [Value; 2],
        product: Value,
        [a_tail, b_tail]: [Value; 2],
    ) -> Value {
        let [a_high, a_low] = self.halves(a);
        let [b_high, b_low] = self.halves(b);
        let error = self.builder.ins().fmul(a_high, b_high);
        let error = self.builder.ins().fsub(error, product);
        let cross = self.builder.ins().fmul(a_high, b_low);
        let error = self.builder.ins().fadd(error, cross);
        let cross = self.builder.ins().fmul(a_low, b_high);
        let error = self.builder.ins().fadd(error, cross);
        let low = self.builder.ins().fmul(a_low, b_low);
        let error = self.builder.ins().fadd(error, low);
        let a_carried = self.builder.ins().fmul(a, b_tail);
        let b_carried = self.builder.ins().fmul(a_tail, b);
        let carried = self.builder.ins().fadd(a_carried, b_carried);
        self.builder.ins().fadd(error, carried)
    }

    /// The leading and the trailing half of the digits of a number (Veltkamp).
    fn halves(&mut self, x: Value) -> [Value; 2] {
        let split = self.source.number(self.builder, self.constants.split());
        let times = self.builder.ins().fmul(split, x);
        let excess = self.builder.ins().fsub(times, x);
        let high = self.builder.ins().fsub(times, excess);
        let low = self.builder.ins().fsub(x, high);
        [high, low]
    }

    /// The elements of all outputs, with their signs.
    pub(super) fn results(&mut self) -> Vec<Vec<Value>> {
        let outputs = self.program.outputs.iter();
        let results = outputs.map(|output| {
            let elements = output.elements.iter();
            let signed = elements.map(|element| {
                let value = self.value(element.operand);
                match element.negative {
                    true => self.builder.ins().fneg(value),
                    false => value,
                }
            });
            signed.collect()
        });
        results.collect()
    }
}

/// The constants of a function, read from a table: an instruction takes them from there, where making them takes three.
pub(super) struct Table {
    /// Where it is.
    pub(super) place: Value,
    /// Type of an entry: a number, or a vector of equal ones.
    pub(super) entry: Type,
    /// The numbers, one an entry.
    pub(super) numbers: Vec<f64>,
    places: HashMap<u64, usize>,
}

impl Table {
    pub(super) fn new(place: Value, entry: Type) -> Self {
        Self {
            place,
            entry,
            numbers: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// A number.
    pub(super) fn number(&mut self, builder: &mut FunctionBuilder, value: f64) -> Value {
        let next = self.numbers.len();
        let place = *self.places.entry(value.to_bits()).or_insert(next);
        if place == next {
            self.numbers.push(value);
        }
        let offset = (place * self.entry.bytes() as usize) as i32;
        builder.ins().load(
            self.entry,
            trusted().with_readonly().with_can_move(),
            self.place,
            offset,
        )
    }
}

/// Memory that is mapped and aligned; nothing else reads or writes it meanwhile.
pub(super) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// The type of a number, or of a vector of them.
pub(super) fn of(precision: Precision, lanes: u32) -> Type {
    let scalar = match precision {
        Precision::F64 => cranelift_codegen::ir::types::F64,
        Precision::F32 => cranelift_codegen::ir::types::F32,
    };
    scalar.by(lanes).unwrap_or(scalar)
}
