//! `sincosf` against a 250-bit reference, and its edges bit by bit.

mod reference;

use denoc_sincos::LIMIT_F32 as LIMIT;
use denoc_sincos::{product_tailf, sincosf, sincosf_with_tails, sum_tailf};
use reference::{Random, Worst, difference, fixed, sin_cos_of};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

const NO_RESULT: u32 = 0x7fc0_0000;

fn through_array(x: f32) -> (f32, f32) {
    let (mut sin, mut cos) = ([0.0; 8], [0.0; 8]);
    let mut angles = [0.0; 8];
    angles[5] = x;
    sincosf(&angles, &mut sin, &mut cos);
    (sin[5], cos[5])
}

fn worst(what: &str, points: impl Iterator<Item = f32>) {
    let mut worst = Worst::default();
    for x in points {
        let (sin, cos) = through_array(x);
        worst.record(f64::from(x), (f64::from(sin), f64::from(cos)), 24);
    }
    worst.assert_below(1.0, what);
}

#[test]
fn error_is_below_one_ulp_at_random_points() {
    let mut random = Random(1);
    for limit in [FRAC_PI_4, 3.2, 100.0, f64::from(LIMIT)] {
        worst(
            &format!("random within {limit}"),
            (0..1500).map(|_| random.within(limit) as f32),
        );
    }
}

#[test]
fn error_is_below_one_ulp_next_to_all_multiples_of_half_pi() {
    let around = |k| {
        let x = (f64::from(k) * FRAC_PI_2) as f32;
        [x.next_down(), x, -x, x.next_up()]
    };
    worst(
        "multiples of pi/2",
        (1..32_595).flat_map(around).filter(|x| x.abs() <= LIMIT),
    );
}

#[test]
fn error_is_below_one_ulp_where_the_search_found_it_largest() {
    worst("worst of all", WORST.into_iter());
}

/// Where the error is largest among all f32 in the domain.
const WORST: [f32; 3] = [15982.056, 18721.574, 24.34865];

#[test]
fn a_tiny_angle_is_its_own_sine() {
    for exponent in -149..-13 {
        let x = f32::from(2_u8).powi(exponent);
        for x in [x, -x, x * 1.25] {
            assert_eq!(through_array(x), (x, 1.0));
        }
    }
    assert_eq!(
        through_array(f32::MIN_POSITIVE.next_down()).0,
        f32::MIN_POSITIVE.next_down()
    );
}

#[test]
fn both_zeros_give_plus_zero_and_one() {
    for x in [0.0, -0.0] {
        let (sin, cos) = through_array(x);
        assert_eq!((sin.to_bits(), cos.to_bits()), (0, 1.0_f32.to_bits()));
    }
}

#[test]
fn outside_the_domain_there_is_one_nan() {
    let signalling = f32::from_bits(0x7f80_0001);
    let full = f32::from_bits(u32::MAX);
    for x in [
        LIMIT.next_up(),
        1e6,
        1e30,
        f32::MAX,
        f32::INFINITY,
        f32::NAN,
        signalling,
        full,
    ] {
        for x in [x, -x] {
            let (sin, cos) = through_array(x);
            assert_eq!(
                (sin.to_bits(), cos.to_bits()),
                (NO_RESULT, NO_RESULT),
                "{x:?}"
            );
        }
    }
}

#[test]
fn the_limit_itself_is_inside() {
    worst("limit", [LIMIT, -LIMIT, LIMIT.next_down()].into_iter());
}

#[test]
fn every_length_gives_the_same_bits() {
    let mut random = Random(4);
    let angles: [f32; 37] = std::array::from_fn(|_| random.within(10.0) as f32);
    let (mut sin, mut cos) = ([0.0; 37], [0.0; 37]);
    sincosf(&angles, &mut sin, &mut cos);
    for i in 0..37 {
        assert_eq!(denoc_sincos::sin_cosf(angles[i]), (sin[i], cos[i]));
        assert_eq!(through_array(angles[i]), (sin[i], cos[i]));
    }
}

#[test]
fn sums_of_angles_are_as_accurate_after_many_turns() {
    let mut random = Random(5);
    let mut worst = 0.0_f64;
    for _ in 0..2000 {
        let [a, b, c] = std::array::from_fn(|_| random.within(1e4) as f32);
        let m = random.within(2.0) as f32;
        let (ab, mc) = (a + b, m * c);
        let angle = ab - mc;
        let tails = [
            sum_tailf(a, b, ab, 0.0, 0.0),
            product_tailf(m, c, mc, 0.0, 0.0),
        ];
        let tail = sum_tailf(ab, -mc, angle, tails[0], -tails[1]);
        let (mut sin, mut cos) = ([0.0; 8], [0.0; 8]);
        sincosf_with_tails(&[angle; 8], &[tail; 8], &mut sin, &mut cos);
        let [a, b, c, m] = [a, b, c, m].map(f64::from);
        let exact = fixed(a) + fixed(b) - fixed(m * c);
        let (sin_exact, cos_exact) = sin_cos_of(&exact);
        for (found, exact) in [(sin[0], sin_exact), (cos[0], cos_exact)] {
            worst = worst.max(difference(f64::from(found), &exact));
        }
    }
    println!("sums of angles: {worst:e}");
    assert!(worst < f64::from(f32::EPSILON) / 2.0);
}
