//! MJCF, MuJoCo's XML → RawModel: all faults are reported at once, each with its place, in whichever file it is.
//!
//! ```text
//!  text ──include──► Element: one tree of all files, every attribute with its place
//!  Element ──compiler, option, defaults──► MjcfReader: units, which forces are on, classes
//!          ──body──► MjcfBody: joints, inertia (of <inertial> or of geoms), frames resolved
//!          ──tendon, equality──► joints that follow or stand still, loops
//!  MjcfBody ──raw──► RawBody, one for each joint
//! ```
//!
//! What has no dynamics (cameras, sensors, assets) is not read. What has dynamics that are not computed here is an error with its name,
//! except for contacts, limits and the forces of actuators, which a note mentions. Coordinates are MuJoCo's but for quaternions, whose
//! real part is last here, and for the velocities of free joints (`docs/mjcf.md`).

mod actuator;
mod body;
mod compiler;
mod defaults;
mod element;
mod equality;
mod geom;
mod include;
mod inertia;
mod joint;
mod option;
mod orientation;
mod raw;
mod reader;
mod shape;
mod tendon;
#[cfg(feature = "view")]
mod visual;

use self::actuator::Actuators;
use self::body::Bodies;
use self::element::Element;
use self::equality::Equalities;
use self::reader::MjcfReader;
#[cfg(feature = "view")]
pub(super) use self::visual::visuals;
use super::Reading;
use super::faults::Faults;
use super::file::ModelFile;
use super::raw::{Description, ModelFormat, RawClosures, RawModel, RawPhysics};
use super::reading::Snap;

/// The sections of a model.
const SECTIONS: [&str; 16] = [
    "compiler",
    "option",
    "size",
    "visual",
    "statistic",
    "default",
    "custom",
    "extension",
    "asset",
    "worldbody",
    "contact",
    "deformable",
    "tendon",
    "equality",
    "actuator",
    "sensor",
];

/// One that is read over beside them.
const KEYFRAME: [&str; 1] = ["keyframe"];

/// How the user wants a file to be read.
pub(super) struct Settings {
    /// Which angles are taken for the multiple of π that they are near to.
    pub(super) snap: Option<Snap>,
    /// Whether joints that are tied follow one another.
    pub(super) mimic: bool,
    /// Whether damping and friction act.
    pub(super) dynamics: bool,
}

/// The model that an MJCF alone is; `None` when it cannot be determined because of the faults in `faults`.
pub(super) fn model(file: &ModelFile, reading: &Reading, faults: &mut Faults) -> Option<RawModel> {
    if reading.base.is_some() {
        faults.error_of_file(NO_BASE.0, NO_BASE.1);
    }
    let settings = Settings {
        snap: reading.snap.clone(),
        mimic: true,
        dynamics: true,
    };
    read(file, 0, &settings, faults)
}

/// Why an MJCF takes no base, and what to write.
pub(super) const NO_BASE: (&str, &str) = (
    "`base` is for a URDF; what moves here is what the joints of the file say",
    "a body in <worldbody> with a <freejoint/> moves freely",
);

/// Reads a model whose main file has its first byte at the address `start`. Faults go to `faults`; values that cannot be read are
/// replaced by harmless ones. `None`: not even a tree.
pub(super) fn read(
    file: &ModelFile,
    start: usize,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<RawModel> {
    let root = include::tree(file, start, faults)?;
    if root.tag != "mujoco" {
        let message = format!(
            "the root element is <{}>, not <mujoco>",
            element::short(&root.tag)
        );
        let help = "this is a part of a model: give the file that includes it";
        faults.error(&root.at, message, help);
        return None;
    }
    let mut reader = MjcfReader::new(settings.snap.clone(), faults);
    let raw = whole(&root, settings, &mut reader);
    reader.literals.report(reader.faults);
    Some(raw)
}

fn whole(root: &Element, settings: &Settings, reader: &mut MjcfReader) -> RawModel {
    reader.report_unknown_children(root, &[&SECTIONS, &KEYFRAME]);
    compiler::read(root, reader);
    defaults::read(root, reader);
    let gravity = option::read(root, reader);
    let mut bodies = body::bodies(root, reader);
    for element in root
        .elements("deformable")
        .flat_map(|all| all.elements("flex"))
    {
        let message = format!("{} is deformable, which is not read", element.what());
        reader.error(element, message, "remove it");
    }
    raw::name(&mut bodies, reader.faults);
    let tendons = tendon::read(root, reader);
    let equalities = equality::read(root, &bodies, &tendons, reader);
    let actuators = actuator::read(root, reader);
    note(&bodies, &equalities, &actuators, settings, reader.faults);
    let mut chains = raw::chains(&bodies);
    if settings.mimic {
        equalities.apply(&mut chains);
    }
    if !settings.dynamics {
        for body in &mut chains.bodies {
            body.physics = RawPhysics {
                damping: None,
                friction: None,
                ..body.physics.clone()
            };
        }
    }
    let name = root.attribute("model").map(|name| name.value.as_str());
    let name = name.filter(|name| name.bytes().any(|byte| byte.is_ascii_alphanumeric()));
    let form = Description::Bodies(chains.bodies, raw::tips(&bodies));
    let name = crate::name::visible(name.unwrap_or("MuJoCo Model")).into_owned();
    let mut model = RawModel::new(name, form, ModelFormat::Mjcf);
    model.gravity = gravity;
    if !equalities.loops.is_empty() {
        model.actuators = actuators.joints;
        model.closures = RawClosures {
            assembly: equalities.assembly(),
            loops: equalities.loops,
            ..RawClosures::default()
        };
    }
    if settings.mimic {
        model.lock = equalities.locks;
    }
    model
}

/// Says what is otherwise than in MuJoCo, each once.
fn note(
    bodies: &Bodies,
    equalities: &Equalities,
    actuators: &Actuators,
    settings: &Settings,
    faults: &mut Faults,
) {
    if let Some(at) = &bodies.first_geom {
        let message = "contacts and limits of joints are not part of the dynamics".to_owned();
        let help = "their forces are inputs, like those of motors; geoms give bodies their inertia";
        faults.note(at, message, help);
    }
    if let Some(at) = &actuators.first {
        let message = "actuators are not computed: the forces of joints are inputs".to_owned();
        let help = "a motor's force is its control times its gear";
        faults.note(at, message, help);
    }
    let joints = bodies.bodies.iter().flat_map(|body| &body.joints);
    let friction = joints.filter_map(|joint| joint.friction.as_ref()).next();
    if let Some(at) = friction.filter(|_| settings.dynamics) {
        let message =
            "`frictionloss` is Coulomb friction, smooth about rest; in MuJoCo it is a constraint"
                .to_owned();
        let help = "`dynamics = false` beside `mjcf = \"FILE.xml\"` in a TOML model leaves friction and damping out";
        faults.note(at, message, help);
    }
    if let Some(at) = &equalities.first {
        let message =
            "the constraints of <equality> hold exactly; in MuJoCo they give way a little"
                .to_owned();
        faults.note(
            at,
            message,
            "joints that are tied follow one another, and bodies make loops",
        );
    }
    if let Some(at) = &equalities.inactive {
        let message = "constraints with active=\"false\" are left out".to_owned();
        faults.note(at, message, "set it to \"true\" to have them");
    }
}
