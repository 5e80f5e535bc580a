//! Flexible bodies with faults: each is one message at its place, in the model or in its mode file.

use std::fmt::Write as _;
use std::path::PathBuf;

use denoc_codegen::compile::find;
use denoc_codegen::error::ModelError;
use denoc_codegen::model::{Loaded, Reading};

use super::models::mechanism;

/// A good model with a beam.
const BEAM: &str = r#"name = "arm"
gravity = [0, 0, -9.81]
lock = { "arm.axial_1" = 0.0 }

[[body]]
name = "arm"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }

[body.flexible]
beam = { length = 0.8, E = 70e9, G = 27e9, density = 2700.0, area = 1e-4, Iy = 1e-9, Iz = 2e-9, J = 3e-9 }
modes = { bending_y = 2, bending_z = 1, torsion = 1, axial = 1 }
boundary = "clamped-free"
geometry = "stiffened"
damping = [0.01, 0.01, 0.01, 0.01, 0.02]
frames = { middle = 0.4 }

[[body]]
name = "hand"
parent = "arm/tip"
joint = { type = "revolute", axis = [0, 1, 0] }
mass = 0.5
com = [0.1, 0, 0]
inertia = { xx = 1e-3, yy = 1e-3, zz = 1e-3 }
"#;

/// A good model with a mode file.
const FILE: &str = r#"name = "arm"
gravity = [0, 0, -9.81]
order = ["hand", "arm", "arm.mode_1", "arm.mode_2"]

[[body]]
name = "arm"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
flexible = { file = "arm.modes.toml", geometry = "exact" }

[[body]]
name = "hand"
parent = "arm/tip"
joint = { type = "revolute", axis = [0, 1, 0] }
mass = 0.5
com = [0.1, 0, 0]
inertia = { xx = 1e-3, yy = 1e-3, zz = 1e-3 }
"#;

/// Its mode file.
const MODES: &str = r"nodes = [[0, 0, 0], [0.4, 0, 0], [0.8, 0, 0]]
node_mass = [0.1, 0.2, 0.1]
node_inertia = [
    [[1e-4, 0, 0], [0, 1e-4, 0], [0, 0, 1e-4]],
    [[1e-4, 0, 0], [0, 2e-4, 0], [0, 0, 2e-4]],
    [[1e-4, 0, 0], [0, 1e-4, 0], [0, 0, 1e-4]],
]
shapes = [
    [[0, 0, 0, 0, 0, 0], [0, 0, 1.0, 0, 0.3, 0], [0, 0, 1.4, 0, 1.0, 0]],
    [[0, 0, 0, 0, 0, 0], [0, -1.0, 0, 0, 0, 0.3], [0, -1.4, 0, 0, 0, 1.0]],
]
stiffness = [[400.0, 10.0], [10.0, 900.0]]
damping = [[0.4, 0.01], [0.01, 0.9]]
frames = { tip = 2, middle = 1 }
";

/// A folder with a model and a mode file; removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str, model: &str, modes: &str) -> Self {
        let name = format!("denoc-flexible-{test}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        std::fs::write(folder.join("arm.toml"), model).expect("a temporary file");
        std::fs::write(folder.join("arm.modes.toml"), modes).expect("a temporary file");
        Self(folder)
    }

    fn load(&self) -> Result<Loaded, ModelError> {
        Reading::default().load_as(&self.0.join("arm.toml"), "arm.toml")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left of a test is of no use.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a text says instead of something, at its first occurrence.
type Change = (&'static str, &'static str);

#[rustfmt::skip]
const BEAMS: &[Change] = &[
    ("E = 70e9", "E = 0"),
    ("E = 70e9", "E = -70e9"),
    ("E = 70e9", "E = nan"),
    ("E = 70e9", "E = 1e39"),
    ("E = 70e9, ", ""),
    ("J = 3e-9", "J = \"3e-9\""),
    ("density = 2700.0", "density = -2700.0"),
    ("density = 2700.0", "density = 0"),
    ("area = 1e-4", "area = inf"),
    ("length = 0.8", "length = 0.8, width = 1"),
    ("beam = {", "beams = {"),
    ("beam = {", "file = \"arm.modes.toml\"\nbeam = {"),
    ("bending_y = 2, bending_z = 1, torsion = 1, axial = 1", "bending_y = 0"),
    ("bending_y = 2, bending_z = 1, torsion = 1, axial = 1", ""),
    ("bending_y = 2", "bending_y = 13"),
    ("bending_y = 2", "bending_y = 1.5"),
    ("bending_y = 2", "bending_x = 2"),
    ("modes = { bending_y = 2, bending_z = 1, torsion = 1, axial = 1 }\n", ""),
    ("\"clamped-free\"", "\"clampd-free\""),
    ("\"clamped-free\"", "\"loose\""),
    ("\"stiffened\"", "\"stifened\""),
    ("[0.01, 0.01, 0.01, 0.01, 0.02]", "[0.01, 0.02]"),
    ("[0.01, 0.01, 0.01, 0.01, 0.02]", "-0.01"),
    ("middle = 0.4", "middle = 0.9"),
    ("middle = 0.4", "middle = -0.1"),
    ("frames = {", "frame = {"),
    ("\"arm/tip\"", "\"arm/tipp\""),
    ("\"arm/tip\"", "\"arm/nothing\""),
    ("\"arm.axial_1\" = 0.0", "\"arm.axial_1\" = 0.1"),
    ("\"arm.axial_1\" = 0.0", "\"arm.modes\" = 1"),
    ("\"arm.axial_1\" = 0.0", "\"arm.axial_2\" = 0"),
];

/// The beam in two sections.
const SECTIONS: &str = "[{ length = 0.5 }, { length = 0.3, area = 5e-5, Iz = 1e-9 }]";

#[rustfmt::skip]
const SECTIONED: &[Change] = &[
    ("length = 0.5", "length = 0"),
    ("length = 0.5", "length = -0.5"),
    ("length = 0.5", "length = 0.4"),
    ("{ length = 0.5 }", "{ E = 70e9 }"),
    ("area = 5e-5", "area = -5e-5"),
    ("area = 5e-5", "density = 0"),
    ("area = 5e-5", "width = 1"),
    ("area = 1e-4, ", ""),
    ("E = 70e9", "E = -70e9"),
    (SECTIONS, "3"),
    (SECTIONS, "[]"),
    (SECTIONS, "[{ length = 0.8 }, 2]"),
    ("middle = 0.4", "middle = 0.9"),
];

/// A body at the tip.
const TIP: &str =
    "tip = { mass = 0.2, com = [0.1, 0, 0], inertia = { xx = 1e-3, yy = 1e-3, zz = 1e-3 } }";

#[rustfmt::skip]
const TIPS: &[Change] = &[
    ("mass = 0.2", "mass = -0.2"),
    ("mass = 0.2, ", ""),
    ("[0.1, 0, 0], inertia", "[0.1, 0], inertia"),
    ("mass = 0.2", "mass = 0.2, length = 1"),
    (TIP, "tip = 0.2"),
];

#[rustfmt::skip]
const FILES: &[Change] = &[
    ("arm.modes.toml", "arm.mods.toml"),
    ("file = \"arm.modes.toml\"", "file = 3"),
    ("file = \"arm.modes.toml\", ", ""),
    ("\"exact\"", "\"stiffened\""),
    ("\"exact\"", "\"exac\""),
    ("geometry", "boundary"),
    ("geometry", "tip = { mass = 1 }, geometry"),
    ("flexible = {", "flexible = 1 #"),
    ("arm/tip", "arm/top"),
    ("arm/tip", "arm/elbow"),
];

#[rustfmt::skip]
const MODE_FILES: &[Change] = &[
    ("nodes = [[0, 0, 0], [0.4, 0, 0], [0.8, 0, 0]]", "nodes = ["),
    ("[0.4, 0, 0]", "[0.4, 0]"),
    ("[0.4, 0, 0]", "[0.4, nan, 0]"),
    ("[0.1, 0.2, 0.1]", "[0.1, 0.2]"),
    ("[0.1, 0.2, 0.1]", "[0.1, -0.2, 0.1]"),
    ("[0.1, 0.2, 0.1]", "[0.1, inf, 0.1]"),
    ("node_mass = [0.1, 0.2, 0.1]\n", ""),
    ("[[1e-4, 0, 0], [0, 2e-4, 0], [0, 0, 2e-4]],\n", ""),
    ("[[1e-4, 0, 0], [0, 2e-4, 0], [0, 0, 2e-4]]", "[[1e-4, 1e-5, 0], [0, 2e-4, 0], [0, 0, 2e-4]]"),
    ("[[1e-4, 0, 0], [0, 2e-4, 0], [0, 0, 2e-4]]", "[[-1e-4, 0, 0], [0, 2e-4, 0], [0, 0, 2e-4]]"),
    ("[0, 0, 1.0, 0, 0.3, 0], ", ""),
    ("[0, 0, 1.0, 0, 0.3, 0]", "[0, 0, 1.0, 0, 0.3]"),
    ("[0, -1.0, 0, 0, 0, 0.3]", "[0, -1.0, 0, 0, 0, \"x\"]"),
    ("    [[0, 0, 0, 0, 0, 0], [0, -1", "    [[0, 0, 0, 0, 1e-3, 0], [0, -1"),
    ("    [[0, 0, 0, 0, 0, 0], [0, -1", "    [[0, 0.1, 0, 0, 0, 0], [0, -1"),
    ("[0, -1.0, 0, 0, 0, 0.3], [0, -1.4, 0, 0, 0, 1.0]", "[0, 0, 2.0, 0, 0.6, 0], [0, 0, 2.8, 0, 2.0, 0]"),
    ("[0, -1.0, 0, 0, 0, 0.3], [0, -1.4, 0, 0, 0, 1.0]", "[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]"),
    ("[[400.0, 10.0], [10.0, 900.0]]", "[[400.0, 10.0], [10.0, 0.0]]"),
    ("[[400.0, 10.0], [10.0, 900.0]]", "[[-400.0, 10.0], [10.0, 900.0]]"),
    ("[[400.0, 10.0], [10.0, 900.0]]", "[[400.0, 1000.0], [1000.0, 900.0]]"),
    ("[[400.0, 10.0], [10.0, 900.0]]", "[[400.0, 10.0], [11.0, 900.0]]"),
    ("[[400.0, 10.0], [10.0, 900.0]]", "[[400.0]]"),
    ("[[400.0, 10.0], [10.0, 900.0]]", "400.0"),
    ("stiffness = [[400.0, 10.0], [10.0, 900.0]]\n", ""),
    ("[[0.4, 0.01], [0.01, 0.9]]", "[[0.4, 0.01]]"),
    ("[[0.4, 0.01], [0.01, 0.9]]", "[[0.4, 0.01], [0.01, -0.9]]"),
    ("tip = 2", "tip = 3"),
    ("tip = 2", "tip = -1"),
    ("tip = 2", "tip = 0.5"),
    ("{ tip = 2, middle = 1 }", "[2, 1]"),
    ("frames", "modes = [\"bending\", \"bending\"]\nframes"),
    ("frames", "modes = [\"bending\"]\nframes"),
    ("frames", "modes = [\"---\", \"b\"]\nframes"),
    ("frames", "mass = [[1, 0], [0, 1]]\nframes"),
];

/// The one message of each change of a text.
fn messages(test: &str, text: &str, changes: &[Change], read: impl Fn(&str) -> Folder) -> String {
    let mut all = String::new();
    for (from, to) in changes {
        assert!(text.contains(from), "{test}: {from}");
        let folder = read(&text.replacen(from, to, 1));
        let found = folder.load().expect_err(from);
        assert_eq!(found.0.len(), 1, "{from} -> {to}\n{found}");
        assert!(found.0[0].place.is_some(), "{found}");
        let _ = writeln!(all, "{found}\n");
    }
    all
}

#[test]
fn faults_of_beams() {
    let read = |text: &str| Folder::new("beams", text, MODES);
    insta::assert_snapshot!(messages("beams", BEAM, BEAMS, read));
}

#[test]
fn faults_of_beams_of_several_sections() {
    let sections = format!("length = 0.8, sections = {SECTIONS},");
    let text = BEAM.replace("length = 0.8,", &sections);
    let read = |text: &str| Folder::new("sections", text, MODES);
    let loaded = read(&text).load().expect("a sound model");
    assert_eq!(loaded.warnings, []);
    insta::assert_snapshot!(messages("sections", &text, SECTIONED, read));
}

#[test]
fn faults_of_tips() {
    let text = BEAM.replace("frames = {", &format!("{TIP}\nframes = {{"));
    let read = |text: &str| Folder::new("tips", text, MODES);
    assert_eq!(read(&text).load().expect("a sound model").warnings, []);
    insta::assert_snapshot!(messages("tips", &text, TIPS, read));
}

#[test]
fn faults_of_models_with_mode_files() {
    let read = |text: &str| Folder::new("files", text, MODES);
    insta::assert_snapshot!(messages("files", FILE, FILES, read));
}

#[test]
fn faults_of_mode_files() {
    let read = |text: &str| Folder::new("modes", FILE, text);
    insta::assert_snapshot!(messages("modes", MODES, MODE_FILES, read));
}

#[test]
fn an_empty_mode_file_is_reported_where_it_is_named() {
    let found = Folder::new("empty", FILE, " \n").load();
    insta::assert_snapshot!(found.expect_err("a fault"));
}

/// The warnings of each change of a text.
fn warnings(text: &str, changes: &[Change], read: impl Fn(&str) -> Folder) -> String {
    let mut all = String::new();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        let loaded = read(&text.replacen(from, to, 1)).load();
        let found = loaded.expect("a sound model").warnings;
        assert_eq!(found.len(), 1, "{from} -> {to}: {found:?}");
        let _ = writeln!(all, "{}\n", found[0]);
    }
    all
}

#[test]
fn frequencies_that_no_structure_has_are_warned_of() {
    let beam = |text: &str| Folder::new("units", text, MODES);
    let modes = |text: &str| Folder::new("mode-units", FILE, text);
    let found = [
        warnings(
            BEAM,
            &[
                ("E = 70e9", "E = 70e-9"),
                ("density = 2700.0", "density = 2.7e-17"),
            ],
            beam,
        ),
        warnings(
            MODES,
            &[
                (
                    "[[400.0, 10.0], [10.0, 900.0]]",
                    "[[400e-12, 0], [0, 900e-12]]",
                ),
                (
                    "[[400.0, 10.0], [10.0, 900.0]]",
                    "[[400e16, 0], [0, 900e16]]",
                ),
            ],
            modes,
        ),
    ];
    insta::assert_snapshot!(found.concat());
}

#[test]
fn the_models_without_faults_are_good() {
    for (test, model) in [("good-beam", BEAM), ("good-file", FILE)] {
        let loaded = Folder::new(test, model, MODES).load();
        let loaded = loaded.expect("a sound model");
        assert_eq!(loaded.warnings, []);
    }
}

/// So that a build script and the attribute see a change of it.
#[test]
fn the_mode_file_is_a_file_of_the_model_and_of_its_hash() {
    let folder = Folder::new("hash", FILE, MODES);
    let before = folder.load().expect("a sound model");
    let names: Vec<&str> = before
        .files
        .iter()
        .map(|file| file.shown.as_str())
        .collect();
    assert_eq!(names, ["arm.toml", "arm.modes.toml"]);
    assert!(before.urdf().is_none());
    let changed = MODES.replace("node_mass = [0.1", "node_mass = [0.3");
    let after = Folder::new("hash", FILE, &changed)
        .load()
        .expect("a sound model");
    assert_ne!(before.mechanism.source.hash, after.mechanism.source.hash);
}

#[test]
fn two_bodies_share_a_mode_file() {
    let start = FILE.find("[[body]]").unwrap_or_default();
    let arm = &FILE[start..FILE.rfind("[[body]]").unwrap_or_default()];
    let other = arm.replace("\"arm\"", "\"other\"");
    let text = FILE.replace("order", "# order") + "\n" + &other;
    let loaded = Folder::new("shared", &text, MODES).load();
    let loaded = loaded.expect("a sound model");
    assert_eq!(loaded.files.len(), 2);
    assert_eq!(loaded.mechanism.deformations().count(), 2);
}

/// Numbers that beams have one by one, and no beam together: shapes and integrals would be no numbers, which were taken for 0.
#[test]
fn modes_of_frequencies_beyond_all_numbers_are_faults() {
    let sizes = "E = 1e30, G = 1e30, density = 1e-30, area = 1e-30, Iy = 1e30, Iz = 1e30, J = 1e30";
    let sections =
        format!("beam = {{ {sizes}, sections = [{{ length = 1e-30 }}, {{ length = 2e-30 }}] }}");
    let uniform = format!("beam = {{ length = 1e-30, {sizes} }}");
    for beam in [uniform, sections] {
        let start = BEAM.find("beam =").expect("a beam");
        let end = start + BEAM[start..].find('\n').expect("a line");
        let mut text = BEAM.to_owned();
        text.replace_range(start..end, &beam);
        let text = text.replacen("frames = { middle = 0.4 }\n", "", 1);
        let error = denoc_codegen::model::parse("arm.toml", &text).expect_err("a fault");
        let words = error.to_string();
        assert!(
            words.contains("arm.toml:11:") && words.contains("ω² of mode `bending_y_1`"),
            "{words}"
        );
    }
}

#[test]
fn what_follows_from_an_energy_is_refused_where_none_is_conserved() {
    let undeformed = mechanism("spatial_3r", "undeformed");
    for name in [
        "potential_energy",
        "coriolis_matrix",
        "hamiltonian_rates_derivatives",
    ] {
        let words = find(&undeformed, name).map(|_| ()).expect_err(name);
        let words = words.to_string();
        assert!(words.contains("follows from an energy"), "{words}");
    }
}

/// What leads from a body to its frames are joints of the compiler alone; modes follow nothing, and nothing follows them.
#[test]
fn frames_and_modes_are_no_joints_to_be_coupled() {
    let hand = "joint = { type = \"revolute\", axis = [0, 1, 0] }";
    let follows = |joint: &str| {
        let mimic = format!("axis = [0, 1, 0], mimic = {{ joint = \"{joint}\" }} }}");
        BEAM.replace(hand, &hand.replace("axis = [0, 1, 0] }", &mimic))
    };
    let geared = |joint: &str| {
        format!(
            "{BEAM}\n[[transmission]]\njoints = [\"{joint}\"]\nmotors = [\"motor\"]\nmatrix = [[2]]\n"
        )
    };
    let says = |key: &str| BEAM.replacen("lock = { \"arm.axial_1\" = 0.0 }", key, 1);
    let mut cases = Vec::new();
    for frame in ["arm/tip", "arm/tip/shift", "arm/tip/turn_z"] {
        let unknown = format!("no joint is named \"{frame}\"");
        cases.extend([
            (says(&format!("lock = [\"{frame}\"]")), unknown.clone()),
            (follows(frame), unknown.clone()),
            (geared(frame), unknown),
        ]);
    }
    let mode = "arm.bending_y_1";
    cases.extend([
        (follows(mode), format!("joint \"{mode}\" is a mode of a flexible body: \"hand\" cannot follow it")),
        (geared(mode), format!("joint \"{mode}\" of a transmission is a mode of a flexible body")),
        (
            says(&format!("order = [\"arm\", \"hand\", \"{mode}\", \"arm.bending_y_2\", \"arm.bending_z_1\", \"arm.torsion_1\", \"arm.axial_1\", \"arm/tip\"]")),
            "\"arm/tip\" is no joint and no motor".to_owned(),
        ),
    ]);
    for (text, message) in cases {
        let found = crate::common::errors("arm.toml", &text);
        let found: Vec<&str> = found.iter().map(|(_, message)| &message[..]).collect();
        assert_eq!(found, [message]);
    }
}
