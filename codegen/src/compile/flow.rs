//! One function from choice to proof:
//!
//! ```text
//!  formulations ──choose──► cheapest programs over frames and settings (each a recursion traced over the graph, scheduled;
//!     │                       several programs where equations are solved on the way)
//!     │ factor     shared factors are taken out, each step proved
//!     │ share      limbs share functions, where that is asked for and shortens the text
//!     │ range      no constant overflows
//!     │ open       what depends on parameters alone becomes the input `prepared`
//!     ▼ evidence   equal to the literal recursion, and to an independent partner, in prime fields
//!  Function
//! ```

use std::sync::Arc;

use super::choose::{Chosen, FrameCandidates, choose};
use super::{CompileError, Options, checked, frames, prepare, range, trace, wanted};
use crate::accuracy::Trial;
use crate::function::{Function, Stage};
use crate::identify::with_base_columns;
use crate::mechanism::Mechanism;
use crate::parallel;
use crate::pass::factor::{factor, factor_with_detours};
use crate::program::{Program, StagedProgram};
use crate::prove::evidence;
use crate::recursion::{Formulation, Quantity};
use crate::signature::Family;
use crate::transform::elementary;

/// Most output elements of a function: second derivatives of 29 velocities are fewer.
pub(super) const MAX_ELEMENTS: usize = 100_000;

/// Random points at which every function is proved, against its recursion and against its partner.
pub(super) const PROOF_POINTS: [usize; 2] = [3, 2];

/// The mechanism and the options from which functions are compiled.
pub(super) struct CompilationInput<'a> {
    /// As it was read.
    mechanism: &'a Mechanism,
    /// With elementary joints.
    pub(super) elementary: Mechanism,
    pub(super) options: &'a Options,
}

impl<'a> CompilationInput<'a> {
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
        candidates: &FrameCandidates,
        quantity: Quantity,
        fixed: Option<Formulation>,
    ) -> Result<Function, CompileError> {
        wanted::check(self.mechanism, quantity)?;
        if quantity == Quantity::BaseRegressor && self.elementary.base.is_empty() {
            return self.of_base_parameters(quantity, fixed);
        }
        let (mechanism, options) = (&self.elementary, self.options);
        let name = quantity.name(mechanism);
        let blamed = |error: CompileError| error.of_singular_loops(quantity, mechanism);
        let outputs = quantity.outputs(mechanism).into_iter();
        let elements = outputs.map(|(_, shape)| shape.len()).sum();
        if elements > MAX_ELEMENTS {
            return Err(CompileError::TooLarge(name, elements));
        }
        // There is a frame and a formulation to every quantity.
        let chosen = match fixed {
            None => self.known(candidates, quantity),
            _ => self.cheapest(candidates, quantity, fixed),
        };
        let Some(chosen) = chosen.map_err(blamed)? else {
            return Err(CompileError::UnknownFunction(name, Vec::new()));
        };
        let chosen = self.shared(candidates, (quantity, fixed), chosen)?;
        let opened = |program: Program| {
            range::of_constants(&program, options.precision, (&name, mechanism))?;
            Ok(prepare::open(program, mechanism))
        };
        let StagedProgram { first, later } = chosen.programs;
        let (program, prepared) = opened(first)?;
        let later = later.into_iter().map(|(solve, program)| {
            let (program, prepared) = opened(program)?;
            Ok(Stage {
                solve,
                program,
                prepared,
            })
        });
        let literal = candidates.literal(chosen.frames, quantity, mechanism);
        let mut function = Function {
            name: name.clone(),
            summary: quantity.summary(mechanism).into(),
            formulation: chosen.formulation.name(),
            paper: quantity.source(chosen.formulation, mechanism),
            searched: false,
            program,
            prepared,
            stages: later.collect::<Result<_, CompileError>>()?,
            literal: Arc::new(literal.clone()),
            evidence: None,
        };
        let proved = evidence(&function, quantity, PROOF_POINTS);
        function.evidence = Some(proved.map_err(|at| blamed(CompileError::Proof(name, at)))?);
        Ok(function)
    }

    /// The same of base parameters, once these have been sought.
    fn of_base_parameters(
        &self,
        quantity: Quantity,
        fixed: Option<Formulation>,
    ) -> Result<Function, CompileError> {
        let elementary = with_base_columns(&self.elementary, self.options.basis);
        if elementary.base.is_empty() {
            return Err(CompileError::Missing(
                quantity.name(self.mechanism),
                "the forces of the model depend on no inertial parameter",
            ));
        }
        let candidates = FrameCandidates::new(frames::candidates(&elementary, self.options));
        let based = CompilationInput {
            elementary,
            ..*self
        };
        based.function(&candidates, quantity, fixed)
    }

    /// The cheapest programs over formulations, frames and settings, their factors taken out.
    pub(super) fn cheapest(
        &self,
        candidates: &FrameCandidates,
        quantity: Quantity,
        fixed: Option<Formulation>,
    ) -> Result<Option<Chosen>, CompileError> {
        let (mechanism, options) = (&self.elementary, self.options);
        let mut formulations = wanted::to_choose_from(mechanism, quantity, fixed, options);
        let derived = self.derived(candidates, quantity, &formulations)?;
        if derived.is_some() {
            formulations.retain(|one| *one != Formulation::Transposed);
        }
        let trial = &Trial::new(mechanism, quantity, &[]);
        let mut chosen = match options.opt {
            0 | 1 => trace::cheapest(&candidates.frames, trial, &formulations, options.opt)?,
            _ => choose(candidates, trial, &formulations, options.techniques)?,
        };
        if self.factors() {
            let factored = parallel::map(chosen, |mut one| {
                self.pass(&mut one, trial, factor).map(|()| one)
            });
            chosen = factored.into_iter().collect::<Result<_, CompileError>>()?;
        }
        let mut cheapest = chosen.into_iter().min_by_key(Chosen::cost);
        let far = |one: &Chosen| {
            derived
                .as_ref()
                .is_some_and(|known| one.is_far_behind(known))
        };
        if let Some(cheapest) = cheapest
            .as_mut()
            .filter(|one| self.searches(quantity) && !far(one))
        {
            self.pass(cheapest, trial, factor_with_detours)?;
        }
        let keeps = |one: &Chosen| {
            let own = cheapest.as_ref();
            own.is_none_or(|own| one.keeps_digits_of(own, trial))
        };
        let derived = derived.filter(keeps);
        let cheapest = cheapest.into_iter().chain(derived).min_by_key(Chosen::cost);
        cheapest.map(|one| self.turned(one, trial)).transpose()
    }

    /// Whether factors are taken out.
    pub(super) fn factors(&self) -> bool {
        self.options.opt >= 2 && self.options.techniques.factoring
    }

    /// Whether programs of a quantity are searched briefly.
    pub(super) fn searches(&self, quantity: Quantity) -> bool {
        let large = quantity.signature().family != Family::Dynamics;
        self.factors() && large && self.options.techniques.detours
    }

    /// Runs a pass on all programs; what loses digits by it stays as it is.
    pub(super) fn pass(
        &self,
        chosen: &mut Chosen,
        trial: &Trial,
        pass: fn(&Program) -> Program,
    ) -> Result<(), CompileError> {
        let name = trial.quantity().name(&self.elementary);
        let mut passed = chosen.clone();
        for program in passed.programs.programs_mut() {
            *program = checked("factoring", &name, &self.elementary, program, pass)?;
        }
        if passed.keeps_digits_of(chosen, trial) {
            *chosen = passed;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Techniques, frames};
    use super::*;
    use crate::exact::number::Number;
    use crate::generic::generic;

    /// Every other proof (of passes) is within the mechanism that a program is of. Other frames would be a mechanism of their own
    /// where they round.
    #[test]
    fn a_program_of_another_mechanism_is_refused_at_every_level() {
        let own = generic(2);
        let mut other = own.clone();
        other.gravity = [Number::ZERO, Number::ZERO, Number::from(-3)];
        assert_ne!(other.gravity, own.gravity);
        for opt in 0..=2 {
            let options = Options {
                opt,
                techniques: Techniques {
                    common_normals: false,
                    turned_tips: false,
                    ..Techniques::default()
                },
                ..Options::default()
            };
            let input = CompilationInput::of(&own, &options);
            let function = |mechanism: &Mechanism, quantity| {
                let frames = frames::candidates(&elementary(mechanism), &options);
                let candidates = FrameCandidates::new(frames);
                input.function(&candidates, quantity, None)
            };
            for quantity in [Quantity::InverseDynamics, Quantity::ForwardDynamics] {
                assert!(function(&own, quantity).is_ok());
                let error = function(&other, quantity).expect_err("a proof that fails");
                assert!(matches!(error, CompileError::Proof(..)), "{error}");
            }
            // Nothing falls in it.
            assert!(function(&other, Quantity::MassMatrix).is_ok());
        }
    }
}
