//! A TOML that starts from a URDF.

use std::path::PathBuf;

use denoc_codegen::error::{ModelError, Severity};
use denoc_codegen::exact::number::Number;
use denoc_codegen::mechanism::{Joint, Mechanism};
use denoc_codegen::model::{Base, Loaded, Reading};

use crate::common::reported;
use crate::urdf::support::{ARM, arm};

/// A directory with a URDF and a TOML beside each other; removed at the end.
struct Pair(PathBuf);

impl Pair {
    fn new(test: &str, robot: &str, toml: &str) -> Self {
        let directory = format!("denoc-urdf-{test}-{}", std::process::id());
        let directory = std::env::temp_dir().join(directory);
        std::fs::create_dir_all(&directory).expect("temporary directory");
        std::fs::write(directory.join("arm.urdf"), robot).expect("temporary file");
        std::fs::write(directory.join("arm.toml"), toml).expect("temporary file");
        Self(directory)
    }

    fn load(&self) -> Result<Loaded, ModelError> {
        self.read(&Reading::default())
    }

    fn read(&self, reading: &Reading) -> Result<Loaded, ModelError> {
        reading.load_as(&self.0.join("arm.toml"), "models/arm.toml")
    }

    #[track_caller]
    fn good(&self) -> Loaded {
        self.load().unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        // What is left of a test is of no use.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_urdf_alone_is_enough() {
    let pair = Pair::new("alone", ARM, "urdf = \"arm.urdf\"\n");
    let loaded = pair.good();
    assert_eq!(loaded.warnings, []);
    assert_eq!(loaded.mechanism.name, "arm");
    assert_eq!(loaded.mechanism.source.path, "models/arm.toml");
    let files: Vec<_> = loaded.files.iter().map(|file| file.path.clone()).collect();
    assert_eq!(files, [pair.0.join("arm.toml"), pair.0.join("arm.urdf")]);
}

#[test]
fn the_hash_is_of_both_files() {
    let toml = "urdf = \"arm.urdf\"\n";
    let hash =
        |test, robot: &str, toml: &str| Pair::new(test, robot, toml).good().mechanism.source.hash;
    let one = hash("hash-1", ARM, toml);
    assert_eq!(one, hash("hash-2", ARM, toml));
    assert_ne!(one, hash("hash-3", &arm("\"1.5\"", "\"1.6\""), toml));
    assert_ne!(
        one,
        hash("hash-4", ARM, "urdf = \"arm.urdf\"\ngravity = [0, 0, 1]\n")
    );
}

/// Where one file ends and the next begins is a part of what they say.
#[test]
fn the_hash_tells_a_line_of_one_file_from_the_same_line_of_the_next() {
    let comment = "<!-- # -->";
    let (_, robot) = ARM.split_once('\n').expect("a declaration");
    let robot = |first: &str| format!("{first}{robot}");
    let hash = |test, robot: &str, toml: &str| {
        let pair = Pair::new(test, robot, toml);
        pair.good().mechanism.source.hash
    };
    let toml = "urdf = \"arm.urdf\"\n#";
    let one = hash("hash-5", &robot(comment), toml);
    // The same bytes in all.
    let other = hash("hash-6", &robot(""), &format!("{toml}{comment}"));
    assert_ne!(one, other);
}

#[test]
fn settings_outside_of_a_model_take_precedence() {
    let toml = "urdf = \"arm.urdf\"\nsnap = 1e-9\nbase = \"floating\"\n";
    let pair = Pair::new("above", &arm("1.5707963267948966", "1.5708"), toml);
    let read = |snap: Option<&str>, base| {
        let snap = snap.map(|snap| snap.parse().expect("a tolerance"));
        let reading = Reading {
            snap,
            base,
            ..Reading::default()
        };
        pair.read(&reading)
            .unwrap_or_else(|error| panic!("{error}"))
            .mechanism
    };
    let own = read(None, None);
    assert_eq!(own.nv(), 8);
    let fixed = read(None, Some(Base::Fixed));
    assert_eq!(fixed.nv(), 2);
    let entry = |robot: &Mechanism| robot.bodies[0].placement.rotation.0[1][1].clone();
    assert!(!entry(&fixed).is_zero());
    let snapped = read(Some("1e-5"), Some(Base::Fixed));
    assert!(entry(&snapped).is_zero());
    // Results that were searched for one reading are not those of another.
    let hashes = [&own, &fixed, &snapped].map(|robot| robot.source.hash.clone());
    assert!(
        hashes[0] != hashes[1] && hashes[1] != hashes[2],
        "{hashes:?}"
    );
}

#[test]
fn the_setting_of_a_base_is_refused_for_a_toml_without_a_urdf() {
    let reading = Reading {
        base: Some(Base::Floating),
        ..Reading::default()
    };
    let error = reading
        .parse("a.toml", "name = \"a\"")
        .expect_err("a fault");
    assert!(
        error.to_string().contains("`base` is for a URDF"),
        "{error}"
    );
}

#[test]
fn settings_of_the_toml_are_used() {
    let toml = "urdf = \"arm.urdf\"\nname = \"other\"\ngravity = [0, 1.5, 0]\n\
                [[frame]]\nname = \"foot\"\nbody = \"pedestal\"\n\
                [[frame]]\nname = \"hand\"\nbody = \"lower\"\nplacement = { xyz = [0, 0, 1] }\n";
    let mechanism = Pair::new("taken", ARM, toml).good().mechanism;
    assert_eq!(mechanism.name, "other");
    let gravity = ["0", "1.5", "0"].map(|text| Number::parse(text).expect(text));
    assert_eq!(mechanism.gravity, gravity);
    let frames: Vec<_> = mechanism
        .frames
        .iter()
        .map(|frame| (frame.name.as_str(), frame.body))
        .collect();
    assert_eq!(frames[0], ("foot", None));
    assert_eq!(frames[1].0, "hand");
    assert!(frames[1].1.is_some());
}

#[test]
fn a_floating_base_moves_the_root_link_whatever_its_name() {
    for root in ["pedestal", "base"] {
        let massive = format!(
            "<link name=\"{root}\"><inertial><mass value=\"3\"/>\
             <inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial></link>"
        );
        let robot = arm("<link name=\"pedestal\"/>", &massive)
            .replace("link=\"pedestal\"", &format!("link=\"{root}\""));
        let toml = format!(
            "urdf = \"arm.urdf\"\nbase = \"floating\"\n[[frame]]\nname = \"trunk\"\nbody = \"{root}\"\n"
        );
        let mechanism = Pair::new(&format!("floating-{root}"), &robot, &toml)
            .good()
            .mechanism;
        assert_eq!((mechanism.nq(), mechanism.nv()), (9, 8));
        assert!(matches!(mechanism.bodies[0].joint, Joint::Free(_)));
        assert_eq!(mechanism.bodies[0].inertia.mass, Number::from(3));
        assert!(mechanism.frames[0].body.is_some());
    }
}

#[test]
fn snapped_angles_are_listed_with_the_place_in_the_urdf() {
    let robot = arm("1.5707963267948966", "1.5708");
    let loaded = Pair::new("snap", &robot, "urdf = \"arm.urdf\"\nsnap = 1e-5\n").good();
    let found = reported(&loaded.warnings, Severity::Warning);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "5:32");
    let message =
        "`rpy` of <origin> of joint \"shoulder\" is snapped from 1.5708 to 1.5707963267948966 rad";
    assert!(found[0].1.contains(message), "{found:?}");
    assert_eq!(loaded.warnings[0].path, "models/arm.urdf");
    assert!(loaded.mechanism.bodies[0].placement.rotation.0[1][1].is_zero());
}

#[test]
fn damping_with_an_explicit_setting_is_not_reported() {
    let robot = arm(
        "<limit lower=\"-1\"",
        "<dynamics damping=\"0.5\"/><limit lower=\"-1\"",
    );
    let warnings = |test, more: &str| {
        let toml = format!("urdf = \"arm.urdf\"\n{more}");
        Pair::new(test, &robot, &toml).good().warnings.len()
    };
    assert_eq!(warnings("damping-1", ""), 1);
    assert_eq!(warnings("damping-2", "dynamics = false\n"), 0);
    assert_eq!(warnings("damping-3", "dynamics = true\n"), 0);
}

#[test]
fn mimic_joints_follow_unless_they_are_wanted_free() {
    let followed =
        "<mimic joint=\"shoulder\" multiplier=\"-0.5\" offset=\"0.1\"/><limit lower=\"0\"";
    let robot = arm("<limit lower=\"0\"", followed);
    let velocities = |test, more: &str| {
        let toml = format!("urdf = \"arm.urdf\"\n{more}");
        let mechanism = Pair::new(test, &robot, &toml).good().mechanism;
        (mechanism.nv(), mechanism.bodies.len())
    };
    assert_eq!(velocities("mimic-1", ""), (1, 2));
    assert_eq!(velocities("mimic-2", "mimic = true\n"), (1, 2));
    assert_eq!(velocities("mimic-3", "mimic = false\n"), (2, 2));
    let names = |mechanism: &Mechanism| -> Vec<String> {
        mechanism
            .blocks()
            .into_iter()
            .map(|block| block.name)
            .collect()
    };
    let free = Pair::new("mimic-4", &robot, "urdf = \"arm.urdf\"\nmimic = false\n").good();
    assert_eq!(names(&free.mechanism), ["shoulder", "elbow"]);
}

#[test]
fn damping_and_friction_act_when_they_are_wanted() {
    let robot = arm(
        "<limit lower=\"-1\"",
        "<dynamics damping=\"0.5\" friction=\"0.25\"/><limit lower=\"-1\"",
    );
    let physics = |test, toml: &str| {
        let mechanism = Pair::new(test, &robot, toml).good().mechanism;
        mechanism.bodies[0].physics.clone()
    };
    let on = physics("on", "urdf = \"arm.urdf\"\ndynamics = true\n");
    let number = |text| Number::parse(text).expect(text);
    assert_eq!(
        (&on[0].damping, &on[0].friction),
        (&number("0.5"), &number("0.25"))
    );
    assert!(physics("off", "urdf = \"arm.urdf\"\n").is_empty());
}

#[test]
fn physics_that_a_urdf_cannot_express_is_added_joint_by_joint() {
    let robot = arm(
        "<limit lower=\"-1\"",
        "<dynamics damping=\"0.5\" friction=\"0.25\"/><limit lower=\"-1\"",
    );
    let toml = "urdf = \"arm.urdf\"\ndynamics = true\n\
                [[joint]]\nname = \"shoulder\"\nrotor_inertia = 0.01\ngear = 10\ndamping = 0.75\n";
    let mechanism = Pair::new("added", &robot, toml).good().mechanism;
    let number = |text| Number::parse(text).expect(text);
    let physics = &mechanism.bodies[0].physics[0];
    assert_eq!(physics.rotor_inertia, number("1"));
    assert_eq!(physics.damping, number("0.75"));
    assert_eq!(physics.friction, number("0.25"));
    assert!(mechanism.bodies[1].physics.is_empty());
}

#[test]
fn order_lock_payload_and_actuated_go_with_a_urdf() {
    let toml = "urdf = \"arm.urdf\"\norder = [\"elbow\", \"shoulder\"]\n\
                [[payload]]\nname = \"box\"\nbody = \"lower\"\nmass = 4\n";
    let mechanism = Pair::new("order", ARM, toml).good().mechanism;
    let names: Vec<String> = mechanism
        .blocks()
        .into_iter()
        .map(|block| block.name)
        .collect();
    assert_eq!(names, ["elbow", "shoulder"]);
    assert_eq!(mechanism.bodies[1].inertia.mass, Number::from(6));
    let toml = "urdf = \"arm.urdf\"\nactuated = [\"elbow\"]\n";
    let mechanism = Pair::new("actuated", ARM, toml).good().mechanism;
    assert_eq!(mechanism.actuated, Some(vec!["elbow".to_owned()]));
    let toml = "urdf = \"arm.urdf\"\nlock = [\"elbow\"]\n";
    let mechanism = Pair::new("lock", ARM, toml).good().mechanism;
    assert_eq!((mechanism.nv(), mechanism.bodies.len()), (1, 1));
}

/// A robot, a TOML; the file, `line:column` and a piece of the message of the only error.
#[test]
fn faults_name_the_file_they_are_in() {
    let faulty = arm("\"1.5\"", "\"1,5\"");
    for (number, (robot, toml, path, at, message)) in [
        (
            faulty.as_str(),
            "urdf = \"arm.urdf\"",
            "models/arm.urdf",
            "14:20",
            "is not a number: \"1,5\"",
        ),
        (
            ARM,
            "urdf = \"arm.urd\"",
            "models/arm.toml",
            "1:8",
            "`urdf` of the model: cannot read the file",
        ),
        (
            ARM,
            "urdf = \".\"",
            "models/arm.toml",
            "1:8",
            "this is a directory",
        ),
        (
            ARM,
            "urdf = 1",
            "models/arm.toml",
            "1:8",
            "a number instead of a string",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\nbase = \"flying\"",
            "models/arm.toml",
            "2:8",
            "unknown base \"flying\"",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\nactuated = [\"elbo\"]",
            "models/arm.toml",
            "2:13",
            "no joint or motor \"elbo\" moves by itself",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\nactuated = [\"elbow\", \"elbow\"]",
            "models/arm.toml",
            "2:22",
            "\"elbow\" occurs twice",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\n[[joint]]\nname = \"elbo\"",
            "models/arm.toml",
            "3:8",
            "no joint that moves is named \"elbo\"",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\n[[joint]]\nname = \"elbow\"\n[[joint]]\nname = \"elbow\"",
            "models/arm.toml",
            "5:8",
            "two joint tables are named \"elbow\"",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\nmimik = true",
            "models/arm.toml",
            "2:1",
            "unknown key `mimik`",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\nmimic = 1",
            "models/arm.toml",
            "2:9",
            "a number instead of a boolean",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\n[[frame]]\nname = \"t\"\nbody = \"lowr\"",
            "models/arm.toml",
            "4:8",
            "no body is named \"lowr\"",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\n[[body]]\nname = \"t\"",
            "models/arm.toml",
            "2:1",
            "both `urdf` and `body`",
        ),
        (
            ARM,
            "urdf = \"arm.urdf\"\nconvention = \"craig\"",
            "models/arm.toml",
            "2:14",
            "both `urdf` and `convention`",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let error = Pair::new(&format!("fault-{number}"), robot, toml)
            .load()
            .expect_err(toml);
        let first = &error.0[0];
        let found = reported(&error.0, Severity::Error);
        assert!(found[0].1.contains(message), "{toml}\n{found:?}");
        assert_eq!(
            (first.path.as_str(), found[0].0.as_str()),
            (path, at),
            "{toml}"
        );
    }
}
