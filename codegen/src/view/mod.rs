//! The page of `denoc view`: compiled mechanism → what there is to see, to move and to compare → one HTML file.
//!
//! ```text
//!  Compiled ──scene────► bodies, joints, mass centres, frames, ends of loops
//!           ──bend─────► flexible bodies: places that move with the modes
//!           ──swing────► how far modes go
//!           ──control──► sliders, and what they set
//!           ──closed───► what keeps loops closed
//!           ──price────► operations, beside the figures of others
//!  URDF     ──visual───► shapes and meshes on bodies
//!  Compiled ──emit─────► the programs that the page runs, as JavaScript
//!                             │ page
//!                             ▼
//!                        one HTML file: data, programs, viewer; nothing is fetched
//! ```
//!
//! The viewer is written in TypeScript with three.js; its source is in `view/` of the repository, and what is built
//! of it is in `assets/`.

mod bend;
mod closed;
mod control;
mod limit;
mod page;
mod price;
mod scene;
mod swing;
mod track;
mod visual;

use serde::Serialize;

use crate::compile::{Compiled, Precision, Sincos};
use crate::emit::javascript;
use crate::emit::scan::{Language, Misprint, PrintedAs};
use crate::function::Function;
use crate::simulate::Trajectory;

pub use page::LARGEST;
pub use visual::{Packages, Visuals};

/// Functions that the page runs, besides the poses of frames.
const SHOWN: [&str; 3] = ["inverse_dynamics", "kinetic_energy", "potential_energy"];

/// The same of a mechanism with loops.
const SHOWN_CLOSED: [&str; 5] = [
    "gravity",
    "closure",
    "closure_jacobian",
    "kinetic_energy",
    "potential_energy",
];

/// Everything the page is made from.
#[derive(Clone, Debug)]
pub struct View {
    data: Data,
    programs: String,
}

/// The data of the viewer, as JSON.
#[derive(Clone, Debug, Serialize)]
struct Data {
    /// Name of the model.
    name: String,
    /// File and hash of the model.
    source: String,
    /// Version of denoc.
    version: &'static str,
    scene: scene::Scene,
    controls: control::Controls,
    closed: Option<closed::Closed>,
    /// The functions among the programs.
    functions: Vec<CallSignature>,
    prices: Vec<price::Price>,
    /// The subject of the figures of others.
    legend: &'static str,
    track: Option<track::Track>,
    visuals: Visuals,
}

/// The signature of a call: arrays of these lengths, inputs first.
#[derive(Clone, Debug, Serialize)]
struct CallSignature {
    name: String,
    inputs: Vec<(&'static str, usize)>,
    outputs: Vec<(&'static str, usize)>,
}

impl View {
    /// The view of a compiled mechanism; prices are those of all functions it was compiled for.
    ///
    /// # Errors
    /// The first statement of the page's programs that does not read back: an error of the printer.
    pub fn of(compiled: &Compiled) -> Result<Self, Misprint> {
        let mechanism = &compiled.mechanism;
        let shown = match mechanism.loops {
            Some(_) => &SHOWN_CLOSED[..],
            None => &SHOWN,
        };
        let swings = swing::swings(mechanism);
        let functions: Vec<Function> = compiled
            .functions
            .iter()
            .filter(|one| shown.contains(&one.name.as_str()) || one.name.starts_with("tip_pose_"))
            .cloned()
            .collect();
        let source = &mechanism.source;
        let programs = javascript::emit(&functions);
        let printed = PrintedAs {
            language: Language::JavaScript,
            precision: Precision::F64,
            sincos: Sincos::Poly,
            prefix: "",
        };
        printed.check(&programs, "the page", &functions)?;
        Ok(Self {
            programs,
            data: Data {
                name: mechanism.name.clone(),
                source: format!("{} {}", source.path, source.hash),
                version: env!("CARGO_PKG_VERSION"),
                scene: scene::Scene::of(mechanism, &swings),
                controls: control::Controls::of(mechanism, &swings),
                closed: closed::Closed::of(mechanism),
                functions: functions.iter().map(CallSignature::of).collect(),
                prices: price::prices(compiled),
                legend: crate::report::figure::LEGEND,
                track: None,
                visuals: Visuals::default(),
            },
        })
    }

    /// The same with a motion to play; a long one is thinned out so that the page does not exceed [`LARGEST`].
    #[must_use]
    pub fn playing(mut self, trajectory: &Trajectory) -> Self {
        let room = LARGEST.saturating_sub(self.to_html().len());
        self.data.track = track::Track::of(trajectory, room);
        self
    }

    /// The same with what the robot looks like. Meshes come on top of [`LARGEST`], so that a motion is added first.
    #[must_use]
    pub fn dressed(mut self, visuals: Visuals) -> Self {
        self.data.visuals = visuals;
        self
    }

    /// Number of instants of the motion.
    #[must_use]
    pub fn instants(&self) -> usize {
        self.data.track.as_ref().map_or(0, track::Track::len)
    }

    /// The page.
    #[must_use]
    pub fn to_html(&self) -> String {
        page::html(self)
    }
}

impl CallSignature {
    fn of(function: &Function) -> Self {
        let program = &function.program;
        let inputs = program.inputs.iter();
        let outputs = program.outputs.iter();
        Self {
            name: function.name.clone(),
            inputs: inputs
                .map(|port| (port.argument.name(), port.len))
                .collect(),
            outputs: outputs
                .map(|output| (output.name, output.elements.len()))
                .collect(),
        }
    }
}
