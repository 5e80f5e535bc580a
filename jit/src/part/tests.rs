//! Random programs: machine code, batches and the interpreter have the bits of the evaluator.

use denoc_codegen::evaluate::Float;
use denoc_codegen::exact::angle::Angle;
use denoc_codegen::exact::number::Number;
use denoc_codegen::leaves::{Argument, Input, Origin};
use denoc_codegen::program::{
    Constant, Fused, FusedForm, Operand, Operation, Output, Port, Program, Shape, Signed, Statement,
};

use super::Part;
use crate::options::Engine;
use crate::real::Real;
use crate::rows::{Rows, RowsMut};

/// Programs of a run; `DENOC_JIT_PROGRAMS` asks for more.
fn programs() -> u64 {
    let asked = std::env::var("DENOC_JIT_PROGRAMS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(400)
}

/// Numbers from a seed (xorshift).
struct Draw(u64);

impl Draw {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// Mostly of moderate size; sometimes large, tiny, special.
    fn number(&mut self) -> f64 {
        let moderate = (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        match self.below(16) {
            0 => moderate * 1e6,
            1 => moderate * 1e-6,
            2 => moderate * 1e200,
            3 => [0.0, -0.0, f64::INFINITY, f64::NAN, 5e-324, 1e9][self.below(6)],
            _ => 3.0 * moderate,
        }
    }
}

/// A program of any operations on any operands.
fn random(draw: &mut Draw, fused: bool) -> Program {
    let ports = [Argument::Q, Argument::Qd, Argument::Tau];
    let ports = ports.map(|argument| Port {
        argument,
        len: 1 + draw.below(5),
    });
    let ports = &ports[..1 + draw.below(3)];
    let constants = (0..1 + draw.below(6)).map(|_| {
        let number = Number::from_f64(1.0 + draw.below(1000) as f64 / 7.0);
        Constant::Number(number.expect("a number"))
    });
    let mut constants: Vec<Constant> = constants.collect();
    let offset = Number::from_f64(0.1 + draw.below(30) as f64 / 11.0);
    constants.push(Constant::Angle(Angle::from_radians(
        offset.expect("a number"),
    )));
    let angle_statements = draw.below(6);
    let statements = angle_statements + draw.below(60);
    let mut program = Program {
        inputs: ports.to_vec(),
        outputs: Vec::new(),
        constants,
        angles: Vec::new(),
        angle_statements,
        statements: Vec::new(),
        copies: Vec::new(),
    };
    for slot in 0..statements {
        if slot == angle_statements {
            angles(&mut program, draw);
        }
        let in_angles = slot < angle_statements;
        let [a, b, c] = [(); 3].map(|()| operand(&program, draw, in_angles));
        let operation = match draw.below(if in_angles { 3 } else { 9 }) {
            0 => Operation::Add,
            1 => Operation::Sub,
            2 | 3 => Operation::Mul,
            4 => Operation::Div,
            5 => Operation::Saturate,
            6 if fused => Operation::Fused(Fused {
                addend: c,
                form: FusedForm::Add,
            }),
            7 if fused => Operation::Fused(Fused {
                addend: c,
                form: FusedForm::Sub,
            }),
            8 if fused => Operation::Fused(Fused {
                addend: c,
                form: FusedForm::From,
            }),
            _ => Operation::Add,
        };
        program.statements.push(Statement {
            operation,
            a,
            b,
            origin: Origin::default(),
        });
    }
    if statements == angle_statements {
        angles(&mut program, draw);
    }
    for name in &["one", "two"][..1 + draw.below(2)] {
        let len = 1 + draw.below(7);
        let elements = (0..len).map(|_| Signed {
            operand: operand(&program, draw, false),
            negative: draw.below(2) == 0,
        });
        let elements = elements.collect();
        program.outputs.push(Output {
            name,
            shape: Shape::Vector(len),
            elements,
            pattern: None,
        });
    }
    program
}

fn angles(program: &mut Program, draw: &mut Draw) {
    for _ in 0..draw.below(11) {
        let angle = operand(program, draw, true);
        program.angles.push(angle);
    }
}

/// An operand that a statement may have: no sines before all angles are known.
fn operand(program: &Program, draw: &mut Draw, in_angles: bool) -> Operand {
    loop {
        match draw.below(8) {
            0 => return Operand::Constant(draw.below(program.constants.len())),
            1 | 2 => {
                let port = program.inputs[draw.below(program.inputs.len())];
                return Operand::Input(Input {
                    argument: port.argument,
                    index: draw.below(port.len),
                });
            }
            3 if !in_angles && !program.angles.is_empty() => {
                return Operand::Cosine(draw.below(program.angles.len()));
            }
            4 if !in_angles && !program.angles.is_empty() => {
                return Operand::Sine(draw.below(program.angles.len()));
            }
            5.. if !program.statements.is_empty() => {
                return Operand::Slot(draw.below(program.statements.len()));
            }
            _ => {}
        }
    }
}

fn bits<T: Real + Into<f64>>(values: &[T]) -> Vec<u64> {
    let bits = |&value: &T| {
        let value: f64 = value.into();
        if value.is_nan() { f64::NAN } else { value }.to_bits()
    };
    values.iter().map(bits).collect()
}

/// Compares both engines with the evaluator, at single states and in a batch.
fn check<T: Real + Into<f64> + Float>(program: &Program, draw: &mut Draw) {
    const STATES: usize = 37;
    let given: Vec<Vec<T>> = (program.inputs.iter())
        .map(|port| {
            (0..STATES * port.len)
                .map(|_| T::from_f64(draw.number()))
                .collect()
        })
        .collect();
    let array = |argument: Argument| {
        let place = program
            .inputs
            .iter()
            .position(|port| port.argument == argument);
        place.expect("a port")
    };
    let wanted: Vec<Vec<Vec<T>>> = (0..STATES)
        .map(|state| {
            program.evaluate(|input: Input| {
                let place = array(input.argument);
                given[place][state * program.inputs[place].len + input.index]
            })
        })
        .collect();
    for engine in [Engine::Native, Engine::Interpreted] {
        let part = Part::<T>::new(program.clone(), engine);
        assert_eq!(
            part.engine(),
            if cfg!(feature = "native") {
                engine
            } else {
                Engine::Interpreted
            }
        );
        for state in 0..3 {
            let inputs: Vec<&[T]> = (given.iter().zip(&program.inputs))
                .map(|(array, port)| &array[state * port.len..][..port.len])
                .collect();
            let mut results: Vec<Vec<T>> = program
                .outputs
                .iter()
                .map(|one| vec![T::default(); one.elements.len()])
                .collect();
            let mut slices: Vec<&mut [T]> = results.iter_mut().map(Vec::as_mut_slice).collect();
            assert!(part.call(&inputs, &mut slices));
            for (result, wanted) in results.iter().zip(&wanted[state]) {
                assert_eq!(bits(result), bits(wanted), "{engine:?}: {program:?}");
            }
        }
        let inputs: Vec<Rows<'_, T>> = (given.iter().zip(&program.inputs))
            .map(|(array, port)| Rows::new(array, STATES, port.len).expect("rows"))
            .collect();
        let mut results: Vec<Vec<T>> = (program.outputs.iter())
            .map(|one| vec![T::default(); STATES * one.elements.len()])
            .collect();
        let mut rows: Vec<RowsMut<'_, T>> = (results.iter_mut().zip(&program.outputs))
            .map(|(array, output)| {
                RowsMut::new(array, STATES, output.elements.len()).expect("rows")
            })
            .collect();
        assert!(part.call_batch(STATES, &inputs, &mut rows));
        for (state, wanted) in wanted.iter().enumerate() {
            for (result, wanted) in results.iter().zip(wanted) {
                let row = &result[state * wanted.len()..][..wanted.len()];
                assert_eq!(bits(row), bits(wanted), "{engine:?}, batch: {program:?}");
            }
        }
    }
}

#[test]
fn random_programs_have_the_bits_of_the_evaluator() {
    for seed in 1..=programs() {
        let mut draw = Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let program = random(&mut draw, cfg!(target_arch = "x86_64") && seed % 4 == 0);
        check::<f64>(&program, &mut draw);
        if seed % 4 < 2 {
            check::<f32>(&program, &mut draw);
        }
    }
}

/// Nothing is run then, and nothing written: code takes the lengths on trust.
#[test]
fn arrays_of_other_lengths_are_refused() {
    const STATES: usize = 33;
    let program = random(&mut Draw(7), false);
    let inputs: Vec<usize> = program.inputs.iter().map(|port| port.len).collect();
    let outputs = program.outputs.iter().map(|output| output.elements.len());
    let outputs: Vec<usize> = outputs.collect();
    // One element less or more in any array, one array less or more.
    let changed = |lengths: &[usize]| {
        let places = 0..lengths.len();
        let by_one = places.flat_map(|place| [-1, 1].map(|more| (place, more)));
        let mut all: Vec<Vec<usize>> = by_one
            .map(|(place, more)| {
                let mut other = lengths.to_vec();
                other[place] = other[place].saturating_add_signed(more);
                other
            })
            .collect();
        all.push(lengths[1..].to_vec());
        all.push([lengths, &[1]].concat());
        all
    };
    let of_inputs = changed(&inputs).into_iter();
    let of_outputs = changed(&outputs).into_iter();
    let wrong: Vec<(Vec<usize>, Vec<usize>)> = (of_inputs.map(|other| (other, outputs.clone())))
        .chain(of_outputs.map(|other| (inputs.clone(), other)))
        .collect();
    for engine in [Engine::Native, Engine::Interpreted] {
        let part = Part::<f64>::new(program.clone(), engine);
        let call = |inputs: &[usize], outputs: &[usize], states: usize| {
            let arrays = |lengths: &[usize]| -> Vec<Vec<f64>> {
                lengths.iter().map(|len| vec![7.0; len * states]).collect()
            };
            let (given, mut found) = (arrays(inputs), arrays(outputs));
            let done = if states == 1 {
                let given: Vec<&[f64]> = given.iter().map(Vec::as_slice).collect();
                let mut found: Vec<&mut [f64]> = found.iter_mut().map(Vec::as_mut_slice).collect();
                part.call(&given, &mut found)
            } else {
                let given: Vec<Rows<'_, f64>> = (given.iter().zip(inputs))
                    .map(|(array, &len)| Rows::new(array, states, len).expect("rows"))
                    .collect();
                let mut found: Vec<RowsMut<'_, f64>> = (found.iter_mut().zip(outputs))
                    .map(|(array, &len)| RowsMut::new(array, states, len).expect("rows"))
                    .collect();
                part.call_batch(states, &given, &mut found)
            };
            (done, found)
        };
        for states in [1, STATES] {
            assert!(call(&inputs, &outputs, states).0);
            for (inputs, outputs) in &wrong {
                let (done, found) = call(inputs, outputs, states);
                assert!(!done, "{inputs:?}, {outputs:?}, {states}");
                assert!(found.concat().iter().all(|&one| one == 7.0));
            }
        }
    }
}
