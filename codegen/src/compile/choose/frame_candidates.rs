//! The candidate frames of a mechanism, with values that several functions share.

use std::sync::{Arc, Mutex, OnceLock};

use rustc_hash::FxHashMap;

use super::setting::{Setting, SharedSetting};
use super::{Chosen, MOST_SPREAD};
use crate::mechanism::Mechanism;
use crate::parallel::locked;
use crate::recursion::Quantity;
use crate::transform::Transformed;

/// The candidate frames; threads share it.
#[derive(Debug)]
pub(in crate::compile) struct FrameCandidates {
    /// The mechanism in each of them.
    pub(in crate::compile) frames: Vec<Transformed>,
    mechanisms: Mutex<FxHashMap<SharedSetting, Arc<OnceLock<Mechanism>>>>,
    /// The cheapest programs of functions that others are derived from.
    sources: Mutex<FxHashMap<Quantity, Chosen>>,
}

impl FrameCandidates {
    pub(in crate::compile) fn new(frames: Vec<Transformed>) -> Self {
        Self {
            frames,
            mechanisms: Mutex::default(),
            sources: Mutex::default(),
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

    /// The mechanism of a setting, its bodies' choices as they may be.
    pub(super) fn mechanism(&self, setting: &Setting) -> Mechanism {
        // Who comes second waits for what the first makes, and for nothing else.
        let known = Arc::clone(
            locked(&self.mechanisms)
                .entry(setting.shared())
                .or_default(),
        );
        let frames = &self.frames[setting.frames].mechanism;
        known.get_or_init(|| setting.mechanism(frames)).clone()
    }

    /// Forgets the mechanisms of settings where they are many and large: each function then makes its own.
    pub(super) fn spare_memory(&self) {
        let large = |one: &Transformed| one.mechanism.bodies.len() > MOST_SPREAD;
        if self.frames.iter().any(large) {
            locked(&self.mechanisms).clear();
        }
    }

    /// The programs kept of a function.
    pub(in crate::compile) fn source(&self, quantity: Quantity) -> Option<Chosen> {
        locked(&self.sources).get(&quantity).cloned()
    }

    /// Keeps the programs of a function.
    pub(in crate::compile) fn keep_source(&self, quantity: Quantity, programs: Chosen) {
        locked(&self.sources).insert(quantity, programs);
    }
}
