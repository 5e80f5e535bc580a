//! Choosing by count (opt 2): frames, parallel groups, formulation, and for every body the basis of its base
//! parameters, the form of its moment and the side of its joint on which its offset stands.
//!
//! Uniform choices come first; then one body after the other, from the tips to the base, takes what is cheapest with
//! all others as they are. What is counted is the program that would be emitted.

use std::collections::HashSet;

use super::{CompileError, build};
use crate::field::Fp;
use crate::formulation::Formulation;
use crate::graph::{Graph, Mode};
use crate::mechanism::{Basis, Mechanism, MomentForm};
use crate::program::Program;
use crate::quantity::Quantity;
use crate::recursion;
use crate::transform::{Transformed, can_slide, parallel_groups, slide_offsets};

/// Beyond this many bodies every body gets the same choice: trying bodies one by one takes time that grows as the square
/// of their number.
const MOST_BODIES: usize = 40;

/// Rounds over all bodies.
const ROUNDS: usize = 2;

/// What was chosen.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Setting {
    /// Which of the frames on offer.
    pub frames: usize,
    formulation: Formulation,
    groups: bool,
    /// The basis of every body's base parameters; `None`: the original parameters.
    basis: Option<Vec<Basis>>,
    moments: Vec<MomentForm>,
    slides: Vec<bool>,
}

/// A program with the setting it came from.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub program: Program,
    pub formulation: Formulation,
    /// Which of the frames on offer.
    pub frames: usize,
}

/// What is compared, in this order: multiplications and additions, divisions, multiplications.
type Cost = (usize, usize, usize);

/// The cheapest program of `quantity` over all settings tried.
///
/// # Errors
/// As [`build`].
pub(super) fn choose(
    frames: &[Transformed],
    quantity: Quantity,
    formulations: &[Formulation],
) -> Result<Option<Chosen>, CompileError> {
    let mut search = Search {
        frames,
        quantity,
        tried: HashSet::new(),
        best: None,
    };
    search.try_frames(formulations);
    search.try_uniform();
    let bodies = frames.first().map_or(0, |one| one.mechanism.bodies.len());
    if bodies <= MOST_BODIES {
        for _ in 0..ROUNDS {
            if !search.try_bodies() {
                break;
            }
        }
    }
    search.try_frames_again();
    let Some((_, setting)) = search.best else {
        return Ok(None);
    };
    let mechanism = prepared(&frames[setting.frames].mechanism, &setting);
    Ok(Some(Chosen {
        program: build(&mechanism, quantity, setting.formulation, Mode::Pruned)?,
        formulation: setting.formulation,
        frames: setting.frames,
    }))
}

struct Search<'m> {
    frames: &'m [Transformed],
    quantity: Quantity,
    tried: HashSet<Setting>,
    best: Option<(Cost, Setting)>,
}

impl Search<'_> {
    /// Tries a setting; whether it is the best so far.
    fn attempt(&mut self, setting: Setting) -> bool {
        if self.tried.contains(&setting) {
            return false;
        }
        let mechanism = prepared(&self.frames[setting.frames].mechanism, &setting);
        let cost = cost(&mechanism, self.quantity, setting.formulation);
        self.tried.insert(setting.clone());
        let better = self.best.as_ref().is_none_or(|(best, _)| cost < *best);
        if better {
            self.best = Some((cost, setting));
        }
        better
    }

    /// Tries a change of the best setting.
    fn change(&mut self, change: impl FnOnce(&mut Setting)) -> bool {
        let Some((_, setting)) = &self.best else {
            return false;
        };
        let mut setting = setting.clone();
        change(&mut setting);
        self.attempt(setting)
    }

    /// All frames, with and without groups, by all formulations.
    fn try_frames(&mut self, formulations: &[Formulation]) {
        for (index, frames) in self.frames.iter().enumerate() {
            let bodies = frames.mechanism.bodies.len();
            for &formulation in formulations {
                let based =
                    self.quantity.keeps_base_parameters() && !formulation.needs_mass_centres();
                for &groups in self.groups() {
                    self.attempt(Setting {
                        frames: index,
                        formulation,
                        groups,
                        basis: based.then(|| vec![Basis::default(); bodies]),
                        moments: vec![MomentForm::EulerTensor; bodies],
                        slides: vec![false; bodies],
                    });
                }
            }
        }
    }

    /// The same choice for every body.
    fn try_uniform(&mut self) {
        for basis in Basis::ALL {
            for moment in self.moments() {
                self.change(|setting| {
                    setting.basis.iter_mut().for_each(|all| all.fill(basis));
                    setting.moments.fill(moment);
                });
            }
        }
        if !self.quantity.depends_on_frames() {
            self.change(|setting| setting.slides.fill(true));
        }
    }

    /// Body by body; whether something changed.
    fn try_bodies(&mut self) -> bool {
        let Some((_, setting)) = &self.best else {
            return false;
        };
        let mut slides = can_slide(&self.frames[setting.frames].mechanism);
        if self.quantity.depends_on_frames() {
            slides.fill(false);
        }
        let mut changed = false;
        for body in (0..slides.len()).rev() {
            for basis in Basis::ALL {
                changed |= self.change(|setting| {
                    setting.basis.iter_mut().for_each(|all| all[body] = basis);
                });
            }
            for moment in self.moments() {
                changed |= self.change(|setting| setting.moments[body] = moment);
            }
            if slides[body] {
                changed |= self.change(|setting| setting.slides[body] ^= true);
            }
        }
        changed
    }

    /// The choices made, in all frames.
    fn try_frames_again(&mut self) {
        for frames in 0..self.frames.len() {
            for &groups in self.groups() {
                self.change(|setting| {
                    setting.frames = frames;
                    setting.groups = groups;
                });
            }
        }
    }

    /// Without and, where there are any, with groups of parallel axes.
    fn groups(&self) -> &'static [bool] {
        let parallel = |one: &Transformed| parallel_groups(&one.mechanism).is_some();
        if self.quantity.takes_groups() && self.frames.iter().any(parallel) {
            &[false, true]
        } else {
            &[false]
        }
    }

    fn moments(&self) -> Vec<MomentForm> {
        let formulation = self.best.as_ref().map(|(_, setting)| setting.formulation);
        if self.quantity.has_moments() && formulation.is_some_and(Formulation::has_moment_forms) {
            vec![MomentForm::Products, MomentForm::EulerTensor]
        } else {
            Vec::new()
        }
    }
}

/// What the program of a formulation costs, counted over the prime field: the same graph but for chances of 2⁻⁶¹.
fn cost(mechanism: &Mechanism, quantity: Quantity, formulation: Formulation) -> Cost {
    let graph: Graph<Fp> = Graph::new(Mode::Pruned);
    let elements = recursion::run(mechanism, quantity, formulation, &&graph);
    let outputs: Vec<_> = elements
        .into_iter()
        .flatten()
        .map(|element| element.reference(&graph))
        .collect();
    let counts = graph.counts(&outputs);
    (counts.total(), counts.div, counts.mul)
}

/// The mechanism of a setting.
fn prepared(frames: &Mechanism, setting: &Setting) -> Mechanism {
    let mut mechanism = slide_offsets(frames, |body| setting.slides[body]);
    if setting.groups {
        mechanism = parallel_groups(&mechanism).unwrap_or(mechanism);
    }
    for (index, body) in mechanism.bodies.iter_mut().enumerate() {
        body.choices.moment = setting.moments[index];
        body.choices.basis = setting.basis.as_ref().map(|all| all[index]);
    }
    mechanism
}
