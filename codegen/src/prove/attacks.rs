//! Programs that somebody prepared: files of search results are code, and what they hold is checked as such.

use crate::evaluate::Exact;
use crate::exact::angle::Angle;
use crate::exact::field::P;
use crate::exact::number::Number;
use crate::exact::residue::Field;
use crate::generic::generic;
use crate::leaves::{Argument, Input, Origin};
use crate::pass::search::is_stable_over_decades;
use crate::program::{
    Constant, Operand, Operation, Output, Port, Program, Shape, Signed, Statement,
};
use crate::prove::draw::Draw;
use crate::prove::{
    Check, Disagreement, Point, Range, Unbounded, bounded, prove_equal, prove_formulas,
};

/// Statements that are written one after the other; operands are places of earlier ones. There is one angle, q₀.
struct Writer(Program);

impl Writer {
    /// q̇₀ + q̇₁ is the slot 0.
    fn new() -> Self {
        let ports = [Argument::Q, Argument::Qd];
        let mut program = Program::empty(ports.map(|argument| Port { argument, len: 2 }).into());
        program.angles = vec![Operand::Input(Input {
            argument: Argument::Q,
            index: 0,
        })];
        let mut writer = Self(program);
        writer.write(Operation::Add, rate(0), rate(1));
        writer
    }

    fn write(&mut self, operation: Operation, a: Operand, b: Operand) -> Operand {
        self.0.statements.push(Statement {
            operation,
            a,
            b,
            origin: Origin::default(),
        });
        Operand::Slot(self.0.statements.len() - 1)
    }

    fn constant(&mut self, constant: Constant) -> Operand {
        self.0.constants.push(constant);
        Operand::Constant(self.0.constants.len() - 1)
    }

    fn number(&mut self, number: Number) -> Operand {
        self.constant(Constant::Number(number))
    }

    /// x to the power 2ᵏ.
    fn squared(&mut self, x: Operand, k: usize) -> Operand {
        (0..k).fold(x, |x, _| self.write(Operation::Mul, x, x))
    }

    fn finish(mut self, operand: Operand) -> Program {
        self.0.outputs = vec![Output {
            name: "tau",
            shape: Shape::Vector(1),
            elements: vec![Signed {
                operand,
                negative: false,
            }],
            pattern: None,
        }];
        self.0
    }

    /// q̇₀ + q̇₁ + `more`.
    fn plus(mut self, more: Operand) -> Program {
        let sum = self.write(Operation::Add, Operand::Slot(0), more);
        self.finish(sum)
    }
}

fn rate(index: usize) -> Operand {
    Operand::Input(Input {
        argument: Argument::Qd,
        index,
    })
}

fn good() -> Program {
    Writer::new().finish(Operand::Slot(0))
}

/// p / 2⁶³.
fn scaled_down(prime: u64) -> Number {
    &Number::from(i64::try_from(prime).expect("63 bits")) * &Number::dyadic(1.into(), 63)
}

/// (q̇₀ / 4)¹²⁸ times a constant: nothing at moderate rates, 10¹² at 5 rad/s.
fn explosive(factor: Number) -> Program {
    let mut writer = Writer::new();
    let quarter = writer.number(Number::dyadic(1.into(), 2));
    let small = writer.write(Operation::Mul, rate(0), quarter);
    let power = writer.squared(small, 7);
    let factor = writer.number(factor);
    let more = writer.write(Operation::Mul, power, factor);
    writer.plus(more)
}

fn refused(bad: &Program) -> Disagreement {
    prove_equal(bad, &good(), &generic(2), 3).expect_err("a wrong program")
}

fn is_value(disagreement: &Disagreement) -> bool {
    matches!(disagreement, Disagreement::Value { .. })
}

#[test]
fn a_multiple_of_a_known_prime_is_no_zero() {
    assert!(is_value(&refused(&explosive(scaled_down(P)))));
}

#[test]
fn a_multiple_of_a_thousand_primes_is_no_zero() {
    let primes = (0..1000).map(|k| Field::drawn(k << 32).prime());
    let product = primes.fold(Number::ONE, |product, prime| &product * &scaled_down(prime));
    assert!(is_value(&refused(&explosive(product))));
}

#[test]
fn a_constant_made_for_the_primes_of_a_program_changes_them() {
    let mut factor = Number::ONE;
    for _ in 0..20 {
        let bad = explosive(factor.clone());
        assert!(is_value(&refused(&bad)));
        let [p, q] = Draw::of(&generic(2), &[&bad, &good()]).primes();
        factor = &scaled_down(p) * &scaled_down(q);
    }
}

#[test]
fn a_constant_that_vanishes_is_refused_by_name() {
    // Found by chance only: here the primes of another program are taken, and asked for directly.
    let field = Field::drawn(1);
    let bad = explosive(scaled_down(field.prime()));
    let point = Point::new(field, 1, &generic(2));
    assert!(point.constants(&bad).is_none());
    assert!(point.constants(&good()).is_some());
}

/// Formulas of the model's parameters are constants until they are opened. One that is 0 at the defaults does not vanish, and two that
/// are the same there are not the same.
#[test]
fn formulas_are_compared_beside_the_defaults_of_their_parameters() {
    let of = |factor: &Number| {
        let mut writer = Writer::new();
        let factor = writer.number(factor.clone());
        let product = writer.write(Operation::Mul, Operand::Slot(0), factor);
        writer.finish(product)
    };
    let mut twice = Writer::new();
    let zero = Number::parameter(0, &Number::ZERO);
    let factor = twice.number(zero.clone());
    let product = twice.write(Operation::Mul, Operand::Slot(0), factor);
    let sum = twice.write(Operation::Add, product, product);
    let twice = twice.finish(sum);
    let equal = |a: &Program, b: &Program| prove_equal(a, b, &generic(2), 3).map(|_| ());
    assert_eq!(equal(&twice, &of(&(&zero + &zero))), Ok(()));
    let other = Number::parameter(1, &Number::ZERO);
    let error = equal(&twice, &of(&(&zero + &other))).expect_err("other formulas");
    assert!(matches!(error, Disagreement::Value { .. }), "{error:?}");
}

#[test]
fn roots_at_known_points_are_no_roots() {
    // ∏ (q̇₀ − r) over the points of the first hundred seeds in the field of 2⁶¹ − 1.
    use crate::exact::element::FieldElement;
    use crate::exact::field::Mersenne;
    use crate::leaves::Leaves;
    let mut writer = Writer::new();
    let mut product = writer.number(Number::ONE);
    for seed in 1..=100 {
        let point = Point::new(Mersenne, seed, &generic(2));
        let root = point.input(Input {
            argument: Argument::Qd,
            index: 0,
        });
        let root = i64::try_from(root.residue()).expect("61 bits");
        let root = writer.number(Number::from(root));
        let factor = writer.write(Operation::Sub, rate(0), root);
        product = writer.write(Operation::Mul, product, factor);
    }
    assert!(is_value(&refused(&writer.plus(product))));
}

#[test]
fn fermats_theorem_helps_in_one_field_only() {
    // x^p − x with p = 2⁶¹ − 1, as x^(2⁶¹) / x − x.
    let mut writer = Writer::new();
    let power = writer.squared(rate(0), 61);
    let power = writer.write(Operation::Div, power, rate(0));
    let more = writer.write(Operation::Sub, power, rate(0));
    assert!(is_value(&refused(&writer.plus(more))));
}

/// Values that are the same numbers in every field could be taken off again.
#[test]
fn functions_that_are_not_rational_have_no_values_known_beforehand() {
    use crate::exact::element::scramble;
    let number = |value: u64| Number::from(i64::try_from(value).expect("63 bits"));
    for argument in 1..=10 {
        let tangent = number(scramble(1, &[argument]) >> 3);
        let square = &tangent * &tangent;
        let cosine = (Number::ONE - square.clone()) / (Number::ONE + square);
        let mut writer = Writer::new();
        let angle = writer.number(number(argument));
        writer.0.angles.push(angle);
        let known = writer.number(cosine);
        let more = writer.write(Operation::Sub, Operand::Cosine(0), known);
        assert!(is_value(&refused(&writer.plus(more))), "cos {argument}");

        let bits = scramble(1, &[argument, 6]);
        let mut writer = Writer::new();
        let [value, scale] = [argument, 6].map(|value| writer.number(number(value)));
        let saturated = writer.write(Operation::Saturate, value, scale);
        let known = number(bits >> 1) * Number::from(2) + number(bits & 1);
        let known = writer.number(known);
        let more = writer.write(Operation::Sub, saturated, known);
        let disagreement = refused(&writer.plus(more));
        assert!(is_value(&disagreement), "saturation of {argument}");
    }
}

#[test]
fn an_angle_is_no_number() {
    for operation in [Operation::Mul, Operation::Add] {
        let mut writer = Writer::new();
        let turn = Angle::of_quarter_turns(2);
        let turn = writer.constant(Constant::Angle(turn));
        let more = writer.write(operation, rate(0), turn);
        assert_eq!(refused(&writer.plus(more)), Disagreement::Undefined);
    }
}

#[test]
fn an_angle_cancels_no_other() {
    let mut writer = Writer::new();
    let [a, b] = [2, 4].map(|turns| Constant::Angle(Angle::of_quarter_turns(turns)));
    let (a, b) = (writer.constant(a), writer.constant(b));
    let more = writer.write(Operation::Sub, a, b);
    assert_eq!(refused(&writer.plus(more)), Disagreement::Undefined);
}

#[test]
fn zero_by_zero_is_no_number() {
    let mut writer = Writer::new();
    let zero = writer.write(Operation::Sub, rate(0), rate(0));
    let more = writer.write(Operation::Div, zero, zero);
    assert_eq!(refused(&writer.plus(more)), Disagreement::Undefined);
}

#[test]
fn a_number_that_is_not_there_is_missed() {
    let mut writer = Writer::new();
    let same = writer.write(Operation::Sub, rate(0), rate(0));
    let mut bad = writer.plus(same);
    bad.outputs[0].elements.push(Signed {
        operand: rate(0),
        negative: false,
    });
    assert!(is_value(&refused(&bad)));
}

#[test]
fn the_array_of_another_length_is_named() {
    let with = |lengths: [usize; 2]| {
        let mut program = good();
        let element = program.outputs[0].elements[0];
        let outputs = ["tau", "qdd"].into_iter().zip(lengths);
        let outputs = outputs.map(|(name, length)| Output {
            name,
            shape: Shape::Vector(length),
            elements: vec![element; length],
            pattern: None,
        });
        program.outputs = outputs.collect();
        program
    };
    for (lengths, name) in [([2, 1], "tau"), ([1, 2], "qdd"), ([0, 2], "tau")] {
        let found = prove_equal(&with(lengths), &with([1, 1]), &generic(2), 3);
        let named =
            matches!(found, Err(Disagreement::Value { output, element: 0, .. }) if output == name);
        assert!(named, "{lengths:?}: {found:?}");
    }
}

#[test]
fn a_proof_says_at_how_many_points() {
    // One in each of two fields at least: it says that it was made in both.
    for (points, at) in [(1, 2), (4, 4)] {
        let proof = prove_equal(&good(), &good(), &generic(2), points);
        assert_eq!(proof.map(|proof| proof.points), Ok(at));
    }
    let nothing = Program {
        outputs: Vec::new(),
        ..good()
    };
    let proof = prove_formulas(&nothing, &generic(2), &[]);
    assert_eq!(proof.map(|proof| proof.points), Ok(3));
}

/// Programs that are equal exactly, and not in floats.
fn equal_but_lost(program: &Program) {
    let proof = prove_equal(program, &good(), &generic(2), 3);
    assert!(proof.is_ok(), "{proof:?}");
    assert!(!is_stable_over_decades(&good(), program));
}

#[test]
fn cancelling_constants_lose_digits() {
    let mut writer = Writer::new();
    let large = writer.number(Number::from(1_000_000_000_000_000));
    let up = writer.write(Operation::Add, Operand::Slot(0), large);
    let down = writer.write(Operation::Sub, up, large);
    equal_but_lost(&writer.finish(down));
}

/// x c / c, in two steps.
fn there_and_back(factor: &str) -> Program {
    let mut writer = Writer::new();
    let factor = Number::parse(factor).expect("a decimal");
    let factor = writer.number(factor);
    let there = writer.write(Operation::Mul, Operand::Slot(0), factor);
    let there = writer.write(Operation::Mul, there, factor);
    let back = writer.write(Operation::Div, there, factor);
    let back = writer.write(Operation::Div, back, factor);
    writer.finish(back)
}

#[test]
fn overflow_and_denormals_lose_digits() {
    equal_but_lost(&there_and_back("1e200"));
    equal_but_lost(&there_and_back("1e-160"));
}

#[test]
fn digits_lost_at_high_rates_alone_are_seen() {
    // (x + x¹⁶ 10⁻²⁰) − x¹⁶ 10⁻²⁰ is x to rounding for |x| ≤ 3.
    let mut writer = Writer::new();
    let power = writer.squared(rate(0), 4);
    let small = writer.number(Number::parse("1e-20").expect("a decimal"));
    let term = writer.write(Operation::Mul, power, small);
    let up = writer.write(Operation::Add, Operand::Slot(0), term);
    let down = writer.write(Operation::Sub, up, term);
    equal_but_lost(&writer.finish(down));
}

/// (q̇₀ + q̇₁ + B) − B.
fn around(mut writer: Writer, large: Operand) -> Program {
    let up = writer.write(Operation::Add, Operand::Slot(0), large);
    let down = writer.write(Operation::Sub, up, large);
    writer.finish(down)
}

/// Why the errors of a program in double precision have no bounds that go with those of another.
fn refusal(found: &Program, source: &Program) -> Option<Unbounded> {
    bounded(found, source, &generic(2), &Range::DOUBLE).err()
}

/// A program that is equal exactly, and in floats at all states that are looked at.
fn lost_where_nobody_looks(program: &Program, why: Unbounded) {
    let proof = prove_equal(program, &good(), &generic(2), 3);
    assert!(proof.is_ok(), "{proof:?}");
    assert!(is_stable_over_decades(&good(), program));
    assert_eq!(refusal(program, &good()), Some(why));
}

#[test]
fn a_pole_between_the_states_is_a_divisor_too_many() {
    // B = (1/(q̇₀ − 6))³²: without a digit of the sum left near 6 rad/s.
    let mut writer = Writer::new();
    let six = writer.number(Number::from(6));
    let near = writer.write(Operation::Sub, rate(0), six);
    let one = writer.number(Number::ONE);
    let pole = writer.write(Operation::Div, one, near);
    let large = writer.squared(pole, 5);
    lost_where_nobody_looks(&around(writer, large), Unbounded::Divisor);
}

#[test]
fn a_peak_between_the_states_is_told_by_its_degree() {
    // B = c sinᵐ(q₀): 10¹² and m = 2²⁰, nothing but within some milliradians of ±π/2; and far below all bounds, m = 2.
    for (height, doublings) in [("1e12", 20), ("1e-3", 1)] {
        let mut writer = Writer::new();
        let height = writer.number(Number::parse(height).expect("a decimal"));
        let power = writer.squared(Operand::Sine(0), doublings);
        let large = writer.write(Operation::Mul, height, power);
        lost_where_nobody_looks(&around(writer, large), Unbounded::Degree);
    }
}

#[test]
fn a_power_beyond_the_states_is_told_by_its_degree() {
    // B = (q̇₀ / 10⁴)⁶⁴: nothing up to 10³ rad/s.
    let mut writer = Writer::new();
    let small = writer.number(Number::parse("1e-4").expect("a decimal"));
    let small = writer.write(Operation::Mul, rate(0), small);
    let large = writer.squared(small, 6);
    lost_where_nobody_looks(&around(writer, large), Unbounded::Degree);
}

#[test]
fn a_high_power_of_a_divisor_is_told_by_its_degree() {
    // B = (1/d)⁶⁴ / 10³⁰ with d = 2 + cos q₀, that both divide by: up to 10⁻³⁰, had d a lower bound that is known.
    let by = |attack: bool| {
        let mut writer = Writer::new();
        let two = writer.number(Number::from(2));
        let divisor = writer.write(Operation::Add, Operand::Cosine(0), two);
        let ratio = writer.write(Operation::Div, rate(0), divisor);
        let sum = writer.write(Operation::Add, rate(1), ratio);
        if !attack {
            return writer.finish(sum);
        }
        let [one, small] = ["1", "1e-30"].map(|text| Number::parse(text).expect("a decimal"));
        let (one, small) = (writer.number(one), writer.number(small));
        let inverse = writer.write(Operation::Div, one, divisor);
        let power = writer.squared(inverse, 6);
        let large = writer.write(Operation::Mul, small, power);
        let up = writer.write(Operation::Add, sum, large);
        let down = writer.write(Operation::Sub, up, large);
        writer.finish(down)
    };
    assert!(prove_equal(&by(true), &by(false), &generic(2), 3).is_ok());
    assert!(is_stable_over_decades(&by(false), &by(true)));
    let found = refusal(&by(true), &by(false));
    assert_eq!(found, Some(Unbounded::Degree));
    assert_eq!(refusal(&by(false), &by(false)), None);
}

#[test]
fn an_angle_that_comes_back_from_a_sum_has_lost_its_digits() {
    // cos(q₀ + q₁ − q₁) in place of cos q₀.
    let good = Writer::new().finish(Operand::Cosine(0));
    let mut writer = Writer::new();
    writer.0.statements.clear();
    let [a, b] = [0, 1].map(|index| {
        Operand::Input(Input {
            argument: Argument::Q,
            index,
        })
    });
    let sum = writer.write(Operation::Add, a, b);
    let angle = writer.write(Operation::Sub, sum, b);
    writer.0.angles = vec![angle];
    writer.0.angle_statements = 2;
    let bad = writer.finish(Operand::Cosine(0));
    assert!(prove_equal(&bad, &good, &generic(2), 3).is_ok());
    assert_eq!(refusal(&bad, &good), Some(Unbounded::Error("tau")));
}

#[test]
fn an_error_that_is_no_number_is_beyond_every_bound() {
    // The first of two elements: ∞ by 0 in the bounds, which the second must not hide.
    let mut writer = Writer::new();
    let [large, small] = ["1e200", "1e-200"].map(|text| Number::parse(text).expect("a decimal"));
    let (large, small) = (writer.number(large), writer.number(small));
    let large = writer.squared(large, 1);
    let small = writer.squared(small, 1);
    let one = writer.write(Operation::Mul, large, small);
    let first = writer.write(Operation::Mul, Operand::Slot(0), one);
    let two = |program: Program, first: Operand| {
        let mut program = program;
        let elements = [first, Operand::Slot(0)];
        program.outputs[0].shape = Shape::Vector(2);
        program.outputs[0].elements = elements
            .map(|operand| Signed {
                operand,
                negative: false,
            })
            .into();
        program
    };
    let bad = two(writer.finish(first), first);
    let good = two(good(), Operand::Slot(0));
    assert!(prove_equal(&bad, &good, &generic(2), 3).is_ok());
    assert_eq!(refusal(&bad, &good), Some(Unbounded::Error("tau")));
}

#[test]
fn the_same_in_another_order_has_the_same_bounds() {
    assert_eq!(refusal(&good(), &good()), None);
    // Divided by the same with the other sign.
    let by = |sign: bool| {
        let mut writer = Writer::new();
        let [a, b] = if sign { [0, 1] } else { [1, 0] };
        let divisor = writer.write(Operation::Sub, rate(a), rate(b));
        let more = writer.write(Operation::Div, rate(0), divisor);
        let operation = if sign { Operation::Add } else { Operation::Sub };
        let sum = writer.write(operation, rate(1), more);
        writer.finish(sum)
    };
    assert!(prove_equal(&by(true), &by(false), &generic(2), 3).is_ok());
    assert_eq!(refusal(&by(true), &by(false)), None);
    // Divided by the same computed in two ways, of which the second may be twice as large by its bounds, to a power.
    let mut writer = Writer::new();
    let sum = writer.write(Operation::Add, Operand::Slot(0), rate(1));
    let again = writer.write(Operation::Sub, sum, rate(1));
    let once = writer.write(Operation::Div, rate(0), Operand::Slot(0));
    let often = (0..9).fold(once, |x, _| writer.write(Operation::Div, x, again));
    let program = writer.finish(often);
    assert_eq!(refusal(&program, &program), None);
}

#[test]
fn what_underflows_is_lost_in_the_type_where_it_does() {
    let lost = Some(Unbounded::Error("tau"));
    for (small, large, in_double) in [("1e-25", "1e25", None), ("1e-170", "1e170", lost)] {
        // x c c / c / c, by products alone.
        let mut writer = Writer::new();
        let factors =
            [small, small, large, large].map(|text| Number::parse(text).expect("a decimal"));
        let factors = factors.map(|factor| writer.number(factor));
        let back = factors.into_iter().fold(Operand::Slot(0), |x, factor| {
            writer.write(Operation::Mul, x, factor)
        });
        let bad = writer.finish(back);
        assert!(prove_equal(&bad, &good(), &generic(2), 3).is_ok());
        assert_eq!(refusal(&bad, &good()), in_double);
        let in_single = bounded(&bad, &good(), &generic(2), &Range::SINGLE);
        assert_eq!(in_single.err(), lost);
    }
}

/// A program of two arrays.
fn of_two(mut writer: Writer, [tau, qdd]: [Operand; 2]) -> Program {
    writer.0.outputs = [("tau", tau), ("qdd", qdd)]
        .map(|(name, operand)| Output {
            name,
            shape: Shape::Vector(1),
            elements: vec![Signed {
                operand,
                negative: false,
            }],
            pattern: None,
        })
        .into();
    writer.0
}

/// (x + B) − B.
fn there_and_off(writer: &mut Writer, x: Operand, large: Operand) -> Operand {
    let up = writer.write(Operation::Add, x, large);
    writer.write(Operation::Sub, up, large)
}

fn decimal(writer: &mut Writer, text: &str) -> Operand {
    writer.number(Number::parse(text).expect("a decimal"))
}

/// 2 + cos q₀ times a factor.
fn positive(writer: &mut Writer, factor: &str) -> Operand {
    let (two, factor) = (decimal(writer, "2"), decimal(writer, factor));
    let sum = writer.write(Operation::Add, two, Operand::Cosine(0));
    writer.write(Operation::Mul, sum, factor)
}

#[test]
fn an_array_of_inputs_that_is_larger_than_the_others_takes_their_digits() {
    let angle = Operand::Input(Input {
        argument: Argument::Q,
        index: 1,
    });
    let found = around(Writer::new(), angle);
    assert_eq!(refusal(&found, &good()), Some(Unbounded::Error("tau")));
}

#[test]
fn the_degree_in_a_reciprocal_is_its_own() {
    // The source has a power of a cosine that is higher than that of 1/d in the other.
    let with = |attack: bool| {
        let mut writer = Writer::new();
        let divisor = positive(&mut writer, "1");
        let ratio = writer.write(Operation::Div, rate(0), divisor);
        let power = writer.squared(Operand::Cosine(0), 7);
        let sum = writer.write(Operation::Add, rate(1), ratio);
        let sum = writer.write(Operation::Add, sum, power);
        if !attack {
            return writer.finish(sum);
        }
        let (one, small) = (decimal(&mut writer, "1"), decimal(&mut writer, "1e-40"));
        let inverse = writer.write(Operation::Div, one, divisor);
        let power = writer.squared(inverse, 5);
        let large = writer.write(Operation::Mul, small, power);
        let sum = there_and_off(&mut writer, sum, large);
        writer.finish(sum)
    };
    let found = refusal(&with(true), &with(false));
    assert_eq!(found, Some(Unbounded::Degree));
}

#[test]
fn degrees_are_of_every_input_and_of_all_together() {
    let refused = |source: &dyn Fn(&mut Writer) -> Operand, large: [usize; 4]| {
        let with = |attack: bool| {
            let mut writer = Writer::new();
            let sum = source(&mut writer);
            if !attack {
                return writer.finish(sum);
            }
            let small = decimal(&mut writer, "1e-60");
            let factors = large.into_iter().filter(|&index| index < 2);
            let factors: Vec<Operand> = factors.map(rate).collect();
            let large = factors
                .into_iter()
                .fold(small, |x, factor| writer.write(Operation::Mul, x, factor));
            let sum = there_and_off(&mut writer, sum, large);
            writer.finish(sum)
        };
        refusal(&with(true), &with(false))
    };
    // q̇₀² + q̇₁², and q̇₀² q̇₁².
    let squares = |writer: &mut Writer| {
        let [a, b] = [0, 1].map(|index| writer.write(Operation::Mul, rate(index), rate(index)));
        writer.write(Operation::Add, a, b)
    };
    assert_eq!(refused(&squares, [0, 0, 1, 1]), Some(Unbounded::Degree));
    assert_eq!(refused(&squares, [0, 0, 2, 2]), None);
    // q̇₀ q̇₁, and q̇₀² or q̇₁²; beside it q₀ q̇₀ q̇₁, which has more in all.
    let product = |writer: &mut Writer| {
        let product = writer.write(Operation::Mul, rate(0), rate(1));
        writer.write(Operation::Add, Operand::Slot(0), product)
    };
    let angle = Operand::Input(Input {
        argument: Argument::Q,
        index: 0,
    });
    let more = |writer: &mut Writer| {
        let product = writer.write(Operation::Mul, rate(0), rate(1));
        let product = writer.write(Operation::Mul, product, angle);
        writer.write(Operation::Add, Operand::Slot(0), product)
    };
    for index in 0..2 {
        let large = [index, index, 2, 2];
        assert_eq!(refused(&product, large), Some(Unbounded::Degree));
        assert_eq!(refused(&more, large), Some(Unbounded::Degree));
    }
}

#[test]
fn divisors_are_as_small_as_they_may_be_in_both() {
    let lost = Some(Unbounded::Error("tau"));
    // A sixteenth power of 1/d, which is something at a hundredth of d only; and a d that is small everywhere.
    for (scale, doublings, small) in [("1", 4, "1e-6"), ("1e-9", 0, "1e-12")] {
        let with = |attack: bool| {
            let mut writer = Writer::new();
            let divisor = positive(&mut writer, scale);
            let (one, small) = (decimal(&mut writer, "1"), decimal(&mut writer, small));
            let inverse = writer.write(Operation::Div, one, divisor);
            let power = writer.squared(inverse, doublings);
            let scaled = writer.write(Operation::Mul, power, small);
            let sum = if attack {
                there_and_off(&mut writer, Operand::Slot(0), scaled)
            } else {
                Operand::Slot(0)
            };
            of_two(writer, [sum, power])
        };
        assert_eq!(refusal(&with(true), &with(false)), lost, "{scale}");
        assert_eq!(refusal(&with(false), &with(false)), None, "{scale}");
    }
}

#[test]
fn digits_that_an_operand_has_lost_are_lost_in_every_operation() {
    let operations = [
        Operation::Add,
        Operation::Mul,
        Operation::Div,
        Operation::Saturate,
    ];
    for operation in operations {
        for swapped in [false, true] {
            // Beside the original, which gives the divisor its size.
            let with = |lost: Option<usize>| {
                let mut writer = Writer::new();
                let large = decimal(&mut writer, "1e15");
                let mut operands = [Operand::Slot(0), rate(1)];
                if swapped {
                    operands.reverse();
                }
                if let Some(index) = lost {
                    operands[index] = there_and_off(&mut writer, operands[index], large);
                }
                let [a, b] = operands;
                let result = writer.write(operation, a, b);
                writer.finish(result)
            };
            assert_eq!(refusal(&with(None), &with(None)), None);
            for index in 0..2 {
                let found = refusal(&with(Some(index)), &with(None));
                let why = Some(Unbounded::Error("tau"));
                assert_eq!(found, why, "{operation:?}, {swapped}, {index}");
            }
        }
    }
}

#[test]
fn a_few_times_the_error_is_within_the_bounds() {
    assert_eq!(
        refusal(&around(Writer::new(), Operand::Slot(0)), &good()),
        None
    );
    let mut writer = Writer::new();
    let two = decimal(&mut writer, "2");
    let twice = writer.write(Operation::Mul, Operand::Slot(0), two);
    let found = refusal(&around(writer, twice), &good());
    assert_eq!(found, Some(Unbounded::Error("tau")));
    // No error at all is within none.
    let none = Writer::new().finish(rate(0));
    assert_eq!(refusal(&none, &none), None);
}

#[test]
fn programs_without_inputs_have_bounds() {
    let with = |attack: bool| {
        let mut writer = Writer(Program::empty(Vec::new()));
        let [one, two, large] = ["1", "2", "1e15"].map(|text| decimal(&mut writer, text));
        let sum = writer.write(Operation::Add, one, two);
        let sum = if attack {
            there_and_off(&mut writer, sum, large)
        } else {
            sum
        };
        writer.finish(sum)
    };
    let found = refusal(&with(true), &with(false));
    assert_eq!(found, Some(Unbounded::Error("tau")));
    assert_eq!(refusal(&with(false), &with(false)), None);
}

#[test]
fn what_overflows_is_lost_in_the_type_where_it_does() {
    let lost = Some(Unbounded::Error("tau"));
    for (large, small, in_double) in [("1e25", "1e-25", None), ("1e170", "1e-170", lost)] {
        let mut writer = Writer::new();
        let factors = [large, large, small, small].map(|text| decimal(&mut writer, text));
        let back = factors.into_iter().fold(Operand::Slot(0), |x, factor| {
            writer.write(Operation::Mul, x, factor)
        });
        let found = writer.finish(back);
        let why = |range| bounded(&found, &good(), &generic(2), range).err();
        assert_eq!(why(&Range::DOUBLE), in_double, "{large}");
        assert_eq!(why(&Range::SINGLE), lost, "{large}");
    }
}

#[test]
fn nothing_is_no_proof_of_what_has_a_name() {
    let check = Check {
        names: vec!["tau"],
        mechanism: &generic(2),
        programs: &[],
        draw: Draw::of(&generic(2), &[]),
        points: 2,
    };
    let found = check.compare(|_| Vec::new(), |_, _| Vec::new());
    let named = matches!(found, Err(Disagreement::Value { output: "tau", .. }));
    assert!(named, "{found:?}");
}

/// How many points a proof has whose values cannot be computed at some, and how many were asked for.
fn computed_except_at(
    points: usize,
    is_undefined: impl Fn(usize) -> bool + Sync,
) -> (Result<usize, Disagreement>, usize) {
    use crate::exact::element::FieldElement;
    use crate::exact::residue::Residue;
    use crate::leaves::Leaves;
    use crate::scalar::Scalar;
    use std::collections::BTreeSet;
    use std::sync::Mutex;
    let (draw, mechanism) = (Draw::of(&generic(2), &[]), generic(2));
    let value = |point: &Point<Field>| {
        let input = Input {
            argument: Argument::Qd,
            index: 0,
        };
        point.input(input).residue()
    };
    // What the points are told apart by.
    let drawn = (0..100).map(|n| value(&Point::new(draw.field(n), draw.seed(n), &mechanism)));
    let drawn: Vec<u64> = drawn.collect();
    let asked = Mutex::new(BTreeSet::new());
    let check = Check {
        names: vec!["tau"],
        mechanism: &mechanism,
        programs: &[],
        draw,
        points,
    };
    let found = check.compare(
        |point| {
            let here = value(point);
            let number = drawn.iter().position(|one| *one == here);
            let number = number.expect("one of the first hundred");
            asked.lock().expect("no other test").insert(number);
            let value = if is_undefined(number) {
                Residue::UNDEFINED
            } else {
                Residue::zero()
            };
            vec![vec![value]]
        },
        |_, _| vec![vec![Exact::from(Residue::zero())]],
    );
    let asked = asked.into_inner().expect("no other test").len();
    (found.map(|proof| proof.points), asked)
}

#[test]
fn a_point_where_nothing_is_computed_is_drawn_again() {
    assert_eq!(computed_except_at(2, |_| false), (Ok(2), 2));
    assert_eq!(computed_except_at(2, |n| n < 2), (Ok(2), 4));
    assert_eq!(computed_except_at(3, |n| n == 1), (Ok(3), 4));
    let never = Err(Disagreement::Undefined);
    assert_eq!(computed_except_at(2, |_| true), (never, 10));
}

#[test]
fn a_proof_has_a_point_in_every_field() {
    for field in 0..2 {
        let (found, _) = computed_except_at(3, |n| n % 2 == field);
        assert_eq!(found, Err(Disagreement::Undefined), "{field}");
    }
}
