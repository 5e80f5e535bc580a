//! The compiler: mechanism → frames → functions, each by the flow (`compile/flow.rs`) of one → what prepares parameters.

mod adopt;
mod agreement;
mod checked;
mod choose;
mod derive;
mod error;
mod flow;
mod frames;
mod functions;
#[cfg(test)]
mod multiples;
mod options;
mod prepare;
mod products;
mod range;
mod share;
mod techniques;
mod trace;
mod wanted;

pub use agreement::agree;
pub(crate) use checked::checked;
pub use error::{CompileError, LargeConstant};
pub use functions::{CONTROLLER, Functions};
pub(crate) use options::LEVEL;
pub use options::{Compiled, Fma, Options, Precision, Sincos};
pub use prepare::Preparation;
pub(crate) use prepare::VALUES;
pub use techniques::Techniques;
pub use trace::build;
pub use wanted::{find, fixed_formulation};

use crate::function::Function;
use crate::mechanism::Mechanism;
use crate::name;
use crate::parallel;
use crate::pass::fuse::fused;
use crate::pass::order::ordered;
use crate::pass::share::piecewise;
use crate::program::Program;
use crate::recursion::Formulation;
use crate::recursion::Quantity;
use choose::FrameCandidates;
use flow::CompilationInput;

/// Compiles a mechanism.
///
/// # Errors
/// Every fault of what is asked for, and then every fault of the functions: names and levels that do not exist; a name of the code that is
/// none; a self-test with the platform's sine and cosine; a batch of what can fail; a constant beyond the limit; a constant or a default of a
/// parameter beyond the range of the floating-point type; a program that fails its check.
pub fn compile(mechanism: &Mechanism, options: &Options) -> Result<Compiled, CompileError> {
    finished(compile_in_order_of_recursions(mechanism, options)?)
}

/// What was compiled in the order of recursions, with what a search found at level 3, with operations fused where that is asked for, and in
/// the order in which statements are printed.
///
/// # Errors
/// A program that fails its check.
pub(crate) fn finished(mut compiled: Compiled) -> Result<Compiled, CompileError> {
    if compiled.options.opt == 3 {
        adopt::adopt(&mut compiled);
    }
    let (mechanism, options) = (&compiled.mechanism, &compiled.options);
    // Last: searches and proofs are over. What changes the order changes no operation, which is read off the programs.
    let prepare = compiled.preparation.iter_mut().map(|one| &mut one.function);
    let functions: Vec<&mut Function> = prepare.chain(&mut compiled.functions).collect();
    let finish = |function: &mut Function| {
        let name = function.name.clone();
        for (program, _) in function.programs_mut() {
            if options.fma != Fma::Off {
                let pass = |program: &Program| piecewise(program, fused);
                *program = checked("fusing", &name, mechanism, program, pass)?;
            }
            let unordered = program.clone();
            *program = piecewise(program, ordered);
            checked::same("ordering", &name, program, &unordered)?;
        }
        Ok(())
    };
    let finished = parallel::map(functions, finish).into_iter();
    finished.collect::<Result<(), CompileError>>()?;
    Ok(compiled)
}

/// The same, but for what [`finished`] does: statements are in the order in which recursions come to them.
///
/// # Errors
/// As [`compile`].
pub(crate) fn compile_in_order_of_recursions(
    mechanism: &Mechanism,
    options: &Options,
) -> Result<Compiled, CompileError> {
    let level = (options.opt > 3).then_some(CompileError::OptOutOfRange(options.opt));
    let untestable = options.selftest && options.sincos == Sincos::Libm;
    let untestable = untestable.then_some(CompileError::Selftest);
    let name = options.name.as_deref().and_then(name::fault);
    let defaults = range::of_defaults(mechanism, options.precision);
    let (fixed, unfixed) = split(wanted::formulations(mechanism, options));
    let (wanted, unknown) = split(wanted::quantities(mechanism, options));
    CompileError::all(
        level
            .into_iter()
            .chain(untestable)
            .chain(name.map(CompileError::Name))
            .chain(unknown)
            .chain(unfixed)
            .chain(defaults),
    )?;
    let source = CompilationInput::of(mechanism, options);
    let candidates = FrameCandidates::new(frames::candidates(&source.elementary, options));
    let one = |&quantity: &Quantity| {
        let fixed = fixed.iter().find(|(known, _)| *known == quantity);
        source.function(
            &candidates,
            quantity,
            fixed.map(|(_, formulation)| *formulation),
        )
    };
    let functions = parallel::map(&wanted, one);
    let (mut functions, faults) = split(functions);
    CompileError::all(faults)?;
    let preparation = prepare::prepare(mechanism, &mut functions)?;
    let fail = functions
        .iter()
        .filter(|one| options.batch && one.can_fail());
    let fail: Vec<String> = fail.map(|one| one.name.clone()).collect();
    if !fail.is_empty() {
        return Err(CompileError::Batch(fail));
    }
    if let Some(preparation) = &preparation {
        let of = ("prepare", mechanism);
        range::of_constants(preparation.program(), options.precision, of)?;
    }
    Ok(Compiled {
        name: name::of_model(options.name.as_deref().unwrap_or(&mechanism.name)),
        mechanism: mechanism.clone(),
        options: options.clone(),
        functions,
        preparation,
        warnings: wanted::without_effect(mechanism, &fixed, &wanted),
    })
}

/// What there is, and what is wrong.
fn split<T>(
    results: impl IntoIterator<Item = Result<T, CompileError>>,
) -> (Vec<T>, Vec<CompileError>) {
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(one) => found.push(one),
            Err(fault) => faults.push(fault),
        }
    }
    (found, faults)
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
    if let Some(formulation) = fixed {
        wanted::formulation(mechanism, quantity, formulation.name())?;
    }
    let source = CompilationInput::of(mechanism, options);
    let candidates = FrameCandidates::new(frames::candidates(&source.elementary, options));
    source.function(&candidates, quantity, fixed)
}
