//! The compiler's flow in one place: mechanism → frames → recursion over a graph → program → proof.

mod adopt;
mod agreement;
mod checked;
mod choose;
mod closed;
mod error;
mod functions;
mod options;
mod prepare;
mod techniques;

pub use agreement::agree;
pub(crate) use checked::checked;
pub use error::CompileError;
pub use functions::{CONTROLLER, Functions};
pub(crate) use options::LEVEL;
pub use options::{Compiled, Options, Precision, Sincos};
pub use prepare::Preparation;
pub(crate) use prepare::VALUES;
pub use techniques::Techniques;

use std::sync::Arc;

use crate::closed::Subsystems;
use crate::formulation::Formulation;
use crate::function::Function;
use crate::graph::{Graph, Mode, Ref};
use crate::mechanism::{Mechanism, MomentForm, Parameter};
use crate::parallel;
use crate::pass::factor::factor;
use crate::program::{Constant, Program};
use crate::prove::prove;
use crate::quantity::Quantity;
use crate::recursion;
use crate::transform::{Transformed, common_normals, elementary, turn_tips};
use choose::{Chosen, Offer, choose};

/// Largest exact constant, bits of numerator and denominator together.
const MAX_CONSTANT_BITS: usize = 1 << 17;

/// Random points at which every program is proved.
const PROOF_POINTS: usize = 3;

/// Compiles a mechanism.
///
/// # Errors
/// Names and levels that do not exist; a constant beyond the limit; a constant or a default of a parameter beyond
/// the range of the floating-point type; a transform or a program that fails its check.
pub fn compile(mechanism: &Mechanism, options: &Options) -> Result<Compiled, CompileError> {
    if options.opt > 3 {
        return Err(CompileError::OptOutOfRange(options.opt));
    }
    check_defaults(mechanism, options.precision)?;
    let fixed = fixed_formulations(mechanism, options)?;
    let elementary = elementary(mechanism);
    let frames = candidates(&elementary, options)?;
    let one = |offer: &mut Offer, quantity: &Quantity| {
        let known = fixed.iter().find(|(known, _)| known == quantity);
        let fixed = known.map(|(_, formulation)| *formulation);
        compile_one((mechanism, &elementary), offer, *quantity, fixed, options)
    };
    let wanted = wanted(mechanism, options)?;
    let functions = parallel::map(&wanted, || Offer::new(frames.clone()), one);
    let mut functions = functions.into_iter().collect::<Result<Vec<_>, _>>()?;
    let preparation = prepare::prepare(mechanism, &mut functions)?;
    if let Some(preparation) = &preparation {
        check_range(preparation.program(), options.precision, "prepare")?;
    }
    let name = crate::name::identifier(options.name.as_deref().unwrap_or(&mechanism.name));
    let mut compiled = Compiled {
        name,
        mechanism: mechanism.clone(),
        options: options.clone(),
        functions,
        preparation,
        warnings: Vec::new(),
    };
    if options.opt == 3 {
        adopt::adopt(&mut compiled);
    }
    Ok(compiled)
}

/// One quantity of a mechanism, by a fixed formulation or the cheapest, proved.
///
/// # Errors
/// As [`compile`].
pub fn compile_quantity(
    mechanism: &Mechanism,
    quantity: Quantity,
    fixed: Option<Formulation>,
    options: &Options,
) -> Result<Function, CompileError> {
    let elementary = elementary(mechanism);
    let offer = Offer::new(candidates(&elementary, options)?);
    compile_one((mechanism, &elementary), &offer, quantity, fixed, options)
}

fn compile_one(
    (mechanism, elementary): (&Mechanism, &Mechanism),
    offer: &Offer,
    quantity: Quantity,
    fixed: Option<Formulation>,
    options: &Options,
) -> Result<Function, CompileError> {
    check_inertia(mechanism, quantity)?;
    match quantity.closed(mechanism) {
        None => compile_function(elementary, offer, quantity, fixed, options),
        Some(closed) => {
            closed::compile_closed((elementary, offer), (quantity, closed), fixed, options)
        }
    }
}

/// What divides by the mass matrix needs a regular one.
fn check_inertia(mechanism: &Mechanism, quantity: Quantity) -> Result<(), CompileError> {
    match quantity.missing_inertia(mechanism) {
        None => Ok(()),
        Some(inertialess) => {
            let name = quantity.name(mechanism);
            Err(CompileError::NoInertia(name, inertialess.clone()))
        }
    }
}

/// The mechanism in the frames a level may choose from, its own last.
///
/// The common normal of nearly parallel axes is far away, and frames there lose digits: such frames are not taken.
/// What no rounding explains is an error of the transform.
fn candidates(mechanism: &Mechanism, options: &Options) -> Result<Vec<Transformed>, CompileError> {
    let own = Transformed {
        mechanism: mechanism.clone(),
        exact: true,
    };
    if options.opt == 0 {
        return Ok(vec![own]);
    }
    let techniques = options.techniques;
    let known = !mechanism.has_open_geometry();
    let normals = (techniques.common_normals && known).then(|| common_normals(mechanism));
    let mut all = Vec::new();
    if options.opt > 1
        && techniques.turned_tips
        && let Some(turned) = turn_tips(normals.as_ref().unwrap_or(&own))
    {
        all.extend(accepted(mechanism, turned)?);
    }
    if let Some(normals) = normals {
        all.extend(accepted(mechanism, normals)?);
    }
    all.push(own);
    Ok(all)
}

/// Frames that are as good as the mechanism's own.
fn accepted(
    mechanism: &Mechanism,
    frames: Transformed,
) -> Result<Option<Transformed>, CompileError> {
    /// More than far frames lose on any sensible model; a wrong transform is off by far more.
    const ROUNDING: f64 = 1e-8;
    if frames.exact {
        return Ok(Some(frames));
    }
    match agree(mechanism, &frames.mechanism) {
        Ok(()) => Ok(Some(frames)),
        Err(difference) if difference <= ROUNDING => Ok(None),
        Err(difference) => Err(CompileError::Transform(difference)),
    }
}

/// The cheapest program of a quantity over all frames and formulations, proved.
fn compile_function(
    mechanism: &Mechanism,
    offer: &Offer,
    quantity: Quantity,
    fixed: Option<Formulation>,
    options: &Options,
) -> Result<Function, CompileError> {
    let techniques = options.techniques;
    let mut formulations = match fixed {
        Some(formulation) => vec![formulation],
        None if options.opt == 0 => vec![quantity.literal(mechanism)],
        None => quantity.formulations_on(mechanism),
    };
    if fixed.is_none() {
        formulations.retain(|formulation| {
            let wanted = techniques.scaling || !formulation.is_scaled();
            wanted && formulation.obstacle(mechanism).is_none()
        });
    }
    let mut chosen = match options.opt {
        0 | 1 => cheapest(&offer.frames, quantity, &formulations, options.opt)?
            .into_iter()
            .collect(),
        _ => choose(offer, quantity, &formulations, techniques)?,
    };
    let name = quantity.name(mechanism);
    if options.opt >= 2 && techniques.factoring {
        for Chosen { program, .. } in &mut chosen {
            *program = checked("factoring", &name, mechanism, program, factor)?;
        }
    }
    // There is a frame and a formulation to every quantity.
    let Some(chosen) = chosen.into_iter().min_by_key(Chosen::cost) else {
        return Err(CompileError::UnknownFunction(name, Vec::new()));
    };
    let (mut program, formulation) = (chosen.program, chosen.formulation);
    check_range(&program, options.precision, &name)?;
    let mut prepared = Vec::new();
    if !mechanism.parameters.is_empty() {
        (program, prepared) = prepare::open(program);
    }
    let origin = &offer.frames[chosen.frames];
    let literal = if origin.exact && !quantity.depends_on_frames() {
        mechanism
    } else {
        &origin.mechanism
    };
    prove(
        &program,
        &prepared,
        literal,
        quantity,
        quantity.literal(literal),
        PROOF_POINTS,
    )
    .map_err(|at| CompileError::Proof(name.clone(), at))?;
    Ok(Function {
        name,
        summary: quantity.summary().into(),
        formulation: formulation.name(),
        paper: formulation.paper(),
        searched: false,
        program,
        prepared,
        stages: Vec::new(),
        literal: Arc::new(literal.clone()),
    })
}

/// The cheapest program over frames, formulations and moment forms, the mechanism's parameters as they are.
fn cheapest(
    candidates: &[Transformed],
    quantity: Quantity,
    formulations: &[Formulation],
    opt: u8,
) -> Result<Option<Chosen>, CompileError> {
    let (mode, forms) = match opt {
        0 => (Mode::Literal, [MomentForm::Products].as_slice()),
        _ => (Mode::Pruned, MomentForm::ALL.as_slice()),
    };
    let mut best: Option<Chosen> = None;
    for (frames, candidate) in candidates.iter().enumerate() {
        for &formulation in formulations {
            let has_forms = quantity.has_moments() && formulation.has_moment_forms();
            for &form in &forms[..if has_forms { forms.len() } else { 1 }] {
                let mut mechanism = candidate.mechanism.clone();
                for body in &mut mechanism.bodies {
                    body.choices.moment = form;
                }
                let program = build(&mechanism, quantity, formulation, mode)?;
                let chosen = Chosen {
                    program,
                    formulation,
                    frames,
                };
                if best
                    .as_ref()
                    .is_none_or(|known| chosen.cost() < known.cost())
                {
                    best = Some(chosen);
                }
            }
        }
    }
    Ok(best)
}

/// Constants that overflow the floating-point type are refused.
fn check_range(program: &Program, precision: Precision, name: &str) -> Result<(), CompileError> {
    let mut constants = program.constants.iter();
    match constants.find(|one| overflows(one, precision)) {
        Some(Constant::Number(number)) => Err(CompileError::ConstantOutOfRange(
            name.into(),
            format!("2^{}", number.magnitude()),
        )),
        _ => Ok(()),
    }
}

/// So are defaults of parameters, which generated code is filled with.
fn check_defaults(mechanism: &Mechanism, precision: Precision) -> Result<(), CompileError> {
    for Parameter { name, default } in &mechanism.parameters {
        if overflows(&Constant::Number(default.clone()), precision) {
            let value = format!("2^{}", default.magnitude());
            return Err(CompileError::DefaultOutOfRange(name.clone(), value));
        }
    }
    Ok(())
}

fn overflows(constant: &Constant, precision: Precision) -> bool {
    match precision {
        Precision::F64 => !constant.to_f64().is_finite(),
        Precision::F32 => !constant.to_f32().is_finite(),
    }
}

/// The program of one formulation on the mechanism as it stands.
///
/// # Errors
/// [`CompileError::ConstantTooLarge`].
pub fn build(
    mechanism: &Mechanism,
    quantity: Quantity,
    formulation: Formulation,
    mode: Mode,
) -> Result<Program, CompileError> {
    let graph = Graph::new(mode);
    let elements = recursion::run(mechanism, quantity, formulation, &&graph);
    let bits = graph.constant_bits();
    if bits > MAX_CONSTANT_BITS {
        return Err(CompileError::ConstantTooLarge(
            quantity.name(mechanism),
            bits,
        ));
    }
    let outputs: Vec<_> = quantity
        .outputs(mechanism)
        .into_iter()
        .zip(elements)
        .map(|((name, shape), elements)| {
            let elements: Vec<Ref> = elements
                .into_iter()
                .map(|element| element.reference(&graph))
                .collect();
            (name, shape, elements)
        })
        .collect();
    Ok(Program::schedule(
        &graph,
        quantity.ports(mechanism),
        &outputs,
    ))
}

fn wanted(mechanism: &Mechanism, options: &Options) -> Result<Vec<Quantity>, CompileError> {
    let all = Quantity::all(mechanism);
    let Some(names) = &options.functions else {
        return Ok(all);
    };
    for name in names {
        find(mechanism, name)?;
    }
    Ok(all
        .into_iter()
        .filter(|quantity| names.contains(&quantity.name(mechanism)))
        .collect())
}

fn fixed_formulations(
    mechanism: &Mechanism,
    options: &Options,
) -> Result<Vec<(Quantity, Formulation)>, CompileError> {
    let mut fixed = Vec::new();
    for (function, name) in &options.formulations {
        let quantity = find(mechanism, function)?;
        let formulation = quantity.formulation(name, mechanism).ok_or_else(|| {
            let known = quantity.formulations_on(mechanism);
            let known = known.iter().map(|known| known.name()).collect();
            CompileError::UnknownFormulation(function.clone(), name.clone(), known)
        })?;
        if let Some(obstacle) = formulation.obstacle(mechanism) {
            return Err(CompileError::Obstacle(
                function.clone(),
                name.clone(),
                obstacle,
            ));
        }
        fixed.push((quantity, formulation));
    }
    Ok(fixed)
}

/// The quantity of a function name.
///
/// # Errors
/// [`CompileError::UnknownFunction`], with the names that exist; [`CompileError::Indeterminate`];
/// [`CompileError::NoInertia`].
pub fn find(mechanism: &Mechanism, name: &str) -> Result<Quantity, CompileError> {
    let named = |quantity: &Quantity| quantity.name(mechanism) == name;
    if let Some(quantity) = Quantity::known(mechanism).into_iter().find(named) {
        check_inertia(mechanism, quantity)?;
        return Ok(quantity);
    }
    let inverse = [
        Quantity::InverseDynamics,
        Quantity::InverseDynamicsWithForces,
    ];
    if inverse.iter().any(named)
        && mechanism.loops.is_some()
        && let Err(why) = Subsystems::of(mechanism)
    {
        return Err(CompileError::Indeterminate(name.into(), why));
    }
    let all = Quantity::all(mechanism);
    let known = all.iter().map(|quantity| quantity.name(mechanism));
    Err(CompileError::UnknownFunction(name.into(), known.collect()))
}
