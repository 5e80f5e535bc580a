//! Frames on offer to the functions of a mechanism, with what one function computes and another needs again.

use core::cell::{RefCell, RefMut};

use rustc_hash::FxHashMap;

use super::MOST_SPREAD;
use super::count::Images;
use super::setting::{Framing, Setting};
use crate::mechanism::Mechanism;
use crate::recursion::Quantity;
use crate::transform::Transformed;

/// Frames on offer.
#[derive(Debug)]
pub(in crate::compile) struct Offer {
    /// The mechanism in each of them.
    pub(in crate::compile) frames: Vec<Transformed>,
    /// Numbers of the mechanism in the prime field.
    pub(super) images: Images,
    framed: RefCell<FxHashMap<Framing, Mechanism>>,
}

impl Offer {
    pub(in crate::compile) fn new(frames: Vec<Transformed>) -> Self {
        Self {
            frames,
            images: Images::default(),
            framed: RefCell::default(),
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
    pub(super) fn framed(&self, setting: &Setting) -> RefMut<'_, Mechanism> {
        let mut framed = RefMut::map(self.framed.borrow_mut(), |known| {
            known
                .entry(setting.framing())
                .or_insert_with(|| setting.framed(&self.frames[setting.frames].mechanism))
        });
        setting.annotate(&mut framed);
        framed
    }

    /// Forgets the mechanisms of settings where they are many and large: each function then makes its own.
    pub(super) fn spare_memory(&self) {
        let large = |one: &Transformed| one.mechanism.bodies.len() > MOST_SPREAD;
        if self.frames.iter().any(large) {
            self.framed.borrow_mut().clear();
        }
    }
}
