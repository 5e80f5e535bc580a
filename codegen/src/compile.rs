//! The compiler: mechanism → frames → functions, each by the flow (`compile/flow.rs`) of one → what prepares parameters.

mod adopt;
mod agreement;
mod checked;
mod choose;
mod error;
mod flow;
mod frames;
mod functions;
mod options;
mod prepare;
mod range;
mod techniques;
mod trace;
mod wanted;

pub use agreement::agree;
pub(crate) use checked::checked;
pub use error::CompileError;
pub use functions::{CONTROLLER, Functions};
pub(crate) use options::LEVEL;
pub use options::{Compiled, Options, Precision, Sincos};
pub use prepare::Preparation;
pub(crate) use prepare::VALUES;
pub use techniques::Techniques;
pub use trace::build;
pub use wanted::{find, formulation};

use crate::function::Function;
use crate::mechanism::Mechanism;
use crate::name;
use crate::parallel;
use crate::recursion::Formulation;
use crate::recursion::Quantity;
use choose::Offer;
use flow::Source;

/// Compiles a mechanism.
///
/// # Errors
/// Names and levels that do not exist; a constant beyond the limit; a constant or a default of a parameter beyond
/// the range of the floating-point type; a transform or a program that fails its check.
pub fn compile(mechanism: &Mechanism, options: &Options) -> Result<Compiled, CompileError> {
    if options.opt > 3 {
        return Err(CompileError::OptOutOfRange(options.opt));
    }
    range::of_defaults(mechanism, options.precision)?;
    let fixed = wanted::formulations(mechanism, options)?;
    let wanted = wanted::quantities(mechanism, options)?;
    let source = Source::of(mechanism, options);
    let frames = frames::candidates(&source.elementary, options)?;
    let one = |offer: &mut Offer, quantity: &Quantity| {
        let fixed = fixed.iter().find(|(known, _)| known == quantity);
        source.function(offer, *quantity, fixed.map(|(_, formulation)| *formulation))
    };
    let functions = parallel::map(&wanted, || Offer::new(frames.clone()), one);
    let mut functions = functions.into_iter().collect::<Result<Vec<_>, _>>()?;
    let preparation = prepare::prepare(mechanism, &mut functions)?;
    if let Some(preparation) = &preparation {
        range::of_constants(preparation.program(), options.precision, "prepare")?;
    }
    let mut compiled = Compiled {
        name: name::identifier(options.name.as_deref().unwrap_or(&mechanism.name)),
        mechanism: mechanism.clone(),
        options: options.clone(),
        functions,
        preparation,
        warnings: wanted::without_effect(mechanism, &fixed, &wanted),
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
    let source = Source::of(mechanism, options);
    let offer = Offer::new(frames::candidates(&source.elementary, options)?);
    source.function(&offer, quantity, fixed)
}
