//! Models with numbers that are multiples of 2⁶¹ − 1, the prime that everybody knows: what is zero in its field alone is no zero. Every
//! such model means what its neighbour means, whose numbers are larger by 10⁻¹⁸.

use crate::compile::{Options, compile, find};
use crate::exact::number::Number;
use crate::identify::{identify, reduce};
use crate::leaves::Argument;
use crate::mechanism::{Basis, Mechanism};
use crate::model::{Loaded, parse};
use crate::prove::jacobian_rank;
use crate::reference::{State, distance, reference};
use crate::transform::elementary;

/// The prime / 10¹⁸, and its neighbour.
const NUMBERS: [&str; 2] = ["2.305843009213693951", "2.305843009213693952"];

/// The model and its neighbour: `P` is the number.
fn loaded(text: &str) -> [Loaded; 2] {
    NUMBERS.map(|number| parse("model.toml", &text.replace('P', number)).expect("a model"))
}

/// What the model and its neighbour say of something.
fn both<T>(text: &str, of: impl Fn(&Mechanism) -> T) -> [T; 2] {
    loaded(text).map(|loaded| of(&loaded.mechanism))
}

const CRANK: &str = r#"
name = "crank"
gravity = [0, -9.81, 0]
actuated = ["crank"]
[assembly]
crank = "60deg"
rod = "-85.6deg"
slider = 5.3
[[body]]
name = "crank"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 1
com = [0.5, 0, 0]
inertia = { xx = 0, yy = 0.1, zz = 0.1 }
[[body]]
name = "rod"
parent = "crank"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = ["P", 0, 0] }
mass = 1
com = [0.5, 0, 0]
inertia = { xx = 0, yy = 0.1, zz = 0.1 }
[[body]]
name = "slider"
parent = "base"
joint = { type = "prismatic", axis = [1, 0, 0] }
mass = 1
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[loop]]
name = "pin"
joint = { type = "revolute", axis = [0, 0, 1] }
from = { body = "rod", placement = { xyz = ["2*P", 0, 0] } }
to = { body = "slider" }
"#;

/// Without its lengths the equation across the slider has no velocity in it.
#[test]
fn equations_of_loops_stay_where_lengths_are_multiples() {
    let rows = both(CRANK, |mechanism| {
        let loops = mechanism.loops.as_ref().expect("a loop");
        let rows: Vec<_> = loops.closures.iter().map(|one| one.rows.clone()).collect();
        format!("{rows:?} {} {}", loops.freedom(), loops.redundant())
    });
    assert_eq!(rows[0], rows[1]);
    let count = both(CRANK, |mechanism| {
        mechanism.loops.as_ref().map(|one| one.rows())
    });
    assert_eq!(count, [Some(2), Some(2)]);
}

#[test]
fn a_mass_that_is_a_multiple_is_an_inertia() {
    let slide = |name: &str, follows: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nparent = \"base\"\njoint = {{ type = \"prismatic\", axis = [1, 0, 0]{follows} }}\n\
             mass = P\ninertia = {{ xx = 1, yy = 1, zz = 1 }}\n"
        )
    };
    let alone = format!("name = \"slide\"\n{}", slide("a", ""));
    let follows = slide("b", ", mimic = { joint = \"a\", factor = 3 }");
    let coupled = format!("{alone}{follows}");
    for text in [alone, coupled] {
        for loaded in loaded(&text) {
            assert!(loaded.mechanism.inertialess.is_none() && loaded.warnings.is_empty());
        }
        let massless = text.replace('P', "0");
        let massless = parse("model.toml", &massless).expect("a model").mechanism;
        assert!(massless.inertialess.is_some());
    }
}

const PLANAR: &str = r#"
name = "planar"
gravity = [0, 0, -9.81]
[[body]]
name = "a"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = 1
com = [0.3, 0.1, 0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[body]]
name = "b"
parent = "a"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = ["P", 0, 0] }
mass = 1
com = [0.5, 0.2, 0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
[[frame]]
name = "tip"
body = "b"
placement = { xyz = ["P", 0, 0] }
"#;

#[test]
fn base_parameters_stay_where_a_length_is_a_multiple() {
    for basis in Basis::ALL {
        let reduced = both(PLANAR, |mechanism| {
            let reduced = reduce(&elementary(mechanism), |_| basis);
            assert!(reduced.complete && reduced.unresolved.is_empty());
            (reduced.parameters, reduced.without_effect)
        });
        assert_eq!(reduced[0], reduced[1], "{basis:?}");
        let base = both(PLANAR, |mechanism| {
            let identified = identify(&elementary(mechanism), |_| basis);
            let base = identified.base.iter().map(|one| one.parameter);
            (base.collect::<Vec<_>>(), identified.without_effect)
        });
        assert_eq!(base[0], base[1], "{basis:?}");
    }
}

#[test]
fn jacobians_have_the_rank_of_lengths_that_are_multiples() {
    assert_eq!(both(PLANAR, jacobian_rank), [2, 2]);
}

/// An arm whose masses depend on what it carries.
const LADEN: &str = r#"
name = "laden"
gravity = [0, -9.81, 0]
PARAMETERS
[[body]]
name = "arm"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
mass = "ARM"
com = [1, 0, 0]
inertia = { xx = 1, yy = 1, zz = 1 }
[[body]]
name = "tip"
parent = "arm"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { xyz = [1, 0, 0] }
mass = "TIP"
com = [0.5, 0, 0]
inertia = { xx = 0.1, yy = 0.1, zz = 0.1 }
"#;

#[test]
fn a_parameter_acts_where_its_factor_is_a_multiple() {
    const LOAD: f64 = 0.7;
    let masses = [
        ["3 + (load - 0.5)*PRIME", "1 + load"],
        ["1 + load + (load - 0.5)*PRIME", "1 + load"],
        // Numbers that have no image in the field of the prime.
        ["3 + load/PRIME", "1 + load*load*load/PRIME"],
        ["3 + (load - 0.5)/PRIME", "1 + (load - 0.5)*PRIME"],
    ];
    for [arm, tip] in masses {
        let filled = LADEN.replace("ARM", arm).replace("TIP", tip);
        let filled = filled.replace("PRIME", NUMBERS[0]);
        let open = filled.replace("PARAMETERS", "[parameters]\nload = 0.5");
        let open = parse("laden.toml", &open).expect("a model").mechanism;
        assert!(
            open.bodies
                .iter()
                .all(|body| body.inertia.mass.is_formula())
        );
        let closed = filled.replace("PARAMETERS", "").replace("load", "0.7");
        let closed = parse("laden.toml", &closed).expect("a model").mechanism;
        let names = ["inverse_dynamics", "mass_matrix"];
        for opt in 0..=2 {
            let options = Options {
                opt,
                functions: Some(names.map(str::to_owned).to_vec()),
                ..Options::default()
            };
            let compiled = compile(&open, &options).expect("it compiles");
            let preparation = compiled.preparation.as_ref().expect("parameters");
            let state = State::sample(&closed, 1);
            let prepared = preparation.prepared(&[LOAD]);
            let with = state.clone().with(Argument::Prepared, prepared);
            for function in &compiled.functions {
                let quantity = find(&closed, &function.name).expect("a function");
                let expected = reference(&closed, quantity, quantity.literal(&closed), &state);
                let found = function.program.evaluate(|input| with.get(input));
                for (expected, found) in expected.iter().zip(&found) {
                    let error = distance(expected, found, 1.0);
                    assert!(error < 1e-12, "{arm}, {tip}, --opt {opt}: {error:e}");
                }
            }
        }
    }
}

#[test]
fn a_factor_that_is_a_multiple_divides_out() {
    let load = Number::parameter(0, &Number::from(3));
    let prime = Number::parse(NUMBERS[0]).expect("a decimal");
    let there_and_back = &(&load / &prime) * &prime;
    assert!((&there_and_back - &load).is_zero());
}
