//! The candidate frames of a mechanism, with values that several functions share.

use core::cell::{RefCell, RefMut};

use rustc_hash::FxHashMap;

use super::count::Images;
use super::setting::{Setting, SharedSetting};
use super::{Chosen, MOST_SPREAD};
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;
use crate::transform::Transformed;

/// The candidate frames.
#[derive(Debug)]
pub(in crate::compile) struct FrameCandidates {
    /// The mechanism in each of them.
    pub(in crate::compile) frames: Vec<Transformed>,
    /// Numbers of the mechanism in the prime field.
    pub(super) images: Images,
    mechanisms: RefCell<FxHashMap<SharedSetting, Mechanism>>,
    /// The cheapest programs of functions that others are derived from.
    pub(in crate::compile) sources: RefCell<FxHashMap<Quantity, Chosen>>,
}

impl FrameCandidates {
    pub(in crate::compile) fn new(frames: Vec<Transformed>) -> Self {
        Self {
            frames,
            images: Images::default(),
            mechanisms: RefCell::default(),
            sources: RefCell::default(),
        }
    }

    /// The mechanism whose literal recursion a program in these frames is proved equal to: the model's own, or that in the same
    /// frames where the change of frames rounds or the quantity depends on them.
    pub(in crate::compile) fn literal<'m>(
        &'m self,
        frames: usize,
        quantity: Quantity,
        own: &'m Mechanism,
    ) -> &'m Mechanism {
        let origin = &self.frames[frames];
        if origin.exact && !quantity.depends_on_frames() {
            own
        } else {
            &origin.mechanism
        }
    }

    /// The mechanism of a setting.
    pub(super) fn mechanism(&self, setting: &Setting) -> RefMut<'_, Mechanism> {
        let mut mechanism = RefMut::map(self.mechanisms.borrow_mut(), |known| {
            known
                .entry(setting.shared())
                .or_insert_with(|| setting.mechanism(&self.frames[setting.frames].mechanism))
        });
        setting.apply_choices(&mut mechanism);
        mechanism
    }

    /// Forgets the mechanisms of settings where they are many and large: each function then makes its own.
    pub(super) fn spare_memory(&self) {
        let large = |one: &Transformed| one.mechanism.bodies.len() > MOST_SPREAD;
        if self.frames.iter().any(large) {
            self.mechanisms.borrow_mut().clear();
        }
    }
}
