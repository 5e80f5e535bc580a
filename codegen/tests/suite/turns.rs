//! Functions are as accurate after many turns as within one: sums of angles keep what rounding takes from them.

use std::path::Path;

use denoc_codegen::compile::{Options, Precision, compile};
use denoc_codegen::evaluate::Solving;
use denoc_codegen::function::Function;
use denoc_codegen::leaves::Input;

/// Gravity of PUMA, in whose second level the angles of shoulder and elbow are added.
fn gravity(opt: u8, precision: Precision) -> Function {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../models/puma.toml");
    let mechanism = denoc_codegen::load(&path).expect("a sound model").mechanism;
    let options = Options {
        opt,
        precision,
        functions: Some(vec!["gravity".into()]),
        ..Options::default()
    };
    let compiled = compile(&mechanism, &options).expect("it compiles");
    compiled.functions.into_iter().next().expect("gravity")
}

/// The largest difference of both levels at random configurations up to `limit`, relative to the largest torque.
fn worst<L: Solving + Into<f64>>(precision: Precision, limit: f64, round: fn(f64) -> L) -> f64 {
    let [plain, summed] = [0, 2].map(|opt| gravity(opt, precision));
    let adds = |function: &Function| !function.program.tails().is_empty();
    assert!(!adds(&plain) && adds(&summed));
    let mut bits = 1_u64;
    let mut worst = 0.0_f64;
    for _ in 0..200 {
        let q: Vec<L> = (0..6)
            .map(|_| {
                bits = bits
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                round(((bits >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) * limit)
            })
            .collect();
        let torques = |function: &Function| -> Vec<f64> {
            let found = function
                .run(|input: Input| q[input.index])
                .expect("it cannot fail");
            found[0].iter().map(|&torque| torque.into()).collect()
        };
        let (expected, found) = (torques(&plain), torques(&summed));
        let largest = expected.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        for (expected, found) in expected.iter().zip(found) {
            let error = (expected - found).abs() / largest;
            assert!(error.is_finite(), "{q:?}");
            worst = worst.max(error);
        }
    }
    worst
}

#[test]
fn gravity_at_two_levels_is_the_same_after_many_turns() {
    for limit in [3.0, 1e3, 1e5, 4e5] {
        let worst = worst::<f64>(Precision::F64, limit, |x| x);
        println!("up to {limit} rad: {worst:e}");
        assert!(worst < 2e-14, "up to {limit} rad: {worst:e}");
    }
}

#[test]
fn in_single_precision_too() {
    for limit in [3.0, 1e2, 1e4] {
        let worst = worst::<f32>(Precision::F32, limit, |x| x as f32);
        println!("up to {limit} rad: {worst:e}");
        assert!(worst < 1e-5, "up to {limit} rad: {worst:e}");
    }
}
