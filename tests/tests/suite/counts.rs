//! Operation counts: what is printed holds as many operations as the program, and no count grows unnoticed.

use std::fmt::Write as _;

use denoc_codegen::compile::{Compiled, Options, Precision, compile, compile_quantity};
use denoc_codegen::counts::Counts;
use denoc_codegen::emit::scan::{Language, PrintedAs};
use denoc_codegen::emit::{c99, rust};
use denoc_codegen::generic::generic;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::load;
use denoc_codegen::recursion::Formulation;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::report::counts::count;
use denoc_tests::plan::{mechanism, root, slow};

fn shipped(name: &str) -> Mechanism {
    let path = root().join("../models").join(format!("{name}.toml"));
    load(&path).expect("a shipped model has no fault").mechanism
}

fn options(function: Option<&str>, formulation: Option<Formulation>) -> Options {
    let formulations = match (function, formulation) {
        (Some(function), Some(formulation)) => {
            vec![(function.to_owned(), formulation.name().to_owned())]
        }
        _ => Vec::new(),
    };
    Options {
        functions: function.map(|name| vec![name.to_owned()]),
        formulations,
        opt: 1,
        ..Options::default()
    }
}

fn inverse_dynamics(mechanism: &Mechanism, formulation: Option<Formulation>) -> Counts {
    let options = options(Some("inverse_dynamics"), formulation);
    let compiled = compile(mechanism, &options).expect("it compiles");
    compiled.functions[0].program.counts()
}

fn printed_counts_agree(compiled: &Compiled) {
    let prefix = format!("{}_", compiled.name);
    let texts = [
        (Language::Rust, "", rust::file(compiled, false)),
        (Language::C, prefix.as_str(), c99::emit_source(compiled)),
    ];
    for (language, prefix, text) in texts {
        let printed = PrintedAs {
            language,
            precision: Precision::F64,
            sincos: compiled.options.sincos,
            prefix,
        };
        for function in &compiled.functions {
            let read = printed
                .scan(&text, function)
                .expect("our text is read back");
            assert_eq!(
                read.counts(),
                function.program.counts(),
                "{} of {} in {language:?}",
                function.name,
                compiled.name
            );
        }
    }
}

#[test]
fn printed_rust_and_c_hold_as_many_operations_as_the_programs() {
    for mechanism in [
        shipped("puma"),
        shipped("stanford"),
        mechanism("mech/chain_r_07"),
        mechanism("mech/one_free"),
    ] {
        printed_counts_agree(&compile(&mechanism, &options(None, None)).expect("it compiles"));
    }
}

#[test]
fn printed_chunks_hold_as_many_operations_as_the_programs() {
    let options = options(Some("inverse_dynamics"), None);
    printed_counts_agree(&compile(&mechanism("mech/chain_r_50"), &options).expect("it compiles"));
}

#[test]
fn inverse_dynamics_costs_no_more_than_was_promised() {
    for (mechanism, most) in [
        (shipped("puma"), 383),
        (shipped("stanford"), 294),
        (generic(6), 800),
    ] {
        let counts = inverse_dynamics(&mechanism, None);
        assert!(
            counts.total() <= most,
            "{}: {counts:?} is more than {most}",
            mechanism.name
        );
    }
}

#[test]
fn the_mass_centre_form_costs_no_more_than_ridim_of_table_1() {
    for n in 4..=12 {
        let counts = inverse_dynamics(&generic(n), Some(Formulation::MassCentre));
        let (mul, add) = (120 * n - 44, 97 * n - 55);
        assert!(
            counts.mul <= mul && counts.add <= add,
            "n = {n}: {counts:?}, RIDIM has {mul} M, {add} A"
        );
    }
}

/// The operations of one formulation of a quantity, pruned and shared but not transformed: level 1.
fn counts(mechanism: &Mechanism, quantity: Quantity, formulation: Formulation) -> Counts {
    let row = count(mechanism, quantity, formulation, 1).expect("it compiles");
    row.counts
}

/// The operations of the cheapest formulation at level 1.
fn cheapest(mechanism: &Mechanism, quantity: Quantity) -> Counts {
    let options = Options {
        opt: 1,
        ..Options::default()
    };
    let function = compile_quantity(mechanism, quantity, None, &options).expect("it compiles");
    function.program.counts()
}

/// Chain lengths at which the formulas in n are checked.
const LENGTHS: core::ops::RangeInclusive<usize> = 3..=12;

/// Asserts that a formulation costs at most so many multiplications and additions on every generic chain.
fn costs_at_most(
    what: (Quantity, Formulation),
    chain: impl Fn(usize) -> Mechanism,
    most: impl Fn(usize) -> (usize, usize),
) {
    for n in LENGTHS {
        let counts = counts(&chain(n), what.0, what.1);
        let (mul, add) = most(n);
        assert!(
            counts.mul <= mul && counts.add <= add,
            "{what:?}, n = {n}: {counts:?} is more than {mul} M, {add} A"
        );
    }
}

#[test]
fn the_mass_matrix_costs_no_more_than_was_promised() {
    for (mechanism, most) in [
        (shipped("puma"), 161),
        (shipped("stanford"), 119),
        (generic(6), 608),
    ] {
        let counts = cheapest(&mechanism, Quantity::MassMatrix);
        assert!(
            counts.total() <= most,
            "{}: {counts:?} is more than {most}",
            mechanism.name
        );
    }
    costs_at_most(
        (Quantity::MassMatrix, Formulation::Composite),
        generic,
        |n| (10 * n * n - 2 * n - 26, 6 * n * n + 20 * n - 50),
    );
}

#[test]
fn forward_dynamics_costs_no_more_than_was_promised() {
    for (mechanism, most) in [
        (shipped("puma"), 659),
        (shipped("stanford"), 521),
        (generic(6), 1537),
    ] {
        let counts = cheapest(&mechanism, Quantity::ForwardDynamics);
        assert!(
            counts.total() <= most,
            "{}: {counts:?} is more than {most}",
            mechanism.name
        );
    }
}

#[test]
fn articulated_bodies_cost_no_more_than_was_promised() {
    costs_at_most(
        (Quantity::ForwardDynamics, Formulation::Merged),
        generic,
        |n| (205 * n - 326, 194 * n - 325),
    );
}

#[test]
fn forward_dynamics_with_phi_given_costs_no_more_than_was_promised() {
    costs_at_most(
        (Quantity::AccelerationFromPhi, Formulation::Denoc),
        generic,
        |n| (134 * n - 231, 128 * n - 236),
    );
}

#[test]
fn hamiltonian_rates_without_gravity_cost_no_more_than_was_promised() {
    let weightless = |n: usize| {
        let mut chain = generic(n);
        chain.gravity = Default::default();
        chain
    };
    costs_at_most(
        (Quantity::HamiltonianRates, Formulation::Naudet),
        weightless,
        |n| (173 * n - 287, 161 * n - 286),
    );
}

/// Multiplications and additions at opt 2.
fn at_opt_2(mechanism: &Mechanism, quantity: Quantity) -> Counts {
    let function = compile_quantity(mechanism, quantity, None, &Options::default());
    function.expect("it compiles").program.counts()
}

/// Multiplications and additions of M and of its upper triangle at opt 2, and the lengths of both.
fn mass_matrices(mechanism: &Mechanism) -> [(Counts, usize); 2] {
    [Quantity::MassMatrix, Quantity::MassMatrixUpper].map(|quantity| {
        let function = compile_quantity(mechanism, quantity, None, &Options::default());
        let function = function.expect("it compiles");
        (function.counts(), function.outputs()[0].elements.len())
    })
}

#[test]
fn the_upper_triangle_of_the_mass_matrix_costs_what_the_whole_matrix_costs() {
    for mechanism in [
        shipped("puma"),
        shipped("stanford"),
        generic(6),
        mechanism("mech/one_free"),
        mechanism("urdf/skew_arm_coupled"),
        shipped("loops/five_bar"),
    ] {
        let [(whole, all), (upper, some)] = mass_matrices(&mechanism);
        let (n, name) = (mechanism.nv(), &mechanism.name);
        assert_eq!((all, some), (n * n, n * (n + 1) / 2), "{name}");
        // A negative sign is one operation for every element that has it.
        assert!(upper.neg <= whole.neg, "{name}: {upper:?}, {whole:?}");
        let neg = whole.neg;
        assert_eq!(Counts { neg, ..upper }, whole, "{name}");
    }
}

/// Of Gᵀ M G with a G that changes, elements on both sides of the diagonal are sums of their own.
#[test]
fn the_upper_triangle_of_a_flexible_arm_costs_less_than_the_whole_matrix() {
    let [(whole, _), (upper, _)] = mass_matrices(&shipped("flexible/two_link_arm"));
    assert!(
        upper.mul < whole.mul && upper.add < whole.add,
        "{upper:?}, {whole:?}"
    );
}

/// The quantities whose counts are the project's record.
const RECORD: [Quantity; 6] = [
    Quantity::InverseDynamics,
    Quantity::MassMatrix,
    Quantity::ForwardDynamics,
    Quantity::HamiltonianRates,
    Quantity::Bias,
    Quantity::Gravity,
];

#[test]
fn opt_2_costs_no_more_than_was_promised() {
    let promised: [(Mechanism, &[usize]); 5] = [
        (shipped("puma"), &[280, 134, 515, 457, 247, 27]),
        (shipped("stanford"), &[217, 110, 434, 392, 193, 19]),
        (shipped("ur5"), &[233, 88, 401, 359, 188, 14]),
        (shipped("panda"), &[569, 318, 1107, 933]),
        (generic(6), &[669, 579, 1409, 1301]),
    ];
    for (mechanism, most) in promised {
        for (quantity, &most) in RECORD.into_iter().zip(most) {
            let counts = at_opt_2(&mechanism, quantity);
            let name = quantity.name(&mechanism);
            assert!(
                counts.total() <= most,
                "{} {name}: {counts:?}",
                mechanism.name
            );
            assert!(counts.div <= 6, "{} {name}: {counts:?}", mechanism.name);
        }
    }
}

#[test]
fn regressors_cost_no_more_than_was_promised() {
    let mut promised = vec![(shipped("puma"), [733, 658]), (shipped("ur5"), [654, 563])];
    if slow() {
        promised.extend([
            (shipped("stanford"), [627, 592]),
            (shipped("panda"), [1315, 1173]),
            (generic(6), [1533, 1285]),
        ]);
    }
    for (mechanism, most) in promised {
        for (quantity, most) in [Quantity::Regressor, Quantity::BaseRegressor]
            .into_iter()
            .zip(most)
        {
            let total = at_opt_2(&mechanism, quantity).total();
            assert!(total <= most, "{} {quantity:?}: {total}", mechanism.name);
        }
    }
}

#[test]
fn a_level_never_costs_more_than_the_one_below() {
    for name in ["puma", "stanford", "ur5"] {
        let mechanism = shipped(name);
        for quantity in RECORD {
            let at = |opt| {
                let options = Options {
                    opt,
                    ..Options::default()
                };
                let function = compile_quantity(&mechanism, quantity, None, &options);
                function.expect("it compiles").program.counts().total()
            };
            assert!(
                at(2) <= at(1) && at(1) <= at(0),
                "{name} {}",
                quantity.name(&mechanism)
            );
        }
    }
}

#[test]
fn counts_at_opt_2_are_as_they_were() {
    let mut text = String::new();
    for mechanism in [
        shipped("puma"),
        shipped("stanford"),
        shipped("ur5"),
        shipped("panda"),
        generic(6),
    ] {
        for quantity in RECORD {
            let Counts { mul, add, div, .. } = at_opt_2(&mechanism, quantity);
            let name = quantity.name(&mechanism);
            let _ = writeln!(
                text,
                "{:10} {name:18} {mul:4} M {add:4} A {:5} {div:2} D",
                mechanism.name,
                mul + add
            );
        }
    }
    insta::assert_snapshot!(text);
}

/// Of formulations that come near each other before factors are taken out, the one that is cheapest behind it.
#[test]
fn no_formulation_that_is_fixed_costs_less_than_the_choice() {
    for mechanism in [shipped("stanford"), generic(6)] {
        for quantity in RECORD {
            let chosen = at_opt_2(&mechanism, quantity).total();
            for formulation in quantity.formulations_on(&mechanism) {
                let fixed =
                    compile_quantity(&mechanism, quantity, Some(formulation), &Options::default());
                let fixed = fixed.expect("it compiles").program.counts().total();
                let what = (&mechanism.name, quantity, formulation);
                assert!(chosen <= fixed, "{what:?}: {fixed}, chosen {chosen}");
            }
        }
    }
}

/// One line per quantity and formulation: mul, add, div, neg, sqrt, trig.
fn table(mechanism: &Mechanism) -> String {
    let mut table = String::new();
    for quantity in Quantity::all(mechanism) {
        let name = quantity.name(mechanism);
        for formulation in quantity.formulations() {
            let compiled =
                compile(mechanism, &options(Some(&name), Some(formulation))).expect("it compiles");
            let Counts {
                mul,
                add,
                div,
                neg,
                sqrt,
                trig,
                fma: _,
            } = compiled.functions[0].program.counts();
            let formulation = formulation.name();
            let _ = writeln!(
                table,
                "{name:32} {formulation:16} {mul:5} mul {add:5} add {div:3} div {neg:3} neg {sqrt:2} sqrt {trig:3} trig"
            );
        }
    }
    table
}

#[test]
fn counts_of_the_puma_are_as_they_were() {
    insta::assert_snapshot!("puma", table(&shipped("puma")));
}

#[test]
fn counts_of_the_stanford_arm_are_as_they_were() {
    insta::assert_snapshot!("stanford", table(&shipped("stanford")));
}

#[test]
fn counts_of_the_generic_6r_are_as_they_were() {
    insta::assert_snapshot!("generic6r", table(&generic(6)));
}
