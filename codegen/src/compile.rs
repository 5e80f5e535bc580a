//! The compiler's flow in one place: mechanism → frames → recursion over a graph → program → proof.

mod error;
mod options;

pub use error::CompileError;
pub use options::{Compiled, Function, Options, Precision, Sincos};

use crate::formulation::Formulation;
use crate::graph::{Graph, Mode, Ref};
use crate::mechanism::Mechanism;
use crate::program::{Constant, Program};
use crate::prove::prove;
use crate::quantity::Quantity;
use crate::recursion;
use crate::searched;
use crate::transform::{self, Transformed, common_normals, elementary};

/// Largest exact constant, bits of numerator and denominator together.
const MAX_CONSTANT_BITS: usize = 1 << 17;

/// Random points at which every program is proved.
const PROOF_POINTS: usize = 3;

/// Compiles a mechanism.
///
/// # Errors
/// Names and levels that do not exist; a constant beyond the limit or the range of the floating-point type; a
/// transform or a program that fails its check.
pub fn compile(mechanism: &Mechanism, options: &Options) -> Result<Compiled, CompileError> {
    if options.opt > 3 {
        return Err(CompileError::OptOutOfRange(options.opt));
    }
    let fixed = fixed_formulations(mechanism, options)?;
    let elementary = elementary(mechanism);
    let candidates = candidates(&elementary, options.opt)?;
    let mut functions = Vec::new();
    for quantity in wanted(mechanism, options)? {
        let fixed = fixed
            .iter()
            .find(|(known, _)| *known == quantity)
            .map(|(_, formulation)| *formulation);
        functions.push(compile_function(
            &elementary,
            &candidates,
            quantity,
            fixed,
            options,
        )?);
    }
    let name = crate::emit::identifier(options.name.as_deref().unwrap_or(&mechanism.name));
    let mut compiled = Compiled {
        name,
        mechanism: mechanism.clone(),
        options: options.clone(),
        functions,
        warnings: Vec::new(),
    };
    if options.opt == 3 {
        searched::adopt(&mut compiled);
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
    let candidates = candidates(&elementary, options.opt)?;
    compile_function(&elementary, &candidates, quantity, fixed, options)
}

/// The mechanism in the frames a level may choose from, its own last.
///
/// The common normal of nearly parallel axes is far away, and frames there lose digits: such frames are not taken.
/// What no rounding explains is an error of the transform.
fn candidates(mechanism: &Mechanism, opt: u8) -> Result<Vec<Transformed>, CompileError> {
    /// More than far frames lose on any sensible model; a wrong transform is off by far more.
    const ROUNDING: f64 = 1e-8;
    let own = Transformed {
        mechanism: mechanism.clone(),
        exact: true,
    };
    if opt == 0 {
        return Ok(vec![own]);
    }
    let normals = common_normals(mechanism);
    if normals.exact {
        return Ok(vec![normals, own]);
    }
    match transform::check(mechanism, &normals.mechanism) {
        Ok(()) => Ok(vec![normals, own]),
        Err(difference) if difference <= ROUNDING => Ok(vec![own]),
        Err(difference) => Err(CompileError::Transform(difference)),
    }
}

/// The cheapest program of a quantity over all frames and formulations, proved.
fn compile_function(
    mechanism: &Mechanism,
    candidates: &[Transformed],
    quantity: Quantity,
    fixed: Option<Formulation>,
    options: &Options,
) -> Result<Function, CompileError> {
    let mode = if options.opt == 0 {
        Mode::Literal
    } else {
        Mode::Pruned
    };
    let formulations = match fixed {
        Some(formulation) => vec![formulation],
        None if options.opt == 0 => quantity.formulations()[..1].to_vec(),
        None => quantity.formulations().to_vec(),
    };
    let mut best: Option<(Program, Formulation, &Transformed)> = None;
    for candidate in candidates {
        for &formulation in &formulations {
            let program = build(&candidate.mechanism, quantity, formulation, mode)?;
            if best
                .as_ref()
                .is_none_or(|(known, _, _)| program.counts().total() < known.counts().total())
            {
                best = Some((program, formulation, candidate));
            }
        }
    }
    // There is a frame and a formulation to every quantity.
    let name = quantity.name(mechanism);
    let Some((program, formulation, origin)) = best else {
        return Err(CompileError::UnknownFunction(name, Vec::new()));
    };
    check_range(&program, options.precision, &name)?;
    // C is not unique: another choice of frames gives another matrix with the same C q̇.
    let literal = if origin.exact && quantity != Quantity::CoriolisMatrix {
        mechanism
    } else {
        &origin.mechanism
    };
    prove(
        &program,
        literal,
        quantity,
        quantity.formulations()[0],
        PROOF_POINTS,
    )
    .map_err(|at| CompileError::Proof(name.clone(), at))?;
    Ok(Function {
        name,
        summary: quantity.summary().into(),
        formulation: formulation.name(),
        paper: formulation.paper(),
        program,
    })
}

/// Constants that overflow the floating-point type are refused.
fn check_range(program: &Program, precision: Precision, name: &str) -> Result<(), CompileError> {
    let overflows = |constant: &&Constant| match precision {
        Precision::F64 => !constant.to_f64().is_finite(),
        Precision::F32 => !constant.to_f32().is_finite(),
    };
    match program.constants.iter().find(overflows) {
        Some(Constant::Number(number)) => Err(CompileError::ConstantOutOfRange(
            name.into(),
            format!("2^{}", number.magnitude()),
        )),
        _ => Ok(()),
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
        let formulation = quantity
            .formulations()
            .iter()
            .find(|formulation| formulation.name() == name);
        let formulation = formulation.ok_or_else(|| {
            let known = quantity
                .formulations()
                .iter()
                .map(|known| known.name())
                .collect();
            CompileError::UnknownFormulation(function.clone(), name.clone(), known)
        })?;
        fixed.push((quantity, *formulation));
    }
    Ok(fixed)
}

/// The quantity of a function name.
///
/// # Errors
/// [`CompileError::UnknownFunction`], with the names that exist.
pub fn find(mechanism: &Mechanism, name: &str) -> Result<Quantity, CompileError> {
    let all = Quantity::all(mechanism);
    all.iter()
        .copied()
        .find(|quantity| quantity.name(mechanism) == name)
        .ok_or_else(|| {
            CompileError::UnknownFunction(
                name.into(),
                all.iter()
                    .map(|quantity| quantity.name(mechanism))
                    .collect(),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratch_counts() {
        for n in [6, 7] {
            let m = crate::generic::generic(n);
            let mut all = Quantity::all(&m);
            all.push(Quantity::AccelerationFromPhi);
            for q in all {
                for f in q.formulations() {
                    let p = build(&m, q, *f, Mode::Pruned).expect("build");
                    let proof = prove(&p, &m, q, q.formulations()[0], 1);
                    let c = p.counts();
                    println!(
                        "{n} {} {} M {} A {} tot {} D {} {:?}",
                        q.name(&m),
                        f.name(),
                        c.mul,
                        c.add,
                        c.total(),
                        c.div,
                        proof
                    );
                }
            }
        }
    }
}
