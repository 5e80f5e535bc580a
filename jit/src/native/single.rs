//! The function of one state: `fn(inputs, outputs, constants)`, two tables of pointers to arrays and one of numbers.

use cranelift_codegen::ir::{
    FuncRef, InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value, types::Type,
};
use cranelift_frontend::FunctionBuilder;
use denoc_codegen::leaves::Input;
use denoc_codegen::program::{Port, Program};

use super::lower::{Lowering, Source, Table, of, trusted};
use crate::constants::Constants;

/// The kernels, as a function refers to them.
#[derive(Clone, Copy)]
pub(super) struct Kernels {
    pub(super) four: FuncRef,
    pub(super) two: FuncRef,
    pub(super) four_with_tails: FuncRef,
    pub(super) two_with_tails: FuncRef,
    pub(super) saturate: FuncRef,
}

/// What the function of one state reads.
struct State<'p> {
    ports: &'p [Port],
    pointer: Type,
    number: Type,
    bytes: usize,
    kernels: Kernels,
    inputs: Vec<Value>,
    constants: Table,
    /// Sines, then cosines, of each group of angles: the place on the stack, and how many.
    circles: Vec<(StackSlot, usize)>,
}

/// The body of the function, and the numbers of its table. The builder stands in its first block, whose parameters are the tables.
pub(super) fn body(
    program: &Program,
    constants: &Constants,
    builder: &mut FunctionBuilder,
    (pointer, kernels): (Type, Kernels),
    [inputs, outputs, table_of_constants]: [Value; 3],
) -> Vec<f64> {
    let number = of(constants.precision, 1);
    let table = |builder: &mut FunctionBuilder, table: Value, len: usize| -> Vec<Value> {
        let entry = |place: usize| {
            let offset = (place * pointer.bytes() as usize) as i32;
            builder.ins().load(pointer, trusted(), table, offset)
        };
        (0..len).map(entry).collect()
    };
    let source = State {
        ports: &program.inputs,
        pointer,
        number,
        bytes: number.bytes() as usize,
        kernels,
        inputs: table(builder, inputs, program.inputs.len()),
        circles: Vec::new(),
        constants: Table::new(table_of_constants, number),
    };
    let mut lowering = Lowering::new(program, constants, builder, source);
    lowering.statements(0..program.angle_statements);
    lowering.circles();
    lowering.statements(program.angle_statements..program.statements.len());
    let results = lowering.results();
    let arrays = table(lowering.builder, outputs, results.len());
    for (array, elements) in arrays.into_iter().zip(results) {
        for (place, element) in elements.into_iter().enumerate() {
            let offset = (place * number.bytes() as usize) as i32;
            lowering
                .builder
                .ins()
                .store(trusted(), element, array, offset);
        }
    }
    lowering.builder.ins().return_(&[]);
    lowering.source.constants.numbers
}

impl Lowering<'_, '_, '_, State<'_>> {
    /// Calls the kernels for all angles, four at a time and then two.
    fn circles(&mut self) {
        let (angles, tails) = self.angles();
        let mut first = 0;
        while first < angles.len() {
            let left = angles.len() - first;
            let width = if left > 2 { 4 } else { 2 };
            let zero = self.source.number(self.builder, 0.0);
            let group = |values: &[Value]| -> Vec<Value> {
                let value = |place| values.get(first + place).copied().unwrap_or(zero);
                (0..width).map(value).collect()
            };
            let mut arguments = group(&angles);
            if let Some(tails) = &tails {
                arguments.extend(group(tails));
            }
            let kernels = self.source.kernels;
            let kernel = match (width, tails.is_some()) {
                (4, false) => kernels.four,
                (4, true) => kernels.four_with_tails,
                (_, false) => kernels.two,
                (_, true) => kernels.two_with_tails,
            };
            let bytes = (2 * width * self.source.bytes) as u32;
            let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 5);
            let slot = self.builder.create_sized_stack_slot(slot);
            let place = self.builder.ins().stack_addr(self.source.pointer, slot, 0);
            arguments.push(place);
            self.builder.ins().call(kernel, &arguments);
            self.source.circles.push((slot, width));
            first += width;
        }
    }
}

impl State<'_> {
    /// Half 0 of a circle are sines, half 1 cosines.
    fn on_circle(&mut self, builder: &mut FunctionBuilder, angle: usize, half: usize) -> Value {
        // Only the last group may be of two, behind groups of four.
        let (slot, width) = self.circles[angle / 4];
        let offset = ((half * width + angle % 4) * self.bytes) as i32;
        builder
            .ins()
            .stack_load(self.pointer, self.number, slot, offset)
    }
}

impl Source for State<'_> {
    fn input(&mut self, builder: &mut FunctionBuilder, input: Input) -> Value {
        let port = |port: &Port| port.argument == input.argument;
        let array = self
            .ports
            .iter()
            .position(port)
            .map(|port| self.inputs[port]);
        match array {
            Some(array) => {
                let offset = (input.index * self.bytes) as i32;
                builder.ins().load(self.number, trusted(), array, offset)
            }
            None => self.number(builder, f64::NAN),
        }
    }

    fn cosine(&mut self, builder: &mut FunctionBuilder, angle: usize) -> Value {
        self.on_circle(builder, angle, 1)
    }

    fn sine(&mut self, builder: &mut FunctionBuilder, angle: usize) -> Value {
        self.on_circle(builder, angle, 0)
    }

    fn number(&mut self, builder: &mut FunctionBuilder, value: f64) -> Value {
        self.constants.number(builder, value)
    }

    fn saturate(&mut self, builder: &mut FunctionBuilder, a: Value, b: Value) -> Value {
        let call = builder.ins().call(self.kernels.saturate, &[a, b]);
        builder.inst_results(call)[0]
    }
}
