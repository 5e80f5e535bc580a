//! Models in MJCF: every command and interface takes them, faults name the file they are in, and nothing is written.

use quote::quote;

use crate::support::TestDirectory;

/// A pendulum in two files.
const PENDULUM: &str = r#"<mujoco model="pendulum">
  <include file="parts/defaults.xml"/>
  <worldbody>
    <body name="rod">
      <joint name="hinge" axis="0 1 0" range="-90 90"/>
      <geom fromto="0 0 0 0 0 -1" rgba="1 0 0 1"/>
    </body>
  </worldbody>
</mujoco>
"#;

const DEFAULTS: &str = r#"<mujocoinclude>
  <default>
    <joint damping="0.1"/>
    <geom type="capsule" size="0.05" mass="2"/>
  </default>
</mujocoinclude>
"#;

const WRAPPER: &str = "mjcf = \"robots/pendulum.xml\"\nname = \"bell\"\ndynamics = false\n";

fn with_model(name: &str, model: &str, defaults: &str) -> TestDirectory {
    let directory = TestDirectory::new(name);
    std::fs::create_dir_all(directory.0.join("robots/parts")).expect("a directory for the test");
    directory
        .file("robots/pendulum.xml", model)
        .file("robots/parts/defaults.xml", defaults)
        .file("bell.toml", WRAPPER)
        .file("in.json", r#"{"q": [0.5], "qd": [1], "qdd": [0]}"#)
}

#[test]
fn every_command_takes_an_mjcf() {
    let directory = with_model("mjcf-commands", PENDULUM, DEFAULTS);
    for model in ["robots/pendulum.xml", "bell.toml"] {
        directory.run_every_command(model, &[]);
        directory.denoc(&["count", model, "--snap", "0"]).done();
    }
    for name in ["pendulum", "bell"] {
        for extension in ["rs", "c", "h"] {
            assert!(
                directory.has(&format!("out/{name}.{extension}")),
                "{name}.{extension}"
            );
        }
    }
}

#[test]
fn damping_acts_unless_the_model_leaves_it_out() {
    let directory = with_model("mjcf-damping", PENDULUM, DEFAULTS);
    let torque = |model: &str| {
        let arguments = ["eval", model, "inverse_dynamics", "--input", "in.json"];
        let text = directory.denoc(&arguments).done();
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        value["tau"][0].as_f64().expect("a number")
    };
    let difference = torque("robots/pendulum.xml") - torque("bell.toml");
    assert!((difference - 0.1).abs() < 1e-12, "{difference}");
}

#[test]
fn check_prints_the_tree_with_limits_in_radians() {
    let tree = with_model("mjcf-check", PENDULUM, DEFAULTS)
        .denoc(&["check", "robots/pendulum.xml"])
        .done();
    assert!(
        tree.contains("rod (revolute, 2 kg, -1.570796326794896"),
        "{tree}"
    );
    assert!(tree.contains("frame tip on rod"), "{tree}");
}

#[test]
fn faults_are_shown_in_the_file_they_are_in() {
    let wrong = DEFAULTS.replace("mass=\"2\"", "mass=\"2,5\"");
    let directory = with_model("mjcf-faults", PENDULUM, &wrong);
    for model in ["robots/pendulum.xml", "bell.toml"] {
        for command in ["check", "generate"] {
            directory.denoc(&[command, model]).refused(&[
                "robots/parts/defaults.xml:4:44",
                "is not a number: \"2,5\"",
                "<geom type=\"capsule\"",
                "write a point",
            ]);
        }
    }
    assert!(
        !directory.has("pendulum.rs") && !directory.has("bell.rs"),
        "nothing is written"
    );
}

/// Refused with these words by a command that reads, and one that writes.
#[track_caller]
fn refused(name: &str, from: &str, to: &str, words: &[&str]) {
    assert!(PENDULUM.contains(from), "{from}");
    let directory = with_model(name, &PENDULUM.replacen(from, to, 1), DEFAULTS);
    for command in ["check", "generate"] {
        directory
            .denoc(&[command, "robots/pendulum.xml"])
            .refused(words);
    }
}

#[test]
fn a_cycle_of_includes() {
    let directory = with_model(
        "mjcf-cycle",
        PENDULUM,
        "<a><include file=\"parts/more.xml\"/></a>",
    )
    .file(
        "robots/parts/more.xml",
        "<a>\n<include file=\"parts/defaults.xml\"/></a>",
    );
    directory
        .denoc(&["check", "robots/pendulum.xml"])
        .refused(&[
            "robots/parts/more.xml:2:16",
            "the included file \"parts/defaults.xml\" includes itself",
            "remove this <include>",
        ]);
}

#[test]
fn a_class_inside_of_itself() {
    let defaults = "<default><default class=\"a\"><default class=\"a\"/></default></default>";
    let words = [
        "pendulum.xml:2:47",
        "the class \"a\" is defined twice",
        "cannot be inside of itself",
    ];
    refused(
        "mjcf-class",
        "<include file=\"parts/defaults.xml\"/>",
        defaults,
        &words,
    );
    let defaults = "<default><default class=\"a\"><geom class=\"a\"/></default></default>";
    let words = [
        "pendulum.xml:2:44",
        "<geom> of a <default> refers to a class",
    ];
    refused(
        "mjcf-reference",
        "<include file=\"parts/defaults.xml\"/>",
        defaults,
        &words,
    );
}

#[test]
fn a_mesh_without_an_inertial() {
    let words = [
        "pendulum.xml:6:7",
        "the mass of a mesh is not computed",
        "write an <inertial>",
    ];
    refused(
        "mjcf-mesh",
        "<geom fromto=\"0 0 0 0 0 -1\"",
        "<geom type=\"mesh\" mesh=\"rod\"",
        &words,
    );
}

#[test]
fn a_muscle() {
    let muscle = "</worldbody>\n  <actuator><muscle name=\"calf\" joint=\"hinge\"/></actuator>";
    let words = ["pendulum.xml:9:13", "muscle \"calf\": muscles", "remove it"];
    refused("mjcf-muscle", "</worldbody>", muscle, &words);
}

#[test]
fn a_base() {
    let directory = with_model("mjcf-base", PENDULUM, DEFAULTS);
    for model in ["robots/pendulum.xml", "bell.toml"] {
        let words = ["`base` is for a URDF", "<freejoint/>"];
        directory
            .denoc(&["check", model, "--base", "floating"])
            .refused(&words);
    }
}

#[test]
fn included_files_may_lie_where_the_user_allows() {
    let model = PENDULUM.replace("parts/defaults.xml", "../shared/defaults.xml");
    let directory = with_model("mjcf-allowed", &model, DEFAULTS);
    std::fs::create_dir_all(directory.0.join("shared")).expect("a directory for the test");
    let directory = directory.file("shared/defaults.xml", DEFAULTS);
    let words = [
        "pendulum.xml:2:18",
        "outside of the model's folder",
        "--allow-path",
    ];
    directory
        .denoc(&["check", "robots/pendulum.xml"])
        .refused(&words);
    directory
        .denoc(&["check", "robots/pendulum.xml", "--allow-path", "shared"])
        .done();
    directory
        .denoc(&["view", "robots/pendulum.xml", "--allow-path", "shared"])
        .done();
}

/// The attribute makes the compiler run it again when any of the files changes.
#[test]
fn the_attribute_tracks_all_files() {
    let directory = with_model("mjcf-tracked", PENDULUM, DEFAULTS);
    let path = directory.0.join("bell.toml").display().to_string();
    let expanded = denoc_codegen::attribute::expand(
        quote!(model = #path),
        quote!(
            pub struct Bell;
        ),
    );
    let file: syn::File = syn::parse2(expanded).expect("the attribute gives items");
    let text = prettyplease::unparse(&file);
    assert_eq!(text.matches("include_bytes!").count(), 3, "{text}");
    for file in [
        "bell.toml",
        "robots/pendulum.xml",
        "robots/parts/defaults.xml",
    ] {
        let file = directory.0.join(file).display().to_string();
        assert!(text.contains(&format!("{file:?}")), "{file} in\n{text}");
    }
}

/// Of a model at fault the stubs have as many joints as its `<worldbody>` has.
#[test]
fn the_attribute_of_a_model_at_fault_has_stubs() {
    let directory = with_model(
        "mjcf-stubs",
        &PENDULUM.replace("axis=\"0 1 0\"", "axis=\"0 0 0\""),
        DEFAULTS,
    );
    for model in ["robots/pendulum.xml", "bell.toml"] {
        let path = directory.0.join(model).display().to_string();
        let expanded = denoc_codegen::attribute::expand(
            quote!(model = #path, functions = ["gravity"]),
            quote!(
                pub struct Bell;
            ),
        );
        let text = expanded.to_string();
        assert!(
            text.contains("compile_error") && text.contains("is zero"),
            "{text}"
        );
    }
}

#[test]
fn build_scripts_take_an_mjcf() {
    let directory = with_model("mjcf-built", PENDULUM, DEFAULTS);
    let path = directory
        .0
        .join("robots/pendulum.xml")
        .display()
        .to_string();
    directory
        .denoc(&[
            "generate",
            &path,
            "--out",
            "out",
            "--functions",
            "inverse_dynamics",
        ])
        .done();
    denoc_codegen::build::model(&path)
        .functions(["inverse_dynamics"])
        .out_dir(directory.0.join("built"))
        .generate()
        .expect("a sound model");
    assert_eq!(
        directory.text("out/pendulum.rs"),
        directory.text("built/pendulum.rs")
    );
}
