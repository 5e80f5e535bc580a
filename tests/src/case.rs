//! Models without golden data of every quantity, compiled as a user compiles them: loops, parameters, and what else the
//! printers treat in a way of its own. Shared with the build script, which lists their tests.

use denoc_codegen::compile::{Compiled, Fma, Options, Precision, compile};
use denoc_codegen::exact::number::Number;
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::load;
use denoc_codegen::recursion::Quantity;
use denoc_codegen::signature::Family;

use crate::plan::{root, slow};

/// A model with the options that it is compiled with.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// `loops/five_bar`.
    pub name: &'static str,
    /// Its file, from the root of the repository.
    pub file: &'static str,
    /// Level of optimisation.
    pub opt: u8,
    /// The functions and how each is computed; when empty, all by their cheapest formulations.
    pub functions: &'static [(&'static str, &'static str)],
    /// How equations of loops are solved.
    pub norm: Norm,
    /// Values of the parameters that it is prepared with after the defaults, one set after the other.
    pub parameters: &'static [&'static [f64]],
    /// Whether it is compiled in single precision, too.
    pub single: bool,
    /// Whether its operations are fused.
    pub fused: bool,
    /// Whether it is left to runs that may be slow: others print the same of the same model, or of its neighbour.
    pub slow: bool,
}

/// How equations of loops are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Norm {
    /// As the model says.
    Model,
    /// By a solution of least norm.
    Least,
    /// As square systems, which have no solution where they are singular.
    None,
}

const fn case(name: &'static str, file: &'static str) -> Case {
    Case {
        name,
        file,
        opt: 2,
        functions: &[],
        norm: Norm::Model,
        parameters: &[],
        single: false,
        fused: false,
        slow: false,
    }
}

impl Case {
    const fn level(self, opt: u8) -> Self {
        Self { opt, ..self }
    }

    const fn norm(self, norm: Norm) -> Self {
        Self { norm, ..self }
    }

    const fn single(self) -> Self {
        let single = true;
        Self { single, ..self }
    }

    const fn fused(self) -> Self {
        let fused = true;
        Self { fused, ..self }
    }

    const fn slow(self) -> Self {
        let slow = true;
        Self { slow, ..self }
    }

    const fn by(self, functions: &'static [(&'static str, &'static str)]) -> Self {
        Self { functions, ..self }
    }

    const fn prepared(self, parameters: &'static [&'static [f64]]) -> Self {
        Self { parameters, ..self }
    }
}

/// All cases.
pub const CASES: &[Case] = &[
    case("arm/puma", "models/puma.toml"),
    case("arm/stanford", "models/stanford.toml").slow(),
    case("arm/ur5", "models/ur5.toml").level(1).slow(),
    case("elastic/arm", "models/flexible/elastic_arm.toml").single(),
    case("elastic/spatial_3r", "tests/models/elastic/spatial_3r.toml").level(1),
    case("flexible/two_link_arm", "models/flexible/two_link_arm.toml").single(),
    case("flexible/satellite", "models/flexible/satellite.toml"),
    case("flexible/slider_crank", "models/flexible/slider_crank.toml"),
    case("flexible/spatial_3r", "tests/models/flex/spatial_3r.toml").level(1),
    case("flexible/nodal_arm", "tests/models/flex/nodal_arm.toml").level(1),
    // load
    case("flexible/stepped_arm", "tests/models/flex/stepped_arm.toml")
        .level(1)
        .prepared(&[&[0.8]]),
    case("friction/dry_hand", "tests/models/dry_hand.toml").level(1),
    case("fused/puma", "models/puma.toml").single().fused(),
    case("fused/five_bar", "models/loops/five_bar.toml")
        .single()
        .fused(),
    case("fused/arm", "tests/models/arm.toml")
        .prepared(&[&[-1.62, 0.75, 0.55, -0.2]])
        .fused(),
    // In parts.
    case("fused/chain_r_12", "tests/models/mech/chain_r_12.toml")
        .level(0)
        .fused()
        .by(&[("mass_matrix", "composite")]),
    case("loops/andrews", "models/loops/andrews.toml"),
    case("loops/bricard", "models/loops/bricard.toml").single(),
    case("loops/carpet_scraper", "models/loops/carpet_scraper.toml"),
    case(
        "loops/carpet_scraper_opt1",
        "models/loops/carpet_scraper.toml",
    )
    .level(1)
    .slow(),
    case(
        "loops/double_pendulum_loops",
        "models/loops/double_pendulum_loops.toml",
    ),
    case("loops/five_bar", "models/loops/five_bar.toml").single(),
    case("loops/five_bar_opt1", "models/loops/five_bar.toml").level(1),
    case("loops/five_bar_derivatives", "models/loops/five_bar.toml")
        .single()
        .by(&[
            ("inverse_dynamics_derivatives", "whole_tree"),
            ("inverse_dynamics_dqd", "whole_tree"),
            ("forward_dynamics_derivatives", "multipliers"),
            ("dependent_rates_derivatives", "whole_tree"),
            ("inverse_dynamics_jvp", "whole_tree"),
            ("inverse_dynamics_vjp", "whole_tree"),
            ("forward_dynamics_jvp", "multipliers"),
            ("forward_dynamics_vjp", "multipliers"),
            ("dependent_rates_jvp", "whole_tree"),
            ("dependent_rates_vjp", "whole_tree"),
        ]),
    case("loops/five_bar_least_norm", "models/loops/five_bar.toml")
        .norm(Norm::Least)
        .by(&[
            ("inverse_dynamics", "parallel"),
            ("forward_dynamics", "parallel"),
            ("dependent_rates", "parallel"),
        ]),
    case("loops/five_bar_narrow", "models/loops/five_bar_narrow.toml"),
    case("loops/n_four_bar", "models/loops/n_four_bar.toml"),
    case("loops/parallelogram", "models/loops/parallelogram.toml"),
    case(
        "loops/parallelogram_opt1",
        "models/loops/parallelogram.toml",
    )
    .level(1)
    .slow(),
    case(
        "loops/parallelogram_flat",
        "models/loops/parallelogram.toml",
    )
    .norm(Norm::None),
    case(
        "loops/parallelogram_least_norm",
        "models/loops/parallelogram.toml",
    )
    .norm(Norm::Least)
    .by(&[
        ("inverse_dynamics_with_forces", "subsystems"),
        ("forward_dynamics", "soa"),
        ("constraint_forces", "soa_secondary"),
        ("joint_wrenches", "soa_secondary"),
    ]),
    case("loops/parallelogram_b", "models/loops/parallelogram_b.toml"),
    case(
        "loops/three_leg_platform",
        "models/loops/three_leg_platform.toml",
    ),
    case(
        "loops/three_leg_platform_symmetric",
        "models/loops/three_leg_platform_symmetric.toml",
    )
    .slow(),
    case("loops/two_pumas", "models/loops/two_pumas.toml"),
    // g, payload, l2, tilt: the mass of body b is negative, then all are sound.
    case("parameters/arm", "tests/models/arm.toml")
        .prepared(&[&[-9.81, -3.0, 0.4, 0.3], &[-1.62, 0.75, 0.55, -0.2]])
        .single(),
    case("parameters/arm_derivatives", "tests/models/arm.toml")
        .prepared(&[&[-1.62, 0.75, 0.55, -0.2]])
        .single()
        .by(&[
            ("inverse_dynamics_dparameters", "differentiated"),
            ("forward_dynamics_dparameters", "composite"),
        ]),
    // Functions in parts: nothing is pruned and nothing is shared. One of every form of results.
    case("parts/chain_r_12", "tests/models/mech/chain_r_12.toml")
        .level(0)
        .by(&[
            ("inverse_dynamics", "denoc"),
            ("forward_dynamics", "denoc"),
            ("mass_matrix", "composite"),
            ("mass_matrix_factor", "denoc"),
            ("hamiltonian_rates", "naudet"),
            ("tip_pose_tip", "kinematic"),
            ("kinetic_energy", "bodies"),
        ]),
    case("tree/mixed_06", "tests/models/mech/tree_mixed_06.toml")
        .level(1)
        .slow(),
];

/// The cases of this run.
pub fn cases() -> impl Iterator<Item = &'static Case> {
    CASES.iter().filter(|case| !case.slow || slow())
}

impl Case {
    /// The case of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<&'static Self> {
        CASES.iter().find(|case| case.name == name)
    }

    /// The mechanism.
    ///
    /// # Panics
    /// When the model is at fault.
    #[must_use]
    pub fn mechanism(&self) -> Mechanism {
        let path = root().join("..").join(self.file);
        let loaded = load(&path).map_err(|error| error.to_string());
        let mut mechanism = loaded.expect("a shipped model has no fault").mechanism;
        if let Some(loops) = &mut mechanism.loops {
            match self.norm {
                Norm::Model => {}
                Norm::Least => {
                    loops.minimum_norm = Some(Number::ONE / Number::from(1_000_000_000));
                }
                Norm::None => loops.minimum_norm = None,
            }
        }
        mechanism
    }

    /// The names of its functions.
    #[must_use]
    pub fn functions(&self, mechanism: &Mechanism) -> Vec<String> {
        let mut quantities = Quantity::all(mechanism);
        if !self.functions.is_empty() {
            for family in [Family::Derivatives, Family::Products] {
                quantities.extend(Quantity::of_family(mechanism, family));
            }
        }
        let names = quantities.iter().map(|quantity| quantity.name(mechanism));
        let listed = |name: &String| self.functions.iter().any(|(known, _)| known == name);
        let wanted = |name: &String| self.functions.is_empty() || listed(name);
        names.filter(wanted).collect()
    }

    /// The functions of the mechanism.
    ///
    /// # Panics
    /// When one does not compile.
    #[must_use]
    pub fn compile(&self, mechanism: &Mechanism, precision: Precision) -> Compiled {
        let owned = |(function, name): &(&str, &str)| (function.to_string(), name.to_string());
        let options = Options {
            functions: Some(self.functions(mechanism)),
            formulations: self.functions.iter().map(owned).collect(),
            opt: self.opt,
            precision,
            // The machine may have no instruction for them.
            fma: if self.fused { Fma::Any } else { Fma::Off },
            ..Options::default()
        };
        let compiled = compile(mechanism, &options).map_err(|error| error.to_string());
        compiled.expect("a shipped model compiles")
    }
}
