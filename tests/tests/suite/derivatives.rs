//! Derivatives: every formulation of models with golden data, of all where tests may be slow, as the recursion on plain floats has it; physical
//! identities.
//!
//! What is compiled of them is compared in `agreement`.

use denoc_codegen::exact::number::Number;
use denoc_codegen::leaves::Argument;
use denoc_codegen::mechanism::{DofPhysics, Mechanism};
use denoc_codegen::recursion::Quantity;
use denoc_codegen::reference::{State, reference};
use denoc_codegen::signature::Family;
use denoc_codegen::state::integrate;
use denoc_codegen::transform::elementary;
use denoc_tests::compare::{Judged, TOLERANCE, agrees_with_golden};
use denoc_tests::golden;
use denoc_tests::lane::Outputs;
use denoc_tests::plan;

/// Of models with golden data those that are compared: recursions are the same at every n, and of long ones they take most of the time.
fn of_this_run(models: impl Iterator<Item = String>) -> impl Iterator<Item = (String, Mechanism)> {
    const LONGEST: usize = 8;
    let all = models.map(|model| {
        let mechanism = elementary(&plan::mechanism(&model));
        (model, mechanism)
    });
    all.filter(|(model, mechanism)| {
        plan::slow()
            || mechanism.nv() <= LONGEST
            // Four equal legs.
            || model == "urdf/solo12"
    })
}

fn with_derivatives() -> impl Iterator<Item = (String, Mechanism)> {
    let models = plan::models().into_iter();
    of_this_run(models.filter(|model| !golden::derivatives(model).is_empty()))
}

#[test]
fn every_formulation_agrees_with_golden() {
    let mut compared = 0;
    for (model, mechanism) in with_derivatives() {
        let states = golden::derivatives(&model).len();
        let samples = &golden::samples(&model)[..states];
        for quantity in Quantity::of_family(&mechanism, Family::Derivatives) {
            let twice = [
                Quantity::InverseDynamicsSecondDerivatives,
                Quantity::ForwardDynamicsSecondDerivatives,
            ];
            if twice.contains(&quantity) {
                continue;
            }
            let judged = Judged {
                model: &model,
                mechanism: &mechanism,
                quantity,
                samples,
            };
            for formulation in quantity.formulations_on(&mechanism) {
                let found: Vec<Outputs> = (samples.iter())
                    .map(|sample| reference(&mechanism, quantity, formulation, &sample.state()))
                    .collect();
                agrees_with_golden(judged, &found, TOLERANCE);
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn second_derivatives_agree_with_golden() {
    let mut compared = 0;
    let with_second = plan::models().into_iter();
    for model in with_second.filter(|model| !golden::second(model).is_empty()) {
        let mechanism = elementary(&plan::mechanism(&model));
        let quantity = Quantity::InverseDynamicsSecondDerivatives;
        let states = golden::second(&model).len();
        let samples = &golden::samples(&model)[..states];
        let judged = Judged {
            model: &model,
            mechanism: &mechanism,
            quantity,
            samples,
        };
        for formulation in quantity.formulations_on(&mechanism) {
            let found: Vec<Outputs> = (samples.iter())
                .map(|sample| reference(&mechanism, quantity, formulation, &sample.state()))
                .collect();
            agrees_with_golden(judged, &found, TOLERANCE);
            compared += 1;
        }
    }
    assert!(compared >= 18, "{compared}");
}

#[test]
fn every_product_agrees_with_golden() {
    let mut compared = 0;
    let with_products = plan::models().into_iter();
    let with_products = with_products.filter(|model| !golden::products(model).is_empty());
    for (model, mechanism) in of_this_run(with_products) {
        let states = golden::products(&model).len();
        let samples = &golden::samples(&model)[..states];
        for of in [Quantity::InverseDynamics, Quantity::ForwardDynamics] {
            for quantity in products_of(&mechanism, of) {
                // Of large robots there are no products of second derivatives.
                let twice = quantity.name(&mechanism).ends_with("hessian_product");
                if twice && mechanism.nv() > 18 {
                    continue;
                }
                let judged = Judged {
                    model: &model,
                    mechanism: &mechanism,
                    quantity,
                    samples,
                };
                for formulation in quantity.formulations_on(&mechanism) {
                    let found: Vec<Outputs> = (samples.iter())
                        .map(|sample| reference(&mechanism, quantity, formulation, &sample.state()))
                        .collect();
                    agrees_with_golden(judged, &found, TOLERANCE);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// The products of the derivatives of a quantity.
fn products_of(mechanism: &Mechanism, of: Quantity) -> Vec<Quantity> {
    let mut products = Quantity::of_family(mechanism, Family::Products);
    products.retain(|one| matches!(one, Quantity::Product(product) if product.of() == of));
    products
}

/// w · dy by the direction is the gradient times the direction; the product along it is the slope of a line through it.
#[test]
fn products_of_all_functions_agree_with_each_other_and_with_differences() {
    const STEP: f64 = 1e-5;
    for model in [
        "dh/planar2r",
        "mech/one_free",
        "mech/one_spherical",
        "mech/one_universal",
        "urdf/panda_mimic",
    ] {
        let mechanism = elementary(&plan::mechanism(model));
        let state = State::sample(&mechanism, 11);
        for of in Quantity::all(&mechanism) {
            let [jvp, vjp, ..] = products_of(&mechanism, of)[..] else {
                assert!(of.depends_on_frames(), "{of:?} has no products");
                continue;
            };
            let value = |quantity: Quantity, state: &State| {
                reference(&mechanism, quantity, quantity.literal(&mechanism), state)
            };
            let arrays = value(of, &state).len();
            let [forward, reverse] = [jvp, vjp].map(|one| value(one, &state));
            let dot =
                |a: Vec<f64>, b: Vec<f64>| -> f64 { a.iter().zip(&b).map(|(a, b)| a * b).sum() };
            let input = |argument: &Argument| {
                let len = argument.port(&mechanism).len;
                state.array(*argument)[..len].to_vec()
            };
            let inputs = vjp.signature().inputs.iter();
            let weights: Vec<f64> = inputs
                .filter(|one| matches!(one, Argument::Weights(_)))
                .flat_map(input)
                .collect();
            let inputs = of.signature().inputs.iter();
            let directions = inputs.filter_map(|one| one.direction());
            let direction: Vec<f64> = directions.flat_map(|one| input(&one)).collect();
            let by_weights = dot(weights, forward[arrays..].concat());
            let by_direction = dot(reverse[arrays..].concat(), direction);
            let off = (by_weights - by_direction).abs();
            let scale = by_weights.abs().max(1.0);
            assert!(
                off < 1e-9 * scale,
                "{of:?} of {model}: {by_weights}, {by_direction}"
            );

            let moved = |step: f64| {
                let mut there = state.clone();
                for &argument in of.signature().inputs {
                    let Some(direction) = argument.direction() else {
                        continue;
                    };
                    let own = state.array(argument);
                    let direction = state.array(direction);
                    let values = if argument == Argument::Q {
                        integrate(&mechanism, own, direction, step)
                    } else {
                        let moved = own.iter().zip(direction);
                        moved.map(|(x, d)| x + d * step).collect()
                    };
                    there = there.with(argument, values);
                }
                value(of, &there).concat()
            };
            let (ahead, behind) = (moved(STEP), moved(-STEP));
            let found = forward[arrays..].concat();
            let scale = found.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
            for ((ahead, behind), found) in ahead.iter().zip(&behind).zip(&found) {
                let slope = (ahead - behind) / (2.0 * STEP);
                let off = (found - slope).abs();
                assert!(off < 1e-6 * scale, "{jvp:?} of {model}: {found}, {slope}");
            }
        }
    }
}

/// Arms with rotors, damping, smooth friction and springs.
#[test]
fn what_acts_in_joints_agrees_with_golden() {
    for (arm, model) in [("puma_saha", "dh/puma_saha"), ("ur5", "urdf/ur5")] {
        let data = golden::document(&format!("derivatives/physics/{arm}"));
        let mut mechanism = elementary(&plan::mechanism(model));
        let joints = data["joint_physics"].as_array().expect("joints");
        let movable = mechanism
            .bodies
            .iter_mut()
            .filter(|body| body.joint.nv() == 1);
        for (body, joint) in movable.zip(joints) {
            let number = |key: &str| {
                let value = &joint[key];
                Number::parse(&value.to_string()).expect("a decimal")
            };
            let gear = number("gear");
            body.physics = vec![DofPhysics {
                rotor_inertia: number("rotor_inertia") * &gear * &gear,
                damping: number("damping"),
                friction: number("friction"),
                friction_rate: number("friction_rate"),
                stiffness: number("stiffness"),
                rest: number("rest"),
            }];
        }
        let samples = golden::samples_with(model, &data);
        for quantity in [
            Quantity::InverseDynamicsDerivativesWithMassMatrix,
            Quantity::ForwardDynamicsDerivatives,
        ] {
            for formulation in quantity.formulations_on(&mechanism) {
                let found: Vec<Outputs> = (samples.iter())
                    .map(|sample| reference(&mechanism, quantity, formulation, &sample.state()))
                    .collect();
                let judged = Judged {
                    model,
                    mechanism: &mechanism,
                    quantity,
                    samples: &samples,
                };
                agrees_with_golden(judged, &found, TOLERANCE);
            }
        }
    }
}

/// The worked example of `docs/derivatives.md`.
#[test]
fn the_example_of_the_documentation_is_so() {
    let text = r#"
name = "ball"
[[body]]
name = "ball"
parent = "base"
joint = { type = "spherical" }
mass = 1
com = [0, 0, -1]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"#;
    let model = denoc_codegen::parse("ball.toml", text).expect("a model");
    let at = |quantity: Quantity, q: [f64; 4]| {
        let mechanism = elementary(&model.mechanism);
        let state = State::default().with(Argument::Q, q.to_vec());
        reference(&mechanism, quantity, quantity.literal(&mechanism), &state).concat()
    };
    let near = |found: Vec<f64>, expected: &[f64]| {
        let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f64::max) < 1e-14, "{found:?} {expected:?}");
    };
    let g = 9.81;
    let upright = [0.0, 0.0, 0.0, 1.0];
    near(at(Quantity::Gravity, upright), &[0.0; 3]);
    let slope = [g, 0.0, 0.0, 0.0, g, 0.0, 0.0, 0.0, 0.0];
    near(at(Quantity::GravityDerivative, upright), &slope);
    let half = core::f64::consts::FRAC_1_SQRT_2;
    let turned = [half, 0.0, 0.0, half];
    near(at(Quantity::Gravity, turned), &[g, 0.0, 0.0]);
    let slope = [0.0, 0.0, 0.0, 0.0, 0.0, -g, 0.0, 0.0, 0.0];
    near(at(Quantity::GravityDerivative, turned), &slope);
}

/// What the data has nothing of, against central differences of what it is the derivative of: steps q ⊕ v as the generated
/// `integrate` takes them.
#[test]
fn central_differences_of_all_joint_types_agree() {
    let cases: [(Quantity, Quantity, &[Argument]); 6] = [
        (
            Quantity::BiasDerivatives,
            Quantity::Bias,
            &[Argument::Q, Argument::Qd],
        ),
        (
            Quantity::CentroidalMomentumDerivatives,
            Quantity::CentroidalMomentum,
            &[Argument::Q, Argument::Qd],
        ),
        (
            Quantity::HamiltonianRatesDerivatives,
            Quantity::HamiltonianRates,
            &[Argument::Q, Argument::P],
        ),
        (
            Quantity::TipPoseDerivatives(0),
            Quantity::TipPose(0),
            &[Argument::Q],
        ),
        (
            Quantity::TipTwistDerivatives(0),
            Quantity::TipTwist(0),
            &[Argument::Q, Argument::Qd],
        ),
        (
            Quantity::TipAccelerationDerivatives(0),
            Quantity::TipBiasAcceleration(0),
            &[Argument::Q, Argument::Qd],
        ),
    ];
    for model in [
        "mech/one_free",
        "mech/one_spherical",
        "mech/one_helical",
        "mech/one_cylindrical",
        "mech/one_planar",
        "mech/one_universal",
        "mech/tree_mixed_06",
        "urdf/panda_mimic",
    ] {
        let mechanism = elementary(&plan::mechanism(model));
        let state = State::sample(&mechanism, 7);
        for (derivative, primal, by) in cases {
            let value =
                |state: &State| reference(&mechanism, primal, primal.literal(&mechanism), state);
            let found = reference(
                &mechanism,
                derivative,
                derivative.literal(&mechanism),
                &state,
            );
            let expected = by
                .iter()
                .flat_map(|&by| differences(&mechanism, by, &state, &value));
            for (found, expected) in found.iter().zip(expected) {
                let scale = expected.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
                for (found, expected) in found.iter().zip(&expected) {
                    let off = (found - expected).abs();
                    assert!(
                        off < 1e-6 * scale,
                        "{derivative:?} of {model}: {found}, {expected}"
                    );
                }
            }
        }
    }
}

/// Those of the forward dynamics against central differences of first ones, by all formulations.
#[test]
fn second_derivatives_of_accelerations_are_slopes_of_first_ones() {
    let (twice, once) = (
        Quantity::ForwardDynamicsSecondDerivatives,
        Quantity::ForwardDynamicsDerivatives,
    );
    let models = [
        "dh/planar2r",
        "mech/one_free",
        "mech/one_universal",
        "mech/tree_rp_05",
        "urdf/panda_mimic",
    ];
    for model in models {
        let mechanism = elementary(&plan::mechanism(model));
        let state = State::sample(&mechanism, 7);
        let first = |state: &State| reference(&mechanism, once, once.literal(&mechanism), state);
        let by = |argument| differences(&mechanism, argument, &state, &first);
        let (by_q, by_rates) = (by(Argument::Q), by(Argument::Qd));
        let expected = [&by_q[0], &by_rates[0], &by_rates[1], &by_q[2]];
        for formulation in twice.formulations_on(&mechanism) {
            let found = reference(&mechanism, twice, formulation, &state);
            for (found, expected) in found.iter().zip(expected) {
                let scale = expected.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
                let pairs = found.iter().zip(expected);
                let off = pairs.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
                assert!(off < 1e-6 * scale, "{formulation:?} of {model}: {off}");
            }
        }
    }
}

/// Central differences of output arrays by an argument: for every array, rows first.
fn differences(
    mechanism: &Mechanism,
    by: Argument,
    state: &State,
    value: &impl Fn(&State) -> Vec<Vec<f64>>,
) -> Vec<Vec<f64>> {
    const STEP: f64 = 1e-5;
    let nv = mechanism.nv();
    let moved = |column: usize, step: f64| {
        let mut direction = vec![0.0; nv];
        direction[column] = 1.0;
        let own = state.array(by);
        let there = if by == Argument::Q {
            integrate(mechanism, own, &direction, step)
        } else {
            own.iter()
                .zip(&direction)
                .map(|(x, d)| x + d * step)
                .collect()
        };
        value(&state.clone().with(by, there))
    };
    let columns: Vec<[Vec<Vec<f64>>; 2]> = (0..nv)
        .map(|column| [moved(column, STEP), moved(column, -STEP)])
        .collect();
    let arrays = value(state).len();
    let array = |array: usize| {
        let rows = columns[0][0][array].len();
        let elements = (0..rows).flat_map(|row| columns.iter().map(move |column| (row, column)));
        let slope = |(row, [ahead, behind]): (usize, &[Vec<Vec<f64>>; 2])| {
            (ahead[array][row] - behind[array][row]) / (2.0 * STEP)
        };
        elements.map(slope).collect()
    };
    (0..arrays).map(array).collect()
}
