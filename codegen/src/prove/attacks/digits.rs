//! Programs that are equal exactly, and lose digits in floats: some where floats are looked at, others where bounds alone tell.

use super::*;

/// Programs that are equal exactly, and not in floats.
fn equal_but_lost(program: &Program) {
    let proof = prove_equal(program, &good(), &generic(2), 3);
    assert!(proof.is_ok(), "{proof:?}");
    assert!(!is_stable_over_decades(&good(), program));
}

#[test]
fn cancelling_constants_lose_digits() {
    let mut writer = Writer::new();
    let large = writer.decimal("1e15");
    equal_but_lost(&around(writer, large));
}

/// x c / c, in two steps.
fn there_and_back(factor: &str) -> Program {
    let mut writer = Writer::new();
    let factor = writer.decimal(factor);
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
    let small = writer.decimal("1e-20");
    let term = writer.write(Operation::Mul, power, small);
    equal_but_lost(&around(writer, term));
}

/// (q̇₀ + q̇₁ + B) − B.
fn around(mut writer: Writer, large: Operand) -> Program {
    let sum = writer.there_and_off(Operand::Slot(0), large);
    writer.finish(sum)
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
    let six = writer.decimal("6");
    let near = writer.write(Operation::Sub, rate(0), six);
    let one = writer.decimal("1");
    let pole = writer.write(Operation::Div, one, near);
    let large = writer.squared(pole, 5);
    lost_where_nobody_looks(&around(writer, large), Unbounded::Divisor);
}

#[test]
fn a_peak_between_the_states_is_told_by_its_degree() {
    // B = c sinᵐ(q₀): 10¹² and m = 2²⁰, nothing but within some milliradians of ±π/2; and far below all bounds, m = 2.
    for (height, doublings) in [("1e12", 20), ("1e-3", 1)] {
        let mut writer = Writer::new();
        let height = writer.decimal(height);
        let power = writer.squared(Operand::Sine(0), doublings);
        let large = writer.write(Operation::Mul, height, power);
        lost_where_nobody_looks(&around(writer, large), Unbounded::Degree);
    }
}

#[test]
fn a_power_beyond_the_states_is_told_by_its_degree() {
    // B = (q̇₀ / 10⁴)⁶⁴: nothing up to 10³ rad/s.
    let mut writer = Writer::new();
    let small = writer.decimal("1e-4");
    let small = writer.write(Operation::Mul, rate(0), small);
    let large = writer.squared(small, 6);
    lost_where_nobody_looks(&around(writer, large), Unbounded::Degree);
}

#[test]
fn a_high_power_of_a_divisor_is_told_by_its_degree() {
    // B = (1/d)⁶⁴ / 10³⁰ with d = 2 + cos q₀, that both divide by: up to 10⁻³⁰, had d a lower bound that is known.
    let by = |attack: bool| {
        let mut writer = Writer::new();
        let divisor = positive(&mut writer, "1");
        let ratio = writer.write(Operation::Div, rate(0), divisor);
        let sum = writer.write(Operation::Add, rate(1), ratio);
        if !attack {
            return writer.finish(sum);
        }
        let (one, small) = (writer.decimal("1"), writer.decimal("1e-30"));
        let inverse = writer.write(Operation::Div, one, divisor);
        let power = writer.squared(inverse, 6);
        let large = writer.write(Operation::Mul, small, power);
        let sum = writer.there_and_off(sum, large);
        writer.finish(sum)
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
    let (large, small) = (writer.decimal("1e200"), writer.decimal("1e-200"));
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
fn what_leaves_the_numbers_of_a_type_is_lost_in_it() {
    let lost = Some(Unbounded::Error("tau"));
    for (there, back, in_double) in [
        ("1e-25", "1e25", None),
        ("1e-170", "1e170", lost),
        ("1e25", "1e-25", None),
        ("1e170", "1e-170", lost),
    ] {
        // x c c / c / c, by products alone.
        let mut writer = Writer::new();
        let factors = [there, there, back, back].map(|text| writer.decimal(text));
        let same = factors.into_iter().fold(Operand::Slot(0), |x, factor| {
            writer.write(Operation::Mul, x, factor)
        });
        let bad = writer.finish(same);
        assert!(prove_equal(&bad, &good(), &generic(2), 3).is_ok());
        let why = |range| bounded(&bad, &good(), &generic(2), range).err();
        assert_eq!(why(&Range::DOUBLE), in_double, "{there}");
        assert_eq!(why(&Range::SINGLE), lost, "{there}");
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

/// 2 + cos q₀ times a factor.
fn positive(writer: &mut Writer, factor: &str) -> Operand {
    let (two, factor) = (writer.decimal("2"), writer.decimal(factor));
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
        let (one, small) = (writer.decimal("1"), writer.decimal("1e-40"));
        let inverse = writer.write(Operation::Div, one, divisor);
        let power = writer.squared(inverse, 5);
        let large = writer.write(Operation::Mul, small, power);
        let sum = writer.there_and_off(sum, large);
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
            let small = writer.decimal("1e-60");
            let factors = large.into_iter().filter(|&index| index < 2);
            let factors: Vec<Operand> = factors.map(rate).collect();
            let large = factors
                .into_iter()
                .fold(small, |x, factor| writer.write(Operation::Mul, x, factor));
            let sum = writer.there_and_off(sum, large);
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
            let (one, small) = (writer.decimal("1"), writer.decimal(small));
            let inverse = writer.write(Operation::Div, one, divisor);
            let power = writer.squared(inverse, doublings);
            let scaled = writer.write(Operation::Mul, power, small);
            let sum = if attack {
                writer.there_and_off(Operand::Slot(0), scaled)
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
fn a_quotient_is_no_saturation() {
    let by = |operation| {
        let mut writer = Writer::new();
        let divisor = positive(&mut writer, "1");
        let result = writer.write(operation, rate(0), divisor);
        writer.finish(result)
    };
    let [quotient, saturated] = [Operation::Div, Operation::Saturate].map(by);
    for (found, source) in [(&quotient, &saturated), (&saturated, &quotient)] {
        assert_eq!(refusal(found, source), Some(Unbounded::Divisor));
        assert_eq!(refusal(found, found), None);
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
                let large = writer.decimal("1e15");
                let mut operands = [Operand::Slot(0), rate(1)];
                if swapped {
                    operands.reverse();
                }
                if let Some(index) = lost {
                    operands[index] = writer.there_and_off(operands[index], large);
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
    let two = writer.decimal("2");
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
        let [one, two, large] = ["1", "2", "1e15"].map(|text| writer.decimal(text));
        let sum = writer.write(Operation::Add, one, two);
        let sum = if attack {
            writer.there_and_off(sum, large)
        } else {
            sum
        };
        writer.finish(sum)
    };
    let found = refusal(&with(true), &with(false));
    assert_eq!(found, Some(Unbounded::Error("tau")));
    assert_eq!(refusal(&with(false), &with(false)), None);
}
