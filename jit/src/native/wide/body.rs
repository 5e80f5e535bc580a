//! Needs → instructions.
//!
//! ```text
//!  rdi arrays   rsi circles, and what is stored behind them   rcx constants
//!  r9  bytes to the group among those of a block   r10 its first state   r11 the end of the states
//!  three sets of registers: the first row of an array, the distance of rows, three times that
//!  ymm0 … ymm12 values   ymm13, ymm14, ymm15 what a step needs for itself
//! ```

use std::collections::HashMap;

use denoc_codegen::Precision;
use denoc_codegen::leaves::Input;
use denoc_codegen::program::{Fused, FusedForm, Operand, Operation, Program, Signed, Statement};
use iced_x86::IcedError;
use iced_x86::code_asm::*;

use super::BYTES;
use super::needs::{BESIDE, Needs, Value, Written, computing, writing};
use super::places::{Place, Places};
use crate::constants::Constants;
use crate::native::batch::lanes;
use crate::rows::BLOCK;

/// A function.
pub(super) struct Assembled {
    pub(super) bytes: Vec<u8>,
    /// The numbers of its table of constants.
    pub(super) constants: Vec<f64>,
    /// Vectors that it stores.
    pub(super) stored: usize,
}

const YMM: [AsmRegisterYmm; 16] = [
    ymm0, ymm1, ymm2, ymm3, ymm4, ymm5, ymm6, ymm7, ymm8, ymm9, ymm10, ymm11, ymm12, ymm13, ymm14,
    ymm15,
];
const XMM: [AsmRegisterXmm; 16] = [
    xmm0, xmm1, xmm2, xmm3, xmm4, xmm5, xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14,
    xmm15,
];

/// Registers that no value is in.
const SIGNED: usize = 13;
const UPPER: usize = 14;
const OWN: usize = 15;

/// Those that functions of the platform have to leave as they are.
const KEPT: [AsmRegister64; 6] = [rbx, rbp, r12, r13, r14, r15];

/// The first row of a group in an array, the distance between two, and three times that.
type Rows = [AsmRegister64; 3];

/// Sets of registers for rows; in single precision the first row of the last one is that of the upper half.
const SETS: [Rows; 3] = [[rax, rdx, r8], [rbx, r12, r13], [rbp, r14, r15]];

/// What an instruction reads.
#[derive(Clone, Copy)]
enum Source {
    Register(AsmRegisterYmm),
    Memory(AsmMemoryOperand),
}

/// Makes the function.
///
/// # Errors
/// Instructions that cannot be: those of a function beyond all bounds.
pub(super) fn assemble(
    program: &Program,
    constants: &Constants,
    needs: &Needs<'_>,
) -> Result<Assembled, IcedError> {
    let mut body = Body {
        code: CodeAssembler::new(64)?,
        program,
        constants,
        needs,
        places: Places::new(needs.uses.clone()),
        numbers: Vec::new(),
        known: HashMap::new(),
        arrays: Vec::new(),
    };
    body.function()?;
    Ok(Assembled {
        bytes: body.code.assemble(0)?,
        constants: body.numbers,
        stored: body.places.stored,
    })
}

struct Body<'p> {
    code: CodeAssembler,
    program: &'p Program,
    constants: &'p Constants,
    needs: &'p Needs<'p>,
    places: Places,
    /// The table of constants, and the places of numbers in it by their bits.
    numbers: Vec<f64>,
    known: HashMap<u64, usize>,
    /// The arrays whose rows sets of registers have, the last used one last.
    arrays: Vec<(usize, Rows)>,
}

/// An instruction of two operands in both precisions.
macro_rules! binary {
    ($body:ident, $double:ident, $single:ident, $to:expr, $a:expr, $b:expr) => {
        match ($body.constants.precision, $b) {
            (Precision::F64, Source::Register(b)) => $body.code.$double($to, $a, b),
            (Precision::F64, Source::Memory(b)) => $body.code.$double($to, $a, b),
            (Precision::F32, Source::Register(b)) => $body.code.$single($to, $a, b),
            (Precision::F32, Source::Memory(b)) => $body.code.$single($to, $a, b),
        }
    };
}

impl Body<'_> {
    fn function(&mut self) -> Result<(), IcedError> {
        for register in KEPT {
            self.code.push(register)?;
        }
        let lanes = lanes(BYTES, self.constants.precision);
        let [mut head, mut end] = [(); 2].map(|()| self.code.create_label());
        self.code.xor(r9d, r9d)?;
        self.code.xor(r10d, r10d)?;
        self.code.imul_3(r11, rdx, lanes as i32)?;
        self.code.test(r11, r11)?;
        self.code.je(end)?;
        self.code.set_label(&mut head)?;
        self.group()?;
        self.code.add(r9, BYTES as i32)?;
        self.code.add(r10, lanes as i32)?;
        self.code.cmp(r10, r11)?;
        self.code.jb(head)?;
        self.code.set_label(&mut end)?;
        self.code.vzeroupper()?;
        for register in KEPT.into_iter().rev() {
            self.code.pop(register)?;
        }
        self.code.ret()
    }

    /// A group of states.
    fn group(&mut self) -> Result<(), IcedError> {
        let (program, needs) = (self.program, self.needs);
        for &at in &needs.statements {
            let statement = &program.statements[at];
            for operand in statement.operands() {
                self.read(operand)?;
            }
            self.statement(at, statement)?;
            self.places.done();
            for written in &needs.written[at] {
                match written.elements {
                    [signed] => self.write(written, *signed)?,
                    _ => self.write_beside(written)?,
                }
            }
            for signed in needs.written[at].iter().flat_map(|one| one.elements) {
                if let Some(value) = needs.value(signed.operand) {
                    self.places.taken(value, writing(at));
                }
            }
            self.places.done();
        }
        for written in &needs.last {
            for signed in written.elements {
                self.write(written, *signed)?;
            }
        }
        Ok(())
    }

    /// An element of an input is read where a statement takes it first.
    fn read(&mut self, operand: Operand) -> Result<(), IcedError> {
        let (Operand::Input(input), Some(value)) = (operand, self.needs.value(operand)) else {
            return Ok(());
        };
        if self.places.of(value).is_some() {
            return Ok(());
        }
        let register = self.register(value)?;
        self.gather(input, register)
    }

    /// A register for a value; what was in it is stored.
    fn register(&mut self, value: Value) -> Result<usize, IcedError> {
        let (register, leaving) = self.places.take(value);
        if let Some(leaving) = leaving {
            let to = self.stored(leaving.stored);
            match self.constants.precision {
                Precision::F64 => self.code.vmovupd(to, YMM[leaving.register])?,
                Precision::F32 => self.code.vmovups(to, YMM[leaving.register])?,
            }
        }
        Ok(register)
    }

    fn statement(&mut self, at: usize, statement: &Statement) -> Result<(), IcedError> {
        let [a, b] = [statement.a, statement.b].map(|operand| self.source(operand));
        let addend = match statement.operation {
            Operation::Fused(Fused { addend, form }) => Some((self.source(addend), form)),
            _ => None,
        };
        for value in self.needs.values(statement) {
            self.places.taken(value, computing(at));
        }
        let to = YMM[self.register(at)?];
        if let Some((addend, form)) = addend {
            return self.fused(to, [a, b], addend, form);
        }
        let (a, b) = match statement.operation {
            Operation::Add | Operation::Mul => in_register_first(a, b),
            _ => (a, b),
        };
        let a = match (a, b) {
            (Source::Register(a), _) => a,
            // What is in a register is not overwritten before it is read.
            (Source::Memory(_), Source::Register(_)) => self.load(YMM[OWN], a)?,
            (Source::Memory(_), Source::Memory(_)) => self.load(to, a)?,
        };
        match statement.operation {
            Operation::Add => binary!(self, vaddpd, vaddps, to, a, b),
            Operation::Sub => binary!(self, vsubpd, vsubps, to, a, b),
            Operation::Mul => binary!(self, vmulpd, vmulps, to, a, b),
            // No others come here.
            _ => binary!(self, vdivpd, vdivps, to, a, b),
        }
    }

    fn fused(
        &mut self,
        to: AsmRegisterYmm,
        [a, b]: [Source; 2],
        addend: Source,
        form: FusedForm,
    ) -> Result<(), IcedError> {
        let sum = self.load(YMM[OWN], addend)?;
        let (a, b) = in_register_first(a, b);
        let a = match a {
            Source::Register(a) => a,
            Source::Memory(_) => self.load(to, a)?,
        };
        match form {
            FusedForm::Add => binary!(self, vfmadd231pd, vfmadd231ps, sum, a, b)?,
            FusedForm::Sub => binary!(self, vfmsub231pd, vfmsub231ps, sum, a, b)?,
            FusedForm::From => binary!(self, vfnmadd231pd, vfnmadd231ps, sum, a, b)?,
        }
        self.load(to, Source::Register(sum)).map(drop)
    }

    /// Moves what is read into a register.
    fn load(&mut self, to: AsmRegisterYmm, from: Source) -> Result<AsmRegisterYmm, IcedError> {
        match (self.constants.precision, from) {
            (Precision::F64, Source::Register(from)) => self.code.vmovapd(to, from)?,
            (Precision::F64, Source::Memory(from)) => self.code.vmovupd(to, from)?,
            (Precision::F32, Source::Register(from)) => self.code.vmovaps(to, from)?,
            (Precision::F32, Source::Memory(from)) => self.code.vmovups(to, from)?,
        }
        Ok(to)
    }

    /// Where an operand is.
    fn source(&mut self, operand: Operand) -> Source {
        let place = self.needs.value(operand).map(|value| self.places.of(value));
        match (operand, place.flatten()) {
            (_, Some(Place::Register(register))) => Source::Register(YMM[register]),
            (_, Some(Place::Stored(stored))) => Source::Memory(self.stored(stored)),
            (Operand::Sine(angle), None) => Source::Memory(self.circle(angle)),
            (Operand::Cosine(angle), None) => {
                Source::Memory(self.circle(self.program.angles.len() + angle))
            }
            (Operand::Constant(index), None) => self.number(self.constants.nearest[index]),
            // Statements read what stands before them, and inputs that were read.
            (Operand::Slot(_) | Operand::Input(_), None) => self.number(f64::NAN),
        }
    }

    /// An entry of the table of constants.
    fn number(&mut self, number: f64) -> Source {
        let next = self.numbers.len();
        let place = *self.known.entry(number.to_bits()).or_insert(next);
        if place == next {
            self.numbers.push(number);
        }
        Source::Memory(ymmword_ptr(rcx + (place * BYTES) as i32))
    }

    /// Bytes of a number.
    fn size(&self) -> usize {
        BYTES / lanes(BYTES, self.constants.precision)
    }

    /// The sines of the group, then the cosines.
    fn circle(&self, place: usize) -> AsmMemoryOperand {
        ymmword_ptr(rsi + r9 + (place * BLOCK * self.size()) as i32)
    }

    /// What is stored, behind the circles.
    fn stored(&self, place: usize) -> AsmMemoryOperand {
        let circles = 2 * self.program.angles.len() * BLOCK * self.size();
        ymmword_ptr(rsi + (circles + place * BYTES) as i32)
    }

    /// Registers with the rows of the group in an array.
    fn rows(&mut self, array: usize) -> Result<Rows, IcedError> {
        let sets = match self.constants.precision {
            Precision::F64 => SETS.len(),
            Precision::F32 => SETS.len() - 1,
        };
        if let Some(found) = self.arrays.iter().position(|(known, _)| *known == array) {
            let found = self.arrays.remove(found);
            self.arrays.push(found);
            return Ok(found.1);
        }
        let rows = match self.arrays.len() {
            taken if taken < sets => SETS[taken],
            _ => self.arrays.remove(0).1,
        };
        self.arrays.push((array, rows));
        let [first, distance, three] = rows;
        let entry = (16 * array) as i32;
        self.code.mov(distance, qword_ptr(rdi + entry + 8))?;
        self.code.mov(first, r10)?;
        self.code.imul_2(first, distance)?;
        self.code.add(first, qword_ptr(rdi + entry))?;
        self.code.lea(three, ptr(distance + distance * 2))?;
        Ok(rows)
    }

    /// The first row of the upper half of a group in single precision.
    fn upper(&mut self, [first, distance, _]: Rows) -> Result<AsmRegister64, IcedError> {
        let [upper, ..] = SETS[SETS.len() - 1];
        self.code.lea(upper, ptr(first + distance * 4))?;
        Ok(upper)
    }

    /// An element of an input of all states of the group.
    fn gather(&mut self, input: Input, register: usize) -> Result<(), IcedError> {
        let mut ports = self.program.inputs.iter();
        let Some(port) = ports.position(|port| port.argument == input.argument) else {
            let number = self.number(f64::NAN);
            return self.load(YMM[register], number).map(drop);
        };
        let rows = self.rows(port)?;
        let at = (input.index * self.size()) as i32;
        let [first, distance, three] = rows;
        match self.constants.precision {
            Precision::F64 => {
                let (low, high, code) = (XMM[register], XMM[UPPER], &mut self.code);
                code.vmovsd(low, qword_ptr(first + at))?;
                code.vmovhpd_3(low, low, qword_ptr(first + distance + at))?;
                code.vmovsd(high, qword_ptr(first + distance * 2 + at))?;
                code.vmovhpd_3(high, high, qword_ptr(first + three + at))?;
            }
            Precision::F32 => {
                let upper = self.upper(rows)?;
                for (half, row) in [(XMM[register], first), (XMM[UPPER], upper)] {
                    let code = &mut self.code;
                    code.vmovss(half, dword_ptr(row + at))?;
                    code.vinsertps(half, half, dword_ptr(row + distance + at), 0x10)?;
                    code.vinsertps(half, half, dword_ptr(row + distance * 2 + at), 0x20)?;
                    code.vinsertps(half, half, dword_ptr(row + three + at), 0x30)?;
                }
            }
        }
        self.code
            .vinsertf128(YMM[register], YMM[register], XMM[UPPER], 1)
    }

    /// What is written, in this register where its sign has to be changed.
    fn signed(&mut self, signed: Signed, own: usize) -> Result<Source, IcedError> {
        let source = match signed.operand {
            Operand::Input(input) if self.needs_reading(signed.operand) => {
                self.gather(input, own)?;
                Source::Register(YMM[own])
            }
            operand => self.source(operand),
        };
        if !signed.negative {
            return Ok(source);
        }
        let value = match source {
            Source::Register(value) => value,
            Source::Memory(_) => self.load(YMM[own], source)?,
        };
        let sign = self.number(-0.0);
        binary!(self, vxorpd, vxorps, YMM[own], value, sign)?;
        Ok(Source::Register(YMM[own]))
    }

    /// Whether an operand is an element of an input that is in no register.
    fn needs_reading(&self, operand: Operand) -> bool {
        let value = self.needs.value(operand);
        value.and_then(|value| self.places.of(value)).is_none()
    }

    /// Four elements of a result to the rows of the four states of the group.
    fn write_beside(&mut self, written: &Written<'_>) -> Result<(), IcedError> {
        let Ok(&elements) = <&[Signed; BESIDE]>::try_from(written.elements) else {
            return Ok(());
        };
        let [first, distance, three] = self.rows(self.program.inputs.len() + written.output)?;
        let at = (written.element * self.size()) as i32;
        let row = [
            ymmword_ptr(first + at),
            ymmword_ptr(first + distance + at),
            ymmword_ptr(first + distance * 2 + at),
            ymmword_ptr(first + three + at),
        ];
        let [left, right, own] = [YMM[UPPER], YMM[OWN], YMM[SIGNED]];
        // Of two elements side by side, those of even states, then those of odd ones.
        for odd in [false, true] {
            for (to, pair) in [(UPPER, &elements[..2]), (OWN, &elements[2..])] {
                let one = self.signed(pair[0], to)?;
                let one = match one {
                    Source::Register(one) => one,
                    Source::Memory(_) => self.load(YMM[to], one)?,
                };
                let other = self.signed(pair[1], SIGNED)?;
                match odd {
                    false => binary!(self, vunpcklpd, vunpcklps, YMM[to], one, other)?,
                    true => binary!(self, vunpckhpd, vunpckhps, YMM[to], one, other)?,
                }
            }
            let state = usize::from(odd);
            self.code.vperm2f128(own, left, right, 0x20)?;
            self.code.vmovupd(row[state], own)?;
            self.code.vperm2f128(own, left, right, 0x31)?;
            self.code.vmovupd(row[state + 2], own)?;
        }
        Ok(())
    }

    /// An element of a result to the rows of all states of the group.
    fn write(&mut self, written: &Written<'_>, signed: Signed) -> Result<(), IcedError> {
        let source = self.signed(signed, OWN)?;
        let value = match source {
            Source::Register(value) => value,
            Source::Memory(_) => self.load(YMM[OWN], source)?,
        };
        let rows = self.rows(self.program.inputs.len() + written.output)?;
        let at = (written.element * self.size()) as i32;
        let [first, distance, three] = rows;
        let number = YMM.iter().position(|one| *one == value).unwrap_or(OWN);
        let (low, high) = (XMM[number], XMM[UPPER]);
        self.code.vextractf128(high, value, 1)?;
        match self.constants.precision {
            Precision::F64 => {
                let code = &mut self.code;
                code.vmovsd(qword_ptr(first + at), low)?;
                code.vmovhpd(qword_ptr(first + distance + at), low)?;
                code.vmovsd(qword_ptr(first + distance * 2 + at), high)?;
                code.vmovhpd(qword_ptr(first + three + at), high)
            }
            Precision::F32 => {
                let upper = self.upper(rows)?;
                for (half, row) in [(low, first), (high, upper)] {
                    let code = &mut self.code;
                    code.vmovss(dword_ptr(row + at), half)?;
                    code.vextractps(dword_ptr(row + distance + at), half, 1)?;
                    code.vextractps(dword_ptr(row + distance * 2 + at), half, 2)?;
                    code.vextractps(dword_ptr(row + three + at), half, 3)?;
                }
                Ok(())
            }
        }
    }
}

/// The same operands, what is in a register before what is in memory.
fn in_register_first(a: Source, b: Source) -> (Source, Source) {
    match (a, b) {
        (Source::Memory(_), Source::Register(_)) => (b, a),
        _ => (a, b),
    }
}
