//! Chains of many bodies: what a joint costs does not depend on how many there are, and they are compiled and proved like others.

use denoc_codegen::compile::{Compiled, Options, compile};
use denoc_codegen::counts::Counts;
use denoc_codegen::exact::number::Number;
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::{Basis, Inertia, Mechanism};
use denoc_codegen::model::parse;
use denoc_codegen::recursion::{Formulation, Quantity};
use denoc_codegen::transform::{base_parameters, elementary, spread_parameters};
use denoc_codegen::verify::verify;

/// Some functions of a chain.
fn compiled(mechanism: &Mechanism, functions: &[&str], opt: u8) -> Compiled {
    let options = Options {
        opt,
        functions: Some(functions.iter().map(|&name| name.to_owned()).collect()),
        ..Options::default()
    };
    compile(mechanism, &options).expect("a chain compiles")
}

fn counts(compiled: &Compiled, function: &str) -> Counts {
    let found = compiled.functions.iter().find(|one| one.name == function);
    found.expect("the function").counts()
}

#[test]
fn inverse_dynamics_takes_the_same_operations_for_every_further_joint() {
    // One body of every thirty-two keeps its inertia.
    let totals = [38, 70, 102].map(|joints| {
        let compiled = compiled(&generic(joints), &["inverse_dynamics"], 1);
        counts(&compiled, "inverse_dynamics").total()
    });
    let [here, further] = [totals[1] - totals[0], totals[2] - totals[1]];
    assert!(here.abs_diff(further) * 100 < here, "{here} and {further}");
    // 138 for every joint of a short chain (docs/formulations.md).
    assert!(here < 64 * 140, "{here}");
}

/// A chain whose numbers have three digits each, as those of robots: exact products of them grow where they are not bounded.
fn of_measured_links(joints: usize) -> Mechanism {
    let digits = |k: usize| (k * 7919 + 271) % 997;
    let link = |i: usize| {
        let number = |k: usize, scale: f64| scale * (digits(11 * i + k) as f64 / 1000.0 - 0.5);
        let vector = |k: usize, scale: f64| {
            let parts = [0, 1, 2].map(|part| format!("{:.3}", number(k + part, scale)));
            parts.join(", ")
        };
        let parent = i
            .checked_sub(1)
            .map_or("base".to_owned(), |i| format!("l{i}"));
        let (xyz, rpy, com) = (vector(0, 1.0), vector(3, 2.0), vector(6, 0.4));
        format!(
            "[[body]]\nname = \"l{i}\"\nparent = \"{parent}\"\njoint = {{ type = \"revolute\", axis = [0, 0, 1] }}\n\
             placement = {{ xyz = [{xyz}], rpy = [{rpy}] }}\nmass = 1.{:03}\ncom = [{com}]\n\
             inertia = {{ xx = 0.3{:02}, yy = 0.342, zz = 0.317, xy = 0.013 }}\n",
            digits(i),
            digits(i) % 100
        )
    };
    let links: String = (0..joints).map(link).collect();
    let text = format!("name = \"chain\"\nsnap = 0\ngravity = [0, 0, -9.81]\n{links}");
    parse("chain.toml", &text).expect("a sound model").mechanism
}

#[test]
fn a_chain_of_two_hundred_measured_links_is_verified() {
    let functions = ["inverse_dynamics", "gravity", "momenta"];
    let chain = compiled(&of_measured_links(200), &functions, 2);
    for one in verify(&chain, 1).expect("its functions exist") {
        assert!(one.holds(), "{}: {:e}", one.function, one.error);
        let evidence = one.proof.expect("it is proved");
        assert!(evidence.partner.is_ok(), "{}", one.function);
    }
}

#[test]
fn constants_of_longer_chains_are_no_longer() {
    let [short, long] = [100, 200].map(|joints| {
        let spread = spread_parameters(&elementary(&of_measured_links(joints)));
        let numbers = spread.bodies.iter().flat_map(|body| {
            let Inertia {
                mass, first_moment, ..
            } = &body.inertia;
            first_moment.iter().chain([mass])
        });
        numbers.map(Number::bits).max()
    });
    assert!(
        long <= short.map(|bits| bits + bits / 10),
        "{short:?}, {long:?}"
    );
}

#[test]
fn what_takes_the_cube_of_the_bodies_is_left_out_for_a_long_chain() {
    let quantity = Quantity::ForwardDynamics;
    for (joints, is_left_out) in [(128, false), (129, true)] {
        let chain = generic(joints);
        let row = quantity.row(Formulation::Composite, &chain);
        let obstacle = row.expect("a row").obstacle(&chain);
        assert_eq!(obstacle.is_some(), is_left_out, "{joints}");
    }
    let chain = compiled(&generic(140), &["forward_dynamics"], 1);
    assert_eq!(chain.functions[0].formulation, "merged_scaled");
}

#[test]
fn base_parameters_leave_no_body_what_its_joint_cannot_distinguish() {
    let chain = base_parameters(&elementary(&generic(70)), |_| Basis::EulerZz);
    let left = chain.bodies.iter().map(|body| &body.inertia.mass);
    assert_eq!(left.filter(|mass| !mass.is_zero()).count(), 0);
}

/// Exact rotations that are multiplied grow by hundreds of bits a link: without a bound this takes hours.
#[test]
fn a_chain_of_four_hundred_bodies_fixed_askew_is_read() {
    let link = |i: usize| {
        format!(
            "[[body]]\nname = \"l{}\"\nparent = \"l{i}\"\njoint = {{ type = \"fixed\" }}\n\
             placement = {{ xyz = [1, 0.3, 0], rpy = [0.1, 0.2, 0.3] }}\nmass = 1\n",
            i + 1
        )
    };
    let links: String = (0..400).map(link).collect();
    let text = format!(
        "name = \"chain\"\n[[body]]\nname = \"l0\"\nparent = \"base\"\n\
         joint = {{ type = \"revolute\", axis = [0, 0, 1] }}\nmass = 1\n{links}"
    );
    let chain = parse("chain.toml", &text).expect("a sound model").mechanism;
    let masses = chain.bodies.iter().map(|body| &body.inertia.mass);
    assert_eq!(masses.collect::<Vec<_>>(), [&Number::from(401)]);

    let end = &chain.frames[0].pose;
    let far = end
        .translation
        .iter()
        .map(|x| x.to_f64().powi(2))
        .sum::<f64>();
    let step = 1.09_f64.sqrt();
    assert!(far.sqrt() > step && far.sqrt() < 400.0 * step, "{far}");
    let rotation = &end.rotation;
    let product = rotation.times(&rotation.transposed());
    assert_eq!(product, denoc_codegen::mechanism::Rotation::identity());
}
