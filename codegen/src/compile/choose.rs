//! Choosing by count (opt 2): frames, parallel groups, formulation, and for every body the basis of its base
//! parameters, the form of its moment and the side of its joint on which its offset stands.
//!
//! Uniform choices come first; then one body after the other, from the tips to the base, takes what is cheapest with
//! all others as they are. What is counted is the program that would be emitted.

mod count;
mod offer;
mod setting;

use rustc_hash::FxHashMap;

use super::{CompileError, Techniques, build};
use crate::formulation::Formulation;
use crate::graph::Mode;
use crate::mechanism::{Basis, MomentForm};
use crate::pass::factor::is_factored;
use crate::program::Program;
use crate::quantity::Quantity;
use crate::recursion;
use crate::transform::{Transformed, can_slide, parallel_groups};
use count::{Cost, cost, order};
pub(super) use offer::Offer;
use setting::{Parameters, Setting};

/// Nodes of all graphs that are counted for one function. What is not tried by then keeps its uniform choice: trying
/// bodies one by one takes time that grows as the square of their number.
const MOST_NODES: usize = 500_000;

/// Bodies beyond which parameters are not spread, nor scaled formulations tried: their exact numbers grow along a chain,
/// and are computed anew for every setting.
const MOST_SPREAD: usize = 12;

/// Rounds over all bodies.
const ROUNDS: usize = 2;

/// A formulation that costs at most 1/this more than what was chosen, before anything is chosen for it, is followed to
/// the end as well.
const RIVALRY: usize = 40;

/// A program with the setting it came from.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub program: Program,
    pub formulation: Formulation,
    /// Which of the frames on offer.
    pub frames: usize,
}

impl Chosen {
    /// What it is compared by.
    pub(super) fn cost(&self) -> Cost {
        order(&self.program.counts())
    }
}

/// The cheapest program of `quantity` over all settings tried; another, if parameters beyond the closed form are
/// superfluous and that made it cheaper still; and the same of the next formulation, if it comes near. Factoring may turn
/// them round, of programs that are not too long for it: that is seen when it is done.
///
/// # Errors
/// As [`build`].
pub(super) fn choose(
    offer: &Offer,
    quantity: Quantity,
    formulations: &[Formulation],
    techniques: Techniques,
) -> Result<Vec<Chosen>, CompileError> {
    let follow = |formulations: &[Formulation]| {
        let mut search = Search::new(offer, quantity, techniques);
        search.run(formulations);
        let rival = search.rival();
        (search.settings(), rival)
    };
    let (mut settings, rival) = follow(formulations);
    if let Some(rival) = rival {
        settings.extend(follow(&[rival]).0);
    }
    settings
        .iter()
        .map(|setting| program(offer, quantity, setting))
        .collect()
}

/// What a formulation costs in all frames, before anything is chosen body by body.
pub(super) fn estimate(
    offer: &Offer,
    quantity: Quantity,
    formulation: Formulation,
    techniques: Techniques,
) -> Option<Cost> {
    let mut search = Search::new(offer, quantity, techniques);
    search.try_frames(&[formulation]);
    search.best.map(|(cost, _)| cost)
}

/// The program of a setting.
fn program(offer: &Offer, quantity: Quantity, setting: &Setting) -> Result<Chosen, CompileError> {
    let mechanism = offer.framed(setting);
    Ok(Chosen {
        program: build(&mechanism, quantity, setting.formulation, Mode::Pruned)?,
        formulation: setting.formulation,
        frames: setting.frames,
    })
}

struct Search<'m> {
    offer: &'m Offer,
    quantity: Quantity,
    techniques: Techniques,
    /// Without and, where there are any, with groups of parallel axes.
    groups: &'static [bool],
    /// What every setting so far costs.
    tried: FxHashMap<Setting, Cost>,
    /// Nodes of all graphs so far.
    nodes: usize,
    best: Option<(Cost, Setting)>,
}

impl<'m> Search<'m> {
    fn new(offer: &'m Offer, quantity: Quantity, techniques: Techniques) -> Self {
        offer.spare_memory();
        Self {
            offer,
            quantity,
            techniques,
            groups: groups(&offer.frames, quantity, techniques),
            tried: FxHashMap::default(),
            nodes: 0,
            best: None,
        }
    }
}

impl Search<'_> {
    /// Tries settings of parameters in closed form.
    fn run(&mut self, formulations: &[Formulation]) {
        self.try_frames(formulations);
        self.try_uniform();
        for _ in 0..ROUNDS {
            if !self.try_bodies() {
                break;
            }
        }
        self.try_frames_again();
    }

    /// The cheapest setting; and the one that reduced parameters make cheaper still.
    fn settings(mut self) -> Vec<Setting> {
        let in_closed_form = self.best.clone();
        let reduced = self.try_reduced().then_some(self.best).flatten();
        let found = in_closed_form.into_iter().chain(reduced);
        found.map(|(_, setting)| setting).collect()
    }

    /// The cheapest of the other formulations, if it is near enough to the choice, before any of its own, for factoring
    /// to turn the two round.
    fn rival(&self) -> Option<Formulation> {
        let ((best, ..), taken) = self.best.as_ref()?;
        let others = self.tried.iter().map(|(one, cost)| (one.formulation, cost));
        let others = others.filter(|(other, _)| *other != taken.formulation);
        let (rival, (total, ..)) = others.min_by_key(|(other, cost)| (**cost, other.name()))?;
        let near = *total <= best + best / RIVALRY;
        (self.techniques.factoring && near && is_factored(*total)).then_some(rival)
    }

    /// Tries a setting; whether it is the best so far.
    fn attempt(&mut self, setting: Setting) -> bool {
        if self.tried.contains_key(&setting) || (self.nodes > MOST_NODES && self.best.is_some()) {
            return false;
        }
        let framed = self.offer.framed(&setting);
        let (cost, nodes) = cost(
            &framed,
            self.quantity,
            setting.formulation,
            &self.offer.images,
        );
        drop(framed);
        self.nodes += nodes;
        self.tried.insert(setting.clone(), cost);
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
        for (index, frames) in self.offer.frames.iter().enumerate() {
            let bodies = frames.mechanism.bodies.len();
            let scales = bodies <= MOST_SPREAD && recursion::has_twisted_joints(&frames.mechanism);
            for &formulation in formulations {
                if formulation.is_scaled() && !scales && formulations.len() > 1 {
                    continue;
                }
                let based = self.takes_base_parameters() && !formulation.needs_mass_centres();
                let parameters = if based {
                    Parameters::Base(vec![Basis::default(); bodies])
                } else {
                    Parameters::Original
                };
                for &groups in self.groups {
                    self.attempt(Setting {
                        frames: index,
                        formulation,
                        groups,
                        parameters: parameters.clone(),
                        moments: vec![MomentForm::EulerTensor; bodies],
                        slides: vec![false; bodies],
                    });
                }
            }
        }
    }

    /// The same choice for every body.
    fn try_uniform(&mut self) {
        for &moment in self.moments() {
            self.change(|setting| setting.moments.fill(moment));
        }
        for basis in Basis::ALL {
            let based = |setting: &mut Setting| {
                if let Parameters::Base(all) = &mut setting.parameters {
                    all.fill(basis);
                }
            };
            self.change(based);
            for &moment in self.moments() {
                self.change(|setting| {
                    based(setting);
                    setting.moments.fill(moment);
                });
            }
        }
        let techniques = self.techniques;
        // Spreading divides by numbers that may be 0 for other values of parameters.
        let open = self
            .offer
            .frames
            .iter()
            .any(|one| !one.mechanism.parameters.is_empty());
        for &moment in self.moments() {
            self.change(|setting| {
                let spreads =
                    techniques.spread_parameters && setting.moments.len() <= MOST_SPREAD && !open;
                if spreads && setting.parameters != Parameters::Original {
                    setting.parameters = Parameters::Spread;
                }
                setting.moments.fill(moment);
            });
        }
        if self.takes_slides() {
            self.change(|setting| setting.slides.fill(true));
        }
    }

    /// Body by body; whether something changed.
    fn try_bodies(&mut self) -> bool {
        let Some((_, setting)) = &self.best else {
            return false;
        };
        let mut slides = can_slide(&self.offer.frames[setting.frames].mechanism);
        if !self.takes_slides() {
            slides.fill(false);
        }
        let bases = if self.techniques.basis_per_body {
            Basis::ALL.as_slice()
        } else {
            &[]
        };
        let moments = if self.techniques.moment_per_body {
            self.moments()
        } else {
            &[]
        };
        let mut changed = false;
        for body in (0..slides.len()).rev() {
            for &basis in bases {
                changed |= self.change(|setting| {
                    if let Parameters::Base(all) = &mut setting.parameters {
                        all[body] = basis;
                    }
                });
            }
            for &moment in moments {
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
        for frames in 0..self.offer.frames.len() {
            for &groups in self.groups {
                self.change(|setting| {
                    setting.frames = frames;
                    setting.groups = groups;
                });
            }
        }
    }

    /// The base parameters chosen, without those that the rank of the regressor finds superfluous; whether that is cheaper.
    /// (Relations between formulas could divide by what is 0 for some parameters of the user.)
    fn try_reduced(&mut self) -> bool {
        let is_open = |one: &Transformed| !one.mechanism.parameters.is_empty();
        if !self.techniques.regressor_rank || self.offer.frames.iter().any(is_open) {
            return false;
        }
        let reduced = self.change(|setting| match &setting.parameters {
            Parameters::Base(bases) if bases.len() <= MOST_SPREAD => {
                setting.parameters = Parameters::Reduced(bases.clone());
            }
            _ => {}
        });
        if reduced {
            self.try_bodies();
        }
        reduced
    }

    fn takes_base_parameters(&self) -> bool {
        self.techniques.base_parameters && self.quantity.keeps_base_parameters()
    }

    fn takes_slides(&self) -> bool {
        self.techniques.slides && !self.quantity.depends_on_frames()
    }

    fn moments(&self) -> &'static [MomentForm] {
        let formulation = self.best.as_ref().map(|(_, setting)| setting.formulation);
        if self.quantity.has_moments() && formulation.is_some_and(Formulation::has_moment_forms) {
            &MomentForm::ALL
        } else {
            &[]
        }
    }
}

/// Whether to try groups of parallel axes. (Joint wrenches and frames need every body's own orientation: what keeps base
/// parameters does not.)
fn groups(frames: &[Transformed], quantity: Quantity, techniques: Techniques) -> &'static [bool] {
    let parallel = |one: &Transformed| parallel_groups(&one.mechanism).is_some();
    let takes = techniques.parallel_groups && quantity.keeps_base_parameters();
    if takes && frames.iter().any(parallel) {
        &[false, true]
    } else {
        &[false]
    }
}
