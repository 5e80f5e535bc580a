//! Choosing by count (opt 2): frames, parallel groups, formulation, and for every body the basis of its base
//! parameters, the form of its moment and the side of its joint on which its offset lies.
//!
//! Every formulation has a search of its own, whether it is one of several or the only one: what it costs in the end is the
//! same number, and the choice is the least of them. Uniform choices come first; then one body after the other, from the
//! tips to the base, takes what is cheapest with all others as they are. What is counted is the program that would be emitted.
//!
//! Formulations that fall behind are left, those of small functions late: [`SMALL`], [`FAR`], [`NEAR`], [`CLOSE`]. So are programs that lose
//! digits, by the measure of [`accuracy`](crate::accuracy): where nothing else is left, the choice is made without base parameters, then
//! of the recursions as they are.

mod count;
mod frame_candidates;
mod rated;
mod setting;

use core::ops::Range;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{CompileError, Techniques, build, trace};
use crate::accuracy::Trial;
use crate::graph::Mode;
use crate::mechanism::{Basis, Mechanism, MomentForm};
use crate::parallel;
use crate::recursion::Formulation;
use crate::recursion::{Need, Quantity, Row};
use crate::transform::{Transformed, can_slide, parallel_groups};
use count::{Images, OperationCost, cost};
pub(super) use frame_candidates::FrameCandidates;
pub(super) use rated::{Chosen, Rated};
use setting::{ParameterChoice, Setting, SharedSetting};

/// Nodes of all graphs that are counted for one formulation of a function. What is not tried by then keeps its uniform
/// choice: trying bodies one by one takes time that grows as the square of their number.
const MOST_NODES: usize = 500_000;

/// Bodies beyond which parameters are neither spread nor sought by rank: their exact numbers grow along a chain, and are
/// computed anew for every setting.
const MOST_SPREAD: usize = 12;

/// Rounds over all bodies.
const ROUNDS: usize = 2;

/// Operations of the cheapest up to which formulations are followed to the end that are half again as dear and [`FEW`]
/// more: that takes milliseconds.
const SMALL: usize = 300;

/// Operations by which a formulation of a small function may be behind in any case.
const FEW: usize = 20;

/// Operations by which another setting of a small function may be behind for its factors to be taken out as well.
const CLOSELY: usize = 4;

/// Such settings of a formulation, at most.
const FOLLOWERS: usize = 4;

/// The greatest distance of a formulation from the cheapest in the first frames, percent.
const FAR: usize = 60;

/// The same in the best frames, before anything is chosen body by body.
const NEAR: usize = 15;

/// The same of programs, before factors are taken out.
const CLOSE: usize = 5;

/// The same of those of small functions, and the operations by which they may be behind in any case.
const CLOSE_OF_SMALL: usize = 10;
const CLOSE_BY: usize = 8;

/// The programs of `quantity` that may turn out the cheapest when their factors are taken out: of every formulation that
/// was followed the cheapest setting; and another, if parameters beyond the closed form are superfluous and that made it
/// cheaper still.
///
/// # Errors
/// As [`build`].
pub(super) fn choose(
    candidates: &FrameCandidates,
    trial: &Trial,
    formulations: &[Formulation],
    techniques: Techniques,
) -> Result<Vec<Chosen>, CompileError> {
    choose_alike(candidates, trial, formulations, techniques, &[])
}

/// The same where bodies of the same place in limbs choose alike, as those of the first limb of each group do.
///
/// # Errors
/// As [`build`].
pub(super) fn choose_alike(
    candidates: &FrameCandidates,
    trial: &Trial,
    formulations: &[Formulation],
    techniques: Techniques,
    limbs: &[Vec<Range<usize>>],
) -> Result<Vec<Chosen>, CompileError> {
    let quantity = trial.quantity();
    let built = |techniques: Techniques, rated: Vec<Rated>| {
        let mut settings = followed(candidates, quantity, formulations, techniques);
        for (setting, _) in &mut settings {
            limbs.iter().for_each(|group| setting.make_alike(group));
        }
        with_close(rated, candidates, trial, settings)
    };
    let mut rated = built(techniques, Vec::new())?;
    let lose = |rated: &[Rated]| !rated.iter().any(Rated::keeps_digits);
    let based = techniques.base_parameters && quantity.keeps_base_parameters();
    if lose(&rated) && based {
        // Base parameters divide by sines of twists: near 0, digits cancel.
        let plain = Techniques {
            base_parameters: false,
            spread_parameters: false,
            regressor_rank: false,
            ..techniques
        };
        rated = built(plain, rated)?;
    }
    // (Programs of limbs that choose alike have to keep the digits of the one that they replace in any case.)
    if lose(&rated) && limbs.is_empty() {
        let frames = &candidates.frames;
        let plain = trace::cheapest(frames, trial, formulations, 1)?;
        rated.extend(plain.into_iter().map(|one| Rated::of(one, trial)));
    }
    let accurate = Rated::accurate(rated);
    let cost = |chosen: &Chosen| chosen.cost().0;
    Ok(up_to(limit_of_programs, accurate, cost))
}

/// With the programs of the settings that are close behind the cheapest one that keeps its digits; of all that are cheaper, too. The same
/// program is taken once.
fn with_close(
    mut built: Vec<Rated>,
    candidates: &FrameCandidates,
    trial: &Trial,
    mut settings: Vec<(Setting, OperationCost)>,
) -> Result<Vec<Rated>, CompileError> {
    loop {
        let accurate = built.iter().filter(|one| one.keeps_digits());
        let cheapest = accurate.map(|one| one.chosen.cost().0).min();
        let left = settings.iter().map(|(_, cost)| cost.0).min();
        let Some(least) = cheapest.or(left) else {
            return Ok(built);
        };
        let most = limit_of_programs(least);
        let (close, behind): (Vec<_>, Vec<_>) =
            settings.into_iter().partition(|(_, cost)| cost.0 <= most);
        if close.is_empty() {
            return Ok(built);
        }
        let programs = parallel::map(close, |(setting, _)| {
            program(candidates, trial.quantity(), &setting)
        });
        let mut new: Vec<Chosen> = Vec::new();
        for one in programs {
            let one = one?;
            let known = built.iter().map(|rated| &rated.chosen).chain(&new);
            if !known.into_iter().any(|known| known.is_like(&one)) {
                new.push(one);
            }
        }
        built.extend(parallel::map(new, |one| Rated::of(one, trial)));
        settings = behind;
    }
}

/// The settings that every formulation's search ends with, with what they cost.
fn followed(
    candidates: &FrameCandidates,
    quantity: Quantity,
    formulations: &[Formulation],
    techniques: Techniques,
) -> Vec<(Setting, OperationCost)> {
    let searches = begin(candidates, quantity, formulations, techniques);
    let settings = parallel::map(searches, |mut search| {
        search.run();
        search.settings()
    });
    settings.concat()
}

/// The searches of all formulations that are not too far behind in their best frames.
fn begin<'m>(
    candidates: &'m FrameCandidates,
    quantity: Quantity,
    formulations: &[Formulation],
    techniques: Techniques,
) -> Vec<SettingSearch<'m>> {
    candidates.spare_memory();
    let frames = 0..candidates.frames.len();
    let searches = parallel::map(formulations, |&formulation| {
        let mut search = SettingSearch::new(candidates, quantity, formulation, techniques);
        let first = frames.clone().find(|&frames| search.exists_in(frames));
        search.try_frames(first.unwrap_or_default());
        search
    });
    let searches = near(searches, FAR, SettingSearch::total);
    let searches = parallel::map(searches, |mut search| {
        frames.clone().for_each(|frames| search.try_frames(frames));
        search
    });
    near(searches, NEAR, SettingSearch::total)
}

/// Those that are no more than so many percent behind the cheapest; of small functions all that are not far behind.
fn near<T>(all: Vec<T>, percent: usize, total: impl Fn(&T) -> usize) -> Vec<T> {
    up_to(|least| limit(least, percent), all, total)
}

/// Those that cost no more than the limit where the cheapest costs so much.
fn up_to<T>(
    limit: impl Fn(usize) -> usize,
    mut all: Vec<T>,
    total: impl Fn(&T) -> usize,
) -> Vec<T> {
    let most = limit(all.iter().map(&total).min().unwrap_or_default());
    all.retain(|one| total(one) <= most);
    all
}

/// The greatest cost of a formulation that is followed where the cheapest costs `least`.
fn limit(least: usize, percent: usize) -> usize {
    let near = least.saturating_add(least / 100 * percent);
    if least <= SMALL {
        near.max(least + least / 2 + FEW)
    } else {
        near
    }
}

/// The greatest cost of a program whose factors are taken out where the cheapest costs `least`.
fn limit_of_programs(least: usize) -> usize {
    if least <= SMALL {
        least + least * CLOSE_OF_SMALL / 100 + CLOSE_BY
    } else {
        limit(least, CLOSE)
    }
}

/// The program of a setting.
fn program(
    candidates: &FrameCandidates,
    quantity: Quantity,
    setting: &Setting,
) -> Result<Chosen, CompileError> {
    let mut mechanism = candidates.mechanism(setting);
    setting.apply_choices(&mut mechanism);
    Ok(Chosen {
        programs: build(&mechanism, quantity, setting.formulation, Mode::Pruned)?,
        formulation: setting.formulation,
        frames: setting.frames,
    })
}

struct SettingSearch<'m> {
    candidates: &'m FrameCandidates,
    quantity: Quantity,
    formulation: Formulation,
    techniques: Techniques,
    /// Without and, where there are any, with groups of parallel axes.
    groups: &'static [bool],
    /// The cost of every setting so far, in the order in which they were tried.
    tried: IndexMap<Setting, OperationCost, FxBuildHasher>,
    /// Nodes of all graphs so far.
    nodes: usize,
    /// Numbers of the mechanism in the prime field.
    images: Images,
    /// The mechanism of the setting tried last, and what that shares with others.
    last: Option<(SharedSetting, Mechanism)>,
    best: Option<(OperationCost, Setting)>,
}

impl<'m> SettingSearch<'m> {
    fn new(
        candidates: &'m FrameCandidates,
        quantity: Quantity,
        formulation: Formulation,
        techniques: Techniques,
    ) -> Self {
        Self {
            candidates,
            quantity,
            formulation,
            techniques,
            groups: groups(&candidates.frames, (quantity, formulation), techniques),
            tried: IndexMap::default(),
            nodes: 0,
            images: Images::default(),
            last: None,
            best: None,
        }
    }
}

impl SettingSearch<'_> {
    /// Multiplications and additions of the best setting so far.
    fn total(&self) -> usize {
        let best = self.best.as_ref();
        best.map_or(usize::MAX, |((total, ..), _)| *total)
    }

    /// Tries settings of parameters in closed form, in all frames first.
    fn run(&mut self) {
        self.try_uniform();
        for _ in 0..ROUNDS {
            if !self.try_bodies() {
                break;
            }
        }
        self.try_frames_again();
    }

    /// The cheapest setting and those that may become cheaper; and the one that reduced parameters make cheaper still.
    fn settings(mut self) -> Vec<(Setting, OperationCost)> {
        let mut found = self.cheapest();
        let reduced = self.try_reduced().then_some(self.best).flatten();
        found.extend(reduced.map(|(cost, setting)| (setting, cost)));
        found
    }

    /// The cheapest setting; of a small function also those in other frames or of other costs that follow closely: where factors are
    /// taken out, the order may change.
    fn cheapest(&self) -> Vec<(Setting, OperationCost)> {
        let mut all: Vec<_> = self.tried.iter().collect();
        all.sort_by_key(|(_, cost)| **cost);
        let Some((_, least)) = all.first().copied() else {
            return Vec::new();
        };
        let most = if least.0 <= SMALL {
            least.0 + CLOSELY
        } else {
            0
        };
        let kind =
            |(setting, cost): &(&Setting, &OperationCost)| (**cost, setting.frames, setting.groups);
        all.dedup_by_key(|one| kind(one));
        let followers = all.iter().skip(1).take_while(|(_, cost)| cost.0 <= most);
        let chosen = all.iter().take(1).chain(followers.take(FOLLOWERS));
        let chosen = chosen.map(|&(setting, &cost)| (setting.clone(), cost));
        chosen.collect()
    }

    /// Tries a setting; whether it is the best so far.
    fn attempt(&mut self, setting: Setting) -> bool {
        if self.tried.contains_key(&setting) || !self.exists_in(setting.frames) {
            return false;
        }
        if self.nodes > MOST_NODES && self.best.is_some() {
            return false;
        }
        let (cost, nodes) = self.cost(&setting);
        self.nodes += nodes;
        self.tried.insert(setting.clone(), cost);
        let better = self.best.as_ref().is_none_or(|(best, _)| cost < *best);
        if better {
            self.best = Some((cost, setting));
        }
        better
    }

    /// The cost of a setting, and the nodes of its graph.
    fn cost(&mut self, setting: &Setting) -> (OperationCost, usize) {
        let shared = setting.shared();
        let last = self.last.take().filter(|(known, _)| *known == shared);
        let (_, mechanism) = self
            .last
            .insert(last.unwrap_or_else(|| (shared, self.candidates.mechanism(setting))));
        setting.apply_choices(mechanism);
        cost(mechanism, self.quantity, setting.formulation, &self.images)
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

    /// Candidate frames, with and without groups, all bodies alike.
    fn try_frames(&mut self, frames: usize) {
        let bodies = self.candidates.frames[frames].mechanism.bodies.len();
        let based = self.takes_base_parameters()
            && !self.row().is_some_and(|row| row.needs == Need::Masses);
        let parameters = if based {
            ParameterChoice::Base(vec![Basis::default(); bodies])
        } else {
            ParameterChoice::Original
        };
        for &groups in self.groups {
            self.attempt(Setting {
                frames,
                formulation: self.formulation,
                groups,
                parameters: parameters.clone(),
                moments: vec![MomentForm::EulerTensor; bodies],
                slides: vec![false; bodies],
                meetings: vec![false; bodies],
            });
        }
    }

    /// The same choice for every body.
    fn try_uniform(&mut self) {
        for basis in Basis::ALL {
            let based = |setting: &mut Setting| {
                if let ParameterChoice::Base(all) = &mut setting.parameters {
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
            .candidates
            .frames
            .iter()
            .any(|one| !one.mechanism.parameters.is_empty());
        for &moment in self.moments() {
            self.change(|setting| {
                let spreads =
                    techniques.spread_parameters && setting.moments.len() <= MOST_SPREAD && !open;
                if spreads && setting.parameters != ParameterChoice::Original {
                    setting.parameters = ParameterChoice::Spread;
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
        let mut slides = can_slide(&self.candidates.frames[setting.frames].mechanism);
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
                    if let ParameterChoice::Base(all) = &mut setting.parameters {
                        all[body] = basis;
                    }
                });
            }
            for &moment in moments {
                changed |= self.change(|setting| setting.moments[body] = moment);
            }
            if self.row().is_some_and(|row| row.meeting_frames) {
                changed |= self.change(|setting| setting.meetings[body] ^= true);
            }
            if slides[body] {
                changed |= self.change(|setting| setting.slides[body] ^= true);
            }
        }
        changed
    }

    /// The choices made, in all frames.
    fn try_frames_again(&mut self) {
        for frames in 0..self.candidates.frames.len() {
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
        if !self.techniques.regressor_rank || self.candidates.frames.iter().any(is_open) {
            return false;
        }
        let reduced = self.change(|setting| match &setting.parameters {
            ParameterChoice::Base(bases) if bases.len() <= MOST_SPREAD => {
                setting.parameters = ParameterChoice::Reduced(bases.clone());
            }
            _ => {}
        });
        if reduced {
            self.try_bodies();
        }
        reduced
    }

    /// Whether the formulation exists on the mechanism in these frames.
    fn exists_in(&self, frames: usize) -> bool {
        let mechanism = &self.candidates.frames[frames].mechanism;
        let row = self.quantity.row(self.formulation, mechanism);
        row.is_some_and(|row| row.obstacle(mechanism).is_none())
    }

    /// The row of the formulation in the table.
    fn row(&self) -> Option<&'static Row> {
        let mechanism = &self.candidates.frames.last()?.mechanism;
        self.quantity.row(self.formulation, mechanism)
    }

    fn takes_base_parameters(&self) -> bool {
        self.techniques.base_parameters && self.quantity.keeps_base_parameters()
    }

    fn takes_slides(&self) -> bool {
        self.techniques.slides && !self.quantity.depends_on_frames()
    }

    fn moments(&self) -> &'static [MomentForm] {
        if self.row().is_some_and(|row| row.moment_forms) {
            &MomentForm::ALL
        } else {
            &[]
        }
    }
}

/// Whether to try groups of parallel axes. (Joint wrenches and frames need every body's own orientation: what keeps base
/// parameters does not.)
fn groups(
    frames: &[Transformed],
    (quantity, formulation): (Quantity, Formulation),
    techniques: Techniques,
) -> &'static [bool] {
    let parallel = |one: &Transformed| parallel_groups(&one.mechanism).is_some();
    let mut rows = frames
        .iter()
        .filter_map(|one| quantity.row(formulation, &one.mechanism));
    let serves = quantity.keeps_base_parameters() || rows.any(|row| row.groups);
    let takes = techniques.parallel_groups && serves;
    if takes && frames.iter().any(parallel) {
        &[false, true]
    } else {
        &[false]
    }
}
