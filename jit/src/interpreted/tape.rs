//! A program as steps over registers: each value has a register while it is needed.

use std::collections::HashMap;

use denoc_codegen::leaves::Input;
use denoc_codegen::program::{Fused, Operand, Operation, Program, Tail};

use crate::constants::Constants;

/// What a step does with its registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    Add,
    Sub,
    Mul,
    Div,
    Saturate,
    /// a · b + c.
    Fused,
    /// a · b − c.
    FusedSub,
    /// c − a · b.
    FusedFrom,
    /// The tail of a sum, of a difference, of a product: result, and tails of both operands, in further registers.
    SumTail,
    DifferenceTail,
    ProductTail,
}

/// A step: `to = action(from)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) action: Action,
    pub(super) to: usize,
    pub(super) from: [usize; 5],
}

/// A program over registers.
#[derive(Clone, Debug)]
pub(crate) struct Tape {
    /// Constants, in their registers.
    pub(super) constants: Vec<(usize, f64)>,
    /// Elements of input arrays, by their places among the arrays, and their registers.
    pub(super) inputs: Vec<(usize, usize, usize)>,
    /// Before sines are taken, and after.
    pub(super) before: Vec<Step>,
    pub(super) after: Vec<Step>,
    /// Registers of angle, tail, sine, cosine.
    pub(super) angles: Vec<[usize; 4]>,
    /// Of every output array, the registers of its elements and their signs.
    pub(super) outputs: Vec<Vec<(usize, bool)>>,
    /// Number of registers.
    pub(super) registers: usize,
}

impl Tape {
    /// The tape of a program.
    pub(crate) fn of(program: &Program, constants: &Constants) -> Self {
        let mut writer = Writer::new(program, constants);
        let angles = program.angle_statements;
        writer.statements(0..angles);
        writer.circles();
        let before = core::mem::take(&mut writer.steps);
        writer.statements(angles..program.statements.len());
        let outputs = program.outputs.iter().map(|output| {
            let elements = output.elements.iter();
            let signed = elements.map(|one| (writer.register(one.operand), one.negative));
            signed.collect()
        });
        let outputs = outputs.collect();
        Self {
            constants: (writer.numbers.into_iter())
                .map(|(bits, register)| (register, f64::from_bits(bits)))
                .collect(),
            inputs: writer.inputs,
            before,
            after: writer.steps,
            angles: writer.angles,
            outputs,
            registers: writer.registers,
        }
    }
}

/// Where values are while a tape is written.
struct Writer<'a> {
    program: &'a Program,
    rounded: &'a Constants,
    /// Last reader of every slot; those that live to the end have none.
    last: Vec<usize>,
    places: Vec<usize>,
    free: Vec<usize>,
    registers: usize,
    known: HashMap<Operand, usize>,
    numbers: HashMap<u64, usize>,
    inputs: Vec<(usize, usize, usize)>,
    angles: Vec<[usize; 4]>,
    steps: Vec<Step>,
}

/// The number of a reader that comes after all others.
const END: usize = usize::MAX;

impl<'a> Writer<'a> {
    fn new(program: &'a Program, rounded: &'a Constants) -> Self {
        let mut last = vec![0; program.statements.len()];
        let mut read = |operand: Operand, at: usize| {
            if let Operand::Slot(slot) = operand {
                last[slot] = at;
            }
        };
        for (at, statement) in program.statements.iter().enumerate() {
            statement.operands().for_each(|operand| read(operand, at));
        }
        for output in &program.outputs {
            output
                .elements
                .iter()
                .for_each(|one| read(one.operand, END));
        }
        // Angles and what their tails are made of are read once more after the statements of angles.
        (0..program.angle_statements).for_each(|slot| read(Operand::Slot(slot), END));
        Self {
            program,
            rounded,
            last,
            places: vec![0; program.statements.len()],
            free: Vec::new(),
            registers: 0,
            known: HashMap::new(),
            numbers: HashMap::new(),
            inputs: Vec::new(),
            angles: Vec::new(),
            steps: Vec::new(),
        }
    }

    fn new_register(&mut self) -> usize {
        self.registers += 1;
        self.registers - 1
    }

    fn number(&mut self, value: f64) -> usize {
        let bits = value.to_bits();
        if let Some(&register) = self.numbers.get(&bits) {
            return register;
        }
        let register = self.new_register();
        self.numbers.insert(bits, register);
        register
    }

    fn input(&mut self, input: Input) -> usize {
        let mut ports = self.program.inputs.iter();
        let port = ports.position(|port| port.argument == input.argument);
        let Some(port) = port else {
            return self.number(f64::NAN);
        };
        let register = self.new_register();
        self.inputs.push((port, input.index, register));
        register
    }

    /// The register of an operand.
    fn register(&mut self, operand: Operand) -> usize {
        match operand {
            Operand::Slot(slot) => return self.places[slot],
            Operand::Constant(index) => return self.number(self.rounded.nearest[index]),
            Operand::Sine(angle) => return self.angles[angle][2],
            Operand::Cosine(angle) => return self.angles[angle][3],
            Operand::Input(_) => {}
        }
        if let Some(&register) = self.known.get(&operand) {
            return register;
        }
        let register = match operand {
            Operand::Input(input) => self.input(input),
            _ => self.number(f64::NAN),
        };
        self.known.insert(operand, register);
        register
    }

    fn statements(&mut self, range: core::ops::Range<usize>) {
        for slot in range {
            let statement = self.program.statements[slot];
            let [a, b] = [statement.a, statement.b].map(|operand| self.register(operand));
            let (action, c) = match statement.operation {
                Operation::Add => (Action::Add, a),
                Operation::Sub => (Action::Sub, a),
                Operation::Mul => (Action::Mul, a),
                Operation::Div => (Action::Div, a),
                Operation::Saturate => (Action::Saturate, a),
                Operation::Fused(Fused { addend, form }) => {
                    let action = match (form.negates_product(), form.negates_addend()) {
                        (true, _) => Action::FusedFrom,
                        (false, true) => Action::FusedSub,
                        (false, false) => Action::Fused,
                    };
                    (action, self.register(addend))
                }
            };
            let mut ended: Vec<usize> = statement
                .operands()
                .filter_map(|operand| match operand {
                    Operand::Slot(read) if self.last[read] == slot => Some(self.places[read]),
                    _ => None,
                })
                .collect();
            ended.sort_unstable();
            ended.dedup();
            self.free.extend(ended);
            let to = self.free.pop().unwrap_or_else(|| self.new_register());
            self.places[slot] = to;
            let from = [a, b, c, a, a];
            self.steps.push(Step { action, to, from });
        }
    }

    /// Tails, and the registers of angles.
    fn circles(&mut self) {
        let program = self.program;
        let tails = program.tails();
        let mut of_slots = vec![0; program.angle_statements];
        for slot in tails.slots() {
            let statement = program.statements[slot];
            let action = match statement.operation {
                Operation::Add => Action::SumTail,
                Operation::Sub => Action::DifferenceTail,
                Operation::Mul => Action::ProductTail,
                Operation::Div | Operation::Saturate | Operation::Fused(_) => {
                    of_slots[slot] = self.number(0.0);
                    continue;
                }
            };
            let [a, b] = [statement.a, statement.b].map(|operand| self.register(operand));
            let [a_tail, b_tail] =
                [statement.a, statement.b].map(|operand| self.tail(tails.of(operand), &of_slots));
            let to = self.new_register();
            of_slots[slot] = to;
            let from = [a, b, self.places[slot], a_tail, b_tail];
            self.steps.push(Step { action, to, from });
        }
        for &angle in &program.angles {
            let tail = self.tail(tails.of(angle), &of_slots);
            let angle = self.register(angle);
            let [sine, cosine] = [(); 2].map(|()| self.new_register());
            self.angles.push([angle, tail, sine, cosine]);
        }
    }

    fn tail(&mut self, tail: Tail, of_slots: &[usize]) -> usize {
        match tail {
            Tail::Zero => self.number(0.0),
            Tail::Constant(index) => self.number(self.rounded.rest[index]),
            Tail::Slot(slot) => of_slots[slot],
        }
    }
}
