//! The compiler's flow in one place: mechanism → frames → recursion over a graph → program → proof.

use core::fmt;

use crate::graph::{Graph, Mode, Ref};
use crate::mechanism::Mechanism;
use crate::program::{Constant, Program};
use crate::prove::{Disagreement, prove};
use crate::quantity::{Formulation, Quantity};
use crate::recursion;
use crate::transform::{self, Transformed, common_normals, elementary};

/// What to compile, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Functions to generate; `None`: all that exist.
    pub functions: Option<Vec<String>>,
    /// `(function, formulation)` pairs the user fixed; the cheapest is taken for the rest.
    pub formulations: Vec<(String, String)>,
    /// Floating-point type of the generated code.
    pub precision: Precision,
    /// 0…3.
    pub opt: u8,
    /// Where sine and cosine come from.
    pub sincos: Sincos,
    /// Overrides the model's name.
    pub name: Option<String>,
}

/// Floating-point type of generated code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// `f64`, `double`.
    #[default]
    F64,
    /// `f32`, `float`.
    F32,
}

/// Where sine and cosine come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sincos {
    /// Our branch-free kernel.
    #[default]
    Poly,
    /// The C library's (Rust: std's, or the crate `libm`).
    Libm,
}

/// A compiled mechanism: all functions of one model, ready to be printed.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Lower-case identifier: prefix of C functions, file stem.
    pub name: String,
    /// The mechanism as read.
    pub mechanism: Mechanism,
    /// The options it was compiled with.
    pub options: Options,
    /// The functions, in the order of the contract's table.
    pub functions: Vec<Function>,
}

/// One compiled function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name in Rust and (with prefix) in C: `inverse_dynamics`, `tip_pose_tool`.
    pub name: String,
    /// One line of documentation: what it computes, units.
    pub summary: String,
    /// Name of the formulation that was taken.
    pub formulation: &'static str,
    /// Where that formulation comes from: `Saha 2.4.1`.
    pub paper: &'static str,
    /// The program.
    pub program: Program,
}

/// Why a mechanism could not be compiled.
#[derive(Clone, PartialEq, Debug)]
pub enum CompileError {
    /// No function of this mechanism has this name; the names that exist.
    UnknownFunction(String, Vec<String>),
    /// No formulation of this function has this name; function, name, the names that exist.
    UnknownFormulation(String, String, Vec<&'static str>),
    /// The optimisation level is above 3.
    OptOutOfRange(u8),
    /// A constant has grown beyond the limit: function and bits.
    ConstantTooLarge(String, usize),
    /// A constant is beyond the range of the floating-point type: function and value.
    ConstantOutOfRange(String, String),
    /// A change of frames changes the physics by this relative amount: an error of the compiler.
    Transform(f64),
    /// A program differs from its recursion: an error of the compiler, never of the model.
    Proof(String, Disagreement),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFunction(name, known) => {
                write!(
                    f,
                    "unknown function `{name}`; write one of: {}",
                    known.join(", ")
                )
            }
            Self::UnknownFormulation(function, name, known) => {
                write!(
                    f,
                    "unknown formulation `{name}` of `{function}`; write one of: {}",
                    known.join(", ")
                )
            }
            Self::OptOutOfRange(level) => {
                write!(f, "opt = {level} does not exist; write 0, 1, 2 or 3")
            }
            Self::ConstantTooLarge(function, bits) => write!(
                f,
                "a constant of `{function}` has grown to {bits} bits (the limit is {MAX_CONSTANT_BITS}); \
                 write the model's numbers with fewer digits"
            ),
            Self::ConstantOutOfRange(function, value) => write!(
                f,
                "a constant of `{function}` is about {value}, beyond the range of the floating-point type; \
                 write the model in SI units"
            ),
            Self::Transform(difference) => write!(
                f,
                "internal error: frames on common normals change the torques by {difference:e}; please report this model"
            ),
            Self::Proof(function, at) => write!(
                f,
                "internal error: the program of `{function}` differs from its recursion at output \
                 `{}`[{}], seed {}; please report this model",
                at.output, at.element, at.seed
            ),
        }
    }
}

impl std::error::Error for CompileError {}

/// Largest exact constant, bits of numerator and denominator together.
const MAX_CONSTANT_BITS: usize = 1 << 17;

/// Random points at which every program is proved.
const PROOF_POINTS: usize = 3;

impl Default for Options {
    fn default() -> Self {
        Self {
            functions: None,
            formulations: Vec::new(),
            precision: Precision::F64,
            opt: 2,
            sincos: Sincos::Poly,
            name: None,
        }
    }
}

/// Compiles a mechanism.
///
/// # Errors
/// Names and levels that do not exist; a joint type that is not handled; a constant beyond the limit; a program that
/// fails its proof.
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
    Ok(Compiled {
        name,
        mechanism: mechanism.clone(),
        options: options.clone(),
        functions,
    })
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

/// The mechanism in the frames a level may choose from.
fn candidates(mechanism: &Mechanism, opt: u8) -> Result<Vec<Transformed>, CompileError> {
    let own = Transformed {
        mechanism: mechanism.clone(),
        exact: true,
    };
    if opt == 0 {
        return Ok(vec![own]);
    }
    let normals = common_normals(mechanism);
    if !normals.exact {
        transform::check(mechanism, &normals.mechanism).map_err(CompileError::Transform)?;
    }
    Ok(vec![normals, own])
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
