//! How a robot is read and its functions are compiled.

use denoc_codegen::model::Reading;

/// How a robot is read and its functions are compiled.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// How the model is read: floating base, angles that are snapped, folders that may be read.
    pub reading: Reading,
    /// Level of optimisation, 0 to 3; without one 3 where search results are beside the model, and else 2, as in all commands.
    pub level: Option<u8>,
    /// How functions are compiled: formulations, fused operations. Loading sets the level in it.
    pub compilation: denoc_codegen::Options,
    /// What runs them.
    pub engine: Engine,
}

/// What runs functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// Machine code, where there is any for the processor and the program; else as the other.
    #[default]
    Native,
    /// The interpreter: slower for single states, compiled in no time, and the same bits.
    Interpreted,
}

impl Options {
    /// A short time from a file to the first call: level 1, a fifth to a tenth of the time of level 2. Calls take up to a quarter longer.
    #[must_use]
    pub fn quick() -> Self {
        Self::default().with_level(1)
    }

    /// The same with another level of optimisation, 0 to 3.
    #[must_use]
    pub fn with_level(mut self, level: u8) -> Self {
        self.level = Some(level);
        self
    }

    /// The same with another engine.
    #[must_use]
    pub fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// The same with another reading of models.
    #[must_use]
    pub fn with_reading(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }
}
