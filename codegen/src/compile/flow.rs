//! One function from choice to proof:
//!
//! ```text
//!  formulations ──choose──► cheapest programs over frames and settings (each a recursion traced over the graph, scheduled)
//!     │ factor     shared factors are taken out, each step proved
//!     │ range      no constant overflows
//!     │ open       what depends on parameters alone becomes the input `prepared`
//!     ▼ prove      equal to the literal recursion in the prime field
//!  Function
//! ```

use std::sync::Arc;

use super::choose::{Chosen, Offer, choose};
use super::{CompileError, Options, checked, closed, prepare, range, trace, wanted};
use crate::formulation::Formulation;
use crate::function::Function;
use crate::mechanism::Mechanism;
use crate::pass::factor::factor;
use crate::prove::prove;
use crate::quantity::Quantity;
use crate::transform::elementary;

/// Random points at which every program is proved.
const PROOF_POINTS: usize = 3;

/// What functions are compiled from, and how.
pub(super) struct Source<'a> {
    /// As it was read.
    mechanism: &'a Mechanism,
    /// With elementary joints.
    pub(super) elementary: Mechanism,
    pub(super) options: &'a Options,
}

impl<'a> Source<'a> {
    pub(super) fn of(mechanism: &'a Mechanism, options: &'a Options) -> Self {
        Self {
            mechanism,
            elementary: elementary(mechanism),
            options,
        }
    }

    /// A function by a fixed formulation, or by the cheapest.
    pub(super) fn function(
        &self,
        offer: &Offer,
        quantity: Quantity,
        fixed: Option<Formulation>,
    ) -> Result<Function, CompileError> {
        wanted::check_inertia(self.mechanism, quantity)?;
        match quantity.closed(self.mechanism) {
            None => self.straight_line(offer, quantity, fixed),
            Some(closed) => closed::function(self, offer, (quantity, closed), fixed),
        }
    }

    /// A function, or a step of one, that is one program.
    pub(super) fn straight_line(
        &self,
        offer: &Offer,
        quantity: Quantity,
        fixed: Option<Formulation>,
    ) -> Result<Function, CompileError> {
        let (mechanism, options) = (&self.elementary, self.options);
        let formulations = wanted::to_choose_from(mechanism, quantity, fixed, options);
        let mut chosen = match options.opt {
            0 | 1 => trace::cheapest(&offer.frames, quantity, &formulations, options.opt)?,
            _ => choose(offer, quantity, &formulations, options.techniques)?,
        };
        let name = quantity.name(mechanism);
        if options.opt >= 2 && options.techniques.factoring {
            for Chosen { program, .. } in &mut chosen {
                *program = checked("factoring", &name, mechanism, program, factor)?;
            }
        }
        // There is a frame and a formulation to every quantity.
        let Some(chosen) = chosen.into_iter().min_by_key(Chosen::cost) else {
            return Err(CompileError::UnknownFunction(name, Vec::new()));
        };
        let (mut program, formulation) = (chosen.program, chosen.formulation);
        range::of_constants(&program, options.precision, &name)?;
        let mut prepared = Vec::new();
        if !mechanism.parameters.is_empty() {
            (program, prepared) = prepare::open(program);
        }
        let origin = &offer.frames[chosen.frames];
        let same_frames = origin.exact && !quantity.depends_on_frames();
        let literal = if same_frames {
            mechanism
        } else {
            &origin.mechanism
        };
        let literally = quantity.literal(literal);
        prove(
            &program,
            &prepared,
            literal,
            quantity,
            literally,
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
}
