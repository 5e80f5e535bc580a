//! The functions of many states: `fn(arrays, circles, groups, constants)`, in the lanes of vectors of 128 bits.
//!
//! ```text
//!  rows ──angles──► circles: angles and tails, of BLOCK states side by side
//!                      │ sines and cosines, in place
//!  rows ──values──────►└──► rows of results
//! ```
//!
//! A group is of as many states as a vector has lanes; a row is the array of one state, and rows are any number of bytes apart.

use std::collections::HashMap;

use cranelift_codegen::ir::{FuncRef, InstBuilder, Value, condcodes::IntCC, types::Type};
use cranelift_frontend::FunctionBuilder;
use denoc_codegen::Precision;
use denoc_codegen::leaves::Input;
use denoc_codegen::program::{Port, Program};

use super::lower::{Lowering, Source, Table, of, trusted};
use crate::constants::Constants;
use crate::rows::BLOCK;

/// Bytes of a vector.
pub(super) const VECTOR: usize = 16;

/// Which of the two functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Rows to angles and tails.
    Angles,
    /// Rows, sines and cosines to rows.
    Values,
}

/// The number of lanes that so many bytes have in a precision.
pub(super) fn lanes(bytes: usize, precision: Precision) -> usize {
    bytes / of(precision, 1).bytes() as usize
}

/// What a group of states reads.
struct Group<'p> {
    ports: &'p [Port],
    number: Type,
    vector: Type,
    lanes: usize,
    saturate: FuncRef,
    constants: Table,
    /// Of every input array, the rows of the states of the group.
    rows: Vec<Vec<Value>>,
    /// Elements that were put together.
    read: HashMap<Input, Value>,
    /// The sine of the first angle of the group.
    circles: Value,
    /// Number of angles.
    angles: usize,
}

/// The body of a function. The builder stands in its first block, whose parameters are the arguments.
/// The numbers of its table, of which every lane of an entry is one.
pub(super) fn body(
    phase: Phase,
    program: &Program,
    constants: &Constants,
    builder: &mut FunctionBuilder,
    (pointer, saturate): (Type, FuncRef),
    [arrays, circles, groups, table]: [Value; 4],
) -> Vec<f64> {
    let number = of(constants.precision, 1);
    let lanes = lanes(VECTOR, constants.precision);
    let count = program.inputs.len() + program.outputs.len();
    let entry = |builder: &mut FunctionBuilder, place: usize| {
        let offset = (place * pointer.bytes() as usize) as i32;
        builder.ins().load(pointer, trusted(), arrays, offset)
    };
    // First rows and distances in turn.
    let arrays: Vec<(Value, Value)> = (0..count)
        .map(|array| (entry(builder, 2 * array), entry(builder, 2 * array + 1)))
        .collect();

    let [head, inside, end] = [(); 3].map(|()| builder.create_block());
    builder.append_block_param(head, pointer);
    let zero = builder.ins().iconst(pointer, 0);
    builder.ins().jump(head, &[zero.into()]);
    builder.switch_to_block(head);
    let group = builder.block_params(head)[0];
    let more = builder.ins().icmp(IntCC::UnsignedLessThan, group, groups);
    builder.ins().brif(more, inside, &[], end, &[]);

    builder.switch_to_block(inside);
    let state = builder.ins().imul_imm_u(group, lanes as i64);
    let rows_of = |builder: &mut FunctionBuilder, (first, distance): (Value, Value)| {
        let offset = builder.ins().imul(state, distance);
        let mut row = builder.ins().iadd(first, offset);
        let mut rows = vec![row];
        for _ in 1..lanes {
            row = builder.ins().iadd(row, distance);
            rows.push(row);
        }
        rows
    };
    let (inputs, outputs) = arrays.split_at(program.inputs.len());
    let rows = inputs
        .iter()
        .map(|&array| rows_of(builder, array))
        .collect();
    let offset = builder.ins().imul_imm_u(state, i64::from(number.bytes()));
    let circles = builder.ins().iadd(circles, offset);
    let vector = of(constants.precision, lanes as u32);
    let source = Group {
        ports: &program.inputs,
        number,
        vector,
        constants: Table::new(table, vector),
        lanes,
        saturate,
        rows,
        read: HashMap::new(),
        circles,
        angles: program.angles.len(),
    };
    let mut lowering = Lowering::new(program, constants, builder, source);
    lowering.statements(0..program.angle_statements);
    match phase {
        Phase::Angles => lowering.write_angles(),
        Phase::Values => {
            lowering.statements(program.angle_statements..program.statements.len());
            let results = lowering.results();
            for (&array, elements) in outputs.iter().zip(results) {
                let rows = rows_of(lowering.builder, array);
                for (place, element) in elements.into_iter().enumerate() {
                    lowering.write(element, place, &rows);
                }
            }
        }
    }
    let next = lowering.builder.ins().iadd_imm_u(group, 1);
    lowering.builder.ins().jump(head, &[next.into()]);
    let numbers = lowering.source.constants.numbers;
    builder.switch_to_block(end);
    builder.ins().return_(&[]);
    builder.seal_all_blocks();
    numbers
}

impl Lowering<'_, '_, '_, Group<'_>> {
    /// Angles and tails to where their sines and cosines will be.
    fn write_angles(&mut self) {
        let (angles, tails) = self.angles();
        let tails = tails.unwrap_or_else(|| {
            let zero = self.source.number(self.builder, 0.0);
            vec![zero; angles.len()]
        });
        for (place, value) in angles.into_iter().chain(tails).enumerate() {
            let offset = self.source.offset(place);
            let circles = self.source.circles;
            self.builder.ins().store(trusted(), value, circles, offset);
        }
    }

    /// An element of a result in the rows of the states.
    fn write(&mut self, element: Value, place: usize, rows: &[Value]) {
        let offset = (place * self.source.number.bytes() as usize) as i32;
        for (lane, &row) in rows.iter().enumerate() {
            let one = self.builder.ins().extractlane(element, lane as u8);
            self.builder.ins().store(trusted(), one, row, offset);
        }
    }
}

impl Group<'_> {
    /// Bytes from the first angle of the group to another number of the block.
    fn offset(&self, place: usize) -> i32 {
        (place * BLOCK * self.number.bytes() as usize) as i32
    }
}

impl Source for Group<'_> {
    fn input(&mut self, builder: &mut FunctionBuilder, input: Input) -> Value {
        let port = |port: &Port| port.argument == input.argument;
        let Some(port) = self.ports.iter().position(port) else {
            return self.number(builder, f64::NAN);
        };
        if let Some(&vector) = self.read.get(&input) {
            return vector;
        }
        let offset = (input.index * self.number.bytes() as usize) as i32;
        let mut vector = None;
        for (lane, &row) in self.rows[port].iter().enumerate() {
            let one = builder.ins().load(self.number, trusted(), row, offset);
            vector = Some(match vector {
                None => builder.ins().scalar_to_vector(self.vector, one),
                Some(vector) => builder.ins().insertlane(vector, one, lane as u8),
            });
        }
        match vector {
            Some(vector) => {
                self.read.insert(input, vector);
                vector
            }
            None => self.number(builder, f64::NAN),
        }
    }

    fn sine(&mut self, builder: &mut FunctionBuilder, angle: usize) -> Value {
        let offset = self.offset(angle);
        builder
            .ins()
            .load(self.vector, trusted(), self.circles, offset)
    }

    fn cosine(&mut self, builder: &mut FunctionBuilder, angle: usize) -> Value {
        let offset = self.offset(self.angles + angle);
        builder
            .ins()
            .load(self.vector, trusted(), self.circles, offset)
    }

    fn number(&mut self, builder: &mut FunctionBuilder, value: f64) -> Value {
        self.constants.number(builder, value)
    }

    fn saturate(&mut self, builder: &mut FunctionBuilder, a: Value, b: Value) -> Value {
        let mut result = self.number(builder, 0.0);
        for lane in 0..self.lanes {
            let arguments = [a, b].map(|vector| builder.ins().extractlane(vector, lane as u8));
            let call = builder.ins().call(self.saturate, &arguments);
            let one = builder.inst_results(call)[0];
            result = builder.ins().insertlane(result, one, lane as u8);
        }
        result
    }
}
