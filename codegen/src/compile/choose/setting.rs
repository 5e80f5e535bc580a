//! A setting: what can be chosen for a function, and the mechanism that is.

use core::ops::Range;

use crate::identify::reduce;
use crate::mechanism::{Basis, Mechanism, MomentForm};
use crate::recursion::{Formulation, keeping};
use crate::transform::{parallel_groups, slide_offsets, spread_parameters};

/// A setting.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Setting {
    /// The index of the candidate frames.
    pub(super) frames: usize,
    pub(super) formulation: Formulation,
    /// Whether to use groups of parallel axes.
    pub(super) groups: bool,
    pub(super) parameters: ParameterChoice,
    /// For every body, the form of its moment.
    pub(super) moments: Vec<MomentForm>,
    /// For every body, whether its offset lies on the other side of its joint.
    pub(super) slides: Vec<bool>,
    /// For every body, whether pairs of joints meet in its frame.
    pub(super) meetings: Vec<bool>,
}

/// The choice of inertial parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum ParameterChoice {
    /// The mechanism's own.
    Original,
    /// Base parameters, a basis for every body.
    Base(Vec<Basis>),
    /// [`spread_parameters`].
    Spread,
    /// Base parameters without those that [`reduce`] finds special geometry and gravity to free.
    Reduced(Vec<Basis>),
}

impl ParameterChoice {
    fn basis(&self, body: usize) -> Option<Basis> {
        match self {
            Self::Base(all) => Some(all[body]),
            _ => None,
        }
    }

    /// Without the bases that bodies choose by themselves.
    fn shared(&self) -> Self {
        match self {
            Self::Base(_) => Self::Original,
            other => other.clone(),
        }
    }
}

/// The part of a setting that its mechanism depends on, except for the choices that bodies make by themselves.
pub(super) type SharedSetting = (usize, bool, ParameterChoice, Vec<bool>);

impl Setting {
    pub(super) fn shared(&self) -> SharedSetting {
        let parameters = self.parameters.shared();
        (self.frames, self.groups, parameters, self.slides.clone())
    }

    /// Its offsets, its groups, and parameters that are the same for all choices of bodies.
    pub(super) fn mechanism(&self, frames: &Mechanism) -> Mechanism {
        let mut mechanism = slide_offsets(frames, |body| self.slides[body]);
        match &self.parameters {
            ParameterChoice::Original | ParameterChoice::Base(_) => {}
            ParameterChoice::Spread => mechanism = spread_parameters(&mechanism),
            ParameterChoice::Reduced(bases) => {
                mechanism = reduce(&mechanism, |body| bases[body]).mechanism;
            }
        }
        if self.groups {
            parallel_groups(&mechanism).unwrap_or(mechanism)
        } else {
            mechanism
        }
    }

    /// Gives the bodies of limbs the choices of those of the first.
    pub(super) fn make_alike(&mut self, limbs: &[Range<usize>]) {
        let Some(first) = limbs.first() else { return };
        let last = limbs.iter().map(|limb| limb.end).max();
        if last.is_none_or(|end| end > self.moments.len()) {
            return;
        }
        for limb in &limbs[1..] {
            for (from, to) in first.clone().zip(limb.clone()) {
                self.moments[to] = self.moments[from];
                self.slides[to] = self.slides[from];
                self.meetings[to] = self.meetings[from];
                if let ParameterChoice::Base(bases) | ParameterChoice::Reduced(bases) =
                    &mut self.parameters
                {
                    bases[to] = bases[from];
                }
            }
        }
    }

    /// Its bodies' choices.
    pub(super) fn apply_choices(&self, mechanism: &mut Mechanism) {
        let keeping = keeping(mechanism);
        for (index, body) in mechanism.bodies.iter_mut().enumerate() {
            body.choices.moment = self.moments[index];
            body.choices.meeting = self.meetings[index];
            body.choices.basis = self.parameters.basis(index).filter(|_| !keeping[index]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_limbs_have_the_choices_of_the_first() {
        let one = Setting {
            frames: 0,
            formulation: Formulation::Composite,
            groups: false,
            parameters: ParameterChoice::Original,
            moments: vec![MomentForm::default(); 4],
            slides: vec![true, false, false, true],
            meetings: vec![false, true, false, false],
        };
        let mut alike = one.clone();
        alike.make_alike(&[0..2, 2..4]);
        assert_eq!(alike.slides, [true, false, true, false]);
        assert_eq!(alike.meetings, [false, true, false, true]);
        // Of another mechanism.
        let mut other = one.clone();
        other.make_alike(&[0..2, 3..5]);
        assert_eq!(other, one);
    }
}
