//! Which models are compiled, and in which ways. Shared with the build script, which prints the Rust and the tests.

use std::path::{Path, PathBuf};

use denoc_codegen::compile::{Options, compile};
use denoc_codegen::mechanism::Mechanism;
use denoc_codegen::model::Reading;
use denoc_codegen::recursion::{Formulation, Quantity};
use denoc_codegen::signature::Family;

use crate::reason::Aspect;

/// Models of which all formulations of inverse dynamics are printed, and whose C is also built with `-O3 -march=native`,
/// where compilers vectorise and would fuse.
pub const THOROUGH: [&str; 3] = ["dh/puma_saha", "dh/stanford_saha", "mech/chain_r_07"];

/// Models that are compiled in single precision, too.
const SINGLE: [&str; 5] = [
    "dh/planar2r",
    "dh/stanford_saha",
    "mech/chain_r_07",
    "urdf/skew_arm_coupled",
    "urdf/ur5",
];

/// The same where tests may be slow: long for compilers, with derivatives.
const SINGLE_AND_LONG: [&str; 2] = ["dh/puma_saha", "urdf/panda_mimic"];

/// Whether a model is compiled in single precision, too.
#[must_use]
pub fn is_single(model: &str) -> bool {
    SINGLE.contains(&model) || slow() && SINGLE_AND_LONG.contains(&model)
}

/// Most velocities at which every formulation of every quantity is compiled, and the default one printed. Above, every formulation
/// of inverse dynamics is, and of robots and [`LARGE`] models every quantity by its default: the recursions are the same at every n, while
/// the time grows with every statement.
pub const ALL: usize = 7;

/// Small models of which only inverse dynamics is compiled: their neighbours have the same joints.
const PLAIN: [&str; 6] = [
    "mech/chain_r_02",
    "mech/chain_r_04",
    "mech/chain_r_05",
    "mech/chain_r_06",
    "mech/chain_r_07",
    "mech/chain_rp_02",
];

/// The same where tests may not be slow: seven joints about axes in general directions, which chains of three and of four have, too, take
/// 40 s of processor time.
const LONG: &str = "dh/dhrand_7r";

/// Larger models of which every quantity is compiled (for the reference and the evaluator), by the default formulation.
pub const LARGE: [&str; 5] = [
    "mech/aligned_09",
    "mech/chain_r_10",
    "mech/forest_two_roots",
    "mech/tree_mixed_06",
    "mech/tree_rp_10",
];

/// Whether a model is read from a URDF: every quantity is printed, by the default formulation.
#[must_use]
pub fn is_robot(model: &str) -> bool {
    model.starts_with("urdf/")
}

/// What a model has that the lanes may treat in a way of its own.
#[must_use]
pub fn kind(model: &str, mechanism: &Mechanism) -> &'static str {
    if mechanism.loops.is_some() {
        "loops"
    } else if !mechanism.parameters.is_empty() {
        "parameters"
    } else if mechanism.coordinates.is_some() {
        "mimic joints"
    } else if is_robot(model) {
        "robots"
    } else {
        "open chains"
    }
}

/// One way to compile one quantity.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// What.
    pub quantity: Quantity,
    /// How.
    pub formulation: Formulation,
    /// Level 0 is the literal recursion, 1 prunes it, 2 is what a user gets.
    pub opt: u8,
    /// Whether it is printed, too.
    pub printed: bool,
    /// Whether level 2 searches derivatives and regressors as long as for a user: minutes for all models.
    pub detours: bool,
}

impl Variant {
    /// What it is for the lanes.
    #[must_use]
    pub fn aspect(self) -> Aspect {
        match (self.opt, self.printed) {
            (0, true) => Aspect::Literal,
            (0, false) => Aspect::LiteralUnprinted,
            (_, true) => Aspect::Double,
            (_, false) => Aspect::Unprinted,
        }
    }

    /// The name of its function: that of the quantity, its formulation, and any level but 1.
    #[must_use]
    pub fn function(self, mechanism: &Mechanism) -> String {
        let (quantity, formulation) = (self.quantity.name(mechanism), self.formulation.name());
        match self.opt {
            1 => format!("{quantity}_{formulation}"),
            level => format!("{quantity}_{formulation}_opt{level}"),
        }
    }
}

/// Whether tests take all that they can, which is minutes of compilers at work.
#[must_use]
pub fn slow() -> bool {
    std::env::var_os("DENOC_SLOW_TESTS").is_some()
}

/// `tests/`.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names (`dh/puma_saha`) of all models with golden data, sorted.
#[must_use]
pub fn models() -> Vec<String> {
    let mut names = Vec::new();
    for folder in ["dh", "mech", "urdf"] {
        let entries =
            std::fs::read_dir(root().join("models").join(folder)).expect("tests/models is there");
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                let stem = path.file_stem().and_then(|stem| stem.to_str());
                names.push(format!("{folder}/{}", stem.expect("a name in ASCII")));
            }
        }
    }
    names.sort();
    names
}

/// The file of a model.
#[must_use]
pub fn model_path(model: &str) -> PathBuf {
    root().join("models").join(format!("{model}.toml"))
}

/// The file with the golden regressors of a model, which few have.
#[must_use]
pub fn regressors_path(model: &str) -> PathBuf {
    let name = model.split('/').next_back().unwrap_or(model);
    let folder = root().join("golden/derivatives/regressors");
    folder.join(format!("{name}.json"))
}

/// The file with the golden second derivatives of a model, which few have.
fn second_path(model: &str) -> PathBuf {
    let folder = root().join("golden/derivatives/second");
    folder.join(format!("{model}.json"))
}

/// The mechanism of a model.
#[must_use]
pub fn mechanism(model: &str) -> Mechanism {
    // Robots are in `golden`.
    let reading = Reading {
        allowed: vec![root().to_owned()],
        ..Reading::default()
    };
    match reading.load(&model_path(model)) {
        Ok(loaded) => loaded.mechanism,
        Err(error) => unreadable(&error.to_string()),
    }
}

#[expect(
    clippy::panic,
    reason = "the message of a model error is worth more than its Debug form"
)]
fn unreadable(message: &str) -> ! {
    panic!("{message}")
}

/// Whether every formulation of every quantity is compiled.
fn is_small(model: &str, mechanism: &Mechanism) -> bool {
    let plain = PLAIN.contains(&model) || model == LONG && !slow();
    mechanism.nv() <= ALL && !plain
}

/// The model of which all derivatives are compiled, as a user gets them.
const DIFFERENTIATED: &str = "dh/scara_like";

/// Models of which derivatives of inverse and forward dynamics are. (`derivatives.rs` has those
/// of short ones as recursions, and of all where tests may be slow.)
const PARTLY_DIFFERENTIATED: [&str; 5] = [
    "dh/planar2r",
    "dh/puma_saha",
    "mech/one_free",
    "mech/one_helical",
    "urdf/panda_mimic",
];

/// The same where tests may be slow: second derivatives of a tree are a tenth of all that is printed.
const LONG_DIFFERENTIATED: &str = "mech/tree_rp_05";

fn is_differentiated(model: &str) -> bool {
    model == DIFFERENTIATED
        || PARTLY_DIFFERENTIATED.contains(&model)
        || slow() && model == LONG_DIFFERENTIATED
}

fn is_of_dynamics(quantity: Quantity) -> bool {
    matches!(
        quantity,
        Quantity::InverseDynamics | Quantity::ForwardDynamics
    )
}

/// The quantities of a model that are compiled; regressors where there are golden ones.
#[must_use]
pub fn quantities(model: &str, mechanism: &Mechanism) -> Vec<Quantity> {
    let mut quantities = Quantity::all(mechanism);
    if regressors_path(model).is_file() {
        quantities.extend(Quantity::of_family(mechanism, Family::Regressors));
    }
    if !(is_small(model, mechanism) || is_robot(model) || LARGE.contains(&model)) {
        let inverse = Quantity::InverseDynamics;
        quantities.retain(|one| *one == inverse || one.signature().family == Family::Regressors);
    }
    if is_differentiated(model) {
        let mut derivatives = Quantity::of_family(mechanism, Family::Derivatives);
        // A `let` for each of thousands of elements.
        let twice = second_path(model).is_file() && mechanism.nv() <= 5;
        let second = [
            Quantity::InverseDynamicsSecondDerivatives,
            Quantity::ForwardDynamicsSecondDerivatives,
        ];
        derivatives.retain(|one| twice || !second.contains(one));
        derivatives.extend(Quantity::of_family(mechanism, Family::Products));
        if model != DIFFERENTIATED {
            derivatives.retain(|one| match one {
                Quantity::Product(product) => is_of_dynamics(product.of()),
                Quantity::InverseDynamicsDerivatives
                | Quantity::InverseDynamicsSecondDerivatives
                | Quantity::ForwardDynamicsSecondDerivatives
                | Quantity::ForwardDynamicsDerivatives => true,
                _ => false,
            });
        }
        quantities.extend(derivatives);
    }
    quantities
}

/// All ways to compile a mechanism, for the reference and the evaluator: formulations at level 1, of small models all; and at level 2
/// what a user gets. Those that are printed are fewer: printing treats all formulations alike, and compilers take time for every
/// statement (a 50-joint chain has 7000 of them a formulation).
#[must_use]
pub fn variants(model: &str, mechanism: &Mechanism) -> Vec<Variant> {
    let small = is_small(model, mechanism);
    let mut variants = Vec::new();
    for quantity in quantities(model, mechanism) {
        let inverse = quantity == Quantity::InverseDynamics;
        let thorough = inverse && THOROUGH.contains(&model);
        let formulations = quantity.formulations_on(mechanism);
        let default = default_formulation(mechanism, quantity);
        if [Family::Derivatives, Family::Products].contains(&quantity.signature().family) {
            let chosen = formulations.iter().find(|one| one.name() == default);
            variants.extend(chosen.map(|&formulation| Variant {
                quantity,
                formulation,
                opt: 2,
                printed: true,
                detours: model == DIFFERENTIATED,
            }));
            continue;
        }
        for formulation in formulations.clone() {
            let is_default = formulation.name() == default;
            if small || inverse || is_default {
                let of_user = is_default && (small || inverse || is_robot(model));
                let levels = [Some((1, thorough)), of_user.then_some((2, true))];
                variants.extend(levels.into_iter().flatten().map(|(opt, printed)| Variant {
                    quantity,
                    formulation,
                    opt,
                    printed,
                    detours: model == DIFFERENTIATED,
                }));
            }
        }
        if small && inverse {
            // The literal form: the paper's formulation, nothing pruned, nothing shared.
            variants.push(Variant {
                quantity,
                formulation: formulations[0],
                opt: 0,
                printed: thorough,
                detours: false,
            });
        }
    }
    variants
}

/// What a user gets who names no formulation; the literal one where nothing compiles (a test will say so).
fn default_formulation(mechanism: &Mechanism, quantity: Quantity) -> &'static str {
    if let [only] = quantity.formulations()[..] {
        return only.name();
    }
    let options = Options {
        functions: Some(vec![quantity.name(mechanism)]),
        opt: 1,
        ..Options::default()
    };
    let compiled = compile(mechanism, &options);
    compiled.map_or(quantity.formulations()[0].name(), |compiled| {
        compiled.functions[0].formulation
    })
}

/// The name of the module that holds a model's generated code: `dh_puma_saha`.
#[must_use]
pub fn module(model: &str) -> String {
    model.replace('/', "_")
}
