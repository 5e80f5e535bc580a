//! `sincos` against a 250-bit reference, and its edges bit by bit.

mod reference;

use denoc_sincos::LIMIT;
use denoc_sincos::sine::double::sin_cos_with_tail;
use denoc_sincos::{product_tail, sincos, sincos_with_tails, sum_tail};
use reference::{FRACTION, Random, Worst, difference, fixed, sin_cos_of};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

const NO_RESULT: u64 = 0x7ff8_0000_0000_0000;

fn through_array(x: f64) -> (f64, f64) {
    let (mut sin, mut cos) = ([0.0; 8], [0.0; 8]);
    let mut angles = [0.0; 8];
    angles[5] = x;
    sincos(&angles, &mut sin, &mut cos);
    (sin[5], cos[5])
}

fn worst(what: &str, points: impl Iterator<Item = f64>) {
    let mut worst = Worst::default();
    for x in points {
        worst.record(x, through_array(x), 53);
    }
    worst.assert_below(1.0, what);
}

#[test]
fn error_is_below_one_ulp_at_random_points() {
    let mut random = Random(1);
    for limit in [FRAC_PI_4, 3.2, 100.0, 1e5, 1.4e7, LIMIT] {
        worst(
            &format!("random within {limit}"),
            (0..1500).map(|_| random.within(limit)),
        );
    }
}

#[test]
fn error_is_below_one_ulp_at_random_magnitudes() {
    let mut random = Random(2);
    worst(
        "random magnitudes",
        (0..1500).map(|i| random.within(f64::from(2).powi(i % 56 - 40))),
    );
}

#[test]
fn error_is_below_one_ulp_next_to_multiples_of_half_pi() {
    // k·π/2 rounded to f64: the product of a rounded π/2 would miss the nearest number.
    let nearest = |k: u32| (f64::from(k) * FRAC_PI_2) + (f64::from(k) * 6.123233995736766e-17);
    let within_1e5 = (1..63_662).step_by(5).map(nearest);
    let beyond = (63_662..127_323_000).step_by(25_000).map(nearest);
    // These come closest of all.
    let closest = (0..4).map(|k| nearest(9_206_271 << k));
    let around = |x: f64| [x.next_down(), x, -x, x.next_up()];
    worst(
        "multiples of pi/2",
        within_1e5
            .chain(beyond)
            .chain(closest)
            .flat_map(around)
            .filter(|x| x.abs() <= LIMIT),
    );
}

#[test]
fn error_is_below_one_ulp_where_the_search_found_it_largest() {
    worst("worst known", WORST.into_iter());
}

/// Found by a search over 2·10⁷ random points and all neighbours of multiples of π/2.
const WORST: [f64; 6] = [
    128717105.67496237,
    57.363846378505144,
    27.455111692991473,
    0.7845681446941399,
    2.3507237466164805,
    155471140.38244435,
];

#[test]
fn error_is_below_one_ulp_where_the_quadrants_meet() {
    let mut random = Random(3);
    worst(
        "odd multiples of pi/4",
        (0..1500).map(|i| f64::from(2 * i + 1) * FRAC_PI_4 * (1.0 + random.within(1e-3))),
    );
}

#[test]
fn a_tiny_angle_is_its_own_sine() {
    for exponent in -1074..-27 {
        let x = f64::from(2).powi(exponent);
        for x in [x, -x, x * 1.25] {
            assert_eq!(through_array(x), (x, 1.0));
        }
    }
    assert_eq!(
        through_array(f64::MIN_POSITIVE.next_down()).0,
        f64::MIN_POSITIVE.next_down()
    );
}

#[test]
fn both_zeros_give_plus_zero_and_one() {
    for x in [0.0, -0.0] {
        let (sin, cos) = through_array(x);
        assert_eq!((sin.to_bits(), cos.to_bits()), (0, 1.0_f64.to_bits()));
    }
}

#[test]
fn outside_the_domain_there_is_one_nan() {
    let signalling = f64::from_bits(0x7ff0_0000_0000_0001);
    let full = f64::from_bits(u64::MAX);
    for x in [
        LIMIT.next_up(),
        1e9,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
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
    let angles: [f64; 37] = std::array::from_fn(|_| random.within(10.0));
    let (mut sin, mut cos) = ([0.0; 37], [0.0; 37]);
    sincos(&angles, &mut sin, &mut cos);
    for i in 0..37 {
        assert_eq!(denoc_sincos::sin_cos(angles[i]), (sin[i], cos[i]));
        assert_eq!(through_array(angles[i]), (sin[i], cos[i]));
    }
    sincos(&[], &mut [], &mut []);
}

#[test]
fn sums_of_angles_are_as_accurate_after_many_turns() {
    let mut random = Random(5);
    let mut worst = 0.0_f64;
    for _ in 0..2000 {
        let [a, b, c] = std::array::from_fn(|_| random.within(4e6));
        let m = random.within(20.0);
        let (ab, mc) = (a + b, m * c);
        let angle = ab - mc;
        let tails = [
            sum_tail(a, b, ab, 0.0, 0.0),
            product_tail(m, c, mc, 0.0, 0.0),
        ];
        let tail = sum_tail(ab, -mc, angle, tails[0], -tails[1]);
        let (mut sin, mut cos) = ([0.0; 8], [0.0; 8]);
        sincos_with_tails(&[angle; 8], &[tail; 8], &mut sin, &mut cos);
        assert_eq!(sin_cos_with_tail(angle, tail), (sin[3], cos[3]));
        let exact = fixed(a) + fixed(b) - ((fixed(m) * fixed(c)) >> FRACTION);
        let (sin_exact, cos_exact) = sin_cos_of(&exact);
        for (found, exact) in [(sin[0], sin_exact), (cos[0], cos_exact)] {
            worst = worst.max(difference(found, &exact));
        }
    }
    println!("sums of angles: {worst:e}");
    assert!(worst < f64::EPSILON / 2.0);
}

#[test]
fn tails_restore_what_rounding_took() {
    let mut random = Random(6);
    for _ in 0..2000 {
        let [a, b] = std::array::from_fn(|_| random.within(1.0) * random.within(20.0).exp2());
        let (sum, product) = (a + b, a * b);
        let of_sum = sum_tail(a, b, sum, 0.0, 0.0);
        let of_product = product_tail(a, b, product, 0.0, 0.0);
        assert_eq!(fixed(sum) + fixed(of_sum), fixed(a) + fixed(b));
        assert_eq!(
            (fixed(product) + fixed(of_product)) << FRACTION,
            fixed(a) * fixed(b)
        );
        // Tails of the operands are added in.
        let (s, t) = (a * 1e-17, b * 1e-17);
        let with = sum_tail(a, b, sum, s, t) - of_sum;
        assert!((with - (s + t)).abs() <= 1e-15 * (s.abs() + t.abs()) + 1e-15 * of_sum.abs());
        let with = product_tail(a, b, product, s, t) - of_product;
        assert!((with - 2e-17 * product).abs() <= 1e-15 * of_product.abs() + 1e-30 * product.abs());
    }
}

#[test]
fn outside_the_domain_no_tail_shows() {
    for tail in [1.0, f64::NAN, -f64::NAN, f64::INFINITY] {
        let (sin, cos) = sin_cos_with_tail(f64::INFINITY, tail);
        assert_eq!((sin.to_bits(), cos.to_bits()), (NO_RESULT, NO_RESULT));
    }
}
