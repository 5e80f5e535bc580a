//! The primes and points of a proof, drawn from a hash of what is proved.
//!
//! Who prepares a program (search results are files that anybody can write) can look for constants that vanish in a field and for
//! terms that vanish at a point, as long as field and point are known beforehand. Here every change of the program changes
//! both: they follow from its SHA-256 and that of the model.

use core::hash::{Hash, Hasher};

use sha2::{Digest, Sha256};

use crate::exact::element::scramble;
use crate::exact::residue::Field;
use crate::function::FIELDS;
use crate::mechanism::Mechanism;
use crate::program::{Constant, Program};

/// Fields and seeds.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    fields: [Field; FIELDS],
    seed: u64,
}

impl Draw {
    /// Those of programs that are to be equal to a recursion on a mechanism, or to other programs.
    pub(super) fn of(mechanism: &Mechanism, programs: &[&Program]) -> Self {
        let mut hash = Sink(Sha256::new());
        mechanism.name.hash(&mut hash);
        mechanism.source.hash.hash(&mut hash);
        for program in programs {
            feed(program, &mut hash);
        }
        let digest = hash.0.finalize();
        let word = |k: usize| {
            let bytes = digest.iter().skip(8 * k).take(8);
            bytes.fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        Self {
            fields: [Field::drawn(word(0)), Field::drawn(word(1))],
            seed: word(2) ^ word(3),
        }
    }

    /// The field of a point; points take them in turn.
    pub(super) fn field(&self, point: u64) -> Field {
        self.fields[usize::from(point % 2 == 1)]
    }

    /// The seed of a point.
    pub(super) fn seed(&self, point: u64) -> u64 {
        scramble(self.seed, &[point])
    }

    pub(super) fn primes(&self) -> [u64; FIELDS] {
        self.fields.map(Field::prime)
    }
}

/// What of a program decides its values; of a formula of parameters its hash alone, which programs that are read from files have none of.
fn feed(program: &Program, hash: &mut Sink) {
    program.angle_statements.hash(hash);
    for constant in &program.constants {
        match constant {
            Constant::Number(number) => number.hash(hash),
            Constant::Angle(angle) => (&angle.half_turns, &angle.radians).hash(hash),
        }
    }
    for statement in &program.statements {
        (statement.operation, statement.a, statement.b).hash(hash)
    }
    program.angles.hash(hash);
    for output in &program.outputs {
        output.name.hash(hash);
        for element in &output.elements {
            (element.operand, element.negative).hash(hash);
        }
    }
}

/// Feeds the hash of values to SHA-256.
struct Sink(Sha256);

impl Hasher for Sink {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Not used: all of the digest is.
    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::angle::Angle;
    use crate::exact::number::Number;
    use crate::generic::generic;
    use crate::program::{Operand, Operation};

    fn compiled() -> (Mechanism, Program) {
        let chain = generic(2);
        let options = crate::compile::Options {
            functions: Some(vec!["inverse_dynamics".to_owned()]),
            ..crate::compile::Options::default()
        };
        let compiled = crate::compile::compile(&chain, &options).expect("it compiles");
        let program = compiled.functions[0].program.clone();
        (chain, program)
    }

    #[test]
    fn another_program_has_other_fields_and_points() {
        let (chain, program) = compiled();
        let own = Draw::of(&chain, &[&program]);
        assert_eq!(own.primes(), Draw::of(&chain, &[&program]).primes());
        assert_ne!(own.primes()[0], own.primes()[1]);
        assert_ne!(own.seed(1), own.seed(2));
        let renamed = Mechanism {
            name: "other".into(),
            ..chain.clone()
        };
        assert_ne!(own.primes(), Draw::of(&renamed, &[&program]).primes());
        let mut reread = chain;
        reread.source.hash.push('0');
        assert_ne!(own.primes(), Draw::of(&reread, &[&program]).primes());
    }

    #[test]
    fn the_fields_of_points_alternate() {
        let (chain, program) = compiled();
        let own = Draw::of(&chain, &[&program]);
        let primes: Vec<u64> = (0..4).map(|point| own.field(point).prime()).collect();
        let [a, b] = own.primes();
        assert_eq!(primes, [a, b, a, b]);
    }

    /// Whatever decides a value decides fields and points: nothing of a program can be prepared for them.
    #[test]
    fn every_part_of_a_program_decides_its_fields_and_points() {
        let (chain, mut program) = compiled();
        program.constants.extend([
            Constant::Number(Number::from(7)),
            Constant::Angle(Angle::of_quarter_turns(1)),
        ]);
        let changes: [(&str, fn(&mut Program)); 10] = [
            ("a number", |one| {
                let place = one.constants.len() - 2;
                one.constants[place] = Constant::Number(Number::from(8));
            }),
            ("quarter turns", |one| {
                let place = one.constants.len() - 1;
                one.constants[place] = Constant::Angle(Angle::of_quarter_turns(3));
            }),
            ("radians", |one| {
                let place = one.constants.len() - 1;
                let more = Angle::from_radians(Number::ONE);
                one.constants[place] = Constant::Angle(Angle::of_quarter_turns(1) + more);
            }),
            ("an operation", |one| {
                let statement = &mut one.statements[0];
                statement.operation = match statement.operation {
                    Operation::Add => Operation::Sub,
                    _ => Operation::Add,
                };
            }),
            ("a first operand", |one| {
                one.statements[1].a = Operand::Cosine(9)
            }),
            ("a second operand", |one| {
                one.statements[1].b = Operand::Sine(9)
            }),
            ("the argument of a sine", |one| {
                one.angles[0] = Operand::Slot(1)
            }),
            ("where sines are taken", |one| one.angle_statements += 1),
            ("an output", |one| {
                one.outputs[0].elements[0].operand = Operand::Cosine(9)
            }),
            ("a sign", |one| {
                let element = &mut one.outputs[0].elements[0];
                element.negative = !element.negative;
            }),
        ];
        let own = Draw::of(&chain, &[&program]);
        for (what, change) in changes {
            let mut changed = program.clone();
            change(&mut changed);
            assert!(changed != program, "{what}");
            let other = Draw::of(&chain, &[&changed]);
            assert_ne!(own.primes(), other.primes(), "{what}");
            assert_ne!(own.seed(1), other.seed(1), "{what}");
            let beside = Draw::of(&chain, &[&program, &changed]);
            assert_ne!(own.primes(), beside.primes(), "{what}");
        }
    }
}
