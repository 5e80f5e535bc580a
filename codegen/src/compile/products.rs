//! Programs of products from programs that the passes are through with: of the functions that these are derived from, and of products
//! whose maps are theirs transposed.

use super::CompileError;
use super::choose::{Chosen, FrameCandidates};
use super::derive::derive;
use super::flow::CompilationInput;
use crate::accuracy::Trial;
use crate::pass::factor::{factor, factor_again, factor_with_detours, is_factored};
use crate::program::Program;
use crate::recursion::{Formulation, Quantity};

type Pass = fn(&Program) -> Program;

/// A product is transposed and back so often, and searched so on either side.
const TURNS: [Pass; 2] = [factor_with_detours, factor_again];

impl CompilationInput<'_> {
    /// A product from the cheapest program of the function that it is derived from, if there is one and if this is among the formulations.
    pub(super) fn derived(
        &self,
        candidates: &FrameCandidates,
        quantity: Quantity,
        formulations: &[Formulation],
    ) -> Result<Option<Chosen>, CompileError> {
        let Quantity::Product(product) = quantity else {
            return Ok(None);
        };
        let formulation = product.derived_by();
        let derives = self.factors() && formulations.contains(&formulation);
        let Some(source) = product.source().filter(|_| derives) else {
            return Ok(None);
        };
        let Some(known) = self.known(candidates, source)? else {
            return Ok(None);
        };
        let found = self.derive(&known, source, quantity, factor_again)?;
        Ok(found.map(|found| Chosen {
            formulation,
            ..found
        }))
    }

    /// The cheapest programs of a function, kept for others that are derived from it.
    pub(super) fn known(
        &self,
        candidates: &FrameCandidates,
        quantity: Quantity,
    ) -> Result<Option<Chosen>, CompileError> {
        if let Some(known) = candidates.source(quantity) {
            return Ok(Some(known));
        }
        let found = self.cheapest(candidates, quantity, None)?;
        if let Some(found) = &found {
            candidates.keep_source(quantity, found.clone());
        }
        Ok(found)
    }

    /// A product along a direction whose map was made cheaper where it is transposed: what is no common factor in the one is often one in
    /// the other.
    pub(super) fn turned(&self, mut chosen: Chosen, trial: &Trial) -> Result<Chosen, CompileError> {
        for pass in TURNS {
            match self.there_and_back(&chosen, trial.quantity(), pass)? {
                Some(back)
                    if back.cost() < chosen.cost() && back.keeps_digits_of(&chosen, trial) =>
                {
                    chosen = back;
                }
                _ => break,
            }
        }
        Ok(chosen)
    }

    /// The product by its transpose; `None` of what is no product along a direction, and of long programs.
    fn there_and_back(
        &self,
        chosen: &Chosen,
        quantity: Quantity,
        pass: Pass,
    ) -> Result<Option<Chosen>, CompileError> {
        let Quantity::Product(product) = quantity else {
            return Ok(None);
        };
        let short = is_factored(chosen.programs.first.statements.len());
        let along = product.transpose().filter(|_| product.is_along());
        let Some(transpose) = along.filter(|_| short && self.searches(quantity)) else {
            return Ok(None);
        };
        let transpose = Quantity::Product(transpose);
        match self.derive(chosen, quantity, transpose, pass)? {
            Some(turned) => self.derive(&turned, transpose, quantity, pass),
            None => Ok(None),
        }
    }

    /// A product from programs of another function, its factors taken out, and with a pass that searches.
    fn derive(
        &self,
        known: &Chosen,
        source: Quantity,
        quantity: Quantity,
        pass: Pass,
    ) -> Result<Option<Chosen>, CompileError> {
        let Some(programs) = derive(&known.programs, source, quantity, &self.elementary) else {
            return Ok(None);
        };
        let mut found = Chosen {
            programs,
            ..known.clone()
        };
        let trial = &Trial::new(&self.elementary, quantity, &[]);
        self.pass(&mut found, trial, factor)?;
        if self.searches(quantity) {
            self.pass(&mut found, trial, pass)?;
        }
        Ok(Some(found))
    }
}
