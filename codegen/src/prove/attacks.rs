//! Programs that somebody prepared: files of search results are code, and what they hold is checked as such.

use crate::exact::angle::Angle;
use crate::exact::field::P;
use crate::exact::number::Number;
use crate::generic::generic;
use crate::leaves::{Argument, Input, Origin};
use crate::pass::search::is_stable_over_decades;
use crate::program::{
    Constant, Operand, Operation, Output, Port, Program, Shape, Signed, Statement,
};
use crate::prove::draw::Draw;
use crate::prove::{Disagreement, Range, Unbounded, bounded, prove_equal, prove_formulas};

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
    use crate::exact::residue::Field;
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
    use crate::exact::residue::Field;
    use crate::prove::Point;
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
    use crate::prove::Point;
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
