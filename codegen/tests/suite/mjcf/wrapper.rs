//! A TOML that starts from an MJCF.

use crate::mjcf::support::{ARM, Files, arm, moved_by};

const TOML: &str = "mjcf = \"robots/arm.xml\"\n";

#[test]
fn the_mjcf_alone_is_enough() {
    let files = Files::new("alone", &[("arm.toml", TOML), ("robots/arm.xml", ARM)]);
    let loaded = files.good("arm.toml");
    assert_eq!(loaded.warnings, []);
    assert_eq!(loaded.mechanism.name, "arm");
    let read: Vec<_> = loaded.files.iter().map(|file| file.path.clone()).collect();
    assert_eq!(
        read,
        [files.0.join("arm.toml"), files.0.join("robots/arm.xml")]
    );
    let own = files.good("robots/arm.xml");
    assert_eq!(own.mechanism.bodies.len(), loaded.mechanism.bodies.len());
    assert_ne!(own.mechanism.source.hash, loaded.mechanism.source.hash);
}

#[test]
fn the_toml_says_what_the_mjcf_cannot() {
    let model = arm(
        "axis=\"0 1 0\"",
        "axis=\"0 1 0\" damping=\"2\" frictionloss=\"3\" armature=\"4\"",
    );
    let toml = format!(
        "{TOML}name = \"other\"\ngravity = [0, 0, 1]\nlock = [\"elbow\"]\ndynamics = false\n\
         [[frame]]\nname = \"tool\"\nbody = \"lower\"\n[[joint]]\nname = \"shoulder\"\ngear = 2\n"
    );
    let files = Files::new("more", &[("arm.toml", &toml), ("robots/arm.xml", &model)]);
    let mechanism = files.good("arm.toml").mechanism;
    assert_eq!(mechanism.name, "other");
    assert_eq!(
        mechanism.gravity.clone().map(|g| g.to_f64()),
        [0.0, 0.0, 1.0]
    );
    assert_eq!(mechanism.nv(), 1);
    assert_eq!(mechanism.frames[0].name, "tool");
    let own = &moved_by(&mechanism, "shoulder").physics[0];
    assert_eq!(
        [&own.damping, &own.friction, &own.rotor_inertia].map(|x| x.to_f64()),
        [0.0, 0.0, 16.0]
    );
}

#[test]
fn joints_that_are_tied_can_be_independent() {
    let model = arm(
        "</worldbody>",
        "</worldbody><equality><joint joint1=\"elbow\" joint2=\"shoulder\"/></equality>",
    );
    let free = format!("{TOML}mimic = false\n");
    let files = Files::new(
        "tied",
        &[
            ("arm.toml", TOML),
            ("free.toml", &free),
            ("robots/arm.xml", &model),
        ],
    );
    assert_eq!(files.good("arm.toml").mechanism.nv(), 1);
    assert_eq!(files.good("free.toml").mechanism.nv(), 2);
}

#[test]
fn included_files_are_found_from_the_mjcf() {
    let model = arm(
        "<default>",
        "<include file=\"option.xml\"/><include file=\"../shared.xml\"/><default>",
    );
    let files = Files::new(
        "included",
        &[
            ("arm.toml", TOML),
            ("robots/arm.xml", &model),
            ("robots/option.xml", "<x><option gravity=\"0 0 -1\"/></x>"),
            ("shared.xml", "<x><compiler/></x>"),
        ],
    );
    // Below the folder of the TOML, though not below that of the MJCF.
    assert_eq!(files.good("arm.toml").files.len(), 4);
    let found = files.errors("robots/arm.xml");
    assert!(
        found.len() == 1 && found[0].2.contains("outside of the model's folder"),
        "{found:?}"
    );
}

#[test]
fn what_does_not_go_together_is_reported() {
    for (name, text, message) in [
        ("base", "base = \"floating\"\n", "`base` is for a URDF"),
        (
            "both",
            "urdf = \"arm.urdf\"\n",
            "the model has both `mjcf` and `urdf`",
        ),
        (
            "body",
            "[[body]]\nname = \"a\"\n",
            "the model has both `mjcf` and `body`",
        ),
    ] {
        let toml = format!("{TOML}{text}");
        let files = Files::new(name, &[("arm.toml", &toml), ("robots/arm.xml", ARM)]);
        let found = files.errors("arm.toml");
        assert!(found.iter().any(|one| one.2.contains(message)), "{found:?}");
    }
    let files = Files::new(
        "urdf",
        &[("arm.toml", "urdf = \"arm.xml\"\n"), ("arm.xml", ARM)],
    );
    let found = files.errors("arm.toml");
    assert!(
        found.len() == 1 && found[0].2.contains("this is MuJoCo's MJCF, not URDF"),
        "{found:?}"
    );
    let gone = Files::new("gone", &[("arm.toml", TOML)]);
    let found = gone.errors("arm.toml");
    assert!(
        found
            .iter()
            .any(|one| one.2.contains("`mjcf` of the model: cannot read the file")),
        "{found:?}"
    );
}

/// What the file says of where loops are closed gives way to what stands still, and to what the user says.
#[test]
fn loops_of_an_mjcf_go_with_keys_of_the_toml() {
    let model = "<mujoco><worldbody><body name=\"a\"><joint name=\"a\" axis=\"0 1 0\"/><geom size=\"1\"/>\
                 <body name=\"b\" pos=\"1 0 0\"><joint name=\"b\" axis=\"0 1 0\"/><geom size=\"1\"/></body></body>\
                 <body name=\"c\" pos=\"2 0 0\"><joint name=\"c\" axis=\"0 1 0\" ref=\"10\"/><geom size=\"1\"/></body>\
                 <body><joint name=\"d\" ref=\"20\"/><geom size=\"1\"/></body></worldbody>\
                 <equality><connect body1=\"b\" body2=\"c\" anchor=\"0.5 0 1\"/></equality></mujoco>";
    let toml = format!("{TOML}lock = [\"d\"]\n[assembly]\nc = 0.2\n");
    let files = Files::new("closed", &[("arm.toml", &toml), ("robots/arm.xml", model)]);
    let mechanism = files.good("arm.toml").mechanism;
    assert_eq!(mechanism.nv(), 3);
    let loops = mechanism.loops.expect("a loop");
    assert_eq!(loops.closures.len(), 1);
    assert!(
        loops.mobility.q.iter().all(|x| x.is_finite()),
        "{:?}",
        loops.mobility.q
    );
}
